/// The position of a sample in a frame.
public struct SamplePosition: Hashable, Sendable {
  /// The column and the row, counted from 0.
  public var x, y: Int

  /// Creates a position from its column and row.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

extension Region {
  /// The side of a spot, as a share of the frame's shorter side.
  static let spotShare = 0.2

  /// Returns the side of a spot in a frame of `width` x `height` samples, at least 1.
  package static func spotSide(width: Int, height: Int) -> Int {
    max(Int((Double(min(width, height)) * spotShare).rounded()), 1)
  }

  /// Creates the spot about a position, moved inside the frame where it would cross an edge.
  ///
  /// - Precondition: The position lies inside the frame of `width` x `height` samples.
  package init(spotAt position: SamplePosition, width: Int, height: Int) {
    let side = Self.spotSide(width: width, height: height)
    self.init(
      x: min(max(position.x - side / 2, 0), width - side), y: min(max(position.y - side / 2, 0), height - side),
      width: side, height: side)
  }
}

public import GrayCard
public import RawFrames

/// Which part of a frame is metered, and how its samples count.
public enum MeteringMode: String, CaseIterable, Hashable, Sendable {
  /// The whole frame evenly, wherever the point is.
  case uniform
  /// A small square about the point.
  case spot
  /// As far as the frame reaches to all sides of the point, which counts most.
  case weighted

  /// The side of the spot, and the least of ``weighted``, as a share of the frame's shorter side: as `wbcal measure`'s.
  public static let spotShare = 0.2

  public var weighting: Weighting { self == .weighted ? .centered : .uniform }

  /// The region to read in a frame of `width` x `height` samples, both at least 1. It lies inside the frame: beside an
  /// edge the spot is moved.
  public func region(about point: MeteringPoint, width: Int, height: Int) -> Region {
    precondition(width > 0 && height > 0, "a frame of \(width) x \(height) samples; there must be some")
    let spot = max(Int((Double(min(width, height)) * Self.spotShare).rounded()), 1)
    func span(_ share: Double, _ length: Int) -> (start: Int, length: Int) {
      let middle = min(Int(share * Double(length)), length - 1)
      switch self {
      case .uniform: return (0, length)
      case .spot: return (min(max(middle - spot / 2, 0), length - spot), spot)
      case .weighted:
        if middle == length / 2 { return (0, length) }
        let reach = min(middle, length - 1 - middle)
        guard 2 * reach + 1 > spot else { return (min(max(middle - spot / 2, 0), length - spot), spot) }
        return (middle - reach, 2 * reach + 1)
      }
    }
    let (columns, rows) = (span(point.x, width), span(point.y, height))
    return Region(x: columns.start, y: rows.start, width: columns.length, height: rows.length)
  }
}

/// A place in the frame: 0, 0 at the top left, 1, 1 at the bottom right, as AVFoundation's points of interest.
public struct MeteringPoint: Hashable, Sendable {
  public let x, y: Double

  /// - Throws: ``MeteringError/pointOutsideFrame(x:y:)`` unless both are within 0...1.
  public init(x: Double, y: Double) throws(MeteringError) {
    guard (0...1).contains(x), (0...1).contains(y) else { throw .pointOutsideFrame(x: x, y: y) }
    (self.x, self.y) = (x, y)
  }

  private init() { (x, y) = (0.5, 0.5) }

  /// The frame's middle.
  public static let center = MeteringPoint()
}

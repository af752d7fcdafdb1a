internal import Colorimetry
package import GrayCard
public import RawFrames

/// The part of a frame that is metered, and the weights of its samples.
public enum MeteringMode: String, CaseIterable, Codable, Hashable, Sendable {
  /// The whole frame with equal weights, wherever the point is.
  case uniform
  /// A small square about the point.
  case spot
  /// The largest part of the frame that is symmetric about the point, with most weight at the point.
  case weighted

  /// The weights of the samples in the region.
  package var weighting: Weighting { self == .weighted ? .centered : .uniform }

  /// Returns the region around a point, the weights of its samples, and this mode as its origin.
  ///
  /// The parameters and the precondition are those of ``region(about:width:height:)``.
  package func area(about point: MeteringPoint, width: Int, height: Int) -> CardArea {
    let source: CardArea.Source =
      switch self {
      case .uniform: .uniform
      case .spot: .spot
      case .weighted: .weighted
      }
    return .region(region(about: point, width: width, height: height), weighting: weighting, source: source)
  }

  /// Returns the region to read in a frame of `width` x `height` samples, both at least 1.
  ///
  /// The region lies inside the frame: near an edge the spot is moved.
  ///
  /// - Parameters:
  ///   - point: The point of interest.
  ///   - width: The width of the frame, in samples.
  ///   - height: The height of the frame, in samples.
  /// - Precondition: Width and height are positive.
  public func region(about point: MeteringPoint, width: Int, height: Int) -> Region {
    precondition(width > 0 && height > 0, "a frame of \(width) x \(height) samples; there must be some")
    let spot = Region.spotSide(width: width, height: height)
    func span(_ share: Double, _ length: Int) -> (start: Int, length: Int) {
      let reached = share * Double(length)
      let middle = reached < Double(length - 1) ? Int(reached) : length - 1
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

/// A point of the frame, from 0, 0 at the top left to 1, 1 at the bottom right, as in AVFoundation's points of
/// interest.
public struct MeteringPoint: Hashable, Sendable {
  /// The coordinates, 0 to 1.
  public let x, y: Double

  /// Creates a point from its coordinates.
  ///
  /// - Throws: ``MeteringError/pointOutsideFrame(x:y:)`` unless both are within 0...1.
  public init(x: Double, y: Double) throws(MeteringError) {
    guard (0...1).contains(x), (0...1).contains(y) else { throw .pointOutsideFrame(x: x, y: y) }
    (self.x, self.y) = (x, y)
  }

  private init() { (x, y) = (0.5, 0.5) }

  /// The middle of the frame.
  public static let center = MeteringPoint()
}

extension MeteringPoint: Codable {
  /// Reads a point's coordinates.
  ///
  /// - Throws: `DecodingError` for a point outside the frame, with its ``MeteringError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let (x, y) = (try container.decode(Double.self, forKey: .x), try container.decode(Double.self, forKey: .y))
    do throws(MeteringError) { try self.init(x: x, y: y) } catch {
      throw decoder.corrupted(error)
    }
  }
}

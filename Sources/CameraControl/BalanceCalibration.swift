internal import Colorimetry
internal import NumericalMethods

/// The gains that the driver's units of white balance stand for.
///
/// V4L2 does not define these units: 256 may be a gain of 1, or 1000 may, or the unit may be half a decibel.
/// ``Camera/calibratedBalance(steps:)`` measures the gains. Pass the result to the next ``Camera`` in its
/// ``CameraOptions``.
public struct BalanceCalibration: Codable, Hashable, Sendable {
  /// The curves of the red and the blue balance control.
  ///
  /// A device that has only a temperature control has both curves over its values, in kelvin.
  public var red, blue: BalanceCurve

  /// Creates a calibration from the curves of its controls.
  public init(red: BalanceCurve, blue: BalanceCurve) {
    self.red = red
    self.blue = blue
  }
}

/// The gains of a control at some of its values, joined by straight lines.
public struct BalanceCurve: Hashable, Sendable {
  /// A value of a control, and the gain that it gives.
  public struct Point: Codable, Hashable, Sendable {
    /// The value, in the driver's unit.
    public var value: Double
    /// The gain of red or blue, relative to green.
    public var gain: Double

    /// Creates a point from a value in the driver's unit and a gain of red or blue, relative to green.
    public init(value: Double, gain: Double) {
      self.value = value
      self.gain = gain
    }
  }

  /// The points, in the order of their values.
  public let points: [Point]

  /// Creates a curve from points in any order.
  ///
  /// - Throws: ``BalanceCalibrationFault`` unless there are at least two points, their values rise, and their gains are
  ///   finite, above 0, and all rise or all fall.
  public init(_ points: [Point]) throws(BalanceCalibrationFault) {
    let points = points.sorted { $0.value < $1.value }
    guard points.count > 1 else { throw .tooFewPoints(points.count) }
    for point in points where !(point.value.isFinite && point.gain.isFinite && point.gain > 0) { throw .point(point) }
    let rises = points[points.count - 1].gain > points[0].gain
    for (point, next) in zip(points, points.dropFirst()) {
      guard point.value < next.value, rises ? point.gain < next.gain : point.gain > next.gain else {
        throw .notMonotone(point, next)
      }
    }
    self.points = points
  }

  /// Returns the gain at `value`. Beyond the points, the nearest line is extended.
  public func gain(at value: Double) -> Double {
    let index = segment { $0.value > value }
    let (from, to) = (points[index], points[index + 1])
    return from.gain + (to.gain - from.gain) * ((value - from.value) / (to.value - from.value))
  }

  /// Returns the value at which the gain is `gain`. Beyond the points, the nearest line is extended.
  package func value(for gain: Double) -> Double {
    let rises = points[1].gain > points[0].gain
    let index = segment { rises ? $0.gain > gain : $0.gain < gain }
    let (from, to) = (points[index], points[index + 1])
    return from.value + (to.value - from.value) * ((gain - from.gain) / (to.gain - from.gain))
  }

  private func segment(endingWhere isBehind: (Point) -> Bool) -> Int {
    let end = points.firstIndex(where: isBehind) ?? points.count
    return min(max(end - 1, 0), points.count - 2)
  }
}

extension BalanceCurve: Codable {
  /// Writes the points.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(points)
  }

  /// Reads the points.
  ///
  /// - Throws: `DecodingError` where the points do not make a curve. Its underlying error is the
  ///   ``BalanceCalibrationFault``.
  public init(from decoder: any Decoder) throws {
    let points = try decoder.singleValueContainer().decode([Point].self)
    do throws(BalanceCalibrationFault) { try self.init(points) } catch { throw decoder.corrupted(error) }
  }
}

/// The reason why a calibration of balance cannot be used or measured.
public enum BalanceCalibrationFault: Error, Hashable, Sendable {
  /// A curve has fewer than two points.
  case tooFewPoints(Int)
  /// A point's value is not finite, or its gain is not finite and above 0.
  case point(BalanceCurve.Point)
  /// The values or the gains between these two points run against the direction of the others, or do not change.
  case notMonotone(BalanceCurve.Point, BalanceCurve.Point)
  /// The device has no control of white balance.
  case noControl
  /// The ratio of red or blue to green changed by this factor during the measurement.
  case unsteady(Double)
  /// Only this many steps were usable: in the others the middle of the frame was clipped or dark.
  case exposure(usable: Int)
  /// The middle of the frame is clipped or dark at the controls' default values, before the steps or after them.
  case noRatios
}

extension BalanceCalibrationFault: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooFewPoints(let count): "a balance curve of \(count) points; it needs at least 2"
    case .point(let point):
      "a balance curve has a gain of \(point.gain) at \(point.value); both must be finite, and the gain above 0"
    case .notMonotone(let point, let next):
      "a balance curve has a gain of \(point.gain) at \(point.value) and of \(next.gain) at \(next.value); its values "
        + "must rise, and its gains all rise or all fall"
    case .noControl: "the camera has no control of white balance to calibrate; its gains are applied in software"
    case .unsteady(let factor):
      "the light changed by a factor of \(factor.rounded(digits: 3)) while the balance was calibrated; use a steady one"
    case .exposure(let usable):
      "only \(usable) of the steps can be used: the middle of the frame is clipped or dark at the others; show an even "
        + "gray surface, and expose it to about a quarter"
    case .noRatios:
      "the middle of the frame is clipped or dark at the default values of the controls; show an even gray surface, and "
        + "expose it to about a quarter"
    }
  }
}

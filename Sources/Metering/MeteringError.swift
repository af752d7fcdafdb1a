/// The reason why something cannot be metered.
public enum MeteringError: Error, Hashable, Sendable {
  /// The point lies outside the frame; x and y must be 0 to 1.
  case pointOutsideFrame(x: Double, y: Double)
  /// The duration of a lock is not a number.
  case lockDurationNotANumber
  /// The limit of time of the settings, in seconds, is not 0 to 1 000 000.
  case timeLimitOutOfRange(Double)
  /// The target of exposure in the settings is not above 0 and below 1.
  case exposureTargetOutOfRange(Double)
  /// A threshold in the settings, by its name, is not above 0.
  case thresholdOutOfRange(String, Double)
  /// No quantity was asked for.
  case nothingToMeter
}

extension MeteringError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .pointOutsideFrame(let x, let y):
      "the point \(x), \(y) is outside the frame; x and y must be 0 to 1, from the top left"
    case .lockDurationNotANumber:
      "the duration of the lock is not a number; give seconds, or 0 to lock for good"
    case .timeLimitOutOfRange(let limit):
      "a time limit of \(limit) s in the meter's settings is not valid; it must be \(MeterSettings.timeLimits.lowerBound) to "
        + "\(MeterSettings.timeLimits.upperBound) s"
    case .exposureTargetOutOfRange(let target):
      "an exposure target of \(target) in the meter's settings is not valid; it must be above 0 and below 1"
    case .thresholdOutOfRange(let name, let value):
      "\(name) of \(value) in the meter's settings is not valid; it must be above 0"
    case .nothingToMeter:
      "nothing was asked for; ask for at least one of exposure, focus and white balance"
    }
  }
}

/// What cannot be metered.
public enum MeteringError: Error, Hashable, Sendable {
  case pointOutsideFrame(x: Double, y: Double)
  case lockDurationNotANumber
  case nothingToMeter
}

extension MeteringError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .pointOutsideFrame(let x, let y):
      "the point \(x), \(y) is outside the frame; x and y must be 0 to 1, from the top left"
    case .lockDurationNotANumber:
      "the duration of the lock is not a number; give seconds, or 0 to lock for good"
    case .nothingToMeter:
      "nothing was asked for; ask for at least one of exposure, focus and white balance"
    }
  }
}

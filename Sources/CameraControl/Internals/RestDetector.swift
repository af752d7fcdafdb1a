/// A detector of rest in a value that a device changes by itself.
struct RestDetector {
  private var anchor: Double?
  private var quietFrames = 0

  /// Returns whether the value has come to rest.
  ///
  /// - Parameters:
  ///   - value: The value in the latest frame.
  ///   - reach: The distance that the value may move at rest. It counts from the beginning of the rest, so that a slow
  ///     drift is not taken for rest.
  mutating func isAtRest(_ value: Double, within reach: Double) -> Bool {
    if let anchor, abs(value - anchor) <= reach {
      quietFrames += 1
    } else {
      (anchor, quietFrames) = (value, 0)
    }
    return quietFrames >= Self.frames
  }

  /// The number of frames at rest: a third of a second at 30 frames a second. Devices change every frame or two.
  private static let frames = 10
}

/// Tells when what a device changes by itself has come to rest.
struct RestDetector {
  private var anchor: Double?
  private var quietFrames = 0

  /// - Parameters:
  ///   - value: The value of the frame that came last.
  ///   - reach: The distance that it may move at rest. It counts from where the rest began, so that a slow way is none.
  mutating func isAtRest(_ value: Double, within reach: Double) -> Bool {
    if let anchor, abs(value - anchor) <= reach {
      quietFrames += 1
    } else {
      (anchor, quietFrames) = (value, 0)
    }
    return quietFrames >= Self.frames
  }

  /// A third of a second at 30 frames a second: devices move every frame or two.
  private static let frames = 10
}

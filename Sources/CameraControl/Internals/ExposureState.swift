internal import Metering

/// The exposure in use.
struct ExposureState {
  var mode = Camera.ExposureMode.locked
  var bias: Float = 0
  var point = MeteringPoint.center
  var isSettled = false
  var quietFrames = 0
  /// The detector of rest for a device that exposes automatically, to its own target.
  var rest = RestDetector()
  /// The offset of the last frame, in stops.
  var offset: Float = 0

  /// Restores the mode and what goes with it. What somebody asks of automatic exposure, the bias and the point, stays.
  mutating func restore(_ before: Self) {
    let (bias, point) = (bias, point)
    self = before
    (self.bias, self.point) = (bias, point)
  }
}

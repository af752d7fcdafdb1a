internal import Metering

/// The exposure in use at the moment.
struct ExposureState {
  var mode = Camera.ExposureMode.locked
  var bias: Float = 0
  var point = MeteringPoint.center
  var isSettled = false
  var quietFrames = 0
  /// The state of a device that exposes by itself, to a target of its own.
  var rest = RestDetector()
  /// The offset of the last frame, in stops.
  var offset: Float = 0
}

struct FocusState {
  var mode = Camera.FocusMode.locked
  var isSettled = false
  var rest = RestDetector()
  var point = MeteringPoint.center
}

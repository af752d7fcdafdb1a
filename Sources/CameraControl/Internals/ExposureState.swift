internal import Metering

/// What is in use of the exposure at the moment.
struct ExposureState {
  var mode = Camera.ExposureMode.locked
  var bias: Float = 0
  var point = MeteringPoint.center
  var isSettled = false
  var quietFrames = 0
  /// Of a device that exposes by itself, to a target of its own.
  var rest = RestDetector()
  /// Of the last frame, in stops.
  var offset: Float = 0
}

struct FocusState {
  var mode = Camera.FocusMode.locked
  var isSettled = false
  var rest = RestDetector()
  var point = MeteringPoint.center
}

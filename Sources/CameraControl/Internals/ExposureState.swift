#if os(Linux)
  /// What is in use of the exposure at the moment.
  struct ExposureState {
    var mode = Camera.ExposureMode.locked
    var bias: Float = 0
    var point = Camera.PointOfInterest.center
    var isSettled = false
    var quietFrames = 0
    /// Of the last frame, in stops.
    var offset: Float = 0
  }

  struct FocusState {
    var mode = Camera.FocusMode.locked
    var point = Camera.PointOfInterest.center
  }
#endif

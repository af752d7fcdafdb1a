internal import Synchronization

extension Camera {
  /// Whether the camera watches for a change of what is before the lens, or of its light. Setting it needs ``lockForConfiguration()``; where it does
  /// not succeed it stays, and ``failure`` says why. It stays off where frames have no colours.
  public var isSubjectAreaChangeMonitoringEnabled: Bool {
    get { state.withLock { $0.subjectArea != nil } }
    set {
      attempt { () throws(CameraError) in
        try checkConfiguration()
        state.withLock { state in
          guard newValue != (state.subjectArea != nil) else { return }
          state.subjectArea = newValue && isColor ? SubjectArea() : nil
        }
      }
    }
  }

  /// The timestamp of the frame in which the subject area last changed while that was watched; `nil` before the first change.
  ///
  /// The subject area has changed where a fifth of the picture differs by half a stop, beside exposure and gains, for three frames from what it was
  /// when it last rested. AVFoundation posts a notification; here the property is observed:
  ///
  ///     for await change in camera.values(of: { $0.lastSubjectAreaChange }) where change != nil { /* focus anew */ }
  public var lastSubjectAreaChange: Duration? { state.withLock { $0.lastSubjectAreaChange } }

  /// On the capture thread, by a frame whose exposure and gains are known.
  func watchSubjectArea(by frame: CameraFrame) {
    guard isSubjectAreaChangeMonitoringEnabled else { return }
    let picture = SubjectArea.Picture(frame, exposure: exposure.product(frame.exposure))
    state.withLock { state in
      if state.subjectArea?.hasChanged(to: picture) == true { state.lastSubjectAreaChange = frame.timestamp }
    }
  }
}

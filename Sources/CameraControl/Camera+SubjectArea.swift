internal import Synchronization

extension Camera {
  /// Whether the camera watches for a change of the subject or of its light.
  ///
  /// Setting it needs ``lockForConfiguration()``. If setting fails, the value stays and ``failure`` has the reason. It
  /// stays false where frames have no colours.
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

  /// The timestamp of the frame in which the camera last noticed a change of the subject area; `nil` before the first.
  ///
  /// The subject area has changed when a fifth of the picture has differed for three frames, by half a stop, from the
  /// picture when it last rested. Differences due to exposure and gains do not count. AVFoundation posts a
  /// notification; here the property is observed:
  ///
  ///     for await change in camera.values(of: { $0.lastSubjectAreaChange }) where change != nil { /* focus anew */ }
  public var lastSubjectAreaChange: Duration? { state.withLock { $0.lastSubjectAreaChange } }

  /// Looks for a change in a frame whose exposure and gains are known. It runs on the capture thread.
  func watchSubjectArea(by frame: CameraFrame) {
    guard isSubjectAreaChangeMonitoringEnabled else { return }
    guard let picture = SubjectArea.Picture(frame, exposure: exposure.product(frame.exposure)) else { return }
    state.withLock { state in
      if state.subjectArea?.hasChanged(to: picture) == true { state.lastSubjectAreaChange = frame.timestamp }
    }
  }
}

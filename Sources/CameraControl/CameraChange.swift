package import CameraDevices

/// Several settings of a camera that are made together: all of them, or none.
package struct CameraChange: Sendable {
  /// Automatic modes to switch on.
  package var automatic: [AutomaticMode] = []
  /// The gains of locked white balance.
  package var gains: Camera.WhiteBalanceGains?
  /// The exposure's duration.
  package var duration: Duration?
  package var iso: Float?
  /// The position of the lens, 0 to 1.
  package var lensPosition: Float?

  package init() {}

  /// A setting that was made, with what the device then has.
  package enum Outcome: Sendable {
    case automatic(AutomaticMode)
    case whiteBalance(WhiteBalanceOutcome, method: BalanceMethod)
    case exposure(duration: Duration?, iso: Float?)
    case focus(lensPosition: Float?)
  }
}

extension Camera {
  /// Makes a change. Where a part of it fails, the camera is left as it was.
  ///
  /// - Returns: The outcome of each part, and the settings before, for ``restore(_:)``.
  /// - Throws: ``CameraError``, with what could not be set back where that failed too.
  package func make(
    _ change: CameraChange
  ) throws(CameraError) -> (outcomes: [CameraChange.Outcome], before: CameraSettings) {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    try check(change)
    let before = try currentSettings()
    do throws(CameraError) { return (try made(change), before) } catch {
      throw restoring(before, after: error)
    }
  }

  /// Looks at what is asked for, and sets nothing.
  private func check(_ change: CameraChange) throws(CameraError) {
    if let exposure = change.exposure { try prepareToCaptureStillImageBracket(with: [exposure]) }
    guard let position = change.lensPosition, isLockingFocusWithCustomLensPositionSupported else { return }
    guard (0...1).contains(position) else { throw error(.outOfRange(.lensPosition, Double(position), 0...1)) }
  }

  private func made(_ change: CameraChange) throws(CameraError) -> [CameraChange.Outcome] {
    var outcomes: [CameraChange.Outcome] = []
    for mode in change.automatic {
      try ask { device throws(CameraDeviceError) in try device.switchOn(mode) }
      outcomes.append(.automatic(mode))
    }
    if let gains = change.gains {
      try setWhiteBalanceModeLocked(with: gains)
      guard let outcome = whiteBalanceOutcome else { preconditionFailure("gains were set") }
      outcomes.append(.whiteBalance(outcome, method: balanceMethod))
    }
    if let exposure = change.exposure {
      try setExposureModeCustom(duration: exposure.exposureDuration, iso: exposure.iso)
      outcomes.append(.exposure(duration: exposureDuration, iso: iso))
    }
    if let position = change.lensPosition {
      try setFocusModeLocked(lensPosition: position)
      outcomes.append(.focus(lensPosition: lensPosition))
    }
    return outcomes
  }
}

extension CameraChange {
  /// The exposure asked for; what it leaves open stays as it is.
  fileprivate var exposure: ManualExposureBracketedStillImageSettings? {
    guard duration != nil || iso != nil else { return nil }
    return .manualExposureSettings(
      exposureDuration: duration ?? Camera.currentExposureDuration, iso: iso ?? Camera.currentISO)
  }
}

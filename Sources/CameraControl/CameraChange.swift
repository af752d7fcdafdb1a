package import CameraDevices
package import Colorimetry
internal import DeviceProfiles
package import WhiteBalance

/// Several settings of a camera that are made together. If one fails, none is made.
package struct CameraChange: Sendable {
  /// Automatic modes to switch on.
  package var automatic: [AutomaticMode] = []
  /// The white balance to lock. Only the ratios of its gains count.
  package var balance: Balance?
  /// The exposure's duration.
  package var duration: Duration?
  package var iso: Float?
  /// The position of the lens, from 0 to 1.
  package var lensPosition: Float?

  package init() {}

  /// A white balance to set.
  package enum Balance: Sendable {
    case gains(WhiteBalance.WhiteBalanceGains)
    /// The gains of the camera's profile for a light.
    case light(TemperatureAndTint)
  }

  /// A setting that was made, with the value that the device then has.
  package enum Outcome: Sendable {
    case automatic(AutomaticMode)
    case whiteBalance(WhiteBalanceOutcome, method: BalanceMethod)
    case exposure(duration: Duration?, iso: Float?, asked: (duration: Duration?, iso: Float?))
    case focus(lensPosition: Float?, asked: Float)
  }
}

extension Camera {
  /// Makes a change. If a part of it fails, the camera is restored.
  ///
  /// - Returns: The outcome of each part, and the settings before, for ``restore(_:)``.
  /// - Throws: ``CameraError``. Where restoring failed too, it has both reasons. ``CameraError/Reason/occupied`` during
  ///   a bracket or a measurement, whose settings would be restored after a failure.
  package func make(
    _ change: CameraChange
  ) throws(CameraError) -> (outcomes: [CameraChange.Outcome], before: CameraSettings) {
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    try check(change)
    let gains = try gains(of: change)
    try occupy()
    defer { vacate() }
    let before = try currentSettings()
    do throws(CameraError) { return (try made(change, gains), before) } catch {
      throw restoring(before, after: error)
    }
  }

  /// Checks a change without setting anything.
  private func check(_ change: CameraChange) throws(CameraError) {
    if let exposure = change.exposure { try prepareToCaptureStillImageBracket(with: [exposure]) }
    if let position = change.lensPosition { try checkLens(position) }
  }

  /// Returns the gains of a change, least gain 1; `nil` where it has none.
  private func gains(of change: CameraChange) throws(CameraError) -> WhiteBalanceGains? {
    guard let balance = change.balance else { return nil }
    guard balanceMethod != .software else {
      throw error(.device(.refused("the camera has no control that applies gains")))
    }
    let gains: WhiteBalanceGains
    switch balance {
    case .gains(let asked): gains = WhiteBalanceGains(asked.normalized)
    case .light(let light):
      let characterization = try knownCharacterization()
      do throws(WhiteBalanceError) {
        gains = WhiteBalanceGains(try characterization.gains(for: light).normalized)
      } catch { throw self.error(.conversion(error)) }
    }
    try checkLegal(gains)
    return gains
  }

  private func made(
    _ change: CameraChange, _ gains: WhiteBalanceGains?
  ) throws(CameraError) -> [CameraChange.Outcome] {
    var outcomes: [CameraChange.Outcome] = []
    for mode in change.automatic {
      try ask { device throws(CameraDeviceError) in try device.switchOn(mode) }
      outcomes.append(.automatic(mode))
    }
    if let gains {
      try setWhiteBalanceModeLocked(with: gains)
      guard let outcome = whiteBalanceOutcome else { preconditionFailure("gains were set") }
      outcomes.append(.whiteBalance(outcome, method: balanceMethod))
    }
    if let exposure = change.exposure {
      try setExposureModeCustom(duration: exposure.exposureDuration, iso: exposure.iso)
      outcomes.append(.exposure(duration: exposureDuration, iso: iso, asked: (change.duration, change.iso)))
    }
    if let position = change.lensPosition {
      try setFocusModeLocked(lensPosition: position)
      outcomes.append(.focus(lensPosition: lensPosition, asked: position))
    }
    return outcomes
  }
}

extension CameraChange {
  /// The exposure of the change; `nil` where it has none. Missing values keep the present ones.
  fileprivate var exposure: ManualExposureBracketedStillImageSettings? {
    guard duration != nil || iso != nil else { return nil }
    return .manualExposureSettings(
      exposureDuration: duration ?? Camera.currentExposureDuration, iso: iso ?? Camera.currentISO)
  }
}

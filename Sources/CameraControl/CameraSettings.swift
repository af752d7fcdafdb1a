package import CameraDevices
package import Metering
internal import Synchronization

/// The settings of a camera, kept so that they can be restored.
package struct CameraSettings: Sendable {
  /// The controls and their values, in the order in which they are restored.
  package let values: [(control: ControlID, value: Int64)]
  /// The quantities that are restored.
  let quantities: Set<MeteringQuantity>
  let whiteBalanceMode: Camera.WhiteBalanceMode
  let asked: LinearGains
  let exposure: ExposureState
  let focus: FocusState
}

extension Camera {
  /// Returns the present settings.
  ///
  /// - Parameter quantities: The quantities to restore later. Controls of other quantities are left alone, even if
  ///   another program sets them meanwhile.
  /// - Throws: ``CameraError`` where the device does not report its settings.
  package func currentSettings(
    of quantities: Set<MeteringQuantity> = Set(MeteringQuantity.allCases)
  ) throws(CameraError) -> CameraSettings {
    try controlLock.withLock { (_: inout Void) throws(CameraError) -> CameraSettings in
      let values = try ask { device throws(CameraDeviceError) in try Self.values(device, of: quantities) }
      return state.withLock { state in
        CameraSettings(
          values: values, quantities: quantities, whiteBalanceMode: state.whiteBalanceMode, asked: state.asked,
          exposure: state.exposure, focus: state.focus)
      }
    }
  }

  /// Runs `body`, then restores the settings, even after an error. Only one such body runs at a time, because a second
  /// one would restore the settings of the first.
  ///
  /// - Parameters:
  ///   - quantity: The quantity that `body` sets. What callers set of the others meanwhile stays.
  ///   - isBracket: Whether `body` takes a bracket, whose frames the meter does not use.
  /// - Throws: The error of `body` or of restoring; ``CameraError/Reason/notRestored(after:_:)`` where both fail;
  ///   ``CameraError/Reason/cancelled`` or ``CameraError/Reason/occupied``, before anything is set, where the task is
  ///   cancelled already or another body runs.
  func restoringSettings<Result>(
    of quantity: MeteringQuantity, isBracket: Bool = false, _ body: () async throws(CameraError) -> Result
  ) async throws(CameraError) -> Result {
    try checkCancellation()
    try occupy(isBracket: isBracket)
    defer { vacate(isBracket: isBracket) }
    // A meter takes no frame from here on, but it may be about to set the camera by one from before.
    if isBracket { await waitForMeters() }
    let found = try currentSettings(of: [quantity])
    let outcome: Swift.Result<Result, CameraError>
    do throws(CameraError) { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    // The settings that are restored are known.
    state.withLock { $0.isBeingMeasured = false }
    if case .failure(let cause) = outcome { throw restoring(found, after: cause) }
    try restore(found)
    return try outcome.get()
  }

  /// Takes the settings until ``vacate(isBracket:)``.
  ///
  /// - Throws: ``CameraError/Reason/occupied`` where somebody else has them.
  func occupy(isBracket: Bool = false) throws(CameraError) {
    let isFree = state.withLock { state in
      guard !state.isOccupied else { return false }
      state.isOccupied = true
      if isBracket { state.unmeteredBefore = .max }
      return true
    }
    guard isFree else { throw error(.occupied) }
  }

  func vacate(isBracket: Bool = false) {
    state.withLock { state in
      state.isOccupied = false
      if isBracket { state.unmeteredBefore = state.timeline.lastNumber }
    }
  }

  /// Restores the settings after a failure.
  ///
  /// - Returns: The cause, with the error of restoring where that failed too.
  package func restoring(_ settings: CameraSettings, after cause: CameraError) -> CameraError {
    do throws(CameraError) { try restore(settings) } catch {
      // An unplugged camera cannot be restored.
      guard isConnected else { return cause }
      return CameraError(device: cause.device, reason: .notRestored(after: cause.reason, error.reason))
    }
    return cause
  }

  /// Restores the settings, as many as the device takes. The exposure's bias and point of interest are not among them,
  /// because only callers set these.
  ///
  /// It does not need ``lockForConfiguration()``, because it also runs at the end of a program.
  ///
  /// - Throws: The first failure, after all settings were tried.
  package func restore(_ settings: CameraSettings) throws(CameraError) {
    try controlLock.withLock { (_: inout Void) throws(CameraError) in
      var failure: CameraError?
      for (control, value) in settings.values {
        do throws(CameraError) {
          _ = try ask { device throws(CameraDeviceError) in try device.set(control, to: value) }
        } catch { failure = failure ?? error }
      }
      state.withLock { state in
        if settings.quantities.contains(.whiteBalance) {
          (state.whiteBalanceMode, state.asked) = (settings.whiteBalanceMode, settings.asked)
        }
        if settings.quantities.contains(.exposure) { state.exposure.restore(settings.exposure) }
        if settings.quantities.contains(.focus) { state.focus = settings.focus }
      }
      readAnew()
      if let failure { throw failure }
    }
  }

  private static func values(
    _ device: any CameraBackend, of quantities: Set<MeteringQuantity>
  ) throws(CameraDeviceError) -> [(control: ControlID, value: Int64)] {
    var values: [(control: ControlID, value: Int64)] = []
    func read(_ id: ControlID, _ device: any CameraBackend) throws(CameraDeviceError) -> Int64? {
      guard let control = try device.control(id), !control.isReadOnly, !control.isWriteOnly else { return nil }
      let value = try device.value(of: id)
      values.append((id, value))
      return value
    }
    for group in ControlGroup.all where quantities.contains(group.value.quantity) {
      var isManual = true
      if let automatic = group.automatic, let value = try read(automatic, device) { isManual = group.isOff(value) }
      guard isManual else { continue }
      // A control may be inactive all the same, by the mode of another group:
      // many devices choose the gain with the exposure.
      for id in group.manual where try device.control(id)?.isInactive == false { _ = try read(id, device) }
    }
    return values
  }
}

extension CameraSettings {
  /// The values that a caller can set.
  package enum Value: Sendable {
    /// The gains of white balance, or a temperature in their place.
    case gains
    /// The duration of the exposure.
    case duration
    /// The ISO.
    case sensitivity
    /// The position of the lens.
    case lensPosition

    fileprivate var quantity: MeteringQuantity {
      switch self {
      case .gains: .whiteBalance
      case .duration, .sensitivity: .exposure
      case .lensPosition: .focus
      }
    }
  }

  /// Returns the controls that a value is set by, or depends on.
  package static func controls(of value: Value) -> [ControlID] {
    ControlGroup.all.filter { $0.value == value }.flatMap { group in
      (group.automatic.map { [$0] } ?? []) + group.manual + group.others
    }
  }
}

/// The controls of a value: an automatic mode, and the manual controls that depend on it.
///
/// The manual controls are restored only where the mode is off. While it is on, the device chooses their values.
private struct ControlGroup: Sendable {
  var value: CameraSettings.Value
  var automatic: ControlID?
  var isOff: @Sendable (Int64) -> Bool = { $0 == 0 }
  var manual: [ControlID]
  /// The controls that the value depends on too. The camera never sets them, so they are not restored.
  var others: [ControlID] = []

  static let all = [
    ControlGroup(
      value: .gains, automatic: .autoWhiteBalance, manual: [.redBalance, .blueBalance, .whiteBalanceTemperature]),
    ControlGroup(
      value: .duration, automatic: .autoExposure, isOff: ExposureMenu.isManual,
      manual: [.exposureAbsolute, .exposure], others: [.horizontalBlanking]),
    ControlGroup(value: .sensitivity, automatic: .autoGain, manual: [.gain]),
    ControlGroup(value: .sensitivity, manual: [.analogueGain], others: [.digitalGain]),
    ControlGroup(value: .lensPosition, automatic: .continuousAutoFocus, manual: [.focusAbsolute]),
  ]
}

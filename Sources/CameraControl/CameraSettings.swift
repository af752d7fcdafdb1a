package import CameraDevices
package import Metering
internal import Synchronization

/// The settings of a camera as it was found, to leave it so.
package struct CameraSettings: Sendable {
  /// The controls that were read, with their values, in the order in which they are set again.
  package let values: [(control: ControlID, value: Int64)]
  /// The quantities that are restored.
  let quantities: Set<MeteringQuantity>
  let whiteBalanceMode: Camera.WhiteBalanceMode
  let asked: LinearGains
  let exposure: ExposureState
  let focus: FocusState
}

extension Camera {
  /// Returns how the camera is set.
  ///
  /// - Parameter quantities: The quantities that will be restored; a control of another is left alone, whoever sets it meanwhile.
  /// - Throws: ``CameraError`` where the device does not tell.
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

  /// Does `body`, and sets the camera as it was, also where that fails.
  ///
  /// - Throws: The error of `body`, or of the way back; ``CameraError/Reason/notRestored(after:_:)`` where both do.
  func restoringSettings<Result>(
    _ body: () async throws(CameraError) -> Result
  ) async throws(CameraError) -> Result {
    let found = try currentSettings()
    let outcome: Swift.Result<Result, CameraError>
    do throws(CameraError) { outcome = .success(try await body()) } catch { outcome = .failure(error) }
    if case .failure(let cause) = outcome { throw restoring(found, after: cause) }
    try restore(found)
    return try outcome.get()
  }

  /// Sets the camera as it was after a failure.
  ///
  /// - Returns: the failure, with that of the way back where there is one.
  package func restoring(_ settings: CameraSettings, after cause: CameraError) -> CameraError {
    do throws(CameraError) { try restore(settings) } catch {
      // A camera that is gone has nothing to be set back.
      guard isConnected else { return cause }
      return CameraError(device: cause.device, reason: .notRestored(after: cause.reason, error.reason))
    }
    return cause
  }

  /// Sets the camera as it was. Needs no ``lockForConfiguration()``: it is for the way out. A failure does not keep
  /// the rest from being set.
  ///
  /// - Throws: the first failure.
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
        if settings.quantities.contains(.exposure) { state.exposure = settings.exposure }
        if settings.quantities.contains(.focus) { state.focus = settings.focus }
        state.isBeingMeasured = false
      }
      readAnew()
      if let failure { throw failure }
    }
  }

  /// The controls that are restored: an automatic mode first, and the manual values behind it only where it is off, for
  /// while it is on they are its own.
  private struct Group: Sendable {
    var quantity: MeteringQuantity
    var automatic: ControlID?
    var isOff: @Sendable (Int64) -> Bool = { $0 == 0 }
    var manual: [ControlID]
  }

  private static let groups = [
    Group(
      quantity: .whiteBalance, automatic: .autoWhiteBalance,
      manual: [.redBalance, .blueBalance, .whiteBalanceTemperature]),
    Group(
      quantity: .exposure, automatic: .autoExposure, isOff: ExposureMenu.isManual,
      manual: [.exposureAbsolute, .exposure]),
    Group(quantity: .exposure, automatic: .autoGain, manual: [.gain]),
    Group(quantity: .exposure, manual: [.analogueGain]),
    Group(quantity: .focus, automatic: .continuousAutoFocus, manual: [.focusAbsolute]),
  ]

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
    for group in groups where quantities.contains(group.quantity) {
      var isManual = true
      if let automatic = group.automatic, let value = try read(automatic, device) { isManual = group.isOff(value) }
      guard isManual else { continue }
      for id in group.manual { _ = try read(id, device) }
    }
    return values
  }
}

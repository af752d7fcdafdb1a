internal import CameraDevices
internal import Metering
internal import RealModule
internal import Synchronization
internal import WhiteBalance

/// The work that the camera does by itself, on the capture thread.
extension Camera {
  /// Notes the gains that the device's own automatic balance has reached, so that the gains of the next frame are
  /// known.
  ///
  /// - Returns: Whether the gains are known.
  func followAutomatic() -> Bool {
    guard balance.usesDeviceAutomatic, whiteBalanceMode != .locked else { return true }
    // This does not wait for a caller who is setting controls, because frames would be late.
    return controlLock.withLockIfAvailable { _ in
      guard let applied = try? ask({ device throws(CameraDeviceError) in try balance.appliedGains(device) }) else {
        return false
      }
      state.withLock { state in
        guard state.whiteBalanceMode != .locked else { return }
        var settings = state.timeline.newest
        settings.software = LinearGains(red: 1, green: 1, blue: 1)
        guard settings.applied != applied || settings != state.timeline.newest else { return }
        // Only trusted frames reach the automatic modes, and frames are not trusted while the device changes. So the
        // state of rest is discarded here.
        if !applied.isNear(settings.applied, within: AutomaticBalance.settledDifference) {
          state.automatic = AutomaticBalance()
        }
        settings.applied = applied
        state.asked = applied.normalized
        state.note(settings)
      }
      return true
    } ?? false
  }

  /// Notes the exposure that the device's own automatic exposure has reached, where the device reports it.
  func followExposure() -> Bool {
    guard exposure.hasAutomatic, exposureMode.isAutomatic else { return true }
    guard exposure.duration?.control.isVolatile == true || exposure.gain?.control.isVolatile == true else {
      return true
    }
    return controlLock.withLockIfAvailable { _ in
      let current = try? ask { device throws(CameraDeviceError) in
        try exposure.current(device, baseISO: options.baseISO)
      }
      guard let current else { return false }
      state.withLock { state in
        var settings = state.timeline.newest
        guard settings.exposure != current else { return }
        // Only trusted frames reach the automatic modes, and frames are not trusted while the device changes. So the
        // state of rest is discarded here.
        if let before = exposure.product(settings.exposure), let now = exposure.product(current),
          abs(Double.log2(now / before)) > ExposureMeter.deadband
        {
          state.exposure.isSettled = false
          state.exposure.rest = RestDetector()
        }
        settings.exposure = current
        state.note(settings)
      }
      return true
    } ?? false
  }

  /// Notes what other programs have changed.
  ///
  /// Later frames are judged by the settings that the device then reports. A frame that may have old or new settings is
  /// not trusted.
  ///
  /// - Returns: Whether the device's settings are known, and the fault where the device failed to report them. While
  ///   a caller sets controls, the settings are not known and there is no fault, because a setting may take effect
  ///   before it is noted.
  func followOthers() -> (isKnown: Bool, fault: CameraDeviceFault?) {
    controlLock.withLockIfAvailable { _ in
      do throws(CameraError) {
        let changed = try ask { device throws(CameraDeviceError) in try device.changedControls() }
        let isUnread = state.withLock { state in
          // A device reports each change once. The flag stays set until its present values have been read.
          if !changed.isDisjoint(with: Self.measured) { state.isUnread = true }
          return state.isUnread
        }
        if isUnread { try readAgain() }
        return (true, nil)
      } catch {
        guard case .device(let fault) = error.reason else { return (false, nil) }
        return (false, fault)
      }
    } ?? (false, nil)
  }

  /// The controls whose values decide whether a frame can be measured, and how.
  private static let measured: Set<ControlID> = [
    .autoWhiteBalance, .redBalance, .blueBalance, .whiteBalanceTemperature, .autoExposure, .exposureAbsolute, .exposure,
    .autoGain,
    .gain, .analogueGain, .digitalGain, .testPattern, .horizontalBlanking, .pixelRate, .linkFrequency,
  ]

  /// Makes a change of the device. The caller must hold the control lock.
  ///
  /// A change that fails may be made in part, so its settings are read anew then.
  ///
  /// - Parameters:
  ///   - body: The change.
  ///   - goBack: A function that undoes a partial change. It is called after a failure, and its own errors are
  ///     ignored.
  func change<Result>(
    _ body: (any CameraBackend) throws(CameraDeviceError) -> Result,
    orGoBack goBack: (any CameraBackend) throws(CameraDeviceError) -> Void = { _ in }
  ) throws(CameraError) -> Result {
    do throws(CameraError) { return try ask(body) } catch {
      try? ask(goBack)
      readAnew()
      throw error
    }
  }

  /// Notes that the device's settings may have changed, and reads them. The caller must hold the control lock.
  func readAnew() {
    state.withLock { state in
      state.isUnread = true
      state.note(state.timeline.newest)
    }
    // If the device does not answer, it is asked again with the next frame.
    try? readAgain()
  }

  /// Notes the settings that the device reports. The caller must hold the control lock.
  ///
  /// - Throws: ``CameraError`` where the device does not report them. Until it does, no frame is trusted.
  func readAgain() throws(CameraError) {
    do throws(CameraError) {
      let (applied, seen, activity) = try ask { device throws(CameraDeviceError) in
        (
          try balance.appliedGains(device),
          try readExposureControls(device).current(device, baseISO: options.baseISO),
          try DeviceActivity(device, balance)
        )
      }
      state.withLock { state in
        var settings = state.timeline.newest
        (state.activity, state.isUnread) = (activity, false)
        settings.exposure = seen
        // `followAutomatic` follows the gains of automatic balance that the camera itself has switched on.
        if !state.followsDevice {
          settings.applied = applied
          settings.software = state.asked.divided(by: applied)
        }
        settings.isUnknown = state.isUnknown
        if settings != state.timeline.newest { state.note(settings) }
      }
    } catch {
      state.withLock { state in
        state.isUnread = true
        state.note(state.timeline.newest)
      }
      throw error
    }
  }

  /// Advances the camera's automatic modes by one frame whose settings are known.
  func adjust(by frame: CameraFrame) {
    adjustWhiteBalance(by: frame)
    adjustExposure(by: frame)
    adjustFocus(by: frame)
    watchSubjectArea(by: frame)
  }

  private func adjustWhiteBalance(by frame: CameraFrame) {
    let mode = whiteBalanceMode
    guard mode != .locked else { return }
    if balance.usesDeviceAutomatic {
      let isSettled = state.withLock { state in
        state.automatic.follow(frame.appliedGains)
        return state.automatic.isSettled
      }
      if isSettled, mode == .autoWhiteBalance {
        setAutomatically(frame.appliedGains.normalized, in: mode, then: .locked)
      }
      return
    }
    guard let neutral = frame.grayWorldNeutral(),
      let gains = try? LinearGains(neutralizing: neutral)
    else { return }
    let target = LinearGains(clamped(WhiteBalanceGains(gains)))
    let (next, isSettled) = state.withLock { state in
      let next = state.automatic.step(from: state.asked.normalized, to: target)
      return (next, state.automatic.isSettled)
    }
    if isSettled, mode == .autoWhiteBalance {
      setAutomatically(state.withLock { $0.asked }, in: mode, then: .locked)
    } else if let next {
      setAutomatically(next, in: mode, then: mode)
    }
  }

  /// Sets gains that automatic balance has found in a mode, unless a caller has changed the mode meanwhile.
  func setAutomatically(_ gains: LinearGains, in mode: WhiteBalanceMode, then next: WhiteBalanceMode) {
    _ = controlLock.withLockIfAvailable { _ in
      guard whiteBalanceMode == mode else { return }
      attemptAutomatically(.whiteBalance) { () throws(CameraError) in try set(gains, mode: next) }
    }
  }
}

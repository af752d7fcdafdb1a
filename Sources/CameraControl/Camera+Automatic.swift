internal import CameraDevices
internal import Synchronization
internal import WhiteBalance

/// The work that the camera does by itself, on the capture thread.
extension Camera {
  /// Notes which gains the device's own automatic balance has come to, so that the frame that comes next is known.
  ///
  /// - Returns: whether they are known.
  func followAutomatic() -> Bool {
    guard balance.usesDeviceAutomatic, whiteBalanceMode != .locked else { return true }
    // Somebody who is setting controls is not waited for: frames would be late.
    return controlLock.withLockIfAvailable { _ in
      guard let applied = try? ask({ device throws(CameraDeviceError) in try balance.appliedGains(device) }) else {
        return false
      }
      state.withLock { state in
        guard state.whiteBalanceMode != .locked else { return }
        var settings = state.timeline.newest
        settings.software = LinearGains(red: 1, green: 1, blue: 1)
        guard settings.applied != applied || settings != state.timeline.newest else { return }
        settings.applied = applied
        state.asked = applied.normalized
        state.note(settings)
      }
      return true
    } ?? false
  }

  /// The same for the device's own automatic exposure, where it tells.
  func followExposure() -> Bool {
    guard exposure.hasAutomatic, [.autoExpose, .continuousAutoExposure].contains(exposureMode) else { return true }
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
        settings.exposure = current
        state.note(settings)
      }
      return true
    } ?? false
  }

  /// Takes note of what others have changed. From now on frames are judged by what the device then has; a frame that may have either is
  /// not trusted.
  ///
  /// - Returns: whether the device has told.
  func followOthers() -> Bool {
    controlLock.withLockIfAvailable { _ in
      let changed = try? ask { device throws(CameraDeviceError) in try device.changedControls() }
      guard let changed else { return false }
      let isUnread = state.withLock { state in
        // A device tells once what has changed. It is asked again until it says what it has now.
        if !changed.isDisjoint(with: Self.measured) { state.isUnread = true }
        return state.isUnread
      }
      return !isUnread || (try? readAgain()) != nil
    } ?? true
  }

  /// The controls by which a frame is judged.
  private static let measured: Set<ControlID> = [
    .autoWhiteBalance, .redBalance, .blueBalance, .whiteBalanceTemperature, .autoExposure, .exposureAbsolute, .exposure,
    .autoGain,
    .gain, .analogueGain, .digitalGain, .testPattern, .horizontalBlanking, .pixelRate, .linkFrequency,
  ]

  /// Notes that the device may have other settings than were known, and reads which. To be called with the control lock held.
  func readAnew() {
    state.withLock { state in
      state.isUnread = true
      state.note(state.timeline.newest)
    }
    // Where the device does not tell, it is asked again with the next frame.
    try? readAgain()
  }

  /// Notes what the device has by its own word. To be called with the control lock held.
  ///
  /// - Throws: ``CameraError`` where the device does not tell. No frame is trusted then until it does.
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
        // Gains that the device moves by itself for us are followed in `followAutomatic`.
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

  /// Moves what is automatic on, by a frame whose settings are known.
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
        automatic(frame.appliedGains.normalized, unless: .locked, then: .locked)
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
      automatic(state.withLock { $0.asked }, unless: .locked, then: .locked)
    } else if let next {
      automatic(next, unless: .locked, then: mode)
    }
  }

  /// Sets gains that nobody has asked for, unless somebody has locked others meanwhile.
  private func automatic(
    _ gains: LinearGains, unless: WhiteBalanceMode, then mode: WhiteBalanceMode
  ) {
    _ = controlLock.withLockIfAvailable { _ in
      guard whiteBalanceMode != unless else { return }
      attempt { () throws(CameraError) in try set(gains, mode: mode) }
    }
  }
}

internal import CameraDevices
internal import Colorimetry
internal import DeviceProfiles
internal import Metering
internal import RawFrames
internal import Synchronization
public import WhiteBalance

extension Camera {
  // MARK: - Modes

  /// Returns whether the camera has `mode`. Frames without colours cannot be balanced automatically.
  public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
    mode == .locked || isColor || balance.usesDeviceAutomatic
  }

  /// Whether gains can be locked. It is always true: gains that a device cannot apply are attached to its frames.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { true }

  /// The mode of white balance.
  ///
  /// Setting it needs ``lockForConfiguration()``. If setting fails, the mode stays and ``failure`` has the reason;
  /// ``setWhiteBalanceMode(_:)`` throws it instead.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { state.withLock { $0.whiteBalanceMode } }
    set { attempt { () throws(CameraError) in try setWhiteBalanceMode(newValue) } }
  }

  /// Whether automatic balance has not yet come to rest.
  public var isAdjustingWhiteBalance: Bool {
    state.withLock { $0.whiteBalanceMode != .locked && !$0.automatic.isSettled }
  }

  /// Sets the mode of white balance.
  ///
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, where the camera does not have the mode, or where
  ///   the device fails.
  public func setWhiteBalanceMode(_ mode: WhiteBalanceMode) throws(CameraError) {
    try checkConfiguration()
    guard isWhiteBalanceModeSupported(mode) else {
      throw error(.modeNotSupported(mode == .locked ? "locked white balance" : "automatic white balance"))
    }
    guard mode != .locked else {
      try lockWhiteBalance(at: nil)
      return
    }
    try controlLock.withLock { (_: inout Void) throws(CameraError) in
      let isAutomatic = try change { device throws(CameraDeviceError) in
        try balance.setAutomatic(balance.usesDeviceAutomatic, device)
        return try balance.isAutomatic(device)
      } orGoBack: { device throws(CameraDeviceError) in
        // The change failed, so the camera keeps its mode, and the device's automatic mode is switched back.
        if balance.usesDeviceAutomatic { try balance.setAutomatic(whiteBalanceMode != .locked, device) }
      }
      let wasUnknown = state.withLock { state in
        let wasUnknown = state.isUnknown
        state.whiteBalanceMode = mode
        state.activity.balancesWhite = isAutomatic
        state.automatic = AutomaticBalance()
        // Gains that have not changed are noted too, because the first values that the driver reports may be old.
        state.note(state.timeline.newest)
        return wasUnknown
      }
      // The gains were unknown before this change, so they are read now.
      if wasUnknown { try? readAgain() }
    }
    noteSetByHand(.whiteBalance, isAutomatic: true)
  }

  // MARK: - Gains

  /// The largest gain that every channel can have.
  ///
  /// It is 4 with a usual profile, and less where the device's controls cannot reach that.
  public var maxWhiteBalanceGain: Float { Float(balance.maximumGain(profile.gainRange)) }

  /// The present gains, least gain 1: the ones that were set, or the ones that automatic balance has reached.
  public var deviceWhiteBalanceGains: WhiteBalanceGains { WhiteBalanceGains(state.withLock { $0.asked.normalized }) }

  /// The gains that make the middle half of the frame neutral, in every mode.
  ///
  /// A gain above ``maxWhiteBalanceGain`` is reduced to it. Before the first trusted frame of a run, these are the
  /// present gains, reduced in the same way.
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
    let (frame, asked) = state.withLock { ($0.latestTrusted, $0.asked) }
    let neutral = frame?.grayWorldNeutral()
    let gains = neutral.flatMap { try? LinearGains(neutralizing: $0) } ?? asked.normalized
    return clamped(WhiteBalanceGains(gains))
  }

  /// Locks the gains.
  ///
  /// - Parameters:
  ///   - gains: Gains from 1 to ``maxWhiteBalanceGain``, or ``currentWhiteBalanceGains``.
  ///   - completionHandler: A function that is called with the timestamp of the first frame that has the gains, or with
  ///     the present time where the camera does not run. It receives `nil` where no such frame came because the camera
  ///     stopped, was unplugged, or hung. Handlers are called in the order of the calls.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, for gains out of range, or where the device fails.
  ///   The handler is not called then.
  public func setWhiteBalanceModeLocked(
    with gains: WhiteBalanceGains, completionHandler: (@Sendable (Duration?) -> Void)? = nil
  ) throws(CameraError) {
    try setWhiteBalanceModeLocked(gains, completionHandler.map(handing))
  }

  /// Locks the gains and waits for the first frame that has them.
  ///
  /// - Returns: The frame's timestamp, or the present time where the camera does not run.
  /// - Throws: ``CameraError`` as ``setWhiteBalanceModeLocked(with:completionHandler:)`` does, and where no such frame
  ///   came; ``CameraError/Reason/cancelled`` as soon as the task is cancelled, and nothing is set if it already was.
  @discardableResult
  public func setWhiteBalanceModeLocked(with gains: WhiteBalanceGains) async throws(CameraError) -> Duration {
    try await timestamp { completion throws(CameraError) in try setWhiteBalanceModeLocked(gains, completion) }
  }

  /// Locks the gains for a light, and waits for the first frame that has them.
  ///
  /// - Parameters:
  ///   - light: The light, for example ``WhiteBalanceTemperatureAndTintValues/daylight``.
  ///   - policy: The treatment of gains above ``maxWhiteBalanceGain``.
  /// - Returns: The gains, the loss in making them legal, and the timestamp of the frame, or the present time where the
  ///   camera does not run.
  /// - Throws: ``CameraError``, for example ``CameraError/Reason/noProfile``, and
  ///   ``CameraError/Reason/conversion(_:)`` for a light that the device cannot be balanced for, and under
  ///   ``/WhiteBalance/GainPolicy/refuse`` for gains that are not legal.
  @discardableResult
  public func setWhiteBalanceModeLocked(
    with light: WhiteBalanceTemperatureAndTintValues, policy: GainPolicy = .refuse
  ) async throws(CameraError) -> (gains: FittedGains, timestamp: Duration) {
    let fitted: FittedGains
    let characterization = try knownCharacterization()
    do throws(WhiteBalanceError) {
      let range = try GainRange(maximum: Double(maxWhiteBalanceGain))
      fitted = try characterization.fitted(
        characterization.gains(
          for: TemperatureAndTint(temperature: Double(light.temperature), tint: Double(light.tint))),
        to: range, by: policy)
    } catch { throw self.error(.conversion(error)) }
    // A gain equal to the maximum stays equal to it when both are rounded to AVFoundation's precision.
    return (fitted, try await setWhiteBalanceModeLocked(with: WhiteBalanceGains(fitted.gains)))
  }

  /// The outcome of the last request for gains; `nil` before the first.
  public var whiteBalanceOutcome: WhiteBalanceOutcome? { state.withLock { $0.outcome } }

  private func setWhiteBalanceModeLocked(
    _ gains: WhiteBalanceGains, _ completion: Completion?
  ) throws(CameraError) {
    try checkConfiguration()
    guard gains != Self.currentWhiteBalanceGains else { return try lockWhiteBalance(at: nil, completion) }
    try checkLegal(gains)
    try checkGains()
    try lockWhiteBalance(at: LinearGains(gains), completion)
  }

  // MARK: - Setting gains

  func clamped(_ gains: WhiteBalanceGains) -> WhiteBalanceGains {
    let maximum = maxWhiteBalanceGain
    func clamp(_ gain: Float) -> Float { min(max(gain, 1), maximum) }
    return WhiteBalanceGains(
      redGain: clamp(gains.redGain), greenGain: clamp(gains.greenGain), blueGain: clamp(gains.blueGain))
  }

  func checkLegal(_ gains: WhiteBalanceGains) throws(CameraError) {
    let legal = 1...maxWhiteBalanceGain
    guard [gains.redGain, gains.greenGain, gains.blueGain].allSatisfy(legal.contains) else {
      throw error(.gainsOutOfRange(gains, maximum: maxWhiteBalanceGain))
    }
  }

  /// Sets the gains, or keeps the present ones, and locks the mode.
  private func lockWhiteBalance(
    at gains: LinearGains?, _ completion: Completion? = nil
  ) throws(CameraError) {
    let waits = try controlLock.withLock { (_: inout Void) throws(CameraError) -> Bool in
      guard let gains else { return try set(currentGains(), mode: .locked, completion) }
      return try set(gains, mode: .locked, completion)
    }
    noteSetByHand(.whiteBalance)
    // Where the camera does not run, there is no frame to wait for.
    if !waits { completion?(.success(nil)) }
  }

  /// Returns the present gains. Those of the device's automatic balance are read from the device.
  private func currentGains() throws(CameraError) -> LinearGains {
    let (asked, mode) = state.withLock { ($0.asked, $0.whiteBalanceMode) }
    guard balance.usesDeviceAutomatic, mode != .locked else { return asked.normalized }
    return try ask { device throws(CameraDeviceError) in try balance.appliedGains(device) }.normalized
  }

  /// Makes the device apply `gains`, and notes the time of the change. The caller must hold the control lock.
  ///
  /// - Returns: Whether `completion` waits for the first frame that has them.
  @discardableResult
  func set(
    _ gains: LinearGains, mode: WhiteBalanceMode, _ completion: Completion? = nil
  ) throws(CameraError) -> Bool {
    // Not every device lets its automatic balance be switched off.
    let (outcome, isAutomatic) = try change { device throws(CameraDeviceError) in
      (try balance.apply(gains, device), try balance.isAutomatic(device))
    } orGoBack: { device throws(CameraDeviceError) in
      // The change failed, so the camera keeps its mode, and the device balances by itself again.
      if balance.usesDeviceAutomatic, whiteBalanceMode != .locked { try balance.setAutomatic(true, device) }
    }
    return state.withLock { state in
      state.asked = outcome.asked
      state.whiteBalanceMode = mode
      state.activity.balancesWhite = isAutomatic
      state.outcome = outcome
      var settings = state.timeline.newest
      settings.applied = outcome.applied
      settings.software = outcome.software
      return state.note(settings, timeout: options.frameTimeout, completion)
    }
  }
}

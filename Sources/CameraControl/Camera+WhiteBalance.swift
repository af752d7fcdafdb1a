internal import CameraDevices
internal import Colorimetry
internal import DeviceProfiles
internal import Metering
internal import RawFrames
internal import Synchronization
public import WhiteBalance

extension Camera {
  // MARK: - Modes

  /// Whether the camera can be in `mode`: a format without colours cannot balance by itself.
  public func isWhiteBalanceModeSupported(_ mode: WhiteBalanceMode) -> Bool {
    mode == .locked || isColor || balance.usesDeviceAutomatic
  }

  /// Whether gains can be locked. They always can: where a device cannot apply gains, they travel with its frames.
  public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { true }

  /// The mode of white balance. Setting it needs ``lockForConfiguration()``; where it does not succeed the mode stays, and ``failure`` says why.
  /// ``setWhiteBalanceMode(_:)`` throws in its place.
  public var whiteBalanceMode: WhiteBalanceMode {
    get { state.withLock { $0.whiteBalanceMode } }
    set { attempt { () throws(CameraError) in try setWhiteBalanceMode(newValue) } }
  }

  /// Whether automatic balance has not come to rest.
  public var isAdjustingWhiteBalance: Bool {
    state.withLock { $0.whiteBalanceMode != .locked && !$0.automatic.isSettled }
  }

  /// Sets the mode of white balance.
  ///
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, where the camera has no such mode, or where it failed.
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
      try ask { device throws(CameraDeviceError) in try balance.setAutomatic(balance.usesDeviceAutomatic, device) }
      let wasUnknown = state.withLock { state in
        let wasUnknown = state.isUnknown
        state.whiteBalanceMode = mode
        state.activity.balancesWhite = balance.usesDeviceAutomatic
        state.automatic = AutomaticBalance()
        // Also of gains that have not changed: what the driver says of automatic ones at first may be from before.
        state.note(state.timeline.newest)
        return wasUnknown
      }
      // Unknown gains of the device's own automatic balance end here.
      if wasUnknown { try? readAgain() }
    }
    noteSetByHand(.whiteBalance)
  }

  // MARK: - Gains

  /// The largest gain that every channel can have: 4 with a usual profile, less where the device's controls cannot reach that.
  public var maxWhiteBalanceGain: Float { Float(balance.maximumGain(profile.gainRange)) }

  /// The gains of the moment: those asked for, or those that automatic balance has come to. Least gain 1.
  public var deviceWhiteBalanceGains: WhiteBalanceGains { WhiteBalanceGains(state.withLock { $0.asked.normalized }) }

  /// The gains that make the middle half of the frame neutral, in any mode, always legal: each too large is at the
  /// maximum. Before the first frame whose gains are known: those of the moment, as legal.
  public var grayWorldDeviceWhiteBalanceGains: WhiteBalanceGains {
    let (frame, asked) = state.withLock { ($0.latestTrusted, $0.asked) }
    let neutral = frame?.grayWorldNeutral()
    let gains = neutral.flatMap { try? LinearGains(neutralizing: $0) } ?? asked.normalized
    return clamped(WhiteBalanceGains(gains))
  }

  /// Locks the gains.
  ///
  /// - Parameters:
  ///   - gains: legal ones, or ``currentWhiteBalanceGains``.
  ///   - completionHandler: is called with the timestamp of the first frame that has the gains, after those of earlier
  ///     calls; with `nil` where no such frame came: the camera stopped, was unplugged, or hung. Where the camera does
  ///     not run, with the present time.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, for gains that are not legal, or where the device
  ///   failed. The handler is not called then.
  public func setWhiteBalanceModeLocked(
    with gains: WhiteBalanceGains, completionHandler: (@Sendable (Duration?) -> Void)? = nil
  ) throws(CameraError) {
    try setWhiteBalanceModeLocked(gains, completionHandler.map(handing))
  }

  /// Locks the gains and waits for the first frame that has them.
  ///
  /// - Returns: the frame's timestamp; where the camera does not run, the present time.
  /// - Throws: as the form with a handler, or where no such frame came.
  @discardableResult
  public func setWhiteBalanceModeLocked(with gains: WhiteBalanceGains) async throws(CameraError) -> Duration {
    try await timestamp { completion throws(CameraError) in try setWhiteBalanceModeLocked(gains, completion) }
  }

  /// Locks the gains for a light, and waits for the first frame that has them.
  ///
  /// - Parameters:
  ///   - light: for instance ``WhiteBalanceTemperatureAndTintValues/daylight``.
  ///   - policy: what to do with gains above ``maxWhiteBalanceGain``.
  /// - Returns: the gains, what it cost to make them legal, and the frame's timestamp, as of the form with gains.
  /// - Throws: ``CameraError``, among others ``CameraError/Reason/conversion(_:)`` for a light that the device cannot
  ///   be balanced for, and under ``/WhiteBalance/GainPolicy/refuse`` for gains that are not legal.
  @discardableResult
  public func setWhiteBalanceModeLocked(
    with light: WhiteBalanceTemperatureAndTintValues, policy: GainPolicy = .refuse
  ) async throws(CameraError) -> (gains: FittedGains, timestamp: Duration) {
    let fitted: FittedGains
    do throws(WhiteBalanceError) {
      let characterization = profile.characterization
      let range = try GainRange(maximum: Double(maxWhiteBalanceGain))
      fitted = try characterization.fitted(
        characterization.gains(
          for: TemperatureAndTint(temperature: Double(light.temperature), tint: Double(light.tint))),
        to: range, by: policy)
    } catch { throw self.error(.conversion(error)) }
    // Rounded to AVFoundation's precision a gain of the maximum stays one.
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
    try lockWhiteBalance(at: LinearGains(gains), completion)
  }

  // MARK: - What is done

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

  /// Sets the gains, or those of the moment, and the mode to locked.
  private func lockWhiteBalance(
    at gains: LinearGains?, _ completion: Completion? = nil
  ) throws(CameraError) {
    let waits = try controlLock.withLock { (_: inout Void) throws(CameraError) -> Bool in
      guard let gains else { return try set(currentGains(), mode: .locked, completion) }
      return try set(gains, mode: .locked, completion)
    }
    noteSetByHand(.whiteBalance)
    // Nothing has to be waited for where the camera does not run.
    if !waits { completion?(.success(nil)) }
  }

  /// The gains of the moment; of the device's automatic balance, as it says now.
  private func currentGains() throws(CameraError) -> LinearGains {
    let (asked, mode) = state.withLock { ($0.asked, $0.whiteBalanceMode) }
    guard balance.usesDeviceAutomatic, mode != .locked else { return asked.normalized }
    return try ask { device throws(CameraDeviceError) in try balance.appliedGains(device) }.normalized
  }

  /// Has the device apply `gains`, and notes when it had them. To be called with the control lock held.
  ///
  /// - Returns: whether `completion` waits for the first frame that has them.
  @discardableResult
  func set(
    _ gains: LinearGains, mode: WhiteBalanceMode, _ completion: Completion? = nil
  ) throws(CameraError) -> Bool {
    let outcome: WhiteBalanceOutcome
    do throws(CameraError) {
      outcome = try ask { device throws(CameraDeviceError) in try balance.apply(gains, device) }
    } catch {
      readAnew()
      throw error
    }
    return state.withLock { state in
      state.asked = outcome.asked
      state.whiteBalanceMode = mode
      state.activity.balancesWhite = false
      state.outcome = outcome
      var settings = state.timeline.newest
      settings.applied = outcome.applied
      settings.software = outcome.software
      return state.note(settings, limit: changeLimit, completion)
    }
  }
}

internal import GrayCard
internal import WhiteBalance

/// A measurement of light from frame to frame, which returns the settings to make on the device.
///
/// A meter is a value. It has no device, and no clock but the frames' times. Its owner makes the settings that
/// ``update(with:)`` returns, and states for each frame whether it surely includes them. See Docs/Methods/Metering.md.
///
///     var meter = Meter()
///     try meter.scan([.exposure, .whiteBalance])
///     let actions = meter.update(with: frame)
///     if let gains = actions.gains { /* set them on the device */ }
public struct Meter: Hashable, Sendable {
  /// The thresholds of the meter.
  public let settings: MeterSettings
  /// The status of each quantity, and the values measured.
  public private(set) var scene = MeteringScene()
  /// The time of the frames seen so far, in seconds. Where their clock jumps back, the interval before counts instead.
  ///
  /// A lock has its `lockExpiry` minus this time left.
  public private(set) var elapsed = 0.0

  private var controls = Controls()
  private var phases = Phases()
  private var skipping = FrameSkipping()
  /// The number of frames that were skipped.
  package private(set) var skippedCount = 0
  private var scanStart: Double?
  private var scanLockDuration = 0.0
  /// The state before the scan, for ``cancelScan()``.
  private var origin = Origin()
  private var lastFrame: FrameMark?
  /// Whether ``beginRun()`` was called and no frame has come since. Locks made meanwhile begin with the next frame;
  /// earlier ones run on during the pause.
  private var isNewRun = false
  /// The position to which a search that was ended returns the lens with the next frame.
  private var lensToReturn: Double?
  /// The locks that begin with the first frame of the new run.
  private var locksOfNewRun: Set<MeteringQuantity> = []

  /// The time of a frame, and the interval since the one before, in seconds.
  private struct FrameMark: Hashable, Sendable {
    var time: Double
    var sequence: UInt32
    var interval: Double
  }

  /// Creates a meter that leaves every quantity alone until it is asked.
  public init(settings: MeterSettings = MeterSettings()) {
    self.settings = settings
  }

  // MARK: - Requests

  /// Whether a scan is in progress.
  public var isScanning: Bool { MeteringQuantity.allCases.contains { phases[$0] == .scanning } }

  /// Measures these quantities from the next frame on, and locks those that have converged once all of them are done.
  ///
  /// The other quantities stay as they are. Those of a scan in progress become what they would be had it been
  /// cancelled. A lens that follows the scene does not move until the scan is over.
  ///
  /// - Parameters:
  ///   - quantities: The quantities to measure, at least one.
  ///   - lockDuration: The time, in seconds of the frames, after which the lock expires and the quantity is followed;
  ///     0, negative or infinite to lock for good.
  /// - Throws: ``MeteringError/lockDurationNotANumber``, ``MeteringError/nothingToMeter``, or, where ``settings`` are
  ///   not valid, ``MeteringError/timeLimitOutOfRange(_:)``, ``MeteringError/exposureTargetOutOfRange(_:)`` or
  ///   ``MeteringError/thresholdOutOfRange(_:_:)``.
  public mutating func scan(
    _ quantities: Set<MeteringQuantity>, lockDuration: Double = 0
  ) throws(MeteringError) {
    try settings.check()
    guard !lockDuration.isNaN else { throw .lockDurationNotANumber }
    guard !quantities.isEmpty else { throw .nothingToMeter }
    let now = Origin(phases: phases, scene: scene, controls: controls)
    if isScanning {
      // The previous scan is replaced. Quantities that it did not scan may have been locked or unlocked since it
      // began, so a cancelled scan must return to their present state.
      for quantity in MeteringQuantity.allCases where phases[quantity] != .scanning { origin.take(quantity, from: now) }
    } else {
      origin = now
    }
    (scanStart, scanLockDuration) = (nil, lockDuration)
    for quantity in MeteringQuantity.allCases {
      if quantities.contains(quantity) {
        restart(quantity)
        begin(.scanning, quantity, .metering)
      } else if phases[quantity] == .scanning {
        // The previous scan is replaced, and what it measured beside this one's quantities is as if it were cancelled.
        if quantity == .focus { endSearch() }
        leaveScan(of: quantity)
      }
    }
  }

  /// Locks these quantities as they are from now on.
  ///
  /// - Parameters:
  ///   - quantities: The quantities to lock, at least one.
  ///   - duration: The time, in seconds of the frames, after which the lock expires. With 0, a negative number or
  ///     infinity it does not expire.
  /// - Throws: ``MeteringError/lockDurationNotANumber`` or ``MeteringError/nothingToMeter``.
  public mutating func lock(_ quantities: Set<MeteringQuantity>, duration: Double = 0) throws(MeteringError) {
    guard !duration.isNaN else { throw .lockDurationNotANumber }
    guard !quantities.isEmpty else { throw .nothingToMeter }
    if quantities.contains(.focus) { leaveLens() }
    for quantity in quantities {
      hold(quantity, duration: duration)
      // The caller may have locked other gains than the meter's own, so the measurement starts anew.
      if quantity == .whiteBalance { controls.whiteBalance.restart() }
    }
  }

  /// Follows the scene with these quantities: measures them, and returns changes for the device when the scene
  /// departs.
  ///
  /// - Parameter quantities: The quantities to follow. An empty set changes nothing.
  /// - Throws: The errors of settings that are not valid, as ``scan(_:lockDuration:)`` throws them.
  public mutating func unlock(_ quantities: Set<MeteringQuantity>) throws(MeteringError) {
    try settings.check()
    for quantity in MeteringQuantity.allCases where quantities.contains(quantity) { follow(quantity) }
  }

  /// Leaves these quantities alone from now on. They become diverged for a reason that the meter cannot know, such as
  /// ``MeteringReason/unsupported``.
  public mutating func stop(_ quantities: Set<MeteringQuantity>, because reason: MeteringReason) {
    if quantities.contains(.focus) { leaveLens() }
    for quantity in MeteringQuantity.allCases where quantities.contains(quantity) {
      begin(.resting, quantity, .diverged, reason)
    }
  }

  /// Notes that frames begin to come, after a pause of any length. A lock that is made from now on begins with the
  /// first of them.
  public mutating func beginRun() { isNewRun = true }

  /// The quantities that are measured in each frame: those that are neither locked nor left alone.
  package var measuredQuantities: Set<MeteringQuantity> {
    Set(MeteringQuantity.allCases.filter { phases[$0].isActive })
  }

  /// Notes that the device failed to do what the last update returned. Every quantity being measured is measured again,
  /// and its setting is requested again.
  public mutating func noteFailedRequest() {
    for quantity in MeteringQuantity.allCases where phases[quantity].isActive {
      if quantity == .focus, phases[quantity].isFollowing { controls.focus.resume() } else { restart(quantity) }
      scene.set(.metering, nil, of: quantity)
    }
  }

  /// Cancels a scan, and locks again the quantities that were locked before it.
  ///
  /// The owner must restore the device's settings of these quantities, because a meter does not know settings that
  /// others have made.
  ///
  /// - Returns: The position of the lens before a search of the scan; `nil` where there was none, or it is not known.
  @discardableResult
  public mutating func cancelScan() -> Double? {
    if phases[.focus] == .scanning { endSearch() }
    defer { lensToReturn = nil }
    for quantity in MeteringQuantity.allCases where phases[quantity] == .scanning { leaveScan(of: quantity) }
    return lensToReturn
  }

  /// Locks or follows a quantity again, as it was before the scan.
  private mutating func leaveScan(of quantity: MeteringQuantity) {
    switch origin.phases[quantity] {
    case .locked: restore(quantity)
    case .following:
      restart(quantity)
      follow(quantity)
    case .resting, .scanning: begin(.resting, quantity, .diverged, .cancelled)
    }
  }

  /// Ends a search of the lens, which goes back to where it was.
  private mutating func endSearch() {
    guard let position = controls.focus.endSearch() else { return }
    (lensToReturn, scene.focus.value) = (position, position)
  }

  /// Leaves the lens where it is. A later search that finds nothing returns the lens to where it is then.
  private mutating func leaveLens() {
    _ = controls.focus.endSearch()
    lensToReturn = nil
  }

  /// Returns the position for the lens of a search that was ended; `nil` where there is none, or focus is looked for
  /// again.
  private mutating func takeLensToReturn() -> Double? {
    defer { lensToReturn = nil }
    return phases[.focus].isActive ? nil : lensToReturn
  }

  private mutating func restore(_ quantity: MeteringQuantity) {
    var now = Origin(phases: phases, scene: scene, controls: controls)
    now.take(quantity, from: origin)
    (phases, scene, controls) = (now.phases, now.scene, now.controls)
  }

  /// Ends a scan as timed out. The owner calls this where no frames come, because the meter's time advances only with
  /// frames.
  ///
  /// The reason is the obstacle in the last frame that came, or ``MeteringReason/noFrames`` without one. If focus was
  /// being searched, the next update returns the lens to its earlier position.
  ///
  /// - Parameter seconds: The duration of the scan, in seconds.
  public mutating func endScan(after seconds: Double) {
    conclude(timedOut: .timedOut(seconds, nil))
  }

  // MARK: - Frames

  /// Whether the lens' position is needed with the next frame, because a search may begin.
  package var needsLensPosition: Bool { phases[.focus].isActive && controls.focus.mayBegin }

  /// Skips a frame where what is followed has converged and the block of frames before showed no change.
  ///
  /// The frame's time counts, so that a lock that is made meanwhile begins with it.
  ///
  /// - Parameters:
  ///   - time: The time of the frame, in seconds.
  ///   - sequence: The number of the frame.
  /// - Returns: Whether the frame is skipped, so that it must not be measured.
  package mutating func skip(frameAt time: Double, sequence: UInt32) -> Bool {
    guard isSteady, skipping.covers(time) else { return false }
    _ = advance(to: time, sequence)
    skippedCount += 1
    return true
  }

  /// Whether something is followed, all of it has converged, and no lock is to run out.
  private var isSteady: Bool {
    let active = measuredQuantities
    return !isScanning && !active.isEmpty && active.allSatisfy { scene.status(of: $0) == .converged }
      && MeteringQuantity.allCases.allSatisfy { scene.lockExpiry(of: $0) == nil }
  }

  /// Takes a frame.
  ///
  /// - Returns: The changes to make on the device now.
  public mutating func update(with frame: MeteringFrame) -> MeteringActions {
    guard advance(to: frame.time, frame.sequence) else { return MeteringActions(lensPosition: takeLensToReturn()) }
    expireLocks()
    // The scan ends with the frame after the last quantity converged, so that the scene has shown it.
    if isScanning, isScanDone { conclude(timedOut: nil) }
    var actions = MeteringActions()
    if frame.isTrusted { actions = control(with: frame) } else { controls.interrupt() }
    skipBehind(frame)
    keepTime()
    if let position = takeLensToReturn() { actions.lensPosition = position }
    return actions
  }

  /// Begins to skip frames where a block of frames has ended and none of the quantities has begun to depart.
  private mutating func skipBehind(_ frame: MeteringFrame) {
    guard frame.isTrusted, isSteady, case .ok = frame.card else {
      skipping = FrameSkipping()
      return
    }
    guard skipping.add(frameAt: frame.time) else { return }
    let departing = measuredQuantities.contains { quantity in
      switch quantity {
      case .exposure: controls.exposure.isDeparting
      case .focus: controls.focus.isDeparting
      case .whiteBalance: controls.whiteBalance.isDeparting(at: elapsed, settings)
      }
    }
    guard !departing else { return }
    skipping.begin(behind: frame.time)
    // The frames of a block are consecutive, so the next one begins behind those that are skipped.
    controls.interrupt()
  }

  /// Advances the time to a frame.
  ///
  /// - Returns: `false` where the frame is the same as the last.
  private mutating func advance(to time: Double, _ sequence: UInt32) -> Bool {
    guard let last = lastFrame else {
      lastFrame = FrameMark(time: time, sequence: sequence, interval: 0)
      (isNewRun, locksOfNewRun) = (false, [])
      return true
    }
    let step = time - last.time
    if step == 0, sequence == last.sequence { return false }
    // The clock may have been set back or have wrapped, or the time may not be a number.
    let known = step >= 0 && step.isFinite ? step : last.interval
    // An infinite time would have no difference to a later one.
    let interval = (elapsed + known).isFinite ? known : 0
    elapsed += interval
    for quantity in locksOfNewRun {
      guard case .locked(let expiry?) = phases[quantity] else { continue }
      phases[quantity] = .locked(until: expiry + interval)
      scene.setExpiry(expiry + interval, of: quantity)
    }
    (isNewRun, locksOfNewRun) = (false, [])
    lastFrame = FrameMark(time: time, sequence: sequence, interval: interval)
    return true
  }

  /// Updates exposure first, since focus and white balance need light; then focus, since the lens moves; then the
  /// gains.
  private mutating func control(with frame: MeteringFrame) -> MeteringActions {
    var actions = MeteringActions()
    if phases[.exposure].isActive {
      actions.exposureChange = controls.exposure.update(
        &scene.exposure, with: frame, at: elapsed, settings: settings)
    }
    let isExposed = isSettled(.exposure)
    if isLensPaused {
      controls.focus.interrupt()
    } else if phases[.focus].isActive {
      actions.lensPosition = controls.focus.update(
        &scene.focus, with: frame, at: elapsed, isScanning: phases[.focus] == .scanning, mayAct: isExposed,
        settings: settings)
    }
    if phases[.whiteBalance].isActive {
      actions.gains = controls.whiteBalance.update(
        &scene.whiteBalance, with: frame, at: elapsed, isScanning: phases[.whiteBalance] == .scanning,
        mayAct: isExposed && (isLensPaused || isSettled(.focus)), settings: settings)
    }
    return actions
  }

  /// Whether a lens that is followed rests, because a scan without it is in progress: a search takes seconds, and
  /// colours need no focus.
  private var isLensPaused: Bool { isScanning && phases[.focus].isFollowing }

  private func isSettled(_ quantity: MeteringQuantity) -> Bool {
    !phases[quantity].isActive || scene.status(of: quantity) != .metering
  }

  private var isScanDone: Bool {
    MeteringQuantity.allCases.allSatisfy { phases[$0] != .scanning || scene.status(of: $0) != .metering }
  }

  // MARK: - Time

  private mutating func expireLocks() {
    for quantity in MeteringQuantity.allCases {
      if case .locked(let expiry?) = phases[quantity], elapsed >= expiry { follow(quantity) }
    }
  }

  private mutating func keepTime() {
    if isScanning {
      let start = scanStart ?? elapsed
      scanStart = start
      if elapsed - start >= settings.timeLimit, !isScanDone {
        conclude(timedOut: .timedOut(settings.timeLimit, nil))
      }
    }
    for quantity in MeteringQuantity.allCases where phases[quantity].isFollowing {
      guard scene.status(of: quantity) == .metering else {
        phases[quantity] = .following(since: nil)
        continue
      }
      guard case .following(let since?) = phases[quantity] else {
        phases[quantity] = .following(since: elapsed)
        continue
      }
      guard elapsed - since >= settings.timeLimit else { continue }
      scene.set(.diverged, .timedOut(settings.timeLimit, scene.reason(of: quantity)), of: quantity)
    }
  }

  /// Locks what has converged, and leaves the rest alone.
  private mutating func conclude(timedOut: MeteringReason?) {
    let scanned = MeteringQuantity.allCases.filter { phases[$0] == .scanning }
    // These come before anything rests, because a quantity may have waited for an earlier one of the same scan.
    let obstacles = scanned.map(obstacle)
    for (quantity, obstacle) in zip(scanned, obstacles) {
      switch scene.status(of: quantity) {
      case .converged: hold(quantity, duration: scanLockDuration)
      case .metering:
        if quantity == .focus { endSearch() }
        var reason = timedOut
        if case .timedOut(let seconds, nil) = timedOut { reason = .timedOut(seconds, obstacle) }
        begin(.resting, quantity, .diverged, reason)
      case .diverged, .locked: phases[quantity] = .resting
      }
    }
    scanStart = nil
  }

  /// Returns the obstacle to a quantity: its own, or else that of the earlier quantity that it was waiting for.
  private func obstacle(to quantity: MeteringQuantity) -> MeteringReason {
    if let reason = scene.reason(of: quantity) { return reason }
    let earlier = MeteringQuantity.allCases.prefix { $0 != quantity }.first { !isSettled($0) }
    return earlier.map(obstacle) ?? .noFrames
  }

  // MARK: - Phases

  private mutating func hold(_ quantity: MeteringQuantity, duration: Double) {
    let expiry = duration > 0 && duration.isFinite ? elapsed + duration : nil
    begin(.locked(until: expiry), quantity, .locked, scene.reason(of: quantity).flatMap { $0.isLimit ? $0 : nil })
    scene.setExpiry(expiry, of: quantity)
    if isNewRun { locksOfNewRun.insert(quantity) }
  }

  private mutating func follow(_ quantity: MeteringQuantity) {
    // A quantity that is followed and was not found is looked for again.
    if phases[quantity].isFollowing, scene.status(of: quantity) != .diverged { return }
    switch (quantity, phases[quantity]) {
    case (.exposure, _): controls.exposure.restart()
    case (.focus, _): controls.focus.resume()
    case (.whiteBalance, .locked): controls.whiteBalance.resume()
    // Somebody may have set gains while the meter left them alone.
    case (.whiteBalance, _): controls.whiteBalance.restart()
    }
    begin(.following(since: nil), quantity, .metering)
  }

  private mutating func restart(_ quantity: MeteringQuantity) {
    switch quantity {
    case .exposure: controls.exposure.restart()
    case .focus: controls.focus.restart()
    case .whiteBalance: controls.whiteBalance.restart()
    }
  }

  private mutating func begin(
    _ phase: Phase, _ quantity: MeteringQuantity, _ status: MeteringStatus, _ reason: MeteringReason? = nil
  ) {
    phases[quantity] = phase
    scene.setExpiry(nil, of: quantity)
    scene.set(status, reason, of: quantity)
  }
}

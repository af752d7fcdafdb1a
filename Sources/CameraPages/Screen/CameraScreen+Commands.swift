internal import Calibration
internal import CameraControl
internal import Colorimetry
internal import DeviceProfiles
internal import GrayCard
internal import Metering
internal import RawFrames
internal import SensorSimulation
internal import Synchronization
internal import WhiteBalance

extension CameraScreen {
  /// Performs a page's command, and notifies the observers.
  ///
  /// It waits for the end of a scan. Other commands may have only set the camera's controls when it returns: the first
  /// trusted frame has the change.
  func perform(_ command: ScreenCommand) async throws(ScreenError) {
    // The outcome of the previous command is obsolete.
    state.withLock { $0.notice = nil }
    await awaken()
    guard state.withLock({ $0.beginCommand() }) else { throw .hasEnded }
    defer { endCommand() }
    do {
      try await execute(command)
    } catch {
      publishState()
      throw (error as? ScreenError) ?? .failed("\(error)")
    }
    publishState()
  }

  /// Waits until no command is being performed. None begins any more.
  func waitForCommands() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.commandCount > 0 { state.lastCommand = continuation }
        return state.commandCount == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func endCommand() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.commandCount -= 1
      return state.commandCount == 0 ? state.lastCommand.take() : nil
    }
    waiting?.resume()
  }

  private func execute(_ command: ScreenCommand) async throws {
    let camera = camera
    switch command {
    case .light(let temperature, let tint):
      try await holding(.whiteBalance) { try self.lock(temperature: temperature, tint: tint, camera) }
    case .gains(let gains): try await holding(.whiteBalance) { try self.lock(gains, light: nil, camera) }
    case .policy(let policy): try await change(camera) { $0.policy = policy }
    case .gainLimit(let limit):
      guard limit <= Double(camera.maxWhiteBalanceGain) else {
        throw ScreenError.gainLimit(limit, largest: camera.maxWhiteBalanceGain)
      }
      try await change(camera) { $0.limit = limit }
    case .whiteBalanceMode(let mode):
      try await holding(.whiteBalance, isAutomatic: mode != .locked) { try camera.setWhiteBalanceMode(mode) }
    case .grayWorld:
      try await holding(.whiteBalance) {
        try self.lock(LinearGains(camera.grayWorldDeviceWhiteBalanceGains), light: nil, camera)
      }
    case .grayCard: try await balanceByCard(camera)
    case .exposure(let duration, let iso): try await expose(duration, iso, camera)
    case .exposureMode(let mode):
      try await holding(.exposure, isAutomatic: mode.isAutomatic) { try camera.setExposureMode(mode) }
    case .bias(let stops): try camera.setExposureTargetBias(Float(stops), completionHandler: nil)
    case .lensPosition(let position):
      try await holding(.focus) {
        try camera.setFocusModeLocked(lensPosition: Float(position), completionHandler: nil)
      }
      let done = noteLens(of: camera)
      state.withLock { ($0.asked.lensPosition, $0.asked.doneLensPosition) = (position, done) }
    case .focusMode(let mode):
      try await holding(.focus, isAutomatic: mode != .locked) { try camera.setFocusMode(mode) }
    case .metering(let mode, let point): try meter(mode, point, camera)
    case .scan(let duration, let quantities): try await scan(duration, quantities)
    case .cancelScan: state.withLock { $0.scan }?.cancel()
    case .lock(let duration, let quantities):
      try await meter.lock(quantities, duration: duration)
    case .unlock(let quantities): try await meter.unlock(quantities)
    case .takeControl: break
    case .scene(let light, let brightness, let isChart): try see(light, brightness, isChart: isChart)
    case .unplug, .plugIn: try plug(command == .plugIn)
    case .addCard(let light): try await addCard(under: light, camera)
    case .removeCard(let index): try state.withLock { try $0.calibration.remove(index) }
    case .addChart(let light, let corners): try await addChart(under: light, corners, camera)
    case .removeChart(let index): try state.withLock { try $0.calibration.removeChart(index) }
    case .makeProfile(let origin): try makeProfile(from: origin, camera)
    case .useProfile: try await attend { Result { try self.useProfile() } }.get()
    }
  }

  // MARK: - White balance

  private func lock(temperature: Double, tint: Double, _ camera: Camera) throws {
    guard let profile = camera.knownProfile else { throw ScreenError.noLightWithoutProfile }
    let light = ScreenState.Light(temperature: temperature, tint: tint)
    let gains = try profile.characterization.gains(for: TemperatureAndTint(temperature: temperature, tint: tint))
    try lock(gains, light: light, camera)
  }

  private func lock(_ gains: LinearGains, light: ScreenState.Light?, _ camera: Camera) throws {
    let policy = state.withLock { $0.asked.policy }
    let fitted = try fitted(gains, policy, camera)
    let shift =
      fitted.isClamped
      ? fitted.temperatureShift.flatMap { kelvin in
        fitted.tintShift.map { ScreenState.Light(temperature: kelvin, tint: $0) }
      } : nil
    try camera.setWhiteBalanceModeLocked(
      with: CameraControl.Camera.WhiteBalanceGains(fitted.gains), completionHandler: nil)
    state.withLock { state in
      (state.asked.light, state.asked.gains, state.asked.shift) = (light, gains.normalized, shift)
      state.asked.doneGains = camera.deviceWhiteBalanceGains
    }
  }

  private func fitted(_ gains: LinearGains, _ policy: GainPolicy, _ camera: Camera) throws -> FittedGains {
    let range = gainRange(camera)
    guard let profile = camera.knownProfile else {
      return try gains.clamped(to: range, by: policy == .refuse ? .refuse : .clampChannels)
    }
    return try profile.characterization.fitted(gains, to: range, by: policy)
  }

  /// Changes how gains are fitted, and fits the gains of the last request again.
  /// Where they do not fit, nothing changes.
  private func change(_ camera: Camera, _ body: (inout Asked) -> Void) async throws {
    let (before, asked, lensPosition) = state.withLock { state in
      let before = state.asked
      body(&state.asked)
      return (before, state.asked, state.lensPosition)
    }
    let held = asked.held(by: camera, lensPosition: lensPosition)
    guard let gains = held.gains else { return }
    do { try await holding(.whiteBalance) { try self.lock(gains, light: held.light, camera) } } catch {
      state.withLock { ($0.asked.policy, $0.asked.limit) = (before.policy, before.limit) }
      throw error
    }
  }

  private func balanceByCard(_ camera: Camera) async throws {
    if let intrusion = camera.intrusion {
      throw ScreenError.intrusion(intrusion, device: camera.uniqueID)
    }
    let frame = try await camera.nextFrame()
    let (mode, point) = state.withLock { ($0.mode, $0.point) }
    let measurement = try measurement(of: frame, mode, point, camera)
    switch measurement.verdict {
    case .ok(let card):
      let light = card.light?.estimate.temperatureAndTint.map {
        ScreenState.Light(temperature: $0.temperature, tint: $0.tint)
      }
      try await holding(.whiteBalance) { try self.lock(card.gains.value, light: light, camera) }
    case .refused(let reasons): throw ScreenError.cardRefused(reasons)
    }
  }

  // MARK: - Exposure

  private func expose(_ duration: Double?, _ iso: Double?, _ camera: Camera) async throws {
    let before = try await holding(.exposure) {
      let (asked, lensPosition) = self.state.withLock { ($0.asked, $0.lensPosition) }
      let before = asked.held(by: camera, lensPosition: lensPosition)
      try camera.setExposureModeCustom(
        duration: duration.map { .seconds($0) } ?? CameraControl.Camera.currentExposureDuration,
        iso: iso.map { Float($0) } ?? CameraControl.Camera.currentISO, completionHandler: nil)
      return before
    }
    state.withLock { state in
      (state.asked.duration, state.asked.doneDuration) = (duration ?? before.duration, camera.exposureDuration)
      (state.asked.iso, state.asked.doneISO) = (iso ?? before.iso, camera.iso)
    }
  }

  // MARK: - The meter

  /// Makes a person's change of a quantity. The meter then leaves the quantity alone.
  private func holding<Value: Sendable>(
    _ quantity: MeteringQuantity, isAutomatic: Bool = false, _ change: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await meter.giveUp(quantity, isAutomatic: isAutomatic, with: change)
  }

  private func meter(_ mode: MeteringMode?, _ point: MeteringPoint?, _ camera: Camera) throws {
    state.withLock { state in
      state.mode = mode ?? state.mode
      state.point = point ?? state.point
      (state.meter.meteringMode, state.meter.meteringPoint) = (state.mode, state.point)
    }
    try setExposurePoint(of: camera)
  }

  /// Points automatic exposure at the metering point, where the camera has it.
  func setExposurePoint(of camera: Camera) throws(CameraError) {
    guard camera.isExposurePointOfInterestSupported else { return }
    try camera.setExposurePointOfInterest(state.withLock { $0.point })
  }

  private func scan(_ duration: Double, _ quantities: Set<MeteringQuantity>) async throws {
    let (meter, point) = state.withLock { ($0.meter, $0.point) }
    let task = Task { try await meter.scan(quantities, center: point, lockDuration: duration) }
    let before = state.withLock { state in
      defer { (state.scan, state.notice) = (task, nil) }
      return state.scan
    }
    before?.cancel()
    publishState()
    let result = await task.result
    state.withLock { state in
      // A newer scan replaces this one and reports its own outcome.
      guard state.scan == task else { return }
      state.scan = nil
      if case .failure(let error) = result {
        switch error as? CameraMeterError {
        case .cancelled?, .superseded?: break
        default: state.notice = "\(error)"
        }
      }
    }
    _ = try result.get()
  }

  // MARK: - The scene of a simulated camera

  /// Changes the parts of the scene that are given.
  private func see(_ name: String?, _ brightness: Double?, isChart: Bool?) throws {
    guard let world = options.simulatedCamera else { throw ScreenError.realLight }
    let light = try name.map { name in
      guard let light = CIEIlluminant(rawValue: name) else {
        throw ScreenError.unknownIlluminant(name)
      }
      return light.distribution
    }
    let present = world.view
    try world.setLight(light ?? present.light, brightness: brightness ?? present.brightness)
    if let isChart { try world.show(isChart ? .chart(ChartReference.colorChecker24.reflectances, columns: 6) : .card) }
    state.withLock { state in
      if let name { state.scene?.light = name }
      state.scene?.brightness = world.view.brightness
      if let isChart { state.scene?.subject = isChart ? "chart" : "card" }
    }
  }

  private func plug(_ isPluggedIn: Bool) throws {
    guard let world = options.simulatedCamera else { throw ScreenError.realPlug }
    if isPluggedIn { world.plugIn() } else { world.unplug() }
    state.withLock { $0.scene?.isPluggedIn = isPluggedIn }
  }
}

extension CameraScreen.State {
  /// Notes that a command begins, unless the screen has ended.
  ///
  /// - Returns: Whether the command may begin.
  fileprivate mutating func beginCommand() -> Bool {
    guard !hasEnded else { return false }
    commandCount += 1
    return true
  }
}

/// The library's gains. In a camera, the plain name is AVFoundation's type.
typealias LinearGains = WhiteBalance.WhiteBalanceGains

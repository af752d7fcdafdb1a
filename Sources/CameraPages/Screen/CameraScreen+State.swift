internal import CameraControl
internal import CameraDevices
internal import DeviceProfiles
internal import Metering
internal import RawFrames
internal import Synchronization
internal import WhiteBalance

extension CameraScreen {
  /// Returns the present state for pages, and asks the device for nothing: servers call it where they must not wait.
  func currentState() -> ScreenState {
    var now = state.withLock { state in
      state.number += 1
      return Snapshot(
        number: state.number, camera: state.camera, meter: state.meter,
        connection: state.connection, reopeningFailure: state.reopeningFailure,
        asked: state.asked, lensPosition: state.lensPosition, point: state.point, mode: state.mode, view: state.view,
        reading: state.readings.last, readingTime: state.readingTime,
        calibration: state.calibration, scene: state.scene, isScanning: state.scan != nil, notice: state.notice)
    }
    now.asked = now.asked.held(by: now.camera, lensPosition: now.lensPosition)
    if now.connection != .running || Self.isOld(now.readingTime, on: now.camera) { now.reading = nil }
    var shown = ScreenState(
      camera: device(now), presets: now.camera.knownProfile == nil ? [] : Self.presets, whiteBalance: whiteBalance(now),
      meter: meterState(now))
    shown.number = now.number
    shown.frame = now.view.last.map { frame in
      ScreenState.Frame(
        sequence: frame.sequence, time: frame.timestamp / .seconds(1), width: frame.frame.width,
        height: frame.frame.height, isTrusted: frame.isTrusted, rate: now.view.rate,
        clippedShare: now.view.picture?.clippedShare)
    }
    shown.exposure = exposure(now)
    shown.focus = focus(now)
    shown.reading = now.reading
    shown.calibration = now.calibration.shown(
      canRefine: now.camera.knownProfile != nil, hasFile: options.profileFile != nil)
    shown.notice = now.notice
    return shown
  }

  /// A copy of the screen's state, taken at one moment.
  private struct Snapshot {
    var number: Int
    var camera: Camera
    var meter: CameraMeter
    var connection: Connection
    var reopeningFailure: String?
    var asked: Asked
    var lensPosition: Float?
    var point: MeteringPoint
    var mode: MeteringMode
    var view: FrameView
    var reading: ScreenState.Reading?
    var readingTime: Duration?
    var calibration: ScreenCalibration
    var scene: ScreenState.Scene?
    var isScanning: Bool
    var notice: String?
  }

  private static let presets: [ScreenState.Preset] = [
    ("Tungsten", .tungsten), ("Fluorescent", .fluorescent), ("Daylight", .daylight), ("Cloudy", .cloudy),
    ("Shade", .shade),
  ].map { (name: String, light: Camera.WhiteBalanceTemperatureAndTintValues) in
    ScreenState.Preset(name: name, light: ScreenState.Light(light))
  }

  /// Returns whether a time is so long ago that the camera should have given a frame since.
  ///
  /// The limit is a second, or longer for long exposures.
  ///
  /// - Parameter time: A time of ``/CameraControl/Camera/now``; `nil` for none yet. Timestamps of frames may be of
  ///   another clock.
  private static func isOld(_ time: Duration?, on camera: Camera) -> Bool {
    guard let time else { return true }
    let frame = (camera.exposureDuration ?? .zero) + camera.activeVideoMinFrameDuration
    return camera.now - time > max(.seconds(1), frame * 3)
  }

  private func device(_ now: Snapshot) -> ScreenState.Device {
    let camera = now.camera
    var connection = now.connection
    // A frame that has come ends the silence, even if the screen has not handled it yet.
    if connection == .running, now.view.last != nil, Self.isOld(camera.latestArrival, on: camera) {
      connection = .silent
    }
    return ScreenState.Device(
      name: camera.uniqueID, product: camera.localizedName, connection: connection.rawValue,
      failure: failure(now, connection), intrusion: camera.intrusion?.rawValue,
      profile: camera.knownProfile.map { "\($0.identity)" }, scene: now.scene)
  }

  /// Returns the reason why there are no frames.
  private func failure(_ now: Snapshot, _ connection: Connection) -> String? {
    switch connection {
    case .running: nil
    case .silent, .unplugged, .resting: now.reopeningFailure ?? now.camera.failure?.description
    }
  }

  private func whiteBalance(_ now: Snapshot) -> ScreenState.WhiteBalance {
    let (camera, asked) = (now.camera, now.asked)
    let modes = CameraControl.Camera.WhiteBalanceMode.allCases.filter(camera.isWhiteBalanceModeSupported)
    let gains = camera.deviceWhiteBalanceGains
    // The outcome of a request holds until the camera balances by itself or another program sets other gains.
    let outcome = camera.whiteBalanceOutcome.flatMap { outcome in
      let isReplaced = now.view.last.map { $0.isTrusted && $0.appliedGains != outcome.applied } ?? false
      return camera.whiteBalanceMode == .locked && !isReplaced ? outcome : nil
    }
    let device = Double(camera.maxWhiteBalanceGain)
    // The driver's steps may make a gain slightly larger than the maximum.
    let light = camera.knownProfile == nil ? nil : try? camera.temperatureAndTintValues(for: gains)
    return ScreenState.WhiteBalance(
      mode: ScreenWords.word(camera.whiteBalanceMode, ScreenWords.whiteBalance),
      modes: modes.map { ScreenWords.word($0, ScreenWords.whiteBalance) }, method: camera.balanceMethod.rawValue,
      isAdjusting: camera.isAdjustingWhiteBalance, maximum: device,
      limit: asked.limit.map { min($0, device) } ?? device,
      policy: asked.policy.rawValue, askedLight: asked.light,
      askedGains: asked.gains.map(ScreenState.Gains.init), shift: asked.shift,
      gains: ScreenState.Gains(WhiteBalance.WhiteBalanceGains(gains)), light: light.map(ScreenState.Light.init),
      applied: outcome.map { ScreenState.Gains($0.applied) }, software: outcome.map { ScreenState.Gains($0.software) },
      controls: (outcome?.settings ?? []).map {
        ScreenState.Control(name: $0.control.name, asked: $0.asked, done: $0.done)
      })
  }

  private func exposure(_ now: Snapshot) -> ScreenState.Exposure? {
    let camera = now.camera
    let modes = CameraControl.Camera.ExposureMode.allCases.filter(camera.isExposureModeSupported)
    guard modes.count > 1 || camera.exposureDuration != nil else { return nil }
    var shown = ScreenState.Exposure(
      mode: ScreenWords.word(camera.exposureMode, ScreenWords.exposure),
      modes: modes.map { ScreenWords.word($0, ScreenWords.exposure) }, isAdjusting: camera.isAdjustingExposure)
    (shown.askedDuration, shown.askedISO) = (now.asked.duration, now.asked.iso)
    shown.duration = camera.exposureDuration.map { $0 / .seconds(1) }
    shown.iso = camera.iso.map(Double.init)
    shown.durations = camera.exposureDurationRange.map {
      ScreenState.Range(low: $0.lowerBound / .seconds(1), high: $0.upperBound / .seconds(1))
    }
    shown.isos = camera.isoRange.map { ScreenState.Range(low: Double($0.lowerBound), high: Double($0.upperBound)) }
    if camera.minExposureTargetBias < camera.maxExposureTargetBias {
      shown.bias = Double(camera.exposureTargetBias)
      shown.biases = ScreenState.Range(
        low: Double(camera.minExposureTargetBias), high: Double(camera.maxExposureTargetBias))
    }
    shown.offset = Double(camera.exposureTargetOffset)
    return shown
  }

  private func focus(_ now: Snapshot) -> ScreenState.Focus? {
    let camera = now.camera
    let modes = CameraControl.Camera.FocusMode.allCases.filter(camera.isFocusModeSupported)
    let hasLens = camera.isLockingFocusWithCustomLensPositionSupported
    guard modes.count > 1 || hasLens else { return nil }
    return ScreenState.Focus(
      mode: ScreenWords.word(camera.focusMode, ScreenWords.focus),
      modes: modes.map { ScreenWords.word($0, ScreenWords.focus) }, isAdjusting: camera.isAdjustingFocus,
      hasLens: hasLens, askedPosition: now.asked.lensPosition,
      position: now.lensPosition.map(Double.init))
  }

  private func meterState(_ now: Snapshot) -> ScreenState.Meter {
    let scene = now.meter.scene
    let time = now.meter.elapsed
    let quantities = MeteringQuantity.allCases.compactMap { quantity -> ScreenState.Quantity? in
      guard now.meter.supportedQuantities.contains(quantity) else { return nil }
      return ScreenState.Quantity(
        name: quantity.rawValue, status: scene.status(of: quantity).rawValue,
        reason: scene.reason(of: quantity)?.description,
        lockLeft: scene.lockExpiry(of: quantity).map { max($0 - time, 0) })
    }
    var region = [0.0, 0, 1, 1]
    if let frame = now.view.last?.frame {
      let part = now.mode.region(about: now.point, width: frame.width, height: frame.height)
      let (width, height) = (Double(frame.width), Double(frame.height))
      region = [
        Double(part.x) / width, Double(part.y) / height, Double(part.width) / width, Double(part.height) / height,
      ]
    }
    return ScreenState.Meter(
      mode: now.mode.rawValue, modes: now.camera.supportedMeteringModes.map(\.rawValue),
      point: ScreenState.Point(x: now.point.x, y: now.point.y), region: region, isScanning: now.isScanning,
      quantities: quantities)
  }
}

extension ScreenState.Light {
  init(_ light: CameraControl.Camera.WhiteBalanceTemperatureAndTintValues) {
    self.init(temperature: Double(light.temperature), tint: Double(light.tint))
  }
}

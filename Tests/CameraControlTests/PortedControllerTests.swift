#if os(Linux)
  import CameraControl
  import CameraDevices
  import Foundation
  import Metering
  import TestSupport
  import Testing

  private typealias AVCaptureDevice = CameraControl.Camera

  /// A controller of manual white balance, exposure, focus and brackets, written for AVFoundation. It differs from
  /// such code by the alias above and by the changes in the table of Docs/Camera.md: `try` before some members, and
  /// durations in place of `CMTime`.
  private final class ManualController: Sendable {
    let device: AVCaptureDevice

    init(_ device: AVCaptureDevice) { self.device = device }

    // MARK: - White balance

    func lockWhiteBalance(temperature: Float, tint: Float) throws {
      let values = AVCaptureDevice.WhiteBalanceTemperatureAndTintValues(temperature: temperature, tint: tint)
      try set(device.deviceWhiteBalanceGains(for: values))
    }

    func lockWithGrayCard() throws { try set(device.grayWorldDeviceWhiteBalanceGains) }

    private func set(_ gains: AVCaptureDevice.WhiteBalanceGains) throws {
      guard device.isLockingWhiteBalanceWithCustomDeviceGainsSupported else { return }
      try device.lockForConfiguration()
      try device.setWhiteBalanceModeLocked(with: normalized(gains), completionHandler: nil)
      device.unlockForConfiguration()
    }

    private func normalized(_ gains: AVCaptureDevice.WhiteBalanceGains) -> AVCaptureDevice.WhiteBalanceGains {
      var g = gains
      g.redGain = max(1, min(device.maxWhiteBalanceGain, g.redGain))
      g.greenGain = max(1, min(device.maxWhiteBalanceGain, g.greenGain))
      g.blueGain = max(1, min(device.maxWhiteBalanceGain, g.blueGain))
      return g
    }

    func changeWhiteBalanceMode(_ mode: AVCaptureDevice.WhiteBalanceMode) throws {
      try device.lockForConfiguration()
      if device.isWhiteBalanceModeSupported(mode) { device.whiteBalanceMode = mode }
      device.unlockForConfiguration()
    }

    func readTemperature() throws -> (temperature: Float, tint: Float) {
      let values = try device.temperatureAndTintValues(for: normalized(device.deviceWhiteBalanceGains))
      return (values.temperature, values.tint)
    }

    // MARK: - Exposure

    func changeExposure(slider: Double, iso: Float) throws {
      let shortest = max(device.activeFormat.minExposureDuration / .seconds(1), 1.0 / 8000)
      let longest = device.activeFormat.maxExposureDuration / .seconds(1)
      let seconds = pow(slider, 5) * (longest - shortest) + shortest
      let clamped = max(device.activeFormat.minISO, min(device.activeFormat.maxISO, iso))
      try device.lockForConfiguration()
      try device.setExposureModeCustom(duration: .seconds(seconds), iso: clamped, completionHandler: nil)
      device.unlockForConfiguration()
    }

    func changeISO(_ iso: Float) throws {
      try device.lockForConfiguration()
      try device.setExposureModeCustom(
        duration: AVCaptureDevice.currentExposureDuration, iso: iso, completionHandler: nil)
      device.unlockForConfiguration()
    }

    func expose(at point: MeteringPoint, bias: Float) throws {
      try device.lockForConfiguration()
      if device.isExposurePointOfInterestSupported, device.isExposureModeSupported(.continuousAutoExposure) {
        device.exposurePointOfInterest = point
        device.exposureMode = .continuousAutoExposure
        try device.setExposureTargetBias(bias, completionHandler: nil)
      }
      device.unlockForConfiguration()
    }

    // MARK: - Focus

    func changeLensPosition(_ position: Float) throws {
      guard device.isLockingFocusWithCustomLensPositionSupported else { return }
      try device.lockForConfiguration()
      try device.setFocusModeLocked(lensPosition: position, completionHandler: nil)
      device.unlockForConfiguration()
    }

    func focusOnce() throws {
      try device.lockForConfiguration()
      if device.isFocusModeSupported(.autoFocus) { device.focusMode = .autoFocus }
      device.unlockForConfiguration()
    }

    // MARK: - Brackets

    #if !canImport(AVFoundation)
      func manualBracket() -> [any AVCaptureBracketedStillImageSettings] {
        [0.005, 0.01, 0.02].prefix(device.maxBracketedCaptureStillImageCount).map { seconds in
          AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: .seconds(seconds), iso: AVCaptureDevice.currentISO)
        }
      }
    #endif
  }

  /// The meter's documented code, letter for letter, and code written for AVFoundation compile and work.
  @Suite(.virtualTime, .hangLimit) struct PortedControllerTests {
    private let simulated: SimulationInVirtualTime

    init() { simulated = SimulationInVirtualTime() }

    private func running() throws -> AVCaptureDevice {
      let camera = try AVCaptureDevice(device: simulated, profile: SimulationInVirtualTime.profile)
      try camera.startRunning()
      return camera
    }

    /// No time passes while the meter has work.
    private func watch(_ meter: CameraMeter) throws { try #require(VirtualTime.current).watch(meter.queue) }

    @Test func `a manual controller sets what it asks for`() async throws {
      let device = try running()
      let controller = ManualController(device)
      try controller.lockWhiteBalance(temperature: 5000, tint: 0)
      let light = try controller.readTemperature()
      #expect(Tolerance.temperatureOfGains.allows(Double(abs(light.temperature / 5000 - 1))), "\(light)")
      #expect(Tolerance.tintOfGains.allows(Double(abs(light.tint))), "\(light)")
      try controller.changeExposure(slider: 0.5, iso: 200)
      #expect(device.exposureMode == .custom && device.iso == 200)
      try controller.changeISO(400)
      #expect(device.iso == 400)
      try controller.changeLensPosition(0.25)
      #expect(Tolerance.stepOfLens.allows(Double(abs(try #require(device.lensPosition) - 0.25))))
      try controller.changeWhiteBalanceMode(.continuousAutoWhiteBalance)
      #expect(device.whiteBalanceMode == .continuousAutoWhiteBalance)
      try controller.focusOnce()
      #expect(device.isAdjustingFocus)
      try controller.expose(at: .center, bias: 1)
      _ = try await device.nextFrame(where: { _ in true })
      try controller.lockWithGrayCard()
      #expect(device.whiteBalanceMode == .locked && device.failure == nil)
    }

    @Test func `a manual controller exposes for a point, with a bias`() throws {
      let device = try CameraUnderTest(.webcam()).camera
      let point = try MeteringPoint(x: 0.25, y: 0.75)
      try ManualController(device).expose(at: point, bias: 1)
      #expect(device.exposurePointOfInterest == point && device.exposureMode == .continuousAutoExposure)
      #expect(device.exposureTargetBias == 1 && device.failure == nil)
    }

    #if !canImport(AVFoundation)
      @Test func `a bracket is checked, and taken`() async throws {
        let device = try running()
        let bracket = ManualController(device).manualBracket()
        try device.prepareToCaptureStillImageBracket(with: bracket)
        let frames = try await device.captureBracket(bracket)
        #expect(frames.compactMap(\.exposure.duration) == [0.005, 0.01, 0.02])
        let outOfRange = AVCaptureManualExposureBracketedStillImageSettings.manualExposureSettings(
          exposureDuration: .seconds(9), iso: AVCaptureDevice.currentISO)
        #expect(throws: CameraError.self) { try device.prepareToCaptureStillImageBracket(with: [outOfRange]) }
      }
    #endif

    @Test func `properties are observed: each value once, until the camera stops`() async throws {
      let device = try running()
      let isos = device.values(of: { $0.iso })
      try device.lockForConfiguration()
      try await device.setExposureModeCustom(duration: AVCaptureDevice.currentExposureDuration, iso: 300)
      var seen: [Float] = []
      for await iso in isos {
        if let iso { seen.append(iso) }
        if iso == 300 { device.stopRunning() }
      }
      #expect(seen.last == 300 && Set(seen).count == seen.count && seen.count <= 2, "\(seen)")
    }

    @Test func `the meter's documented code compiles, and does what it says`() async throws {
      let device = try running()
      let meter: CameraMeter = try #require(device.meter)
      try watch(meter)
      #expect(device.meter === meter)
      let current: CameraScene? = device.scene
      #expect(current != nil)
      let publisher: AnyPublisher = device.scenePublisher
      try await meter.scan(
        center: nil, surface: nil, lockDuration: 6.0, exposure: true, focus: false, whiteBalance: true)
      #expect(device.scene?.whiteBalance.status == .locked)
      let expiry = try #require(device.scene?.whiteBalance.lockExpiry)
      #expect(expiry > 5)
      try await meter.lock(duration: -1.0, exposure: true, focus: true, whiteBalance: true, throwIfUnsupported: false)
      #expect(device.scene?.whiteBalance.lockExpiry == nil)
      try await meter.unlock(exposure: true, focus: false, whiteBalance: true)
      #expect(device.scene?.whiteBalance.status == .metering || device.scene?.whiteBalance.status == .converged)
      for await scene in publisher {
        if scene.whiteBalance.status == .converged { break }
      }
      await #expect(throws: CameraMeterError.unknownSurface("second", known: ["frames"])) {
        try await meter.scan(center: .center, surface: "second")
      }
      #expect(device.supportedMeteringModes == MeteringMode.allCases)
    }

    @Test func `a picture is metered before, unless that is declined`() async throws {
      let device = try running()
      let plain = try await device.capturePicture(meterIfNeeded: false)
      #expect(plain.isTrusted && device.whiteBalanceOutcome == nil)
      let meter = try #require(device.meter)
      try watch(meter)
      let metered = try await device.capturePicture()
      #expect(metered.isTrusted && device.whiteBalanceOutcome != nil)
      #expect(meter.scene.whiteBalance.status == .locked)
    }

    @Test func `an unplugged camera has no meter`() async throws {
      let device = try running()
      simulated.unplug()
      _ = try? await device.nextFrame(where: { _ in true })
      #expect(device.meter == nil && device.scene == nil)
    }
  }
#endif

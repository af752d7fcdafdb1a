import CameraControl
import Colorimetry
import DeviceProfiles
import GrayCard
import Metering
import TestSupport
import Testing
import WhiteBalance

/// The Swift of CameraControl's pages, on the simulated camera in real time.
@Suite(.hangLimit) struct CameraControlSamples {
  typealias Camera = CameraControl.Camera

  @Test func `the landing page`() async throws {
    let camera = try Camera(
      device: SimulatedCamera(), profile: SimulatedCamera.profile)
    try camera.startRunning()
    try camera.lockForConfiguration()
    _ = try await camera.nextFrame()
    try await camera.setWhiteBalanceModeLocked(
      with: camera.grayWorldDeviceWhiteBalanceGains)
    camera.unlockForConfiguration()
    let frame = try await camera.nextFrame()
    print(frame.isTrusted, camera.deviceWhiteBalanceGains)
    #expect(frame.isTrusted)
  }

  @Test func `live cameras`() async throws {
    let simulated = SimulatedCamera()
    let camera = try Camera(
      device: simulated, profile: SimulatedCamera.profile)
    try camera.startRunning()
    try simulated.setLight(CIEIlluminant.a.distribution, brightness: 0.5)

    var settings = MeterSettings()
    settings.timeLimit = 600
    let meter = CameraMeter(camera, settings: settings)
    try await meter.scan(lockDuration: 3600, focus: false)
    print(meter.scene.whiteBalance.status, camera.deviceWhiteBalanceGains)
    #expect(meter.scene.whiteBalance.status == .locked)

    try camera.lockForConfiguration()
    let tungsten = try camera.temperatureAndTintValues(
      for: camera.deviceWhiteBalanceGains)
    try await camera.setWhiteBalanceModeLocked(
      with: .daylight, policy: .nearestLight)
    camera.unlockForConfiguration()
    print(tungsten.temperature, tungsten.tint)

    let bracket = try await camera.captureBracket(
      [-1, 0, 1].map {
        AutoExposureBracketedStillImageSettings.autoExposureSettings(
          exposureTargetBias: $0)
      })
    let best = try bracket.bestCardMeasurement(on: SimulatedCamera.profile)
    print(bracket.count, best?.measurement.record.verdict as Any)
    camera.stopRunning()
    #expect(bracket.count == 3)
  }
}

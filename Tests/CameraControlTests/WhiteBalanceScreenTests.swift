#if os(Linux)
  import CameraControl
  import Foundation
  import TestSupport
  import Testing
  import VideoCapture

  private typealias Camera = CameraControl.Camera

  /// The logic of a manual white balance screen as an iOS app has it, written for AVFoundation: sliders of 1000-10000 K
  /// and ±150, a button for a gray card, and a switch. Its device's type has another name, and `try` stands where
  /// AVFoundation raises an exception.
  private final class WhiteBalanceScreen {
    typealias Device = Camera

    let device: Device
    var temperatureSlider: Float = 5000
    var tintSlider: Float = 0
    private(set) var message: String?

    init(device: Device) { self.device = device }

    func automaticSwitchChanged(isOn: Bool) {
      let mode = isOn ? Device.WhiteBalanceMode.continuousAutoWhiteBalance : .locked
      do {
        try device.lockForConfiguration()
        if device.isWhiteBalanceModeSupported(mode) {
          device.whiteBalanceMode = mode
        } else {
          message = "Mode is not supported"
        }
        device.unlockForConfiguration()
      } catch { message = "\(error)" }
    }

    func slidersChanged() {
      let temperatureAndTint = Device.WhiteBalanceTemperatureAndTintValues(
        temperature: temperatureSlider, tint: tintSlider)
      set(gains: device.deviceWhiteBalanceGains(for: temperatureAndTint))
    }

    func grayCardButtonPressed() {
      set(gains: device.grayWorldDeviceWhiteBalanceGains)
    }

    func lockButtonPressed() {
      do {
        try device.lockForConfiguration()
        try device.setWhiteBalanceModeLocked(with: Device.currentWhiteBalanceGains, completionHandler: nil)
        device.unlockForConfiguration()
      } catch { message = "\(error)" }
    }

    /// Observing `deviceWhiteBalanceGains` calls this.
    func gainsChanged() {
      do {
        let values = try device.temperatureAndTintValues(for: normalized(device.deviceWhiteBalanceGains))
        temperatureSlider = min(max(values.temperature, 1000), 10000)
        tintSlider = min(max(values.tint, -150), 150)
      } catch { message = "\(error)" }
    }

    private func set(gains: Device.WhiteBalanceGains) {
      do {
        try device.lockForConfiguration()
        // Conversions can give gains that are out of range, which raise an exception.
        try device.setWhiteBalanceModeLocked(with: normalized(gains), completionHandler: nil)
        device.unlockForConfiguration()
      } catch { message = "\(error)" }
    }

    private func normalized(_ gains: Device.WhiteBalanceGains) -> Device.WhiteBalanceGains {
      var g = gains
      g.redGain = max(1.0, min(g.redGain, device.maxWhiteBalanceGain))
      g.greenGain = max(1.0, min(g.greenGain, device.maxWhiteBalanceGain))
      g.blueGain = max(1.0, min(g.blueGain, device.maxWhiteBalanceGain))
      return g
    }
  }

  @Suite(.virtualTime) struct ManualWhiteBalanceScreen {
    @Test func `every place of the sliders sets gains that the device can have`() throws {
      let screen = WhiteBalanceScreen(device: try CameraUnderTest().camera)
      for temperature in stride(from: Float(1000), through: 10000, by: 450) {
        for tint in stride(from: Float(-150), through: 150, by: 30) {
          screen.temperatureSlider = temperature
          screen.tintSlider = tint
          screen.slidersChanged()
          #expect(screen.message == nil, "\(temperature) K, \(tint)")
          let gains = screen.device.deviceWhiteBalanceGains
          for gain in [gains.redGain, gains.greenGain, gains.blueGain] {
            #expect((1...screen.device.maxWhiteBalanceGain).contains(gain))
          }
        }
      }
    }

    @Test(arguments: [(Float(2856), Float(0)), (5000, 20), (6500, -10), (4000, 5)])
    func `the sliders come back where they were`(temperature: Float, tint: Float) throws {
      let screen = WhiteBalanceScreen(device: try CameraUnderTest().camera)
      (screen.temperatureSlider, screen.tintSlider) = (temperature, tint)
      screen.slidersChanged()
      screen.gainsChanged()
      #expect(screen.message == nil)
      #expect(Tolerance.temperatureOfGains.allows(Double(abs(screen.temperatureSlider / temperature - 1))))
      #expect(Tolerance.tintOfGains.allows(Double(abs(screen.tintSlider - tint))))
    }

    @Test func `a gray card makes the next frames neutral`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let before = try await test.camera.nextFrame()
      #expect(before.colorCast > 0.25)
      let screen = WhiteBalanceScreen(device: test.camera)
      screen.grayCardButtonPressed()
      #expect(screen.message == nil)
      let frame = try await test.camera.nextFrame()
      #expect(Tolerance.samplesOfWall.allows(frame.colorCast), "\(frame.colorCast)")
      #expect(test.driver.value(.redBalance) == 512)
      #expect(test.camera.whiteBalanceMode == .locked)
    }

    @Test func `the switch balances, and locks where it has come to`() async throws {
      let test = try CameraUnderTest(SensorDriver { _ in })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let screen = WhiteBalanceScreen(device: test.camera)
      screen.automaticSwitchChanged(isOn: true)
      #expect(screen.message == nil)
      #expect(test.camera.isAdjustingWhiteBalance)
      let camera = test.camera
      _ = try await camera.nextFrame { _ in !camera.isAdjustingWhiteBalance }
      screen.automaticSwitchChanged(isOn: false)
      #expect(test.camera.whiteBalanceMode == .locked)
      let cast = try await test.camera.nextFrame().colorCast
      #expect(Tolerance.settledBalance.allows(cast), "\(cast)")
    }
  }
#endif

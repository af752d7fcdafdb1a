#if os(Linux)
  import CVideo4Linux
  import CameraDevices
  import Colorimetry
  import SystemPackage
  import RawFrames
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  @testable import CameraControl

  /// Modes of exposure and focus that a device or the camera has of its own.
  @Suite(.virtualTime, .hangLimit) struct OwnModesTests {
    @Test func `a gain that was automatic is automatic again`() throws {
      let test = try CameraUnderTest(
        .webcam { $0.controls[.autoGain] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN) })
      let settings = try test.camera.currentSettings()
      try test.camera.lockForConfiguration()
      try test.camera.setExposureModeCustom(duration: .milliseconds(1), iso: 200, completionHandler: nil)
      #expect(test.driver.value(.autoGain) == 0)
      try test.camera.restore(settings)
      #expect(test.driver.value(.autoGain) == 1)
    }

    @Test func `balancing once searches again each time, and ends in a lock`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.autoWhiteBalance] = nil })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      for red in [0.10, 0.16] {
        test.driver.with { $0.wall.red = red }
        try camera.setWhiteBalanceMode(.autoWhiteBalance)
        #expect(camera.isAdjustingWhiteBalance)
        _ = await test.frames(60)
        #expect(camera.whiteBalanceMode == .locked)
        #expect(Tolerance.settledBalance.allows(try await camera.nextFrame().colorCast), "\(red)")
      }
    }

    @Test func `automatic balance stays at legal gains where the light asks for more`() async throws {
      let test = try CameraUnderTest(
        SensorDriver {
          $0.controls = [:]
          $0.wall = (0.02, 0.5, 0.5)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceMode(.autoWhiteBalance)
      _ = await test.frames(60)
      #expect(camera.whiteBalanceMode == .locked)
      let gains = camera.deviceWhiteBalanceGains
      #expect((gains.redGain, gains.greenGain, gains.blueGain) == (camera.maxWhiteBalanceGain, 1, 1), "\(gains)")
    }

    @Test func `what software had left to do is gone where the device balances by itself`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.blueBalance]?.range = 64...512 })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 1.001, greenGain: 1, blueGain: 2))
      #expect(try await camera.nextFrame().softwareGains.red != 1)
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      test.driver.move(.redBalance, to: 300)
      let frame = try await camera.nextFrame { $0.isTrusted && $0.appliedGains.red > 1 }
      #expect(frame.softwareGains == .init(red: 1, green: 1, blue: 1))
    }

    @Test func `a device that is asked to expose or to focus once is watched from then on`() async throws {
      let test = try CameraUnderTest(.webcam(automatic: true))
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      _ = await test.frames(30)
      #expect(!camera.isAdjustingExposure && !camera.isAdjustingFocus)
      try camera.setExposureMode(.autoExpose)
      try camera.setFocusMode(.autoFocus)
      _ = await test.frames(8)
      #expect(camera.exposureMode == .autoExpose && camera.focusMode == .autoFocus)
      _ = await test.frames(30)
      #expect(camera.exposureMode == .locked && camera.focusMode == .locked)
    }

    @Test func `a device that is opened while it focuses says so`() throws {
      #expect(try CameraUnderTest(.webcam()).camera.focusMode == .continuousAutoFocus)
    }

    @Test func `the lens that is set is not moved by the device`() throws {
      let test = try CameraUnderTest(.webcam())
      try test.camera.lockForConfiguration()
      try test.camera.setFocusModeLocked(lensPosition: nil, completionHandler: nil)
      #expect(test.driver.value(.continuousAutoFocus) == 0)
    }

    @Test func `focusing once ends when the device says that its search is over`() async throws {
      let test = try CameraUnderTest(
        .webcam {
          $0.controls[.continuousAutoFocus] = nil
          $0.controls[.autoFocusStart] = .init(range: 0...0, value: 0, type: V4L2_CTRL_TYPE_BUTTON)
          $0.controls[.autoFocusStatus] = .init(range: 0...7, value: 1, flags: UInt32(V4L2_CTRL_FLAG_READ_ONLY))
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setFocusMode(.autoFocus)
      _ = await test.frames(30)
      #expect(camera.focusMode == .autoFocus)
      test.driver.with { $0.controls[.autoFocusStatus]?.value = 2 }
      _ = await test.frames(3)
      #expect(camera.focusMode == .locked)
    }

    @Test func `a failed change leaves the mode of focus as it was`() throws {
      let test = try CameraUnderTest(.webcam { $0.controls[.focusAbsolute]?.failure = .ioError })
      var change = CameraChange()
      change.lensPosition = 0.25
      #expect(throws: CameraError.self) { try test.camera.make(change) }
      #expect(test.driver.value(.continuousAutoFocus) == 1 && test.camera.focusMode == .continuousAutoFocus)
    }

    /// Its frames do not show when the device has come to rest, so that it would never be locked.
    @Test func `a camera without colours does not offer to expose or focus once`() throws {
      func modes(_ code: String) throws -> [Bool] {
        let camera = try CameraUnderTest(.webcam(automatic: true) { $0.fourCC = FourCC(code) }).camera
        return [
          camera.isExposureModeSupported(.autoExpose), camera.isExposureModeSupported(.continuousAutoExposure),
          camera.isFocusModeSupported(.autoFocus), camera.isFocusModeSupported(.continuousAutoFocus),
        ]
      }
      #expect(try modes("RG16") == [true, true, true, true])
      #expect(try modes("Y16 ") == [false, true, false, true])
    }

    /// A program that waits until it adjusts no longer would wait for ever.
    @Test func `a camera without colours is never said to adjust`() async throws {
      let camera = try CameraUnderTest(.webcam(automatic: true) { $0.fourCC = FourCC("Y16 ") }).camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      #expect(camera.exposureMode == .continuousAutoExposure && camera.focusMode == .continuousAutoFocus)
      #expect(!camera.isAdjustingExposure && !camera.isAdjustingFocus)
    }

    @Test func `an assignment that succeeds ends the failure of an automatic mode`() async throws {
      let test = try CameraUnderTest(.webcam())
      let camera = test.camera
      try camera.startRunning()
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      test.driver.with { $0.controls[.exposureAbsolute]?.failure = .ioError }
      test.driver.with { $0.wall = (red: 0.01, green: 0.02, blue: 0.014) }
      _ = await test.frames(30)
      camera.stopRunning()
      #expect(camera.failure != nil)
      camera.whiteBalanceMode = .locked
      #expect(camera.failure == nil)
    }

    @Test func `a failed change of focus leaves a single one searching`() throws {
      let device = SimulationInVirtualTime()
      let camera = try CameraControl.Camera(device: device, profile: SimulatedCamera.profile)
      try camera.lockForConfiguration()
      try camera.setFocusMode(.autoFocus)
      let found = try device.value(of: .continuousAutoFocus)
      device.failSetting(.continuousAutoFocus, count: 1)
      #expect(throws: CameraError.self) { try camera.setFocusMode(.locked) }
      #expect(try camera.focusMode == .autoFocus && device.value(of: .continuousAutoFocus) == found)
    }

    /// The frames of the way are not trusted, so only the device's values tell it.
    @Test func `a device that exposes and balances by itself adjusts while its values move`() async throws {
      let device = SimulationInVirtualTime()
      let camera = try CameraControl.Camera(device: device, profile: SimulatedCamera.profile)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure && !camera.isAdjustingWhiteBalance }
      try device.setLight(.planck(temperature: 2856), brightness: 0.25)
      var adjusts: [(exposure: Bool, balance: Bool)] = []
      for await frame in camera.frames {
        // The first frame that is trusted again shows that the device has arrived.
        if frame.isTrusted && !adjusts.isEmpty { break }
        if !frame.isTrusted { adjusts.append((camera.isAdjustingExposure, camera.isAdjustingWhiteBalance)) }
      }
      #expect(adjusts.contains { $0.exposure } && adjusts.contains { $0.balance }, "\(adjusts)")
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure && !camera.isAdjustingWhiteBalance }
    }

    @Test func `a bias is not reached before a frame has shown it`() async throws {
      let test = try CameraUnderTest(.webcam())
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setExposureMode(.continuousAutoExposure)
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      try await camera.setExposureTargetBias(2)
      #expect(camera.isAdjustingExposure)
    }
  }
#endif

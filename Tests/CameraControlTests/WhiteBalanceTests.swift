#if os(Linux)
  import CameraDevices
  import CVideo4Linux
  import CameraControl
  import Colorimetry
  import DeviceProfiles
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// Where AVFoundation raises an exception, an error is thrown; where it does not, none is.
  @Suite(.virtualTime) struct AVFoundationsExceptions {
    @Test(arguments: [
      gains(0.99, 1, 1), gains(1, 4.001, 1), gains(1, 1, 0), gains(.nan, 1, 1), gains(1, .infinity, 1), gains(-1, 1, 1),
    ])
    func `gains that are not legal are refused by setters and by conversions from gains`(
      gains: CameraControl.Camera.WhiteBalanceGains
    ) throws {
      let test = try CameraUnderTest()
      try test.camera.lockForConfiguration()
      let expected = "\(CameraError.Reason.gainsOutOfRange(gains, maximum: 4))"
      #expect(
        try CameraUnderTest.reason { try test.camera.setWhiteBalanceModeLocked(with: gains, completionHandler: nil) }
          .description == expected)
      #expect(try CameraUnderTest.reason { _ = try test.camera.chromaticityValues(for: gains) }.description == expected)
      #expect(
        try CameraUnderTest.reason { _ = try test.camera.temperatureAndTintValues(for: gains) }.description == expected)
      #expect(test.driver.with { $0.setCount } == 0)
    }

    @Test(arguments: [(Float(-0.01), Float(0.3)), (0.3, 1.01), (.nan, 0.3), (0.3, .infinity)])
    func `a chromaticity outside 0 to 1 is refused`(x: Float, y: Float) throws {
      let camera = try CameraUnderTest().camera
      let reason = try CameraUnderTest.reason { _ = try camera.deviceWhiteBalanceGains(for: .init(x: x, y: y)) }
      #expect("\(reason)" == "\(CameraError.Reason.chromaticityOutOfRange(.init(x: x, y: y)))")
    }

    @Test func `any other chromaticity has gains of 1 or more, or an error that says why`() throws {
      let camera = try CameraUnderTest().camera
      var refusals: [CameraError.Reason] = []
      for x in stride(from: Float(0), through: 1, by: 0.05) {
        for y in stride(from: Float(0), through: 1, by: 0.05) {
          do throws(CameraError) {
            let gains = try camera.deviceWhiteBalanceGains(for: .init(x: x, y: y))
            #expect([gains.redGain, gains.greenGain, gains.blueGain].allSatisfy { $0 >= 1 })
          } catch { refusals.append(error.reason) }
        }
      }
      #expect(!refusals.isEmpty)
      for reason in refusals {
        guard case .conversion = reason else {
          Issue.record("\(reason)")
          continue
        }
      }
    }

    @Test func `a chromaticity to which the device does not respond at all has no gains`() throws {
      // Each response is positive for daylight, and none for a light of Y alone.
      let matrix = Matrix3x3(2, -1.5, 0, 1, -1, 1, 0, -0.5, 1)
      var profile = try CameraUnderTest.profile(4)
      profile.characterization = .matrices(
        try MatrixCharacterization(lights: [.init(temperature: 6500, matrix: matrix)]))
      let device = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: SensorDriver.balanced()))
      let camera = try CameraControl.Camera(device: device, profile: profile)
      #expect {
        try camera.deviceWhiteBalanceGains(for: .init(x: 0.083, y: 0.833))
      } throws: { error in
        guard case .conversion(.noPositiveResponse) = (error as? CameraError)?.reason else { return false }
        return true
      }
    }

    @Test(arguments: [Float(-1), 0, 500, 1000, 2000, 1e9, .infinity, .nan], [Float(-1e9), -150, 0, 150, .nan])
    func `any temperature and tint have gains, legal or not`(temperature: Float, tint: Float) throws {
      let camera = try CameraUnderTest().camera
      let gains = camera.deviceWhiteBalanceGains(for: .init(temperature: temperature, tint: tint))
      // Not below one, unless they are no numbers.
      for gain in [gains.redGain, gains.greenGain, gains.blueGain] { #expect(!(gain < 1)) }
      // The method cannot throw, and Swift's `min` would make a legal gain of what is no number.
      #expect((camera.failure == nil) != gains.redGain.isNaN)
    }

    @Test func `conversions do not clamp`() throws {
      let camera = try CameraUnderTest().camera
      let gains = camera.deviceWhiteBalanceGains(for: .init(temperature: 1800, tint: 0))
      #expect(gains.blueGain > camera.maxWhiteBalanceGain)
    }

    @Test func `the conversions are the profile's`() throws {
      let camera = try CameraUnderTest().camera
      let characterization = try CameraUnderTest.profile(4).characterization
      let light = TemperatureAndTint(temperature: 4200, tint: 8)
      let wanted = try characterization.gains(for: light)
      let gains = camera.deviceWhiteBalanceGains(for: .init(temperature: 4200, tint: 8))
      #expect(gains == Camera.WhiteBalanceGains(wanted))
      let chromaticity = try Chromaticity(light)
      let values = try camera.chromaticityValues(for: gains)
      #expect(Tolerance.chromaticityOfGains.allows(abs(Double(values.x) - chromaticity.x)))
      #expect(Tolerance.chromaticityOfGains.allows(abs(Double(values.y) - chromaticity.y)))
    }

    @Test func `what sets a mode needs the lock for configuration`() throws {
      let camera = try CameraUnderTest().camera
      let set = {
        try CameraUnderTest.reason {
          try camera.setWhiteBalanceModeLocked(with: gains(1, 1, 1), completionHandler: nil)
        }
      }
      #expect(try set() == .notLockedForConfiguration)
      camera.whiteBalanceMode = .continuousAutoWhiteBalance
      #expect(camera.whiteBalanceMode == .locked)
      #expect(camera.failure?.reason == .notLockedForConfiguration)
      try camera.lockForConfiguration()
      try camera.lockForConfiguration()
      camera.unlockForConfiguration()
      try camera.setWhiteBalanceModeLocked(with: gains(1, 1, 1), completionHandler: nil)
      camera.unlockForConfiguration()
      camera.unlockForConfiguration()
      #expect(try set() == .notLockedForConfiguration)
    }

    @Test func `an assignment that succeeds clears the failure of the one before`() throws {
      let camera = try CameraUnderTest().camera
      camera.whiteBalanceMode = .continuousAutoWhiteBalance
      #expect(camera.failure?.reason == .notLockedForConfiguration)
      try camera.lockForConfiguration()
      camera.whiteBalanceMode = .continuousAutoWhiteBalance
      #expect(camera.whiteBalanceMode == .continuousAutoWhiteBalance && camera.failure == nil)
      camera.unlockForConfiguration()
    }

    @Test func `gray world is of the present run`() async throws {
      let test = try CameraUnderTest(.balanced { $0.wall = (red: 0.1, green: 0.2, blue: 0.15) })
      try test.camera.startRunning()
      _ = try await test.camera.nextFrame()
      #expect(test.camera.grayWorldDeviceWhiteBalanceGains != test.camera.deviceWhiteBalanceGains)
      test.camera.stopRunning()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      #expect(test.camera.grayWorldDeviceWhiteBalanceGains == test.camera.deviceWhiteBalanceGains)
      #expect(test.camera.latestFrame == nil && test.camera.latestArrival == nil)
    }

    @Test func `gray world is legal for any wall`() async throws {
      for wall in [(0.9, 0.01, 0.01), (0.001, 0.9, 0.9), (0.0, 0.0, 0.0), (1.5, 1.5, 1.5)] {
        let test = try CameraUnderTest(.balanced { $0.wall = wall })
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        _ = try await test.camera.nextFrame()
        let gains = test.camera.grayWorldDeviceWhiteBalanceGains
        for gain in [gains.redGain, gains.greenGain, gains.blueGain] { #expect((1...4).contains(gain)) }
      }
    }
  }

  @Suite(.virtualTime) struct WaysToApplyGains {
    private let scene: [(Float, Float, Float)] = [(1, 1, 1), (2, 1, 1.5), (1, 1.3, 3.9), (3.9, 1.2, 1), (1, 4, 1)]

    @Test func `by red and blue balance, green as their lack`() async throws {
      let test = try CameraUnderTest()
      #expect(test.camera.balanceMethod == .balanceControls)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      let native = try await test.camera.nextFrame().means()
      for (red, green, blue) in scene {
        try await test.camera.setWhiteBalanceModeLocked(with: gains(red, green, blue))
        let frame = try await test.camera.nextFrame()
        let redError: Double = frame.means().red / native.red - Double(red / green)
        #expect(Tolerance.unitsOfBalance.allows(abs(redError)))
        let blueError: Double = frame.means().blue / native.blue - Double(blue / green)
        #expect(Tolerance.unitsOfBalance.allows(abs(blueError)))
        #expect(frame.softwareGains.isWithin(.standard))
        let outcome = try #require(test.camera.whiteBalanceOutcome)
        #expect(outcome.settings.map(\.control) == [.redBalance, .blueBalance])
        #expect(outcome.settings.map(\.done) == [test.driver.value(.redBalance), test.driver.value(.blueBalance)])
      }
    }

    @Test func `automatic balance is off before`() throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.autoWhiteBalance]?.value = 1 })
      #expect(test.camera.whiteBalanceMode == .continuousAutoWhiteBalance)
      try test.camera.lockForConfiguration()
      try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      #expect(test.driver.value(.autoWhiteBalance) == 0)
      #expect(test.driver.value(.redBalance) == 512)
    }

    @Test func `what a coarse control leaves is software's`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.redBalance]?.step = 64
          $0.controls[.blueBalance]?.step = 64
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1 / 0.7))
      let frame = try await test.camera.nextFrame()
      #expect(frame.softwareGains != gainsOfOne)
      #expect(Tolerance.samplesOfWall.allows(frame.colorCast), "\(frame.colorCast)")
      let done = test.camera.whiteBalanceOutcome?.settings.map(\.done)
      #expect(done == [512, 384])
    }

    @Test func `by temperature, and software does the tint`() async throws {
      let profile = try CameraUnderTest.profile(4).characterization
      let light = try profile.gains(for: TemperatureAndTint(temperature: 3500, tint: 12))
      let test = try CameraUnderTest(
        SensorDriver {
          $0.controls[.autoWhiteBalance] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN)
          $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 5000, step: 10)
        })
      #expect(test.camera.balanceMethod == .temperatureControl)
      try test.camera.lockForConfiguration()
      try test.camera.setWhiteBalanceModeLocked(with: .init(light), completionHandler: nil)
      let outcome = try #require(test.camera.whiteBalanceOutcome)
      let kelvin = try #require(test.driver.value(.whiteBalanceTemperature))
      #expect(Tolerance.balanceTemperature.allows(Double(abs(kelvin - 3500))), "\(kelvin)")
      #expect(kelvin.isMultiple(of: 10))
      let own = try profile.gains(for: TemperatureAndTint(temperature: Double(kelvin), tint: 0))
      #expect(Tolerance.curveOfTemperatures.allows(abs(outcome.applied.red / (own.red / own.green) - 1)))
      let total = outcome.applied.red * outcome.software.red / outcome.software.green
      #expect(Tolerance.gainInFloat.allows(abs(total / (light.red / light.green) - 1)))
    }

    @Test func `the temperature set is the one whose gains are nearest in red and in blue`() throws {
      let calibration = try BalanceCalibration(
        red: BalanceCurve([.init(value: 2500, gain: 1), .init(value: 7500, gain: 3)]),
        blue: BalanceCurve([.init(value: 2500, gain: 3), .init(value: 7500, gain: 1)]))
      let test = try CameraUnderTest(
        SensorDriver { $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 5000, step: 10) }
      ) { $0.calibration = calibration }
      try test.camera.lockForConfiguration()
      for (red, blue) in [(1.5, 1.5), (3, 2), (1, 1.25), (2.5, 2.75), (2, 2)] {
        func distance(_ kelvin: Int64) -> Double {
          let redError = calibration.red.gain(at: Double(kelvin)) / red - 1
          let blueError = calibration.blue.gain(at: Double(kelvin)) / blue - 1
          return redError * redError + blueError * blueError
        }
        let nearest = stride(from: Int64(2500), through: 7500, by: 10).min { distance($0) < distance($1) }
        try test.camera.setWhiteBalanceModeLocked(with: gains(Float(red), 1, Float(blue)), completionHandler: nil)
        #expect(test.driver.value(.whiteBalanceTemperature) == nearest, "\(red), \(blue)")
      }
    }

    @Test func `a temperature without a profile tells no gains, so it is neither set nor metered by them`() async throws
    {
      let driver = SensorDriver {
        $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 5000)
        $0.controls[.exposureAbsolute] = .init(range: 1...10000, value: 156)
      }
      let test = try CameraUnderTest(driver, profile: .unknown)
      #expect(test.camera.balanceMethod == .temperatureControl)
      try test.camera.lockForConfiguration()
      let gains = Camera.WhiteBalanceGains(redGain: 2, greenGain: 1, blueGain: 1.5)
      #expect(
        try CameraUnderTest.reason { try test.camera.setWhiteBalanceModeLocked(with: gains, completionHandler: nil) }
          == .noProfile)
      #expect(test.driver.value(.whiteBalanceTemperature) == 5000)
      #expect(try CameraUnderTest.reason { try test.camera.checkMeasurable() } == .noProfile)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let meter = CameraMeter(test.camera)
      let noProfile = CameraMeterError.camera(CameraError(device: "/dev/video7", reason: .noProfile))
      await #expect(throws: noProfile) { try await meter.scan(focus: false) }
      await #expect(throws: noProfile) { try await meter.unlock(focus: false) }
      // Exposure needs no gains, and a picture asks for exposure alone. Its scan ends because this wall shows no card.
      try await meter.unlock(focus: false, whiteBalance: false)
      let error = await #expect(throws: CameraMeterError.self) { try await test.camera.capturePicture() }
      #expect(error != nil && error != noProfile)
      // A calibration of the control tells them, as does a profile.
      let calibration = try BalanceCalibration(
        red: BalanceCurve([.init(value: 2500, gain: 1), .init(value: 7500, gain: 2)]),
        blue: BalanceCurve([.init(value: 2500, gain: 3), .init(value: 7500, gain: 1)]))
      let calibrated = try CameraUnderTest(driver, profile: .unknown) { $0.calibration = calibration }
      try calibrated.camera.checkMeasurable()
      try CameraUnderTest(driver).camera.checkMeasurable()
    }

    @Test func `a temperature that another program sets is in the gains of the frames after`() async throws {
      let test = try CameraUnderTest(
        SensorDriver { $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 5000) })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let before = try await test.camera.nextFrame().appliedGains
      test.driver.setByAnother(.whiteBalanceTemperature, to: 3000)
      let frames = await test.frames(8)
      let own = try CameraUnderTest.profile(4).characterization.gains(
        for: TemperatureAndTint(temperature: 3000, tint: 0))
      let last = try #require(frames.last)
      #expect(last.isTrusted && last.appliedGains != before)
      #expect(Tolerance.curveOfTemperatures.allows(abs(last.appliedGains.red / (own.red / own.green) - 1)))
    }

    /// The device's own automatic balance does not tell where it goes, and stays where it was when it is switched off.
    @Test func `a temperature that another program's automatic balance has left is in the gains of the frames after`()
      async throws
    {
      let test = try CameraUnderTest(
        SensorDriver {
          $0.controls[.autoWhiteBalance] = .init(range: 0...1, value: 0, type: V4L2_CTRL_TYPE_BOOLEAN)
          $0.controls[.whiteBalanceTemperature] = .init(range: 2500...7500, value: 5000)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      _ = try await camera.nextFrame()
      test.driver.setByAnother(.autoWhiteBalance, to: 1)
      #expect(await test.frames(5).allSatisfy { !$0.isTrusted })
      test.driver.move(.whiteBalanceTemperature, to: 3000)
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      let own = try CameraUnderTest.profile(4).characterization.gains(
        for: TemperatureAndTint(temperature: 3000, tint: 0))
      let found = try await camera.nextFrame().appliedGains
      #expect(Tolerance.curveOfTemperatures.allows(abs(found.red / (own.red / own.green) - 1)), "\(found)")
    }

    /// If another program set such a control, its value could not be read and the gains would be unknown.
    @Test func `by software where a control can only be set`() throws {
      let driver = SensorDriver.balanced {
        for id in [ControlID.redBalance, .blueBalance] {
          $0.controls[id]?.flags = UInt32(V4L2_CTRL_FLAG_WRITE_ONLY)
        }
      }
      #expect(try CameraUnderTest(driver).camera.balanceMethod == .software)
    }

    /// Controls outlast the program that has set them.
    @Test func `by software, beside the gains that the device has`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.redBalance]?.value = 384 }) {
        $0.balanceMethod = .software
      }
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      #expect(try await camera.nextFrame().appliedGains == WhiteBalanceGains(red: 1.5, green: 1, blue: 1))
      try camera.lockForConfiguration()
      try await camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1.5))
      let frame = try await camera.nextFrame()
      #expect(frame.softwareGains == WhiteBalanceGains(red: 2 / 1.5, green: 1, blue: 1.5))
      test.driver.setByAnother(.redBalance, to: 512)
      #expect(try await camera.nextFrame().appliedGains == WhiteBalanceGains(red: 2, green: 1, blue: 1))
    }

    @Test(arguments: [0, 100])
    func `by software where the unit of the controls is not known, if they are at their defaults`(
      red: Int64
    ) throws {
      let camera = try CameraUnderTest(
        .balanced {
          $0.controls[.redBalance] = .init(range: -128...127, value: red, defaultValue: 0)
          $0.controls[.blueBalance] = .init(range: -128...127, value: 0, defaultValue: 0)
        }
      ).camera
      #expect(camera.balanceMethod == .software)
      try camera.lockForConfiguration()
      guard red != 0 else { return try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil) }
      let reason = try CameraUnderTest.reason {
        try camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      }
      guard case .device(.refused(let text)) = reason else {
        Issue.record("\(reason)")
        return
      }
      #expect(text.contains("is 100") && text.contains("default of 0"))
    }

    @Test func `by software where the device has no control`() async throws {
      let test = try CameraUnderTest(SensorDriver())
      #expect(test.camera.balanceMethod == .software)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1 / 0.7))
      let frame = try await test.camera.nextFrame()
      #expect(frame.appliedGains == gainsOfOne)
      #expect(Tolerance.samplesOfWall.allows(frame.colorCast), "\(frame.colorCast)")
    }

    @Test func `a control's range sets the largest gain`() throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.redBalance]?.range = 64...640 }, maximumGain: 8)
      #expect(test.camera.maxWhiteBalanceGain == 2.5)
      #expect(try CameraUnderTest(maximumGain: 3).camera.maxWhiteBalanceGain == 3)
    }

    @Test func `a balance whose range begins at 0 is a balance`() throws {
      let test = try CameraUnderTest(
        .balanced {
          for id in [ControlID.redBalance, .blueBalance] {
            $0.controls[id] = .init(range: 0...1023, value: 512, defaultValue: 512)
          }
        })
      #expect(test.camera.balanceMethod == .balanceControls)
      #expect(test.camera.maxWhiteBalanceGain == 1023.0 / 512)
      try test.camera.lockForConfiguration()
      try test.camera.setWhiteBalanceModeLocked(with: gains(1.5, 1, 1), completionHandler: nil)
      #expect(test.driver.value(.redBalance) == 768 && test.driver.value(.blueBalance) == 512)
    }

    @Test func `a way that the device has not is refused`() throws {
      #expect(throws: CameraError(device: "/dev/video7", reason: .device(.noControl(.redBalance)))) {
        _ = try CameraUnderTest(SensorDriver()) { $0.balanceMethod = .balanceControls }
      }
      let test = try CameraUnderTest { $0.balanceMethod = .software }
      #expect(test.camera.balanceMethod == .software)
    }

    @Test func `what the device refuses is named, and the mode stays`() throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.autoWhiteBalance]?.value = 1
          $0.controls[.blueBalance]?.failure = .ioError
        })
      try test.camera.lockForConfiguration()
      let reason = try CameraUnderTest.reason {
        try test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1), completionHandler: nil)
      }
      let failure = CaptureError.Reason.controlFailed(name: "", value: 512, .setExtendedControls, .ioError)
      #expect(reason == .device(.failed("\(failure)")))
      #expect(test.camera.whiteBalanceMode == .continuousAutoWhiteBalance)
      #expect(test.camera.whiteBalanceOutcome == nil)
    }

    @Test func `what is missing is named`() throws {
      for (there, missing) in [(ControlID.redBalance, ControlID.blueBalance), (.blueBalance, .redBalance)] {
        let driver = SensorDriver { $0.controls[there] = .init(range: 64...1024, value: 256) }
        let reason = try CameraUnderTest.reason {
          _ = try CameraUnderTest(driver) { $0.balanceMethod = .balanceControls }
        }
        #expect(reason == .device(.noControl(missing)))
      }
    }
  }

  private let gainsOfOne = WhiteBalance.WhiteBalanceGains(red: 1, green: 1, blue: 1)

  @Suite(.virtualTime) struct CalibrationOfBalance {
    /// Units that are nothing like the default: an offset, and a bend.
    private static func oddDriver(_ configure: (inout SensorDriver.State) -> Void = { _ in }) -> SensorDriver {
      .balanced {
        $0.redGain = { 0.4 + 0.6 * Double($0) / 256 }
        $0.blueGain = { (Double($0) / 256).squareRoot() }
        configure(&$0)
      }
    }

    @Test func `measures the units, and the next camera is right with it`() async throws {
      let driver = Self.oddDriver()
      let calibration: BalanceCalibration
      do {
        let test = try CameraUnderTest(driver)
        try test.camera.startRunning()
        try test.camera.lockForConfiguration()
        try await test.camera.setWhiteBalanceModeLocked(with: gains(2, 1, 1 / 0.7))
        #expect(try await test.camera.nextFrame().colorCast > 0.05)
        let before = test.driver.with { $0.controls.mapValues(\.value) }
        calibration = try await test.camera.calibratedBalance(steps: 17)
        #expect(test.driver.with { $0.controls.mapValues(\.value) } == before, "restored")
        test.camera.stopRunning()
      }
      for value in stride(from: 64.0, through: 1024, by: 60) {
        #expect(
          Tolerance.samplesOfWall.allows(abs(calibration.red.gain(at: value) / (0.4 + 0.6 * value / 256) - 1)))
        #expect(
          Tolerance.balanceBetweenPoints.allows(
            abs(calibration.blue.gain(at: value) / (value / 256).squareRoot() - 1)))
      }
      let test = try CameraUnderTest(driver) { $0.calibration = calibration }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      #expect(test.camera.maxWhiteBalanceGain < 2.1)
      try await test.camera.setWhiteBalanceModeLocked(with: gains(1.9, 1, 1 / 0.7))
      let frame = try await test.camera.nextFrame()
      let response = frame.nativeResponse(frame.means()).red / frame.means().green
      #expect(Tolerance.samplesOfWall.allows(abs(response / 0.5 - 1)), "\(response)")
    }

    /// The device's gains go twice as far, in stops, as those of the profile.
    @Test func `the values of a temperature control are measured, from the profile's gains at its default`()
      async throws
    {
      let characterization = try CameraUnderTest.profile(4).characterization
      let range = Int64(2800)...6500
      @Sendable func profile(_ kelvin: Double) -> WhiteBalance.WhiteBalanceGains {
        let gains = try? characterization.gains(for: TemperatureAndTint(temperature: kelvin, tint: 0))
        guard let gains else { return gainsOfOne }
        return WhiteBalance.WhiteBalanceGains(red: gains.red / gains.green, green: 1, blue: gains.blue / gains.green)
      }
      let start = profile(Double(range.lowerBound))
      @Sendable func device(_ kelvin: Double) -> WhiteBalance.WhiteBalanceGains {
        let gains = profile(kelvin)
        return WhiteBalance.WhiteBalanceGains(
          red: gains.red * gains.red / start.red, green: 1, blue: gains.blue * gains.blue / start.blue)
      }
      let test = try CameraUnderTest(
        SensorDriver {
          $0.controls = [.whiteBalanceTemperature: .init(range: range, value: 4000)]
          $0.gainsOfTemperature = { (device(Double($0)).red / start.red, device(Double($0)).blue / start.blue) }
        })
      #expect(test.camera.balanceMethod == .temperatureControl)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let calibration = try await test.camera.calibratedBalance(steps: 9)
      #expect(test.driver.value(.whiteBalanceTemperature) == 4000, "restored")
      #expect(calibration.red.points.count == 9 && calibration.blue.points.count == 9)
      for point in calibration.red.points {
        #expect(Tolerance.samplesOfWall.allows(abs(point.gain / device(point.value).red - 1)), "\(point)")
      }
      for point in calibration.blue.points {
        #expect(Tolerance.samplesOfWall.allows(abs(point.gain / device(point.value).blue - 1)), "\(point)")
      }
    }

    @Test(arguments: [(1.2, 1.05), (0.5, 1.1), (1, 0.8)])
    func `a light that changes is told from a control`(red: Double, blue: Double) async throws {
      let test = try CameraUnderTest(Self.oddDriver())
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      async let calibration = camera.calibratedBalance()
      let driver = test.driver
      // In the middle of the steps.
      _ = try await camera.nextFrame { _ in driver.with { $0.setCount } > 5 }
      test.driver.with { ($0.wall.red, $0.wall.blue) = (red * $0.wall.red, blue * $0.wall.blue) }
      do {
        Issue.record("no error, but \(try await calibration)")
      } catch {
        guard case .calibration(.unsteady(let factor))? = (error as? CameraError)?.reason else { throw error }
        let largest = abs(red - 1) > abs(blue - 1) ? red : blue
        #expect(Tolerance.samplesOfWall.allows(abs(factor / largest - 1)), "\(factor)")
      }
    }

    @Test func `a surface that is too bright or too dark is refused`() async throws {
      for level in [0.0001, 3] {
        let test = try CameraUnderTest(Self.oddDriver { $0.wall = (level, level, level) })
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        await #expect(throws: CameraError(device: "/dev/video7", reason: .calibration(.noRatios))) {
          _ = try await test.camera.calibratedBalance()
        }
      }
    }

    @Test(arguments: [[0.5, 1, 3], [3.0, 1, 0.5]])
    func `a curve leads from its values to gains and back, between its points and beyond`(gains: [Double]) throws {
      let points = zip([100.0, 200, 400], gains).map { BalanceCurve.Point(value: $0, gain: $1) }
      let curve = try BalanceCurve(points)
      for point in points { #expect(curve.gain(at: point.value) == point.gain) }
      #expect(curve.gain(at: 150) == (gains[0] + gains[1]) / 2)
      for value in [50.0, 100, 150, 200, 250, 399, 400, 420] {
        #expect(Tolerance.rounding.allows(abs(curve.value(for: curve.gain(at: value)) / value - 1)), "\(value)")
      }
    }

    @Test func `a curve must rise or fall`() {
      #expect(throws: BalanceCalibrationFault.tooFewPoints(1)) { try BalanceCurve([.init(value: 1, gain: 1)]) }
      let (low, high) = (BalanceCurve.Point(value: 1, gain: 1), BalanceCurve.Point(value: 2, gain: 2))
      #expect(throws: BalanceCalibrationFault.notMonotone(high, .init(value: 3, gain: 2))) {
        try BalanceCurve([low, high, .init(value: 3, gain: 2), .init(value: 4, gain: 5)])
      }
      #expect(throws: BalanceCalibrationFault.point(.init(value: 3, gain: 0))) {
        try BalanceCurve([low, high, .init(value: 3, gain: 0)])
      }
    }

    @Test func `a control with fewer values than steps is calibrated at each of them`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.redBalance]?.range = 252...258
          $0.controls[.blueBalance]?.range = 252...258
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let calibration = try await test.camera.calibratedBalance(steps: 12)
      #expect(calibration.red.points.map(\.value) == (252...258).map(Double.init))
    }
  }
#endif

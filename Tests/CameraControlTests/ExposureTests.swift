#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import CameraDevices
  import DigitalNegatives
  import FrameSources
  import Metering
  import RawFrames
  import RealModule
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  private typealias Camera = CameraControl.Camera

  @Suite(.virtualTime) struct CustomExposure {
    @Test func `ranges are the device's`() throws {
      let camera = try CameraUnderTest(.webcam()).camera
      let durations = try #require(camera.exposureDurationRange)
      #expect(durations.lowerBound == .microseconds(100))
      #expect(durations.upperBound == .seconds(1))
      #expect(camera.isoRange == 100...1593.75)
      #expect(camera.iso == 100)
      #expect(Tolerance.rounding.allows(abs(try #require(camera.exposureDuration) / .milliseconds(15.6) - 1)))
    }

    @Test func `the first trusted frame after a change has its duration and ISO`() async throws {
      let test = try CameraUnderTest(.webcam(automatic: true))
      #expect(test.camera.exposureMode == .continuousAutoExposure)
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      let before = try await test.camera.nextFrame().means()
      try await test.camera.setExposureModeCustom(duration: .milliseconds(31.2), iso: 150)
      #expect(test.camera.exposureMode == .custom)
      let frame = try await test.camera.nextFrame()
      #expect(Tolerance.samplesOfWall.allows(abs(frame.means().green / before.green / 3 - 1)))
      #expect(Tolerance.rounding.allows(abs(try #require(frame.exposure.duration) / 0.0312 - 1)))
      #expect(frame.exposure.iso == 150)
      #expect(test.driver.value(.autoExposure) == 1)
      // A change of the ISO alone keeps the duration.
      try await test.camera.setExposureModeCustom(duration: Camera.currentExposureDuration, iso: 100)
      #expect(test.driver.value(.exposureAbsolute) == 312)
      #expect(test.driver.value(.gain) == 16)
    }

    @Test func `an ISO is the gain times the base ISO that is told`() async throws {
      let test = try CameraUnderTest(.webcam()) { $0.baseISO = 50 }
      let camera = test.camera
      #expect(camera.iso == 50 && camera.isoRange == 50...796.875)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: Camera.currentExposureDuration, iso: 75)
      #expect(test.driver.value(.gain) == 24)
      let exposure = try await camera.nextFrame().exposure
      #expect(exposure.gain == 1.5 && exposure.iso == 75)
    }

    @Test func `what is out of range or not there is refused`() throws {
      let camera = try CameraUnderTest(.webcam()).camera
      func reason(_ duration: Duration, _ iso: Float) throws -> CameraError.Reason {
        try CameraUnderTest.reason {
          try camera.setExposureModeCustom(duration: duration, iso: iso, completionHandler: nil)
        }
      }
      #expect(try reason(.milliseconds(10), 100) == .notLockedForConfiguration)
      try camera.lockForConfiguration()
      #expect(try reason(.seconds(1.1), 100) == .outOfRange(.exposureDuration, 1.1, 1e-4...1))
      #expect(try reason(.zero, 100) == .outOfRange(.exposureDuration, 0, 1e-4...1))
      #expect(try reason(.milliseconds(10), 99) == .outOfRange(.iso, 99, 100...1593.75))
      guard case .outOfRange(.iso, let value, _) = try reason(.milliseconds(10), .nan), value.isNaN else {
        Issue.record("an ISO that is no number was taken")
        return
      }
      let bare = try CameraUnderTest().camera
      try bare.lockForConfiguration()
      #expect(!bare.isExposureModeSupported(.custom))
      #expect(
        try CameraUnderTest.reason {
          try bare.setExposureModeCustom(duration: .milliseconds(10), iso: Camera.currentISO, completionHandler: nil)
        } == .notSupported(.exposureDuration))
    }

    @Test func `more light is a longer exposure up to a frame's interval, then gain, then longer ones`() throws {
      // In units of 0.1 ms and of a sixteenth.
      let test = try CameraUnderTest(
        .webcam {
          $0.controls[.exposureAbsolute]?.value = 10
          $0.interval = .milliseconds(16)
        })
      try test.camera.lockForConfiguration()
      let steps: [(stops: Double, exposure: Int64, gain: Int64)] = [
        (3, 80, 16), (2, 160, 32), (3, 160, 255), (.log2(512.0 / 255), 5120, 16), (.log2(0.24 / 512), 2, 19),
      ]
      for (stops, exposure, gain) in steps {
        #expect(Tolerance.stepOfGain.allows(abs(try test.camera.changeExposure(byStops: stops) - stops)))
        #expect([test.driver.value(.exposureAbsolute), test.driver.value(.gain)] == [exposure, gain], "\(stops)")
      }
    }

    /// The durations are multiples of 10 ms.
    @Test(arguments: [(20, 200, 16), (255, 100, 29)] as [(Int64, Int64, Int64)])
    func `of two durations the longer is set where the gain cannot make up for the shorter`(
      largestGain: Int64, exposure: Int64, gain: Int64
    ) throws {
      let test = try CameraUnderTest(
        .webcam {
          $0.controls[.exposureAbsolute] = .init(range: 100...1000, value: 100, step: 100)
          $0.controls[.gain]?.range = 16...largestGain
          $0.interval = .milliseconds(100)
        })
      try test.camera.lockForConfiguration()
      _ = try test.camera.changeExposure(byStops: .log2(1.8))
      #expect([test.driver.value(.exposureAbsolute), test.driver.value(.gain)] == [exposure, gain])
    }

    /// A gain of 0 or less makes no picture.
    @Test(arguments: [0, -10] as [Int64]) func `a gain is above 0 by every law`(lowest: Int64) throws {
      let test = try CameraUnderTest(.webcam { $0.controls[.gain] = .init(range: lowest...100, value: 5) }) {
        $0.gainLaw = .proportional(one: 16)
      }
      #expect(try #require(test.camera.isoRange).lowerBound > 0)
      #expect(test.camera.exposureRoom.lowerBound.isFinite && test.camera.exposureRoom.upperBound > 0)
      try test.camera.lockForConfiguration()
      _ = try test.camera.changeExposure(byStops: -100)
      #expect(test.driver.value(.gain) == 1)
    }

    @Test func `an exposure of 0 can become brighter`() throws {
      let test = try CameraUnderTest(.webcam { $0.controls[.exposureAbsolute] = .init(range: 0...10000, value: 0) })
      #expect(test.camera.exposureRoom.lowerBound == 0 && test.camera.exposureRoom.upperBound > 10)
      try test.camera.lockForConfiguration()
      #expect(try test.camera.changeExposure(byStops: 3) == 3)
      #expect(test.driver.value(.exposureAbsolute) == 8)
    }

    @Test func `a device that always exposes by itself offers no other mode`() throws {
      let camera = try CameraUnderTest(
        .webcam(automatic: true) {
          $0.controls[.autoExposure] = .init(
            range: 3...3, value: 3, type: V4L2_CTRL_TYPE_MENU, names: [3: "Aperture Priority Mode"])
        }
      ).camera
      let modes = CameraControl.Camera.ExposureMode.allCases.filter(camera.isExposureModeSupported)
      #expect(modes == [.continuousAutoExposure] && camera.exposureMode == .continuousAutoExposure)
    }

    @Test(
      arguments: [.hyperbolic(full: 256), .proportional(one: 16), .decibels(perCode: 0.3)] as [ImageSensor.GainLaw])
    func `of two codes the one whose gain is nearer is set`(law: ImageSensor.GainLaw) throws {
      let codes = Int64(16)...200
      let test = try CameraUnderTest(
        .webcam { $0.controls[.analogueGain] = .init(range: codes, value: codes.lowerBound) }
      ) { $0.gainLaw = law }
      let camera = test.camera
      try camera.lockForConfiguration()
      for code in [16, 60, 100, 199] as [Double] {
        let (low, high) = (law.gain(of: code), law.gain(of: code + 1))
        for (share, nearer) in [(0.4, code), (0.6, code + 1)] {
          let iso = Float(100 * (low + share * (high - low)))
          try camera.setExposureModeCustom(duration: .milliseconds(10), iso: iso, completionHandler: nil)
          #expect(test.driver.value(.analogueGain) == Int64(nearer), "\(share) after \(code)")
        }
      }
    }

    @Test func `stops count from the exposure that another program's automatic mode has left`() throws {
      let test = try CameraUnderTest(
        .webcam(automatic: true) {
          $0.controls[.autoExposure]?.value = 1
          $0.interval = .milliseconds(40)
        })
      try test.camera.lockForConfiguration()
      test.driver.with { $0.controls[.autoExposure]?.value = 3 }
      #expect(Tolerance.stepOfGain.allows(abs(try test.camera.changeExposure(byStops: 1) - 1)))
      let values = [.autoExposure, .exposureAbsolute, .gain].map { test.driver.value($0) }
      #expect(values == [1, 312, 16])
    }

    @Test func `an exposure that the device does not report is not changed, and is not at its end`() throws {
      let test = try CameraUnderTest(
        .webcam(automatic: true) {
          // It stays on, whatever it is set to.
          $0.controls[.autoExposure]?.staleValue = 3
          $0.controls[.autoExposure]?.staleCount = .max
        })
      try test.camera.lockForConfiguration()
      let reason = try CameraUnderTest.reason { try test.camera.changeExposure(byStops: 1) }
      guard case .device(.failed) = reason else {
        Issue.record("\(reason)")
        return
      }
      #expect(test.driver.value(.exposureAbsolute) == 156 && test.driver.value(.gain) == 16)
      #expect(test.camera.exposureRoom == -Double.infinity...Double.infinity)
    }

    private func driverOfAutomaticGain(flags: UInt32 = 0) -> SensorDriver {
      .webcam(automatic: true) {
        $0.controls[.autoExposure]?.value = 1
        $0.controls[.autoGain] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN)
        $0.controls[.gain]?.flags = flags
      }
    }

    /// The unit of a gain whose range begins at 0 is not known.
    @Test func `an automatic gain of unknown unit is switched off where the exposure is set`() throws {
      let test = try CameraUnderTest(
        .webcam(automatic: true) {
          $0.controls[.autoGain] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN)
          $0.controls[.gain]?.range = 0...1023
        })
      try test.camera.lockForConfiguration()
      try test.camera.setExposureModeCustom(duration: .milliseconds(10), iso: Camera.currentISO, completionHandler: nil)
      #expect(test.camera.iso == nil && test.driver.value(.autoGain) == 0)
      try test.camera.setExposureMode(.continuousAutoExposure)
      #expect(test.driver.value(.autoGain) == 1)
    }

    @Test func `a gain that is automatic is known only where the driver reports it`() throws {
      let camera = try CameraUnderTest(driverOfAutomaticGain()).camera
      #expect(camera.iso == nil && camera.exposureDuration != nil)
      #expect(camera.exposureRoom == -Double.infinity...Double.infinity)
      let volatile = UInt32(V4L2_CTRL_FLAG_VOLATILE)
      #expect(try CameraUnderTest(driverOfAutomaticGain(flags: volatile)).camera.iso == 100)
    }

    @Test func `a gain is automatic while the exposure is, and stays where the exposure is set`() throws {
      let test = try CameraUnderTest(driverOfAutomaticGain())
      try test.camera.lockForConfiguration()
      #expect(Tolerance.stepOfGain.allows(abs(try test.camera.changeExposure(byStops: 1) - 1)))
      #expect(test.driver.value(.autoGain) == 0)
      try test.camera.setExposureMode(.continuousAutoExposure)
      #expect(test.driver.value(.autoGain) == 1 && test.camera.iso == nil)
      try test.camera.setExposureModeCustom(duration: Camera.currentExposureDuration, iso: 200, completionHandler: nil)
      #expect(test.driver.value(.autoGain) == 0 && test.camera.iso == 200)
    }

    @Test func `an automatic exposure that cannot be switched off is told, and what it sets is not known`() throws {
      let readOnly = UInt32(V4L2_CTRL_FLAG_READ_ONLY)
      let fixed = SensorDriver.webcam(automatic: true) { $0.controls[.autoExposure]?.flags = readOnly }
      let alone = SensorDriver.webcam(automatic: true) { $0.controls[.autoExposure]?.names = [3: "Aperture Priority"] }
      for driver in [fixed, alone] {
        let camera = try CameraUnderTest(driver).camera
        #expect(camera.exposureMode == .continuousAutoExposure && camera.exposureDuration == nil && camera.iso == nil)
        #expect(try source(driver).facts.exposure == .unknown)
      }
      let test = try CameraUnderTest(fixed)
      try test.camera.lockForConfiguration()
      #expect(throws: CameraError.self) { try test.camera.setExposureMode(.locked) }
      #expect(test.camera.exposureMode == .continuousAutoExposure && fixed.value(.autoExposure) == 3)
      #expect(!test.camera.isExposureModeSupported(.custom))
      #expect(CameraMeter(test.camera).supportedQuantities == [.focus, .whiteBalance], "the rest is metered beside it")
      // A device whose automatic exposure cannot be switched on counts as one without it. `Camera` exposes by its
      // meter.
      let manual = try CameraUnderTest(
        .webcam(automatic: true) {
          $0.controls[.autoExposure]?.flags = readOnly
          $0.controls[.autoExposure]?.value = 1
        })
      #expect(manual.camera.iso == 100 && manual.camera.maxExposureTargetBias > 0)
    }

    @Test func `an automatic gain that cannot be switched off leaves the gain unknown`() throws {
      for (value, iso) in [(1, nil), (0, 100)] as [(Int64, Float?)] {
        let driver = driverOfAutomaticGain()
        driver.with {
          $0.controls[.autoGain]?.flags = UInt32(V4L2_CTRL_FLAG_READ_ONLY)
          $0.controls[.autoGain]?.value = value
        }
        let camera = try CameraUnderTest(driver).camera
        #expect(camera.iso == iso)
        try camera.lockForConfiguration()
        try camera.setExposureModeCustom(
          duration: .milliseconds(20), iso: Camera.currentISO, completionHandler: nil)
        #expect(camera.exposureDuration == .milliseconds(20) && driver.value(.autoGain) == value)
        try camera.setExposureMode(.locked)
        #expect(camera.exposureMode == .locked)
      }
    }

    @Test func `a source of frames tells no gain that is automatic, whether the driver reports it or not`() throws {
      for flags in [0, UInt32(V4L2_CTRL_FLAG_VOLATILE)] {
        let exposure = try source(driverOfAutomaticGain(flags: flags)).facts.exposure
        #expect(exposure.duration != nil && exposure.iso == nil && exposure.gain == nil)
      }
      #expect(try source(.webcam()).facts.exposure.iso == 100)
    }

    private func source(_ driver: SensorDriver) throws -> CameraFrameSource {
      try CameraFrameSource(V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver)))
    }

    @Test func `a source of frames whose exposure cannot be read has an exposure that is not known`() throws {
      for id in [ControlID.exposureAbsolute, .gain, .autoExposure] {
        for failure in [Errno.ioError, .permissionDenied] {
          let driver = SensorDriver.webcam(automatic: true) {
            $0.controls[.autoExposure]?.value = 1
            $0.controls[id]?.readFailure = failure
          }
          #expect(try source(driver).facts.exposure == .unknown, "\(id) \(failure)")
        }
      }
      // A camera that was pulled out is not a source.
      let gone = SensorDriver.webcam { $0.controls[.gain]?.readFailure = .operationNotSupportedByDevice }
      let error = #expect(throws: FrameSourceError.self) { try source(gone) }
      #expect(error?.source == "/dev/video7")
      guard case .device(let fault)? = error?.fault, fault.contains("unplugged") else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `lines are turned into time where the driver tells their length`() throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.exposure] = .init(range: 1...1000, value: 100)
          $0.controls[.pixelRate] = .init(range: 80_000_000...80_000_000, value: 80_000_000, flags: 0x4)
          $0.controls[.horizontalBlanking] = .init(range: 768...768, value: 768, flags: 0x4)
        })
      // A line of 32 + 768 pixels at 80 MHz takes 10 µs.
      #expect(test.camera.exposureDuration == .milliseconds(1))
    }

    @Test func `lines whose length another program changes have the new one from the next trusted frame on`()
      async throws
    {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.exposure] = .init(range: 1...1000, value: 100)
          $0.controls[.pixelRate] = .init(range: 1...80_000_000, value: 80_000_000, flags: 0x4)
          $0.controls[.horizontalBlanking] = .init(range: 768...4000, value: 768)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      #expect(try await camera.nextFrame().exposure.duration == 1e-3)
      // Lines of 1600 pixels take 20 µs.
      test.driver.setByAnother(.horizontalBlanking, to: 1568)
      #expect(try await camera.nextFrame().exposure.duration == 2e-3)
      #expect(
        camera.exposureDuration == .milliseconds(2) && camera.activeFormat.minExposureDuration == .microseconds(20))
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .milliseconds(4), iso: Camera.currentISO)
      #expect(test.driver.value(.exposure) == 200)
      test.driver.setByAnother(.pixelRate, to: 40_000_000)
      #expect(try await camera.nextFrame().exposure.duration == 8e-3)
    }
  }

  @Suite(.virtualTime) struct AutomaticExposure {
    @Test(arguments: [0.002, 0.02, 0.18, 0.9, 3.0, 17.55]) func `comes to middle gray and locks there`(level: Double)
      async throws
    {
      let test = try CameraUnderTest(.webcam { $0.wall = (level / 2, level, level / 2) })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      try test.camera.setExposureMode(.autoExpose)
      let camera = test.camera
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      let frame = try await camera.nextFrame()
      let green = frame.means().green / (65535 - 256)
      #expect(Tolerance.meteredStops.allows(abs(.log2(green / 0.18))), "\(green)")
      #expect(camera.exposureMode == .locked)
      #expect(Tolerance.meteredStops.allows(Double(abs(camera.exposureTargetOffset))))
    }

    @Test(arguments: [CameraControl.Camera.ExposureMode.autoExpose, .continuousAutoExposure])
    func `an exposure whose steps have nothing nearer to the target is at rest, and is not set again`(
      mode: CameraControl.Camera.ExposureMode
    ) async throws {
      // The target is at 1.6 units of 0.1 ms, and there is no gain.
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...5000, value: 156)
          $0.wall = (8, 17.55, 8)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setExposureMode(mode)
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      #expect(test.driver.value(.exposureAbsolute) == 2)
      #expect(camera.exposureMode == (mode == .autoExpose ? .locked : mode))
      let count = test.driver.with { $0.setCount }
      #expect(await test.frames(10).allSatisfy(\.isTrusted))
      #expect(test.driver.with { $0.setCount } == count && !camera.isAdjustingExposure)
    }

    @Test func `a gain whose steps have nothing nearer to the target is at rest as well`() async throws {
      // The target is at 6 units of 0.1 ms. At the longest duration of 3 it is at twice, between the gains of 1 and 4.
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...3, value: 3)
          $0.controls[.gain] = .init(range: 16...64, value: 16, step: 48)
          $0.wall = (8, 4.68, 8)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try camera.setExposureMode(.autoExpose)
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      #expect(test.driver.value(.exposureAbsolute) == 3 && test.driver.value(.gain) == 16)
      #expect(camera.exposureMode == .locked)
    }

    @Test func `its bias is told with the present moment, because the next frame is metered by it`() async throws {
      let test = try CameraUnderTest(.webcam())
      try test.camera.lockForConfiguration()
      let time: Duration? = try await withCheckedThrowingContinuation { continuation in
        do { try test.camera.setExposureTargetBias(1) { continuation.resume(returning: $0) } } catch {
          continuation.resume(throwing: error)
        }
      }
      #expect(time == test.camera.now && test.camera.exposureTargetBias == 1)
    }

    @Test func `follows its bias, and gives up at the end of its range`() async throws {
      let test = try CameraUnderTest(.webcam())
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setExposureTargetBias(1)
      try camera.setExposureMode(.continuousAutoExposure)
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      let green = try await camera.nextFrame().means().green / (65535 - 256)
      #expect(Tolerance.meteredStops.allows(abs(.log2(green / 0.36))), "\(green)")
      test.driver.with { $0.wall = (1e-6, 1e-6, 1e-6) }
      _ = try await camera.nextFrame { $0.isTrusted && $0.exposure.gain ?? 0 > 15 }
      _ = try await camera.nextFrame { _ in !camera.isAdjustingExposure }
      #expect(camera.exposureRoom.upperBound < 0.1)
      #expect(
        try CameraUnderTest.reason { try camera.setExposureTargetBias(2.5) }
          == .outOfRange(.exposureTargetBias, 2.5, -7...2))
    }

    @Test func `is the device's own where it has one`() throws {
      let test = try CameraUnderTest(.webcam(automatic: true))
      try test.camera.lockForConfiguration()
      try test.camera.setExposureMode(.locked)
      #expect(test.driver.value(.autoExposure) == 1)
      try test.camera.setExposureMode(.continuousAutoExposure)
      #expect(test.driver.value(.autoExposure) == 3)
      #expect(test.camera.exposureDuration == nil, "its driver remembers an old one")
      #expect(
        try CameraUnderTest.reason { try test.camera.setExposureTargetBias(1) } == .notSupported(.exposureTargetBias))
    }

    @Test(arguments: [-3.0, -0.5, 0, 1, 5]) func `stops scale the signal by powers of 2`(stops: Double) async throws {
      let test = try CameraUnderTest(.webcam())
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      test.driver.with { $0.wall = (0.001, 0.02, 0.01) }
      let before = try await test.camera.nextFrame { $0.isTrusted && $0.means().green < 2000 }
      let done = try test.camera.changeExposure(byStops: stops)
      let after = try await test.camera.nextFrame()
      #expect(Tolerance.stepOfGain.allows(abs(done - stops)))
      let ratio = after.means().green / before.means().green / .exp2(done)
      #expect(Tolerance.samplesOfDarkWall.allows(abs(ratio - 1)), "\(ratio)")
    }
  }
#endif

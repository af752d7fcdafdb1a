#if os(Linux)
  import CVideo4Linux
  import CameraControl
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// No frame is trusted whose gains nobody has read.
  @Suite(.virtualTime) struct TrustInFrames {
    /// The largest departure of the wall's own response, by the trusted ones of `frames`, from what it is; `nil` where
    /// none is trusted.
    private static func error(_ test: CameraUnderTest, _ frames: [CameraFrame]) -> Double? {
      let wall = test.driver.with { $0.wall }
      return frames.filter(\.isTrusted).map { frame in
        let response = frame.nativeResponse(frame.means())
        return abs(response.red / response.green / (wall.red / wall.green) - 1)
      }.largest()
    }

    /// Samples are whole numbers of thousands.
    private static let roundingError = 1e-3

    @Test func `a first reading of automatic balance that is stale is not used`() async throws {
      let test = try CameraUnderTest(.balanced { $0.pipeline = 0 })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      // Already moved when the mode is on; what was remembered is answered three times.
      test.driver.with {
        $0.controls[.redBalance]?.staleCount = 3
        $0.controls[.redBalance]?.staleValue = 256
        $0.automaticRed = 768
      }
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      // The camera reads the gains once with the mode and once with each frame. The first three answers are stale, so
      // the third frame's read shows a change. The third frame after it surely has the change.
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 6 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
      #expect(frames[5].appliedGains.red == 3)
    }

    @Test func `frames are not trusted while automatic gains cannot be read`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.autoWhiteBalance]?.value = 1 })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      test.driver.with { $0.controls[.redBalance]?.readFailure = .ioError }
      test.driver.move(.redBalance, to: 768)
      #expect(await test.frames(30).map(\.isTrusted) == Array(repeating: false, count: 30))
      test.driver.with { $0.controls[.redBalance]?.readFailure = nil }
      let frames = await test.frames(10)
      // Read with the first of them, the gains are surely in the third from then.
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 4 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
      #expect(frames.last?.appliedGains.red == 3)
    }

    @Test func `frames are not trusted while automatic exposure cannot be read`() async throws {
      let volatile: UInt32 = 0x80
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...5000, value: 156, flags: volatile)
          $0.controls[.autoExposure] = .init(
            range: 0...3, value: 3, type: V4L2_CTRL_TYPE_MENU, names: [1: "Manual Mode", 3: "Aperture Priority Mode"])
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      test.driver.with { $0.controls[.exposureAbsolute]?.readFailure = .ioError }
      test.driver.move(.exposureAbsolute, to: 312)
      #expect(await test.frames(10).map(\.isTrusted) == Array(repeating: false, count: 10))
      test.driver.with { $0.controls[.exposureAbsolute]?.readFailure = nil }
      let frames = await test.frames(5)
      #expect(frames.map(\.isTrusted) == [false, false, false, true, true])
      #expect(try #require(frames[3].exposure.duration) == 312 * 1e-4)
    }

    @Test func `frames are not trusted while somebody keeps automatic gains from being read`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.autoWhiteBalance]?.value = 1
          $0.controls[.exposureAbsolute] = SensorDriver.Control(range: 1...5000, value: 156)
        })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      test.driver.hold { _ = try? camera.changeExposure(byStops: 0) }
      test.driver.move(.redBalance, to: 768)
      #expect(await test.frames(20).map(\.isTrusted) == Array(repeating: false, count: 20))
      test.driver.release()
      #expect(try await camera.nextFrame().appliedGains.red == 3)
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == Array(repeating: true, count: 10))
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
    }

    @Test func `no frame is trusted while a setter is at work, whose setting may be in effect already`() async throws {
      let test = try CameraUnderTest(.balanced { $0.pipeline = 0 })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      // The driver applies the setting at once, and answers later.
      test.driver.hold {
        try? camera.setWhiteBalanceModeLocked(
          with: .init(redGain: 2, greenGain: 1, blueGain: 1), completionHandler: nil)
      }
      test.driver.move(.redBalance, to: 512)
      #expect(await test.frames(5).map(\.isTrusted) == Array(repeating: false, count: 5))
      test.driver.release()
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 3 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
    }

    @Test func `gains that were set by half are read again`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.blueBalance]?.failure = .ioError })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      #expect(throws: CameraError.self) {
        try test.camera.setWhiteBalanceModeLocked(
          with: .init(redGain: 2, greenGain: 1, blueGain: 2), completionHandler: nil)
      }
      #expect(test.driver.value(.redBalance) == 512)
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 3 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
      #expect(frames.last?.appliedGains.red == 2)
    }

    @Test func `frames of a measurement are not trusted, also where settings are restored meanwhile`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let measurement = Task.virtual { try await test.camera.calibratedBalance() }
      _ = try await test.camera.nextFrame { _ in test.driver.with { $0.setCount } > 0 }
      try test.camera.restore(test.camera.currentSettings(of: []))
      #expect(await test.frames(5).allSatisfy { !$0.isTrusted })
      _ = try await measurement.value
      _ = try await test.camera.nextFrame()
    }

    @Test func `settings that were restored by half are read again`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try test.camera.currentSettings()
      try test.camera.lockForConfiguration()
      try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 2))
      test.driver.with { $0.controls[.redBalance]?.failure = .ioError }
      #expect(throws: CameraError.self) { try test.camera.restore(found) }
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 3 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
      #expect(frames.last?.appliedGains == WhiteBalanceGains(red: 2, green: 1, blue: 1))
    }

    @Test func `frames are not trusted while the gains that were set by half cannot be read`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      test.driver.with {
        $0.controls[.blueBalance]?.failure = .ioError
        $0.controls[.blueBalance]?.readFailure = .ioError
      }
      #expect(throws: CameraError.self) {
        try test.camera.setWhiteBalanceModeLocked(
          with: .init(redGain: 2, greenGain: 1, blueGain: 2), completionHandler: nil)
      }
      #expect(await test.frames(20).map(\.isTrusted) == Array(repeating: false, count: 20))
    }

    @Test func `gains that came back while they could not be read are waited for`() async throws {
      let test = try CameraUnderTest()
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      let red = try #require(test.driver.value(.redBalance))
      test.driver.with { $0.controls[.redBalance]?.readFailure = .ioError }
      test.driver.setByAnother(.redBalance, to: 2 * red)
      #expect(await test.frames(10).map(\.isTrusted) == Array(repeating: false, count: 10))
      test.driver.with { $0.controls[.redBalance]?.readFailure = nil }
      test.driver.setByAnother(.redBalance, to: red)
      let frames = await test.frames(10)
      #expect(frames.map(\.isTrusted) == (1...10).map { $0 >= 4 })
      #expect(try #require(Self.error(test, frames)) < Self.roundingError)
    }
  }
#endif

#if os(Linux)
  import CameraControl
  import Foundation
  import SystemPackage
  import struct TestSupport.LiveTrait
  import Testing
  import VideoCapture
  import WhiteBalance

  /// No frame is trusted whose gains nobody has read.
  @Suite(.live) struct TrustInFrames {
    /// The greatest departure of the wall's own response, by trusted frames, from what it is.
    private static func error(_ test: CameraUnderTest, frames count: Int) async -> (trusted: Int, error: Double) {
      var (trusted, error, seen) = (0, 0.0, 0)
      let wall = test.driver.with { $0.wall }
      for await frame in test.camera.frames {
        seen += 1
        if frame.isTrusted {
          let response = frame.nativeResponse(frame.means())
          error = max(error, abs(response.red / response.green / (wall.red / wall.green) - 1))
          trusted += 1
        }
        if seen == count { break }
      }
      return (trusted, error)
    }

    @Test func `a first reading of automatic balance that is stale is not used`() async throws {
      let test = try CameraUnderTest(.balanced { $0.pipeline = 0 })
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      try camera.lockForConfiguration()
      async let seen = Self.error(test, frames: 30)
      try await Task.sleep(for: .milliseconds(20))
      // Already moved when the mode is on; what was remembered is answered for three frames.
      test.driver.with {
        $0.controls[.redBalance]?.staleCount = 3
        $0.controls[.redBalance]?.staleValue = 256
        $0.automaticRed = 768
      }
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      let (trusted, error) = await seen
      #expect(trusted > 0)
      #expect(error < 1e-3)
    }

    @Test func `frames are not trusted while automatic gains cannot be read`() async throws {
      let test = try CameraUnderTest(.balanced { $0.controls[.autoWhiteBalance]?.value = 1 })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      test.driver.with {
        $0.controls[.redBalance]?.readFailure = .ioError
        $0.move(.redBalance, to: 768)
      }
      let (_, error) = await Self.error(test, frames: 30)
      #expect(error < 1e-3)
      test.driver.with { $0.controls[.redBalance]?.readFailure = nil }
      #expect(try await test.camera.nextFrame().appliedGains.red == 3)
    }

    @Test func `frames are not trusted while somebody keeps automatic gains from being read`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.controls[.autoWhiteBalance]?.value = 1
          $0.controls[.exposureAbsolute] = SensorDriver.Control(range: 1...5000, value: 156)
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      _ = try await test.camera.nextFrame()
      try test.camera.lockForConfiguration()
      try await test.driver.hold { _ = try? test.camera.changeExposure(byStops: 0) }
      test.driver.with { $0.move(.redBalance, to: 768) }
      let (_, error) = await Self.error(test, frames: 20)
      #expect(error < 1e-3)
      test.driver.with { $0.held = nil }
      #expect(try await test.camera.nextFrame().appliedGains.red == 3)
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
      #expect(try await test.camera.nextFrame().appliedGains.red == 2)
      #expect(await Self.error(test, frames: 10).error < 1e-3)
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
      #expect(try await test.camera.nextFrame().appliedGains == WhiteBalanceGains(red: 2, green: 1, blue: 1))
      #expect(await Self.error(test, frames: 10).error < 1e-3)
    }

    @Test func `frames without a clock are counted by the buffers that the driver has`() async throws {
      let test = try CameraUnderTest(
        .balanced {
          $0.clockOffset = .seconds(-100_000)
          $0.leastBuffers = 16
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      try test.camera.lockForConfiguration()
      let before = try await test.camera.nextFrame().sequence
      try await test.camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 1))
      #expect(try await test.camera.nextFrame().sequence >= before + 18)
    }
  }
#endif

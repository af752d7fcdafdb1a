#if os(Linux)
  import CameraDevices
  import DeviceProfiles
  import DigitalNegatives
  import Metering
  import RawFrames
  import RealModule
  import TestSupport
  import Testing
  import WhiteBalance

  @testable import CameraControl

  /// Tests of the facts that a camera states about its frames:
  /// levels, exposure, and what is computed from their samples.
  @Suite(.virtualTime, .hangLimit) struct FactsOfAFrameTests {
    @Test func `automatic exposure looks at its point`() throws {
      let bytes = try FrameWriter.bytes(PixelFormat("RG12"), width: 64, height: 64) { column, row in
        column < 32 && row >= 32 ? 2000 : 500
      }
      let frame = try RawFrame(
        format: PixelFormat("RG12"), width: 64, height: 64, bytes: bytes, levels: SampleLevels(black: 256, white: 4095))
      func offset(_ x: Double, _ y: Double) throws -> Double {
        ExposureMeter.offset(of: frame, around: try MeteringPoint(x: x, y: y))
      }
      #expect(try offset(0.2, 0.8) > 1)
      #expect(try offset(0.8, 0.2) < -1 && offset(0.2, 0.2) < -1 && offset(0.8, 0.8) < -1)
    }

    /// A window in a room, a lamp, a face before a bright wall: a share of the scene, and how much brighter it is.
    @Test(arguments: [(0.04, 8.0), (0.06, 8), (0.1, 12), (0.1, 100), (0.15, 30), (0.3, 50), (1, 1)])
    func `automatic exposure comes to rest on a scene with a bright part`(share: Double, ratio: Double) throws {
      func offset(_ exposure: Double) throws -> Double {
        let bytes = try FrameWriter.bytes(PixelFormat("RG12"), width: 64, height: 64) { column, row in
          // The bright cells are spread over the frame.
          let isBright = Double((column / 2 * 37 + row / 2 * 11) % 100) < 100 * share
          return UInt16(256 + 3839 * min(exposure * (isBright ? ratio : 1), 1))
        }
        let frame = try RawFrame(
          format: PixelFormat("RG12"), width: 64, height: 64, bytes: bytes,
          levels: SampleLevels(black: 256, white: 4095))
        return ExposureMeter.offset(of: frame, around: .center)
      }
      for first in [0.001, 0.05, 0.9] {
        var exposure = first
        for _ in 0..<40 where try abs(offset(exposure)) >= ExposureMeter.deadband {
          exposure *= .exp2(-(try offset(exposure)))
        }
        #expect(try abs(offset(exposure)) < ExposureMeter.deadband, "from \(first)")
      }
    }

    @Test func `a duration or ISO of 0 is not known, and stated in no file`() throws {
      let raw = try RawFrame(
        format: PixelFormat("RGGB"), width: 2, height: 2, bytes: [0, 0, 0, 0],
        levels: SampleLevels(black: 0, white: 255))
      let frame = CameraFrame(raw, exposure: FrameExposure(duration: 0, gain: .infinity, iso: 0))
      let exposure = try frame.exposureMetadata(aperture: 4)
      #expect(exposure.duration == nil && exposure.iso == nil && exposure.gain == nil && exposure.aperture == 4)
    }

    @Test func `gray world is that of the last frame whose gains are known`() async throws {
      let test = try CameraUnderTest()
      let camera = test.camera
      try camera.startRunning()
      defer { camera.stopRunning() }
      _ = try await camera.nextFrame()
      let gains = camera.grayWorldDeviceWhiteBalanceGains
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceModeLocked(with: .init(redGain: 3, greenGain: 1, blueGain: 2), completionHandler: nil)
      // The next frame has gains from before, or those that were set.
      for _ in 0..<6 {
        _ = try await camera.nextFrame { _ in true }
        let now = camera.grayWorldDeviceWhiteBalanceGains
        #expect(Tolerance.stepOfBalance.allows(Double(abs(now.redGain / gains.redGain - 1))))
        #expect(Tolerance.stepOfBalance.allows(Double(abs(now.blueGain / gains.blueGain - 1))))
      }
    }

    @Test func `the device's levels come before the profile's, and the caller's before both`() throws {
      var profile = SimulatedCamera.profile
      profile.levels = try SampleLevels(black: 7, white: 1023)
      let device = SimulationInVirtualTime()
      let camera = try Camera(device: device, profile: profile)
      #expect(camera.blackOrigin == .device && camera.levels == device.levels)
      var options = CameraOptions()
      options.levels = try SampleLevels(black: 5, white: 1023)
      let told = try Camera(device: device, profile: profile, options: options)
      #expect(told.blackOrigin == .option && told.levels == options.levels)
      // Where nobody tells them, they are those of the format.
      let unknown = try CameraUnderTest { $0.levels = nil }.camera
      let whole = try SampleLevels(black: 0, white: 65535)
      #expect(unknown.blackOrigin == .assumed && unknown.levels == whole)
    }
  }
#endif

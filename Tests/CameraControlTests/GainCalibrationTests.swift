// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import RawFrames
  import Synchronization
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The law of a gain that no table knows, measured before a wall with a sensor's driver.
  @Suite(.virtualTime, .hangLimit) struct GainCalibrationTests {
    private typealias Law = ImageSensor.GainLaw

    private static func camera(
      _ codes: ClosedRange<Int64>, _ gain: @escaping @Sendable (Int64) -> Double,
      _ configure: (inout SensorDriver.State) -> Void = { _ in }
    ) throws -> CameraUnderTest {
      try CameraUnderTest(
        .balanced {
          $0.controls[.exposureAbsolute] = .init(range: 1...5000, value: 156)
          $0.controls[.analogueGain] = .init(range: codes, value: codes.lowerBound)
          $0.gain = gain
          configure(&$0)
        })
    }

    @Test(
      arguments: [
        (0...232, Law.hyperbolic(full: 256)), (0...960, .hyperbolic(full: 1024)), (16...256, .proportional(one: 16)),
        (0...72, .decibels(perCode: 0.3)), (0...240, .decibels(perCode: 0.1)),
      ] as [(ClosedRange<Int64>, ImageSensor.GainLaw)])
    func `each law of the table is found from its gains, and the device is then as it was`(
      codes: ClosedRange<Int64>, law: ImageSensor.GainLaw
    ) async throws {
      let test = try Self.camera(codes) { law.gain(of: Double($0)) }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try await test.camera.calibratedGain(steps: 6)
      #expect(found.misfit < 0.01 && found.points.count == 6)
      switch (found.law, law) {
      case (.hyperbolic(let found), .hyperbolic(let truth)), (.proportional(let found), .proportional(let truth)),
        (.decibels(let found), .decibels(let truth)):
        #expect(Tolerance.measuredGainLaw.allows(abs(found / truth - 1)))
      default: Issue.record("\(found.law)")
      }
      #expect(test.driver.value(.analogueGain) == codes.lowerBound && test.driver.value(.exposureAbsolute) == 156)
      // It is what the next camera goes by.
      var options = test.camera.options
      options.gainLaw = found.law
      let device = try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: test.driver))
      let camera = try CameraControl.Camera(device: device, profile: test.camera.profile, options: options)
      try camera.lockForConfiguration()
      try camera.setExposureModeCustom(duration: .milliseconds(5), iso: 200, completionHandler: nil)
      let gain = law.gain(of: Double(test.driver.value(.analogueGain) ?? 0)) / law.gain(of: Double(codes.lowerBound))
      #expect(Tolerance.settableGain.allows(abs(gain / 2 - 1)), "\(gain)")
    }

    @Test(
      arguments: [
        .hyperbolic(full: .nan), .hyperbolic(full: .infinity), .proportional(one: 0), .decibels(perCode: -1),
        .decibels(perCode: 1e300), .points([]), .points([.init(code: 0, gain: 1)]),
        .points([.init(code: 0, gain: 2), .init(code: 9, gain: 1)]),
        .points([.init(code: 0, gain: 1), .init(code: 9, gain: .nan)]),
        .points([.init(code: 0, gain: 1e-300), .init(code: 9, gain: 1e300)]),
      ] as [ImageSensor.GainLaw])
    func `a law that is none is refused, and no gain of it is asked for`(law: ImageSensor.GainLaw) throws {
      let error = try #require(throws: CameraError.self) {
        try CameraUnderTest(
          .balanced { $0.controls[.analogueGain] = .init(range: 0...232, value: 0) }, { $0.gainLaw = law })
      }
      #expect(
        error.description
          == "/dev/video7: the gain law '\(law)' in the camera's options is not valid; its number must be above 0 and finite, or its "
          + "points two or more with rising codes and gains")
      // Asking a law that is not valid for a gain or a code does not end the process.
      if case .points = law { _ = (law.gain(of: 5), law.code(of: 1.5)) }
    }

    /// Samples of every parity count alike.
    @Test func `a camera without colours is measured by all of its samples`() async throws {
      try await Self.expectHyperbolicLaw(
        Self.camera(0...232, { 256 / Double(256 - $0) }, { ($0.fourCC, $0.wall) = (FourCC("Y16"), (0.2, 0, 0)) }))
    }

    @Test func `a black level that nobody told does not count`() async throws {
      try await Self.expectHyperbolicLaw(Self.camera(0...232, { 256 / Double(256 - $0) }, { $0.black = 4096 }))
    }

    @Test func `an exposure that cannot be halved leaves the gains as they are`() async throws {
      try await Self.expectHyperbolicLaw(
        Self.camera(0...128, { 256 / Double(256 - $0) }, { $0.controls[.exposureAbsolute]?.range = 156...200 }))
    }

    /// Expects the law of gains of 256 over 256 minus the code.
    private static func expectHyperbolicLaw(_ test: CameraUnderTest) async throws {
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      guard case .hyperbolic(let full) = try await test.camera.calibratedGain(steps: 6).law else {
        Issue.record("another law")
        return
      }
      #expect(Tolerance.measuredGainLaw.allows(abs(full / 256 - 1)), "\(full)")
    }

    /// The longest exposure is 156, and the next shorter one a third or two thirds of it.
    @Test
    func `a surface that is too dark at the longest exposure is told with its share, whatever the exposure's steps`()
      async throws
    {
      let share = 2.5e-3
      let test = try Self.camera(
        0...128, { 256 / Double(256 - $0) },
        {
          $0.controls[.exposureAbsolute] = .init(range: 52...156, value: 156, step: 52)
          $0.wall = (share, share, share)
        })
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let error = await #expect(throws: CameraError.self) { try await test.camera.calibratedGain() }
      guard case .gainCalibration(.exposure(let told))? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(Tolerance.samplesOfDarkWall.allows(abs(told / share - 1)), "\(told)")
    }

    @Test func `gains that fit no known law are returned as points`() async throws {
      // Octaves of 16 steps, as some sensors of OmniVision count.
      let test = try Self.camera(0...63) { Double(1 << ($0 / 16)) * (1 + Double($0 % 16) / 16) }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let found = try await test.camera.calibratedGain(steps: 64)
      guard case .points(let points) = found.law else {
        Issue.record("\(found.law)")
        return
      }
      #expect(points.count == 64 && found.misfit == 0)
      for (code, gain) in [(8.0, 1.5), (16, 2), (40, 6), (63, 15.5)] {
        #expect(Tolerance.measuredGainLaw.allows(abs(found.law.gain(of: code) / gain - 1)), "\(code)")
        #expect(Tolerance.measuredGainLaw.allows(abs(found.law.code(of: gain) - code)), "\(gain)")
      }
    }

    @Test func `a light that changes during the steps is told`() async throws {
      // The light is a fifth brighter from the first frame of the second step on.
      let isBrighter = Mutex(false)
      let test = try Self.camera(0...232) { code in
        let light = isBrighter.withLock { isBrighter in
          if code > 0 { isBrighter = true }
          return isBrighter ? 1.2 : 1
        }
        return light * 256 / Double(256 - code)
      }
      try test.camera.startRunning()
      defer { test.camera.stopRunning() }
      let error = await #expect(throws: CameraError.self) { try await test.camera.calibratedGain() }
      guard case .gainCalibration(.unsteady)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `a surface that cannot be exposed, and a missing or flat gain are told`() async throws {
      func fault(_ test: CameraUnderTest) async throws -> GainCalibrationFault? {
        try test.camera.startRunning()
        defer { test.camera.stopRunning() }
        let error = await #expect(throws: CameraError.self) { try await test.camera.calibratedGain() }
        guard case .gainCalibration(let fault) = error?.reason else { return nil }
        return fault
      }
      #expect(try await fault(CameraUnderTest()) == .noControl)
      let bright = try Self.camera(0...232, { 256 / Double(256 - $0) }, { $0.wall = (0.1, 800, 0.1) })
      guard case .exposure = try await fault(bright) else {
        Issue.record("a wall that is clipped at every exposure")
        return
      }
      let flat = try Self.camera(0...232) { _ in 1 }
      #expect(try await fault(flat) == .notRising)
      #expect(try await fault(Self.camera(0...1) { Double(1 + $0) }) == .fewCodes(2))
    }

    @Test func `a law comes back from its text, and other texts are none`() {
      for law in [
        Law.hyperbolic(full: 256), .proportional(one: 16), .decibels(perCode: 0.3),
        .points([.init(code: 0, gain: 1), .init(code: 16, gain: 2.5)]),
      ] { #expect(Law(law.description) == law) }
      for text in [
        "", "hyperbolic", "hyperbolic:", "hyperbolic:-1", "cubic:2", "points:1=1", "points:0=1,0=2", "decibels:inf",
      ] {
        #expect(Law(text) == nil, "\(text)")
      }
    }
  }
#endif

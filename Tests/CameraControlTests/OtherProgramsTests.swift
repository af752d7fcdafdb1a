// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import GrayCard
  import Metering
  import RawFrames
  import TestSupport
  import Testing
  import WhiteBalance

  /// Another program sets a camera while it runs here.
  @Suite(.virtualTime, .hangLimit) struct OtherProgramsTests {
    typealias Camera = CameraControl.Camera

    let device: SimulationInVirtualTime
    let camera: Camera

    init() throws {
      device = SimulationInVirtualTime()
      device.addTestPattern()
      camera = try Camera(device: device, profile: SimulatedCamera.profile)
      try camera.startRunning()
      try camera.lockForConfiguration()
    }

    /// The next frames, and whether each is trusted.
    private func trust(_ count: Int) async -> [Bool] {
      var trust: [Bool] = []
      for await frame in camera.frames {
        trust.append(frame.isTrusted)
        if trust.count == count { break }
      }
      return trust
    }

    private static let frames = 12

    private func expectNoTrust(_ intrusion: Camera.Intrusion, _ what: Comment) async throws {
      // The frame that is on its way has the change not yet.
      _ = try await camera.nextFrame { _ in true }
      #expect(await trust(Self.frames) == Array(repeating: false, count: Self.frames), what)
      #expect(camera.intrusion == intrusion, what)
    }

    private func expectTrust(_ what: Comment) async throws {
      _ = try await camera.nextFrame()
      #expect(await trust(Self.frames) == Array(repeating: true, count: Self.frames), what)
      #expect(camera.intrusion == nil, what)
    }

    @Test func `a test pattern in automatic balance is noticed, and forgotten when it is off`() async throws {
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      try await expectTrust("before")
      try device.setByAnother(.testPattern, to: 1)
      try await expectNoTrust(.testPattern, "on")
      try device.setByAnother(.testPattern, to: 0)
      try await expectTrust("off")
    }

    @Test func `a test pattern is not forgotten when a change fails`() async throws {
      try device.setByAnother(.testPattern, to: 1)
      try await expectNoTrust(.testPattern, "before")
      device.fail(.redBalance, count: 1)
      #expect(throws: CameraError.self) {
        try camera.setWhiteBalanceModeLocked(
          with: .init(redGain: 2, greenGain: 1, blueGain: 2), completionHandler: nil)
      }
      try await expectNoTrust(.testPattern, "after")
      try device.setByAnother(.testPattern, to: 0)
      try await expectTrust("off")
    }

    @Test func `automatic balance that another program switched on is ours when it is asked for`() async throws {
      try device.setByAnother(.autoWhiteBalance, to: 1)
      try await expectNoTrust(.automaticWhiteBalance, "on")
      try camera.setWhiteBalanceMode(.continuousAutoWhiteBalance)
      try await expectTrust("ours")
    }

    @Test func `settings from before a test pattern do not bring it back`() async throws {
      try device.setByAnother(.testPattern, to: 1)
      try await expectNoTrust(.testPattern, "on")
      let found = try camera.currentSettings()
      try device.setByAnother(.testPattern, to: 0)
      try await expectTrust("off")
      try camera.restore(found)
      try await expectTrust("restored")
      try device.setByAnother(.testPattern, to: 1)
      try await expectNoTrust(.testPattern, "on again")
      try camera.restore(found)
      try await expectNoTrust(.testPattern, "restored")
    }

    @Test func `what is not restored stays as it is, on the device and in the frames`() async throws {
      let found = try camera.currentSettings(of: [.exposure])
      try await camera.setWhiteBalanceModeLocked(with: .init(redGain: 2, greenGain: 1, blueGain: 2))
      try camera.restore(found)
      try await expectTrust("restored")
      let frame = try await camera.nextFrame()
      #expect(frame.appliedGains.red == 2)
      #expect(camera.deviceWhiteBalanceGains.redGain == 2)
      #expect(try device.value(of: .redBalance) == 512)
    }

    /// The frames that come when another program sets a control, the first of which is on its way already.
    private func frames(after id: ControlID, is value: Int64) async throws -> [CameraFrame] {
      _ = try await camera.nextFrame()
      try device.setByAnother(id, to: value)
      var frames: [CameraFrame] = []
      for await frame in camera.frames {
        frames.append(frame)
        if frames.count == Self.frames { break }
      }
      return frames
    }

    /// The card of a frame, without what the frame says the device has done.
    private func card(_ frame: CameraFrame) throws -> MeasuredNeutral {
      let source = SourceFrame(frame.frame)
      return try #require(CardMeasurement(of: source, in: .center, appliedGains: frame.appliedGains).card).neutral
    }

    @Test(arguments: [(ControlID.redBalance, 512 as Int64), (.blueBalance, 480), (.redBalance, 300)])
    func `gains that another program sets are noticed within two frames, and no trusted frame has others`(
      id: ControlID, value: Int64
    ) async throws {
      let expected = try card(try await camera.nextFrame())
      let frames = try await frames(after: id, is: value)
      for frame in frames where frame.isTrusted {
        let found = try card(frame)
        for channel in [\LinearRGB.red, \.blue] {
          func ratio(_ neutral: LinearRGB) -> Double { neutral[keyPath: channel] / neutral.green }
          let error = found.standardError[keyPath: channel] / found.value.green
          let difference = abs(ratio(found.value) - ratio(expected.value))
          #expect(Tolerance.twoCardsInStandardErrors.allows(difference / error), "\(frame.sequence)")
        }
      }
      let gain = Double(value) / 256
      func isRight(_ frame: CameraFrame) -> Bool {
        (id == .redBalance ? frame.appliedGains.red : frame.appliedGains.blue) == gain
      }
      #expect(frames.dropFirst(2).allSatisfy { !$0.isTrusted || isRight($0) })
      #expect(frames.last.map { $0.isTrusted && isRight($0) } == true)
    }

    @Test(arguments: [(ControlID.exposureAbsolute, 0.5), (.gain, 2)])
    func `an exposure that another program sets is noticed within two frames too`(
      id: ControlID, factor: Double
    ) async throws {
      func product(_ frame: CameraFrame) throws -> Double {
        try #require(frame.exposure.duration) * #require(frame.exposure.gain)
      }
      func light(_ frame: CameraFrame) throws -> Double { try card(frame).value.green / product(frame) }
      let before = try await camera.nextFrame()
      let expected = try light(before)
      let frames = try await frames(after: id, is: Int64(Double(try device.value(of: id)) * factor))
      for frame in frames where frame.isTrusted {
        #expect(Tolerance.exposedSimulation.allows(abs(try light(frame) / expected - 1)), "\(frame.sequence)")
      }
      let last = try #require(frames.last)
      #expect(last.isTrusted && last.exposure != before.exposure)
      #expect(frames.dropFirst(2).allSatisfy { !$0.isTrusted || $0.exposure == last.exposure })
    }

    @Test func `a change whose values cannot be read at once is read with a later frame`() async throws {
      _ = try await camera.nextFrame()
      device.fail(.redBalance, count: 3)
      try device.setByAnother(.blueBalance, to: 512)
      let trust = await trust(Self.frames)
      #expect(!trust.prefix(3).contains(true) && trust.last == true, "\(trust)")
      #expect(try await camera.nextFrame().appliedGains.blue == 2)
    }

    @Test func `a device that does not report its settings is the reason why no frame can be trusted`() async throws {
      _ = try await camera.nextFrame()
      device.fail(.redBalance, count: .max)
      try device.setByAnother(.blueBalance, to: 512)
      let error = await #expect(throws: CameraError.self) { try await camera.nextFrame() }
      guard case .noFrame(_, .settings)? = error?.reason else {
        Issue.record("\(String(describing: error))")
        return
      }
      device.fail(.redBalance, count: 0)
      #expect(try await camera.nextFrame().appliedGains.blue == 2)
    }
  }
#endif

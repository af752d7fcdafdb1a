// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import FrameSources
  import GrayCard
  import Metering
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// Another program changes controls of the rig's UVC camera, which the kernel's uvcvideo drives.
  @Suite(.inGuest) struct MeterAmongOthersInGuest {
    private static func camera(_ rig: RigCamera) throws -> CameraControl.Camera {
      var options = CameraOptions()
      options.format = try PixelFormat("RG16")
      options.size = FrameSize(width: 320, height: 240)
      options.levels = try SampleLevels(black: 65535.0 / 16, white: 65535)
      return try CameraControl.Camera(path: FilePath(rig.path), profile: CameraUnderTest.profile(4), options: options)
    }

    /// - Returns: The light, and the first frame in it.
    @discardableResult
    private static func show(_ kelvin: Double, to rig: RigCamera) throws -> MeterWitness.Light {
      let wall = try CameraMeterTests.wall(kelvin)
      let state = try rig.perform(.light(red: wall.red, green: wall.green, blue: wall.blue))
      return MeterWitness.Light(firstFrame: Int(state.frame), red: wall.red, green: wall.green, blue: wall.blue)
    }

    @Test(arguments: [
      OtherHand(
        testDescription: "automatic white balance on", metered: [.whiteBalance], controls: [.autoWhiteBalance: 1],
        intrusion: .automaticWhiteBalance),
      OtherHand(
        testDescription: "automatic white balance on and off", metered: [.whiteBalance],
        controls: [.autoWhiteBalance: 1, .autoWhiteBalance: 0]),
      OtherHand(testDescription: "red 768", metered: [.whiteBalance], controls: [.redBalance: 768]),
      OtherHand(testDescription: "red 100", metered: [.whiteBalance], controls: [.redBalance: 100]),
      OtherHand(
        testDescription: "red 330, nothing metered", controls: [.redBalance: 300, .redBalance: 330]),
      OtherHand(
        testDescription: "exposure 40 ms", metered: [.exposure, .whiteBalance], controls: [.exposureAbsolute: 400]),
      OtherHand(
        testDescription: "exposure 40 ms and gain, nothing metered", controls: [.exposureAbsolute: 400, .gain: 24]),
      OtherHand(
        testDescription: "automatic exposure", metered: [.exposure, .whiteBalance], controls: [.autoExposure: 3]),
    ])
    func `every card that is read is right, or none is read, whoever sets the camera`(hand: OtherHand) async throws {
      try await RigCamera.with { rig in
        // The light is set before the camera is opened, so every frame shows it.
        let first = try Self.show(5000, to: rig)
        let node = try VideoNode(rig.path)
        for (control, value) in [(ControlID.autoExposure, 1), (.exposureAbsolute, 200), (.continuousAutoFocus, 0)]
          as [(ControlID, Int32)]
        {
          try node.set(control.rawValue, to: value)
        }
        var witness = MeterWitness(unitDuration: 156e-4, situation: "\(hand)")
        witness.note(.init(firstFrame: 0, red: first.red, green: first.green, blue: first.blue))
        try await hand.act(
          on: Self.camera(rig), witness, set: { try node.set($0.rawValue, to: $1) },
          changeLight: { $0.note(try Self.show(3000, to: rig)) })
      }
    }

    private static func source(_ rig: RigCamera) throws -> CameraFrameSource {
      try CameraFrameSource(
        ConnectedCameras.camera(named: rig.path), format: PixelFormat("RG16"), width: 320, height: 240,
        profile: CameraUnderTest.profile(4))
    }

    private static func settings(_ count: Int = 2) throws -> MeasurementSettings {
      var settings = MeasurementSettings()
      (settings.profile, settings.frames) = (try CameraUnderTest.profile(4), .first(count))
      settings.levels.black = .given(BayerValues(repeating: 65535.0 / 16))
      return settings
    }

    @Test func `a measurement takes off what the device has applied, whatever that is`() throws {
      try RigCamera.with { rig in
        let light = try Self.show(5000, to: rig)
        let node = try VideoNode(rig.path)
        for (red, blue) in [(300, 280), (512, 366), (100, 1000)] as [(Int32, Int32)] {
          try node.set(ControlID.redBalance.rawValue, to: red)
          try node.set(ControlID.blueBalance.rawValue, to: blue)
          let verdict = try Self.source(rig).measurement(Self.settings()).verdict
          guard case .ok(let card) = verdict else {
            Issue.record("\(red), \(blue): \(verdict)")
            continue
          }
          let gains = card.gains.value
          for (gain, truth) in [(gains.red, light.green / light.red), (gains.blue, light.green / light.blue)] {
            #expect(Tolerance.exposedPixels.allows(abs(gain / gains.green / truth - 1)), "\(red), \(blue): \(gains)")
          }
        }
      }
    }

    @Test func `a measurement whose gains nobody knows is refused`() throws {
      try RigCamera.with { rig in
        try Self.show(5000, to: rig)
        let node = try VideoNode(rig.path)
        do {
          let reader = try Self.source(rig).reader(of: .first(2))
          _ = try reader.next()
          try node.set(ControlID.redBalance.rawValue, to: 300)
          let changed = try #require(throws: FrameSourceError.self) { _ = try reader.next() }
          #expect("\(changed)".contains("was changed by another program"), "\(changed)")
        }
        try node.set(ControlID.autoWhiteBalance.rawValue, to: 1)
        let automatic = try #require(throws: FrameSourceError.self) { try Self.source(rig) }
        #expect("\(automatic)".contains("automatic white balance is on"), "\(automatic)")
      }
    }
  }

  /// Another program has its hands on the kernel's own imx219.
  @Suite(.inGuest) struct MeterAmongOthersOnBoardInGuest {
    private static func show(_ kelvin: Double, from frame: Int) throws -> MeterWitness.Light {
      let light = try MeterOnBoardInGuest.show(kelvin)
      let shares = light.map { Double($0) / 1000 }
      return MeterWitness.Light(firstFrame: frame, red: shares[0], green: shares[1], blue: shares[2])
    }

    @Test(arguments: [
      OtherHand(testDescription: "lines of embedded data"),
      OtherHand(testDescription: "exposure", metered: [.exposure, .whiteBalance], controls: [.exposure: 300]),
      OtherHand(
        testDescription: "exposure and gains, nothing metered",
        controls: [.exposure: 300, .analogueGain: 128, .digitalGain: 400]),
      // Shorter frames clamp the exposure.
      OtherHand(testDescription: "blanking, nothing metered", controls: [.verticalBlanking: 100]),
      OtherHand(testDescription: "a flip that is refused", controls: [.horizontalFlip: 1]),
      OtherHand(
        testDescription: "a test pattern, metered", metered: [.exposure, .whiteBalance], controls: [.testPattern: 2],
        intrusion: .testPattern),
    ])
    func `every card that is read is right, or none is read, whoever sets the sensor`(hand: OtherHand) async throws {
      let camera = try MeterOnBoardInGuest.camera()
      let sensor = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219"))
      let kept: [ControlID] = [
        .verticalBlanking, .exposure, .analogueGain, .digitalGain, .testPattern, .horizontalFlip,
      ]
      let before = try kept.map { try sensor.value(of: $0.rawValue) }
      defer { for (control, value) in zip(kept, before) { try? sensor.set(control.rawValue, to: value) } }
      try sensor.set(ControlID.exposure.rawValue, to: 900)
      if hand.controls.isEmpty { try RigBoard.setEmbeddedLines(2) }
      defer { try? RigBoard.setEmbeddedLines(0) }
      var witness = MeterWitness(unitDuration: 0.01, situation: "\(hand)")
      witness.note(try Self.show(5000, from: 0))
      try await hand.act(
        on: camera, witness,
        set: { control, value in
          guard control != .horizontalFlip else {
            #expect(throws: VideoNode.Failure.self) { try sensor.set(control.rawValue, to: value) }
            return
          }
          try sensor.set(control.rawValue, to: value)
        }, changeLight: { $0.note(try Self.show(3000, from: RigBoard.nextFrame())) })
    }

    @Test func `a card is found and read beside lines of embedded data`() throws {
      try RigBoard.setFault(.none)
      let light = try Self.show(5000, from: 0)
      try RigBoard.setEmbeddedLines(2)
      defer { try? RigBoard.setEmbeddedLines(0) }
      let source = try CameraFrameSource(
        ConnectedCameras.camera(named: "imx219"), format: PixelFormat("RG10"), width: RigBoard.width,
        height: RigBoard.height)
      var settings = MeasurementSettings()
      (settings.profile, settings.frames) = (try CameraUnderTest.profile(4), .first(2))
      settings.levels.black = .given(BayerValues(repeating: RigBoard.black))
      guard case .ok(let card) = try source.measurement(settings).verdict else {
        Issue.record("refused")
        return
      }
      for (gain, truth) in [
        (card.gains.value.red, light.green / light.red), (card.gains.value.blue, light.green / light.blue),
      ] {
        #expect(Tolerance.neutralOnBoard.allows(abs(gain / card.gains.value.green / truth - 1)), "\(card.gains)")
      }
    }
  }
#endif

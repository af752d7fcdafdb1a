// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import CameraControl
  import GrayCard
  import Metering
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture
  import WhiteBalance

  /// The whole job on the kernel's own imx219: a sensor without white balance, whose gains travel with the frames.
  @Suite(.inGuest) struct MeterOnBoardInGuest {
    static func camera(delay: Int? = nil) throws -> CameraControl.Camera {
      try RigBoard.setFault(.none)
      var options = CameraOptions()
      options.pipelineDelay = delay
      options.format = try PixelFormat("RG10")
      options.size = FrameSize(width: RigBoard.width, height: RigBoard.height)
      options.levels = try SampleLevels(black: RigBoard.black, white: RigBoard.white)
      return try CameraControl.Camera(
        device: ConnectedCameras.camera(named: "imx219"), profile: CameraUnderTest.profile(4), options: options)
    }

    @Test func `a camera is opened by its sensor's name, its media node and its video node`() throws {
      let nodes = (0..<8).map { "/dev/media\($0)" }
      let media = try #require(
        nodes.first { (try? ConnectedCameras.camera(named: $0) as? SensorCamera)?.sensor?.model == "imx219" })
      for path in ["imx219", "sensor:imx219", media, try RigBoard.node("video", named: "rig capture")] {
        let camera = try CameraControl.Camera(path: FilePath(path), profile: CameraUnderTest.profile(4))
        #expect(camera.isLockingFocusWithCustomLensPositionSupported && camera.activeFormat.maxISO > 100, "\(path)")
      }
    }

    /// Shows the light of a temperature, and returns it in thousandths.
    @discardableResult
    static func show(_ kelvin: Double, level: Double = 0.3) throws -> [Int] {
      let wall = try CameraMeterTests.wall(kelvin, level: level)
      let light = [wall.red, wall.green, wall.blue].map { Int(($0 * 1000).rounded()) }
      try RigBoard.setLight(light)
      return light
    }

    private static func gains(_ light: [Int]) -> [Double] { light.map { Double(light[1]) / Double($0) } }

    private static func expectNeutral(_ camera: CameraControl.Camera, _ light: [Int]) {
      let gains = camera.deviceWhiteBalanceGains
      let found = [gains.redGain, gains.greenGain, gains.blueGain].map { Double($0 / gains.greenGain) }
      for (gain, truth) in zip(found, Self.gains(light)) {
        #expect(Tolerance.neutralOnBoard.allows(abs(gain / truth - 1)), "\(found), not \(Self.gains(light))")
      }
    }

    @Test func `exposure and gain are asked for in seconds and by ISO, and are in the frame that says so`() async throws
    {
      let light = try Self.show(5000, level: 0.1)
      let camera = try Self.camera()
      #expect(camera.balanceMethod == .software)
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      let isos: [Float] = [100, 130, 200, 300, 400]
      for (seconds, iso) in [0.002, 0.004, 0.008, 0.015].flatMap({ seconds in isos.map { (seconds, $0) } }) {
        try await camera.setExposureModeCustom(duration: .seconds(seconds), iso: iso)
        let frame = try await camera.nextFrame()
        let exposure = frame.exposure
        let duration = try #require(exposure.duration)
        #expect(Tolerance.linesOnBoard.allows(abs(duration - seconds)), "\(duration)")
        let gain = try #require(exposure.gain)
        // Half of a step: the gain is 256 / (256 - code).
        #expect(abs(gain / (Double(iso) / 100) - 1) <= gain / 256 / 2 * 1.02, "ISO \(iso): \(gain)")
        let region = Region(centerOf: frame.frame)
        let mean = TileMoments(of: frame.frame, in: region, side: frame.frame.width, by: .fastest).total.greenOnRedRow
          .mean
        let truth =
          RigBoard.black
          + (RigBoard.white - RigBoard.black) * Double(light[1]) / 1000 * duration / 0.01 * gain
        #expect(Tolerance.boardCard.allows(abs(mean / truth - 1)), "\(seconds) s, ISO \(iso): \(mean), not \(truth)")
      }
    }

    @Test func `a scan exposes the card and finds the gains that make it neutral, and a change of light is followed`()
      async throws
    {
      var light = try Self.show(3200)
      let camera = try Self.camera()
      try camera.startRunning()
      let meter = CameraMeter(camera, settings: MeterSettings())
      let scene = try await meter.scan(lockDuration: 1, focus: false)
      #expect(scene.status(of: .exposure) == .locked && scene.status(of: .whiteBalance) == .locked)
      Self.expectNeutral(camera, light)
      let level = try #require(scene.exposure.value)
      #expect(level > 0.3 && level < 0.75, "\(level)")
      // Darker than a frame's time of exposure can make up for: gain and longer frames do.
      light = try Self.show(6500, level: 0.06)
      let dark = try await meter.scan(lockDuration: 0, focus: false)
      #expect(dark.status(of: .whiteBalance) == .locked)
      Self.expectNeutral(camera, light)
      camera.stopRunning()
    }

    @Test(arguments: [(0, false), (1, false), (1, true)])
    func `the delay that is measured is the board's, and with it a scan in long frames is right`(
      late: Int, exposure: Bool
    ) async throws {
      try Self.show(5000, level: 0.2)
      try RigBoard.setLate(late)
      defer { try? RigBoard.setLate(0) }
      let camera = try Self.camera()
      try camera.startRunning()
      let sensor = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219"))
      let controls: [ControlID] = [.exposure, .analogueGain, .verticalBlanking]
      let before = try controls.map { try sensor.value(of: $0.rawValue) }
      let found = try await camera.measuredPipelineDelay()
      #expect(found.exposure == 2 + late && found.gain == 1 + late, "\(found)")
      #expect(try controls.map { try sensor.value(of: $0.rawValue) } == before)
      camera.stopRunning()
      // Frames that last longer than the sensor's own, by their blanking.
      let light = try Self.show(3200, level: 0.03)
      let slow = try Self.camera(delay: found.longest)
      try slow.startRunning()
      try slow.lockForConfiguration()
      try await slow.setExposureModeCustom(duration: .milliseconds(60), iso: 100)
      let meter = CameraMeter(slow, settings: MeterSettings())
      let scene = try await meter.scan(lockDuration: 0, exposure: exposure, focus: false)
      #expect(scene.status(of: .whiteBalance) == .locked)
      #expect(!exposure || scene.status(of: .exposure) == .locked)
      let frame = try await slow.nextFrame()
      #expect(try exposure || #require(frame.exposure.duration) > Self.frameTime, "\(frame.exposure)")
      Self.expectNeutral(slow, light)
      slow.stopRunning()
    }

    /// A frame of the sensor at its least blanking. Source: Linux, imx219.c (640 x 480: 1763 lines).
    private static let frameTime = 1763 * RigBoard.lineLength / RigBoard.pixelRate

    @Test func `a scan on a bus that fails ends with the sensor's name, and the next one is right`() async throws {
      try Self.show(5000)
      let camera = try Self.camera()
      try camera.startRunning()
      defer { camera.stopRunning() }
      defer { try? RigBoard.setFault(.none) }
      let meter = CameraMeter(camera, settings: MeterSettings())
      try RigBoard.setFault(.bus)
      // Much brighter, so that there is something to set.
      let light = try Self.show(5000, level: 0.9)
      let error = try await CameraMeterTests.error { try await meter.scan(focus: false) }
      #expect("\(error)".contains("imx219 60-0010 probably does not answer"), "\(error)")
      try RigBoard.setFault(.none)
      let scene = try await meter.scan(lockDuration: 0, focus: false)
      #expect(scene.status(of: .whiteBalance) == .locked)
      Self.expectNeutral(camera, light)
    }

    @Test func `the lens is focused on what is sharp at its position`() async throws {
      for position in [300, 700] {
        try Self.show(5000)
        try RigBoard.setFocus(position)
        defer { try? RigBoard.setFocus(500) }
        let camera = try Self.camera()
        try camera.startRunning()
        defer { camera.stopRunning() }
        // Beside the card, which has nothing to focus on.
        let scene = try await CameraMeter(camera, settings: MeterSettings())
          .scan(center: MeteringPoint(x: 0.1, y: 0.5), whiteBalance: false)
        #expect(scene.status(of: .focus) == .locked, "\(scene)")
        let found = try #require(camera.lensPosition)
        // The driver's largest position is the nearest distance, and 0 of AVFoundation's.
        #expect(Tolerance.lensOnBoard.allows(abs((1 - Double(found)) * 1023 - Double(position))), "\(found)")
      }
    }

    @Test
    func `a gain that another program sets is that of the next trusted frame, and a test pattern is none of a card`()
      async throws
    {
      try Self.show(5000, level: 0.2)
      let camera = try Self.camera()
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.lockForConfiguration()
      try await camera.setExposureModeCustom(duration: .seconds(0.005), iso: 100)
      let sensor = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219"))
      let before = try await camera.nextFrame()
      try sensor.set(ControlID.analogueGain.rawValue, to: 128)
      var isChecked = false
      for await frame in camera.frames where frame.sequence > before.sequence + 1 {
        guard frame.isTrusted else { continue }
        isChecked = true
        #expect(frame.exposure.gain == 2)
        let ratio = try mean(frame) / mean(before)
        #expect(Tolerance.boardCard.allows(abs(ratio / 2 - 1)), "\(ratio)")
        break
      }
      #expect(isChecked)
      try sensor.set(ControlID.testPattern.rawValue, to: 2)
      defer { try? sensor.set(ControlID.testPattern.rawValue, to: 0) }
      let shown = try await camera.nextFrame(where: { _ in camera.intrusion == .testPattern })
      #expect(!shown.isTrusted)
      try sensor.set(ControlID.testPattern.rawValue, to: 0)
      #expect(try await camera.nextFrame().isTrusted && camera.intrusion == nil)
    }

    @Test(arguments: MeteringStatus.allCases)
    func `a sensor that is taken away in any state ends all by name, and is metered when it is given back`(
      status: MeteringStatus
    ) async throws {
      let light = try Self.show(4000)
      try await Self.meterUntilTaken(status)
      try RigBoard.bindSensor(true)
      try RigBoard.setLight(light)
      let camera = try Self.camera()
      try camera.startRunning()
      let frame = try await camera.nextFrame()
      let truth = Double(light[1]) / Double(light[0])
      #expect(Tolerance.neutralOnBoard.allows(abs(frame.greenOverRed / truth - 1)))
      camera.stopRunning()
    }

    @Test(arguments: MeteringStatus.allCases)
    func `a lens that is taken away alone in any state ends nothing but its own focus`(status: MeteringStatus)
      async throws
    {
      let light = try Self.show(4000)
      let camera = try Self.camera()
      try camera.startRunning()
      let meter = CameraMeter(camera)
      var scan: Task<MeteringScene, any Error>?
      switch status {
      case .diverged: break
      case .metering:
        try RigBoard.setLight([1, 1, 1])
        scan = Task { try await meter.scan(exposure: false) }
        _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .metering }
      case .converged:
        try await meter.unlock(exposure: false, focus: false)
        _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .converged }
      case .locked: try await meter.scan(exposure: false, focus: false)
      }
      try RigBoard.bindLens(false)
      try RigBoard.setLight(light)
      // A focus that was being looked for ends when it is told to, or before, for want of its lens.
      scan?.cancel()
      if let scan {
        let error = try await CameraMeterTests.error { _ = try await scan.value }
        let isOfTheLens =
          if case .notConverged(let reasons) = error { reasons.keys.elementsEqual([.focus]) } else { false }
        #expect(error == .cancelled || isOfTheLens, "\(error)")
      }
      // A scan with the lens finds the rest too, and so does one without it.
      let lost = try await CameraMeterTests.error { try await meter.scan(exposure: false) }
      #expect(lost == .notConverged([.focus: .unsupported]))
      #expect(meter.scene.status(of: .whiteBalance) == .locked)
      let scene = try await meter.scan(exposure: false, focus: false)
      #expect(scene.status(of: .whiteBalance) == .locked)
      Self.expectNeutral(camera, light)
      camera.stopRunning()
      try RigBoard.bindLens(true)
      #expect(try Self.camera().isLockingFocusWithCustomLensPositionSupported)
    }

    private static func meterUntilTaken(_ status: MeteringStatus) async throws {
      let camera = try camera()
      try camera.startRunning()
      let meter = CameraMeter(camera)
      var scan: Task<MeteringScene, any Error>?
      switch status {
      case .diverged: break
      case .metering:
        // Too dark to be read, so that it goes on.
        try RigBoard.setLight([1, 1, 1])
        scan = Task { try await meter.scan(exposure: false, focus: false) }
        _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .metering }
      case .converged:
        try await meter.unlock(exposure: false, focus: false)
        _ = await CameraMeterTests.statuses(meter.scenes) { $0.last == .converged }
      case .locked: try await meter.scan(exposure: false, focus: false)
      }
      let (scenes, node) = (meter.scenes, try RigBoard.node("video", named: "rig capture"))
      try RigBoard.bindSensor(false)
      if let scan {
        let error = try await CameraMeterTests.error { _ = try await scan.value }
        #expect(CameraMeterTests.cameraError(error) != nil, "\(error)")
      }
      if status != .diverged { for await _ in scenes {} }
      let error = try await CameraMeterTests.error { try await meter.scan(exposure: false, focus: false) }
      #expect(CameraMeterTests.cameraError(error)?.reason == .unplugged, "\(error)")
      camera.stopRunning()
      #expect(try OpenResources(of: node).mappings == 0)
    }

    private func mean(_ frame: CameraFrame) throws -> Double {
      let moments = TileMoments(
        of: frame.frame, in: Region(centerOf: frame.frame), side: frame.frame.width, by: .fastest
      ).total
      return moments.greenOnRedRow.mean - RigBoard.black
    }
  }

  extension CameraFrame {
    /// The card's green over its red, the levels of the board taken off.
    fileprivate var greenOverRed: Double {
      let moments = TileMoments(of: frame, in: Region(centerOf: frame), side: frame.width, by: .fastest).total
      return (moments.greenOnRedRow.mean - RigBoard.black) / (moments.red.mean - RigBoard.black)
    }
  }
#endif

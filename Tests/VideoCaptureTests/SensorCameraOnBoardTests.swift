// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
  import RawFrames
  import SystemPackage
  import TestSupport
  import Testing
  import VideoCapture

  /// The kernel's own imx219 and dw9714, and vimc, as cameras of several parts.
  @Suite(.inGuest) struct SensorCameraOnBoardInGuest {
    private static let size = FrameSize(width: RigBoard.width, height: RigBoard.height)
    private static let light = [100, 200, 150]

    private func camera(_ code: String = "RG10") throws -> any CameraBackend {
      try RigBoard.setFault(.none)
      try RigBoard.setLight(Self.light)
      let camera = try ConnectedCameras.camera(named: "imx219")
      try camera.setFormat(PixelFormat(code), size: Self.size, match: .exact)
      return camera
    }

    /// The means of the card: red, green and blue.
    private func card(_ frame: RawFrame) -> [Double] {
      let region = Region(x: frame.width / 4, y: frame.height / 4, width: frame.width / 2, height: frame.height / 2)
      let moments = TileMoments(of: frame, in: region, side: frame.width, by: .fastest).total
      return [moments.red.mean, (moments.greenOnRedRow.mean + moments.greenOnBlueRow.mean) / 2, moments.blue.mean]
    }

    /// The first frame that surely has all that was set.
    private func settled(_ stream: any CameraStream) throws -> RawFrame {
      let first = try RigBoard.nextFrame() + ImageSensor.Delays.usual.longest
      var frame = try stream.nextFrame()
      while Int(frame.sequence) < first { frame = try stream.nextFrame() }
      return frame.frame
    }

    @Test func `a camera is found by its sensor, its media device and its node, and lists what it is made of`() throws {
      let camera = try #require(try ConnectedCameras.camera(named: "imx219") as? SensorCamera)
      #expect(camera.name == RigBoard.sensor && camera.sensor?.model == "imx219")
      #expect(camera.way.lens?.name == "dw9714 60-000c")
      let node = try #require(camera.way.node.node)
      #expect(try node == RigBoard.node("video", named: "rig capture"))
      #expect(try ConnectedCameras.camera(named: node).identity.card == "imx219 60-0010")
      #expect(try camera.formats().map(\.fourCC.description) == ["RG10", "pRAA", "pRCC", "RGGB"])
      #expect(try camera.frameSizes(for: PixelFormat("RG10"))?.contains(Self.size) == true)
      for name in ["imx477", "Sensor", "sensor:"] {
        #expect(throws: CameraDeviceError.self, "\(name)") { try ConnectedCameras.camera(named: name) }
      }
      #expect(throws: CameraDeviceError.self) { try ConnectedCameras.camera(named: "/dev/media99") }
      let names = ConnectedCameras.all().compactMap { try? ($0.get() as? SensorCamera)?.way.sensor.name }
      #expect(
        names == ["imx219 60-0010", "Sensor A", "Sensor B"]
          || Set(names).isSuperset(of: ["imx219 60-0010", "Sensor A"]))
      #expect(try ConnectedCameras.camera(named: RigGuest.singlePlanar.capture) is V4L2Camera)
    }

    @Test func `formats go from the sensor to the node, and all is as it was found when the stream ends`() throws {
      let before = try ConnectedCameras.camera(named: "imx219").currentFormat()
      let controls: [ControlID] = [.verticalBlanking, .exposure]
      let values = try controls.map { try ConnectedCameras.camera(named: "imx219").value(of: $0) }
      #expect(before.size != Self.size)
      for code in ["RG10", "pRAA", "pRCC", "RGGB"] {
        let camera = try camera(code)
        let stream = try camera.stream(bufferCount: 4)
        let frame = try stream.nextFrame().frame
        #expect(frame.width == Self.size.width && frame.format.fourCC.description == code)
        stream.stop()
        #expect(try ConnectedCameras.camera(named: "imx219").currentFormat().size == before.size)
        #expect(try controls.map { try camera.value(of: $0) } == values)
      }
    }

    @Test func `a camera that streams again has the format and the exposure of before, and is at rest as it was found`()
      throws
    {
      let found = try ConnectedCameras.camera(named: "imx219").currentFormat()
      let camera = try camera()
      for (lines, wanted) in [(900, 900), (5000, 5000), (nil, 5000), (300, 300)] as [(Int64?, Int64)] {
        if let lines { try camera.set(.exposure, to: lines) }
        let stream = try camera.stream(bufferCount: 4)
        #expect(try camera.value(of: .exposure) == wanted)
        let frame = try stream.nextFrame().frame
        #expect(frame.width == Self.size.width && frame.height == Self.size.height)
        stream.stop()
        #expect(try ConnectedCameras.camera(named: "imx219").currentFormat() == found)
        #expect(try camera.currentFormat().size == Self.size)
      }
      // Frames are as short again as an exposure of 300 lines lets them be.
      let stream = try camera.stream(bufferCount: 4)
      defer { stream.stop() }
      #expect(try camera.value(of: .verticalBlanking) < 5000 - Int64(Self.size.height))
    }

    @Test func `an exposure that was set stays, whether the next format is taken or refused`() throws {
      let camera = try camera()
      // Longer than the driver's own frames, which cut it.
      try camera.set(.exposure, to: 5000)
      let timing: [ControlID] = [.exposure, .verticalBlanking]
      let before = try timing.map { try camera.value(of: $0) }
      #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("RG10"), size: FrameSize(width: 1600, height: 1200), match: .exact)
      }
      #expect(try timing.map { try camera.value(of: $0) } == before)
      guard case .discrete(let sizes)? = try camera.frameSizes(for: PixelFormat("RG10")) else {
        Issue.record("the sensor lists its sizes")
        return
      }
      for size in sizes {
        try camera.setFormat(PixelFormat("RG10"), size: size, match: .exact)
        #expect(try camera.value(of: .exposure) == 5000, "\(size)")
      }
    }

    @Test func `what the sensor does not have is refused, and leaves it as it was`() throws {
      let camera = try ConnectedCameras.camera(named: "imx219")
      let before = try camera.currentFormat()
      #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("RG10"), size: FrameSize(width: 800, height: 600), match: .exact)
      }
      #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("RG12"), size: Self.size, match: .exact)
      }
      #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("BG10"), size: Self.size, match: .exact)
      }
      #expect(try camera.currentFormat() == before)
    }

    @Test func `exposures and gains are in the pixels as the sensor's law says`() throws {
      let camera = try camera()
      let stream = try camera.stream(bufferCount: 4)
      defer { stream.stop() }
      for lines in [100, 300, 700, 1200] {
        for code in [0, 64, 128, 176, 224] {
          try camera.set([.exposure: Int64(lines), .analogueGain: Int64(code)])
          let card = try card(settled(stream))
          let truth = RigBoard.card(Self.light, lines: lines, gainCode: code)
          for (mean, value) in zip(card, truth) where value < RigBoard.white * 0.97 {
            #expect(
              Tolerance.boardCard.allows(abs(mean - value) / value),
              "\(lines) lines, code \(code): \(card), not \(truth)")
          }
        }
      }
    }

    @Test func `packed and unpacked frames have the same samples, of 10 bits, widened to 12, and cut to 8`() throws {
      try RigBoard.setNoise(false)
      defer { try? RigBoard.setNoise(true) }
      func means(_ code: String) throws -> [Double] {
        let camera = try camera(code)
        try camera.set([.exposure: 900, .analogueGain: 0])
        let stream = try camera.stream(bufferCount: 4)
        defer { stream.stop() }
        let frame = try settled(stream)
        let whole = Region(x: 0, y: 0, width: frame.width, height: frame.height)
        let total = TileMoments(of: frame, in: whole, side: frame.width, by: .fastest).total
        return card(frame) + BayerChannel.allCases.map { total[$0].mean }
      }
      let words = try means("RG10")
      #expect(try means("pRAA") == words)
      #expect(try means("pRCC") == words.map { $0 * 4 })
      // The card's samples are all alike, and lose their lower bits.
      #expect(try means("RGGB").prefix(3) == words.prefix(3).map { ($0 / 4).rounded(.down) }[...])
    }

    /// The number of times that each control is changed.
    private static let changes = 20

    @Test func `a change shows as many frames later as the table says, exposure and gain, each time`() throws {
      let camera = try camera()
      try camera.set([.exposure: 200, .analogueGain: 0])
      let stream = try camera.stream(bufferCount: 4)
      defer { stream.stop() }
      let delays = try #require(camera.sensor?.delays)
      for (control, values, delay) in [
        (ControlID.exposure, [800, 200] as [Int64], delays.exposure), (.analogueGain, [128, 0], delays.gain),
      ] {
        var (seen, tries): ([Int], Int) = ([], 0)
        while seen.count < Self.changes, tries < 2 * Self.changes {
          let value = values[seen.count % values.count]
          tries += 1
          let old = try card(settled(stream))[1]
          let written = try RigBoard.nextFrame()
          try camera.set(control, to: value)
          // Where the frame ended meanwhile it is not known in which one the driver wrote: once more.
          guard try RigBoard.nextFrame() == written else {
            try camera.set(control, to: values[(seen.count + 1) % values.count])
            continue
          }
          var frame = try stream.nextFrame()
          while Tolerance.cardAtRest.allows(abs(card(frame.frame)[1] - old)) { frame = try stream.nextFrame() }
          // The frame before the next is the one that is being read.
          seen.append(Int(frame.sequence) - (written - 1))
        }
        #expect(seen == Array(repeating: delay, count: Self.changes), "\(control): \(seen)")
      }
    }

    @Test func `an exposure longer than a frame makes frames longer, and a shorter one makes them as they were`() throws
    {
      let camera = try camera()
      let blanking = try camera.value(of: .verticalBlanking)
      let exposure = try #require(try camera.control(.exposure))
      #expect(exposure.range.upperBound == 65534 - 4)
      let interval = try #require(try camera.frameInterval()).seconds
      try camera.set(.exposure, to: 4000)
      #expect(try camera.value(of: .exposure) == 4000)
      #expect(try camera.value(of: .verticalBlanking) == 4004 - Int64(RigBoard.height))
      let longer = try #require(try camera.frameInterval()).seconds
      #expect(longer == 4004 * RigBoard.lineLength / RigBoard.pixelRate && longer > interval)
      try camera.set(.exposure, to: 400)
      #expect(try camera.value(of: .verticalBlanking) == blanking && camera.value(of: .exposure) == 400)
    }

    @Test func `blanking and an exposure that needs it are set in one request, longer and shorter`() throws {
      let camera = try camera()
      let blanking = try camera.value(of: .verticalBlanking)
      let longer = 4004 - Int64(RigBoard.height)
      try camera.set([.exposure: 4000, .verticalBlanking: longer])
      #expect(try camera.value(of: .verticalBlanking) == longer && camera.value(of: .exposure) == 4000)
      try camera.set([.verticalBlanking: blanking, .exposure: 400])
      #expect(try camera.value(of: .verticalBlanking) == blanking && camera.value(of: .exposure) == 400)
    }

    @Test func `under each flip red is read as red, and a flip is refused while frames come`() throws {
      for (horizontal, vertical, pattern) in [
        (0, 0, BayerPattern.rggb), (1, 0, .grbg), (0, 1, .gbrg), (1, 1, .bggr),
      ] as [(Int64, Int64, BayerPattern)] {
        let camera = try ConnectedCameras.camera(named: "imx219")
        try camera.set([.horizontalFlip: horizontal, .verticalFlip: vertical])
        defer { _ = try? camera.set([.horizontalFlip: 0, .verticalFlip: 0]) }
        let format = try #require(camera.rawFormats().first { $0.bitsPerSample == 10 })
        #expect(format.bayerPattern == pattern)
        try camera.setFormat(format, size: Self.size, match: .exact)
        try camera.set([.exposure: 500, .analogueGain: 0])
        let stream = try camera.stream(bufferCount: 4)
        let card = try card(settled(stream))
        for (mean, value) in zip(card, RigBoard.card(Self.light, lines: 500, gainCode: 0)) {
          #expect(Tolerance.boardCard.allows(abs(mean - value) / value), "\(pattern): \(card)")
        }
        #expect(throws: CameraDeviceError.self) { try camera.set(.horizontalFlip, to: 1 - horizontal) }
        #expect(try camera.value(of: .horizontalFlip) == horizontal)
        stream.stop()
      }
    }

    @Test func `a change by another program is told, and our own is not`() throws {
      let camera = try camera()
      _ = try camera.changedControls()
      try camera.set(.analogueGain, to: 10)
      #expect(try camera.changedControls().isEmpty)
      let other = try VideoNode(RigBoard.node("v4l-subdev", named: "imx219"))
      try other.set(ControlID.analogueGain.rawValue, to: 20)
      #expect(try camera.changedControls() == [.analogueGain])
      #expect(try camera.changedControls().isEmpty)
    }

    @Test func `a sensor that is taken away ends the stream, and is there again when it is given back`() throws {
      let camera = try camera()
      let stream = try camera.stream(bufferCount: 4)
      _ = try stream.nextFrame()
      try RigBoard.bindSensor(false)
      #expect(throws: CameraDeviceError.self) { for _ in 0..<10 { _ = try stream.nextFrame() } }
      stream.stop()
      #expect(throws: CameraDeviceError.self) { try ConnectedCameras.camera(named: "imx219") }
      try RigBoard.bindSensor(true)
      let given = try self.camera()
      #expect((given as? SensorCamera)?.way.lens?.name == "dw9714 60-000c", "the lens is the sensor's again")
      let again = try given.stream(bufferCount: 4)
      _ = try again.nextFrame()
      again.stop()
    }

    @Test func `a lens that is taken away alone leaves the sensor's frames, and is there again when it is given back`()
      throws
    {
      let camera = try camera()
      let stream = try camera.stream(bufferCount: 4)
      _ = try stream.nextFrame()
      _ = try camera.changedControls()
      try camera.set(.focusAbsolute, to: 300)
      try RigBoard.bindLens(false)
      for _ in 0..<3 { _ = try stream.nextFrame() }
      #expect(try camera.changedControls().isEmpty)
      #expect(try camera.control(.focusAbsolute) == nil)
      #expect(try !camera.controls().contains { $0.id == .focusAbsolute })
      let none = #expect(throws: CameraDeviceError.self) { try camera.set(.focusAbsolute, to: 400) }
      #expect(none?.fault == .noControl(.focusAbsolute))
      try camera.set(.exposure, to: 700)
      let means = try card(settled(stream))
      for (mean, value) in zip(means, RigBoard.card(Self.light, lines: 700, gainCode: 0)) {
        #expect(Tolerance.boardCard.allows(abs(mean - value) / value), "\(means)")
      }
      stream.stop()
      #expect((try ConnectedCameras.camera(named: "imx219") as? SensorCamera)?.way.lens == nil)
      try RigBoard.bindLens(true)
      let given = try self.camera()
      #expect((given as? SensorCamera)?.way.lens?.name == "dw9714 60-000c")
      #expect(try given.set(.focusAbsolute, to: 500) == 500)
      let again = try given.stream(bufferCount: 4)
      _ = try again.nextFrame()
      again.stop()
    }

    @Test func `a camera that streams is not set by another, and its frames go on as they were`() throws {
      let camera = try camera()
      let stream = try camera.stream(bufferCount: 4)
      defer { stream.stop() }
      _ = try stream.nextFrame()
      let other = try ConnectedCameras.camera(named: "imx219")
      let before = try other.currentFormat()
      guard case .discrete(let sizes)? = try other.frameSizes(for: PixelFormat("RG10")) else {
        Issue.record("the sensor lists its sizes")
        return
      }
      for size in sizes where size != Self.size {
        #expect(throws: CameraDeviceError.self, "\(size)") {
          try other.setFormat(PixelFormat("RG10"), size: size, match: .exact)
        }
      }
      for second in [other, camera] {
        #expect(throws: CameraDeviceError.self) { try second.stream(bufferCount: 4) }
      }
      #expect(try other.currentFormat() == before)
      #expect(throws: CameraDeviceError.self) { try camera.set(.horizontalFlip, to: 1) }
      for _ in 0..<3 {
        let frame = try stream.nextFrame().frame
        #expect(frame.width == Self.size.width && frame.height == Self.size.height)
      }
    }

    @Test func `a bus that does not answer and frames that do not come are told`() throws {
      let camera = try camera()
      defer { try? RigBoard.setFault(.none) }
      try RigBoard.setFault(.bus)
      let unstarted = #expect(throws: CameraDeviceError.self) { try camera.stream(bufferCount: 4) }
      let silence = CaptureError.Reason.sensorSilent(sensor: "imx219 60-0010", .streamOn, .ioError)
      #expect(unstarted?.description.hasSuffix("\(silence)") == true, "\(String(describing: unstarted))")
      try RigBoard.setFault(.silent)
      let stream = try self.camera().stream(bufferCount: 4)
      try RigBoard.setFault(.silent)
      #expect(throws: CameraDeviceError.self) {
        for _ in 0..<10 { _ = try stream.nextFrame(timeout: .milliseconds(300)) }
      }
      try RigBoard.setFault(.none)
      _ = try stream.nextFrame()
      stream.stop()
    }

    @Test func `a bus that fails while frames come is told by what is set, and the frames go on`() throws {
      let camera = try camera()
      defer { try? RigBoard.setFault(.none) }
      let stream = try camera.stream(bufferCount: 4)
      defer { stream.stop() }
      _ = try stream.nextFrame()
      try camera.set(.exposure, to: 300)
      try RigBoard.setFault(.bus)
      let failed = #expect(throws: CameraDeviceError.self) { try camera.set(.exposure, to: 700) }
      let silence = CaptureError.Reason.sensorSilent(sensor: "imx219 60-0010", .setExtendedControls, .ioError)
      #expect(failed?.description.hasSuffix("\(silence)") == true, "\(String(describing: failed))")
      for _ in 0..<3 { _ = try stream.nextFrame() }
      try RigBoard.setFault(.none)
      try camera.set(.exposure, to: 700)
      let means = try card(settled(stream))
      for (mean, value) in zip(means, RigBoard.card(Self.light, lines: 700, gainCode: 0)) {
        #expect(Tolerance.boardCard.allows(abs(mean - value) / value), "\(means)")
      }
    }

    @Test func `frames that are damaged are told, and counted where whole ones come again`() throws {
      let stream = try camera().stream(bufferCount: 4)
      defer { stream.stop() }
      defer { try? RigBoard.setFault(.none) }
      _ = try stream.nextFrame()
      try RigBoard.setFault(.damaged)
      let failed = #expect(throws: CameraDeviceError.self) { for _ in 0..<3 { _ = try stream.nextFrame() } }
      guard case .damagedFrames(let text)? = failed?.fault else {
        Issue.record("\(String(describing: failed))")
        return
      }
      #expect(text.hasSuffix("\(FrameDamage.flagged)"), "\(text)")
      try RigBoard.setFault(.none)
      _ = try stream.nextFrame()
    }

    @Test func `a receiver that takes another code is named with both`() throws {
      let camera = try camera("RGGB")
      defer { try? RigBoard.setFault(.none) }
      try RigBoard.setFault(.code)
      let failed = #expect(throws: CameraDeviceError.self) { try camera.stream(bufferCount: 4) }
      let text = "'rig csi2' takes RGGB 10 at 640 x 480 on its pad 0, not RGGB 8 at 640 x 480"
      #expect(failed?.description.contains(text) == true, "\(String(describing: failed))")
      try RigBoard.setFault(.none)
      let stream = try camera.stream(bufferCount: 4)
      _ = try stream.nextFrame()
      stream.stop()
    }

    @Test func `a module stays while its camera is in use, and every node is closed behind it`() throws {
      let nodes = try {
        let camera = try #require(try camera() as? SensorCamera)
        let stream = try camera.stream(bufferCount: 4)
        _ = try stream.nextFrame()
        #expect(try !RigBoard.load(false))
        _ = try stream.nextFrame()
        stream.stop()
        return camera.graphNodes
      }()
      #expect(nodes.count >= 5)
      for node in nodes { #expect(try OpenResources(of: node) == .none, "\(node)") }
      #expect(try RigBoard.load(false))
      #expect(throws: CameraDeviceError.self) { try ConnectedCameras.camera(named: "imx219") }
      #expect(try RigBoard.load(true))
      let stream = try camera().stream(bufferCount: 4)
      _ = try stream.nextFrame()
      stream.stop()
    }

    /// The pattern of vimc whose samples rise from left to right, and those of one colour. Source: Linux, v4l2-tpg.h.
    private static let (ramp, red, green, blue): (Int32, Int32, Int32, Int32) = (20, 7, 8, 9)

    /// The bytes of vimc's picture: of 8 bits `v`, of 10 bits `v << 2 | v & 3`, of 12 bits `v << 4 | v & 15`. Source:
    /// Linux, v4l2-tpg-core.c.
    private static func picture(_ format: PixelFormat, _ size: FrameSize, _ pattern: Int32) throws -> [UInt8] {
      let order = try #require(format.bayerPattern)
      let (bits, shift) = (format.bitsPerSample, format.bitsPerSample - 8)
      var bytes: [UInt8] = []
      bytes.reserveCapacity(size.width * size.height * 2)
      for row in 0..<size.height {
        for column in 0..<size.width {
          let isLit =
            switch order.channel(column: column, row: row) {
            case .red: pattern == red
            case .greenOnRedRow, .greenOnBlueRow: pattern == green
            case .blue: pattern == blue
            }
          let value = pattern == ramp ? column * 256 / size.width : isLit ? 255 : 0
          let sample = value << shift | value & (1 << shift - 1)
          bytes.append(UInt8(truncatingIfNeeded: sample))
          if bits > 8 { bytes.append(UInt8(sample >> 8)) }
        }
      }
      return bytes
    }

    /// The format of each pad and node that the sensor's frames reach, by the test's own hand.
    private static func graph() throws -> [String] {
      let (sensor, debayer) = try (
        VideoNode(RigBoard.node("v4l-subdev", named: "Sensor A")),
        VideoNode(RigBoard.node("v4l-subdev", named: "Debayer A"))
      )
      return try [sensor.padFormat(0), debayer.padFormat(0), debayer.padFormat(1)]
        + [VideoNode(RigBoard.node("video", named: "Raw Capture 0")).nodeFormat()]
    }

    @Test(arguments: ["BA81", "GBRG", "GRBG", "RGGB", "BG10", "GB10", "BA10", "RG10", "BG12", "GB12", "BA12", "RG12"])
    func `vimc is read to the last bit in every raw format, through a graph that is mis-set, and is then as it was`(
      code: String
    ) throws {
      // The sensor's own pad is set, and nothing behind it follows: no stream could start.
      let other = try ConnectedCameras.camera(named: "Sensor A")
      try other.setFormat(
        PixelFormat(code == "RGGB" ? "BG12" : "RGGB"), size: FrameSize(width: 160, height: 96), match: .exact)
      let before = try Self.graph()
      do {
        let camera = try ConnectedCameras.camera(named: "Sensor A")
        let size = FrameSize(width: 80, height: 64)
        try camera.setFormat(PixelFormat(code), size: size, match: .exact)
        let sensor = try VideoNode(RigBoard.node("v4l-subdev", named: "Sensor A"))
        // No text over the picture.
        try sensor.set(0x00f0_f002, to: 2)
        for pattern in [Self.ramp, Self.red, Self.green, Self.blue] {
          try sensor.set(0x00f0_f000, to: pattern)
          let stream = try camera.stream(bufferCount: 4)
          let frame = try stream.nextFrame().frame
          stream.stop()
          try camera.setFormat(PixelFormat(code), size: size, match: .exact)
          let truth = try Self.picture(frame.format, size, pattern)
          #expect(frame.format.fourCC.description == code && frame.bytes.elementsEqual(truth), "pattern \(pattern)")
        }
      }
      #expect(try Self.graph() == before)
    }
  }
#endif

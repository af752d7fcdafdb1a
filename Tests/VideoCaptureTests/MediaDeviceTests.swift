#if os(Linux)
  import CVideo4Linux
  import CameraDevices
  import RawFrames
  import SystemPackage
  import Testing

  @testable import VideoCapture

  /// Cameras of several parts whose media device is not as it should be.
  @Suite struct MediaDevices {
    private func camera(_ device: FakeMediaDevice, _ name: String = "imx219") throws -> SensorCamera {
      try #require(try ConnectedCameras.camera(named: name, device) as? SensorCamera)
    }

    private func message(_ device: FakeMediaDevice, _ name: String = "imx219") -> String? {
      do throws(CameraDeviceError) {
        _ = try ConnectedCameras.camera(named: name, device)
        return nil
      } catch { return error.description }
    }

    /// The text of an error of the media device, or of another part.
    private func text(_ reason: CaptureError.Reason, of part: FilePath = "/dev/media0") -> String {
      "\(CaptureError(device: part, reason: reason))"
    }

    @Test func `frames come from a node that gives frames, and not from a nearer one of statistics`() throws {
      let device = try FakeMediaDevice.processor()
      #expect(try camera(device).way.node.name == "mainpath")
      #expect(try camera(device, "/dev/video2").way.links.count == 3)
      #expect(message(device, "/dev/video0") == text(.notACaptureDevice(card: "A fake camera"), of: "/dev/video0"))
      #expect(ConnectedCameras.all(device).count == 1 && device.isAtRest)
    }

    @Test func `a sensor, or a media device, that may not be opened is told with the node and its group`() throws {
      let (sensorHint, hint) = (text(.permissionDenied, of: "/dev/v4l-subdev0"), text(.permissionDenied))
      let device = try FakeMediaDevice.board()
      device.parts[0].openFailure = .permissionDenied
      #expect(message(device) == "sensor:imx219 10-0010: \(sensorHint)")
      #expect(message(device, "/dev/video0") == "/dev/video0: \(sensorHint)")
      #expect(failures(device) == ["sensor:imx219 10-0010: \(sensorHint)"])
      device.openFailure = .permissionDenied
      #expect(message(device) == "sensor:imx219: \(hint)")
      #expect(failures(device) == [hint])
      #expect(message(device, "/dev/video0") == nil)
      device.parts[2].driver.capabilities |= UInt32(V4L2_CAP_IO_MC)
      #expect(message(device, "/dev/video0") == "/dev/video0: \(hint)")
    }

    private func failures(_ device: FakeMediaDevice) -> [String] {
      ConnectedCameras.all(device).compactMap { camera in
        if case .failure(let error) = camera { error.description } else { nil }
      }
    }

    @Test func `a sensor that is there is not said to be missing where it has no node, or no way`() throws {
      let bare = FakeMediaDevice()
      _ = try bare.addSensor(node: nil)
      let sensor = "imx219 10-0010"
      #expect(message(bare) == "sensor:\(sensor): \(text(.noSensorNode(sensor: sensor)))")
      #expect(failures(bare) == [])
      let device = try FakeMediaDevice.board()
      device.links[1].flags = UInt32(MEDIA_LNK_FL_IMMUTABLE)
      let noWay = text(.noWay(sensors: [sensor]))
      #expect(message(device) == "sensor:\(sensor): \(noWay)")
      #expect(message(device, "/dev/media0") == noWay)
      #expect(failures(device) == ["sensor:\(sensor): \(noWay)"])
      #expect(message(device, "imx477") == text(.noSensor("imx477", sensors: [sensor]), of: "imx477"))
      #expect(message(FakeMediaDevice(), "imx477") == text(.noSensor("imx477", sensors: []), of: "imx477"))
      #expect(message(bare, "/dev/media0") == text(.noWay(sensors: [])))
    }

    // MARK: - Setting up

    /// A stream that is not to start: its error, after which everything is as it was.
    private func refusal(_ device: FakeMediaDevice) throws -> String? {
      let found = device.settings
      let camera = try camera(device)
      let error = #expect(throws: CameraDeviceError.self) { try camera.stream(bufferCount: 2) }
      #expect(device.settings == found)
      return error?.description
    }

    private static let small = FrameSize(width: 32, height: 16)

    @Test func `a stream sets every pad of the way and puts all back, also where a part has no node`() throws {
      for path in ["/dev/v4l-subdev1", nil] {
        let device = try FakeMediaDevice.board()
        device.parts[1].node = path
        device.parts[0].formats[.init(pad: 0)]?.size = Self.small
        let found = device.settings
        let stream = try camera(device).stream(bufferCount: 2)
        let sizes = path == nil ? [] : device.parts[1].formats.values.map(\.size)
        #expect(sizes.allSatisfy { $0 == Self.small } && device.parts[2].driver.width == 32)
        stream.stop()
        #expect(device.settings == found)
      }
    }

    @Test func `a part that takes another size or another code is named with what it was asked for`() throws {
      let other = BusCode(rawValue: 0x3007)
      for (pad, isCode, text) in [
        (0, false, "RGGB 10 at 60 x 32 on its pad 0"), (0, true, "BGGR 10 at 64 x 32 on its pad 0"),
        (1, true, "BGGR 10 at 64 x 32 on its pad 1"),
      ] {
        let device = try FakeMediaDevice.board()
        device.parts[1].formats[.init(pad: pad)]?.size = Self.small
        device.parts[1].accept = { asked, format in
          var format = format
          if asked == pad, isCode { format.code = other }
          if asked == pad, !isCode { format.size.width = min(format.size.width, 60) }
          return .success(format)
        }
        // The format that is put back has the size of before, and with it the code that the part chose: it was so from
        // the beginning.
        if isCode { device.parts[1].formats[.init(pad: pad)]?.code = other }
        #expect(
          try refusal(device)
            == "sensor:imx219 10-0010: /dev/media0: 'csi2' takes \(text), not RGGB 10 at 64 x 32; media-ctl -p shows the "
            + "formats")
      }
    }

    @Test func `a part that cannot be set is named, with the programs that have the camera open`() throws {
      let device = try FakeMediaDevice.board()
      device.parts[1].formats[.init(pad: 0)]?.size = Self.small
      device.parts[1].accept = { _, _ in .failure(.invalidArgument) }
      let hint =
        "another program may have the camera, which fuser -v /dev/video* /dev/media* shows, and media-ctl -p shows "
        + "which links are fixed"
      #expect(
        try refusal(device) == "sensor:imx219 10-0010: /dev/media0: 'csi2' cannot be set: VIDIOC_SUBDEV_S_FMT failed: "
          + "Invalid argument (EINVAL); \(hint)")
      let busy =
        "sensor:imx219 10-0010: /dev/media0: 'csi2' cannot be set: MEDIA_IOC_SETUP_LINK failed: "
        + "Device or resource busy (EBUSY); "
      let linked = try FakeMediaDevice.board()
      linked.links[0].flags = 0
      linked.refusals[linked.links[0].sink] = .resourceBusy
      #expect(try refusal(linked) == busy + hint)
      linked.others[812] = ("/usr/bin/cam", "/dev/video0")
      #expect(try refusal(linked) == busy + "the camera is open in cam (process 812)")
    }

    @Test func `a stream that is stopped twice, or let go of, puts back its own formats alone`() throws {
      let device = try FakeMediaDevice.board()
      let camera = try camera(device)
      let found = device.settings
      try camera.setFormat(PixelFormat("RG10"), size: Self.small, match: .exact)
      let first = try camera.stream(bufferCount: 2)
      first.stop()
      #expect(device.settings == found)
      var second: (any CameraStream)? = try camera.stream(bufferCount: 2)
      let running = device.settings
      first.stop()
      #expect(device.settings == running && running != found)
      #expect(second != nil)
      second = nil
      #expect(device.settings == found)
    }

    @Test(arguments: [(Int.min, 1), (0, 1), (33, 32), (.max, 32)] as [(Int, UInt32)])
    func `a number of buffers that no driver has becomes the nearest`(count: Int, nearest: UInt32) throws {
      let board = try FakeMediaDevice.board()
      try camera(board).stream(bufferCount: count).stop()
      #expect(board.parts[2].driver.askedBufferCounts == [nearest])
      let driver = try FakeDriver()
      try V4L2Camera(CaptureDevice(path: "/dev/video7", kernel: driver)).stream(bufferCount: count).stop()
      #expect(driver.state.askedBufferCounts == [nearest])
    }

    // MARK: - One stream after another

    @Test func `each stream has the depth that was set, also where the sensor rests in another`() throws {
      let device = try FakeMediaDevice.board()
      device.parts[0].formats[.init(pad: 0)]?.code = BusCode(rawValue: 0x3014)
      device.parts[2].driver.formats = try [PixelFormat("RG10").fourCC, PixelFormat("RGGB").fourCC]
      let camera = try camera(device)
      let found = device.settings
      try camera.setFormat(PixelFormat("RG10"), size: FakeMediaDevice.format.size, match: .exact)
      for _ in 0..<2 {
        let stream = try camera.stream(bufferCount: 2)
        #expect(device.parts[0].formats[.init(pad: 0)]?.code == FakeMediaDevice.format.code)
        #expect(device.parts[2].driver.fourCC == FourCC("RG10"))
        stream.stop()
        #expect(device.settings == found)
      }
    }

    @Test func `the next stream has the order of colours that a flip has made`() throws {
      let device = try FakeMediaDevice.board()
      device.parts[2].driver.formats = try [PixelFormat("RG10").fourCC, PixelFormat("BG10").fourCC]
      let camera = try camera(device)
      try camera.setFormat(PixelFormat("RG10"), size: FakeMediaDevice.format.size, match: .exact)
      device.parts[0].formats[.init(pad: 0)]?.code = BusCode(rawValue: 0x3007)
      #expect(try camera.currentFormat().pixelFormat == PixelFormat("BG10"))
    }

    @Test func `an exposure that is set after a format was refused stays, stream after stream`() throws {
      let device = try FakeMediaDevice.board()
      device.parts[0].driver.controls = [.init(id: ControlID.exposure.rawValue, range: (1, 1000), value: 500)]
      device.parts[0].accept = { _, format in
        .success(format.size == Self.small ? .init(code: format.code, size: FrameSize(width: 48, height: 24)) : format)
      }
      let camera = try camera(device)
      #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("RG10"), size: Self.small, match: .exact)
      }
      try camera.set(.exposure, to: 900)
      for _ in 0..<2 {
        try camera.stream(bufferCount: 2).stop()
        #expect(try camera.value(of: .exposure) == 900)
      }
    }

    @Test func `a link that another program switched off meanwhile is switched on, and off again`() throws {
      let device = try FakeMediaDevice.board()
      let camera = try camera(device)
      device.links[0].flags = 0
      let found = device.settings
      let stream = try camera.stream(bufferCount: 2)
      #expect(device.links[0].isEnabled)
      stream.stop()
      #expect(device.settings == found)
    }

    @Test func `a sensor whose frames go to another node of a program is not set`() throws {
      let device = try FakeMediaDevice.board()
      let other = try device.addNode("other", "/dev/video9")
      device.link(2, 1, other, 0)
      let camera = try camera(device)
      let found = device.settings
      device.parts[Int(other) - 1].driver.failures = [cv4l_reqbufs: (.resourceBusy, 1)]
      let error = #expect(throws: CameraDeviceError.self) {
        try camera.setFormat(PixelFormat("RG10"), size: Self.small, match: .nearest)
      }
      #expect(error?.description.contains("/dev/video9: VIDIOC_REQBUFS failed") == true)
      #expect(device.settings == found)
      _ = try camera.setFormat(PixelFormat("RG10"), size: Self.small, match: .nearest)
    }

    @Test func `a sink that takes another source's frames is given the sensor's, and then the other's again`() throws {
      let device = try FakeMediaDevice.board()
      let other = try device.add("tpg", FakeMediaDevice.bridge, node: "/dev/v4l-subdev7", sinks: 0, sources: 1)
      device.link(other, 0, 2, 0)
      device.links[0].flags = 0
      let found = device.settings
      let stream = try camera(device).stream(bufferCount: 2)
      #expect(device.links.map(\.isEnabled) == [true, true, false])
      stream.stop()
      #expect(device.settings == found)
      device.refusals[device.links[1].sink] = .resourceBusy
      device.links[1].flags = 0
      _ = try refusal(device)
    }

    @Test func `a sensor that does not answer is named where its stream does not start and where it is set`() throws {
      let device = try FakeMediaDevice.board()
      let sensor = "imx219 10-0010"
      device.parts[2].driver.failures[cv4l_streamon] = (.ioError, 1)
      let unstarted = text(.sensorSilent(sensor: sensor, .streamOn, .ioError), of: "/dev/video0")
      #expect(try refusal(device) == "sensor:\(sensor): \(unstarted)")
      device.parts[0].driver.controls = [.init(id: ControlID.analogueGain.rawValue)]
      let camera = try camera(device)
      device.parts[0].driver.failures[cv4l_s_ext_ctrls] = (.ioError, 1)
      let error = #expect(throws: CameraDeviceError.self) { try camera.set(.analogueGain, to: 3) }
      let unset = text(.sensorSilent(sensor: sensor, .setExtendedControls, .ioError), of: "/dev/v4l-subdev0")
      #expect(error?.description == "sensor:\(sensor): \(unset)")
    }

    // MARK: - Graphs

    @Test func `a graph that grows while it is read is read again, and one without end is an error`() throws {
      let device = try FakeMediaDevice.board()
      device.growths = 2
      #expect(try camera(device).way.links.count == 2)
      device.growths = .max
      #expect(message(device) == "sensor:imx219: \(text(.requestFailed(.mediaTopology, .noSpace)))")
    }

    @Test func `a link to a pad that is not there leads nowhere`() throws {
      let device = try FakeMediaDevice.board()
      device.links.insert(.init(source: device.links[0].source, sink: 9900, flags: 1), at: 0)
      device.links.insert(.init(source: 9901, sink: device.links[1].sink, flags: 1), at: 0)
      let found = device.settings
      let stream = try camera(device).stream(bufferCount: 2)
      stream.stop()
      #expect(device.settings == found)
    }

    @Test func `a file that is no media device is told`() throws {
      let device = try FakeMediaDevice.board()
      device.isMedia = false
      #expect(message(device, "/dev/media0") == text(.notAMediaDevice))
    }

    // MARK: - Streams

    /// A receiver that takes the picture and its description by one pad, and gives each to a node of its own.
    private func streams() throws -> FakeMediaDevice {
      let device = FakeMediaDevice()
      let sensor = try device.addSensor()
      let receiver = try device.add("csi2", FakeMediaDevice.bridge, node: "/dev/v4l-subdev1", sinks: 1, sources: 2)
      let first = try device.addNode("first", "/dev/video0")
      let second = try device.addNode("second", "/dev/video1")
      device.link(sensor, 0, receiver, 0)
      device.link(receiver, 1, first, 0)
      device.link(receiver, 2, second, 0)
      device.route(sensor, [(.init(sink: 1, sinkStream: 0, source: 0, sourceStream: 3), true)])
      device.route(
        receiver,
        [
          (.init(sink: 0, sinkStream: 3, source: 1, sourceStream: 0), false),
          (.init(sink: 0, sinkStream: 1, source: 1, sourceStream: 0), true),
          (.init(sink: 0, sinkStream: 3, source: 2, sourceStream: 0), true),
        ])
      return device
    }

    @Test func `frames go by the routes that are on, and formats are set in the streams that they are in`() throws {
      let device = try streams()
      for (part, pad) in [(0, 0), (1, 0)] {
        device.parts[part].formats[.init(pad: pad, stream: 3)]?.size =
          part == 0 ? Self.small : FakeMediaDevice.format.size
      }
      let camera = try camera(device)
      #expect(camera.way.node.name == "second" && camera.way.streams == [3, 0])
      #expect(try camera.currentFormat().size == Self.small)
      let found = device.settings
      let stream = try camera.stream(bufferCount: 2)
      #expect(device.parts[1].formats[.init(pad: 0, stream: 3)]?.size == Self.small)
      #expect(device.parts[1].formats[.init(pad: 0, stream: 1)]?.size == FakeMediaDevice.format.size)
      #expect(device.parts[1].formats[.init(pad: 2)]?.size == Self.small && device.parts[3].driver.width == 32)
      stream.stop()
      #expect(device.settings == found)
    }

    @Test func `a sensor whose frames no route takes has no way`() throws {
      let device = try streams()
      device.route(2, [(.init(sink: 0, sinkStream: 1, source: 1, sourceStream: 0), true)])
      let sensor = "imx219 10-0010"
      #expect(message(device) == "sensor:\(sensor): \(text(.noWay(sensors: [sensor])))")
    }

    @Test func `the start of a word names no sensor`() throws {
      let device = try FakeMediaDevice.board()
      let error = #expect(throws: CameraDeviceError.self) { try ConnectedCameras.camera(named: "imx21", device) }
      guard case .noSuchDevice = error?.fault else {
        Issue.record("\(error.debugDescription)")
        return
      }
    }

    @Test func `a part that takes another format is a refusal`() throws {
      let device = try FakeMediaDevice.board()
      device.parts[1].formats[.init(pad: 0)]?.size = FrameSize(width: 32, height: 16)
      device.parts[1].accept = { asked, format in
        var format = format
        if asked == 0 { format.size.width = min(format.size.width, 60) }
        return .success(format)
      }
      let camera = try ConnectedCameras.camera(named: "imx219", device)
      let error = #expect(throws: CameraDeviceError.self) { try camera.stream(bufferCount: 2) }
      guard case .refused = error?.fault else {
        Issue.record("\(error.debugDescription)")
        return
      }
    }
  }
#endif

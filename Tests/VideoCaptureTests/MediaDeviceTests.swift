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

    @Test func `frames come from a node that gives frames, and not from a nearer one of statistics`() throws {
      let device = try FakeMediaDevice.processor()
      #expect(try camera(device).way.node.name == "mainpath")
      #expect(try camera(device, "/dev/video2").way.links.count == 3)
      #expect(
        message(device, "/dev/video0") == "/dev/video0: 'A fake camera' is a V4L2 device but not a capture device; "
          + "try the card's other nodes")
      #expect(ConnectedCameras.all(device).count == 1 && device.isAtRest)
    }

    @Test func `a sensor, or a media device, that may not be opened is told with the node and its group`() throws {
      let hint =
        "permission denied; the devices belong to the group video (usermod -aG video USER, then log in again); one that "
        + "ls -l shows as root's alone needs a udev rule: SUBSYSTEM==\"video4linux|media\", GROUP=\"video\""
      let device = try FakeMediaDevice.board()
      device.parts[0].openFailure = .permissionDenied
      #expect(message(device) == "sensor:imx219 10-0010: /dev/v4l-subdev0: \(hint)")
      #expect(message(device, "/dev/video0") == "/dev/video0: /dev/v4l-subdev0: \(hint)")
      #expect(failures(device) == ["sensor:imx219 10-0010: /dev/v4l-subdev0: \(hint)"])
      device.openFailure = .permissionDenied
      #expect(message(device) == "sensor:imx219: /dev/media0: \(hint)")
      #expect(failures(device) == ["/dev/media0: \(hint)"])
    }

    private func failures(_ device: FakeMediaDevice) -> [String] {
      ConnectedCameras.all(device).compactMap { camera in
        if case .failure(let error) = camera { error.description } else { nil }
      }
    }

    @Test func `a sensor that is there is not said to be missing where it has no node, or no way`() throws {
      let bare = FakeMediaDevice()
      _ = try bare.addSensor(node: nil)
      #expect(
        message(bare) == "sensor:imx219 10-0010: /dev/media0: the sensor imx219 10-0010 has no node by which it can "
          + "be set; ls -l /dev/v4l-subdev* shows the nodes that there are")
      #expect(failures(bare) == [])
      let device = try FakeMediaDevice.board()
      device.links[1].flags = UInt32(MEDIA_LNK_FL_IMMUTABLE)
      let noWay = "no way from the sensor imx219 10-0010 to a node that gives frames; media-ctl -p shows the links"
      #expect(message(device) == "sensor:imx219 10-0010: /dev/media0: \(noWay)")
      #expect(message(device, "/dev/media0") == "/dev/media0: \(noWay)")
      #expect(failures(device) == ["sensor:imx219 10-0010: /dev/media0: \(noWay)"])
      #expect(message(device, "imx477") == "imx477: 'imx477' does not name one image sensor; there are imx219 10-0010")
      #expect(
        message(FakeMediaDevice(), "imx477")
          == "imx477: no image sensor imx477; there is none behind a media device here")
      #expect(message(bare, "/dev/media0") == "/dev/media0: the media device has no image sensor that can be set")
    }
  }
#endif

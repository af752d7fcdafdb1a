#if os(Linux)
  import RawFrames
  import SystemPackage
  import Testing
  import VideoCapture

  /// The complete text of every error of VideoCapture. Other tests compare the errors themselves.
  @Suite struct MessagesTests {
    @Test func `a message begins with the device and tells what would have been right`() throws {
      let rg10 = try #require(FourCC("RG10"))
      let yuyv = try #require(FourCC("YUYV"))
      let small = FrameSize(width: 4, height: 2)
      let texts: [(CaptureError.Reason, String)] = [
        (.noSuchDevice, "no such device; cameras are listed as /dev/video*"),
        (
          .permissionDenied,
          "permission denied; the devices belong to the group video (usermod -aG video USER, then log in again); "
            + "one that ls -l shows as root's alone needs a udev rule: "
            + "SUBSYSTEM==\"video4linux|media\", GROUP=\"video\""
        ),
        (.notACharacterDevice, "not a character device; a camera is one, for instance /dev/video0"),
        (.notAVideoDevice, "not a V4L2 device: it does not know VIDIOC_QUERYCAP"),
        (
          .notAMediaDevice,
          "not a media device: it does not know MEDIA_IOC_DEVICE_INFO; one is, for instance, /dev/media0"
        ),
        (.noWay(sensors: []), "the media device has no image sensor that can be set"),
        (
          .noWay(sensors: ["imx219 10-0010", "ov5647 11-0036"]),
          "no way from the sensor imx219 10-0010, ov5647 11-0036 to a node that gives frames; media-ctl -p shows the links"
        ),
        (
          .noSensorNode(sensor: "imx219 10-0010"),
          "the sensor imx219 10-0010 has no node by which it can be set; ls -l /dev/v4l-subdev* shows the nodes that there "
            + "are"
        ),
        (
          .noSensor("imx219", sensors: []),
          "no image sensor 'imx219'; there is none behind a media device here; to open a V4L2 device, give its path, such as /dev/video0"
        ),
        (
          .noSensor("imx", sensors: ["imx219 10-0010", "imx477 11-001a"]),
          "'imx' does not name one image sensor; there are imx219 10-0010, imx477 11-001a"
        ),
        (
          .notACaptureDevice(card: "Card"),
          "'Card' is a V4L2 device but not a capture device; try the card's other nodes"
        ),
        (.noStreaming(card: "Card"), "'Card' cannot stream; its driver must support memory-mapped buffers"),
        (.noRawFormat(offered: [yuyv]), "no raw format; the device offers YUYV"),
        (.noRawFormat(offered: []), "no raw format; the device offers none"),
        (.formatRefused(rg10, chosen: yuyv), "no format RG10: the driver chose YUYV in its place"),
        (
          .sizeRefused(small, chosen: FrameSize(width: 8, height: 4)),
          "no size 4 x 2: the driver offers 8 x 4 in its place"
        ),
        (.notRaw(yuyv), "the device is set to YUYV, which is not a raw format; set one first"),
        (.severalPlanes(count: 2), "the frame lies in 2 planes; a raw frame must lie in 1"),
        (.interlaced(field: 4), "frames are interlaced (field order 4); a raw frame must be progressive (1)"),
        (
          .unusableFormat(rg10, small, .strideTooShort(bytesPerRow: 7, needed: 8, width: 4)),
          "the driver's RG10, 4 x 2, cannot be read: "
            + "a stride of 7 bytes is too short for 4 samples a row; it must be at least 8"
        ),
        (
          .bufferTooSmall(byteCount: 15, needed: 16),
          "the driver's buffer of 15 bytes is too small; its format needs 16"
        ),
        (.noControl(.redBalance), "the device has no control 'red balance'"),
        (.noControl(ControlID(rawValue: 0x0098_0901)), "the device has no control '0x00980901'"),
        (.noBuffers, "the driver gave no buffers; at least 1 is needed"),
        (
          .padRefused(
            entity: "csi2", pad: 1, asked: BusCode(rawValue: 0x300f), small, took: BusCode(rawValue: 0x100a),
            FrameSize(width: 8, height: 4)),
          "'csi2' takes 0x100a at 8 x 4 on its pad 1, not RGGB 10 at 4 x 2; media-ctl -p shows the formats"
        ),
        (
          .partRefused(entity: "csi2", .setFormat, .resourceBusy),
          "'csi2' cannot be set: VIDIOC_S_FMT failed: Device or resource busy (EBUSY); another program may have the camera, "
            + "which fuser -v /dev/video* /dev/media* shows, and media-ctl -p shows which links are fixed"
        ),
        (
          .partRefused(entity: "csi2", .setFormat, .resourceBusy, programs: ["cam (process 7)"]),
          "'csi2' cannot be set: VIDIOC_S_FMT failed: Device or resource busy (EBUSY); the camera is open in cam (process 7)"
        ),
        (
          .sensorSilent(sensor: "imx219 10-0010", .streamOn, .ioError),
          "VIDIOC_STREAMON failed: Input/output error (EIO); the sensor imx219 10-0010 probably does not answer on its bus "
            + "(I2C), as with a loose cable or without power; dmesg shows what its driver says"
        ),
        (
          .busy(.streamOn),
          "VIDIOC_STREAMON failed: Device or resource busy (EBUSY); "
            + "the camera is streaming already, here or in another program; fuser -v /dev/video*, as root, shows which"
        ),
        (
          .busy(.setFormat, programs: ["ffmpeg (process 812)", "process 813"]),
          "VIDIOC_S_FMT failed: Device or resource busy (EBUSY); the camera is streaming already, "
            + "here or in another program; open in ffmpeg (process 812), process 813"
        ),
        (
          .locked(program: "cam (process 7)"),
          "cam (process 7) has locked the camera, as libcamera does while it uses one; end that program first"
        ),
        (
          .locked(program: nil),
          "another program has locked the camera, as libcamera does while it uses one; end that program first"
        ),
        (.timeout(.seconds(2), damaged: 0), "no frame within 2.0 seconds"),
        (.timeout(.milliseconds(500), damaged: 3), "no frame within 0.5 seconds; 3 came damaged"),
        (
          .damagedFrames(count: 8, last: .flagged),
          "8 frames in a row came damaged; the last: its driver flagged it as corrupt"
        ),
        (
          .damagedFrames(count: 8, last: .short(byteCount: 15, needed: 16)),
          "8 frames in a row came damaged; the last: it has 15 bytes and its format needs 16"
        ),
        (.unknownBuffer(index: 9), "the driver answered with buffer 9, which it was never given"),
        (
          .deviceGone(.dequeueBuffer),
          "VIDIOC_DQBUF failed: No such device (ENODEV); the camera was unplugged or its driver removed"
        ),
        (
          .controlFailed(name: "Blue Balance", value: 1200, .setExtendedControls, .ioError),
          "the control 'Blue Balance' could not be set to 1200: VIDIOC_S_EXT_CTRLS failed: Input/output error (EIO)"
        ),
        (
          .controlFailed(name: "Focus", value: 7, .setControl, .resourceBusy),
          "the control 'Focus' could not be set to 7: VIDIOC_S_CTRL failed: Device or resource busy (EBUSY); "
            + "the device is not ready for it, so try again"
        ),
        (
          .controlFailed(name: "Gain", value: nil, .getControl, .timedOut),
          "the control 'Gain' could not be read: VIDIOC_G_CTRL failed: Connection timed out (ETIMEDOUT)"
        ),
        (.requestFailed(.dequeueBuffer, .ioError), "VIDIOC_DQBUF failed: Input/output error (EIO)"),
        (.requestFailed(.map, Errno(rawValue: 75)), "mmap failed: Value too large for defined data type (errno 75)"),
      ]
      for (reason, text) in texts {
        #expect(CaptureError(device: "/dev/video0", reason: reason).description == "/dev/video0: \(text)")
      }
    }
  }
#endif

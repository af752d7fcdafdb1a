#if os(Linux)
  public import RawFrames
  public import SystemPackage

  /// The reason why a device could not be opened, set or read, with its path.
  public struct CaptureError: Error, Hashable, Sendable {
    /// The path of the device.
    public let device: FilePath
    /// The reason for the error.
    public let reason: Reason

    /// Creates an error from the device and the reason.
    package init(device: FilePath, reason: Reason) {
      self.device = device
      self.reason = reason
    }

    /// The reasons for errors.
    public enum Reason: Error, Hashable, Sendable {
      // Opening.
      /// There is no device at the path.
      case noSuchDevice
      /// The user may not open the device.
      case permissionDenied
      /// The path is not a character device.
      case notACharacterDevice
      /// The device is not a V4L2 device.
      case notAVideoDevice
      /// The device is not a media device.
      case notAMediaDevice
      /// No sensor of a media device is connected to a node that gives frames. `sensors` are the names of its sensors.
      case noWay(sensors: [String])
      /// A sensor of a media device has no node for its settings.
      case noSensorNode(sensor: String)
      /// There is no sensor with this name, or more than one. `sensors` are the names of all sensors.
      case noSensor(String, sensors: [String])
      /// A part of a media device took another format than the part before it.
      case padRefused(entity: String, pad: Int, asked: BusCode, FrameSize, took: BusCode, FrameSize)
      /// A part of a media device cannot be set, because a program uses it or its setting is fixed.
      ///
      /// `programs` are the other programs that have a part of the camera open, as far as the user may see them.
      case partRefused(entity: String, CaptureRequest, Errno, programs: [String] = [])
      /// The sensor's driver failed with an error that means that the sensor does not respond.
      case sensorSilent(sensor: String, CaptureRequest, Errno)
      /// The V4L2 node is for something else, such as an output, a radio or metadata.
      case notACaptureDevice(card: String)
      /// The device cannot stream.
      case noStreaming(card: String)

      // Formats.
      /// None of the formats that the device offers is a raw format. It may offer none at all.
      case noRawFormat(offered: [FourCC])
      /// The driver chose another pixel format than the requested one.
      case formatRefused(FourCC, chosen: FourCC)
      /// The driver chose another size than the requested one.
      case sizeRefused(FrameSize, chosen: FrameSize)
      /// The device is set to a format that is not raw.
      case notRaw(FourCC)
      /// The frame lies in several planes.
      case severalPlanes(count: Int)
      /// The two fields of a frame are taken at different times, so it is not one picture. The value is V4L2's field
      /// order.
      case interlaced(field: Int)
      /// The driver's sizes contradict each other.
      case unusableFormat(FourCC, FrameSize, RawFrameError)
      /// The driver's image or buffer is smaller, in bytes, than its own format and stride need.
      case bufferTooSmall(byteCount: Int, needed: Int)

      // Controls.
      /// The device does not have the control.
      case noControl(ControlID)
      /// The control cannot be set or read as asked.
      case control(CaptureControl, ControlFault)
      /// The kernel refused to set or read a control, with an error that does not mean the control or its value.
      ///
      /// `value` is the value that was to be set, or `nil` where the control was read.
      case controlFailed(name: String, value: Int64?, CaptureRequest, Errno)

      // Streaming.
      /// The driver gave no buffers.
      case noBuffers
      /// Another stream of the same camera is open, in this program or another.
      ///
      /// `programs` are the other programs that have the node open, such as `ffmpeg (process 812)`, as far as the user
      /// may see them.
      case busy(CaptureRequest, programs: [String] = [])
      /// A program has locked the media device, as libcamera does while it uses a camera; `nil` where the program is
      /// not known.
      case locked(program: String?)
      /// No usable frame came in time. `damaged` is the number of frames that came and were rejected.
      case timeout(Duration, damaged: Int)
      /// Too many frames in a row were damaged.
      case damagedFrames(count: Int, last: FrameDamage)
      /// The driver returned a buffer that it was never given.
      case unknownBuffer(index: Int)
      /// The device was unplugged, or its driver was removed.
      case deviceGone(CaptureRequest)
      /// The kernel refused a request.
      case requestFailed(CaptureRequest, Errno)
    }
  }

  /// The damage of a frame that came.
  public enum FrameDamage: Hashable, Sendable {
    /// The driver flagged the data as possibly corrupt (`V4L2_BUF_FLAG_ERROR`).
    case flagged
    /// The driver filled fewer bytes than the format needs.
    case short(byteCount: Int, needed: Int)
  }

  extension CaptureError {
    /// Creates the error for a request that the kernel refused with `errno`.
    init(_ device: FilePath, _ request: CaptureRequest, _ errno: Errno) {
      self.device = device
      reason =
        switch (request, errno) {
        case (.open, .noSuchFileOrDirectory), (.open, .notDirectory): .noSuchDevice
        case (.open, .permissionDenied), (.open, .notPermitted): .permissionDenied
        case (.queryCapabilities, .inappropriateIOCTLForDevice): .notAVideoDevice
        case (_, .resourceBusy): .busy(request)
        case (_, .operationNotSupportedByDevice): .deviceGone(request)
        default: .requestFailed(request, errno)
        }
    }
  }

  extension CaptureError: CustomStringConvertible {
    /// The device and the reason, with what to do.
    public var description: String { "\(device): \(reason)" }
  }

  extension CaptureError.Reason: CustomStringConvertible {
    /// The reason, with the value and what would have been right.
    public var description: String {
      switch self {
      case .noSuchDevice: "no such device; cameras are listed as /dev/video*"
      case .permissionDenied:
        "permission denied; the devices belong to the group video (usermod -aG video USER, then log in again); one that ls -l shows "
          + "as root's alone needs a udev rule: SUBSYSTEM==\"video4linux|media\", GROUP=\"video\""
      case .notACharacterDevice: "not a character device; a camera is one, for instance /dev/video0"
      case .notAVideoDevice: "not a V4L2 device: it does not know VIDIOC_QUERYCAP"
      case .notAMediaDevice:
        "not a media device: it does not know MEDIA_IOC_DEVICE_INFO; one is, for instance, /dev/media0"
      case .noWay(let sensors):
        sensors.isEmpty
          ? "the media device has no image sensor that can be set"
          : "no way from the sensor \(sensors.joined(separator: ", ")) to a node that gives frames; media-ctl -p shows the links"
      case .noSensorNode(let sensor):
        "the sensor \(sensor) has no node by which it can be set; ls -l /dev/v4l-subdev* shows the nodes that there are"
      case .noSensor(let name, let sensors):
        sensors.isEmpty
          ? "no image sensor '\(name)'; there is none behind a media device here; to open a V4L2 device, give its path, such as /dev/video0"
          : "'\(name)' does not name one image sensor; there are \(sensors.joined(separator: ", "))"
      case .padRefused(let entity, let pad, let asked, let size, let took, let tookSize):
        "'\(entity)' takes \(took) at \(tookSize) on its pad \(pad), not \(asked) at \(size); media-ctl -p shows the formats"
      case .partRefused(let entity, let request, let errno, let programs):
        "'\(entity)' cannot be set: \(failure(request, errno)); "
          + (programs.isEmpty
            ? "another program may have the camera, which fuser -v /dev/video* /dev/media* shows, and media-ctl -p shows which links are fixed"
            : "the camera is open in \(programs.joined(separator: ", "))")
      case .sensorSilent(let sensor, let request, let errno):
        "\(failure(request, errno)); the sensor \(sensor) probably does not answer on its bus (I2C), as with a loose cable or without power; "
          + "dmesg shows what its driver says"
      case .notACaptureDevice(let card):
        "'\(card)' is a V4L2 device but not a capture device; try the card's other nodes"
      case .noStreaming(let card): "'\(card)' cannot stream; its driver must support memory-mapped buffers"
      case .noRawFormat(let offered): "no raw format; the device offers \(list(offered))"
      case .formatRefused(let asked, let chosen): "no format \(asked): the driver chose \(chosen) in its place"
      case .sizeRefused(let asked, let chosen): "no size \(asked): the driver offers \(chosen) in its place"
      case .notRaw(let format): "the device is set to \(format), which is not a raw format; set one first"
      case .severalPlanes(let count): "the frame lies in \(count) planes; a raw frame must lie in 1"
      case .interlaced(let field): "frames are interlaced (field order \(field)); a raw frame must be progressive (1)"
      case .unusableFormat(let format, let size, let error): "the driver's \(format), \(size), cannot be read: \(error)"
      case .bufferTooSmall(let byteCount, let needed):
        "the driver's buffer of \(byteCount) bytes is too small; its format needs \(needed)"
      case .noControl(let id): "the device has no control '\(id.name)'"
      case .control(let control, let fault): "the control '\(control.name)' \(fault)"
      case .controlFailed(let name, let value, let request, let errno):
        "the control '\(name)' could not be \(value.map { "set to \($0)" } ?? "read"): \(failure(request, errno))"
          + (errno == .resourceBusy ? "; the device is not ready for it, so try again" : "")
      case .noBuffers: "the driver gave no buffers; at least 1 is needed"
      case .busy(let request, let programs):
        "\(failure(request, .resourceBusy)); the camera is streaming already, here or in another program; "
          + (programs.isEmpty
            ? "fuser -v /dev/video*, as root, shows which"
            : "open in \(programs.joined(separator: ", "))")
      case .locked(let program):
        "\(program ?? "another program") has locked the camera, as libcamera does while it uses one; end that program first"
      case .timeout(let duration, let damaged):
        "no frame within \(duration)" + (damaged > 0 ? "; \(damaged) came damaged" : "")
      case .damagedFrames(let count, let last): "\(count) frames in a row came damaged; the last: \(last)"
      case .unknownBuffer(let index): "the driver answered with buffer \(index), which it was never given"
      case .deviceGone(let request):
        "\(failure(request, .operationNotSupportedByDevice)); the camera was unplugged or its driver removed"
      case .requestFailed(let request, let errno): failure(request, errno)
      }
    }

    private func list(_ formats: [FourCC]) -> String {
      formats.isEmpty ? "none" : formats.map(\.description).joined(separator: " ")
    }

    private func failure(_ request: CaptureRequest, _ errno: Errno) -> String {
      "\(request.rawValue) failed: \(errno) (\(errno.symbol))"
    }
  }

  extension FrameDamage: CustomStringConvertible {
    /// The damage, as a clause.
    public var description: String {
      switch self {
      case .flagged: "its driver flagged it as corrupt"
      case .short(let byteCount, let needed): "it has \(byteCount) bytes and its format needs \(needed)"
      }
    }
  }

  extension Errno {
    /// The name in the manuals, for the errors that V4L2 drivers are documented to return; otherwise the number.
    fileprivate var symbol: String {
      switch self {
      case .notPermitted: "EPERM"
      case .ioError: "EIO"
      case .noSuchAddressOrDevice: "ENXIO"
      case .resourceTemporarilyUnavailable: "EAGAIN"
      case .noMemory: "ENOMEM"
      case .permissionDenied: "EACCES"
      case .badAddress: "EFAULT"
      case .resourceBusy: "EBUSY"
      case .operationNotSupportedByDevice: "ENODEV"
      case .invalidArgument: "EINVAL"
      case .tooManyOpenFiles: "EMFILE"
      case .inappropriateIOCTLForDevice: "ENOTTY"
      case .noSpace: "ENOSPC"
      case .outOfRange: "ERANGE"
      case .brokenPipe: "EPIPE"
      case .protocolError: "EPROTO"
      case .timedOut: "ETIMEDOUT"
      default: "errno \(rawValue)"
      }
    }
  }
#endif

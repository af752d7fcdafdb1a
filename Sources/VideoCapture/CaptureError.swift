#if os(Linux)
  public import RawFrames
  public import SystemPackage

  /// Why a device gave no frame, and which device.
  public struct CaptureError: Error, Hashable, Sendable {
    public let device: FilePath
    public let reason: Reason

    public init(device: FilePath, reason: Reason) {
      self.device = device
      self.reason = reason
    }

    public enum Reason: Error, Hashable, Sendable {
      // Opening.
      case noSuchDevice
      case permissionDenied
      case notACharacterDevice
      case notAVideoDevice
      /// A V4L2 node for something else: an output, a radio, metadata.
      case notACaptureDevice(card: String)
      case noStreaming(card: String)

      // Formats.
      /// None of the formats that the device offers, which may be none at all, is a raw format.
      case noRawFormat(offered: [FourCC])
      /// The driver chose another pixel format than the one that was asked for.
      case formatRefused(FourCC, chosen: FourCC)
      /// The driver chose another size than the one that was asked for.
      case sizeRefused(FrameSize, chosen: FrameSize)
      /// The device is set to a format that is not raw.
      case notRaw(FourCC)
      case severalPlanes(count: Int)
      /// The two fields of a frame are taken at different times, so it is not one picture. The value is V4L2's field order.
      case interlaced(field: Int)
      /// The driver's sizes contradict one another.
      case unusableFormat(FourCC, FrameSize, RawFrameError)
      /// The driver's image or buffer size is smaller than its own format and stride need.
      case bufferTooSmall(byteCount: Int, needed: Int)

      // Controls.
      /// The device has no such control.
      case noControl(ControlID)
      /// A control that does not do what was asked of it.
      case control(CaptureControl, ControlFault)
      /// The driver knows no interval between frames, or has none of such a length.
      case noFrameInterval

      // Streaming.
      case noBuffers
      /// Another stream of the same camera is open, here or in another program.
      case busy(CaptureRequest)
      /// Nothing usable came in time; `damaged` frames came and were left out.
      case timeout(Duration, damaged: Int)
      /// Too many frames in a row were damaged.
      case damagedFrames(count: Int, last: FrameDamage)
      /// The driver answered with a buffer that it does not have.
      case unknownBuffer(index: Int)
      /// The device was unplugged, or its driver was removed.
      case deviceGone(CaptureRequest)
      case requestFailed(CaptureRequest, Errno)
    }
  }

  /// What is wrong with a frame that came.
  public enum FrameDamage: Hashable, Sendable {
    /// The driver says that the data may be corrupt (`V4L2_BUF_FLAG_ERROR`).
    case flagged
    /// The driver filled fewer bytes than the format needs.
    case short(byteCount: Int, needed: Int)
  }

  extension CaptureError {
    /// The error for a request that the kernel refused with `errno`.
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
    public var description: String { "\(device): \(reason)" }
  }

  extension CaptureError.Reason: CustomStringConvertible {
    public var description: String {
      switch self {
      case .noSuchDevice: "no such device; cameras are listed as /dev/video*"
      case .permissionDenied:
        "permission denied; the devices belong to the group video (usermod -aG video USER, then log in again)"
      case .notACharacterDevice: "not a character device; a camera is one, for instance /dev/video0"
      case .notAVideoDevice: "not a V4L2 device: it does not know VIDIOC_QUERYCAP"
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
      case .noControl(let id): "the device has no control \(id)"
      case .control(let control, let fault): "the control '\(control.name)' \(fault)"
      case .noFrameInterval: "the driver does not tell the interval between its frames"
      case .noBuffers: "the driver gave no buffers; at least 1 is needed"
      case .busy(let request):
        "\(failure(request, .resourceBusy)); the camera is streaming already, here or in another program"
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
    public var description: String {
      switch self {
      case .flagged: "its driver flagged it as corrupt"
      case .short(let byteCount, let needed): "it has \(byteCount) bytes and its format needs \(needed)"
      }
    }
  }

  extension Errno {
    /// The name in the manuals, for those that V4L2 drivers are documented to answer with; else the number.
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

#if os(Linux)
  /// What a driver or the kernel was asked, for errors to name. The raw value is the name that its manual has.
  public enum CaptureRequest: String, CaseIterable, Hashable, Sendable {
    case open = "open"
    case queryCapabilities = "VIDIOC_QUERYCAP"
    case enumerateFormats = "VIDIOC_ENUM_FMT"
    case enumerateFrameSizes = "VIDIOC_ENUM_FRAMESIZES"
    case getFormat = "VIDIOC_G_FMT"
    case setFormat = "VIDIOC_S_FMT"
    case requestBuffers = "VIDIOC_REQBUFS"
    case queryBuffer = "VIDIOC_QUERYBUF"
    case queueBuffer = "VIDIOC_QBUF"
    case dequeueBuffer = "VIDIOC_DQBUF"
    case streamOn = "VIDIOC_STREAMON"
    case streamOff = "VIDIOC_STREAMOFF"
    case poll = "poll"
    case map = "mmap"
  }
#endif

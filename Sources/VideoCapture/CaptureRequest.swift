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
    case getParameters = "VIDIOC_G_PARM"
    case setParameters = "VIDIOC_S_PARM"
    case queryControl = "VIDIOC_QUERYCTRL"
    case queryExtendedControl = "VIDIOC_QUERY_EXT_CTRL"
    case queryMenu = "VIDIOC_QUERYMENU"
    case getControl = "VIDIOC_G_CTRL"
    case setControl = "VIDIOC_S_CTRL"
    case getExtendedControls = "VIDIOC_G_EXT_CTRLS"
    case setExtendedControls = "VIDIOC_S_EXT_CTRLS"
    case poll = "poll"
    case map = "mmap"
  }
#endif

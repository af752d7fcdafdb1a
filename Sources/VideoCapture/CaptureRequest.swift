#if os(Linux)
  /// A request to a driver or the kernel, as errors name it. The raw value is its name in the manuals.
  public enum CaptureRequest: String, CaseIterable, Hashable, Sendable {
    /// Opens a device node.
    case open = "open"
    /// Asks for a device's identity and capabilities.
    case queryCapabilities = "VIDIOC_QUERYCAP"
    /// Lists the formats.
    case enumerateFormats = "VIDIOC_ENUM_FMT"
    /// Lists the sizes of a format.
    case enumerateFrameSizes = "VIDIOC_ENUM_FRAMESIZES"
    /// Asks for the current format.
    case getFormat = "VIDIOC_G_FMT"
    /// Sets the format.
    case setFormat = "VIDIOC_S_FMT"
    /// Asks which format the driver would set.
    case tryFormat = "VIDIOC_TRY_FMT"
    /// Allocates or frees the buffers.
    case requestBuffers = "VIDIOC_REQBUFS"
    /// Asks where a buffer lies.
    case queryBuffer = "VIDIOC_QUERYBUF"
    /// Hands a buffer to the driver.
    case queueBuffer = "VIDIOC_QBUF"
    /// Takes a filled buffer back.
    case dequeueBuffer = "VIDIOC_DQBUF"
    /// Starts the stream.
    case streamOn = "VIDIOC_STREAMON"
    /// Stops the stream.
    case streamOff = "VIDIOC_STREAMOFF"
    /// Asks for the stream's parameters, such as the frame interval.
    case getParameters = "VIDIOC_G_PARM"
    /// Describes a control, in V4L2's older form.
    case queryControl = "VIDIOC_QUERYCTRL"
    /// Describes a control.
    case queryExtendedControl = "VIDIOC_QUERY_EXT_CTRL"
    /// Describes an entry of a menu.
    case queryMenu = "VIDIOC_QUERYMENU"
    /// Reads one control, in V4L2's older form.
    case getControl = "VIDIOC_G_CTRL"
    /// Sets one control, in V4L2's older form.
    case setControl = "VIDIOC_S_CTRL"
    /// Reads several controls.
    case getExtendedControls = "VIDIOC_G_EXT_CTRLS"
    /// Sets several controls.
    case setExtendedControls = "VIDIOC_S_EXT_CTRLS"
    /// Subscribes to changes of a control.
    case subscribeEvent = "VIDIOC_SUBSCRIBE_EVENT"
    /// Takes the notice of a change.
    case dequeueEvent = "VIDIOC_DQEVENT"
    /// Asks for a media device's identity.
    case mediaDeviceInformation = "MEDIA_IOC_DEVICE_INFO"
    /// Asks for a media device's graph.
    case mediaTopology = "MEDIA_IOC_G_TOPOLOGY"
    /// Switches a link of a media device on or off.
    case setUpLink = "MEDIA_IOC_SETUP_LINK"
    /// Asks for the format of a subdevice's pad.
    case getPadFormat = "VIDIOC_SUBDEV_G_FMT"
    /// Sets the format of a subdevice's pad.
    case setPadFormat = "VIDIOC_SUBDEV_S_FMT"
    /// Lists the codes of formats that a subdevice's pad can have.
    case enumerateBusCodes = "VIDIOC_SUBDEV_ENUM_MBUS_CODE"
    /// Lists the sizes that a subdevice's pad can have.
    case enumeratePadSizes = "VIDIOC_SUBDEV_ENUM_FRAME_SIZE"
    /// Asks for the routes within a subdevice.
    case getRouting = "VIDIOC_SUBDEV_G_ROUTING"
    /// Declares that this program supports streams.
    case setClientCapabilities = "VIDIOC_SUBDEV_S_CLIENT_CAP"
    /// Waits for a filled buffer.
    case poll = "poll"
    /// Maps a buffer into memory.
    case map = "mmap"
  }
#endif

#if os(Linux)
  internal import CVideo4Linux
  internal import SystemPackage

  extension CaptureDevice {
    /// Returns the interval between frames, or `nil` where the driver does not report it.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    package func frameInterval() throws(CaptureError) -> FrameInterval? {
      var parameters = v4l2_streamparm()
      parameters.type = type.rawValue
      switch handle.attempt(.getParameters, &parameters) {
      case nil: return FrameInterval(parameters)
      case .inappropriateIOCTLForDevice?, .invalidArgument?: return nil
      case let errno?: throw CaptureError(path, .getParameters, errno)
      }
    }
  }

  extension FrameInterval {
    fileprivate init?(_ parameters: v4l2_streamparm) {
      let capture = parameters.parm.capture
      guard capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0 else { return nil }
      self.init(numerator: capture.timeperframe.numerator, denominator: capture.timeperframe.denominator)
    }
  }
#endif

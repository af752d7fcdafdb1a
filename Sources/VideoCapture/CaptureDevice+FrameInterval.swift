#if os(Linux)
  internal import CVideo4Linux
  internal import SystemPackage

  /// The time from one frame to the next, as a fraction of a second.
  public struct FrameInterval: Hashable, Sendable {
    /// The terms of the fraction, both above 0.
    public let numerator, denominator: UInt32

    /// Creates an interval, or `nil` where either term is 0.
    public init?(numerator: UInt32, denominator: UInt32) {
      guard numerator > 0, denominator > 0 else { return nil }
      self.numerator = numerator
      self.denominator = denominator
    }

    /// The interval in seconds.
    public var seconds: Double { Double(numerator) / Double(denominator) }
  }

  extension FrameInterval: CustomStringConvertible {
    /// The interval as text, such as `1/30 s`.
    public var description: String { "\(numerator)/\(denominator) s" }
  }

  extension CaptureDevice {
    /// Returns the interval between frames, or `nil` where the driver does not tell it.
    ///
    /// - Throws: ``CaptureError`` where the device fails.
    public func frameInterval() throws(CaptureError) -> FrameInterval? {
      var parameters = v4l2_streamparm()
      parameters.type = type.rawValue
      switch handle.attempt(.getParameters, &parameters) {
      case nil: return FrameInterval(parameters)
      case .inappropriateIOCTLForDevice?, .invalidArgument?: return nil
      case let errno?: throw CaptureError(path, .getParameters, errno)
      }
    }

    /// Asks the driver for an interval between frames.
    ///
    /// - Returns: The interval that the driver chose, often the nearest of a few.
    /// - Throws: ``CaptureError/Reason/noFrameInterval`` where the driver supports none, or
    ///   ``CaptureError/Reason/busy(_:)`` where it cannot change while the camera runs.
    @discardableResult
    public func setFrameInterval(_ interval: FrameInterval) throws(CaptureError) -> FrameInterval {
      var parameters = v4l2_streamparm()
      parameters.type = type.rawValue
      parameters.parm.capture.timeperframe.numerator = interval.numerator
      parameters.parm.capture.timeperframe.denominator = interval.denominator
      switch handle.attempt(.setParameters, &parameters) {
      case nil: break
      case .inappropriateIOCTLForDevice?: throw handle.error(.noFrameInterval)
      case let errno?: throw CaptureError(path, .setParameters, errno)
      }
      guard let chosen = FrameInterval(parameters) else { throw handle.error(.noFrameInterval) }
      return chosen
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

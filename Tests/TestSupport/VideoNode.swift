#if os(Linux)
  internal import CVideo4Linux
  internal import Foundation

  /// A V4L2 node as a test drives it: to set the scene, not to read frames. It shares no code with `VideoCapture`, so
  /// that a fault there cannot hide itself.
  public final class VideoNode: Sendable {
    public struct Failure: Error, CustomStringConvertible {
      public let description: String
    }

    public let path: String
    let descriptor: Int32

    public init(_ path: String) throws {
      self.path = path
      descriptor = open(path, O_RDWR | O_CLOEXEC)
      if descriptor < 0 { throw Failure(description: "\(path): open failed: \(String(cString: strerror(errno)))") }
    }

    deinit { _ = close(descriptor) }

    func request<Argument>(_ name: String, _ code: UInt, _ argument: inout Argument) throws {
      let result = withUnsafeMutablePointer(to: &argument) { cv4l_ioctl(descriptor, code, $0) }
      if result < 0 { throw Failure(description: "\(path): \(name) failed: \(String(cString: strerror(-result)))") }
    }

    public func set(_ control: UInt32, to value: Int32) throws {
      var argument = v4l2_control(id: control, value: value)
      try request("VIDIOC_S_CTRL 0x\(String(control, radix: 16)) = \(value)", cv4l_s_ctrl, &argument)
    }

    /// Whether the device has the control.
    public func has(_ control: UInt32) -> Bool {
      var query = v4l2_queryctrl()
      query.id = control
      return (try? request("VIDIOC_QUERYCTRL", cv4l_queryctrl, &query)) != nil
    }

    public func value(of control: UInt32) throws -> Int32 {
      var argument = v4l2_control(id: control, value: 0)
      try request("VIDIOC_G_CTRL 0x\(String(control, radix: 16))", cv4l_g_ctrl, &argument)
      return argument.value
    }

    public func selectInput(_ index: Int32) throws {
      var index = index
      try request("VIDIOC_S_INPUT", cv4l_s_input, &index)
    }

    public func selectOutput(_ index: Int32) throws {
      var index = index
      try request("VIDIOC_S_OUTPUT", cv4l_s_output, &index)
    }

    /// The format of a subdevice's pad: the number of its code, and its size.
    public func padFormat(_ pad: UInt32) throws -> String {
      var request = v4l2_subdev_format()
      (request.which, request.pad) = (V4L2_SUBDEV_FORMAT_ACTIVE.rawValue, pad)
      try self.request("VIDIOC_SUBDEV_G_FMT", cv4l_subdev_g_fmt, &request)
      return "\(request.format.code) \(request.format.width)x\(request.format.height)"
    }

    /// The format of a capture node of one plane: the number of its pixel format, and its size.
    public func nodeFormat() throws -> String {
      var format = v4l2_format()
      format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      try request("VIDIOC_G_FMT", cv4l_g_fmt, &format)
      return "\(format.fmt.pix.pixelformat) \(format.fmt.pix.width)x\(format.fmt.pix.height)"
    }

    /// Sets the format of a capture node of one plane: `code` is the pixel format in four letters.
    ///
    /// - Parameter bytesPerRow: The bytes from a row to the next, where there are more than the samples need.
    public func setNodeFormat(_ code: String, width: UInt32, height: UInt32, bytesPerRow: UInt32 = 0) throws {
      var format = v4l2_format()
      format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
      format.fmt.pix.pixelformat = code.utf8.reversed().reduce(0) { $0 << 8 | UInt32($1) }
      (format.fmt.pix.width, format.fmt.pix.height) = (width, height)
      format.fmt.pix.bytesperline = bytesPerRow
      try request("VIDIOC_S_FMT", cv4l_s_fmt, &format)
    }

    /// Whether the node speaks the multi-planar dialect.
    public func isMultiPlanar() throws -> Bool {
      var capability = v4l2_capability()
      try request("VIDIOC_QUERYCAP", cv4l_querycap, &capability)
      let flags = V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_VIDEO_OUTPUT_MPLANE
      return capability.device_caps & UInt32(flags) != 0
    }
  }
#endif

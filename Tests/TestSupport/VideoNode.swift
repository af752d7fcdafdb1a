#if os(Linux)
  internal import CVideo4Linux
  internal import Foundation

  /// A V4L2 node as a test drives it: to set the scene, not to read frames. It shares no code with `VideoCapture`, so that
  /// a fault there cannot hide itself.
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

    /// Whether the node speaks the multi-planar dialect.
    public func isMultiPlanar() throws -> Bool {
      var capability = v4l2_capability()
      try request("VIDIOC_QUERYCAP", cv4l_querycap, &capability)
      let flags = V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_VIDEO_OUTPUT_MPLANE
      return capability.device_caps & UInt32(flags) != 0
    }
  }
#endif

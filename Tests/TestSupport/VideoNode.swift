#if os(Linux)
  internal import CVideo4Linux
  internal import Foundation
  public import RawFrames

  /// A V4L2 node as a test drives it: to set the scene, not to read frames. It shares no code with `VideoCapture`, so that
  /// a fault there cannot hide itself.
  public final class VideoNode: Sendable {
    public struct Failure: Error, CustomStringConvertible {
      public let description: String
    }

    public let path: String
    private let descriptor: Int32

    public init(_ path: String) throws {
      self.path = path
      descriptor = open(path, O_RDWR | O_CLOEXEC)
      if descriptor < 0 { throw Failure(description: "\(path): open failed: \(String(cString: strerror(errno)))") }
    }

    deinit { _ = close(descriptor) }

    private func request<Argument>(_ name: String, _ code: UInt, _ argument: inout Argument) throws {
      let result = withUnsafeMutablePointer(to: &argument) { cv4l_ioctl(descriptor, code, $0) }
      if result < 0 { throw Failure(description: "\(path): \(name) failed: \(String(cString: strerror(-result)))") }
    }

    public func set(_ control: UInt32, to value: Int32) throws {
      var argument = v4l2_control(id: control, value: value)
      try request("VIDIOC_S_CTRL 0x\(String(control, radix: 16)) = \(value)", cv4l_s_ctrl, &argument)
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

    /// Sets what an output node expects to be written: rows without padding.
    public func setOutputFormat(_ pixelFormat: PixelFormat, width: Int, height: Int) throws {
      let needed = try RawFrame.byteCount(format: pixelFormat, width: width, height: height)
      var format = v4l2_format()
      let taken: (UInt32, Int, Int, Int)
      if try isMultiPlanar() {
        format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE.rawValue
        format.fmt.pix_mp.width = UInt32(width)
        format.fmt.pix_mp.height = UInt32(height)
        format.fmt.pix_mp.pixelformat = pixelFormat.fourCC.rawValue
        format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix_mp.colorspace = V4L2_COLORSPACE_RAW.rawValue
        format.fmt.pix_mp.num_planes = 1
        format.fmt.pix_mp.plane_fmt.0.bytesperline = UInt32(needed.perRow)
        format.fmt.pix_mp.plane_fmt.0.sizeimage = UInt32(needed.total)
        try request("VIDIOC_S_FMT", cv4l_s_fmt, &format)
        let answer = format.fmt.pix_mp
        taken = (answer.pixelformat, Int(answer.width), Int(answer.height), Int(answer.plane_fmt.0.sizeimage))
      } else {
        format.type = V4L2_BUF_TYPE_VIDEO_OUTPUT.rawValue
        format.fmt.pix.width = UInt32(width)
        format.fmt.pix.height = UInt32(height)
        format.fmt.pix.pixelformat = pixelFormat.fourCC.rawValue
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix.colorspace = V4L2_COLORSPACE_RAW.rawValue
        format.fmt.pix.bytesperline = UInt32(needed.perRow)
        format.fmt.pix.sizeimage = UInt32(needed.total)
        try request("VIDIOC_S_FMT", cv4l_s_fmt, &format)
        let answer = format.fmt.pix
        taken = (answer.pixelformat, Int(answer.width), Int(answer.height), Int(answer.sizeimage))
      }
      guard taken == (pixelFormat.fourCC.rawValue, width, height, needed.total) else {
        throw Failure(description: "\(path): took \(taken) for \(pixelFormat.fourCC) \(width) x \(height)")
      }
    }

    /// Writes one frame; waits until the driver has room.
    func write(frame: [UInt8]) throws {
      let count = frame.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count == -1 { throw Failure(description: "\(path): write failed: \(String(cString: strerror(errno)))") }
      if count != frame.count { throw Failure(description: "\(path): wrote \(count) of \(frame.count) bytes") }
    }
  }
#endif

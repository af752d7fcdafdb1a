#if os(Linux)
  internal import CVideo4Linux
  internal import Foundation
  internal import RawFrames
  internal import Synchronization

  /// A V4L2 output node that shows one frame, over and over, until it is stopped.
  ///
  /// The frame lies in mapped buffers: `write` would be shorter, but vivid refuses it since Linux 6.1.192, where it
  /// looks at a buffer's length before the kernel has filled that in.
  final class VideoScreen: Sendable {
    private static let bufferCount = 4

    private let node: VideoNode
    private let type: UInt32
    private let isMultiPlanar: Bool
    private let byteCount: Int
    private let state = Mutex<(isStopping: Bool, failure: VideoNode.Failure?)>((false, nil))
    private let ended = DispatchSemaphore(value: 0)

    /// Starts to show `frame`, whose rows must have no padding.
    init(_ node: VideoNode, showing frame: RawFrame) throws {
      self.node = node
      isMultiPlanar = try node.isMultiPlanar()
      type = (isMultiPlanar ? V4L2_BUF_TYPE_VIDEO_OUTPUT_MPLANE : V4L2_BUF_TYPE_VIDEO_OUTPUT).rawValue
      byteCount = frame.bytes.count
      try setFormat(of: frame)
      try fillBuffers(with: frame.bytes)
      var type = type
      try node.request("VIDIOC_STREAMON", cv4l_streamon, &type)
      Thread.detachNewThread { [self] in
        do {
          while !state.withLock({ $0.isStopping }) { try showAgain() }
        } catch {
          state.withLock { $0.failure = error as? VideoNode.Failure }
        }
        ended.signal()
      }
    }

    /// Why the frame is no longer shown, if so.
    var failure: VideoNode.Failure? { state.withLock { $0.failure } }

    /// Call it once. The thread may hold the node a moment longer, so the buffers are not left to its end: the next
    /// screen would find it busy.
    func stop() {
      state.withLock { $0.isStopping = true }
      ended.wait()
      var type = type
      try? node.request("VIDIOC_STREAMOFF", cv4l_streamoff, &type)
      var request = v4l2_requestbuffers()
      request.type = type
      request.memory = V4L2_MEMORY_MMAP.rawValue
      try? node.request("VIDIOC_REQBUFS", cv4l_reqbufs, &request)
    }

    private func setFormat(of frame: RawFrame) throws {
      var format = v4l2_format()
      format.type = type
      let wanted = [Int(frame.format.fourCC.rawValue), frame.width, frame.height, frame.bytesPerRow, byteCount]
      let taken: [Int]
      if isMultiPlanar {
        format.fmt.pix_mp.pixelformat = frame.format.fourCC.rawValue
        format.fmt.pix_mp.width = UInt32(frame.width)
        format.fmt.pix_mp.height = UInt32(frame.height)
        format.fmt.pix_mp.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix_mp.colorspace = V4L2_COLORSPACE_RAW.rawValue
        format.fmt.pix_mp.num_planes = 1
        try node.request("VIDIOC_S_FMT", cv4l_s_fmt, &format)
        let answer = format.fmt.pix_mp
        taken =
          [answer.pixelformat, answer.width, answer.height, answer.plane_fmt.0.bytesperline].map(Int.init)
          + [Int(answer.plane_fmt.0.sizeimage)]
      } else {
        format.fmt.pix.pixelformat = frame.format.fourCC.rawValue
        format.fmt.pix.width = UInt32(frame.width)
        format.fmt.pix.height = UInt32(frame.height)
        format.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        format.fmt.pix.colorspace = V4L2_COLORSPACE_RAW.rawValue
        try node.request("VIDIOC_S_FMT", cv4l_s_fmt, &format)
        let answer = format.fmt.pix
        taken = [answer.pixelformat, answer.width, answer.height, answer.bytesperline, answer.sizeimage].map(Int.init)
      }
      guard taken == wanted else {
        throw VideoNode.Failure(description: "\(node.path): took the format \(taken) instead of \(wanted)")
      }
    }

    private func fillBuffers(with bytes: [UInt8]) throws {
      var request = v4l2_requestbuffers()
      request.count = UInt32(Self.bufferCount)
      request.type = type
      request.memory = V4L2_MEMORY_MMAP.rawValue
      try node.request("VIDIOC_REQBUFS", cv4l_reqbufs, &request)
      for index in 0..<request.count {
        let (offset, length) = try send("VIDIOC_QUERYBUF", cv4l_querybuf, index: index) { buffer, plane in
          isMultiPlanar ? (plane.m.mem_offset, Int(plane.length)) : (buffer.m.offset, Int(buffer.length))
        }
        var address: UnsafeMutableRawPointer?
        guard length >= bytes.count, cv4l_map(node.descriptor, length, offset, &address) == 0, let address else {
          throw VideoNode.Failure(description: "\(node.path): no buffer of \(bytes.count) bytes; it has \(length)")
        }
        address.copyMemory(from: bytes, byteCount: bytes.count)
        _ = cv4l_unmap(address, length)
        try send("VIDIOC_QBUF", cv4l_qbuf, index: index) { _, _ in }
      }
    }

    /// Waits for a buffer that was shown, and queues it again as it is.
    private func showAgain() throws {
      let index = try send("VIDIOC_DQBUF", cv4l_dqbuf, index: 0) { buffer, _ in buffer.index }
      try send("VIDIOC_QBUF", cv4l_qbuf, index: index) { _, _ in }
    }

    private func send<Answer>(
      _ name: String, _ code: UInt, index: UInt32, _ read: (v4l2_buffer, v4l2_plane) -> Answer
    ) throws -> Answer {
      var plane = v4l2_plane()
      plane.bytesused = UInt32(byteCount)
      return try withUnsafeMutablePointer(to: &plane) { plane in
        var buffer = v4l2_buffer()
        buffer.index = index
        buffer.type = type
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        buffer.field = V4L2_FIELD_NONE.rawValue
        buffer.bytesused = UInt32(byteCount)
        if isMultiPlanar {
          buffer.m.planes = plane
          buffer.length = 1
        }
        try node.request(name, code, &buffer)
        return read(buffer, plane.pointee)
      }
    }
  }
#endif

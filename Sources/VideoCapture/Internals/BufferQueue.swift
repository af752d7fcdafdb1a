#if os(Linux)
  internal import CVideo4Linux
  internal import SystemPackage

  /// The buffers of a device. They are mapped into this process, handed to the driver, and always returned.
  struct BufferQueue: ~Copyable {
    /// A buffer that the driver has filled.
    struct Filled {
      let index: Int
      let flags: UInt32
      let sequence: UInt32
      let timestamp: Duration
      /// The position of the frame's bytes in the buffer, limited to what is mapped.
      let bytes: Range<Int>
    }

    private let handle: DeviceHandle
    private let type: BufferType
    private(set) var mappings: [UnsafeMutableRawBufferPointer] = []
    /// The indices of the buffers that the driver does not have now.
    private var idle: [Int] = []
    private var isAllocated = false

    init(_ handle: DeviceHandle, _ type: BufferType) {
      self.handle = handle
      self.type = type
    }

    deinit {
      // The order matters, because a driver keeps buffers that are mapped or queued. Errors are ignored, because no
      // caller is left to receive them.
      if isAllocated {
        var type = type.rawValue
        _ = handle.attempt(.streamOff, &type)
      }
      for mapping in mappings { handle.unmap(mapping) }
      if isAllocated {
        var request = bufferRequest(count: 0)
        _ = handle.attempt(.requestBuffers, &request)
      }
    }

    // MARK: - Starting

    /// Makes the driver allocate buffers for its format, and maps them.
    mutating func allocate(count: Int) throws(CaptureError) {
      var request = bufferRequest(count: count)
      try handle.perform(.requestBuffers, &request)
      isAllocated = true
      guard request.count > 0 else { throw handle.error(.noBuffers) }
      // The driver may give fewer or more buffers than asked for.
      for index in 0..<Int(request.count) {
        let (length, offset) = try extent(of: index)
        mappings.append(try handle.map(length: length, offset: offset))
        idle.append(index)
      }
    }

    /// Throws where a buffer is shorter than a frame of so many bytes.
    func checkLengths(atLeast byteCount: Int) throws(CaptureError) {
      guard let short = mappings.first(where: { $0.count < byteCount }) else { return }
      throw handle.error(.bufferTooSmall(byteCount: short.count, needed: byteCount))
    }

    mutating func start() throws(CaptureError) {
      try submit()
      var type = type.rawValue
      try handle.perform(.streamOn, &type)
    }

    private func bufferRequest(count: Int) -> v4l2_requestbuffers {
      var request = v4l2_requestbuffers()
      request.count = UInt32(count)
      request.type = type.rawValue
      request.memory = V4L2_MEMORY_MMAP.rawValue
      return request
    }

    private func extent(of index: Int) throws(CaptureError) -> (length: Int, offset: UInt32) {
      var extent = (length: 0, offset: UInt32(0))
      try perform(.queryBuffer, index: index) { buffer, plane in
        extent =
          switch type {
          case .singlePlanar: (Int(buffer.length), buffer.m.offset)
          case .multiPlanar: (Int(plane.length), plane.m.mem_offset)
          }
      }
      return extent
    }

    // MARK: - Running

    /// Hands every idle buffer to the driver. After an error, the remaining ones are handed over the next time.
    mutating func submit() throws(CaptureError) {
      while let index = idle.last {
        try perform(.queueBuffer, index: index) { _, _ in }
        idle.removeLast()
      }
    }

    /// Takes a filled buffer back from the driver, or returns `nil` where there is none.
    mutating func take() throws(CaptureError) -> Filled? {
      var filled: Filled?
      let errno = attempt(.dequeueBuffer, index: 0) { buffer, plane in
        let (start, end) =
          switch type {
          case .singlePlanar: (0, Int(buffer.bytesused))
          case .multiPlanar: (Int(plane.data_offset), Int(plane.bytesused))
          }
        let index = Int(buffer.index)
        let length = mappings.indices.contains(index) ? mappings[index].count : 0
        let time = buffer.timestamp
        filled = Filled(
          index: index, flags: buffer.flags, sequence: buffer.sequence,
          timestamp: .seconds(time.tv_sec) + .microseconds(time.tv_usec),
          bytes: min(start, length)..<max(min(end, length), min(start, length)))
      }
      switch errno {
      case nil: break
      case .resourceTemporarilyUnavailable?: return nil
      case let errno?: throw CaptureError(handle.path, .dequeueBuffer, errno)
      }
      guard let filled, mappings.indices.contains(filled.index) else {
        throw handle.error(.unknownBuffer(index: filled?.index ?? -1))
      }
      idle.append(filled.index)
      return filled
    }

    /// Returns a copy of the first `count` bytes of the frame in `filled`.
    ///
    /// - Precondition: `filled` is idle, and has at least as many bytes.
    func copy(_ filled: Filled, count: Int) -> [UInt8] {
      Array(UnsafeRawBufferPointer(rebasing: mappings[filled.index][filled.bytes.prefix(count)]))
    }

    // MARK: - Both dialects

    /// Makes a request about a buffer, and passes the driver's answer to `read`: the buffer, and its plane in the
    /// multi-planar dialect.
    private func attempt(
      _ request: CaptureRequest, index: Int, _ read: (v4l2_buffer, v4l2_plane) -> Void
    ) -> Errno? {
      // There is room for the largest number of planes, because the driver writes as many as the format has.
      withUnsafeTemporaryAllocation(of: v4l2_plane.self, capacity: Int(VIDEO_MAX_PLANES)) { planes in
        planes.initialize(repeating: v4l2_plane())
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = type.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        if type == .multiPlanar {
          buffer.m.planes = planes.baseAddress
          buffer.length = request == .queueBuffer ? 1 : UInt32(planes.count)
        }
        if let errno = handle.attempt(request, &buffer) { return errno }
        read(buffer, planes[0])
        return nil
      }
    }

    private func perform(
      _ request: CaptureRequest, index: Int, _ read: (v4l2_buffer, v4l2_plane) -> Void
    ) throws(CaptureError) {
      if let errno = attempt(request, index: index, read) { throw CaptureError(handle.path, request, errno) }
    }
  }
#endif

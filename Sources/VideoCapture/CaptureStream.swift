#if os(Linux)
  internal import CVideo4Linux
  internal import RawFrames
  internal import SystemPackage

  /// A running camera. It stops and returns its buffers when this value is destroyed.
  ///
  /// Two threads must not use a stream at the same time, but it may move from one to another.
  public struct CaptureStream: ~Copyable {
    /// The format of every frame of the stream.
    public let format: ActiveFormat
    private let handle: DeviceHandle
    private let damagedFrameLimit: Int
    private var queue: BufferQueue
    /// The damaged frames since the last good one.
    private var damagedFrameCount = 0
    /// The damaged frames in a row since the last good one, or since the error that told of such frames.
    private var damagedInARow = 0
    /// The number of frames that the driver fills ahead, which may differ from the requested number.
    public var bufferCount: Int { queue.mappings.count }

    init(_ device: borrowing CaptureDevice, bufferCount: Int, damagedFrameLimit: Int) throws(CaptureError) {
      var queue = BufferQueue(device.handle, device.type)
      try queue.allocate(count: bufferCount)
      // Once it has buffers, the device keeps its format. Before that, another program could set another format.
      let format = try device.currentFormat()
      try queue.checkLengths(atLeast: format.byteCount)
      try queue.start()
      self.format = format
      self.handle = device.handle
      self.damagedFrameLimit = damagedFrameLimit
      self.queue = queue
    }

    /// Returns the next intact frame.
    ///
    /// A frame that the driver flagged as corrupt, or that is too short, is rejected and counted. After an error the
    /// stream may be asked again; whether it recovers depends on the driver.
    ///
    /// - Parameter timeout: The longest time to wait.
    /// - Throws: ``CaptureError/Reason/timeout(_:damaged:)``, ``CaptureError/Reason/damagedFrames(count:last:)`` once
    ///   the number of damaged frames in a row reaches the stream's limit, or the reason why the driver failed.
    public mutating func nextFrame(timeout: Duration = .seconds(2)) throws(CaptureError) -> CapturedFrame {
      let deadline = handle.clock.now + timeout
      var damaged = 0
      repeat {
        try queue.submit()
        let readiness = try handle.wait(until: deadline)
        if readiness == .timeout { break }
        guard let filled = try queue.take() else {
          // The driver reports trouble without an error: a permanent hang-up.
          if readiness == .trouble { throw handle.error(.deviceGone(.poll)) }
          continue
        }
        guard let damage = damage(of: filled) else { return try frame(from: filled) }
        (damaged, damagedFrameCount, damagedInARow) = (damaged + 1, damagedFrameCount + 1, damagedInARow + 1)
        if damagedInARow >= damagedFrameLimit {
          defer { damagedInARow = 0 }
          throw handle.error(.damagedFrames(count: damagedInARow, last: damage))
        }
      } while handle.clock.now < deadline
      throw handle.error(.timeout(timeout, damaged: damaged))
    }

    private func damage(of filled: BufferQueue.Filled) -> FrameDamage? {
      if filled.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .flagged }
      let count = filled.bytes.count
      return count < format.byteCount ? .short(byteCount: count, needed: format.byteCount) : nil
    }

    private mutating func frame(from filled: BufferQueue.Filled) throws(CaptureError) -> CapturedFrame {
      let frame: RawFrame
      do {
        frame = try RawFrame(
          format: format.pixelFormat, width: format.size.width, height: format.size.height,
          bytesPerRow: format.bytesPerRow, bytes: queue.copy(filled, count: format.byteCount))
      } catch { throw handle.error(.unusableFormat(format.pixelFormat.fourCC, format.size, error)) }
      // The driver gets the buffer back at once, while the caller looks at the frame.
      try queue.submit()
      defer { (damagedFrameCount, damagedInARow) = (0, 0) }
      return CapturedFrame(
        frame: frame, sequence: filled.sequence, timestamp: filled.timestamp, damagedFrameCount: damagedFrameCount)
    }
  }

  // The mappings belong to this value alone, and nothing else has their addresses.
  extension CaptureStream: @unchecked Sendable {}

  extension CaptureDevice {
    /// The legal numbers of buffers, as in V4L2.
    private static let bufferCounts = 1...32

    /// Returns the legal number of buffers that is nearest to a request.
    static func legalBufferCount(near count: Int) -> Int {
      min(max(count, bufferCounts.lowerBound), bufferCounts.upperBound)
    }

    /// Starts the camera in the format that it is set to.
    ///
    /// The stream keeps the device open. The device may be used while the stream runs, for instance for its controls.
    ///
    /// - Parameters:
    ///   - bufferCount: The number of frames that the driver may fill ahead, 1...32 as in V4L2. The driver may choose
    ///     another.
    ///   - damagedFrameLimit: The number of damaged frames in a row that is an error, at least 1.
    /// - Throws: ``CaptureError``, such as ``CaptureError/Reason/busy(_:programs:)`` where the camera is already
    ///   streaming.
    /// - Precondition: `bufferCount` and `damagedFrameLimit` are in these ranges.
    public func stream(bufferCount: Int = 4, damagedFrameLimit: Int = 8) throws(CaptureError) -> CaptureStream {
      precondition(Self.bufferCounts.contains(bufferCount), "\(bufferCount) buffers; there can be 1...32")
      precondition(damagedFrameLimit > 0, "a limit of \(damagedFrameLimit) damaged frames; it must be 1 or more")
      return try CaptureStream(self, bufferCount: bufferCount, damagedFrameLimit: damagedFrameLimit)
    }
  }
#endif

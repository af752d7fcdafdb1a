#if os(Linux)
  internal import CVideo4Linux
  public import RawFrames
  internal import SystemPackage

  /// A frame from a camera.
  public struct CapturedFrame: Hashable, Sendable {
    public let frame: RawFrame
    /// The driver's count of frames; a gap tells of frames that were lost.
    public let sequence: UInt32
    /// When the driver took the frame, on the system's monotonic clock with nearly every driver.
    public let timestamp: Duration
    /// The damaged frames that came, and were left out, since the frame before.
    public let damagedBefore: Int
  }

  /// A camera that is running. It stops, and gives its buffers back, when the value is gone.
  ///
  /// Not safe to use from two threads at once; it may move from one to another.
  public struct CaptureStream: ~Copyable {
    /// What every frame of the stream looks like.
    public let format: ActiveFormat
    private let handle: DeviceHandle
    private let damagedFrameLimit: Int
    private var queue: BufferQueue
    /// How many frames the driver fills ahead: what was asked for, or what it chose in its place.
    public var bufferCount: Int { queue.mappings.count }

    init(_ device: borrowing CaptureDevice, bufferCount: Int, damagedFrameLimit: Int) throws(CaptureError) {
      let format = try device.currentFormat()
      var queue = BufferQueue(device.handle, device.type)
      try queue.allocate(count: bufferCount, byteCount: format.byteCount)
      try queue.start()
      self.format = format
      self.handle = device.handle
      self.damagedFrameLimit = damagedFrameLimit
      self.queue = queue
    }

    /// The next frame that is whole.
    ///
    /// A frame that the driver flagged as corrupt, or that is too short, is left out and counted. After an error the
    /// stream may be asked again; whether it recovers is up to the driver.
    ///
    /// - Throws: ``CaptureError/Reason/timeout(_:damaged:)``, ``CaptureError/Reason/damagedFrames(count:last:)`` once as
    ///   many came in a row as the stream allows, or the reason why the driver failed.
    public mutating func nextFrame(timeout: Duration = .seconds(2)) throws(CaptureError) -> CapturedFrame {
      let deadline = handle.clock.now + timeout
      var damaged = 0
      repeat {
        try queue.submit()
        let readiness = try handle.wait(until: deadline)
        if readiness == .timeout { break }
        guard let filled = try queue.take() else {
          // Trouble without an error from the driver: a hang-up that will not end.
          if readiness == .trouble { throw handle.error(.deviceGone(.poll)) }
          continue
        }
        guard let damage = damage(of: filled) else { return try frame(from: filled, damagedBefore: damaged) }
        damaged += 1
        if damaged >= damagedFrameLimit { throw handle.error(.damagedFrames(count: damaged, last: damage)) }
      } while handle.clock.now < deadline
      throw handle.error(.timeout(timeout, damaged: damaged))
    }

    private func damage(of filled: BufferQueue.Filled) -> FrameDamage? {
      if filled.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 { return .flagged }
      let count = filled.bytes.count
      return count < format.byteCount ? .short(byteCount: count, needed: format.byteCount) : nil
    }

    private mutating func frame(
      from filled: BufferQueue.Filled, damagedBefore: Int
    ) throws(CaptureError) -> CapturedFrame {
      let frame: RawFrame
      do {
        frame = try RawFrame(
          format: format.pixelFormat, width: format.size.width, height: format.size.height,
          bytesPerRow: format.bytesPerRow, bytes: queue.copy(filled, count: format.byteCount))
      } catch { throw handle.error(.unusableFormat(format.pixelFormat.fourCC, format.size, error)) }
      // At once, so that the driver has the buffer back while the frame is looked at.
      try queue.submit()
      return CapturedFrame(
        frame: frame, sequence: filled.sequence, timestamp: filled.timestamp, damagedBefore: damagedBefore)
    }
  }

  // The mappings are this value's own, and nobody else has their addresses.
  extension CaptureStream: @unchecked Sendable {}

  extension CaptureDevice {
    /// Starts the camera in the format that it is set to. The stream keeps the device open; the device may be used, for
    /// instance for its controls, while the stream runs.
    ///
    /// - Parameters:
    ///   - bufferCount: how many frames the driver may fill ahead; it may choose another number.
    ///   - damagedFrameLimit: how many damaged frames in a row are an error.
    /// - Throws: ``CaptureError``, among others ``CaptureError/Reason/busy(_:)`` where the camera is streaming already.
    /// - Precondition: `bufferCount` is 1...32, as many as V4L2 can have, and `damagedFrameLimit` is positive.
    public func stream(bufferCount: Int = 4, damagedFrameLimit: Int = 8) throws(CaptureError) -> CaptureStream {
      precondition((1...32).contains(bufferCount), "\(bufferCount) buffers; there can be 1...32")
      precondition(damagedFrameLimit > 0, "a limit of \(damagedFrameLimit) damaged frames; it must be 1 or more")
      return try CaptureStream(self, bufferCount: bufferCount, damagedFrameLimit: damagedFrameLimit)
    }
  }
#endif

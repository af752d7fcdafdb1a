#if os(Linux)
  import CVideo4Linux
  import RawFrames
  import SystemPackage
  import Testing
  import VideoCapture

  private let corrupt = FakeDriver.Delivery(flags: UInt32(V4L2_BUF_FLAG_ERROR))

  /// Streams from `driver`, whose frames are 4 x 2 samples of 2 bytes, and checks that nothing of it is left.
  private func stream<Result>(
    from driver: FakeDriver, buffers: Int = 4, damagedFrameLimit: Int = 8,
    _ body: (inout CaptureStream) throws -> Result
  ) throws -> Result {
    defer { #expect(driver.isAtRest) }
    let camera = try CaptureDevice(path: "/dev/video7", kernel: driver)
    var stream = try camera.stream(bufferCount: buffers, damagedFrameLimit: damagedFrameLimit)
    return try body(&stream)
  }

  private func reason(
    from driver: FakeDriver, timeout: Duration = .milliseconds(20), damagedFrameLimit: Int = 8
  ) throws -> CaptureError.Reason {
    let error = #expect(throws: CaptureError.self) {
      try stream(from: driver, damagedFrameLimit: damagedFrameLimit) { stream in
        _ = try stream.nextFrame(timeout: timeout)
      }
    }
    return try #require(error).reason
  }

  @Suite struct StreamTests {
    @Test(arguments: [V4L2_CAP_VIDEO_CAPTURE, V4L2_CAP_VIDEO_CAPTURE_MPLANE])
    func `gives the driver's bytes, sequence and time`(dialect: Int32) throws {
      let bytes = (1...16).map(UInt8.init)
      let driver = try FakeDriver {
        $0.capabilities = UInt32(dialect | V4L2_CAP_STREAMING)
        $0.deliveries = [.init(bytes: bytes), .init(bytes: bytes.reversed())]
      }
      try stream(from: driver) { stream in
        let first = try stream.nextFrame()
        #expect(first.frame.bytes == bytes)
        #expect(first.frame.format == (try PixelFormat("RG10")))
        #expect(first.sequence == 0)
        #expect(first.timestamp == .seconds(12) + .microseconds(345_678))
        #expect(first.damagedFrameCount == 0)
        let second = try stream.nextFrame()
        #expect(second.frame.bytes == bytes.reversed())
        #expect(second.sequence == 1)
      }
    }

    @Test func `keeps the padding between rows and leaves out what is behind the last sample`() throws {
      let bytes = (1...64).map(UInt8.init)
      let driver = try FakeDriver {
        ($0.bytesPerRow, $0.imageSize, $0.bufferLength) = (32, 64, 64)
        $0.deliveries = [.init(bytes: bytes)]
      }
      let frame = try stream(from: driver) { try $0.nextFrame().frame }
      #expect(frame.bytesPerRow == 32)
      #expect(frame.bytes == Array(bytes.prefix(40)))
    }

    @Test func `begins where the driver's plane says that the data begins`() throws {
      let bytes = (1...20).map(UInt8.init)
      let driver = try FakeDriver {
        $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        $0.bufferLength = 20
        $0.deliveries = [.init(byteCount: 20, dataOffset: 4, bytes: bytes)]
      }
      #expect(try stream(from: driver) { try $0.nextFrame().frame.bytes } == Array(bytes.suffix(16)))
    }

    @Test(arguments: [1, 3, 9])
    func `takes as many buffers as the driver gives`(count: UInt32) throws {
      let driver = try FakeDriver {
        $0.bufferCount = count
        $0.deliveries = Array(repeating: .init(), count: 20)
      }
      try stream(from: driver) { stream in
        let sequences = try (0..<20).map { _ in try stream.nextFrame().sequence }
        #expect(sequences == Array(0..<20))
      }
    }

    @Test func `stops, unmaps, gives the buffers back and closes, in this order`() throws {
      let driver = try FakeDriver { $0.bufferCount = 2 }
      try stream(from: driver) { _ in }
      #expect(driver.state.log == ["start", "stop", "unmap", "unmap", "free", "close"])
    }

    @Test func `keeps the device open by itself`() throws {
      let driver = try FakeDriver { $0.deliveries = [.init()] }
      func start() throws -> CaptureStream { try CaptureDevice(path: "/dev/video7", kernel: driver).stream() }
      do {
        var stream = try start()
        #expect(!driver.state.log.contains("close"))
        #expect(try stream.nextFrame().sequence == 0)
      }
      #expect(driver.isAtRest)
    }

    @Test func `has the format that its buffers hold the device to, though another program changed it before`() throws {
      let driver = try FakeDriver { ($0.widthByAnother, $0.deliveries) = (2, [.init()]) }
      try stream(from: driver) { stream in
        let (size, frame) = (stream.format.size, try stream.nextFrame().frame)
        #expect(size == FrameSize(width: 2, height: 2) && frame.width == 2)
      }
    }

    @Test func `does not mind interruptions by signals`() throws {
      let driver = try FakeDriver {
        $0.interruptions = 3
        $0.deliveries = [.init(), .init()]
      }
      try stream(from: driver) { stream in
        for _ in 0..<2 { _ = try stream.nextFrame() }
      }
    }
  }

  @Suite struct StreamThatCannotStart {
    @Test(arguments: [
      (cv4l_reqbufs, CaptureRequest.requestBuffers), (cv4l_querybuf, .queryBuffer), (cv4l_qbuf, .queueBuffer),
      (cv4l_streamon, .streamOn), (cv4l_g_fmt, .getFormat),
    ])
    func `names the request that failed and leaves nothing behind`(code: UInt, request: CaptureRequest) throws {
      let driver = try FakeDriver { $0.failures = [code: (.invalidArgument, 1)] }
      #expect(try reason(from: driver) == .requestFailed(request, .invalidArgument))
    }

    @Test(arguments: [cv4l_reqbufs, cv4l_streamon])
    func `is busy where another stream runs`(code: UInt) throws {
      let driver = try FakeDriver { $0.failures = [code: (.resourceBusy, 1)] }
      #expect(try reason(from: driver) == .busy(code == cv4l_reqbufs ? .requestBuffers : .streamOn))
    }

    @Test(arguments: [0, 1, 2])
    func `leaves nothing behind where a buffer cannot be mapped`(index: Int) throws {
      let driver = try FakeDriver { $0.mapFailure = (.noMemory, index) }
      #expect(try reason(from: driver) == .requestFailed(.map, .noMemory))
    }

    @Test func `tells of a driver without buffers`() throws {
      #expect(try reason(from: FakeDriver { $0.bufferCount = 0 }) == .noBuffers)
    }

    @Test func `tells of buffers smaller than a frame`() throws {
      #expect(try reason(from: FakeDriver { $0.bufferLength = 15 }) == .bufferTooSmall(byteCount: 15, needed: 16))
    }
  }

  @Suite struct StreamInTrouble {
    @Test func `leaves out frames that the driver calls corrupt, and counts them`() throws {
      let driver = try FakeDriver { $0.deliveries = [corrupt, corrupt, .init(), .init()] }
      try stream(from: driver) { stream in
        let first = try stream.nextFrame()
        #expect(first.sequence == 2)
        #expect(first.damagedFrameCount == 2)
        #expect(try stream.nextFrame().damagedFrameCount == 0)
      }
    }

    @Test func `counts a damaged frame with the next good one, however often it is asked meanwhile`() throws {
      let driver = try FakeDriver {
        $0.deliveries = [corrupt, .init(), .init()]
        $0.timeToDelivery = .milliseconds(60)
      }
      try stream(from: driver) { stream in
        let limit = Duration.milliseconds(100)
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: limit) }
        #expect(error?.reason == .timeout(limit, damaged: 1))
        let counts = try (0..<2).map { _ in try stream.nextFrame(timeout: limit).damagedFrameCount }
        #expect(counts == [1, 0])
      }
    }

    @Test(arguments: [0, 15])
    func `leaves out frames that are too short`(byteCount: UInt32) throws {
      let driver = try FakeDriver { $0.deliveries = [.init(byteCount: byteCount), .init()] }
      #expect(try stream(from: driver) { try $0.nextFrame().damagedFrameCount } == 1)
    }

    @Test func `gives up after as many damaged frames as it allows`() throws {
      let driver = try FakeDriver { $0.deliveries = [corrupt, .init(byteCount: 15), .init()] }
      #expect(
        try reason(from: driver, damagedFrameLimit: 2)
          == .damagedFrames(count: 2, last: .short(byteCount: 15, needed: 16)))
    }

    @Test func `damaged frames in a row are counted over several waits, and anew after they were told`() throws {
      let driver = try FakeDriver {
        $0.deliveries = [corrupt, corrupt, corrupt, corrupt, .init(), corrupt, corrupt, corrupt]
        $0.timeToDelivery = .milliseconds(15)
      }
      try stream(from: driver, damagedFrameLimit: 3) { stream in
        let limit = Duration.milliseconds(20)
        func reason() -> CaptureError.Reason? {
          #expect(throws: CaptureError.self) { _ = try stream.nextFrame(timeout: limit) }?.reason
        }
        #expect(reason() == .timeout(limit, damaged: 1))
        #expect(reason() == .timeout(limit, damaged: 1))
        #expect(reason() == .damagedFrames(count: 3, last: .flagged))
        #expect(reason() == .timeout(limit, damaged: 1))
        let damagedFrameCount = try stream.nextFrame(timeout: limit).damagedFrameCount
        #expect(damagedFrameCount == 4)
        #expect(reason() == .timeout(limit, damaged: 1))
        #expect(reason() == .timeout(limit, damaged: 1))
        #expect(reason() == .damagedFrames(count: 3, last: .flagged))
      }
    }

    @Test func `never reads beyond what is mapped`() throws {
      let driver = try FakeDriver {
        $0.capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE | V4L2_CAP_STREAMING)
        $0.deliveries = [
          .init(byteCount: .max, dataOffset: 1), .init(byteCount: .max, dataOffset: .max), .init(byteCount: .max),
        ]
      }
      #expect(try stream(from: driver) { try $0.nextFrame().damagedFrameCount } == 2)
    }

    @Test(arguments: [9, UInt32.max])
    func `does not believe in a buffer that there is not`(index: UInt32) throws {
      let driver = try FakeDriver { $0.deliveries = [.init(index: index)] }
      #expect(try reason(from: driver) == .unknownBuffer(index: Int(index)))
    }

    @Test func `tells when nothing comes in time, and may be asked again`() throws {
      let driver = try FakeDriver()
      try stream(from: driver) { stream in
        let start = driver.now
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: .milliseconds(20)) }
        #expect(error?.reason == .timeout(.milliseconds(20), damaged: 0))
        #expect(driver.now == start + .milliseconds(20))
        driver.state.deliveries = [.init()]
        _ = try stream.nextFrame()
      }
    }

    @Test func `damaged frames do not lengthen the wait for a good one, and are counted`() throws {
      // The third would come after 24 ms.
      let driver = try FakeDriver {
        $0.deliveries = [corrupt, corrupt, .init()]
        $0.timeToDelivery = .milliseconds(8)
      }
      let start = driver.now
      #expect(try reason(from: driver) == .timeout(.milliseconds(20), damaged: 2))
      #expect(driver.now == start + .milliseconds(20))
    }

    @Test func `a driver that says that it has a frame and has none does not lengthen a wait`() throws {
      let driver = try FakeDriver {
        $0.deliveries = [.init()]
        $0.failures = [cv4l_dqbuf: (.resourceTemporarilyUnavailable, .max)]
      }
      try stream(from: driver) { stream in
        driver.state.timeToAnswer = .milliseconds(4)
        let start = driver.now
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame(timeout: .milliseconds(20)) }
        #expect(error?.reason == .timeout(.milliseconds(20), damaged: 0))
        #expect(driver.now == start + .milliseconds(20))
      }
    }

    @Test func `interruptions do not lengthen a wait`() throws {
      let driver = try FakeDriver {
        $0.interruptions = 3
        $0.timeToInterruption = .milliseconds(5)
      }
      let start = driver.now
      #expect(try reason(from: driver) == .timeout(.milliseconds(20), damaged: 0))
      #expect(driver.now == start + .milliseconds(20))
    }

    @Test func `a wait does not end before its time, in whole milliseconds`() throws {
      let driver = try FakeDriver()
      let start = driver.now
      #expect(try reason(from: driver, timeout: .microseconds(2001)) == .timeout(.microseconds(2001), damaged: 0))
      #expect(driver.now == start + .milliseconds(3))
    }

    @Test func `a time-out longer than the kernel can count is as long as it can count`() throws {
      let driver = try FakeDriver {
        $0.deliveries = [.init()]
        $0.timeToDelivery = .seconds(1_999_999)
      }
      let long = Duration.seconds(Int64.max / 2)
      #expect(try stream(from: driver) { try $0.nextFrame(timeout: long).sequence } == 0)
    }

    @Test func `hands a buffer over again that the driver refused once`() throws {
      let driver = try FakeDriver { $0.deliveries = [.init(), .init(), .init(), .init()] }
      try stream(from: driver) { stream in
        driver.state.failures = [cv4l_qbuf: (.invalidArgument, 1)]
        let error = #expect(throws: CaptureError.self) { try stream.nextFrame() }
        #expect(error?.reason == .requestFailed(.queueBuffer, .invalidArgument))
        for _ in 0..<3 { _ = try stream.nextFrame() }
      }
    }

    @Test func `tells when the device is gone`() throws {
      let unplugged = try FakeDriver {
        $0.isTroubled = true
        $0.failures = [cv4l_dqbuf: (.operationNotSupportedByDevice, .max)]
      }
      #expect(try reason(from: unplugged) == .deviceGone(.dequeueBuffer))
      #expect(try reason(from: FakeDriver { $0.isTroubled = true }) == .deviceGone(.poll))
    }

    @Test(arguments: [cv4l_dqbuf, cv4l_qbuf]) func `lets a device that goes early go at once, and stays without it`(
      request: UInt
    ) throws {
      let driver = try FakeDriver { $0.deliveries = [.init(), .init()] }
      try stream(from: driver) { stream in
        driver.state.failures = [request: (.operationNotSupportedByDevice, 1)]
        for _ in 0..<2 {
          let error = #expect(throws: CaptureError.self) { try stream.nextFrame() }
          // The file behind the descriptor since then says that it is no camera, and that is not the reason.
          guard case .deviceGone = error?.reason else { throw CaptureError.Reason.noBuffers }
          #expect(driver.state.letGoCount == 1 && !driver.state.isStreaming)
        }
      }
      #expect(driver.state.letGoCount == 1)
    }

    @Test(arguments: [cv4l_streamoff, cv4l_reqbufs]) func `ends at rest where the device goes while it is stopped`(
      request: UInt
    ) throws {
      let driver = try FakeDriver { $0.deliveries = [.init()] }
      try stream(from: driver) { stream in
        _ = try stream.nextFrame()
        driver.state.failures = [request: (.operationNotSupportedByDevice, .max)]
      }
      #expect(driver.state.letGoCount == 1)
    }

    @Test func `tells of a driver that fails for good`() throws {
      let driver = try FakeDriver {
        $0.isTroubled = true
        $0.failures = [cv4l_dqbuf: (.ioError, .max)]
      }
      #expect(try reason(from: driver) == .requestFailed(.dequeueBuffer, .ioError))
    }

    @Test func `every buffer that the driver refused is handed over again`() throws {
      let driver = try FakeDriver { $0.deliveries = Array(repeating: .init(), count: 12) }
      let camera = try CaptureDevice(path: "/dev/video7", kernel: driver)
      var stream = try camera.stream(bufferCount: 4)
      driver.state.failures = [cv4l_qbuf: (.invalidArgument, 3)]
      for _ in 0..<3 { #expect(throws: CaptureError.self) { try stream.nextFrame() } }
      for _ in 0..<3 { _ = try stream.nextFrame(timeout: .milliseconds(20)) }
    }
  }
#endif

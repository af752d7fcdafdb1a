#if os(Linux)
  import CVideo4Linux
  import Dispatch
  import Foundation
  import RawFrames
  import SystemPackage
  import Synchronization
  import VideoCapture

  /// A driver with a sensor in front of a gray wall: its frames follow its controls, some frames late, as those of real
  /// pipelines do. It may be used from any threads, as a real one. Its time is its test's.
  final class SensorDriver: VideoKernel {
    struct Control: Sendable {
      var range: ClosedRange<Int64>
      var value: Int64
      var step: UInt64 = 1
      /// The least value where it is not told, and 1 for a balance.
      var defaultValue: Int64?
      var flags: UInt32 = 0
      var type = V4L2_CTRL_TYPE_INTEGER
      var names: [UInt32: String] = [:]
      /// The error that a write ends with; nothing is changed then.
      var failure: Errno?
      /// The error that a read ends with.
      var readFailure: Errno?
      /// The answer of the next `staleCount` reads in place of the value. uvcvideo gives such answers from its cache.
      var staleValue: Int64?
      var staleCount = 0
    }

    enum Requests {
      case settings, stops

      fileprivate var code: UInt { self == .settings ? cv4l_s_ext_ctrls : cv4l_streamoff }
    }

    struct State: Sendable {
      var controls: [ControlID: Control] = [:]
      /// The sensor's response to the wall at an exposure and gains of 1, of the range of its samples.
      var wall = (red: 0.10, green: 0.20, blue: 0.14)
      /// The gains of the units: by default proportional, 256 for 1.
      var redGain: @Sendable (Int64) -> Double = { Double($0) / 256 }
      var blueGain: @Sendable (Int64) -> Double = { Double($0) / 256 }
      var gain: @Sendable (Int64) -> Double = { Double($0) / 16 }
      /// The gains of a temperature control's values.
      var gainsOfTemperature: @Sendable (Int64) -> (red: Double, blue: Double) = { _ in (1, 1) }
      /// Frames until a control reaches the pixels.
      var pipeline = 1
      var interval = Duration.milliseconds(4)
      /// The interval that the driver states, where that is not its own.
      var statedInterval: Duration?
      var black = 256.0
      var fourCC = FourCC("RG16")
      /// The error of every request: `ENODEV` for a camera that was pulled out.
      var failure: Errno?
      /// No frame comes.
      var isHanging = false
      /// Each frame comes as one that may be corrupt.
      var isDamaging = false
      /// The period of lost frames: 3 for every third frame. 0 for none.
      var lostEvery = 0
      /// The number of frames that are lost behind a request to set controls, by the count of such requests.
      var lostBehind: @Sendable (Int) -> UInt32 = { _ in 0 }
      /// The number of frames that lie filled before the reader takes one.
      var backlog = 0
      /// Where automatic balance is as soon as it is on.
      var automaticRed: Int64?
      /// The least number of buffers that the driver accepts.
      var leastBuffers: UInt32 = 1
      /// Without it the time of every frame is 0.
      var hasTime = true
      /// Added to the times of frames: those of another clock.
      var clockOffset = Duration.zero
      var openCount = 0
      var setCount = 0

      /// The addresses of buffers.
      fileprivate var mapped: [UInt32: UInt] = [:]
      fileprivate var queued: [UInt32] = []
      fileprivate var isStreaming = false
      fileprivate var sequence: UInt32 = 0
      /// The last frame that is lost because of ``lostBehind``.
      fileprivate var lastLost: UInt32 = 0
      fileprivate var nextFrame = Duration.zero
      /// The controls that others have set, of which nobody was told yet.
      fileprivate var events: [ControlID] = []
      /// The values of the controls, and since when they were so.
      fileprivate var history: [(time: Duration, values: [ControlID: Int64])] = []

      /// The requests that are not answered for now.
      fileprivate var held: Requests?
      /// How many of them have come.
      fileprivate var heldCount = 0
      /// Whether the thread that made one is not done.
      fileprivate var isThreadAtWork = false
      fileprivate var arrivals: [CheckedContinuation<Void, Never>] = []
      /// Events that callers of `stop` wait for.
      fileprivate var stops: [DispatchSemaphore] = []

      /// Whether a camera that was stopped cannot come to its end.
      fileprivate var isStuck: Bool { held == .stops && heldCount > 0 }
    }

    static let size = FrameSize(width: 32, height: 16)
    private let state: Mutex<State>
    let time = VirtualTime.current ?? VirtualTime()

    init(_ configure: (inout State) -> Void = { _ in }) {
      var state = State()
      configure(&state)
      let initial = state
      self.state = Mutex(initial)
    }

    /// A camera with automatic balance, red, blue and exposure, as the rig's is.
    static func balanced(_ configure: (inout State) -> Void = { _ in }) -> SensorDriver {
      SensorDriver {
        $0.controls = [
          .autoWhiteBalance: Control(range: 0...1, value: 0, type: V4L2_CTRL_TYPE_BOOLEAN),
          .redBalance: Control(range: 64...1024, value: 256),
          .blueBalance: Control(range: 64...1024, value: 256),
        ]
        configure(&$0)
      }
    }

    /// A camera that also has exposure, gain and focus, as uvcvideo gives them. An exposure of 156 and a gain of 16
    /// show the wall as it is.
    static func webcam(automatic: Bool = false, _ configure: (inout State) -> Void = { _ in })
      -> SensorDriver
    {
      .balanced {
        $0.controls[.exposureAbsolute] = .init(range: 1...10000, value: 156)
        $0.controls[.gain] = .init(range: 16...255, value: 16)
        $0.controls[.focusAbsolute] = .init(range: 0...1000, value: 500)
        $0.controls[.continuousAutoFocus] = .init(range: 0...1, value: 1, type: V4L2_CTRL_TYPE_BOOLEAN)
        if automatic {
          $0.controls[.autoExposure] = .init(
            range: 0...3, value: 3, type: V4L2_CTRL_TYPE_MENU, names: [1: "Manual Mode", 3: "Aperture Priority Mode"])
        }
        configure(&$0)
      }
    }

    func with<Result>(_ body: (inout sending State) -> sending Result) -> Result { state.withLock(body) }

    func value(_ id: ControlID) -> Int64? { state.withLock { $0.controls[id]?.value } }

    private var isAtRest: Bool { state.withLock { $0.openCount == 0 && $0.mapped.isEmpty && !$0.isStreaming } }

    /// Waits until everything that was taken was given back.
    ///
    /// - Returns: false where that does not come about.
    func comesToRest() -> Bool { time.pass(for: self) { time.block { isAtRest } } }

    /// The device's own automatic mode moves a value.
    func move(_ id: ControlID, to value: Int64) {
      let now = time.now
      state.withLock { $0.move(id, to: value, now) }
    }

    /// Another program sets a control, of which the driver tells.
    func setByAnother(_ id: ControlID, to value: Int64) {
      let now = time.now
      state.withLock { state in
        state.move(id, to: value, now)
        state.events.append(id)
      }
    }

    // MARK: - Requests that are not answered

    /// Holds such requests from now on.
    func hold(_ requests: Requests) { state.withLock { ($0.held, $0.heldCount) = (requests, 0) } }

    /// Holds settings from now on, and returns when `body`, on a thread of its own, has made one. No time passes.
    func hold(during body: @escaping @Sendable () -> Void) {
      hold(.settings)
      state.withLock { $0.isThreadAtWork = true }
      Thread {
        body()
        self.state.withLock { $0.isThreadAtWork = false }
        self.time.notify()
      }.start()
      time.block { state.withLock { $0.heldCount > 0 } }
    }

    /// Waits until a request is held. Time passes.
    func holds() async {
      await withCheckedContinuation { continuation in
        let isHolding = state.withLock { state in
          if state.heldCount == 0 { state.arrivals.append(continuation) }
          return state.heldCount > 0
        }
        if isHolding { continuation.resume() }
      }
    }

    /// Answers those that were held, and returns when the thread is done that made one. No time passes.
    func release() {
      state.withLock { $0.held = nil }
      time.release()
      time.block { !state.withLock { $0.isThreadAtWork } }
    }

    private func waitWhileHeld(_ code: UInt) {
      let arrivals: [CheckedContinuation<Void, Never>]? = state.withLock { state in
        guard state.held?.code == code else { return nil }
        state.heldCount += 1
        defer { state.arrivals = [] }
        return state.arrivals
      }
      guard let arrivals else { return }
      // A stop that is held does not end, so its callers stop waiting.
      for stop in state.withLock({ $0.isStuck ? $0.stops : [] }) { stop.signal() }
      for arrival in arrivals { arrival.resume() }
      time.hold { state.withLock { $0.held?.code == code } }
    }

    // MARK: - VideoKernel

    var now: Duration { time.now }

    /// Jumps to `moment`. It is less than a frame time after a frame, so no event comes before it.
    func sleep(until moment: Duration) { time.jump(to: moment) }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
      let deadline = now + limit
      let isStuck = state.withLock { state in
        state.stops.append(event)
        return state.isStuck
      }
      if !isStuck { time.pass(for: self) { event.wait() } }
      let isInTime = state.withLock { state in
        state.stops.removeAll { $0 === event }
        return !state.isStuck
      }
      if !isInTime { time.jump(to: deadline) }
      return isInTime
    }

    func isCharacterDevice(_ path: String) -> Int32 { 1 }

    func open(_ path: String) -> Int32 {
      state.withLock { state in
        if let failure = state.failure { return -failure.rawValue }
        state.openCount += 1
        return 100
      }
    }

    func close(_ descriptor: Int32) {
      state.withLock { $0.openCount -= 1 }
      time.notify()
    }

    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      // The capture thread is on its way from the start of its frames to their end.
      if code == cv4l_streamoff { time.ended(self) }
      waitWhileHeld(code)
      let (isOver, now) = (time.isEnded, time.now)
      // As an address, which may go behind the lock. The caller waits for the answer, and nobody else has the argument.
      let address = UInt(bitPattern: argument)
      let result: Int32 = state.withLock { state in
        guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return -Errno.badAddress.rawValue }
        if let failure = isOver ? .operationNotSupportedByDevice : state.failure,
          code != cv4l_streamoff, code != cv4l_reqbufs
        {
          return -failure.rawValue
        }
        return state.serve(code, argument, now)
      }
      if code == cv4l_streamon, result == 0 { time.began(self) }
      return result
    }

    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32 {
      let deadline = now + .milliseconds(milliseconds)
      time.wait(self) {
        self.state.withLock { state in
          // A request that has failed fails at once.
          if state.failure != nil { return .zero }
          return state.isHanging ? deadline : min(state.nextFrame, deadline)
        }
      }
      let (isOver, now) = (time.isEnded, now)
      let isReady: Bool
      (trouble, isReady) = state.withLock { state in
        (isOver || state.failure != nil, !state.isHanging && state.nextFrame <= now)
      }
      return trouble || isReady ? 1 : 0
    }

    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32 {
      let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: length)
      let place = UInt(bitPattern: memory)
      state.withLock { $0.mapped[offset / 4096] = place }
      address = memory
      return 0
    }

    func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
      let place = UInt(bitPattern: address)
      state.withLock { state in state.mapped = state.mapped.filter { $0.value != place } }
      address.deallocate()
    }
  }

  extension SensorDriver.State {
    private var byteCount: Int { SensorDriver.size.width * SensorDriver.size.height * 2 }

    fileprivate mutating func serve(_ code: UInt, _ argument: UnsafeMutableRawPointer, _ now: Duration) -> Int32 {
      switch code {
      case cv4l_querycap:
        argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities =
          UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
      case cv4l_enum_fmt:
        guard argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee.index == 0 else {
          return -Errno.invalidArgument.rawValue
        }
        argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee.pixelformat = fourCC?.rawValue ?? 0
      case cv4l_g_fmt, cv4l_s_fmt:
        let format = argument.assumingMemoryBound(to: v4l2_format.self)
        if code == cv4l_s_fmt, fourCC != nil { fourCC = FourCC(rawValue: format.pointee.fmt.pix.pixelformat) }
        format.pointee.fmt.pix.pixelformat = fourCC?.rawValue ?? 0
        format.pointee.fmt.pix.width = UInt32(SensorDriver.size.width)
        format.pointee.fmt.pix.height = UInt32(SensorDriver.size.height)
        format.pointee.fmt.pix.field = V4L2_FIELD_NONE.rawValue
        format.pointee.fmt.pix.bytesperline = 0
        format.pointee.fmt.pix.sizeimage = 0
      case cv4l_g_parm:
        let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
        parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
        parameters.pointee.parm.capture.timeperframe = v4l2_fract(
          numerator: UInt32((statedInterval ?? interval) / .microseconds(1)), denominator: 1_000_000)
      case cv4l_reqbufs:
        let request = argument.assumingMemoryBound(to: v4l2_requestbuffers.self)
        // As every driver of videobuf2 does.
        if request.pointee.count > 0, !mapped.isEmpty { return -Errno.resourceBusy.rawValue }
        queued = []
        if request.pointee.count > 0 { request.pointee.count = max(min(request.pointee.count, 4), leastBuffers) }
      case cv4l_querybuf:
        let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
        buffer.pointee.length = UInt32(byteCount)
        buffer.pointee.m.offset = buffer.pointee.index * 4096
      case cv4l_qbuf: queued.append(argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index)
      case cv4l_dqbuf: return dequeue(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee, now)
      case cv4l_streamon:
        isStreaming = true
        history = [(now, controls.mapValues(\.value))]
        nextFrame = now + interval
      case cv4l_streamoff: isStreaming = false
      default: return serveControls(code, argument, now)
      }
      return 0
    }

    /// The newest frame that has ended; those before it had no buffer, for the sensor does not wait for a slow reader.
    private mutating func dequeue(_ buffer: inout v4l2_buffer, _ now: Duration) -> Int32 {
      guard isStreaming, !isHanging, !queued.isEmpty, now >= nextFrame else {
        return -Errno.resourceTemporarilyUnavailable.rawValue
      }
      let frames = Int((now - nextFrame) / interval) + 1
      let newest = nextFrame + interval * (frames - 1)
      nextFrame = newest + interval
      let end = newest - interval * backlog
      sequence &+= UInt32(frames)
      if sequence <= lastLost || (lostEvery > 0 && Int(sequence).isMultiple(of: lostEvery)) {
        return -Errno.resourceTemporarilyUnavailable.rawValue
      }
      // The settings of the device when the frame began, or some frames before.
      let latched = end - interval * (1 + pipeline)
      let settings = history.last { $0.time <= latched }?.values ?? history[0].values
      history = history.filter { $0.time > latched || $0.values == settings }
      let index = queued.removeFirst()
      if let memory = mapped[index].flatMap(UnsafeMutableRawPointer.init(bitPattern:)) {
        render(settings, into: memory)
      }
      buffer.index = index
      buffer.flags = isDamaging ? UInt32(V4L2_BUF_FLAG_ERROR) : 0
      buffer.sequence = sequence
      buffer.bytesused = UInt32(byteCount)
      let time = (hasTime ? end + clockOffset : .zero).components
      buffer.timestamp = timeval(tv_sec: Int(time.seconds), tv_usec: Int(time.attoseconds / 1_000_000_000_000))
      return 0
    }

    private func render(_ settings: [ControlID: Int64], into memory: UnsafeMutableRawPointer) {
      let exposure =
        (settings[.exposureAbsolute].map { Double($0) / 156 } ?? 1)
        * ((settings[.analogueGain] ?? settings[.gain]).map(gain) ?? 1)
      let temperature = settings[.whiteBalanceTemperature].map(gainsOfTemperature) ?? (red: 1, blue: 1)
      let red = wall.red * (settings[.redBalance].map(redGain) ?? 1) * temperature.red
      let blue = wall.blue * (settings[.blueBalance].map(blueGain) ?? 1) * temperature.blue
      func sample(_ signal: Double) -> UInt16 {
        UInt16(min(max(signal * exposure * (65535 - black) + black, 0), 65535).rounded())
      }
      let row = [[sample(red), sample(wall.green)], [sample(wall.green), sample(blue)]]
      for y in 0..<SensorDriver.size.height {
        for x in 0..<SensorDriver.size.width {
          memory.storeBytes(
            of: row[y & 1][x & 1].littleEndian, toByteOffset: (y * SensorDriver.size.width + x) * 2, as: UInt16.self)
        }
      }
    }

    // MARK: - Controls

    fileprivate mutating func move(_ id: ControlID, to value: Int64, _ now: Duration) {
      controls[id]?.value = value
      history.append((now, controls.mapValues(\.value)))
    }

    private mutating func serveControls(_ code: UInt, _ argument: UnsafeMutableRawPointer, _ now: Duration) -> Int32 {
      switch code {
      case cv4l_query_ext_ctrl:
        return describe(&argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self).pointee)
      case cv4l_querymenu:
        let menu = argument.assumingMemoryBound(to: v4l2_querymenu.self)
        guard let name = controls[ControlID(rawValue: cv4l_menu_id(menu))]?.names[cv4l_menu_index(menu)] else {
          return -Errno.invalidArgument.rawValue
        }
        cv4l_pack_menu_name(name, menu)
        return 0
      case cv4l_g_ext_ctrls: return exchange(argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, false)
      case cv4l_s_ext_ctrls:
        setCount += 1
        lastLost = max(lastLost, sequence + lostBehind(setCount))
        let result = exchange(argument.assumingMemoryBound(to: v4l2_ext_controls.self).pointee, true)
        history.append((now, controls.mapValues(\.value)))
        return result
      case cv4l_subscribe_event: return 0
      case cv4l_dqevent:
        guard !events.isEmpty else { return -Errno.noSuchFileOrDirectory.rawValue }
        let event = argument.assumingMemoryBound(to: v4l2_event.self)
        event.pointee.type = UInt32(V4L2_EVENT_CTRL)
        event.pointee.id = events.removeFirst().rawValue
        // The kind of change stands first behind the event's type, as in linux/videodev2.h.
        argument.storeBytes(of: UInt32(V4L2_EVENT_CTRL_CH_VALUE), toByteOffset: 8, as: UInt32.self)
        return 0
      default: return -Errno.inappropriateIOCTLForDevice.rawValue
      }
    }

    private func describe(_ answer: inout v4l2_query_ext_ctrl) -> Int32 {
      let id = ControlID(rawValue: answer.id)
      guard let control = controls[id] else { return -Errno.invalidArgument.rawValue }
      answer.type = control.type.rawValue
      (answer.minimum, answer.maximum) = (control.range.lowerBound, control.range.upperBound)
      answer.step = control.step
      answer.default_value =
        control.defaultValue ?? (id == .redBalance || id == .blueBalance ? 256 : control.range.lowerBound)
      answer.flags = control.flags | (isInactive(id) ? 0x10 : 0)
      answer.elems = 1
      return 0
    }

    /// As uvcvideo has it: a manual value is refused while its automatic mode is on.
    private func isInactive(_ id: ControlID) -> Bool {
      switch id {
      case .redBalance, .blueBalance, .whiteBalanceTemperature: controls[.autoWhiteBalance]?.value == 1
      case .exposureAbsolute: controls[.autoExposure].map { $0.value == 0 || $0.value == 3 } ?? false
      case .focusAbsolute: controls[.continuousAutoFocus]?.value == 1
      default: false
      }
    }

    private mutating func exchange(_ list: v4l2_ext_controls, _ isSetting: Bool) -> Int32 {
      for position in 0..<Int(list.count) {
        var entry = cv4l_control_value()
        cv4l_unpack_control(list.controls + position, &entry)
        let id = ControlID(rawValue: entry.id)
        guard let control = controls[id] else { return -Errno.invalidArgument.rawValue }
        if isSetting {
          if let failure = control.failure { return -failure.rawValue }
          if isInactive(id) { return -Errno.permissionDenied.rawValue }
          controls[id]?.value = entry.value
        }
        if !isSetting, let failure = control.readFailure { return -failure.rawValue }
        if isSetting, id == .autoWhiteBalance, entry.value == 1, let red = automaticRed {
          controls[.redBalance]?.value = red
        }
        entry.value = controls[id]?.value ?? 0
        if !isSetting, let stale = control.staleValue, control.staleCount > 0 {
          entry.value = stale
          controls[id]?.staleCount -= 1
        }
        cv4l_pack_control(&entry, list.controls + position)
      }
      return 0
    }
  }
#endif

#if os(Linux)
  import CVideo4Linux
  import Dispatch
  import RawFrames
  import SystemPackage
  import VideoCapture

  /// A driver that says what a test wants it to say, true or not,
  /// and remembers what it was asked and what it still holds.
  ///
  /// Its time passes while it is waited for, and not otherwise.
  ///
  /// Unchecked, because each test has its own and uses it from one thread.
  final class FakeDriver: VideoKernel, @unchecked Sendable {
    /// A filled buffer as the driver tells of it.
    struct Delivery {
      var flags: UInt32 = 0
      var byteCount: UInt32?
      var dataOffset: UInt32 = 0
      /// Another buffer than the one that is filled.
      var index: UInt32?
      var bytes: [UInt8] = []
    }

    struct Control {
      var id: UInt32
      var name = "A control"
      var type = V4L2_CTRL_TYPE_INTEGER
      var range: (minimum: Int64, maximum: Int64) = (0, 255)
      var step: UInt64 = 1
      var flags: UInt32 = 0
      var value: Int64 = 0
      /// The default, or `nil` for the least value.
      var initial: Int64?
      var names: [UInt32: String] = [:]
      var numbers: [UInt32: Int64] = [:]
      var elements: UInt32 = 1
      /// The error of a question for it.
      var failure: Errno?
      /// Returns the value that it takes in place of one that it is set to.
      var accept: (Int64) -> Result<Int64, Errno> = { .success($0) }
    }

    struct State {
      // Its answers.
      var isCharacterDevice: Int32 = 1
      var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING)
      var deviceCapabilities: UInt32?
      var formats: [FourCC] = []
      var frameSizes: [v4l2_frmsizeenum] = []
      var fourCC: FourCC
      var width: UInt32
      var height: UInt32
      var bytesPerRow: UInt32
      var imageSize: UInt32
      var field = V4L2_FIELD_NONE.rawValue
      var planeCount: UInt8 = 1
      /// Whether it takes any format and size that it is asked for.
      var isObedient = false
      /// The width that another program sets just before buffers are requested.
      var widthByAnother: UInt32?
      var bufferCount: UInt32 = 3
      var bufferLength: UInt32
      var deliveries: [Delivery] = []
      /// The answer to waiting when there is nothing to deliver: the driver's error condition instead of a time-out.
      var isTroubled = false
      /// The `errno` for a request, each time that it is made, and how often (for ever: `.max`).
      var failures: [UInt: (errno: Errno, times: Int)] = [:]
      var controls: [Control] = []
      /// The requests that it does not know.
      var unknown: Set<UInt> = []
      /// Whether it answers every question for the next control with the last.
      var isEndless = false
      /// The interval that it tells, and whether it tells one.
      var interval: (numerator: UInt32, denominator: UInt32) = (1, 30)
      var tellsInterval = true
      /// Whether it tells which control of several it did not set.
      var tellsControl = true
      var openFailure: Errno?
      var mapFailure: (errno: Errno, index: Int)?
      /// How often every call is interrupted before it is done.
      var interruptions = 0
      /// The time that passes in a wait before it is interrupted.
      var timeToInterruption = Duration.zero
      /// The time that passes before a delivery is there.
      var timeToDelivery = Duration.zero
      /// The time that passes in a request.
      var timeToAnswer = Duration.zero
      var now = Duration.seconds(1000)

      // Its memory.
      var openCount = 0
      /// The buffers' memory, by the offsets at which they were mapped.
      var mapped: [(offset: UInt32, memory: UnsafeMutableRawPointer)] = []
      var hasBuffers = false
      /// The numbers of buffers that were requested.
      var askedBufferCounts: [UInt32] = []
      var isStreaming = false
      var queued: [UInt32] = []
      var sequence: UInt32 = 0
      var log: [String] = []
      var interruptionsLeft = 0
      /// How often it was let go.
      var letGoCount = 0
    }

    var state: State

    /// A camera in the format `code`, as `configure` changes it. It delivers what `deliveries` holds.
    init(_ code: String = "RG10", width: Int = 4, height: Int = 2, _ configure: (inout State) -> Void = { _ in }) throws
    {
      let format = try PixelFormat(code)
      let size = try RawFrame.byteCount(format: format, width: width, height: height)
      state = State(
        fourCC: format.fourCC, width: UInt32(width), height: UInt32(height), bytesPerRow: UInt32(size.perRow),
        imageSize: UInt32(size.total), bufferLength: UInt32(size.total))
      state.formats = [format.fourCC]
      configure(&state)
      state.interruptionsLeft = state.interruptions
    }

    /// Whether everything that was taken was given back.
    var isAtRest: Bool {
      state.openCount == 0 && state.mapped.isEmpty && !state.hasBuffers && !state.isStreaming
    }

    // MARK: - VideoKernel

    var now: Duration { state.now }

    /// A stream waits for its device alone.
    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool { preconditionFailure("nobody waits for threads") }

    func isCharacterDevice(_ path: String) -> Int32 { answer { state.isCharacterDevice } }

    func open(_ path: String) -> Int32 {
      answer {
        if let errno = state.openFailure { return -errno.rawValue }
        state.openCount += 1
        return 100
      }
    }

    func close(_ descriptor: Int32) {
      state.openCount -= 1
      state.log.append("close")
    }

    /// As Linux does with a file that is closed: its stream ends, and its buffers are freed.
    func letGo(of descriptor: Int32) {
      (state.isStreaming, state.hasBuffers, state.queued) = (false, false, [])
      state.letGoCount += 1
    }

    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      answer {
        state.now += state.timeToAnswer
        // Behind the descriptor is another file then, and no camera.
        if state.letGoCount > 0 { return -Errno.inappropriateIOCTLForDevice.rawValue }
        if let failure = state.failures[code], failure.times > 0 {
          state.failures[code]?.times -= 1
          return -failure.errno.rawValue
        }
        return state.serve(code, argument)
      }
    }

    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32 {
      trouble = state.isTroubled
      if state.interruptionsLeft > 0 { state.now += state.timeToInterruption }
      return answer {
        if state.isTroubled || state.letGoCount > 0 { return 1 }
        let limit = Duration.milliseconds(milliseconds)
        let isReady = !state.deliveries.isEmpty && !state.queued.isEmpty && state.timeToDelivery <= limit
        state.now += isReady ? state.timeToDelivery : limit
        return isReady ? 1 : 0
      }
    }

    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32 {
      if let failure = state.mapFailure, failure.index == state.mapped.count { return -failure.errno.rawValue }
      let memory = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: length)
      state.mapped.append((offset, memory))
      address = memory
      return 0
    }

    func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
      state.mapped.removeAll { $0.memory == address }
      state.log.append("unmap")
      address.deallocate()
    }

    /// Interrupts the call as often as it should be, then makes it.
    private func answer(_ call: () -> Int32) -> Int32 {
      if state.interruptionsLeft > 0 {
        state.interruptionsLeft -= 1
        return -Errno.interrupted.rawValue
      }
      state.interruptionsLeft = state.interruptions
      return call()
    }
  }
#endif

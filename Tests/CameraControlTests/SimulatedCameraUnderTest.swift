#if os(Linux)
  import CameraControl
  import CameraDevices
  import Colorimetry
  import DeviceProfiles
  import Dispatch
  import RawFrames
  import SensorSimulation
  import Synchronization
  import Testing

  /// A clock of virtual time for one simulated camera.
  final class SimulationClock: CameraClock {
    let time: VirtualTime

    init(_ time: VirtualTime) { self.time = time }

    var now: Duration { time.now }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool {
      time.pass(for: self) { event.wait() }
      return true
    }

    func sleep(until moment: Duration) {
      time.wait(self) { moment }
      // Nothing waits any more once the test is over.
      if time.isEnded { time.jump(to: moment) }
    }
  }

  /// A clock on which it is at once what is waited for.
  final class JumpingClock: CameraClock {
    private let time = Mutex(Duration.zero)

    var now: Duration { time.withLock(\.self) }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool { event.wait(timeout: .now()) == .success }

    func sleep(until moment: Duration) { time.withLock { $0 = max($0, moment) } }
  }

  /// A simulated camera in virtual time. It tells the time when its capture thread begins and ends.
  final class SimulationInVirtualTime: CameraBackend {
    let simulated: SimulatedCamera
    private let simulationClock: SimulationClock

    static var profile: DeviceProfile { SimulatedCamera.profile }

    /// - Precondition: The test has the trait `.virtualTime`.
    init(_ setup: SimulatedCamera.Setup) throws(SimulationError) {
      guard let time = VirtualTime.current else { preconditionFailure("the test has no time of its own") }
      simulationClock = SimulationClock(time)
      simulated = try SimulatedCamera(setup, clock: simulationClock)
    }

    /// A camera in daylight, as `SimulatedCamera()` is.
    convenience init() {
      do throws(SimulationError) { try self.init(.init()) } catch { preconditionFailure("\(error)") }
    }

    func setLight(_ light: SpectralDistribution, brightness: Double = 1) throws {
      try simulated.setLight(light, brightness: brightness)
    }

    func unplug() { simulated.unplug() }

    // MARK: - CameraBackend

    var name: String { simulated.name }
    var identity: CaptureDeviceIdentity { simulated.identity }
    var levels: SampleLevels? { simulated.levels }
    var clock: any CameraClock { simulationClock }

    func formats() throws(CameraDeviceError) -> [CaptureFormat] { try simulated.formats() }

    func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try simulated.frameSizes(for: format)
    }

    func currentFormat() throws(CameraDeviceError) -> ActiveFormat { try simulated.currentFormat() }

    func setFormat(
      _ format: PixelFormat, size: FrameSize, match: SizeMatch
    ) throws(CameraDeviceError) -> ActiveFormat {
      try simulated.setFormat(format, size: size, match: match)
    }

    func frameInterval() throws(CameraDeviceError) -> FrameInterval? { try simulated.frameInterval() }

    func controls() throws(CameraDeviceError) -> [CaptureControl] { try simulated.controls() }

    func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? { try simulated.control(id) }

    func value(of id: ControlID) throws(CameraDeviceError) -> Int64 { try simulated.value(of: id) }

    func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
      try simulated.set(values)
    }

    func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
      Stream(try simulated.stream(bufferCount: bufferCount), simulationClock)
    }

    private final class Stream: CameraStream {
      private let stream: any CameraStream
      private let clock: SimulationClock

      init(_ stream: any CameraStream, _ clock: SimulationClock) {
        (self.stream, self.clock) = (stream, clock)
        clock.time.began(clock)
      }

      var bufferCount: Int { stream.bufferCount }

      func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
        guard !clock.time.isEnded else {
          throw CameraDeviceError(device: "simulated:", fault: .gone("the test is over"))
        }
        return try stream.nextFrame(timeout: timeout)
      }

      func stop() {
        stream.stop()
        clock.time.ended(clock)
      }
    }
  }
#endif

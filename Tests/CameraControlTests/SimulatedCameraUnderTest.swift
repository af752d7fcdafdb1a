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

  /// A clock that does not wait: waiting for a moment sets the clock to that moment.
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

    /// A camera in daylight, as `SimulatedCamera()` is, with a quarter of the samples: such frames are made quickly.
    convenience init() {
      var setup = SimulatedCamera.Setup()
      setup.size = FrameSize(width: 160, height: 120)
      do throws(SimulationError) { try self.init(setup) } catch { preconditionFailure("\(error)") }
    }

    func setLight(_ light: SpectralDistribution, brightness: Double = 1) throws {
      try simulated.setLight(light, brightness: brightness)
    }

    func unplug() { simulated.unplug() }

    // MARK: - Changes during a run

    private struct Changes: Sendable {
      var isLensAway = false
      var areControlsGone = false
      var areFramesHalved = false
      var areFramesCoarse = false
      var isExposureRemembered = false
      /// The test pattern; `nil` for a sensor without.
      var testPattern: Int64?
      var others: Set<ControlID> = []
      /// The answers in place of the values.
      var answers: [ControlID: Int64] = [:]
      /// The requests that fail: so many, after so many that are answered.
      var failures: [ControlID: (after: Int, count: Int)] = [:]
      var settingFailures: [ControlID: (after: Int, count: Int)] = [:]
    }

    private let changes = Mutex(Changes())

    func takeLensAway() { changes.withLock { $0.isLensAway = true } }

    /// The part of the camera with its controls is gone, and frames go on.
    func takeControlsAway() { changes.withLock { $0.areControlsGone = true } }

    /// From now on a frame is the middle of what it was, of half its width and height.
    func halveFrames() { changes.withLock { $0.areFramesHalved = true } }

    /// From now on a frame has eight bits.
    func coarsenFrames() { changes.withLock { $0.areFramesCoarse = true } }

    /// The driver reports no values of automatic exposure: it remembers those that were set.
    func rememberExposure() { changes.withLock { $0.isExposureRemembered = true } }

    /// Gives the sensor a control of its test pattern.
    func addTestPattern() { changes.withLock { $0.testPattern = 0 } }

    /// Another program sets a control.
    func setByAnother(_ id: ControlID, to value: Int64) throws(CameraDeviceError) {
      _ = try set([id: value])
      changes.withLock { _ = $0.others.insert(id) }
    }

    /// From now on the driver answers with `value`, whatever the control has.
    func answer(_ id: ControlID, with value: Int64) { changes.withLock { $0.answers[id] = value } }

    /// The next requests about a control fail, as many as `count`.
    func fail(_ id: ControlID, count: Int) { changes.withLock { $0.failures[id] = (0, count) } }

    /// The next requests to set a control fail, as many as `count`, once `after` are answered.
    func failSetting(_ id: ControlID, count: Int, after: Int = 0) {
      changes.withLock { $0.settingFailures[id] = (after, count) }
    }

    private func checkFailure(
      _ id: ControlID, among failures: WritableKeyPath<Changes, [ControlID: (after: Int, count: Int)]>
    ) throws(CameraDeviceError) {
      let fails = changes.withLock { changes in
        guard let (after, count) = changes[keyPath: failures][id] else { return false }
        let isAnswered = after > 0 || count == 0
        changes[keyPath: failures][id] = (max(after - 1, 0), isAnswered ? count : count - 1)
        return !isAnswered
      }
      if fails { throw CameraDeviceError(device: name, fault: .failed("\(id) does not answer")) }
    }

    /// Throws for a control of the lens once that is away, as a camera of several parts does.
    private func checkLens(_ id: ControlID) throws(CameraDeviceError) {
      guard changes.withLock(\.isLensAway), [.focusAbsolute, .continuousAutoFocus].contains(id) else { return }
      throw CameraDeviceError(device: name, fault: .noControl(id))
    }

    private func changed(_ captured: CapturedFrame) -> CapturedFrame {
      let (areHalved, areCoarse) = changes.withLock { ($0.areFramesHalved, $0.areFramesCoarse) }
      guard areHalved || areCoarse else { return captured }
      let whole = captured.frame
      let region = areHalved ? Region(centerOf: whole) : Region(x: 0, y: 0, width: whole.width, height: whole.height)
      var (row, samples): ([UInt16], [UInt16]) = ([], [])
      for y in region.y..<region.y + region.height {
        whole.readSamples(row: y, columns: region.x..<region.x + region.width, into: &row)
        samples += areCoarse ? row.map { $0 >> 2 } : row
      }
      guard
        let frame = try? RawFrame(
          format: areCoarse ? .rggb : whole.format, width: region.width, height: region.height, samples: samples,
          levels: areCoarse ? SampleLevels(black: 16, white: 255) : whole.levels)
      else { preconditionFailure("a part of a frame is a frame") }
      return CapturedFrame(frame: frame, sequence: captured.sequence, timestamp: captured.timestamp)
    }

    // MARK: - CameraBackend

    var name: String { simulated.name }
    var identity: CaptureDeviceIdentity { simulated.identity }
    var levels: SampleLevels? { simulated.levels }
    var clock: any CameraClock { simulationClock }

    func formats() throws(CameraDeviceError) -> [CaptureFormat] { try simulated.formats() }

    func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try simulated.frameSizes(for: format)
    }

    func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
      let whole = try simulated.currentFormat()
      guard changes.withLock(\.areFramesHalved) else { return whole }
      let size = FrameSize(width: whole.size.width / 2, height: whole.size.height / 2)
      do throws(RawFrameError) { return try ActiveFormat(whole.pixelFormat, size: size) } catch {
        throw CameraDeviceError(device: name, fault: .failed("\(error)"))
      }
    }

    func setFormat(
      _ format: PixelFormat, size: FrameSize, match: SizeMatch
    ) throws(CameraDeviceError) -> ActiveFormat {
      try simulated.setFormat(format, size: size, match: match)
    }

    func frameInterval() throws(CameraDeviceError) -> FrameInterval? { try simulated.frameInterval() }

    func controls() throws(CameraDeviceError) -> [CaptureControl] { try simulated.controls() }

    func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
      do { try checkLens(id) } catch { return nil }
      guard id != .testPattern else {
        return changes.withLock(\.testPattern).map { _ in
          CaptureControl(id: id, name: "Test Pattern", kind: .menu, range: 0...3, defaultValue: 0)
        }
      }
      var control = try simulated.control(id)
      if changes.withLock(\.isExposureRemembered) { control?.flags.remove(.volatile) }
      return control
    }

    func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
      try checkLens(id)
      try checkFailure(id, among: \.failures)
      if id == .testPattern, let pattern = changes.withLock(\.testPattern) { return pattern }
      if let answer = changes.withLock({ $0.answers[id] }) { return answer }
      return try simulated.value(of: id)
    }

    func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
      for (id, _) in values {
        try checkLens(id)
        try checkFailure(id, among: \.failures)
        try checkFailure(id, among: \.settingFailures)
      }
      if let first = values.first, first.key == .testPattern {
        changes.withLock { $0.testPattern = first.value }
        return [first.value]
      }
      return try simulated.set(values)
    }

    func changedControls() throws(CameraDeviceError) -> Set<ControlID> {
      guard !changes.withLock(\.areControlsGone) else {
        throw CameraDeviceError(device: name, fault: .gone("the sensor was removed"))
      }
      return changes.withLock { changes in
        defer { changes.others = [] }
        return changes.others
      }
    }

    func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
      Stream(try simulated.stream(bufferCount: bufferCount), simulationClock) { self.changed($0) }
    }

    private final class Stream: CameraStream {
      private let stream: any CameraStream
      private let clock: SimulationClock

      private let change: @Sendable (CapturedFrame) -> CapturedFrame

      init(
        _ stream: any CameraStream, _ clock: SimulationClock,
        change: @escaping @Sendable (CapturedFrame) -> CapturedFrame
      ) {
        (self.stream, self.clock, self.change) = (stream, clock, change)
        clock.time.began(clock)
      }

      var bufferCount: Int { stream.bufferCount }

      func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
        guard !clock.time.isEnded else {
          throw CameraDeviceError(device: "simulated:", fault: .gone("the test is over"))
        }
        return change(try stream.nextFrame(timeout: timeout))
      }

      func stop() {
        stream.stop()
        clock.time.ended(clock)
      }
    }
  }
#endif

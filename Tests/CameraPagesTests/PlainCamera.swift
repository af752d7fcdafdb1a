import CameraControl
import CameraDevices
import Dispatch
import RawFrames
import Synchronization

/// A simulated camera with fewer abilities, such as a cheap camera has. It may lack controls, for example those of a
/// lens, and it may not report levels.
final class PlainCamera: CameraBackend {
  private let simulated: SimulatedCamera
  private let missing: Set<ControlID>
  private let tellsLevels: Bool
  /// Whether its sensor shows a test pattern.
  private let showsPattern: Bool
  /// The time that its driver's clock for frames is ahead of the system's.
  private let clockOffset: Duration
  /// The name of its product, where that is another's.
  private let card: String?
  private let isMonochrome: Bool
  private let isStuck = Mutex(false)
  /// The controls that another program has changed since the last question.
  private let changed = Mutex<Set<ControlID>>([])
  private let isHanging = Mutex(false)
  /// The calls of ``hang()`` that still wait for the last frame.
  private let waiters = Mutex<[CheckedContinuation<Void, Never>]>([])
  private let asked = Mutex(0)

  /// The number of times that a value was asked for.
  var askedCount: Int { asked.withLock(\.self) }

  /// Returns once the last frame has come.
  func hang() async {
    await withCheckedContinuation { continuation in
      waiters.withLock { $0.append(continuation) }
      isHanging.withLock { $0 = true }
    }
  }

  /// From now on no control can be set.
  func getStuck() { isStuck.withLock { $0 = true } }

  init(
    _ simulated: SimulatedCamera, without missing: Set<ControlID> = [], tellsLevels: Bool = true,
    showsPattern: Bool = false, clockOffset: Duration = .zero, card: String? = nil,
    isMonochrome: Bool = false
  ) {
    (self.card, self.isMonochrome) = (card, isMonochrome)
    (self.simulated, self.missing, self.clockOffset) = (simulated, missing, clockOffset)
    (self.tellsLevels, self.showsPattern) = (tellsLevels, showsPattern)
  }

  var name: String { simulated.name }
  var identity: CaptureDeviceIdentity {
    let own = simulated.identity
    return CaptureDeviceIdentity(
      driver: own.driver, card: card ?? own.card, bus: own.bus, driverVersion: own.driverVersion)
  }
  var levels: SampleLevels? { tellsLevels ? simulated.levels : nil }
  var clock: any CameraClock { simulated.clock }

  func formats() throws(CameraDeviceError) -> [CaptureFormat] { try simulated.formats() }

  func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
    try simulated.frameSizes(for: format)
  }

  func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
    let format = try simulated.currentFormat()
    guard isMonochrome else { return format }
    do { return try ActiveFormat(PixelFormat("Y10 "), size: format.size) } catch {
      preconditionFailure("a format that is known: \(error)")
    }
  }

  func setFormat(_ format: PixelFormat, size: FrameSize, match: SizeMatch) throws(CameraDeviceError) -> ActiveFormat {
    _ = try simulated.setFormat(format, size: size, match: match)
    return try currentFormat()
  }

  func frameInterval() throws(CameraDeviceError) -> FrameInterval? { try simulated.frameInterval() }

  func controls() throws(CameraDeviceError) -> [CaptureControl] {
    try simulated.controls().filter { !missing.contains($0.id) }
  }

  func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
    if id == .testPattern, showsPattern {
      return CaptureControl(id: id, name: "Test Pattern", kind: .menu, range: 0...1, defaultValue: 0)
    }
    return missing.contains(id) ? nil : try simulated.control(id)
  }

  func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
    asked.withLock { $0 += 1 }
    if id == .testPattern, showsPattern { return 1 }
    try checkHas(id)
    return try simulated.value(of: id)
  }

  func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
    for (id, _) in values { try checkHas(id) }
    guard !isStuck.withLock(\.self) else { throw CameraDeviceError(device: name, fault: .failed("the lens is stuck")) }
    return try simulated.set(values)
  }

  func changedControls() throws(CameraDeviceError) -> Set<ControlID> {
    changed.withLock { changed in
      defer { changed = [] }
      return changed
    }
  }

  /// Sets a control as another program does.
  func setByAnother(_ id: ControlID, to value: Int64) throws(CameraDeviceError) {
    _ = try simulated.set([id: value])
    changed.withLock { _ = $0.insert(id) }
  }

  func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
    Stream(try simulated.stream(bufferCount: bufferCount), of: self)
  }

  private final class Stream: CameraStream {
    private let stream: any CameraStream
    private let camera: PlainCamera

    init(_ stream: any CameraStream, of camera: PlainCamera) { (self.stream, self.camera) = (stream, camera) }

    var bufferCount: Int { stream.bufferCount }

    func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
      let captured = try stream.nextFrame(timeout: timeout)
      guard !camera.isHanging.withLock(\.self) else {
        let waiters = camera.waiters.withLock { waiters in
          defer { waiters = [] }
          return waiters
        }
        for waiter in waiters { waiter.resume() }
        throw CameraDeviceError(device: camera.name, fault: .noFrame("no frame"))
      }
      return CapturedFrame(
        frame: captured.frame, sequence: captured.sequence, timestamp: captured.timestamp + camera.clockOffset)
    }

    func stop() { stream.stop() }
  }

  private func checkHas(_ id: ControlID) throws(CameraDeviceError) {
    if missing.contains(id) { throw CameraDeviceError(device: name, fault: .noControl(id)) }
  }
}

import CameraControl
import CameraDevices
import RawFrames

/// A simulated camera as poor as the cheapest are: without some of its controls, such as those of a lens that is fixed, and without levels
/// that its driver tells.
final class PlainCamera: CameraBackend {
  private let simulated: SimulatedCamera
  private let missing: Set<ControlID>
  private let tellsLevels: Bool
  /// Whether its sensor shows a test pattern.
  private let showsPattern: Bool

  init(
    _ simulated: SimulatedCamera, without missing: Set<ControlID> = [], tellsLevels: Bool = true,
    showsPattern: Bool = false
  ) {
    (self.simulated, self.missing) = (simulated, missing)
    (self.tellsLevels, self.showsPattern) = (tellsLevels, showsPattern)
  }

  var name: String { simulated.name }
  var identity: CaptureDeviceIdentity { simulated.identity }
  var levels: SampleLevels? { tellsLevels ? simulated.levels : nil }
  var clock: any CameraClock { simulated.clock }

  func formats() throws(CameraDeviceError) -> [CaptureFormat] { try simulated.formats() }

  func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
    try simulated.frameSizes(for: format)
  }

  func currentFormat() throws(CameraDeviceError) -> ActiveFormat { try simulated.currentFormat() }

  func setFormat(_ format: PixelFormat, size: FrameSize, match: SizeMatch) throws(CameraDeviceError) -> ActiveFormat {
    try simulated.setFormat(format, size: size, match: match)
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
    if id == .testPattern, showsPattern { return 1 }
    try checkHas(id)
    return try simulated.value(of: id)
  }

  func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
    for (id, _) in values { try checkHas(id) }
    return try simulated.set(values)
  }

  func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
    try simulated.stream(bufferCount: bufferCount)
  }

  private func checkHas(_ id: ControlID) throws(CameraDeviceError) {
    if missing.contains(id) { throw CameraDeviceError(device: name, fault: .noControl(id)) }
  }
}

import CameraControl
import CameraDevices
import RawFrames

/// A simulated camera without some of its controls: the cheapest cameras have a fixed lens, or no exposure that can be set.
final class PlainCamera: CameraBackend {
  private let simulated: SimulatedCamera
  private let missing: Set<ControlID>

  init(_ simulated: SimulatedCamera, without missing: Set<ControlID>) {
    (self.simulated, self.missing) = (simulated, missing)
  }

  var name: String { simulated.name }
  var identity: CaptureDeviceIdentity { simulated.identity }
  var levels: SampleLevels? { simulated.levels }
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
    missing.contains(id) ? nil : try simulated.control(id)
  }

  func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
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

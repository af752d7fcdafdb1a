import CameraControl
import CameraDevices
import Metering
import RawFrames
import Testing

@testable import CommandOutput

/// The simulated camera, with controls that can be read and not set.
private final class StubbornCamera: CameraBackend {
  private let simulated = SimulatedCamera()

  var name: String { simulated.name }
  var identity: CaptureDeviceIdentity { simulated.identity }
  var clock: any CameraClock { simulated.clock }

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
    throw CameraDeviceError(device: name, fault: .failed("the lens is stuck"))
  }

  func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
    try simulated.stream(bufferCount: bufferCount)
  }
}

/// The end of a command that changes a camera. The exit tests are processes of their own, whose standard error is read.
@Suite struct CameraSessionTests {
  private static let notRestored = "simulated: the lens is stuck; not every control is as it was found"

  @Test func `a camera that is not restored is the failure of work that succeeded, and is told once`() async throws {
    let process = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let camera = try Camera(device: StubbornCamera(), profile: SimulatedCamera.profile)
      let failure = await #expect(throws: Failure.self) {
        try await CameraSession.run(with: camera, setting: [.focus]) {}
      }
      #expect(failure?.message == Self.notRestored)
    }
    #expect(try #require(process).standardErrorContent.isEmpty, "the tool tells what is thrown")
  }

  @Test func `a camera that is not restored is told beside the failure of its work`() async throws {
    let process = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let camera = try Camera(device: StubbornCamera(), profile: SimulatedCamera.profile)
      await #expect(throws: Failure(.badData, "the card is refused")) {
        try await CameraSession.run(with: camera, setting: [.focus]) { throw Failure(.badData, "the card is refused") }
      }
    }
    let told = String(decoding: try #require(process).standardErrorContent, as: UTF8.self)
    #expect(told == "wbcal: \(Self.notRestored)\n")
  }
}

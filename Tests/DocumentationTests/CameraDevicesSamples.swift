import CameraControl
import CameraDevices
import RawFrames
import TestSupport
import Testing

/// The Swift of CameraDevices' page.
@Suite(.hangLimit) struct CameraDevicesSamples {
  @Test func `the landing page`() throws {
    let device: any CameraBackend = SimulatedCamera()
    for control in try device.controls() {
      print(control.name, control.range, control.defaultValue)
    }
    let format = try device.currentFormat()
    let stream = try device.stream(bufferCount: 4)
    let frame = try stream.nextFrame(timeout: .seconds(2))
    print(format.size, frame.sequence, frame.timestamp)
    stream.stop()
    #expect(frame.frame.width == format.size.width)
  }
}

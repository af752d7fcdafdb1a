import CameraDevices
import Testing

@testable import CommandOutput

/// The statuses that errors end the tool with.
@Suite struct FailureTests {
  @Test(
    arguments: [
      (.grabbed, .deviceFailed), (.readOnly, .usage), (.writeOnly, .usage), (.inactive, .usage),
      (.outOfRange(300, 0...255), .usage), (.offStep(3, step: 2, nearest: 2), .usage),
      (.noMenuEntry(7, offered: [0, 1]), .usage), (.valueRefused(3), .usage), (.notANumber(type: 9), .usage),
    ] as [(ControlFault, Status)])
  func `a control that something uses now is a failed device, and any other fault of a control is the command's`(
    fault: ControlFault, status: Status
  ) {
    let control = CaptureControl(id: .gain, name: "Gain", kind: .integer, range: 0...255, defaultValue: 0)
    #expect(Failure(CameraDeviceError(device: "camera", fault: .control(control, fault))).status == status)
  }
}

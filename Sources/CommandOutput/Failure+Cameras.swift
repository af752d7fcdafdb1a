package import CameraControl
package import CameraDevices

extension Failure {
  package init(_ error: CameraDeviceError) {
    switch error.fault {
    case .noSuchDevice: self.init(.noInput, error.description)
    // A control that is in use now may be free later, so the device is at fault and not the command.
    case .control(_, .grabbed): self.init(.deviceFailed, error.description)
    case .refused, .noControl, .control: self.init(.usage, error.description)
    case .notRestored(let cause, _):
      self.init(Failure(CameraDeviceError(device: error.device, fault: cause)).status, error.description)
    case .notACamera, .gone, .noFrame, .damagedFrames, .failed: self.init(.deviceFailed, error.description)
    }
  }

  package init(_ error: CameraError) {
    switch error.reason {
    case .device(let fault): self.init(CameraDeviceError(device: error.device, fault: fault))
    // The frames do not allow the measurement. This is a refusal, as it is for a card.
    case .gainCalibration(let fault) where fault != .noControl: self.init(.refused, error.description)
    case .pipelineDelay(let fault) where fault != .noControl: self.init(.refused, error.description)
    case .monochrome, .levels, .conversion: self.init(.badData, error.description)
    case .option, .gainLaw, .gainsOutOfRange, .chromaticityOutOfRange, .noProfile, .modeNotSupported, .outOfRange,
      .notSupported, .calibration, .gainCalibration, .pipelineDelay, .bracketCount, .mixedBracket:
      self.init(.usage, error.description)
    case .notRestored(let cause, _):
      self.init(Failure(CameraError(device: error.device, reason: cause)).status, error.description)
    case .unplugged, .notLockedForConfiguration, .notRunning, .noFrame, .occupied, .cancelled:
      self.init(.deviceFailed, error.description)
    }
  }
}

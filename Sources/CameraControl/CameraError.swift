public import CameraDevices
public import RawFrames
public import WhiteBalance

/// The reason why a camera did not do what was asked of it, and which camera.
///
/// It is thrown under the conditions under which AVFoundation raises an exception.
public struct CameraError: Error, Hashable, Sendable {
  /// The name of the device.
  public let device: String
  /// The reason.
  public let reason: Reason

  /// Creates the error of a device.
  public init(device: String, reason: Reason) {
    self.device = device
    self.reason = reason
  }

  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The camera was unplugged, or its driver removed.
    case unplugged
    /// One of ``CameraOptions`` is outside its range.
    case option(String, Double, ClosedRange<Double>)
    /// The gain law of ``CameraOptions`` is not valid.
    case gainLaw(ImageSensor.GainLaw)
    /// The device or its driver failed.
    case device(CameraDeviceFault)
    /// The call is allowed only between ``Camera/lockForConfiguration()`` and ``Camera/unlockForConfiguration()``.
    case notLockedForConfiguration
    /// The camera is not running. Call ``Camera/startRunning()`` first.
    case notRunning
    /// No suitable frame came within the limit. `cause` is the reason, where it is known.
    case noFrame(within: Duration, cause: NoFrameCause? = nil)
    /// The frame's format has no colours.
    case monochrome(FourCC)
    /// The black or white level does not fit the frame's format.
    case levels(RawFrameError)
    /// The gains are outside 1 to ``Camera/maxWhiteBalanceGain``.
    case gainsOutOfRange(Camera.WhiteBalanceGains, maximum: Float)
    /// The chromaticity is outside 0 to 1.
    case chromaticityOutOfRange(Camera.WhiteBalanceChromaticityValues)
    /// The profile has no light for the gains, or no gains for the light.
    case conversion(WhiteBalanceError)
    /// The camera's profile is ``/DeviceProfiles/DeviceProfile/unknown``, so no light is known for any gains.
    case noProfile
    /// The device does not have the mode.
    case modeNotSupported(String)
    /// A value is outside the device's range.
    case outOfRange(CameraQuantity, Double, ClosedRange<Double>)
    /// The device has no control for the quantity.
    case notSupported(CameraQuantity)
    /// The balance could not be calibrated.
    case calibration(BalanceCalibrationFault)
    /// The gain could not be calibrated.
    case gainCalibration(GainCalibrationFault)
    /// The delay of changes could not be measured.
    case pipelineDelay(PipelineDelayFault)
    /// A bracket has no frames, or more than ``Camera/maxBracketedCaptureStillImageCount``.
    case bracketCount(Int, maximum: Int)
    /// A bracket mixes exposures and biases.
    case mixedBracket
    /// A bracket, a calibration or a measurement of the delay has the camera's settings until it ends.
    case occupied
    /// The waiting task was cancelled.
    case cancelled
    /// A change failed for the first reason, and for the second reason the settings before it could not be restored.
    indirect case notRestored(after: Reason, Reason)
  }
}

/// The reason why no frames came, or no suitable ones.
public enum NoFrameCause: Hashable, Sendable {
  /// The device does something by itself, so its frames are not trusted.
  case intrusion(Camera.Intrusion)
  /// All frames were damaged. The device reports how.
  case damaged(CameraDeviceFault)
  /// The camera's levels do not fit the format of its frames.
  case levels(RawFrameError)
  /// The device does not report its settings. The fault is the device's reason.
  case settings(CameraDeviceFault)
}

/// The settable quantities of a camera, apart from its modes.
public enum CameraQuantity: String, CaseIterable, Hashable, Sendable {
  /// The duration of the exposure.
  case exposureDuration = "exposure duration"
  /// The ISO.
  case iso = "ISO"
  /// The bias of automatic exposure.
  case exposureTargetBias = "exposure target bias"
  /// The position of the lens.
  case lensPosition = "lens position"
  /// The point of interest of exposure or focus.
  case pointOfInterest = "point of interest"
}

extension CameraError: CustomStringConvertible {
  public var description: String { "\(device.asLabel) \(reason)" }
}

extension CameraError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .option(let name, let value, let range):
      "the \(name) of \(value) in the camera's options is not valid; it must be \(range.lowerBound) to "
        + "\(range.upperBound)"
    case .gainLaw(let law):
      "the gain law '\(law)' in the camera's options is not valid; \(ImageSensor.GainLaw.requirement)"
    case .unplugged: "the camera was unplugged or its driver removed; open it again once it is back"
    case .device(let fault): fault.description
    case .notLockedForConfiguration: "not locked for configuration; call lockForConfiguration() first"
    case .notRunning: "the camera is not running; call startRunning() first"
    case .noFrame(let limit, .intrusion(let intrusion)):
      "no frame that can be measured came within \(limit), because \(intrusion.rawValue); switch it off"
    case .noFrame(let limit, .damaged(let fault)):
      "no whole frame came within \(limit); the last that the device said: \(fault)"
    case .noFrame(let limit, .levels(let error)):
      "no frame that fits the camera's levels came within \(limit): \(error)"
    case .noFrame(let limit, .settings(let fault)):
      "no frame whose settings are known came within \(limit), because the device does not report them: \(fault)"
    case .noFrame(let limit, nil):
      "no frame whose settings are known came within \(limit); the camera hangs, or its settings keep changing, by its own "
        + "automatic modes or by another program; lock its exposure and white balance"
    case .monochrome(let format): "the format \(format) has no colours; white balance needs a Bayer format"
    case .levels(let error): error.description
    case .gainsOutOfRange(let gains, let maximum):
      "the gains (\(gains)) are outside 1 to \(maximum.whole); divide them by the least, and put \(maximum.whole) for what is then "
        + "larger, or choose another light"
    case .chromaticityOutOfRange(let light): "x \(light.x), y \(light.y): both must be within 0 to 1"
    case .conversion(let error): error.description
    case .noProfile: "the camera has no profile, which alone tells a light's gains; open the camera with its profile"
    case .modeNotSupported(let mode): "the camera has no \(mode)"
    case .outOfRange(let quantity, let value, let range):
      // Most of these values were a Float. As a Double they would show digits that nobody entered.
      "the \(quantity.rawValue) of \(Float(value))\(quantity.unit) is outside the camera's \(Float(range.lowerBound)) to "
        + "\(Float(range.upperBound))\(quantity.unit)"
    case .notSupported(let quantity): "the camera has no control for its \(quantity.rawValue)"
    case .calibration(let fault): fault.description
    case .gainCalibration(let fault): fault.description
    case .pipelineDelay(let fault): fault.description
    case .bracketCount(let count, let maximum): "a bracket of \(count) frames; it must have 1 to \(maximum)"
    case .mixedBracket: "a bracket is by exposures or by biases, not by both"
    case .occupied: "the camera takes a bracket or is being measured; wait until that has ended"
    case .cancelled: "what was waited for was cancelled"
    case .notRestored(let cause, let reason): "\(cause); the camera is not as it was, for \(reason)"
    }
  }
}

extension CameraQuantity {
  /// The unit behind a number, with a space before it; empty where there is none.
  fileprivate var unit: String { self == .exposureDuration ? " s" : "" }
}

extension Float {
  /// The number, without decimals where it is whole.
  fileprivate var whole: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}

public import CameraDevices
public import RawFrames
public import WhiteBalance

/// Why a camera did not do what was asked of it, and which camera.
///
/// What AVFoundation raises an exception for is an error here, with the same conditions.
public struct CameraError: Error, Hashable, Sendable {
  public let device: String
  public let reason: Reason

  public init(device: String, reason: Reason) {
    self.device = device
    self.reason = reason
  }

  public enum Reason: Hashable, Sendable {
    case unplugged
    /// One of ``CameraOptions`` that is not within what it can be.
    case option(String, Double, ClosedRange<Double>)
    /// The device or its driver failed.
    case device(CameraDeviceFault)
    /// Between ``Camera/lockForConfiguration()`` and ``Camera/unlockForConfiguration()`` only.
    case notLockedForConfiguration
    case notRunning
    /// No frame that was asked for came within the limit.
    case noFrame(within: Duration)
    /// The frame's format has no colours.
    case monochrome(FourCC)
    case levels(RawFrameError)
    /// Gains outside 1 to ``Camera/maxWhiteBalanceGain``.
    case gainsOutOfRange(Camera.WhiteBalanceGains, maximum: Float)
    /// A chromaticity outside 0 to 1.
    case chromaticityOutOfRange(Camera.WhiteBalanceChromaticityValues)
    /// The profile has no answer.
    case conversion(WhiteBalanceError)
    /// A mode that the device has not.
    case modeNotSupported(String)
    /// A value that is not in the device's range.
    case outOfRange(CameraQuantity, Double, ClosedRange<Double>)
    /// The device has no control for it.
    case notSupported(CameraQuantity)
    case calibration(BalanceCalibrationFault)
    case bracketCount(Int, maximum: Int)
    /// A bracket of exposures and of biases.
    case mixedBracket
    /// The task that waited was cancelled.
    case cancelled
  }
}

/// What of a camera can be set beside its modes.
public enum CameraQuantity: String, CaseIterable, Hashable, Sendable {
  case exposureDuration = "exposure duration"
  case iso = "ISO"
  case exposureTargetBias = "exposure target bias"
  case lensPosition = "lens position"
  case pointOfInterest = "point of interest"
}

extension CameraError: CustomStringConvertible {
  public var description: String { "\(device): \(reason)" }
}

extension CameraError.Reason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .option(let name, let value, let range):
      "the \(name) of \(value) in the camera's options is not valid; it must be \(range.lowerBound) to "
        + "\(range.upperBound)"
    case .unplugged: "the camera was unplugged or its driver removed; open it again once it is back"
    case .device(let fault): fault.description
    case .notLockedForConfiguration: "not locked for configuration; call lockForConfiguration() first"
    case .notRunning: "the camera is not running; call startRunning() first"
    case .noFrame(let limit): "no frame that could be used came within \(limit)"
    case .monochrome(let format): "the format \(format) has no colours; white balance needs a Bayer format"
    case .levels(let error): error.description
    case .gainsOutOfRange(let gains, let maximum):
      "the gains (\(gains)) are outside 1 to \(maximum); clamp them first, or choose another light"
    case .chromaticityOutOfRange(let light): "x \(light.x), y \(light.y): both must be within 0 to 1"
    case .conversion(let error): error.description
    case .modeNotSupported(let mode): "the camera has no \(mode)"
    case .outOfRange(let quantity, let value, let range):
      // Most of these are numbers of a Float, whose digits as a Double nobody asked for.
      "the \(quantity.rawValue) of \(Float(value)) is outside the camera's \(Float(range.lowerBound)) to "
        + "\(Float(range.upperBound))"
    case .notSupported(let quantity): "the camera has no control for its \(quantity.rawValue)"
    case .calibration(let fault): fault.description
    case .bracketCount(let count, let maximum): "a bracket of \(count) frames; it must have 1 to \(maximum)"
    case .mixedBracket: "a bracket is by exposures or by biases, not by both"
    case .cancelled: "cancelled"
    }
  }
}

public import Foundation

// With these conformances `localizedDescription`, which apps show to people, is the error's own message. Most of the
// other modules do without Foundation, so the conformances are here. StillRaws and CameraPages, which this module does
// not import, have their own.

extension BalanceCalibrationFault: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension BlackLevelError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension CGATSError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension CalibrationError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension CameraDeviceError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension CameraError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension CameraMeterError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ChartFrameError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ChartTableError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ColorimetryError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ExchangeError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ExposureError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension FrameAverageError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension FrameSourceError: LocalizedError {
  /// The error's message, with the source, the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension GainCalibrationFault: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension GrayCardError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension MeteringError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension PipelineDelayFault: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ProfileError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension ProfileFileError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension RawFrameError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension SensitivityError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension SimulationError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension SpectralDataError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension SpectralDistributionError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

extension WhiteBalanceError: LocalizedError {
  /// The error's message, with the value at fault and what would have been right.
  public var errorDescription: String? { description }
}

#if os(Linux)
  extension CaptureError: LocalizedError {
    /// The error's message, with the device, the value at fault and what would have been right.
    public var errorDescription: String? { description }
  }
#endif

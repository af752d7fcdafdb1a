internal import Metering
internal import RawFrames
internal import Synchronization

/// The exposure of one frame of a bracket. All frames of a bracket have settings of the same type.
///
/// AVFoundation's name is `AVCaptureBracketedStillImageSettings`.
public protocol BracketedStillImageSettings: Sendable {}

/// An exposure relative to the one that the camera has when the bracket begins.
public struct AutoExposureBracketedStillImageSettings: BracketedStillImageSettings, Hashable {
  /// The difference from the exposure that the camera has when the bracket begins, in stops.
  public let exposureTargetBias: Float

  /// Returns the settings of a frame that is exposed by a bias, in stops.
  public static func autoExposureSettings(exposureTargetBias: Float) -> Self {
    Self(exposureTargetBias: exposureTargetBias)
  }
}

/// An exposure given by a duration and an ISO.
///
/// `nil` (``Camera/currentExposureDuration``, ``Camera/currentISO``) keeps the present value.
public struct ManualExposureBracketedStillImageSettings: BracketedStillImageSettings, Hashable {
  /// The duration; `nil` keeps the present one.
  public let exposureDuration: Duration?
  /// The ISO; `nil` keeps the present one.
  public let iso: Float?

  /// Returns the settings of a frame with a duration and an ISO; `nil` keeps the present value.
  public static func manualExposureSettings(exposureDuration: Duration?, iso: Float?) -> Self {
    Self(exposureDuration: exposureDuration, iso: iso)
  }
}

#if !canImport(AVFoundation)
  /// AVFoundation's name of ``BracketedStillImageSettings``.
  public typealias AVCaptureBracketedStillImageSettings = BracketedStillImageSettings
  /// AVFoundation's name of ``AutoExposureBracketedStillImageSettings``.
  public typealias AVCaptureAutoExposureBracketedStillImageSettings = AutoExposureBracketedStillImageSettings
  /// AVFoundation's name of ``ManualExposureBracketedStillImageSettings``.
  public typealias AVCaptureManualExposureBracketedStillImageSettings = ManualExposureBracketedStillImageSettings
#endif

extension Camera {
  /// The largest number of frames in a bracket. They are all in memory at the same time.
  public var maxBracketedCaptureStillImageCount: Int { 9 }

  /// Checks the settings of a bracket. The camera needs no other preparation.
  ///
  /// - Parameter settings: The settings of the frames.
  /// - Throws: ``CameraError`` for the settings that ``captureBracket(_:)`` refuses before it sets anything.
  public func prepareToCaptureStillImageBracket(
    with settings: [any BracketedStillImageSettings]
  ) throws(CameraError) {
    guard (1...maxBracketedCaptureStillImageCount).contains(settings.count) else {
      throw error(.bracketCount(settings.count, maximum: maxBracketedCaptureStillImageCount))
    }
    guard Set(settings.map { $0 is ManualExposureBracketedStillImageSettings }).count == 1 else {
      throw error(.mixedBracket)
    }
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    for case let setting as ManualExposureBracketedStillImageSettings in settings {
      _ = try exposure(setting.exposureDuration, setting.iso)
    }
  }

  /// Takes one frame with each of `settings`, in order, then restores the camera's exposure, even after an error.
  ///
  /// The camera must be running.
  ///
  /// - Returns: Trusted frames. ``CameraFrame/exposure`` is the exposure that the device reports for each.
  /// - Throws: ``CameraError``. It is thrown before anything is set if there are no settings, more than
  ///   ``maxBracketedCaptureStillImageCount``, settings of two types, or a duration or an ISO out of range. The range
  ///   of a bias is known only once exposure is locked, so a bias beyond it is refused then.
  ///   ``CameraError/Reason/occupied`` while another bracket, a calibration or a measurement of the delay goes on;
  ///   ``CameraError/Reason/cancelled`` where the task was cancelled.
  public func captureBracket(
    _ settings: [any BracketedStillImageSettings]
  ) async throws(CameraError) -> [CameraFrame] {
    try checkRunning()
    try prepareToCaptureStillImageBracket(with: settings)
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    return try await restoringSettings(of: .exposure, isBracket: true) { () async throws(CameraError) in
      try await expose(settings)
    }
  }

  private func expose(_ settings: [any BracketedStillImageSettings]) async throws(CameraError) -> [CameraFrame] {
    let manual = settings.compactMap { $0 as? ManualExposureBracketedStillImageSettings }
    guard manual.isEmpty else { return try await expose(manual) }
    return try await expose(settings.compactMap { $0 as? AutoExposureBracketedStillImageSettings })
  }

  private func expose(
    _ settings: [ManualExposureBracketedStillImageSettings]
  ) async throws(CameraError) -> [CameraFrame] {
    var frames: [CameraFrame] = []
    for setting in settings {
      let wanted = try exposure(setting.exposureDuration, setting.iso)
      let first = try await result { completion throws(CameraError) in try setCustom(wanted, completion) }
      if let first, first.isTrusted { frames.append(first) } else { frames.append(try await nextFrame()) }
    }
    return frames
  }

  private func expose(
    _ settings: [AutoExposureBracketedStillImageSettings]
  ) async throws(CameraError) -> [CameraFrame] {
    // The biases count from the exposure that automatic exposure has reached.
    try setExposureMode(.locked)
    let room = exposureRoom
    for bias in settings.map({ Double($0.exposureTargetBias) }) where !room.contains(bias) {
      throw error(.outOfRange(.exposureTargetBias, bias, room))
    }
    var frames: [CameraFrame] = []
    var done = 0.0
    for setting in settings {
      done += try changeExposure(byStops: Double(setting.exposureTargetBias) - done)
      frames.append(try await nextFrame())
    }
    return frames
  }
}

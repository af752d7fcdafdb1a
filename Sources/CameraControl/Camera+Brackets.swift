internal import RawFrames
internal import Synchronization

/// The exposure of one frame of a bracket; AVFoundation's `AVCaptureBracketedStillImageSettings`. A bracket is of one
/// kind.
public protocol BracketedStillImageSettings: Sendable {}

/// An exposure by stops beside the one that the camera has when the bracket begins.
public struct AutoExposureBracketedStillImageSettings: BracketedStillImageSettings, Hashable {
  /// The stops beside the exposure that the camera has when the bracket begins.
  public let exposureTargetBias: Float

  /// Returns the settings of a frame that is exposed by a bias, in stops.
  public static func autoExposureSettings(exposureTargetBias: Float) -> Self {
    Self(exposureTargetBias: exposureTargetBias)
  }
}

/// A duration and an ISO; `nil` (``Camera/currentExposureDuration``, ``Camera/currentISO``) for those of the moment.
public struct ManualExposureBracketedStillImageSettings: BracketedStillImageSettings, Hashable {
  /// The duration; `nil` for that of the moment.
  public let exposureDuration: Duration?
  /// The ISO; `nil` for that of the moment.
  public let iso: Float?

  /// Returns the settings of a frame with a duration and an ISO; `nil` for those of the moment.
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
  /// The most frames of a bracket: all of them are in memory at once.
  public var maxBracketedCaptureStillImageCount: Int { 9 }

  /// Checks a bracket before it is taken: nothing has to be made ready.
  ///
  /// - Parameter settings: The settings of the frames.
  /// - Throws: ``CameraError`` as ``captureBracket(_:)`` does before it sets anything.
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

  /// Takes a frame by each of `settings`, in their order, and sets the camera as it was, whatever happened. The camera must run.
  ///
  /// - Returns: trusted frames: each has its exposure, by the device's own word, in ``CameraFrame/exposure``.
  /// - Throws: ``CameraError``, before anything is set, where there are none or more than ``maxBracketedCaptureStillImageCount``, where they
  ///   are of two kinds, or where a duration or an ISO is out of range. The range of a bias is known once exposure is locked; one beyond it
  ///   is refused then. ``CameraError/Reason/cancelled`` where the task was.
  public func captureBracket(
    _ settings: [any BracketedStillImageSettings]
  ) async throws(CameraError) -> [CameraFrame] {
    try checkRunning()
    try prepareToCaptureStillImageBracket(with: settings)
    try lockForConfiguration()
    defer { unlockForConfiguration() }
    state.withLock { $0.unmeteredBefore = .max }
    defer { state.withLock { $0.unmeteredBefore = $0.timeline.lastNumber } }
    return try await restoringSettings { () async throws(CameraError) in try await expose(settings) }
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
      try await setExposureModeCustom(duration: setting.exposureDuration, iso: setting.iso)
      frames.append(try await bracketedFrame())
    }
    return frames
  }

  private func expose(
    _ settings: [AutoExposureBracketedStillImageSettings]
  ) async throws(CameraError) -> [CameraFrame] {
    // The stops begin where automatic exposure has come to.
    try setExposureMode(.locked)
    let room = exposureRoom
    for bias in settings.map({ Double($0.exposureTargetBias) }) where !room.contains(bias) {
      throw error(.outOfRange(.exposureTargetBias, bias, room))
    }
    var frames: [CameraFrame] = []
    var done = 0.0
    for setting in settings {
      done += try changeExposure(byStops: Double(setting.exposureTargetBias) - done)
      frames.append(try await bracketedFrame())
    }
    return frames
  }

  private func bracketedFrame() async throws(CameraError) -> CameraFrame {
    guard !Task.isCancelled else { throw error(.cancelled) }
    return try await nextFrame()
  }
}

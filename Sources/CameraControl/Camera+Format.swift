public import CameraDevices
internal import RawFrames
internal import Synchronization

extension Camera {
  /// The format of the frames, with the ranges that AVFoundation states for its formats.
  public struct Format: Hashable, Sendable {
    /// The size of a frame, in samples.
    public let size: FrameSize
    /// The least and the largest ISO.
    ///
    /// Both are the present ISO where it cannot be set, and 0 where the device does not report it.
    public let minISO, maxISO: Float
    /// The shortest and the longest exposure.
    ///
    /// Both are the present exposure where it cannot be set, and zero where the device does not report it.
    public let minExposureDuration, maxExposureDuration: Duration
  }

  /// The format that the camera has.
  public var activeFormat: Format {
    let present = (iso: iso ?? 0, duration: exposureDuration ?? .zero)
    let isos = isoRange ?? present.iso...present.iso
    let durations = exposureDurationRange ?? present.duration...present.duration
    return Format(
      size: size, minISO: isos.lowerBound, maxISO: isos.upperBound, minExposureDuration: durations.lowerBound,
      maxExposureDuration: durations.upperBound)
  }

  /// The interval between frames that the device stated when the camera was opened, at most an hour, or 33 ms where it
  /// states none. Long exposures lengthen the interval.
  public var activeVideoMinFrameDuration: Duration { frameInterval }

  /// The lens's f-number, from ``CameraOptions/lensAperture``. No device reports it.
  public var lensAperture: Float? { options.lensAperture }
}

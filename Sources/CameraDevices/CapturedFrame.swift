public import RawFrames

/// A frame from a camera.
public struct CapturedFrame: Hashable, Sendable {
  /// The samples of the frame, with the full range of the format as levels.
  public let frame: RawFrame
  /// The device's number of the frame. A gap means that frames were lost.
  public let sequence: UInt32
  /// The time at which the exposure of the frame began or ended, on ``CameraBackend/clock``.
  ///
  /// The time of arrival will do. A time that is not within two seconds before the arrival is taken to be of another
  /// clock; frames are counted then, and changes take longer until they are trusted.
  public let timestamp: Duration
  /// The number of damaged frames that were rejected since the frame before.
  public let damagedFrameCount: Int

  /// Creates a frame.
  ///
  /// - Parameters:
  ///   - frame: The samples.
  ///   - sequence: The device's number of the frame.
  ///   - timestamp: The time at which its exposure began or ended, on the camera's clock.
  ///   - damagedFrameCount: The number of damaged frames that were rejected since the frame before.
  public init(frame: RawFrame, sequence: UInt32, timestamp: Duration, damagedFrameCount: Int = 0) {
    (self.frame, self.sequence, self.timestamp, self.damagedFrameCount) = (
      frame, sequence, timestamp, damagedFrameCount
    )
  }
}

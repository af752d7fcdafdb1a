public import RawFrames

/// A frame from a camera.
public struct CapturedFrame: Hashable, Sendable {
  /// The samples of the frame, with the full range of the format as levels.
  public let frame: RawFrame
  /// The device's number of the frame. A gap means that frames were lost.
  public let sequence: UInt32
  /// The time at which the exposure of the frame began or ended, on ``CameraBackend/clock``.
  ///
  /// A backend may give the time of arrival instead. A time that is not within the two seconds before the arrival is
  /// assumed to come from another clock. The camera then counts frames, and takes longer to trust them after a
  /// change.
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

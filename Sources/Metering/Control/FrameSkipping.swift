/// The frames that a meter skips while it has nothing to do. After each block without a change, the meter skips frames
/// for twice the block's time, up to a limit.
///
/// Whole blocks are read, because only the frames of a block together cancel a lamp's flicker: see ``HannWindow``.
struct FrameSkipping: Hashable, Sendable {
  private var blockStart = 0.0
  private var frames = 0
  /// The times between which frames are skipped, in seconds; `nil` before the first are.
  private var span: Range<Double>?

  /// The time in which frames are skipped, as a multiple of that of the block before.
  private static let length = 2.0

  /// The longest such time, in seconds. A change of light is followed later by at most this.
  private static let longest = 0.8

  /// Returns whether a frame is skipped.
  func covers(_ time: Double) -> Bool { span?.contains(time) ?? false }

  /// Takes note of a frame that was read while nothing had to be done.
  ///
  /// - Parameter time: The frame's time, in seconds.
  /// - Returns: Whether it ended a block.
  mutating func add(frameAt time: Double) -> Bool {
    if frames == 0 { blockStart = time }
    frames += 1
    guard frames == HannWindow.count else { return false }
    frames = 0
    return true
  }

  /// Begins to skip, behind the block that ended with a frame.
  mutating func begin(behind time: Double) {
    let end = time + min(Self.length * (time - blockStart), Self.longest)
    // The clock may have been set back, or the time not be a number.
    span = time < end ? time..<end : nil
  }
}

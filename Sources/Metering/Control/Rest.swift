/// The rests of a meter that has nothing to do: behind each block of frames that showed no change, twice as many are left out.
///
/// Whole blocks are read, because only the frames of a block together cancel a lamp's flicker: see ``HannWindow``.
struct Rest: Hashable, Sendable {
  private var blockStart = 0.0
  private var frames = 0
  /// The times between which frames are left out, in seconds; `nil` before the first rest.
  private var span: Range<Double>?

  /// The time of a rest as a multiple of that of the block before.
  private static let length = 2.0

  /// The longest rest, in seconds. A change of light is followed later by at most this.
  private static let longest = 0.8

  /// Returns whether a frame falls in a rest.
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

  /// Begins a rest behind the block that ended with a frame.
  mutating func begin(behind time: Double) {
    let end = time + min(Self.length * (time - blockStart), Self.longest)
    // The clock may have been set back, or the time not be a number.
    span = time < end ? time..<end : nil
  }
}

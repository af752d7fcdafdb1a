/// The length of a sensor's frames, in lines: the rows that are read, and the blanking after them. It limits the
/// exposure.
struct FrameLength: Hashable, Sendable {
  /// The present blanking and its range, in lines.
  let blanking: Int64
  let range: ClosedRange<Int64>
  private let step: Int64
  /// The number of lines of a frame that cannot be exposed, by the driver's own limit of the exposure.
  let margin: Int64

  /// - Parameters:
  ///   - blanking: The blanking now.
  ///   - range: The range of the blanking.
  ///   - step: The step between legal blankings, from the least on.
  ///   - longestExposure: The driver's bound of the exposure now.
  ///   - height: The rows of a frame.
  init(blanking: Int64, range: ClosedRange<Int64>, step: Int64 = 1, longestExposure: Int64, height: Int) {
    self.blanking = Self.lines(blanking)
    self.step = max(Self.lines(step), 1)
    let (least, most) = (Self.lines(range.lowerBound), Self.lines(range.upperBound))
    self.range = least...(most - (most - least) % self.step)
    margin = max(Int64(height) + self.blanking - Self.lines(longestExposure), 0)
  }

  /// Returns a number of lines within 32 bits, so that no driver's number overflows a sum.
  private static func lines(_ number: Int64) -> Int64 {
    min(max(number, Int64(Int32.min)), Int64(Int32.max))
  }

  /// Returns the longest exposure, in lines, that the largest blanking allows.
  func longestExposure(height: Int) -> Int64 { Int64(height) + range.upperBound - margin }

  /// Returns the least blanking, of `least` or more, that has room for an exposure.
  func blanking(for exposure: Int64, height: Int, least: Int64) -> Int64 {
    let needed = max(Self.lines(exposure) + margin - Int64(height), least, range.lowerBound)
    let steps = (needed - range.lowerBound + step - 1) / step
    return min(range.lowerBound + steps * step, range.upperBound)
  }
}

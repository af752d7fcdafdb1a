import CameraControl
import Testing

@Suite struct FramePacingTests {
  /// Returns the times of the frames that are used.
  private static func used(_ milliseconds: [Int], every interval: Duration) -> [Int] {
    var last = FramePacing()
    return milliseconds.filter { time in
      guard last.isDue(.milliseconds(time), every: interval) else { return false }
      last.note(.milliseconds(time))
      return true
    }
  }

  @Test func `a frame is used at each interval, or slightly before its end`() {
    #expect(Self.used([0, 33, 67, 99, 100, 133, 195, 231], every: .milliseconds(100)) == [0, 99, 195])
    #expect(Self.used([0, 1, 2], every: .zero) == [0, 1, 2])
  }

  @Test func `every frame is used where timestamps stand still or go back`() {
    #expect(Self.used([70, 70, 70], every: .seconds(1)) == [70, 70, 70])
    #expect(Self.used([9000, 20, 30, 1020], every: .seconds(1)) == [9000, 20, 1020])
  }
}

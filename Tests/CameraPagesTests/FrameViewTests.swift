import CameraControl
import GrayCard
import Metering
import RawFrames
import TestSupport
import Testing

@testable import CameraPages

/// What the screen keeps of the frames that it has seen.
@Suite struct FrameViewTests {
  private static func frame() throws -> RawFrame {
    try RawFrame(
      format: PixelFormat("RG12"), width: 64, height: 64,
      bytes: FrameWriter.bytes(PixelFormat("RG12"), width: 64, height: 64) { _, _ in 2000 },
      levels: SampleLevels(black: 256, white: 4095))
  }

  @Test func `readings are kept for a minute, and none of another clock`() throws {
    let raw = try Self.frame()
    let measurement = try MeteringReader(mode: .uniform).measurement(of: SourceFrame(raw))
    var history = ReadingHistory()
    func add(_ seconds: Int) {
      let reading = ScreenState.Reading(measurement, of: CameraFrame(raw, timestamp: .seconds(seconds)))
      history.add(reading, at: .seconds(1000 + seconds))
    }
    for seconds in [100, 130, 160, 161] { add(seconds) }
    #expect(history.readings.map(\.time) == [130, 160, 161])
    add(5)
    #expect(history.readings.map(\.time) == [5])
    // Timestamps that stand still make no reading young.
    history = ReadingHistory()
    for second in 0..<200 {
      history.add(.init(measurement, of: CameraFrame(raw, timestamp: .zero)), at: .seconds(second))
    }
    #expect(history.readings.count == 61)
  }

  @Test func `frames whose timestamps stand still are shown and measured, each`() throws {
    let raw = try Self.frame()
    var view = FrameView()
    for index in 0..<3 {
      let due = view.take(CameraFrame(raw, timestamp: .zero), interval: .seconds(1), now: .milliseconds(index))
      #expect(due.isShown && due.isMeasured, "\(index)")
    }
  }

  @Test func `the rate is that of the frames`() throws {
    let raw = try Self.frame()
    var view = FrameView()
    for index in 0..<30 {
      let time = Duration.milliseconds(100 * index)
      _ = view.take(CameraFrame(raw, timestamp: time), interval: .zero, now: time)
    }
    #expect(Tolerance.rounding.allows(abs((view.rate ?? 0) / 10 - 1)))
  }
}

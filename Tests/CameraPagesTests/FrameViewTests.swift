import CameraControl
import GrayCard
import Metering
import RawFrames
import TestSupport
import Testing
import WhiteBalance

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

  @Test func `pictures are made for two seconds after a request, on a driver's clock that is behind too`() throws {
    let raw = try Self.frame()
    var view = FrameView()
    _ = view.want(at: .seconds(100))
    var pictured: [Int] = []
    for second in 0..<6 {
      let frame = CameraFrame(raw, timestamp: .seconds(second))
      if view.take(frame, interval: .zero, now: .seconds(100 + second)).isPictured { pictured.append(second) }
    }
    #expect(pictured == [0, 1])
  }

  @Test func `the last picture is of now where it was made since the last request, and not long ago`() throws {
    let raw = try Self.frame()
    var view = FrameView()
    func take(_ second: Int) -> Int {
      view.take(CameraFrame(raw, timestamp: .seconds(second)), interval: .zero, now: .seconds(second)).pictureNumber
    }
    #expect(view.want(at: .seconds(100)) == 1 && take(100) == 1)
    #expect(view.want(at: .seconds(101)) == 1)
    // No picture was made since the request before.
    #expect(view.want(at: .seconds(101)) == 2 && take(101) == 2)
    #expect(view.want(at: .seconds(103)) == 3)
    // The pictures of another camera are not those of the one before.
    view = FrameView(after: view)
    #expect(view.want(at: .seconds(103)) == 3 && take(103) == 3)
  }

  @Test func `a frame that is not trusted is shown and not measured, and the first that is has both at once`() throws {
    let raw = try Self.frame()
    var view = FrameView()
    func due(_ milliseconds: Int, isTrusted: Bool) -> FrameView.Due {
      let time = Duration.milliseconds(milliseconds)
      return view.take(CameraFrame(raw, timestamp: time, isTrusted: isTrusted), interval: .milliseconds(100), now: time)
    }
    let first = due(0, isTrusted: false)
    #expect(first.isShown && !first.isMeasured)
    let change = due(10, isTrusted: true)
    #expect(change.isShown && change.isMeasured)
    let next = due(20, isTrusted: true)
    #expect(!next.isShown && !next.isMeasured)
  }

  @Test func `a gray card is in the middle of the balance by the device's and the software's gains`() throws {
    let gains = WhiteBalanceGains(red: 2, green: 1, blue: 1.25)
    let even = WhiteBalanceGains(red: 1, green: 1, blue: 1)
    let format = try PixelFormat("RG12")
    for (applied, software) in [(gains, even), (even, gains)] {
      // The device has multiplied its samples, and the software's gains are still to come.
      let levels = [2000 / software.red, 2000 / software.green, 2000 / software.blue]
      let raw = try RawFrame(
        format: format, width: 64, height: 64,
        bytes: FrameWriter.bytes(format, width: 64, height: 64) { column, row in
          // Without a spread a card passes for one that is clipped. Half of a channel's samples are 10 above its level
          // and half are 10 below, in stripes of another width for each channel.
          let (cell, channel) = (column / 2, column % 2 + 2 * (row % 2))
          return UInt16(246 + levels[column % 2 + row % 2] + Double(20 * (cell >> channel & 1)))
        }, levels: SampleLevels(black: 256, white: 4095))
      let measurement = try MeteringReader(mode: .uniform).measurement(of: SourceFrame(raw), appliedGains: applied)
      let reading = ScreenState.Reading(
        measurement, of: CameraFrame(raw, appliedGains: applied, softwareGains: software))
      let balanced = try #require(reading.balanced)
      #expect(Tolerance.alternatingCard.allows(largest(abs(balanced.x - 1), abs(balanced.y - 1))), "\(balanced)")
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

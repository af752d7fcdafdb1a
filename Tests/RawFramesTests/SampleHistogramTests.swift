import RawFrames
import TestSupport
import Testing

@Suite struct SampleHistogramTests {
  /// One of each packing: a histogram of 65536 counts takes its time without optimization.
  private static let formats = TileMomentsTests.formats.filter {
    $0.packing != .littleEndianWord || $0.bitsPerSample == 16
  }

  private static func frame(_ format: PixelFormat, seed: UInt64) throws -> (
    frame: RawFrame, sample: (Int, Int) -> UInt16
  ) {
    func sample(_ column: Int, _ row: Int) -> UInt16 {
      var generator = SeededGenerator(seed: seed &+ UInt64(column << 20 | row))
      return UInt16(truncatingIfNeeded: generator.next()) & UInt16(format.maximumSample)
    }
    let bytes = try FrameWriter.bytes(format, width: 161, height: 9, sample: sample)
    return (try RawFrame(format: format, width: 161, height: 9, bytes: bytes), sample)
  }

  @Test func `the step of a frame divides the distances of all but its rare values`() throws {
    func step(_ value: (Int) -> UInt16) throws -> Int {
      let frame = try RawFrame(
        format: PixelFormat("RG10"), width: 20, height: 20, samples: (0..<400).map(value),
        levels: SampleLevels(black: 0, white: 1023))
      return frame.sampleStep
    }
    #expect(try step { UInt16($0 % 7) } == 1)
    #expect(try step { UInt16($0 % 7) << 2 } == 4)
    #expect(try step { UInt16($0 % 7) << 2 | 3 } == 4)
    // One channel has even values alone.
    #expect(try step { $0 % 2 == 0 && $0 / 20 % 2 == 0 ? UInt16($0 % 7) << 1 : UInt16($0 % 7) << 2 } == 2)
    // One sample of a channel's hundred.
    #expect(try step { $0 == 44 ? 101 : UInt16($0 % 7) << 2 } == 4)
    #expect(try step { _ in 64 } == 1)
  }

  @Test func `the frames of a mean have the step of the first`() throws {
    func frame(_ seed: Int) throws -> RawFrame {
      try RawFrame(
        format: PixelFormat("RG10"), width: 20, height: 20, samples: (0..<400).map { UInt16(($0 + seed) % 7) << 2 },
        levels: SampleLevels(black: 0, white: 1023))
    }
    var average = FrameAverage(try frame(0))
    try average.add(frame(1))
    #expect(average.step == 4 && average.mean().rounding?.step == 4 * Double(average.scale))
  }

  @Test(arguments: formats)
  func `every reader counts the samples that were written`(format: PixelFormat) throws {
    let (frame, sample) = try Self.frame(format, seed: 7)
    for region in [Region(x: 0, y: 0, width: 161, height: 9), Region(x: 27, y: 1, width: 131, height: 4)] {
      var expected = BayerValues(repeating: Array(repeating: UInt32(0), count: 65536))
      for row in region.y..<region.y + region.height {
        for column in region.x..<region.x + region.width {
          let channel = try #require(format.bayerPattern).channel(column: column, row: row)
          expected[channel][Int(sample(column, row))] += 1
        }
      }
      for reader in SampleReader.available {
        let found = SampleHistogram.channels(of: frame, in: region, by: reader)
        for channel in BayerChannel.allCases {
          #expect(found[channel].counts == expected[channel], "\(reader), \(region), \(channel)")
        }
      }
    }
  }
}

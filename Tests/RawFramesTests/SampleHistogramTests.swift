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

  @Test func `quantiles are those of the sorted samples`() throws {
    let (frame, sample) = try Self.frame(PixelFormat("GR14"), seed: 11)
    let histogram = SampleHistogram.channels(of: frame, in: Region(x: 0, y: 0, width: 160, height: 8), by: .fastest).red
    // Red is in the odd columns of the even rows.
    let sorted = (0..<4).flatMap { row in (0..<80).map { sample(2 * $0 + 1, 2 * row) } }.sorted()
    #expect(histogram.count == sorted.count)
    #expect(histogram.quantile(0) == Double(sorted[0]))
    #expect(histogram.quantile(1) == Double(sorted[319]))
    #expect(histogram.median == (Double(sorted[159]) + Double(sorted[160])) / 2)
    #expect(histogram.quantile(60.0 / 319) == Double(sorted[60]))
  }

  @Test func `quantiles of four samples are numpy's`() throws {
    // numpy 2.3: quantile([1, 2, 4, 9], [0.1, 0.25, 0.5, 0.75]) is [1.3, 1.75, 3, 5.25].
    let bytes: [UInt8] = [1, 0, 2, 0, 0, 0, 0, 0, 4, 0, 9, 0, 0, 0, 0, 0]
    let frame = try RawFrame(format: PixelFormat("RGGB"), width: 4, height: 4, bytes: bytes)
    let red = SampleHistogram.channels(of: frame, in: Region(x: 0, y: 0, width: 4, height: 4), by: .fastest).red
    #expect(Tolerance.rounding.allows(abs(try #require(red.quantile(0.1)) / 1.3 - 1)))
    #expect(red.quantile(0.25) == 1.75)
    #expect(red.median == 3)
    #expect(red.quantile(0.75) == 5.25)
  }

  @Test(arguments: formats)
  func `a histogram has the moments of the tiles`(format: PixelFormat) throws {
    let frame = try Self.frame(format, seed: 3).frame
    let region = Region(x: 5, y: 1, width: 131, height: 7)
    let white = 3 * (format.maximumSample / 4)
    let lower = try frame.replacingLevels(SampleLevels(black: 0, white: Double(white)))
    let total = TileMoments(of: lower, in: region, side: 32, by: .fastest).total
    #expect(SampleHistogram.channels(of: frame, in: region, by: .fastest).map { $0.moments(white: white) } == total)
  }

  @Test func `without samples there is no median`() throws {
    let frame = try RawFrame(format: PixelFormat("RGGB"), width: 1, height: 1, bytes: [5])
    let histograms = SampleHistogram.channels(of: frame, in: Region(x: 0, y: 0, width: 1, height: 1), by: .fastest)
    #expect(histograms.red.median == 5)
    #expect(histograms.blue.median == nil && histograms.blue.quantile(0.3) == nil)
    #expect(histograms.blue.moments(white: 255) == SampleMoments())
  }
}

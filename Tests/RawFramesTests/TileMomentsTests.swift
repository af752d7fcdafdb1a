import RawFrames
import TestSupport
import Testing

@Suite struct TileMomentsTests {
  /// Every layout of the samples, once: the patterns share them.
  static let formats = PixelFormat.all.filter { $0.bayerPattern == .grbg }

  @Test func `the loops are Swift and, on Linux, one of C's for each instruction set of the processor`() {
    #if os(Linux) && arch(x86_64)
      #expect(SampleReader.available.count == 1 + Processor.instructionSetCount)
    #endif
    #expect(SampleReader.available.first == .portable && SampleReader.available.last == .fastest)
  }

  @Test func `each packing is among the formats`() {
    let packings = PixelFormat.all.map { "\($0.packing) \($0.bitsPerSample)" }
    #expect(Set(packings) == Set(Self.formats.map { "\($0.packing) \($0.bitsPerSample)" }))
  }

  /// Tiles added up a sample at a time, from the samples that were written.
  private static func tiles(
    of frame: RawFrame, in region: Region, side: Int, rowStep: Int, sample: (Int, Int) -> UInt16
  ) -> [BayerValues<SampleMoments>] {
    let (columns, rows) = ((region.width + side - 1) / side, (region.height + side - 1) / side)
    var tiles = Array(repeating: BayerValues(repeating: SampleMoments()), count: columns * rows)
    for y in 0..<region.height where y % side % rowStep == 0 {
      for x in 0..<region.width {
        let (column, row) = (region.x + x, region.y + y)
        guard let channel = frame.format.bayerPattern?.channel(column: column, row: row) else { continue }
        let value = sample(column, row)
        var sums = tiles[y / side * columns + x / side][channel]
        sums.count += 1
        sums.sum += UInt64(value)
        sums.sumOfSquares += UInt64(value) * UInt64(value)
        sums.clippedCount += Double(value) >= frame.levels.white[channel] ? 1 : 0
        sums.minimum = min(sums.minimum, value)
        sums.maximum = max(sums.maximum, value)
        tiles[y / side * columns + x / side][channel] = sums
      }
    }
    return tiles
  }

  private static func expectTiles(
    _ format: PixelFormat, width: Int, height: Int, padding: Int = 0, region: Region, side: Int, rowStep: Int = 1,
    white: Double? = nil, sample: (Int, Int) -> UInt16
  ) throws -> Double {
    let stride = try #require(format.minimumBytesPerRow(width: width)) + padding
    let levels = BayerValues(
      red: white ?? 7, greenOnRedRow: Double(format.maximumSample), greenOnBlueRow: 100, blue: 60.5)
    let frame = try RawFrame(
      format: format, width: width, height: height, bytesPerRow: stride,
      bytes: FrameWriter.bytes(format, width: width, height: height, bytesPerRow: stride, sample: sample),
      levels: SampleLevels(black: BayerValues(repeating: 0), white: levels))
    let expected = tiles(of: frame, in: region, side: side, rowStep: rowStep, sample: sample)
    var wrong = 0
    for reader in SampleReader.available {
      let found = TileMoments(of: frame, in: region, side: side, rowStep: rowStep, by: reader).tiles
      wrong += found.count == expected.count ? zip(found, expected).count { $0 != $1 } : 1 + expected.count
    }
    return Double(wrong)
  }

  @Test func `the readers are Swift and, on Linux, at least one of C's`() {
    #if os(Linux)
      #expect(SampleReader.available.count > 1)
    #endif
    #expect(SampleReader.available.first == .portable)
  }

  /// One frame: which format, how large, which part of it, and what its samples are.
  private struct Case {
    let format: PixelFormat
    let width, height, padding, side, rowStep: Int
    let region: Region
    let samples: Samples
    let seed: UInt64
  }

  private enum Samples: CaseIterable { case zero, largest, any }

  @Test func `every reader adds up what was written, of every packing, region, stride, side and step of rows`() throws {
    expectLaw(within: .exact) { draws in
      let (width, height) = (Int(draws.choice(below: 180)) + 1, Int(draws.choice(below: 80)) + 1)
      let x = Int(draws.choice(below: UInt64(min(width, 60))))
      let y = Int(draws.choice(below: UInt64(min(height, 4))))
      let region = Region(
        x: x, y: y, width: width - x - Int(draws.choice(below: UInt64(min(width - x, 9)))),
        height: height - y - Int(draws.choice(below: UInt64(min(height - y, 4)))))
      return Case(
        format: draws.one(of: Self.formats), width: width, height: height, padding: draws.one(of: [0, 1, 64, 77]),
        side: draws.one(of: [64, 32, 2, 6, 30, 66, 140, 1 << 40]), rowStep: draws.one(of: [1, 1, 3, 5, 77]),
        region: region,
        samples: draws.one(of: Samples.allCases), seed: draws.choice(below: 1 << 32))
    } law: { one in
      func sample(_ column: Int, _ row: Int) -> UInt16 {
        switch one.samples {
        case .zero: return 0
        case .largest: return UInt16(one.format.maximumSample)
        case .any:
          var generator = SeededGenerator(seed: one.seed &+ UInt64(column << 20 | row))
          return UInt16(truncatingIfNeeded: generator.next()) & UInt16(one.format.maximumSample)
        }
      }
      return try Self.expectTiles(
        one.format, width: one.width, height: one.height, padding: one.padding, region: one.region, side: one.side,
        rowStep: one.rowStep, sample: sample)
    }
  }

  @Test(arguments: formats)
  func `every start of a region is read`(format: PixelFormat) throws {
    for x in 0..<28 {
      let region = Region(x: x, y: x % 3, width: 70 - x, height: 3)
      let wrong = try Self.expectTiles(format, width: 70, height: 6, region: region, side: 16) { column, row in
        UInt16((column * 40503 + row * 9973 + 12345) & format.maximumSample)
      }
      #expect(wrong == 0, "from column \(x)")
    }
  }

  @Test func `a tile of the largest samples overflows nothing`() throws {
    let side = 700
    let format = try PixelFormat("RG16")
    let frame = try RawFrame(
      format: format, width: side, height: side, bytes: Array(repeating: 0xff, count: 2 * side * side))
    for reader in SampleReader.available {
      let moments = TileMoments(of: frame, in: Region(x: 0, y: 0, width: side, height: side), side: side, by: reader)
      for channel in moments.tiles[0].all {
        #expect(channel.count == side * side / 4)
        #expect(channel.sum == UInt64(channel.count) * 65535)
        #expect(channel.sumOfSquares == UInt64(channel.count) * 65535 * 65535)
        #expect(channel.clippedCount == channel.count)
        #expect(channel.minimum == 65535 && channel.maximum == 65535)
      }
    }
  }

  @Test func `bits above those of the format count, as they do where samples are read`() throws {
    let wrong = try Self.expectTiles(
      PixelFormat("BA10"), width: 70, height: 8, region: Region(x: 1, y: 1, width: 69, height: 7), side: 64
    ) { column, row in UInt16(truncatingIfNeeded: (column + 1) * (row + 1) * 40503) }
    #expect(wrong == 0)
  }

  @Test func `the total is the sum of the tiles, and a tile knows its region`() throws {
    let frame = try RawFrame(
      format: PixelFormat("RGGB"), width: 21, height: 11, bytes: (0..<231).map { UInt8($0) })
    let region = Region(x: 1, y: 2, width: 19, height: 9)
    let moments = TileMoments(of: frame, in: region, side: 8, by: .fastest)
    #expect(moments.columns == 3 && moments.rows == 2)
    #expect(moments.region(column: 2, row: 1) == Region(x: 17, y: 10, width: 3, height: 1))
    let whole = TileMoments(of: frame, in: region, side: 20, by: .fastest)
    #expect(moments.total == whole.tiles[0])
    let samples: Int = moments.total.all.reduce(0) { $0 + $1.count }
    #expect(samples == 19 * 9)
    #expect(moments[2, 1] == TileMoments(of: frame, in: moments.region(column: 2, row: 1), side: 8, by: .fastest).total)
  }

  /// Half of the samples at one value and half at another: the variance is n / (n - 1) of the half difference's square.
  @Test func `the variance of a million samples is exact`() {
    expectLaw(within: .rounding) { draws in
      // Only a large variance borrows from the upper half of the difference.
      let isLarge = draws.choice(below: 2) == 1
      return (
        low: UInt64(draws.choice(below: 65_535)), rise: 1 + UInt64(draws.choice(below: isLarge ? 65_535 : 200))
      )
    } law: { low, rise in
      let half = UInt64(1 << 19)
      let high = min(low + rise, 65_535)
      var moments = SampleMoments()
      moments.count = Int(2 * half)
      moments.sum = half * (low + high)
      moments.sumOfSquares = half * (low * low + high * high)
      let difference = Double(high - low)
      let expected = Double(2 * half) / Double(2 * half - 1) * difference * difference / 4
      return abs((moments.variance ?? 0) / expected - 1)
    }
  }

  @Test func `mean and variance are those of the samples`() throws {
    // A tile whose red samples are 1, 2, 3 and 6: mean 3, variance 14 / 3.
    let bytes: [UInt8] = [1, 0, 2, 0, 0, 0, 0, 0, 3, 0, 6, 0, 0, 0, 0, 0]
    let frame = try RawFrame(format: PixelFormat("RGGB"), width: 4, height: 4, bytes: bytes)
    let red = TileMoments(of: frame, in: Region(x: 0, y: 0, width: 4, height: 4), side: 4, by: .fastest).total.red
    #expect(red.mean == 3)
    #expect(red.variance == 14.0 / 3)
    #expect(
      TileMoments(of: frame, in: Region(x: 0, y: 0, width: 1, height: 1), side: 2, by: .fastest).total.red.variance
        == nil)
  }
}

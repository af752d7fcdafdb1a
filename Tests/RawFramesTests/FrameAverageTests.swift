import RawFrames
import TestSupport
import Testing

@Suite struct FrameAverageTests {
  /// A frame whose sample at a column and row is `sample`.
  static func frame(
    _ code: String = "RG10", width: Int = 12, height: Int = 8, levels: SampleLevels? = nil,
    sample: (Int, Int) -> UInt16
  ) throws -> RawFrame {
    let format = try PixelFormat(code)
    return try RawFrame(
      format: format, width: width, height: height,
      bytes: FrameWriter.bytes(format, width: width, height: height, sample: sample), levels: levels)
  }

  static func average(_ frames: [RawFrame]) throws -> FrameAverage {
    var average = FrameAverage(try #require(frames.first))
    for frame in frames.dropFirst() { try average.add(frame) }
    return average
  }

  static func samples(_ frame: RawFrame) -> [UInt16] {
    var all: [UInt16] = []
    var row: [UInt16] = []
    for index in 0..<frame.height {
      frame.readSamples(row: index, columns: 0..<frame.width, into: &row)
      all += row
    }
    return all
  }

  // MARK: - The mean

  @Test(arguments: PixelFormat.all.map(\.fourCC.description))
  func `in every format the mean is that of the samples, in 16 bits and the same order`(code: String) throws {
    let format = try PixelFormat(code)
    let step = UInt16(format.maximumSample / 40)
    let frames = try (0..<4).map { number in
      try Self.frame(code, width: 50, height: 3) { UInt16($0 % 7 + 5 * $1 + 3 * number * ($0 % 2)) * step }
    }
    let mean = try Self.average(frames).mean()
    #expect(mean.format.bayerPattern == format.bayerPattern)
    #expect(mean.format.bitsPerSample == 16 && mean.format.packing == .littleEndianWord)
    #expect(mean.levels.white == BayerValues(repeating: Double(format.maximumSample << (16 - format.bitsPerSample))))
    let all = frames.map(Self.samples)
    // Four frames: a quarter of the sum, times the power of two, in whole numbers.
    let factor = 1 << (16 - format.bitsPerSample)
    for (index, word) in Self.samples(mean).enumerated() {
      let sum = all.map { Int($0[index]) }.reduce(0, +)
      #expect(Int(word) == (2 * sum * factor + 4) / 8)
    }
  }

  /// Parts of a frame of 136 x 72 have 8 x 8 samples, so a region of 43 x 40 from (10, 10) on holds 4 x 4 of them.
  @Test(arguments: [Region(x: 0, y: 0, width: 136, height: 72), Region(x: 10, y: 10, width: 43, height: 40)])
  func `the means of frames in a region are those of the samples in its whole parts`(region: Region) throws {
    let frames = try (0..<3).map { number in
      try Self.frame(width: 136, height: 72) { UInt16(($0 * 7 + $1 * 13) % 101 + 50 * number * ($1 % 2)) }
    }
    let found = try #require(try Self.average(frames).meansOfFrames(in: region))
    let (columns, rows) = region.x == 0 ? (0..<136, 0..<72) : (16..<48, 16..<48)
    #expect(found.counts == SIMD4(repeating: Double(columns.count * rows.count / 4)))
    for (frame, means) in zip(frames, found.means) {
      let samples = Self.samples(frame)
      var sums = BayerValues(repeating: 0.0)
      for row in rows {
        for column in columns {
          sums[BayerPattern.rggb.channel(column: column, row: row)] += Double(samples[row * 136 + column])
        }
      }
      for (mean, sum) in zip((0..<4).map { means[$0] }, sums.all) {
        #expect(Tolerance.singlePrecision.allows(abs(mean / (sum / found.counts[0]) - 1)))
      }
    }
    #expect(try Self.average(frames).meansOfFrames(in: Region(x: 1, y: 1, width: 14, height: 14)) == nil)
  }

  @Test func `levels keep their place on the scale, and so does the error of black`() throws {
    let black = BayerValues(red: 60.25, greenOnRedRow: 64, greenOnBlueRow: 65, blue: 70)
    let levels = try SampleLevels(
      black: black, white: BayerValues(repeating: 1000), blackError: BayerValues(repeating: 0.125),
      sharedBlackError: 0.0625)
    let average = FrameAverage(try Self.frame(levels: levels) { _, _ in 100 })
    #expect(average.scale == 64)
    #expect(average.levels == levels)
    let scaled = average.mean().levels
    #expect(scaled.black.all == [3856, 4096, 4160, 4480])
    #expect(scaled.white.all == Array(repeating: 64000, count: 4))
    #expect(scaled.blackError.all == Array(repeating: 8, count: 4) && scaled.sharedBlackError == 4)
  }

  @Test func `a mean of frames has the black level that is estimated of one, in values of its format`() throws {
    let frame = try Self.frame { _, _ in 100 }
    let average = try Self.average([frame, frame])
    let mean = try SourceFrame(average, blackOrigin: .assumed)
      .estimating(black: 64 * 60, error: 64 * 0.125, sharedError: 64 * 0.1)
    let one = try SourceFrame(frame, blackOrigin: .assumed)
      .estimating(black: 60, error: 0.125, sharedError: 0.1)
    #expect(mean.levels == one.levels && one.levels == one.frame.levels)
    #expect(mean.frame.levels.black == BayerValues(repeating: 64 * 60.0))
    #expect(mean.frame.levels.blackError == BayerValues(repeating: 64 * 0.125))
    #expect(one.levels.sharedBlackError == 0.1 && mean.frame.levels.sharedBlackError == 64 * 0.1)
  }

  @Test(arguments: [("RG16", 65535, 1000), ("RG16", 65534, 1000), ("Y16", 65534, 1000), ("RG10", 1022, 1000)])
  func `sums of a thousand frames do not overflow`(code: String, value: UInt16, count: Int) throws {
    let frame = try Self.frame(code, width: 2, height: 2) { _, _ in value }
    let average = try Self.average(Array(repeating: frame, count: count))
    #expect(average.count == count)
    #expect(Set(Self.samples(average.mean())) == [value << (16 - frame.format.bitsPerSample)])
  }

  @Test func `the sums hold as many frames as there can be, and no more`() throws {
    let frame = try Self.frame("RG16", width: 1, height: 1) { _, _ in 65535 }
    var average = FrameAverage(frame)
    for _ in 1..<FrameAverage.largestCount { try average.add(frame) }
    #expect(Self.samples(average.mean()) == [65535])
    #expect(throws: FrameAverageError.tooMany(limit: 65536)) { try average.add(frame) }
    #expect(average.count == 65536)
  }

  @Test func `a mean is rounded to the nearest step of 16 bits`() throws {
    // 1/3 of a step of 10 bits is 21.33 of 16 bits, 2/3 is 42.67.
    let frames = try (0..<3).map { number in
      try Self.frame(width: 2, height: 1) { column, _ in number <= column ? 101 : 100 }
    }
    #expect(Self.samples(try Self.average(frames).mean()) == [6421, 6443])
  }

  // MARK: - Clipping

  @Test(arguments: ["RG10", "ip3r", "pRAA", "RG16", "Y10"])
  func `a sample clipped in any frame is clipped in the mean, and no other`(code: String) throws {
    let format = try PixelFormat(code)
    let white = UInt16(format.maximumSample) - 23
    let levels = try SampleLevels(black: 0, white: Double(white) - 0.5)
    expectLaw(within: .exact, count: 40) { draws in
      (frame: Int(draws.choice(below: 5)), sample: Int(draws.choice(below: 96)), above: UInt16(draws.choice(below: 24)))
    } law: { drawn in
      let frames = try (0..<5).map { number in
        try Self.frame(code, levels: levels) { column, row in
          number == drawn.frame && 12 * row + column == drawn.sample ? white + drawn.above : white / 10 * 9
        }
      }
      let mean = try Self.average(frames).mean()
      let clipped = Self.samples(mean).enumerated().filter { Double($1) >= mean.levels.white.red }.map(\.offset)
      return clipped == [drawn.sample] ? 0 : 1
    }
  }

  @Test func `each channel's samples clip at its own white level`() throws {
    let white = BayerValues(red: 900.0, greenOnRedRow: 700, greenOnBlueRow: 800, blue: 600)
    let levels = try SampleLevels(black: BayerValues(repeating: 0), white: white)
    let pattern = try #require(PixelFormat("RG10").bayerPattern)
    for channel in BayerChannel.allCases {
      // One sample of each channel is at the level of this one in one frame:
      // the channels whose level is no higher clip.
      let frames = try (0..<3).map { number in
        try Self.frame("RG10", levels: levels) { column, row in
          number == 1 && column < 2 && row < 2 ? UInt16(white[channel]) : 500
        }
      }
      let mean = try Self.average(frames).mean()
      for row in 0..<2 {
        for (column, sample) in Self.samples(mean)[(row * mean.width)..<((row + 1) * mean.width)].enumerated() {
          let own = pattern.channel(column: column, row: row)
          let isClipped = column < 2 && white[channel] >= white[own]
          #expect((Double(sample) >= mean.levels.white[own]) == isClipped, "\(channel), \(own)")
        }
      }
    }
  }

  @Test func `a plateau below white is clipped where a sample was on it in any frame`() throws {
    var generator = SeededGenerator(seed: 21)
    // 8 bits shifted to 10 end at 1020; here a third of the samples of each frame would lie above.
    let frames = try (0..<8).map { _ in
      try Self.frame(width: 40, height: 40) { column, _ in
        column < 20 ? UInt16(min((1018 + 4 * generator.normal()).rounded(), 1020)) : 500
      }
    }
    let all = frames.map(Self.samples)
    let mean = try Self.average(frames).mean()
    for (index, word) in Self.samples(mean).enumerated() {
      #expect((Double(word) >= mean.levels.white.red) == all.contains { $0[index] == 1020 })
    }
  }

  @Test func `a mean clips at the white level though a plateau lies above it`() throws {
    let levels = try SampleLevels(black: 0, white: 1000)
    let frames = try (0..<2).map { number in
      try Self.frame(width: 40, height: 40, levels: levels) { column, row in
        column < 20 ? 1023 : number == 1 && column == 30 && row == 7 ? 1005 : 500
      }
    }
    let mean = try Self.average(frames).mean()
    for (index, word) in Self.samples(mean).enumerated() {
      let isClipped = index % 40 < 20 || index == 7 * 40 + 30
      #expect((Double(word) >= mean.levels.white.red) == isClipped, "\(index)")
    }
  }

  @Test func `noise that ends below white without a plateau is not clipped`() throws {
    var generator = SeededGenerator(seed: 22)
    let frames = try (0..<8).map { _ in
      try Self.frame(width: 40, height: 40) { _, _ in UInt16((1000 + 4 * generator.normal()).rounded()) }
    }
    let mean = try Self.average(frames).mean()
    #expect(!Self.samples(mean).contains { Double($0) >= mean.levels.white.red })
  }

  // MARK: - Noise

  @Test func `noise falls with the square root of the frames, and fixed pattern stays`() throws {
    var generator = SeededGenerator(seed: 23)
    let (width, height, noise, pattern) = (64, 48, 6.0, 10.0)
    let fixed = (0..<width * height).map { _ in 400 + pattern * generator.normal() }
    var deviations: [Double] = []
    for count in [1, 4, 16] {
      let frames = try (0..<count).map { _ in
        try Self.frame(width: width, height: height) { column, row in
          UInt16((fixed[row * width + column] + noise * generator.normal()).rounded())
        }
      }
      let values = Self.samples(try Self.average(frames).mean()).map { Double($0) / 64 }
      func deviation(_ values: [Double]) -> Double {
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(values.count - 1)).squareRoot()
      }
      deviations.append(deviation(zip(values, fixed).map { $0 - $1 }))
      let whole = (pattern * pattern + noise * noise / Double(count)).squareRoot()
      #expect(Tolerance.spreadOf3072.allows(abs(deviation(values) / whole - 1)))
    }
    for (count, deviation) in zip([1.0, 2, 4], deviations) {
      #expect(Tolerance.spreadOf3072.allows(abs(deviation / (noise / count) - 1)))
    }
  }

  @Test func `what averaging takes off the noise, and what it leaves, are the noise of one frame`() throws {
    var generator = SeededGenerator(seed: 27)
    let frames = try (0..<4).map { _ in
      try Self.frame(width: 64, height: 48) { _, _ in UInt16((400 + 6 * generator.normal()).rounded()) }
    }
    let mean = try Self.average(frames).mean()
    let rounding = try #require(mean.rounding)
    #expect(rounding.step == 64)
    let left = TileMoments(of: mean, in: Region(x: 0, y: 0, width: 64, height: 48), side: 64, by: .fastest).total
    for channel in BayerChannel.allCases {
      let whole = try #require(left[channel].variance) + rounding.averagedVariance[channel]
      #expect(Tolerance.varianceOf768.allows(abs(whole / (64 * 64 * (36 + 1.0 / 12)) - 1)), "\(channel)")
    }
  }

  @Test func `the variance from frame to frame knows neither fixed pattern nor flicker`() throws {
    var generator = SeededGenerator(seed: 24)
    let (width, height) = (64, 48)
    let noise: [BayerChannel: Double] = [.red: 2, .greenOnRedRow: 4, .greenOnBlueRow: 4, .blue: 8]
    let frames = try (0..<5).map { number in
      try Self.frame(width: width, height: height) { column, row in
        let deviation = noise[BayerPattern.rggb.channel(column: column, row: row), default: 0]
        let fixed = Double(column * 7 % 50 + 40 * (number % 2))
        return UInt16((300 + fixed + deviation * generator.normal()).rounded())
      }
    }
    let average = try Self.average(frames)
    for (channel, deviation) in noise {
      let variance = try #require(average.temporalVariance[channel])
      // A whole value is off by 1/12 in squares.
      #expect(Tolerance.varianceOf768.allows(abs(variance / (deviation * deviation + 1.0 / 12) - 1)), "\(channel)")
    }
    #expect(FrameAverage(frames[0]).temporalVariance.all == [nil, nil, nil, nil])
  }

  @Test func `the noise of a region is that of its own samples, with their mean`() throws {
    var generator = SeededGenerator(seed: 25)
    let frames = try (0..<5).map { _ in
      try Self.frame(width: 64, height: 48) { column, _ in
        UInt16(((column < 32 ? 200 : 600) + (column < 32 ? 2 : 8) * generator.normal()).rounded())
      }
    }
    let average = try Self.average(frames)
    for (x, mean, deviation) in [(0, 200.0, 2.0), (32, 600, 8)] {
      let noise = average.temporalNoise(in: Region(x: x, y: 0, width: 32, height: 48))
      for channel in BayerChannel.allCases {
        let one = try #require(noise[channel])
        // Five frames have 384 samples.
        let error = deviation / (5 * 384).squareRoot()
        #expect(Tolerance.fiveStandardErrors.allows(abs(one.mean - mean) / error))
        #expect(Tolerance.varianceOf384.allows(abs(one.variance / (deviation * deviation + 1.0 / 12) - 1)))
      }
    }
    // A part is in it whole or not at all; 8 x 6 parts of 8 x 8 make up the frame.
    #expect(average.temporalNoise(in: Region(x: 1, y: 0, width: 14, height: 48)).all == [nil, nil, nil, nil])
    #expect(
      average.temporalNoise(in: Region(x: 1, y: 0, width: 31, height: 48))
        == average.temporalNoise(in: Region(x: 8, y: 0, width: 24, height: 48)))
    #expect(
      FrameAverage(frames[0]).temporalNoise(in: Region(x: 0, y: 0, width: 64, height: 48)).all == [nil, nil, nil, nil])
  }

  @Test(arguments: [2, 8])
  func `the variance from frame to frame is as sure as its degrees of freedom say`(count: Int) throws {
    var generator = SeededGenerator(seed: 26)
    var squares: [Double] = []
    for _ in 0..<40 {
      let frames = try (0..<count).map { _ in
        try Self.frame(width: 16, height: 16) { _, _ in UInt16((300 + 5 * generator.normal()).rounded()) }
      }
      for one in try Self.average(frames).temporalNoise(in: Region(x: 0, y: 0, width: 16, height: 16)).all {
        let noise = try #require(one)
        let off = noise.variance / (25 + 1.0 / 12) - 1
        squares.append(off * off * noise.degreesOfFreedom / 2)
      }
    }
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(Tolerance.varianceOf160.allows(abs(mean - 1)), "\(mean)")
  }

  @Test func `clipped samples tell no noise`() throws {
    let levels = try SampleLevels(black: 0, white: 1000)
    let frames = try [1023, 1000, 1010].map { value in
      try Self.frame(levels: levels) { $0 < 4 ? value : 100 + UInt16($1 % 2) }
    }
    #expect(try Self.average(frames).temporalVariance.all == [0, 0, 0, 0])
    let clipped = try (0..<2).map { _ in try Self.frame { _, _ in 1023 } }
    #expect(try Self.average(clipped).temporalVariance.all == [nil, nil, nil, nil])
  }

  @Test func `a sample that was clipped in either of two frames tells no noise`() throws {
    let levels = try SampleLevels(black: 0, white: 1000)
    for values in [[1023, 500], [500, 1023]] as [[UInt16]] {
      let frames = try values.map { value in try Self.frame(levels: levels) { $0 < 4 ? value : 100 + UInt16($1 % 2) } }
      #expect(try Self.average(frames).temporalVariance.all == [0, 0, 0, 0])
    }
  }

  // MARK: - Frames that differ

  @Test func `a frame that differs is refused, and leaves the average as it was`() throws {
    let first = try Self.frame { _, _ in 100 }
    var average = FrameAverage(first)
    let levels = try SampleLevels(black: 64, white: 1023, blackError: 0.5)
    let others: [(RawFrame, FrameAverageError)] = [
      (
        try Self.frame("BA10") { _, _ in 900 },
        .formatDiffers(try PixelFormat("BA10").fourCC, first: first.format.fourCC)
      ),
      (
        try Self.frame(width: 8, height: 12) { _, _ in 900 },
        .sizeDiffers(width: 8, height: 12, firstWidth: 12, firstHeight: 8)
      ),
      (
        try Self.frame(levels: levels) { _, _ in 900 }, .levelsDiffer(levels, first: first.levels)
      ),
    ]
    for (frame, error) in others { #expect(throws: error) { try average.add(frame) } }
    #expect(average.count == 1)
    #expect(Set(Self.samples(average.mean())) == [6400])
  }

  @Test func `rows may lie apart by other strides`() throws {
    let format = try PixelFormat("RG10")
    let padded = try RawFrame(
      format: format, width: 12, height: 8, bytesPerRow: 40,
      bytes: FrameWriter.bytes(format, width: 12, height: 8, bytesPerRow: 40) { UInt16($0 + $1) })
    let frames = [padded, try Self.frame { UInt16($0 + $1) }]
    #expect(Self.samples(try Self.average(frames).mean()) == Self.samples(padded).map { 64 * $0 })
  }
}

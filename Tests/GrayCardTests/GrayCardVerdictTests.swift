import GrayCard
import RawFrames
import RealModule
import TestSupport
import Testing
import WhiteBalance

/// The verdict on a card, by its clipping, darkness, noise and size.
extension GrayCardEstimatorTests {
  @Test(arguments: BayerChannel.allCases)
  func `one clipped channel refuses the card`(clipped: BayerChannel) throws {
    let frame = try Self.frame { channel, column, row in
      channel == clipped && column < 4 ? 1000 : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).contains(CardRefusal(code: .clipped, value: 0.1, limit: 0.001)))
  }

  @Test func `clipping is told from raw values, before black is removed`() throws {
    // 970 - 64 is far below 1000, and yet at a white level of 970 every green sample is clipped.
    let frame = try Self.frame(white: BayerValues(repeating: 970)) { channel, _, _ in channel == .red ? 500 : 970 }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(reading.channels.map(\.clippedShare) == BayerValues(red: 0, greenOnRedRow: 1, greenOnBlueRow: 1, blue: 1))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  @Test(arguments: [("RG10", 1020, 1023), ("RG12", 4080, 4095), ("RG16", 65520, 65535)] as [(String, UInt16, Double)])
  func `a channel that saturates just below white is clipped`(code: String, plateau: UInt16, white: Double) throws {
    var generator = SeededGenerator(seed: 9)
    // Half of the samples of one channel would lie above the plateau; the other channels end below it.
    let frame = try Self.frame(code, black: BayerValues(repeating: 0), white: BayerValues(repeating: white)) {
      channel, _, _ in
      let mean = Double(plateau) * (channel == .greenOnBlueRow ? 1 : 0.94)
      return UInt16(min(mean * (1 + 0.01 * generator.normal()), Double(plateau)).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
    #expect((0.4...0.6).contains(reading.channels.greenOnBlueRow.clippedShare))
  }

  @Test(arguments: [(990, 1023), (3692, 4095), (15300, 16383)] as [(Double, Double)])
  func `a channel whose noise is cut off far below white is clipped`(plateau: Double, white: Double) throws {
    var generator = SeededGenerator(seed: 12)
    let frame = try Self.frame("RG14", black: BayerValues(repeating: 0), white: BayerValues(repeating: white)) {
      channel, _, _ in
      let mean = channel == .greenOnBlueRow ? plateau : plateau * 0.96
      return UInt16(min(mean * (1 + 0.01 * generator.normal()), plateau).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  /// The sensor ends at 900 of 1023. So nothing is near the white level, and a channel that is clipped everywhere has
  /// no noise.
  @Test(arguments: [(1.1, 1), (1.5, 3), (4.0, 4)])
  func `channels that are clipped everywhere are clipped, however far below white`(exposure: Double, count: Int) throws
  {
    var generator = SeededGenerator(seed: 15)
    let responses = BayerValues(red: 0.4, greenOnRedRow: 1, greenOnBlueRow: 0.95, blue: 0.75)
    let frame = try Self.frame(black: BayerValues(repeating: 64), white: BayerValues(repeating: 1023)) {
      channel, _, _ in
      let signal = 836 * exposure * responses[channel]
      return UInt16(min(64 + signal + signal.squareRoot() * generator.normal(), 900).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
    #expect(reading.channels.all.count { $0.clippedShare > 0.99 } == count)
  }

  /// A sensor of 8 bits whose samples come as numbers of 10.
  @Test(arguments: [(255, 130, [.clipped]), (254, 130, []), (255, 400, [])] as [(UInt16, Double, [CardRefusal.Code])])
  func `greens without noise are clipped at the largest value of 8 bits, unless another channel is above it`(
    green: UInt16, blue: Double, codes: [CardRefusal.Code]
  ) throws {
    var generator = SeededGenerator(seed: 16)
    let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) {
      channel, _, _ in
      switch channel {
      case .red: UInt16((120 + 4 * generator.normal()).rounded())
      case .greenOnRedRow, .greenOnBlueRow: green
      case .blue: UInt16((blue + 4 * generator.normal()).rounded())
      }
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == codes)
  }

  /// Frames of 10 bits with values in steps of 64 / N of 16 bits: the steps are small, and so is the noise.
  @Test(arguments: [1, 2, 3, 4, 7])
  func `a bright card with hardly any noise is not clipped in the mean of frames`(count: Int) throws {
    var generator = SeededGenerator(seed: 14)
    for noise in [0.0, 0.1, 0.2] {
      var average: FrameAverage?
      for _ in 0..<count {
        // Some places end a step lower, as the bars of a test pattern do.
        let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, row in
          UInt16(((row < 3 ? 939 : 940) + noise * generator.normal()).rounded())
        }
        if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
      }
      let mean = try #require(average).mean()
      let reading = try GrayCardEstimator().reading(of: mean, in: Region(x: 0, y: 0, width: 40, height: 30))
      #expect(!Self.refusals(reading).contains { $0.code == .clipped }, "\(noise)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 8], [(990, 1023), (1020, 1023), (900, 1023)] as [(Double, Double)])
  func `a channel that is cut off in every frame is clipped in their mean`(
    count: Int, ends: (plateau: Double, white: Double)
  ) throws {
    var generator = SeededGenerator(seed: 15)
    var average: FrameAverage?
    for _ in 0..<count {
      let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: ends.white)) {
        channel, _, _ in
        // Most of the samples of one channel would lie above.
        let mean = ends.plateau + (channel == .greenOnBlueRow ? 20 : -90)
        return UInt16(min(mean + 16 * generator.normal(), ends.plateau).rounded())
      }
      if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
    }
    let mean = try #require(average).mean()
    let reading = try GrayCardEstimator().reading(of: mean, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.clipped])
  }

  @Test func `a small bright region is not clipped by its largest sample alone`() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<50 {
      let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, _ in
        UInt16((985 + 6 * generator.normal()).rounded())
      }
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 16, height: 16))
      #expect(Self.refusals(reading) == [])
    }
  }

  @Test func `a bright card whose noise stays below white is not clipped`() throws {
    var generator = SeededGenerator(seed: 10)
    let frame = try Self.frame(black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)) { _, _, _ in
      UInt16((1000 + 4 * generator.normal()).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading) == [])
  }

  @Test func `a few hot samples do not refuse a card`() throws {
    let frame = try Self.frame(width: 200, height: 200) { channel, column, row in
      column % 100 == 50 && row % 100 == 50 ? 1023 : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 200, height: 200))
    #expect(Self.refusals(reading).isEmpty)
  }

  @Test func `a dark card is refused, and so is one below black`() throws {
    for level: UInt16 in [72, 60] {
      let frame = try Self.frame { channel, column, row in channel == .blue ? level : Self.flat(channel, column, row) }
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
      #expect(Self.refusals(reading) == [CardRefusal(code: .tooDark, value: (Double(level) - 70) / 940, limit: 0.005)])
    }
  }

  /// Twelve bits lie in memory as ten do. The exposure is right, so `clipped` would send a person the wrong way.
  @Test func `samples that the format cannot have are refused as that, and a stray word is not`() throws {
    func frame(_ strayColumns: Range<Int>) throws -> RawFrame {
      let bytes = try Self.frame("RG12", white: BayerValues(repeating: 4095)) { channel, column, _ in
        let level: UInt16 = channel == .red ? 700 : channel == .blue ? 800 : 1000
        return strayColumns.contains(column) ? level + 500 : level
      }.bytes
      return try RawFrame(
        format: PixelFormat("RG10"), width: 40, height: 30, bytes: bytes, levels: SampleLevels(black: 64, white: 1023))
    }
    let region = Region(x: 0, y: 0, width: 40, height: 30)
    let beyond = try GrayCardEstimator().reading(of: frame(0..<40), in: region)
    #expect(Self.refusals(beyond) == [CardRefusal(code: .beyondFormat, value: 1500, limit: 1023)])
    let stray = try GrayCardEstimator().reading(of: frame(0..<2), in: region)
    #expect(Self.refusals(stray).map(\.code) == [.clipped])
  }

  /// The frames are like files whose black level was subtracted: what noise took below 0 is 0, and the mean of a dark
  /// channel is too high. What is accepted is true.
  @Test(arguments: [1, 8]) func `a card whose noise is cut off at 0 is refused`(count: Int) throws {
    var generator = SeededGenerator(seed: 17)
    var accepted = 0
    for level in [6.0, 8, 12, 20, 30, 45, 80] {
      var average: FrameAverage?
      for _ in 0..<count {
        let frame = try Self.frame(
          width: 240, height: 160, black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)
        ) { channel, _, _ in
          let signal = channel == .red ? level : channel == .blue ? 2 * level : 3 * level
          return UInt16(max(signal + (9 + signal).squareRoot() * generator.normal(), 0).rounded())
        }
        if average == nil { average = FrameAverage(frame) } else { try average?.add(frame) }
      }
      let frame = try #require(average).mean()
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 240, height: 160))
      guard case .ok(let neutral) = reading.verdict else {
        #expect(Self.refusals(reading).map(\.code).contains(.cutOff), "\(level): \(Self.refusals(reading))")
        continue
      }
      accepted += 1
      let gains = try MeasuredGains(neutralizing: neutral)
      let limit = 4 * gains.standardError.red
      #expect(
        (3 - limit...3 + limit).contains(gains.value.red), "\(level): \(gains.value.red) ± \(gains.standardError.red)")
    }
    #expect(accepted == 5, "\(accepted)")
  }

  /// A sample below 0 rises by its whole distance from 0, also where values are coarse.
  @Test(arguments: [1.0, 4, 8]) func `the rise of a card that is cut off is told`(step: Double) throws {
    let (signal, deviation) = (20.0, 9.0)
    var generator = SeededGenerator(seed: 18)
    let frame = try Self.frame(
      width: 320, height: 240, black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)
    ) { channel, _, _ in
      let value = (channel == .red ? signal : 2 * signal) + deviation * generator.normal()
      return UInt16(max((value / step).rounded() * step, 0))
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 320, height: 240))
    let told = try #require(Self.refusals(reading).first { $0.code == .cutOff }).value
    // Each of these values and all below it rise by one step more than the value above it.
    let rise = (0..<20).reduce(0) { rise, index in
      rise + step * Double.erfc((signal + (Double(index) + 0.5) * step) / deviation / 2.0.squareRoot()) / 2
    }
    #expect(Tolerance.toldRise.allows(abs(told / (rise / signal) - 1)), "\(told)")
  }

  /// Samples of 0 that are nearly all of them, a dead sample, and other things that move in the frame cut nothing off.
  @Test func `a card that only has samples at 0 is read`() throws {
    var generator = SeededGenerator(seed: 23)
    func frame(red: Double, deviation: Double, dead: Int = 0) throws -> RawFrame {
      try Self.frame(width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)) {
        channel, column, row in
        if dead > 0, (column * 7 + row * 13) % dead == 0 { return 0 }
        let signal = channel == .red ? red : channel == .blue ? 2 * red : 3 * red
        return UInt16(max(signal + deviation * generator.normal(), 0).rounded())
      }
    }
    for (red, deviation, dead) in [(2.0, 0.45, 0), (1.5, 0.4, 0), (3, 0.75, 0), (40, 3, 1999)] {
      let reading = try GrayCardEstimator().reading(
        of: frame(red: red, deviation: deviation, dead: dead), in: Region(x: 0, y: 0, width: 120, height: 80))
      #expect(!Self.refusals(reading).map(\.code).contains(.cutOff), "\(red) ± \(deviation)")
    }
    // Values far from each other, none of which is near 0.
    let two = try Self.frame(
      width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)
    ) {
      channel, _, _ in
      let (low, high): (UInt16, UInt16) = channel == .red ? (4, 16) : (8, 32)
      return generator.normal() > 0 ? low : high
    }
    let apart = try GrayCardEstimator().reading(of: two, in: Region(x: 0, y: 0, width: 120, height: 80))
    #expect(!Self.refusals(apart).map(\.code).contains(.cutOff))
    // A mean, in whose frames something bright comes and goes beside the card.
    var average = FrameAverage(try frame(red: 40, deviation: 3))
    for index in 1..<8 {
      let next = try Self.frame(
        width: 120, height: 80, black: BayerValues(repeating: 0), white: BayerValues(repeating: 255)
      ) { channel, _, row in
        if row < 20 { return index.isMultiple(of: 2) ? 250 : 5 }
        return UInt16(((channel == .red ? 40 : 100) + 3 * generator.normal()).rounded())
      }
      try average.add(next)
    }
    let reading = try GrayCardEstimator().reading(of: average.mean(), in: Region(x: 0, y: 24, width: 120, height: 56))
    #expect(!Self.refusals(reading).map(\.code).contains(.cutOff))
  }

  /// Returns the reading of a frame of 16 bits, 120 x 80 samples, whose samples are made one after another.
  private static func reading(_ sample: () -> UInt16) throws -> GrayCardReading {
    let samples = (0..<120 * 80).map { _ in sample() }
    let frame = try RawFrame(
      format: PixelFormat("RG16"), width: 120, height: 80,
      bytes: samples.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] },
      levels: SampleLevels(black: 4096, white: 65_535))
    return try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 120, height: 80))
  }

  /// Returns a sample of a card at 45 % of the range, on a sensor with so many electrons at white.
  private static func sample(
    electrons: Double, readNoise: Double = 0, _ generator: inout SeededGenerator
  ) -> UInt16 {
    let (signal, range) = (0.45 * electrons, 65_535.0 - 4096)
    let noisy = signal + (signal + readNoise * readNoise).squareRoot() * generator.normal()
    return UInt16(min(max(4096 + range * noisy / electrons, 0), 65_535))
  }

  @Test func `bytes that are no samples, and samples with exchanged bytes, are told as such alone`() throws {
    var generator = SeededGenerator(seed: 3)
    let random = try Self.reading { UInt16.random(in: 0...UInt16.max, using: &generator) }
    #expect(Self.refusals(random).map(\.code) == [.scattered])
    let exchanged = try Self.reading { Self.sample(electrons: 5000, &generator).byteSwapped }
    #expect(Self.refusals(exchanged).map(\.code) == [.scattered])
  }

  @Test func `noise of a very high gain, and a texture, are no scattered samples`() throws {
    var generator = SeededGenerator(seed: 3)
    let noisy = try Self.reading { Self.sample(electrons: 25, readNoise: 3, &generator) }
    #expect(!Self.refusals(noisy).map(\.code).contains(.scattered))
    // The cells of two by two samples vary as much as random bytes.
    let cells = (0..<60 * 40).map { _ in UInt16.random(in: 4096...60_000, using: &generator) }
    var index = 0
    let texture = try Self.reading {
      defer { index += 1 }
      return cells[index / 240 * 60 + index % 120 / 2]
    }
    let codes = Self.refusals(texture).map(\.code)
    #expect(codes.contains(.textured) && !codes.contains(.scattered), "\(Self.refusals(texture))")
  }

  @Test func `a noisy card is refused`() throws {
    var generator = SeededGenerator(seed: 1)
    let frame = try Self.frame { channel, column, row in
      channel == .red ? UInt16((160 + 45 * generator.normal()).rounded()) : Self.flat(channel, column, row)
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.tooNoisy])
  }

  @Test(arguments: [(16, 16, false), (16, 14, true), (1, 100, true), (1, 1, true)])
  func `a region with fewer than 64 samples of a channel is too small`(width: Int, height: Int, refused: Bool) throws {
    let frame = try Self.frame(width: 40, height: 120, sample: Self.flat)
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 2, y: 3, width: width, height: height))
    #expect(Self.refusals(reading).map(\.code) == (refused ? [.tooSmall] : []))
  }

  @Test(
    arguments: [
      (Region(x: 20, y: 0, width: 21, height: 4), 41.0, 40.0), (Region(x: 0, y: 20, width: 4, height: 11), 31, 30),
      (Region(x: -1, y: 0, width: 4, height: 4), -1, 0), (Region(x: 20, y: 20, width: 20, height: 11), 31, 30),
      (Region(x: Int.max, y: 0, width: Int.max, height: 4), 2 * Double(Int.max), 40),
    ] as [(Region, Double, Double)])
  func `a region outside the frame is refused with the edge that it crosses`(
    region: Region, value: Double, limit: Double
  ) throws {
    let reading = try GrayCardEstimator().reading(of: Self.frame(sample: Self.flat), in: region)
    #expect(Self.refusals(reading) == [CardRefusal(code: .outsideFrame, value: value, limit: limit)])
  }

  @Test(arguments: [Region(x: 3, y: 3, width: 0, height: 4), Region(x: 3, y: 3, width: 4, height: -2)])
  func `a region without a sample is too small`(region: Region) throws {
    let reading = try GrayCardEstimator().reading(of: Self.frame(sample: Self.flat), in: region)
    #expect(Self.refusals(reading) == [CardRefusal(code: .tooSmall, value: 0, limit: 64)])
  }

  @Test func `of one sample in each channel no noise can be told`() throws {
    let reading = try GrayCardEstimator().reading(
      of: Self.frame(sample: Self.flat), in: Region(x: 4, y: 4, width: 2, height: 2))
    #expect(Self.refusals(reading) == [CardRefusal(code: .tooSmall, value: 1, limit: 64)])
  }

  @Test(arguments: [0, 1]) func `no limit makes a card of one sample in each channel large enough`(limit: Int) throws {
    var limits = GrayCardLimits()
    limits.sampleCount = limit
    let reading = try GrayCardEstimator(limits: limits).reading(
      of: Self.frame(sample: Self.flat), in: Region(x: 4, y: 4, width: 2, height: 2))
    #expect(Self.refusals(reading) == [CardRefusal(code: .tooSmall, value: 1, limit: 2)])
    let empty = try GrayCardEstimator(limits: limits).reading(
      of: Self.frame(sample: Self.flat), in: Region(x: 4, y: 4, width: 0, height: 2))
    #expect(Self.refusals(empty) == [CardRefusal(code: .tooSmall, value: 0, limit: 2)])
  }

  @Test(arguments: ["BA10", "GB10"]) func `a wrong order of colours is told by its greens`(order: String) throws {
    let frame = try Self.frame("RG10", black: BayerValues(repeating: 64), sample: Self.flat)
    let misread = try RawFrame(
      format: PixelFormat(order), width: frame.width, height: frame.height, bytes: frame.bytes, levels: frame.levels)
    let reading = try GrayCardEstimator().reading(of: misread, in: Region(x: 0, y: 0, width: 40, height: 30))
    #expect(Self.refusals(reading).map(\.code) == [.greensDiffer])
  }

  @Test func `every reason that holds is given`() throws {
    let frame = try Self.frame { channel, _, _ in channel == .red ? 1023 : 66 }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 8, height: 8))
    #expect(Self.refusals(reading).map(\.code) == [.tooSmall, .clipped, .tooDark])
  }

  @Test func `a monochrome frame has no neutral`() throws {
    let format = try PixelFormat("Y10")
    let frame = try RawFrame(format: format, width: 4, height: 4, bytes: Array(repeating: 0, count: 32))
    #expect(throws: GrayCardError.monochrome(format.fourCC)) {
      try GrayCardEstimator().reading(of: frame, in: Region(centerOf: frame))
    }
  }
}

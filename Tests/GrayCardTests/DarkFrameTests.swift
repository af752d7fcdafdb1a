import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct DarkFrameTests {
  static let pedestal = BayerValues(red: 63.7, greenOnRedRow: 64.2, greenOnBlueRow: 64.4, blue: 65.1)

  static func sensor(
    width: Int = 64, height: Int = 48, noise: Double = 2, rowNoise: Double = 0, columnOffset: Double = 0,
    hotShare: Double = 0
  ) throws -> DarkSensor {
    DarkSensor(
      try PixelFormat("RG10"), width: width, height: height, pedestal: pedestal, noise: noise, rowNoise: rowNoise,
      columnOffset: columnOffset, hotShare: hotShare)
  }

  static func level(_ verdict: DarkFrameVerdict) throws -> BlackLevel {
    switch verdict {
    case .ok(let level): level
    case .refused(let refusals): throw NotDark(refusals: refusals)
    }
  }

  struct NotDark: Error { var refusals: [DarkFrameRefusal] }

  static func codes(_ verdict: DarkFrameVerdict) -> [DarkFrameRefusal.Code] {
    if case .refused(let refusals) = verdict { refusals.map(\.code) } else { [] }
  }

  /// How many standard errors each channel of each frame is off, in each sixteenth of the frame.
  static func distances(
    _ sensor: DarkSensor, seeds: Range<UInt64>, shading: (_ x: Double, _ y: Double) -> Double = { _, _ in 0 }
  ) throws -> [Double] {
    func shade(_ column: Int, _ row: Int) -> Double {
      shading((Double(column) + 0.5) / Double(sensor.width), (Double(row) + 0.5) / Double(sensor.height))
    }
    let (width, height) = (sensor.width / 4, sensor.height / 4)
    return try seeds.flatMap { seed in
      let frames = try sensor.frames(1, seed: seed) { _, column, row in shade(column, row) }
      let columns = sensor.columns(seed: seed)
      let level = try level(DarkFrameEstimator().verdict(on: frames))
      return BayerChannel.allCases.flatMap { channel in
        (0..<16).map { part in
          let places = (0..<width * height).map { (part % 4 * width + $0 % width, part / 4 * height + $0 / width) }
            .filter { BayerPattern.rggb.channel(column: $0.0, row: $0.1) == channel }
          let offset = places.map { shade($0.0, $0.1) + columns[$0.0] }.reduce(0, +) / Double(places.count)
          return (level.value[channel] - sensor.pedestal[channel] - offset) / level.standardError[channel]
        }
      }
    }
  }

  static func share(of distances: [Double], within limit: Double) -> Double {
    Double(distances.count { abs($0) <= limit }) / Double(distances.count)
  }

  static func meanSquare(of distances: [Double]) -> Double {
    distances.map { $0 * $0 }.reduce(0, +) / Double(distances.count)
  }

  /// `WHITEBALANCE_PROPERTY_COUNT=1000` and a release build make the figures of Docs/Accuracy.md.
  static let seeds: Range<UInt64> =
    0..<(ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_COUNT"].flatMap(UInt64.init) ?? 60)

  // MARK: - The level

  /// Noise of a tenth of a step: nearly all samples have one value, whatever the pedestal is.
  @Test(arguments: [1, 4]) func `dark frames of eight bits that were shifted to ten are as unsure as those of eight`(
    count: Int
  ) throws {
    func level(_ code: String, shift: Int) throws -> BlackLevel {
      let format = try PixelFormat(code)
      func frame(_ seed: UInt64) throws -> RawFrame {
        var generator = SeededGenerator(seed: seed)
        let samples = (0..<64 * 48).map { _ in UInt16((16.45 + 0.1 * generator.normal()).rounded()) << shift }
        return try RawFrame(
          format: format, width: 64, height: 48, samples: samples, levels: SampleLevels(fullRangeOf: format))
      }
      var frames = try FrameAverage(frame(1))
      for seed in 1..<UInt64(count) { try frames.add(frame(1 + seed)) }
      return try Self.level(DarkFrameEstimator().verdict(on: frames))
    }
    let (eight, ten) = (try level("RGGB", shift: 0), try level("RG10", shift: 2))
    #expect(Tolerance.twoStandardErrors.allows(abs(ten.value.red - 4 * 16.45) / ten.standardError.red), "\(ten)")
    for channel in BayerChannel.allCases {
      #expect(Tolerance.rounding.allows(abs(ten.standardError[channel] / (4 * eight.standardError[channel]) - 1)))
    }
  }

  @Test(arguments: [(0.0, 0.0, 0.0), (0.3, 0.3, 0.005)])
  func `of clean frames none is refused, and the stated error is true`(
    rowNoise: Double, columnOffset: Double, hotShare: Double
  ) throws {
    let sensor = try Self.sensor(
      width: 32, height: 32, rowNoise: rowNoise, columnOffset: columnOffset, hotShare: hotShare)
    let distances = try Self.distances(sensor, seeds: Self.seeds)
    let (one, two) = (Self.share(of: distances, within: 1), Self.share(of: distances, within: 2))
    let square = Self.meanSquare(of: distances)
    if Self.seeds.count > 100 { print("rows \(rowNoise): within one \(one), within two \(two), mean square \(square)") }
    // A part that cannot be told from shading is in the error, so that it may be too large, but not by half.
    #expect(Tolerance.coverageOfOne.allows(0.6827 - one), "\(one)")
    #expect(Tolerance.coverageOfTwo.allows(0.9545 - two), "\(two)")
    #expect(square > 1 / 2.25, "\(square)")
  }

  /// The amounts of shading range from one that noise hides to five times the standard deviation of the noise in a
  /// sixteenth of the frame, which is 0.5.
  @Test(arguments: [0.4, 0.8, 1.6, 2.4], ["from a side", "in the corners"])
  func `shading is in the error, whether noise hides it or not`(amount: Double, shape: String) throws {
    var sensor = try Self.sensor(width: 32, height: 32)
    // Every channel on one pedestal, so that 2.4 steps stay below the limit of a part.
    sensor.pedestal = BayerValues(repeating: 64.3)
    let distances = try Self.distances(sensor, seeds: 0..<UInt64(max(Self.seeds.count / 3, 1))) { x, y in
      shape == "from a side" ? amount * x : amount * 2 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5))
    }
    let (one, two) = (Self.share(of: distances, within: 1), Self.share(of: distances, within: 2))
    let square = Self.meanSquare(of: distances)
    if Self.seeds.count > 100 {
      print("\(amount) \(shape): within one \(one), within two \(two), mean square \(square)")
    }
    #expect(Tolerance.errorWithShading.allows(square), "\(square)")
    #expect(two > 0.8, "\(two)")
    #expect(square > 0.5, "\(square)")
  }

  /// Eight frames tell the jitter's variance by seven degrees of freedom. The mean of its reciprocal is 7/5, and the
  /// limits are three standard errors of 60 draws away. A pattern of columns that never changes hides no jitter.
  @Test(arguments: [(0.3, 0.0, 8), (1, 0, 8), (3, 0, 8), (0.3, 0.5, 24)])
  func `a level that jitters is off by its error in the next frame`(jitter: Double, columnOffset: Double, count: Int)
    throws
  {
    var squares = 0.0
    for seed in 0..<Self.seeds.upperBound {
      var sensor = try Self.sensor(columnOffset: columnOffset)
      sensor.jitter = jitter
      let level = try Self.level(DarkFrameEstimator().verdict(on: sensor.frames(count, seed: seed)))
      let distance = level.value.red - sensor.pedestal.red
      squares += (distance * distance + jitter * jitter) / (level.standardError.red * level.standardError.red)
    }
    let square = squares / Double(Self.seeds.count)
    // The pattern's own error is stated a little too large.
    #expect(((columnOffset > 0 ? 0.8 : 0.9)...1.9).contains(square), "\(square)")
  }

  /// The lowest level that is not refused lies two deviations of noise above 0.
  @Test func `noise that is cut off at 0 raises the level by no more than its error`() throws {
    for seed in 0..<4 as Range<UInt64> {
      var sensor = try Self.sensor(width: 256, height: 192, noise: 20)
      sensor.pedestal = BayerValues(repeating: 42)
      let level = try Self.level(DarkFrameEstimator().verdict(on: sensor.frames(4, seed: seed)))
      for channel in BayerChannel.allCases {
        #expect((-2.2...2.2).contains((level.value[channel] - 42) / level.standardError[channel]), "\(level)")
      }
    }
  }

  @Test func `hot samples up to the limit move the level by less than its error`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let clean = try Self.level(DarkFrameEstimator().verdict(on: Self.sensor().frames(1, seed: seed)))
      // The same noise: what is hot does not depend on where the generator is.
      let hot = try Self.sensor().frames(1, seed: seed) { _, column, row in
        (column * 31 + row * 17) % 101 == 0 ? 30 + Double(column) * 15 : 0
      }
      let level = try Self.level(DarkFrameEstimator().verdict(on: hot))
      for channel in BayerChannel.allCases {
        #expect(abs(level.value[channel] - clean.value[channel]) < level.standardError[channel])
      }
    }
  }

  @Test func `more frames make the level surer, as far as columns let them`() throws {
    /// The root mean square of the stated error over several seeds, because noise looks like shading to a varying
    /// degree.
    func error(_ count: Int, columnOffset: Double) throws -> Double {
      let sensor = try Self.sensor(width: 32, height: 32, noise: 4, columnOffset: columnOffset)
      let squares = try (0..<Self.errorCount).map { seed in
        let error = try Self.level(DarkFrameEstimator().verdict(on: sensor.frames(count, seed: seed))).standardError.red
        return error * error
      }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    let (one, sixteen) = (try error(1, columnOffset: 0), try error(16, columnOffset: 0))
    #expect(Tolerance.errorOfError.allows(abs(one / sixteen / 4 - 1)), "\(one) \(sixteen)")
    // 16 columns of a channel with a standard deviation of 1. Four of them are in a sixteenth of the frame, whose mean
    // differs from that of all by 1/4 - 1/16 in squares: 16/15 of it for 15 degrees of freedom.
    let pattern = try error(16, columnOffset: 1)
    let expected = (1.0 / 16 + 1.0 / 256 + (1.0 / 4 - 1.0 / 16) * 16 / 15).squareRoot()
    #expect(Tolerance.errorOfError.allows(abs(pattern / expected - 1)), "\(pattern)")
  }

  static let errorCount: UInt64 = 6

  @Test func `without noise the level is not surer than the rounding to whole values`() throws {
    for (noise, code, black) in [(0.0, "RGGB", 16.3), (0.15, "RGGB", 16.45), (0, "RG10", 64.4)] {
      let sensor = DarkSensor(
        try PixelFormat(code), width: 48, height: 48, pedestal: BayerValues(repeating: black), noise: noise)
      let level = try Self.level(DarkFrameEstimator().verdict(on: sensor.frames(3, seed: 5)))
      #expect(level.standardError.all.allSatisfy { $0 > 0.28 && $0 < 0.3 })
      #expect(level.value.all.allSatisfy { Tolerance.wholeSamples.allows(abs($0 - black)) })
    }
  }

  // MARK: - Not dark

  /// The smallest that is stated: 4 steps of 1023 over noise of 2, in parts of 10 x 8 samples.
  @Test(arguments: [4.0, 8, 40, 400])
  func `light from somewhere is refused`(amount: Double) throws {
    let kinds: [(String, (BayerChannel, Int, Int) -> Double)] = [
      ("from one side", { _, column, _ in amount * 2 * Double(column) / 159 }),
      ("from above", { _, _, row in amount * 2 * Double(119 - row) / 119 }),
      (
        "in a corner",
        { _, column, row in
          let distance = Double(column * column + row * row)
          return amount * 1.5 / (1 + distance / 900)
        }
      ),
      ("a patch", { _, column, row in (80..<100).contains(column) && (60..<75).contains(row) ? amount : 0 }),
    ]
    for (kind, light) in kinds {
      let frames = try Self.sensor(width: 160, height: 120, rowNoise: 0.3, columnOffset: 0.3)
        .frames(1, seed: 7, light: light)
      let codes = Self.codes(try DarkFrameEstimator().verdict(on: frames))
      #expect(codes.contains(.uneven) || codes.contains(.patch), "\(kind): \(codes)")
    }
  }

  @Test func `even light is refused where it makes the channels differ by more than pedestals do`() throws {
    func codes(_ amount: Double) throws -> [DarkFrameRefusal.Code] {
      let frames = try Self.sensor().frames(1, seed: 8) { channel, _, _ in
        channel == .red || channel == .blue ? amount / 2 : amount
      }
      return Self.codes(try DarkFrameEstimator().verdict(on: frames))
    }
    #expect(try codes(0) == [])
    // The limit is 5.1 steps of 1023; the pedestals alone differ by 1.4.
    #expect(try codes(14) == [.channelsDiffer])
    #expect(try codes(300) == [.tooBright, .channelsDiffer])
  }

  @Test func `too many hot samples are refused`() throws {
    let frames = try Self.sensor(hotShare: 0.05).frames(1, seed: 9)
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: frames)) == [.hotSamples])
  }

  @Test func `a level that noise reaches below is refused, and so is 0 itself`() throws {
    var sensor = try Self.sensor()
    sensor.pedestal = BayerValues(repeating: 3)
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: sensor.frames(1, seed: 10))) == [.cutOff])
    // The mean of frames hides it; the noise between them does not.
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: sensor.frames(16, seed: 10))) == [.cutOff])
    (sensor.pedestal, sensor.noise) = (BayerValues(repeating: 0), 0)
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: sensor.frames(1, seed: 10))) == [.cutOff])
  }

  @Test(arguments: [2, 16], [(3.6, [.cutOff]), (4.6, [])] as [(Double, [DarkFrameRefusal.Code])])
  func `a level that noise reaches below is judged alike by few frames and by many`(
    count: Int, level: (pedestal: Double, codes: [DarkFrameRefusal.Code])
  ) throws {
    var sensor = try Self.sensor()
    sensor.pedestal = BayerValues(repeating: level.pedestal)
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: sensor.frames(count, seed: 13))) == level.codes)
  }

  /// The limit is 2.05 raw values. The columns are a tenth of the frame.
  @Test func `columns that are brighter by less than a part may be are not hot samples`() throws {
    var sensor = try Self.sensor(width: 160, height: 64, noise: 0)
    sensor.pedestal = BayerValues(repeating: 64)
    let frames = try sensor.frames(1, seed: 14) { _, column, _ in column < 16 ? 2 : column < 24 ? 1 : 0 }
    #expect(Self.codes(try DarkFrameEstimator().verdict(on: frames)) == [])
  }

  @Test func `noise of rows is not uneven light`() throws {
    let sensor = try Self.sensor(width: 640, height: 64, noise: 0.5, rowNoise: 4)
    for seed in 0..<3 as Range<UInt64> {
      #expect(Self.codes(try DarkFrameEstimator().verdict(on: sensor.frames(1, seed: seed))) == [], "\(seed)")
    }
  }

  @Test func `a frame too small to tell is refused, and the smallest is not`() throws {
    let small = try Self.sensor(width: 64, height: 31).frames(1, seed: 11)
    #expect(
      try DarkFrameEstimator().verdict(on: small) == .refused([.init(code: .tooSmall, value: 31, limit: 32)]))
    #expect(
      Self.codes(try DarkFrameEstimator().verdict(on: Self.sensor(width: 32, height: 32).frames(1, seed: 11))) == [])
  }

  /// A frame of one row or column has two channels, and its parts are not as many as the rest asks for.
  @Test(arguments: [1, 0, -7], [(1, 64), (64, 1), (1, 1), (31, 31)])
  func `a limit below the smallest frame that can be judged is that frame's side`(
    limit: Int, size: (width: Int, height: Int)
  ) throws {
    var limits = DarkFrameLimits()
    limits.side = limit
    let frames = try Self.sensor(width: size.width, height: size.height).frames(1, seed: 11)
    let side = Double(min(size.width, size.height))
    #expect(
      try DarkFrameEstimator(limits: limits).verdict(on: frames)
        == .refused([.init(code: .tooSmall, value: side, limit: 32)]))
    #expect(
      Self.codes(
        try DarkFrameEstimator(limits: limits).verdict(on: Self.sensor(width: 32, height: 32).frames(1, seed: 11))
      ) == [])
  }

  @Test func `a limit that is no number refuses`() throws {
    let frames = try Self.sensor().frames(1, seed: 11)
    let codes: [(WritableKeyPath<DarkFrameLimits, Double>, DarkFrameRefusal.Code)] = [
      (\.level, .tooBright), (\.levelInDeviations, .cutOff), (\.hotShare, .hotSamples), (\.patchShare, .patch),
      (\.unevenness, .uneven), (\.channelDifference, .channelsDiffer),
    ]
    for (limit, code) in codes {
      var limits = DarkFrameLimits()
      limits[keyPath: limit] = .nan
      #expect(Self.codes(try DarkFrameEstimator(limits: limits).verdict(on: frames)).contains(code))
    }
  }

  @Test(arguments: PixelFormat.all.map(\.fourCC.description))
  func `frames of every Bayer format tell their level, any others are an error`(code: String) throws {
    let format = try PixelFormat(code)
    guard format.bayerPattern != nil else {
      let frame = try RawFrame(
        format: format, width: 40, height: 40,
        bytes: FrameWriter.bytes(format, width: 40, height: 40) { _, _ in 16 })
      #expect(throws: GrayCardError.monochrome(format.fourCC)) {
        try DarkFrameEstimator().verdict(on: FrameAverage(frame))
      }
      return
    }
    // In steps of 8 bits.
    let unit = Double(format.maximumSample + 1) / 256
    let sensor = DarkSensor(
      format, width: 50, height: 40,
      pedestal: BayerValues(
        red: 16 * unit, greenOnRedRow: 16.1 * unit, greenOnBlueRow: 16.2 * unit, blue: 16.3 * unit),
      noise: 0.7 * unit)
    let level = try Self.level(DarkFrameEstimator().verdict(on: sensor.frames(2, seed: 12)))
    for channel in BayerChannel.allCases {
      let distance = abs(level.value[channel] - sensor.pedestal[channel]) / level.standardError[channel]
      #expect(Tolerance.fiveStandardErrors.allows(distance), "\(channel): \(distance)")
    }
    #expect(level.format == format && level.width == 50 && level.height == 40)
  }

  // MARK: - On a card's frame

  @Test func `a level belongs to frames of its own format and size`() throws {
    let level = BlackLevel(
      value: Self.pedestal, standardError: BayerValues(repeating: 0.1), format: try PixelFormat("RG10"), width: 4,
      height: 2)
    func frame(_ code: String, width: Int, height: Int, white: Double = 255) throws -> RawFrame {
      let format = try PixelFormat(code)
      return try RawFrame(
        format: format, width: width, height: height, bytes: Array(repeating: 0, count: 64),
        levels: SampleLevels(black: 1, white: white))
    }
    let levels = try level.levels(for: frame("RG10", width: 4, height: 2))
    #expect(levels.black == Self.pedestal && levels.blackError.all == [0.1, 0.1, 0.1, 0.1])
    #expect(levels.white == BayerValues(repeating: 255))
    #expect(
      throws: BlackLevelError.formatDiffers(
        try PixelFormat("RG10").fourCC, frame: try PixelFormat("RG12").fourCC)
    ) { try level.levels(for: frame("RG12", width: 4, height: 2)) }
    #expect(throws: BlackLevelError.sizeDiffers(width: 4, height: 2, frameWidth: 2, frameHeight: 4)) {
      try level.levels(for: frame("RG10", width: 2, height: 4))
    }
    #expect(throws: BlackLevelError.levels(.invalidLevels(black: 63.7, white: 63))) {
      try level.levels(for: frame("RG10", width: 4, height: 2, white: 63))
    }
  }

  @Test func `a narrow frame of any height is judged`() throws {
    // Each 33rd sample of such a frame lies in its last column.
    let format = try PixelFormat("RG10")
    let bytes = try FrameWriter.bytes(format, width: 33, height: 16_384) { column, row in
      UInt16(64 + (column ^ row) % 3)
    }
    let frame = try RawFrame(
      format: format, width: 33, height: 16_384, bytes: bytes, levels: SampleLevels(black: 0, white: 1023))
    let level = try Self.level(DarkFrameEstimator().verdict(on: FrameAverage(frame)))
    #expect(level.value.all.allSatisfy { (64.5...65.5).contains($0) })
  }
}

import Colorimetry
import GrayCard
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// A black level that nobody told, out of the frame.
@Suite struct EstimatedBlackTests {
  /// A card before a surround of some reflectance, in levels of a format with a pedestal.
  private static func frame(
    of camera: SpectralSensitivities, under light: SpectralDistribution, surround: Double?, black: Double, bits: Int,
    fullWell: Double = 20_000, readNoise: Double = 3, responseSpread: Double = 0, texture: Double = 0,
    exposure: Double = 0.5, seed: UInt64
  ) throws -> RawFrame {
    let levels = try SampleLevels(black: black, white: Double(1 << bits) - 1)
    let pattern = try FixedPattern(responseNonUniformity: responseSpread, unit: seed)
    let sensor = try SimulatedSensor(
      camera, format: PixelFormat(bits == 8 ? "RGGB" : "RG\(bits)"), levels: levels, fullWell: fullWell,
      readNoise: readNoise, fixedPattern: pattern)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    var scene = SimulatedScene(card: card, under: light)
    if let surround {
      scene = scene.surrounding(
        Region(x: 40, y: 30, width: 80, height: 60),
        by: try SpectralDistribution(wavelengths: [360, 830], values: [surround, surround * 1.3]))
    }
    if texture > 0 {
      var random = SeededGenerator(seed: seed)
      let lightness = (0..<160 * 120).map { _ in 1 + texture * random.normal() }
      scene = scene.dimmed { column, row in lightness[160 * row + column] }
    }
    let shot = try SimulatedShot(of: scene, by: sensor, width: 160, height: 120, exposure: exposure)
    let frame = shot.frame(seed: seed)
    return try frame.replacingLevels(SampleLevels(fullRangeOf: frame.format))
  }

  private static let lamps: [CIEIlluminant] = [.a, .d65, .ledB3, .fl2, .ledB5]

  /// How far off an accepted card is, in standard errors of its black level and of each gain; empty for a refused one.
  private static func errors(
    of frame: RawFrame, black: Double, by camera: SpectralSensitivities, under light: SpectralDistribution
  ) throws -> [Double] {
    let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .assumed), unknownBlack: .estimate)
    guard case .ok(let card) = measurement.verdict else { return [] }
    #expect(measurement.source.blackOrigin == .estimated)
    #expect(measurement.warnings.contains { $0.code == "black-estimated" })
    let levels = measurement.source.levels
    let truth = try WhiteBalanceGains(neutralizing: camera.response(to: light))
    let gains = (0..<3).filter { truth.vector[$0] != 1 && card.gains.value.vector[$0] != 1 }.map { channel in
      abs(card.gains.value.vector[channel] - truth.vector[channel]) / card.gains.standardError.vector[channel]
    }
    return [abs(levels.black.red - black) / levels.blackError.red] + gains
  }

  @Test func `a pedestal that nobody told is estimated within its error, or the card is refused`() throws {
    var (accepted, errors) = (0, [Double]())
    for (index, camera) in try SpectralSensitivities.measured().enumerated() {
      let (bits, black) =
        index % 2 == 0 ? (10, [16.0, 64, 120][index / 2 % 3]) : (12, [64.0, 256, 800][index / 2 % 3])
      let light = Self.lamps[index % Self.lamps.count].distribution
      for surround in [0.001, 0.02, 0.3, nil] {
        let frame = try Self.frame(
          of: camera, under: light, surround: surround, black: black, bits: bits, seed: UInt64(index))
        let found = try Self.errors(of: frame, black: black, by: camera, under: light)
        accepted += found.isEmpty ? 0 : 1
        errors += found
      }
    }
    #expect(accepted > 24, "\(accepted)")
    #expect(errors.allSatisfy { Tolerance.estimatedBlack.allows($0) }, "\(errors.max() ?? 0)")
  }

  /// Wells have 3000 to 60 000 electrons and a read noise of 1 to 6. Samples respond alike or differ by up to 1.5 %.
  /// What they see is smooth or has a texture of up to 3 %. With the largest well and the least noise, rounding hides
  /// the noise of the dark.
  @Test func `a pedestal is estimated within its error whatever the sensor is`() throws {
    let cameras = try SpectralSensitivities.measured()
    var random = SeededGenerator(seed: 14)
    func one<Value>(of values: [Value]) -> Value { values[Int.random(in: values.indices, using: &random)] }
    var (accepted, errors) = (0, [Double]())
    for index in 0..<208 {
      let (bits, black) = one(of: [(8, 12.4), (10, 16), (10, 63.3), (10, 120), (12, 64), (12, 256), (12, 800)])
      let (camera, light) = (cameras[index % cameras.count], one(of: Self.lamps).distribution)
      let frame = try Self.frame(
        of: camera, under: light, surround: one(of: [0.0001, 0.0005, 0.001, 0.003, 0.006]), black: black, bits: bits,
        fullWell: one(of: [3000, 8000, 20_000, 60_000, 60_000]), readNoise: one(of: [1, 1, 3, 6]),
        responseSpread: one(of: [0, 0, 0.003, 0.006, 0.01, 0.015]), texture: one(of: [0, 0, 0.01, 0.03]),
        exposure: one(of: [0.3, 0.5, 0.7]), seed: UInt64(index))
      let found = try Self.errors(of: frame, black: black, by: camera, under: light)
      accepted += found.isEmpty ? 0 : 1
      errors += found
    }
    #expect(accepted > 60, "\(accepted)")
    #expect(errors.allSatisfy { Tolerance.estimatedBlack.allows($0) }, "\(errors.max() ?? 0)")
  }

  /// Noise of less than a step of four hides in the rounding to eight bits.
  @Test func `eight bits that were shifted to ten tell their black within its error, or the card is refused`() throws {
    let (camera, light) = (try SpectralSensitivities.canon5DMarkII(), CIEIlluminant.d65.distribution)
    var errors: [Double] = []
    for (index, black) in [16.1, 16.2, 16.35, 16.45].enumerated() {
      for surround in [0.001, 0.01] {
        for (fullWell, exposure) in [(8000.0, 0.3), (8000, 0.5), (20_000, 0.3), (60_000, 0.7)] {
          let frame = try Self.frame(
            of: camera, under: light, surround: surround, black: black, bits: 8, fullWell: fullWell, readNoise: 2,
            exposure: exposure, seed: UInt64(index))
          let format = try PixelFormat("RG10")
          let shifted = try RawFrame(
            format: format, width: frame.width, height: frame.height, samples: frame.bytes.map { UInt16($0) << 2 },
            levels: SampleLevels(fullRangeOf: format))
          errors += try Self.errors(of: shifted, black: 4 * black, by: camera, under: light)
        }
      }
    }
    #expect(errors.allSatisfy { Tolerance.estimatedBlack.allows($0) }, "\(errors.max() ?? 0)")
  }

  /// Noise of half a step is at the limit of what counts as noise.
  @Test func `samples that were shifted tell their black as they do unshifted`() throws {
    func result(_ frame: RawFrame) -> Result<EstimatedBlack, EstimatedBlack.Absence> {
      Result { () throws(EstimatedBlack.Absence) in try EstimatedBlack(of: frame) }
    }
    let (camera, light) = (try SpectralSensitivities.canon5DMarkII(), CIEIlluminant.d65.distribution)
    let format = try PixelFormat("RG10")
    var estimates = 0
    let fullWells = [8000.0, 20_000, 40_000, 80_000, 160_000, 320_000]
    for fullWell in fullWells {
      let frame = try Self.frame(
        of: camera, under: light, surround: 0.001, black: 16.2, bits: 8, fullWell: fullWell, readNoise: 2, seed: 3)
      let plain = try frame.replacingLevels(SampleLevels(black: 0, white: 255))
      let shifted = try RawFrame(
        format: format, width: frame.width, height: frame.height, samples: frame.bytes.map { UInt16($0) << 2 },
        levels: SampleLevels(black: 0, white: 4 * 255))
      switch (result(plain), result(shifted)) {
      case (.success(let plain), .success(let shifted)):
        estimates += 1
        #expect(shifted.value == 4 * plain.value && shifted.standardError == 4 * plain.standardError)
      case (.failure(let plain), .failure(let shifted)): #expect(plain == shifted, "\(fullWell)")
      case (let plain, let shifted): Issue.record("\(fullWell): \(plain), \(shifted)")
      }
    }
    #expect(estimates > 0 && estimates < fullWells.count, "\(estimates)")
  }

  /// Drivers leave such bars where a sensor has fewer columns or rows than the format.
  @Test(arguments: [(2, 0), (16, 0), (0, 2), (0, 16)], [0, 1, 16, 63] as [UInt16])
  func `a bar of one value beside the picture tells nothing of black`(size: (columns: Int, rows: Int), value: UInt16)
    throws
  {
    let (columns, rows) = size
    let frame = try Self.frame(
      of: .canon5DMarkII(), under: CIEIlluminant.d65.distribution, surround: 0.001, black: 64, bits: 10, seed: 3)
    let barred = try Self.barred(frame, columns: columns, rows: rows, value: value)
    let black = try EstimatedBlack(of: barred)
    #expect(Tolerance.estimatedBlack.allows(abs(black.value - 64) / black.standardError), "\(black)")
  }

  @Test(arguments: [1, 16, 63] as [UInt16])
  func `a bar is not taken for the dark places of a picture that has none`(value: UInt16) throws {
    for (light, seed) in zip(Self.lamps, UInt64(1)...) {
      let frame = try Self.frame(
        of: .canon5DMarkII(), under: light.distribution, surround: nil, black: 64, bits: 10, seed: seed)
      guard let black = try? EstimatedBlack(of: Self.barred(frame, columns: 16, rows: 0, value: value)) else {
        continue
      }
      #expect(Tolerance.estimatedBlack.allows(abs(black.value - 64) / black.standardError), "\(light): \(black)")
    }
  }

  /// The noise of the surroundings is a tenth of a step.
  @Test func `dark places tell black where their noise hides in the rounding`() throws {
    for (light, seed) in zip(Self.lamps, UInt64(1)...) {
      let frame = try Self.frame(
        of: .canon5DMarkII(), under: light.distribution, surround: 0, black: 256, bits: 12, fullWell: 40_000,
        readNoise: 1, seed: seed)
      let black = try EstimatedBlack(of: frame)
      #expect(Tolerance.estimatedBlack.allows(abs(black.value - 256) / black.standardError), "\(light): \(black)")
    }
  }

  /// Returns a frame with columns and rows of one value beside it.
  private static func barred(_ frame: RawFrame, columns: Int, rows: Int, value: UInt16) throws -> RawFrame {
    var samples: [UInt16] = []
    for row in 0..<frame.height {
      var line: [UInt16] = []
      frame.readSamples(row: row, columns: 0..<frame.width, into: &line)
      samples += line + Array(repeating: value, count: columns)
    }
    samples += Array(repeating: value, count: (frame.width + columns) * rows)
    return try RawFrame(
      format: frame.format, width: frame.width + columns, height: frame.height + rows, samples: samples,
      levels: frame.levels)
  }

  @Test func `12 bits in samples of 16 tell their black as 12 bits do`() throws {
    let frame = try Self.frame(
      of: .canon5DMarkII(), under: CIEIlluminant.d65.distribution, surround: 0.001, black: 256, bits: 12, seed: 3)
    let wide = try RawFrame(
      format: PixelFormat("RG16"), width: frame.width, height: frame.height,
      samples: (0..<frame.height).flatMap { row in
        var samples: [UInt16] = []
        frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
        return samples
      },
      levels: SampleLevels(black: 0, white: 4095))
    #expect(try EstimatedBlack(of: wide) == EstimatedBlack(of: frame))
  }

  @Test func `a card that is also too noisy beside its estimated black is refused for the black alone`() throws {
    let frame = try Self.frame(
      of: .canon5DMarkII(), under: CIEIlluminant.d65.distribution, surround: 0.001, black: 256, bits: 12, seed: 3)
    var limits = GrayCardLimits()
    limits.relativeStandardError = 1e-9
    for (origin, code) in [(BlackOrigin.assumed, CardRefusal.Code.blackUnknown), (.option, .tooNoisy)] {
      let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: origin), limits: limits)
      guard case .refused(let reasons) = measurement.verdict else {
        Issue.record("\(measurement.verdict)")
        continue
      }
      #expect(reasons.map(\.code) == [code] && (measurement.source.blackOrigin == .estimated) == (origin == .assumed))
    }
  }

  /// What places of a frame show, whose light falls from 700 above a pedestal to an eighth of that.
  private static func places(
    pedestal: Double = 64, gain: Double = 0.1, texture: (_ place: Int, _ signal: Double) -> Double = { _, _ in 0 },
    curve: (Double) -> Double = { $0 }
  ) throws -> RawFrame {
    var generator = SeededGenerator(seed: 15)
    let format = try PixelFormat("RG10")
    let samples = (0..<160 * 128).map { index in
      let place = index / 160 / 16 * 10 + index % 160 / 16
      let signal = place < 8 ? 0 : 700 * Double.exp2(-3 * Double(place - 8) / 72)
      let deviation = (1 + gain * signal).squareRoot() + texture(place, signal)
      return UInt16(max(pedestal + curve(signal + deviation * generator.normal()), 0).rounded())
    }
    return try RawFrame(
      format: format, width: 160, height: 128, samples: samples, levels: SampleLevels(fullRangeOf: format))
  }

  @Test func `places whose noise is no light's tell no black, and why`() throws {
    let told = try EstimatedBlack(of: Self.places())
    #expect(Tolerance.estimatedBlack.allows(abs(told.value - 64) / told.standardError))
    // A curve that takes a sixth off the brightest, and leaves the noise on a line that falls.
    #expect(throws: EstimatedBlack.Absence.notLinear) {
      try EstimatedBlack(of: Self.places(curve: { $0 - $0 * $0 / 4000 }))
    }
    // Two of three of the brightest are textured.
    #expect(throws: EstimatedBlack.Absence.noNoise) {
      try EstimatedBlack(of: Self.places(texture: { $0 % 3 > 0 && $1 > 350 ? 0.05 * $1 : 0 }))
    }
    // A full well of 500 electrons.
    #expect(throws: EstimatedBlack.Absence.noNoise) { try EstimatedBlack(of: Self.places(gain: 2)) }
  }

  /// Read noise of as much as ten raw values of light makes, above a pedestal of two.
  @Test func `an estimate and its interval are of levels from 0 on`() throws {
    let black = try EstimatedBlack(of: Self.places(pedestal: 2))
    #expect(black.value - black.standardError >= 0, "\(black)")
    #expect(Tolerance.estimatedBlack.allows(abs(black.value - 2) / black.standardError), "\(black)")
  }

  /// A full well of 500 electrons tells no black, and a surround without shot noise is a pedestal.
  @Test func `an unknown black level is refused as unknown, also where dark places contradict 0`() throws {
    var generator = SeededGenerator(seed: 32)
    let card = [130.0, 300, 300, 180]
    let frame = try GrayCardEstimatorTests.frame(
      width: 160, height: 120, black: BayerValues(repeating: 0), white: BayerValues(repeating: 1023)
    ) { channel, column, row in
      let isCard = (40..<120).contains(column) && (30..<90).contains(row)
      let signal = isCard ? card[channel.rawValue] : 0
      return UInt16((64 + signal + (2 * signal + 1).squareRoot() * generator.normal()).rounded())
    }
    let area = CardArea.region(BlackLevelEvidenceTests.card(160, 120))
    for (origin, code) in [(BlackOrigin.assumed, CardRefusal.Code.blackUnknown), (.option, .blackLevel)] {
      let measurement = try CardMeasurement(of: SourceFrame(frame, blackOrigin: origin), in: area)
      guard case .refused(let reasons) = measurement.verdict else {
        Issue.record("\(measurement.verdict)")
        continue
      }
      #expect(reasons.map(\.code) == [code])
    }
  }

  @Test func `a card that fills the frame, with black that nobody told, is refused with the way out`() throws {
    let frame = try Self.frame(
      of: .canon5DMarkII(), under: CIEIlluminant.d65.distribution, surround: nil, black: 64, bits: 10, seed: 3)
    let source = SourceFrame(frame, blackOrigin: .assumed)
    let measurement = try CardMeasurement(of: source, unknownBlack: .estimate)
    guard case .refused(let reasons) = measurement.verdict else {
      Issue.record("\(measurement.verdict)")
      return
    }
    #expect(reasons.first?.code == .blackUnknown)
    #expect(reasons.first?.description.contains("dark frames") == true)
    // Black that was given is believed, 0 among it.
    let given = try CardMeasurement(of: SourceFrame(frame, blackOrigin: .option), unknownBlack: .estimate)
    #expect(given.source.blackOrigin == .option)
  }
}

import Colorimetry
import GrayCard
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// Samples that noise does not carry from one raw value to the next.
@Suite struct RoundedFramesTests {
  /// How many stated errors red's and blue's gains are away from the truth.
  private static func distances(exposure: Double, frames count: Int, seed: UInt64) throws -> [Double] {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RGGB"), levels: SampleLevels(black: 16, white: 255), fullWell: 40_000,
      readNoise: 3)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let shot = try SimulatedShot(
      of: SimulatedScene(card: card, under: CIEIlluminant.d65.distribution), by: sensor, width: 64, height: 64,
      exposure: exposure)
    var average = FrameAverage(shot.frame(seed: seed))
    for index in 1..<count { try average.add(shot.frame(seed: seed &+ UInt64(index) &* 1000)) }
    let reading = try GrayCardEstimator().reading(of: average.mean(), in: Region(x: 0, y: 0, width: 64, height: 64))
    let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
    let truth = try #require(shot.truth?.gains)
    return [
      abs(gains.value.red - truth.red) / gains.standardError.red,
      abs(gains.value.blue - truth.blue) / gains.standardError.blue,
    ]
  }

  @Test(arguments: [1, 16]) func `eight bits in low light are as near to the truth as stated, of one frame and of many`(
    count: Int
  ) throws {
    for exposure in stride(from: 0.05, through: 0.25, by: 0.02) {
      for distance in try Self.distances(exposure: exposure, frames: count, seed: 3) {
        #expect(Tolerance.threeStandardErrors.allows(distance), "exposure \(exposure): \(distance)")
      }
    }
  }

  @Test func `a card without noise is known to a step, however its surroundings move`() throws {
    let levels = (red: 40.42, green: 80.0, blue: 50.0)
    let card = Region(x: 24, y: 24, width: 48, height: 48)
    func frame(_ number: Int) throws -> RawFrame {
      try GrayCardEstimatorTests.frame(width: 96, height: 96, black: BayerValues(repeating: 0)) {
        channel, column, row in
        let isCard = (24..<72).contains(column) && (24..<72).contains(row)
        guard isCard else { return UInt16(60 + (column * 31 + row * 17 + number * number * 97) % 200) }
        return UInt16((channel == .red ? levels.red : channel == .blue ? levels.blue : levels.green).rounded())
      }
    }
    var average = FrameAverage(try frame(0))
    for number in 1..<8 { try average.add(frame(number)) }
    let reading = try GrayCardEstimator().reading(of: average.mean(), in: card)
    let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
    #expect(
      Tolerance.twoStandardErrors.allows(abs(gains.value.red - levels.green / levels.red) / gains.standardError.red))
  }

  @Test(arguments: [0, 1]) func `eight bits that were shifted have a step of four, whatever fraction black has`(
    oddSamples: Int
  ) throws {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RGGB"), levels: SampleLevels(black: 16, white: 255), fullWell: 60_000,
      readNoise: 3)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let scene = SimulatedScene(card: card, under: CIEIlluminant.d65.distribution)
    // A fraction of black leaves other differences where the signal passes a power of two, so all signals are tried.
    for exposure in stride(from: 0.05, through: 0.6, by: 0.005) {
      let frame = try SimulatedShot(of: scene, by: sensor, width: 64, height: 64, exposure: exposure).frame(seed: 5)
      var bytes = frame.bytes.flatMap { [UInt8(truncatingIfNeeded: Int($0) << 2), $0 >> 6] }
      // A corrected sample may have any value.
      for sample in 0..<oddSamples { bytes[2 * (32 * 64 + 32 + sample)] |= 1 }
      let shifted = try RawFrame(
        format: PixelFormat("RG10"), width: 64, height: 64, bytes: bytes,
        levels: SampleLevels(black: 64.492, white: 1020))
      let reading = try GrayCardEstimator().reading(of: shifted, in: Region(x: 0, y: 0, width: 64, height: 64))
      #expect(GrayCardEstimatorTests.refusals(reading) == [], "exposure \(exposure)")
    }
  }

  /// A stated black of 64 is 0.45 below the sensor's, which is a larger share of the dark end of a card than of the
  /// bright one.
  @Test(arguments: [1, 32]) func `a black level that is rounded to a whole value makes no second light`(
    count: Int
  ) throws {
    let sensor = try SimulatedSensor(
      .canon5DMarkII(), format: PixelFormat("RG10"), levels: SampleLevels(black: 64.45, white: 1023), fullWell: 30_000,
      readNoise: 3)
    let card = try SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18])
    let (width, height) = (160, 120)
    let scene = SimulatedScene(card: card, under: CIEIlluminant.a.distribution)
      .dimmed { column, _ in 1 - 0.8 * Double(column) / Double(width) }
    let shot = try SimulatedShot(of: scene, by: sensor, width: width, height: height, exposure: 0.05)
    func frame(_ seed: UInt64) throws -> RawFrame {
      try shot.frame(seed: seed).replacingLevels(SampleLevels(black: 64, white: 1023))
    }
    var average = FrameAverage(try frame(1))
    for seed in 1..<UInt64(count) { try average.add(frame(1 + seed)) }
    let read = count > 1 ? average.mean() : try frame(1)
    let reading = try GrayCardEstimator().reading(of: read, in: Region(x: 0, y: 0, width: width, height: height))
    #expect(!reading.warnings.map(\.code).contains(.colorVaries), "\(reading.warnings) \(reading.verdict)")
  }

  @Test func `greens that differ widen the errors of red and blue`() throws {
    // Columns of two readouts: every other one gives 4 % more.
    let frame = try GrayCardEstimatorTests.frame(width: 64, height: 64, black: BayerValues(repeating: 0)) {
      channel, column, _ in
      let level = channel == .red ? 300.0 : channel == .blue ? 350 : 500
      return UInt16((level * (column.isMultiple(of: 2) ? 0.98 : 1.02)).rounded())
    }
    let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 64, height: 64))
    let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
    #expect(Tolerance.twoStandardErrors.allows(abs(gains.value.red - 500 / 300.0) / gains.standardError.red))
    #expect(Tolerance.twoStandardErrors.allows(abs(gains.value.blue - 500 / 350.0) / gains.standardError.blue))
    #expect(gains.standardError.red < 0.1)
  }

  /// Two readouts take the columns in turn, and their levels differ by 1.6 raw values. Noise hides that in one card, so
  /// there is nothing to refuse or to warn of.
  @Test func `greens whose difference noise nearly hides widen the errors of weak channels`() throws {
    var generator = SeededGenerator(seed: 41)
    var squares: [Double] = []
    for index in 0..<60 {
      let offset = index.isMultiple(of: 2) ? 0.8 : -0.8
      let frame = try GrayCardEstimatorTests.frame(width: 32, height: 32, black: BayerValues(repeating: 0)) {
        channel, column, _ in
        let level = channel == .red ? 150.0 : channel == .blue ? 250 : 500
        return UInt16((level + (column.isMultiple(of: 2) ? offset : -offset) + 4 * generator.normal()).rounded())
      }
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 32, height: 32))
      let gains = try MeasuredGains(neutralizing: GrayCardEstimatorTests.neutral(reading))
      let error = (gains.value.red - 500 / 150.0) / gains.standardError.red
      squares.append(error * error)
    }
    #expect(Tolerance.twoStandardErrors.allows((squares.reduce(0, +) / Double(squares.count)).squareRoot()))
  }
}

import Foundation
import RawFrames
import SensorSimulation
import TestSupport
import Testing

/// The laws of EMVA 1288's linear model, over the sensor's range.
@Suite struct SensorNoiseTests {
  static let side = 96
  static let count = Double(side * side)
  /// The largest error of a frame that is allowed, in standard errors.
  static let errors = Tolerance.fiveStandardErrors.limit

  static func shot(_ sensor: SimulatedSensor, exposure: Double) throws -> SimulatedShot {
    try SimulatedShot(of: Simulation.card(), by: sensor, width: side, height: side, exposure: exposure)
  }

  @Test(arguments: [0.0004, 0.003, 0.02, 0.09, 0.4, 0.8])
  func `mean and variance of a sample are those of the photon transfer curve`(exposure: Double) throws {
    let sensor = try Simulation.sensor()
    let shot = try Self.shot(sensor, exposure: exposure)
    let (mean, variance) = Simulation.meanAndVariance(Simulation.samples(shot.frame(seed: 11)))
    let gain = 3839.0 / 1000
    let electrons = exposure * 1000
    let expected = gain * gain * (electrons + 4) + 1.0 / 12
    #expect(abs(mean - (256 + gain * electrons)) < Self.errors * (expected / Self.count).squareRoot())
    // The standard error of the variance, with what Poisson's law adds to a normal one's fourth moment.
    let kurtosis = gain * gain * gain * gain * electrons / (expected * expected)
    #expect(abs(variance / expected - 1) < Self.errors * ((2 + kurtosis) / Self.count).squareRoot())
    #expect(shot.meanValue(column: 5, row: 9) == 256 + sensor.gain * electrons)
  }

  @Test func `in the dark there is the black level and read noise`() throws {
    let shot = try SimulatedShot(inTheDark: Simulation.sensor(black: 256.3), width: Self.side, height: Self.side)
    let (mean, variance) = Simulation.meanAndVariance(Simulation.samples(shot.frame(seed: 2)))
    let gain = (4095 - 256.3) / 1000
    let expected = gain * gain * 4 + 1.0 / 12
    #expect(abs(mean - 256.3) < Self.errors * (expected / Self.count).squareRoot())
    #expect(abs(variance / expected - 1) < Self.errors * (2 / Self.count).squareRoot())
    #expect(shot.truth == nil && shot.meanValue(column: 0, row: 0) == 256.3)
  }

  @Test func `without read noise a sample is a whole number of electrons`() throws {
    let sensor = try Simulation.sensor(black: 100, white: 1100, fullWell: 100, readNoise: 0)
    let samples = Simulation.samples(try Self.shot(sensor, exposure: 0.1).frame(seed: 1))
    #expect(Set(samples.map { $0.truncatingRemainder(dividingBy: 10) }) == [0])
    #expect(Set(samples).count > 20 && samples.min() ?? 0 >= 100)
  }

  @Test(arguments: [0.97, 1, 1.02, 1.5]) func `the clipped share is that of Poisson's law`(exposure: Double) throws {
    // A white level below the largest value of the format.
    let sensor = try Simulation.sensor(black: 0, white: 4000, fullWell: 2000, readNoise: 0)
    let samples = Simulation.samples(try Self.shot(sensor, exposure: exposure).frame(seed: 4))
    let clipped = Double(samples.count { $0 == 4000 }) / Self.count
    #expect(samples.max() == 4000)
    // Two raw values an electron: 2000 electrons and more are clipped.
    let mean = 2000 * exposure
    let below = (0..<2000).reduce(0) { $0 + exp(Double($1) * log(mean) - mean - lgamma(Double($1) + 1)) }
    let share = 1 - below
    #expect(Tolerance.poissonSum.allows(abs(clipped - share) - Self.errors * (share * below / Self.count).squareRoot()))
  }

  /// Some samples would respond with less than nothing.
  @Test(arguments: [0.5, 1]) func `however much samples differ, none has negative light`(share: Double) throws {
    let sensor = try Simulation.sensor(readNoise: 0, fixedPattern: FixedPattern(responseNonUniformity: share, unit: 3))
    let samples = Simulation.samples(try Self.shot(sensor, exposure: 0.3).frame(seed: 7))
    #expect(samples.min() == 256 && samples.max() ?? 0 > 256)
  }

  @Test(arguments: [5, 1e3, 1e9, 1e300]) func `light far beyond white is white in every sample`(exposure: Double) throws
  {
    let samples = Simulation.samples(try Self.shot(Simulation.sensor(), exposure: exposure).frame(seed: 4))
    #expect(Set(samples) == [4095])
  }

  @Test func `twice the ISO is half the full well, and the signal to noise ratio falls with it`() throws {
    let ratios = try [2e4, 1e4].map { fullWell in
      let sensor = try Simulation.sensor("RG16", black: 1000, white: 65_535, fullWell: fullWell, readNoise: 0)
      let (mean, variance) = Simulation.meanAndVariance(
        Simulation.samples(try Self.shot(sensor, exposure: 0.5).frame(seed: 6)))
      return (mean - 1000) * (mean - 1000) / variance
    }
    #expect(abs(ratios[0] / 1e4 - 1) < Self.errors * (2 / Self.count).squareRoot())
    #expect(abs(ratios[1] / 5e3 - 1) < Self.errors * (2 / Self.count).squareRoot())
  }

  // MARK: - Fixed pattern

  @Test func `responses differ from sample to sample by the share asked for, and not from frame to frame`() throws {
    func samples(unit: UInt64, seed: UInt64) throws -> [Double] {
      // So many electrons that photon noise is a hundredth of the pattern.
      let sensor = try Simulation.sensor(
        "RG16", black: 0, white: 65_535, fullWell: 1e9, readNoise: 0,
        fixedPattern: FixedPattern(responseNonUniformity: 0.01, unit: unit))
      return Simulation.samples(try Self.shot(sensor, exposure: 0.5).frame(seed: seed))
    }
    let first = try samples(unit: 1, seed: 1)
    let (mean, variance) = Simulation.meanAndVariance(first)
    #expect(abs(mean / 32_767.5 - 1) < Self.errors * 0.01 / Self.count.squareRoot())
    #expect(abs(variance.squareRoot() / mean / 0.01 - 1) < Self.errors / (2 * Self.count).squareRoot())
    let again = Simulation.meanAndVariance(zip(first, try samples(unit: 1, seed: 2)).map { $0 - $1 })
    #expect(again.variance < variance / 100)
    let other = Simulation.meanAndVariance(zip(first, try samples(unit: 2, seed: 1)).map { $0 - $1 })
    #expect(Tolerance.twoPatterns.allows(abs(other.variance / variance - 2)))
  }

  @Test func `no row of a fixed pattern is another's`() throws {
    let pattern = try FixedPattern(responseNonUniformity: 0.01, unit: 1)
    let sensor = try Simulation.sensor(
      "RG16", black: 0, white: 65_535, fullWell: 1e9, readNoise: 0, fixedPattern: pattern)
    let samples = Simulation.samples(try Self.shot(sensor, exposure: 0.5).frame(seed: 1))
    // In standard deviations of the pattern.
    let deviations = samples.map { ($0 / 32_767.5 - 1) / 0.01 }
    for row in 1..<Self.side {
      let product = (0..<Self.side).reduce(0) { $0 + deviations[$1] * deviations[row * Self.side + $1] }
      #expect(abs(product) < Self.errors * Double(Self.side).squareRoot(), "row \(row)")
    }
  }

  @Test func `hot and dead samples are as many as asked for, and the same in every frame`() throws {
    let pattern = try FixedPattern(hot: 0.02, dead: 0.05, unit: 9)
    let sensor = try Simulation.sensor(fixedPattern: pattern)
    let light = Simulation.samples(try Self.shot(sensor, exposure: 0.5).frame(seed: 1))
    let dark = Simulation.samples(
      try SimulatedShot(inTheDark: sensor, width: Self.side, height: Self.side).frame(seed: 2))
    let hot = Set(dark.indices.filter { dark[$0] == 4095 })
    let dead = Set(light.indices.filter { light[$0] == 256 })
    #expect(hot == Set(light.indices.filter { light[$0] == 4095 }))
    #expect(abs(Double(hot.count) - 0.02 * Self.count) < Self.errors * (0.02 * 0.98 * Self.count).squareRoot())
    #expect(abs(Double(dead.count) - 0.05 * Self.count) < Self.errors * (0.05 * 0.95 * Self.count).squareRoot())
    #expect(hot.isDisjoint(with: dead))
    #expect(dead.allSatisfy { dark[$0] == 256 })
    let other = Simulation.samples(
      try SimulatedShot(
        inTheDark: Simulation.sensor(fixedPattern: FixedPattern(hot: 0.02, unit: 10)), width: Self.side,
        height: Self.side
      ).frame(seed: 2))
    #expect(Set(other.indices.filter { other[$0] == 4095 }) != hot)
  }
}

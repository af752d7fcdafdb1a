import Colorimetry
import GrayCard
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// Clean cards, as near to the truth as noise allows, and known to be so. `Tests/Benchmarks/run gray-card` has more.
@Suite struct CardAccuracyTests {
  static let (count, side) = (400, 48)

  struct Scores {
    /// Errors of R/G and B/G, in units of the least standard error that an estimate without bias can have.
    var errors: [Double] = []
    /// Errors of the gains, in units of their stated standard errors.
    var gains: [Double] = []
    var temperatures: [Double] = []
    var duvs: [Double] = []
  }

  private static let scores = Result { try measure() }

  private static func measure() throws -> Scores {
    var scores = Scores()
    var generator = NoiseGenerator(seed: 71)
    for index in 0..<count {
      let camera = try CardCamera.all[index % 2].get()
      let light = try CardScene.lights[index / 2 % CardScene.lights.count]()
      let loss = 0.5 * generator.uniform()
      let brightest = (x: Double(side) * generator.uniform(), y: Double(side) * generator.uniform())
      let scene = SimulatedScene(card: try .gray(0.4), under: light).dimmed { column, row in
        let (x, y) = (Double(column) - brightest.x, Double(row) - brightest.y)
        return 1 - loss * (x * x + y * y) / Double(2 * side * side)
      }
      let shot = try camera.shot(of: scene, side: side, exposure: 0.1 + 0.6 * generator.uniform())
      let truth = try #require(shot.truth).neutral
      let reading = try GrayCardEstimator().reading(
        of: shot.frame(seed: generator.next()), in: Region(x: 0, y: 0, width: side, height: side))
      let neutral = try GrayCardEstimatorTests.neutral(reading)
      let bound = leastErrors(shot)
      for (place, channel) in [(0, 0), (1, 2)] {
        let ratio = neutral.value.vector[channel] / neutral.value.green
        scores.errors.append((ratio / (truth.vector[channel] / truth.green) - 1) / bound[place])
      }
      var one = CardScores()
      try one.add(reading, truth: truth)
      scores.gains += one.gains
      let measured = try MeasuredLight(forNeutral: neutral, on: camera.characterization)
      let uncertainty = try #require(measured.uncertainty)
      let found = try #require(measured.estimate.temperatureAndTint)
      let expected = try #require(try camera.characterization.light(forNeutral: truth).temperatureAndTint)
      scores.temperatures.append((found.temperature - expected.temperature) / uncertainty.temperature)
      scores.duvs.append((found.duv - expected.duv) / uncertainty.duv)
    }
    return scores
  }

  /// The Cramér-Rao bound of R/G and B/G where noise and shading are known: each sample tells of its channel by its
  /// squared mean over its variance.
  private static func leastErrors(_ shot: SimulatedShot) -> SIMD2<Double> {
    var information = BayerValues(repeating: 0.0)
    let sensor = shot.sensor
    for row in 0..<side {
      for column in 0..<side {
        guard let channel = sensor.format.bayerPattern?.channel(column: column, row: row) else { continue }
        let gain = sensor.gain
        let signal = shot.meanValue(column: column, row: row) - sensor.levels.black[channel]
        let rounding = 1.0 / 12
        let variance = gain * signal + gain * gain * sensor.readNoise * sensor.readNoise + rounding
        information[channel] += signal * signal / variance
      }
    }
    let green = 1 / (information.greenOnRedRow + information.greenOnBlueRow)
    return SIMD2(1 / information.red + green, 1 / information.blue + green).squareRoot()
  }

  @Test func `the spread of readings is the Cramér-Rao bound`() throws {
    let errors = try Self.scores.get().errors
    let mean = errors.reduce(0, +) / Double(errors.count)
    let spread = (errors.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(errors.count)).squareRoot()
    #expect(Tolerance.efficiencyOf800.allows(abs(spread - 1)), "\(spread)")
    #expect(Tolerance.biasOf800.allows(abs(mean)), "\(mean)")
  }

  @Test func `stated intervals hold the truth as often as they should`() throws {
    let scores = try Self.scores.get()
    for (name, scores) in [("gains", scores.gains), ("temperature", scores.temperatures), ("duv", scores.duvs)] {
      func coverage(_ limit: Double) -> Double { Double(scores.count { abs($0) <= limit }) / Double(scores.count) }
      #expect(Tolerance.coverage68Of400.allows(abs(coverage(0.99446) - 0.68)), "\(name): \(coverage(0.99446))")
      #expect(Tolerance.coverage95Of400.allows(abs(coverage(1.95996) - 0.95)), "\(name): \(coverage(1.95996))")
    }
  }
}

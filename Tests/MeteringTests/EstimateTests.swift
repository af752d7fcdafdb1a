import Colorimetry
import GrayCard
import RealModule
import TestSupport
import Testing
import WhiteBalance

@testable import Metering

/// The mean of frames, and how sure it is.
@Suite struct EstimateTests {
  private static let error = 0.005

  /// A block of frames of a light whose log ratios differ by `change` from 0, in noise, after an error that all share.
  private static func block(
    _ generator: inout SeededGenerator, noise: Double = error, common: Double = 0, stated: Double = error,
    blueNoise: Double? = nil, blueChange: (Int) -> Double = { _ in 0 }, change: (Int) -> Double = { _ in 0 }
  ) throws -> BlockRatios {
    var block = RatioBlock()
    let gains = WhiteBalanceGains(red: 1, green: 1, blue: 1)
    for index in 0..<HannWindow.count {
      let factors = [noise, noise, blueNoise ?? noise].map { 1 + $0 * generator.normal() }
      let value = LinearRGB(
        red: 0.3 * factors[0] * Double.exp(common + change(index)), green: 0.5 * factors[1],
        blue: 0.2 * factors[2] * Double.exp(blueChange(index)))
      let errors = LinearRGB(red: 0.3 * stated, green: 0.5 * stated, blue: 0.2 * (blueNoise ?? stated))
      let mean = block.add(MeasuredNeutral(value: value, standardError: errors), dividedBy: gains)
      #expect((mean == nil) == (index < HannWindow.count - 1))
      if let mean { return mean }
    }
    throw MeteringError.nothingToMeter
  }

  private static let truth = (red: Double.log(0.6), blue: Double.log(0.4))

  @Test func `a beat of two to six frames leaves a block's mean, whatever its phase`() {
    // The largest error of a mean, as a share of the beat's amplitude.
    func left(_ period: Double) -> Double {
      (0..<60).map { phase in
        let sum = HannWindow.weights.indices.reduce(0.0) { sum, index in
          sum + HannWindow.weights[index] * Double.cos(2 * .pi * (Double(index) / period + Double(phase) / 60))
        }
        return abs(sum) / Double(HannWindow.count)
      }.largest() ?? .infinity
    }
    for period in [2, 2.4, 3, 4, 6] { #expect(Tolerance.windowSums.allows(left(period)), "\(period)") }
    #expect(Tolerance.beatOfFiveFrames.allows(left(5)))
    // 100 Hz at 29.97 frames a second.
    #expect(Tolerance.beatOfMains.allows(left(1 / (100 / 29.97 - 3))))
    #expect(Tolerance.windowSums.allows(abs(HannWindow.weights.reduce(0, +) - 12)))
  }

  @Test func `the mean of blocks is off by its standard error`() throws {
    var generator = SeededGenerator(seed: 12)
    var scores: [Double] = []
    for _ in 0..<200 {
      var window = RatioWindow()
      for _ in 0..<4 { window.add(try Self.block(&generator)) }
      let mean = window.mean(ofLast: 4)
      scores.append((mean.red - Self.truth.red) / mean.covariance.red.squareRoot())
      scores.append((mean.blue - Self.truth.blue) / mean.covariance.blue.squareRoot())
    }
    let spread = (scores.reduce(0) { $0 + $1 * $1 } / Double(scores.count)).squareRoot()
    // Birge's ratio only ever widens, so that errors are a little on the large side.
    #expect(Tolerance.spreadOf400.allows(spread - 1), "\(spread)")
    #expect(spread > 0.8, "\(spread)")
  }

  @Test func `each ratio is off by its own standard error, also where blue is ten times as noisy as red`() throws {
    var generator = SeededGenerator(seed: 16)
    var (red, blue): ([Double], [Double]) = ([], [])
    for _ in 0..<200 {
      var window = RatioWindow()
      for _ in 0..<4 { window.add(try Self.block(&generator, blueNoise: 10 * Self.error)) }
      let mean = window.mean(ofLast: 4)
      red.append((mean.red - Self.truth.red) / mean.covariance.red.squareRoot())
      blue.append((mean.blue - Self.truth.blue) / mean.covariance.blue.squareRoot())
    }
    for scores in [red, blue] {
      let spread = (scores.reduce(0) { $0 + $1 * $1 } / Double(scores.count)).squareRoot()
      #expect(Tolerance.spreadOf200.allows(spread - 1), "\(spread)")
      #expect(spread > 0.8, "\(spread)")
    }
  }

  @Test(arguments: [false, true]) func `a ratio that varies beside one that does not varies with it in nothing`(
    isBlue: Bool
  ) throws {
    var generator = SeededGenerator(seed: 17)
    let change = { (index: Int) in 0.1 * Double(index % 2) }
    let steady = { (_: Int) in 0.0 }
    let block = try Self.block(
      &generator, noise: 0, blueChange: isBlue ? change : steady, change: isBlue ? steady : change)
    #expect((block.mean.covariance.red > 0, block.mean.covariance.blue > 0) == (!isBlue, isBlue))
    #expect(block.mean.covariance.both == 0 && block.common.both == 0)
  }

  @Test func `what all frames have alike stays in the error, however many there are`() throws {
    var generator = SeededGenerator(seed: 13)
    var scores: [Double] = []
    for _ in 0..<200 {
      // The readings state both, and cannot tell which is which.
      let common = 0.02 * generator.normal()
      var window = RatioWindow()
      let stated = (0.005 * 0.005 + 0.02 * 0.02 / 2).squareRoot()
      for _ in 0..<4 { window.add(try Self.block(&generator, common: common, stated: stated)) }
      var mean = window.mean(ofLast: 4)
      mean.covariance = mean.covariance + window.common
      scores.append((mean.red - Self.truth.red) / mean.covariance.red.squareRoot())
      // The variance of 0.7 %, of which 1.5 / 48 counts, and the error with which two dozen frames know it.
      #expect(window.mean(ofLast: 4).standardError < 0.004)
    }
    let spread = (scores.reduce(0) { $0 + $1 * $1 } / Double(scores.count)).squareRoot()
    #expect(Tolerance.spreadOf200.allows(abs(spread - 1)), "\(spread)")
  }

  @Test func `an error that frames are known to share stays in the error, however the light varies`() throws {
    // One per cent in each ratio: half a per cent of black in red and in green, and colours that vary over the card.
    let value = LinearRGB(red: 0.3, green: 0.5, blue: 0.2)
    let black = LinearRGB(red: 0.005 * 0.3, green: 0.005 * 0.5, blue: 0)
    let variation = Matrix3x3(diagonal: [0.5e-4 * 0.3 * 0.3, 0, 0.75e-4 * 0.2 * 0.2])
    let shared = variation + Matrix3x3(diagonal: black.vector * black.vector)
    for flicker in [0.0, 0.01, 0.03] {
      var block = RatioBlock()
      var found: BlockRatios?
      for index in 0..<HannWindow.count {
        let change = 1 + flicker * Double.cos(2 * .pi * Double(index) / 3)
        let neutral = MeasuredNeutral(
          value: LinearRGB(red: value.red * change, green: value.green, blue: value.blue / change), covariance: shared,
          blackError: black, colorVariation: variation)
        found = block.add(neutral, dividedBy: WhiteBalanceGains(red: 1, green: 1, blue: 1))
      }
      let common = try #require(found).common
      // The mean over a flicker is within its square of what a steady light gives.
      let share = 0.999 - 2 * flicker * flicker
      for variance in [common.red, common.blue] {
        #expect((share * 1e-4...1e-4 / share).contains(variance), "\(flicker): \(variance)")
      }
      #expect((share * 0.25e-4...0.25e-4 / share).contains(common.both))
    }
  }

  @Test func `the errors of log ratios are those of the neutral, propagated`() {
    expectLaw(within: .rounding) { draws in
      func three(_ range: ClosedRange<Double>) -> SIMD3<Double> {
        [draws.number(in: range), draws.number(in: range), draws.number(in: range)]
      }
      // Any errors that vary together are sums of errors that do not.
      let root = Matrix3x3(columns: three(-0.01...0.01), three(-0.01...0.01), three(-0.01...0.01))
      return (value: three(0.1...0.9), root: root)
    } law: { value, root in
      let covariance = root * root.transposed
      let neutral = MeasuredNeutral(
        value: LinearRGB(red: value.x, green: value.y, blue: value.z), covariance: covariance)
      var block = RatioBlock()
      var found: BlockRatios?
      for _ in 0..<HannWindow.count {
        found = block.add(neutral, dividedBy: WhiteBalanceGains(red: 2, green: 1, blue: 1.5))
      }
      // Frames that are alike have all of their error in common.
      let common = try #require(found).common
      // The derivatives of ln R/G and ln B/G by red, green and blue.
      let (red, blue) = (SIMD3(1 / value.x, -1 / value.y, 0), SIMD3(0, -1 / value.y, 1 / value.z))
      func propagated(_ first: SIMD3<Double>, _ second: SIMD3<Double>) -> Double {
        (first * (covariance * second)).sum()
      }
      let pairs = [
        (common.red, propagated(red, red)), (common.blue, propagated(blue, blue)),
        (common.both, propagated(red, blue)),
      ]
      let terms =
        covariance[0, 0] / (value.x * value.x) + covariance[1, 1] / (value.y * value.y)
        + covariance[2, 2] / (value.z * value.z)
      return terms > 0 ? pairs.map { abs($0 - $1) / terms }.largest() : nil
    }
  }

  @Test(arguments: [false, true]) func `blocks that differ widen the error by Birge's ratio`(isBlue: Bool) throws {
    var generator = SeededGenerator(seed: 14)
    var window = RatioWindow()
    for index in 0..<2 {
      let change = index == 0 ? 0 : 0.04
      window.add(
        try Self.block(&generator, noise: 1e-6, stated: 1e-6, blueChange: { _ in isBlue ? change : 0 }) { _ in
          isBlue ? 0 : change
        })
    }
    // Half of 0.04, by which the two values differ, is the error of their mean. The other ratio agrees, and the error
    // is the root mean square of both.
    let mean = window.mean(ofLast: 2)
    let moved = isBlue ? mean.blue - Self.truth.blue : mean.red - Self.truth.red
    #expect(Tolerance.meanOfBlocks.allows(abs(moved - 0.02)))
    #expect(Tolerance.meanOfBlocks.allows(abs(mean.standardError - 0.02 / 2.0.squareRoot())))
    #expect(window.agreed(within: 0.01, count: 2) == nil)
    #expect(window.agreed(within: 0.01, count: 1) != nil)
  }

  @Test func `the fewest blocks that are sure enough are taken, so that a light of before is forgotten`() throws {
    var generator = SeededGenerator(seed: 15)
    var window = RatioWindow()
    for index in 0..<RatioWindow.mostBlocks + 4 {
      window.add(try Self.block(&generator) { _ in index < RatioWindow.mostBlocks ? 0.5 : 0 })
    }
    #expect(window.blocks.count == RatioWindow.mostBlocks)
    let agreed = try #require(window.agreed(within: 0.002, count: 2))
    #expect(Tolerance.fourStandardErrors.allows(abs(agreed.red - Self.truth.red) / 0.002))
  }

  @Test func `gains of log ratios are the neutral's, and so are their errors`() throws {
    var ratios = LogRatios()
    (ratios.red, ratios.blue) = (Double.log(0.5), Double.log(0.8))
    ratios.covariance = RatioCovariance(red: 4e-4, blue: 9e-4, both: 1e-4)
    #expect(ratios.standardError == 9e-4.squareRoot())
    let gains = try #require(ratios.gains(adding: .zero))
    #expect(gains.value.green == 1)
    #expect(Tolerance.ratiosOfGains.allows(largest(abs(gains.value.red - 2), abs(gains.value.blue - 1.25))))
    // A gain's error is its ratio's, as a share.
    #expect(Tolerance.ratiosOfGains.allows(abs(gains.standardError.red - 2 * 0.02)))
    #expect(Tolerance.ratiosOfGains.allows(abs(gains.standardError.blue - 1.25 * 0.03)))
  }

  @Test func `native ratios are those measured, over the gains that were applied`() throws {
    var (plain, gained) = (RatioBlock(), RatioBlock())
    let gains = WhiteBalanceGains(red: 2, green: 1.5, blue: 3)
    var found: [BlockRatios] = []
    for index in 0..<HannWindow.count {
      let value = LinearRGB(red: 0.2 + 0.001 * Double(index % 3), green: 0.3, blue: 0.1)
      let errors = LinearRGB(red: 1e-3, green: 2e-3, blue: 3e-3)
      let product = LinearRGB(red: value.red * 2, green: value.green * 1.5, blue: value.blue * 3)
      let errorProduct = LinearRGB(red: 2e-3, green: 3e-3, blue: 9e-3)
      found += [
        plain.add(
          MeasuredNeutral(value: value, standardError: errors),
          dividedBy: WhiteBalanceGains(red: 1, green: 1, blue: 1)),
        gained.add(MeasuredNeutral(value: product, standardError: errorProduct), dividedBy: gains),
      ].compactMap(\.self)
    }
    try #require(found.count == 2)
    #expect(Tolerance.ratiosOfGains.allows(abs(found[0].mean.red - found[1].mean.red)))
    #expect(Tolerance.ratiosOfGains.allows(abs(found[0].mean.blue - found[1].mean.blue)))
    #expect(Tolerance.variancesOfRatios.allows(abs(found[0].mean.covariance.red - found[1].mean.covariance.red)))
    #expect(Tolerance.variancesOfRatios.allows(abs(found[0].common.blue - found[1].common.blue)))
  }
}

import RawFrames
import TestSupport
import Testing

@testable import GrayCard

@Suite struct SensorNoiseTests {
  /// Tiles of 8 x 8 samples: a staircase of grays in one half, edges and texture in the other.
  static func noise(read: Double, shot: Double) throws -> SensorNoise {
    var generator = SeededGenerator(seed: 77)
    let frame = try GrayCardEstimatorTests.frame(
      "RG12", width: 240, height: 240, black: BayerValues(repeating: 256), white: BayerValues(repeating: 4095)
    ) { _, column, row in
      let step = 100.0 * Double(1 + row / 24)
      let signal = column < 120 ? step : step * (0.5 + generator.uniform())
      return UInt16((256 + signal + (read * read + shot * signal).squareRoot() * generator.normal()).rounded())
    }
    let region = Region(x: 0, y: 0, width: 240, height: 240)
    return SensorNoise(of: TileMoments(of: frame, in: region, side: 8, by: .fastest).tiles, levels: frame.levels)
  }

  @Test(arguments: [(3, 0.5), (12, 0.05), (2, 4), (0, 0)] as [(Double, Double)])
  func `the noise is that of the tiles that show nothing else`(read: Double, shot: Double) throws {
    let noise = try Self.noise(read: read, shot: shot)
    for signal in stride(from: 100.0, through: 1000, by: 100) {
      let truth = read * read + shot * signal + SampleRounding.variance
      // A million samples tell the variance, so the most is the noise itself.
      let found = noise.most(at: signal, count: 1_000_000)
      #expect(Tolerance.noiseOfTiles.allows(abs(found / truth - 1)), "\(signal): \(found), not \(truth)")
    }
  }

  @Test func `few samples may vary more by noise alone`() throws {
    let noise = try Self.noise(read: 3, shot: 0.5)
    // Chi-squared of 15 degrees lies above 4.06 times its mean once in 3.5 million, of 255 above 1.51 times.
    let truth = noise.most(at: 500, count: 1_000_000)
    for (count, quantile) in [(16, 4.06), (256, 1.51)] {
      let most = noise.most(at: 500, count: count) / truth
      #expect(Tolerance.chiSquaredQuantile.allows(abs(most / quantile - 1)), "\(count) samples: \(most)")
    }
  }
}

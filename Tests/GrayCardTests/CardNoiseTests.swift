import RawFrames
import TestSupport
import Testing

@testable import GrayCard

@Suite struct CardNoiseTests {
  /// Tiles of four and of sixteen samples a channel. The median of their variances is below the mean.
  @Test(arguments: [4, 8]) func `the noise of a card is that of its samples, however small the tiles are`(
    side: Int
  ) throws {
    var generator = SeededGenerator(seed: 51)
    let signal = BayerValues(red: 3000.0, greenOnRedRow: 9000, greenOnBlueRow: 9000, blue: 5000)
    let region = Region(x: 0, y: 0, width: 16 * side, height: 16 * side)
    var ratios: [Double] = []
    for _ in 0..<24 {
      let frame = try GrayCardEstimatorTests.frame(
        "RG16", width: region.width, height: region.height, black: BayerValues(repeating: 0),
        white: BayerValues(repeating: 65535)
      ) { channel, _, _ in UInt16((signal[channel] + signal[channel].squareRoot() * generator.normal()).rounded()) }
      let tiles = CardTiles(
        TileMoments(of: frame, in: region, side: side, by: .fastest), black: .zero,
        shares: SIMD4(BayerValues(repeating: 0.25)))
      let noise = try #require(CardNoise(of: tiles, step: 1))
      let variance = noise.variance(at: SIMD4(signal)) / SIMD4(signal)
      ratios += (0..<4).map { variance[$0] }
    }
    let mean = ratios.reduce(0, +) / Double(ratios.count)
    #expect(Tolerance.noiseOfSmallTiles.allows(abs(mean - 1)), "\(mean)")
  }
}

import Colorimetry
import GrayCard
import RawFrames
import RealModule
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

/// `Tests/Benchmarks/run gray-card` has more kinds, cameras and lamps.
@Suite struct SpoiltCardTests {
  private static let side = 128

  /// The errors of R/G and B/G of a neutral as logarithms, and its stated errors.
  private static func errors(_ neutral: MeasuredNeutral, truth: LinearRGB) -> [(error: Double, stated: Double)] {
    [0, 2].map { channel in
      let (one, green) = (neutral.value.vector[channel], neutral.value.green)
      let stated =
        (neutral.covariance[channel, channel] / (one * one) + neutral.covariance[1, 1] / (green * green)
        - 2 * neutral.covariance[channel, 1] / (one * green)).squareRoot()
      return (Double.log(one / green / (truth.vector[channel] / truth.green)), stated)
    }
  }

  /// Returns the error of R/G and B/G on spoilt cards (root mean square), in stated errors of clean ones.
  private static func error(ofCards spoilt: SimulatedScene) throws -> Double {
    let camera = try CardCamera.all[0].get()
    let whole = Region(x: 0, y: 0, width: side, height: side)
    var (squares, count) = (0.0, 0)
    for seed in UInt64(1)...12 {
      var clean: [Double] = []
      for (scene, isSpoilt) in [(try BadCard.card(), false), (spoilt, true)] {
        let shot = try camera.shot(of: scene, side: side, exposure: 0.5)
        let truth = try #require(shot.truth).neutral
        let reading = try GrayCardEstimator(limits: limits).reading(of: shot.frame(seed: seed), in: whole)
        let errors = errors(try GrayCardEstimatorTests.neutral(reading), truth: truth)
        if isSpoilt {
          for (error, stated) in zip(errors.map(\.error), clean) { squares += error * error / (stated * stated) }
          count += errors.count
        } else {
          clean = errors.map(\.stated)
        }
      }
    }
    return (squares / Double(count)).squareRoot()
  }

  @Test(arguments: ["an edge", "a label", "specks"])
  func `with a fifth of the card spoilt, the error stays below twice that of a clean card`(spoiler: String) throws {
    let (side, card) = (Self.side, try BadCard.card())
    let spoilt =
      switch spoiler {
      case "an edge": try card.placing(.blue(0.04)) { column, row in 10 * column + row > 8 * side + side / 2 }
      case "a label": try card.placing(.brown(0.25)) { column, row in max(column, row) * 9 < 4 * side }
      default: try card.placing(.brown(0.04)) { column, row in (column / 16 + row / 16 * 3) % 5 == 0 }
      }
    let error = try Self.error(ofCards: spoilt)
    #expect(error < 2, "\(error)")
    #expect(error > 0.5, "\(error)")
  }

  @Test func `a dark sample in every tile does not pass for noise`() throws {
    // Tiles of this frame have 8 x 8 samples.
    let spoilt = try BadCard.card().placing(.brown(0.04)) { column, row in column % 8 == 2 && row % 8 == 2 }
    let error = try Self.error(ofCards: spoilt)
    #expect(error < 2, "\(error)")
  }

  /// With its border a fifth is more: what is left must be read, not refused.
  private static var limits: GrayCardLimits {
    var limits = GrayCardLimits()
    limits.leftOutShare = 0.6
    return limits
  }
}

internal import NumericalMethods
package import RawFrames

/// The black level of a frame of which nobody told it, bounded by the frame itself.
///
/// It is not above the darkest place. It is not below the point at which the noise of that place would vanish, by the growth of
/// noise with signal (the photon transfer curve) that bright smooth places show: a place's variance is
/// shot noise in proportion to its light, and read noise on top. The estimate is the middle of the two bounds, and its
/// standard error that of a level anywhere between them. See Docs/Methods/BlackLevel.md.
///
/// Source: J. R. Janesick 2001, Scientific Charge-Coupled Devices; EMVA 1288.
package struct EstimatedBlack: Hashable, Sendable {
  /// The black level, in raw values of the frame.
  package let value: Double
  /// The standard error of ``value``, in raw values.
  package let standardError: Double

  /// The reason why a frame does not tell its black level.
  package enum Absence: String, Error, Hashable, Sendable {
    /// Nearly all of the frame is clipped, or the frame is too small.
    case fewTiles
    /// Nothing smooth is bright enough to tell how noise grows with light, as in frames that were denoised, simulated without
    /// noise, or show texture everywhere.
    case noNoise
    /// The bounds contradict each other, as after gains or a tone curve.
    case notLinear
  }

  /// Estimates the black level of a frame, whose own level is not looked at.
  ///
  /// - Parameter frame: One frame, or the mean of several, with a mosaic.
  /// - Throws: ``Absence`` where the frame does not tell.
  package init(of frame: RawFrame) throws(Absence) {
    let tiles = BlackLevelEvidence.quarteredTiles(of: frame)
    try self.init(of: frame, places: tiles.compactMap { PlaceNoise($0) }, darkest: Self.darkTiles)
  }

  /// Estimates the black level of a frame from patches that are each of one surface.
  ///
  /// - Parameter patches: The tiles of each patch.
  init(of frame: RawFrame, patches: [[BayerValues<SampleMoments>]]) throws(Absence) {
    try self.init(of: frame, places: patches.compactMap { PlaceNoise($0) }, darkest: 1)
  }

  /// - Parameter least: The least number of places that make up the darkest one.
  private init(of frame: RawFrame, places tiles: [PlaceNoise], darkest least: Int) throws(Absence) {
    let range = Double(frame.format.maximumSample)
    guard tiles.count >= Self.leastTiles else { throw .fewTiles }
    let darkest = tiles.sorted { $0.mean.sum() < $1.mean.sum() }
      .prefix(max(Int(Self.darkShare * Double(tiles.count)), least))
    let count = Double(darkest.reduce(0) { $0 + $1.count })
    let dark = darkest.reduce(SIMD4<Double>.zero) { $0 + $1.mean } / Double(darkest.count)
    let variance = SIMD4<Double>.perLane { lane in darkest.map { $0.variance[lane] }.median }
    // Noise that is weak beside a step does not carry values over steps.
    let step = frame.rounding?.step ?? 1
    let isRounded = variance .< SampleRounding.leastDither * step * step
    func whereRounded(_ value: Double) -> SIMD4<Double> { SIMD4(repeating: 0).replacing(with: value, where: isRounded) }
    let growth = try NoiseGrowth(
      of: tiles.filter(\.isEven), above: dark, variance: variance + whereRounded(SampleRounding.variance * step * step),
      range: range, fewest: least)
    let gain = growth.gain - Self.deviations * growth.gainError
    guard gain > 0 else { throw .noNoise }
    let error = Self.deviations * (variance / count).squareRoot()
    let known = 1 + Self.deviations * (2 / count).squareRoot()
    let mostNoise = (variance + whereRounded(Self.hiddenVariance * step * step)) * known
    let spread = BlackLevelEvidence.pedestalSpread / 2 * range
    let highest = (dark + error).min() + spread
    let lowest = max(0, (dark - mostNoise / gain - error).max() - spread)
    guard highest >= lowest else { throw .notLinear }
    value = (highest + lowest) / 2
    // A uniform distribution. Bounds that meet come from channels that differ, which leaves their spread.
    standardError = ((highest - lowest) * (highest - lowest) / 12 + spread * spread).squareRoot()
  }

  private static let leastTiles = 16
  /// The share of the frame's tiles that make up the darkest place, and their least number.
  private static let darkShare = 0.01
  private static let darkTiles = 4
  /// The largest variance of a normal distribution, in squared steps, that rounding to whole steps hides: at a standard deviation of
  /// 0.195 about the middle of a step, values beyond it are too rare to show it.
  private static let hiddenVariance = 0.028
  /// The significance limit of a bound, in standard errors.
  private static let deviations = 3.0
}

/// The mean and the variance of one place in each channel; `nil` where it is clipped.
struct PlaceNoise {
  let mean, variance: SIMD4<Double>
  let count: Int
  /// Whether the tiles are alike but for noise and the fall of light. An edge between them is none.
  let isEven: Bool

  /// Fails without tiles. Light that falls off from tile to tile does not count as noise.
  init?(_ tiles: [BayerValues<SampleMoments>]) {
    let tiles = tiles.map(\.all).filter { $0.allSatisfy { $0.count > 1 } }
    guard !tiles.isEmpty, tiles.allSatisfy({ $0.allSatisfy { $0.clippedCount == 0 } }) else { return nil }
    let number = Double(tiles.count)
    mean = .perLane { lane in tiles.reduce(0) { $0 + $1[lane].mean } / number }
    variance = .perLane { lane in tiles.reduce(0) { $0 + ($1[lane].variance ?? 0) } / number }
    count = tiles.reduce(0) { $0 + ($1.map(\.count).min() ?? 0) }
    let mean = mean
    isEven = tiles.allSatisfy { tile in
      (0..<4).allSatisfy { lane in
        // The quietest tile has no edge in it.
        let noise = (tiles.map { ($0[lane].variance ?? 0) / Double($0[lane].count) }.min() ?? 0).squareRoot()
        return abs(tile[lane].mean - mean[lane]) <= max(Self.deviations * noise, Self.fall * mean[lane])
      }
    }
  }

  /// The significance limit of a difference between tiles, in standard errors.
  private static let deviations = 4.0
  /// The largest fall of light from the middle of a place to its tiles, as a share.
  private static let fall = 0.02
}

extension EstimatedBlack.Absence: CustomStringConvertible {
  /// The reason, as a clause.
  package var description: String {
    switch self {
    case .fewTiles: "too little of the frame is unclipped"
    case .noNoise: "nothing in the frame is both smooth and bright enough to tell noise from texture"
    case .notLinear: "its noise does not grow in proportion to its light"
    }
  }
}

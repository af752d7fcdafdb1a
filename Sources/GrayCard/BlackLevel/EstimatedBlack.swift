internal import NumericalMethods
package import RawFrames

/// An unknown black level of a frame, estimated from bounds that the frame gives.
///
/// The upper bound is the darkest place. The lower bound is the level at which the noise of that place would vanish:
/// its variance is shot noise in proportion to its light, plus read noise, and bright smooth places show how noise
/// grows with light (the photon transfer curve). The estimate is the middle of the two bounds. Its standard error is
/// that of a level anywhere between them. See Docs/Methods/BlackLevel.md.
///
/// Source: J. R. Janesick 2001, Scientific Charge-Coupled Devices; EMVA 1288.
package struct EstimatedBlack: Hashable, Sendable {
  /// The black level, in raw values of the frame.
  package let value: Double
  /// The standard error of ``value`` as the level of one channel, in raw values.
  package let standardError: Double
  /// The part of ``standardError`` that is the same error in all channels. The rest is that of their pedestals, which
  /// may differ.
  package let sharedError: Double

  /// The reason why a frame does not reveal its black level.
  package enum Absence: String, Error, Hashable, Sendable {
    /// Nearly all of the frame is clipped, or the frame is too small.
    case fewTiles
    /// No smooth place is bright enough to show how noise grows with light.
    ///
    /// Frames are like this after denoising, when simulated without noise, or with texture everywhere.
    case noNoise
    /// The bounds contradict each other, for example after gains or a tone curve.
    case notLinear
  }

  /// Estimates the black level of a frame. The frame's own level is ignored.
  ///
  /// - Parameter frame: One frame, or the mean of several, with a mosaic.
  /// - Throws: ``Absence`` where the frame does not reveal its black level.
  package init(of frame: RawFrame) throws(Absence) {
    let tiles = BlackLevelEvidence.quarteredTiles(of: frame)
    func estimate(isSeen: (BayerValues<SampleMoments>) -> Bool) throws(Absence) -> EstimatedBlack {
      try EstimatedBlack(
        of: frame, places: tiles.compactMap { PlaceNoise($0.filter(isSeen)) }, darkest: DarkPlace.leastTiles)
    }
    func hasNoise(_ quarter: BayerValues<SampleMoments>) -> Bool { quarter.all.contains { $0.maximum > $0.minimum } }
    // Quarters of tiles without any noise may be bars of the frame that show nothing of the sensor.
    do throws(Absence) { self = try estimate(isSeen: hasNoise) } catch {
      // Where a sensor's noise hides in the rounding its dark places have none, but they are wider than a bar.
      let quarters = tiles.joined()
      let silent = quarters.count { !hasNoise($0) && $0.all.contains { $0.maximum > 0 } }
      guard Double(silent) >= Self.leastSilentShare * Double(quarters.count) else { throw error }
      self = try estimate { quarter in quarter.all.contains { $0.maximum > 0 } }
    }
  }

  /// Estimates the black level of a frame from patches with one surface each.
  ///
  /// - Parameter patches: The tiles of each patch.
  init(of frame: RawFrame, patches: [[BayerValues<SampleMoments>]]) throws(Absence) {
    try self.init(of: frame, places: patches.compactMap { PlaceNoise($0) }, darkest: 1)
  }

  /// Estimates the black level of a frame from places of it.
  ///
  /// - Parameter least: The least number of places that make up the darkest one.
  private init(of frame: RawFrame, places tiles: [PlaceNoise], darkest least: Int) throws(Absence) {
    let range = frame.levels.white.all.max() ?? 0
    guard tiles.count >= Self.leastTiles else { throw .fewTiles }
    let darkest = tiles.sorted { $0.mean.sum() < $1.mean.sum() }
      .prefix(max(Int(DarkPlace.share * Double(tiles.count)), least))
    let count = Double(darkest.reduce(0) { $0 + $1.count })
    let dark = darkest.reduce(SIMD4<Double>.zero) { $0 + $1.mean } / Double(darkest.count)
    let variance = SIMD4<Double>.perLane { lane in darkest.map { $0.variance[lane] }.median }
    // Noise that is weak relative to a step does not spread values over several steps.
    let step = frame.rounding?.step ?? Double(frame.sampleStep)
    let isRounded = variance .< SampleRounding.leastDither * step * step
    func whereRounded(_ value: Double) -> SIMD4<Double> { SIMD4(repeating: 0).replacing(with: value, where: isRounded) }
    let growth = try NoiseGrowth(
      of: tiles.filter(\.isEven), above: dark, variance: variance + whereRounded(SampleRounding.variance * step * step),
      range: range, step: step, fewest: least)
    let gain = growth.gain - Self.deviations * growth.gainError
    guard gain > 0 else { throw .noNoise }
    let error = Self.deviations * (variance / count).squareRoot()
    let known = 1 + Self.deviations * (2 / count).squareRoot()
    let mostNoise = (variance + whereRounded(Self.hiddenVariance * step * step)) * known
    let spread = BlackLevelEvidence.pedestalError * range
    let highest = (dark + error).min() + spread
    let lowest = max(0, (dark - mostNoise / gain - error).max() - spread)
    guard highest >= lowest else { throw .notLinear }
    value = (highest + lowest) / 2
    // The variance is that of a uniform distribution. Bounds that meet come from different channels, whose spread
    // remains.
    sharedError = (highest - lowest) / 12.0.squareRoot()
    standardError = (sharedError * sharedError + spread * spread).squareRoot()
  }

  /// The least share of the frame that places without noise must have to be a sensor's. Bars of unused columns or rows
  /// have a few percent.
  private static let leastSilentShare = 0.1
  /// The least number of places. Fewer seldom include a dark one and several that are bright and smooth.
  private static let leastTiles = 16
  /// The largest amount by which rounding to whole steps lessens the variance of normal noise, in squared steps.
  ///
  /// It is reached at a standard deviation of 0.195 steps about a whole value, where the rounded values have a quarter
  /// of the variance.
  private static let hiddenVariance = 0.028
  /// The significance limit of a bound, in standard errors.
  private static let deviations = 3.0
}

/// The mean and variance of each channel in one place.
struct PlaceNoise {
  let mean, variance: SIMD4<Double>
  let count: Int
  /// Whether the tiles differ only by noise and a falloff of light. An edge between them makes this false.
  let isEven: Bool

  /// Computes mean and variance. It fails without tiles, and where one is clipped. A falloff of light from tile to tile
  /// does not count as noise.
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
        // The quietest tile does not contain an edge.
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

internal import NumericalMethods
public import RawFrames

/// The black level of a frame of which nobody told it, bounded by the frame itself.
///
/// It is not above the darkest place. It is not below the point at which the noise of that place would vanish, on the line of
/// noise against signal (the photon transfer curve) from the darkest place to the brightest smooth ones: a place's variance is
/// shot noise in proportion to its light, and read noise on top. The estimate is the middle of the two bounds, and its
/// standard error that of a level anywhere between them. See Docs/Methods/BlackLevel.md.
///
/// Source: J. R. Janesick 2001, Scientific Charge-Coupled Devices; EMVA 1288.
public struct EstimatedBlack: Hashable, Sendable {
  /// The black level, in raw values of the frame.
  public let value: Double
  /// The standard error of ``value``, in raw values.
  public let standardError: Double

  /// The reason why a frame does not tell its black level.
  public enum Absence: String, Error, Hashable, Sendable {
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
  public init(of frame: RawFrame) throws(Absence) {
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
    let gain = try Self.leastGain(tiles, dark: dark, variance: variance, range: range)
    let error = (variance / count).squareRoot()
    let known = 1 + Self.deviations * (2 / count).squareRoot()
    let spread = BlackLevelEvidence.pedestalSpread / 2 * range
    let highest = (dark + Self.deviations * error).min() + spread
    let lowest = max(0, (dark - variance * known / gain - Self.deviations * error).max() - spread)
    guard highest >= lowest else { throw .notLinear }
    value = (highest + lowest) / 2
    // A uniform distribution.
    standardError = (highest - lowest) / 2 / 3.0.squareRoot()
  }

  /// Returns the least growth of the noise's variance with the signal that the bright smooth places allow, in raw values.
  private static func leastGain(
    _ tiles: [PlaceNoise], dark: SIMD4<Double>, variance: SIMD4<Double>, range: Double
  ) throws(Absence) -> Double {
    var gains: [Double] = []
    for lane in 0..<4 {
      let brightest = (tiles.map { $0.mean[lane] - dark[lane] }.max() ?? 0)
      let slopes = tiles.compactMap { tile -> Double? in
        let signal = tile.mean[lane] - dark[lane]
        guard tile.isEven, signal > brightShare * brightest, signal > 0 else { return nil }
        let pattern = responseSpread * signal
        return (tile.variance[lane] - pattern * pattern - variance[lane]) / signal
      }.sorted()
      guard slopes.count >= darkTiles else { continue }
      let low = slopes[Int(lowShare * Double(slopes.count))]
      guard low * brightest > max(variance[lane], leastVariance) else { continue }
      // Texture adds variance to some places more than to others.
      guard slopes[slopes.count / 2] < largestSpread * low, low < range / leastWell else { throw .noNoise }
      gains.append(low)
    }
    guard let least = gains.min(), let largest = gains.max() else { throw .noNoise }
    guard largest < 2 * least else { throw .notLinear }
    return least
  }

  private static let leastTiles = 16
  /// The share of the frame's tiles that make up the darkest place, and their least number.
  private static let darkShare = 0.01
  private static let darkTiles = 4
  /// The share of the brightest signal from which a place counts as bright.
  private static let brightShare = 0.5
  /// The share of bright places whose noise counts as texture-free: the least of ten.
  private static let lowShare = 0.1
  /// The largest ratio of the middle place's noise to that. Chance makes it 1.3, a lens's shading 1.5.
  private static let largestSpread = 1.8
  /// The least variance of bright places, in squared steps, which rounding does not hide.
  private static let leastVariance = 0.25
  /// The least full well, in electrons. Noisier frames are textured. Sensors with pixels of 1 µm have 4000.
  private static let leastWell = 1000.0
  /// The spread of the samples' response (EMVA 1288's PRNU), as a share.
  private static let responseSpread = 0.005
  /// The significance limit of a bound, in standard errors.
  private static let deviations = 3.0
}

/// The mean and the variance of one place in each channel; `nil` where it is clipped.
private struct PlaceNoise {
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
  public var description: String {
    switch self {
    case .fewTiles: "too little of the frame is unclipped"
    case .noNoise: "nothing in the frame is both smooth and bright enough to tell noise from texture"
    case .notLinear: "its noise does not grow in proportion to its light"
    }
  }
}

internal import RawFrames

/// The darkest place of a frame, where it is dark enough to show the sensor's pedestal.
///
/// What is dark in the light of the card has the card's colour, once black is taken off; a pedestal adds the same to every
/// channel, and has no shot noise. Both must show it: dark things of the one colour in which all channels are alike have shot
/// noise, and smoothed or clipped noise has no colour.
struct DarkPlace {
  /// By how much the sensor's pedestal is above the frame's black level, in raw values.
  let pedestal: Double

  /// - Returns: `nil` where no place is dark, or where it does not show a pedestal above the black level.
  init?(_ tiles: [BayerValues<SampleMoments>], card: GrayCardReading, levels: SampleLevels) {
    let black = SIMD4(levels.black)
    let darkest = tiles.filter { $0.all.allSatisfy { $0.count > 1 && $0.clippedCount == 0 } }
      .map { CardSums($0, black: black) }.sorted { $0.mean.sum() < $1.mean.sum() }
      .prefix(max(Int(Self.share * Double(tiles.count)), Self.leastTiles))
    guard darkest.count >= Self.leastTiles else { return nil }
    let place = darkest.reduce(into: CardSums()) { $0 += $1 }
    let (level, signal) = (place.mean, SIMD4(card.channels.map(\.signal)))
    let variance = SIMD4<Double>.perLane { lane in Median.of(darkest.map { $0.sampleVariance[lane] }) }

    // level = offset + share * signal, the card's signal having the pedestal in it too.
    let error =
      (variance.max() / place.count.max() + (SIMD4(levels.blackError) * SIMD4(levels.blackError)).max())
      .squareRoot() + Self.pedestalError * levels.range
    let (middle, mean) = (signal.sum() / 4, level.sum() / 4)
    let spread = ((signal - middle) * (signal - middle)).sum()
    guard spread > 0 else { return nil }
    let share = ((signal - middle) * (level - mean)).sum() / spread
    let offset = mean - share * middle
    let residual = level - (SIMD4(repeating: offset) + share * signal)
    let offsetError = error * (1.0 / 4 + middle * middle / spread).squareRoot()
    guard share < Self.largestShare, offset > BlackLevelEvidence.significance * offsetError,
      max(residual.max(), -residual.min()) < BlackLevelEvidence.significance * error
    else { return nil }

    // A sensor's noise grows no faster than its signal, once what samples respond differently, and the card's texture, are
    // left out.
    let deviation = SIMD4(card.channels.map(\.standardDeviation))
    let pattern = max(card.noise?.patternVariance ?? 0, Self.responseSpread * Self.responseSpread)
    let ofLight = pointwiseMax(deviation * deviation - pattern * signal * signal, .zero) * level / signal
    let known = 1 + BlackLevelEvidence.significance * (2 / place.degrees.sum()).squareRoot()
    guard variance.sum() * known < ofLight.sum() else { return nil }
    pedestal = offset / (1 - share)
  }

  /// Of the frame's tiles.
  private static let share = 0.01
  private static let leastTiles = 4
  /// Of the card's signal; a dark place reflects less than a tenth of what an 18 % card does, and has the lens's flare.
  private static let largestShare = 0.25
  /// Half of ``BlackLevelEvidence/pedestalSpread``, as the standard error of a pedestal.
  private static let pedestalError = BlackLevelEvidence.pedestalSpread / 2
  /// As a share: sensors' samples respond differently (EMVA 1288's PRNU), whether or not the card's noise tells by how much.
  private static let responseSpread = 0.005
}

extension SIMD4<Double> {
  static func perLane(_ value: (Int) -> Double) -> Self { [value(0), value(1), value(2), value(3)] }
}

internal import NumericalMethods
internal import RawFrames

/// The darkest place of a frame, where it is dark enough to show the sensor's pedestal.
///
/// Dark things in the light of the card have the card's colour once black is subtracted. A pedestal adds the same to
/// every channel, and has no shot noise. Both signs are required. A dark thing may have the one colour that makes all
/// channels equal, but it has shot noise. Smoothed or clipped noise may look quiet, but the thing still has a colour.
/// The second sign is ``isQuiet``, or how noise grows over the whole frame.
struct DarkPlace {
  /// The height of the sensor's pedestal above the frame's black level, in raw values.
  let pedestal: Double
  /// Whether the place has less noise than light of its level, by the card's noise. A card whose samples respond
  /// unequally, or that is textured, does not show that.
  let isQuiet: Bool

  /// Fails where no place is dark, or where the darkest place shows no pedestal above the black level.
  init?(_ tiles: [BayerValues<SampleMoments>], card: GrayCardReading, levels: SampleLevels) {
    let black = SIMD4(levels.black)
    let darkest = Self.darkest(max(Int(Self.share * Double(tiles.count)), Self.leastTiles), of: tiles)
      .map { CardSums(tiles[$0], black: black) }
    guard darkest.count >= Self.leastTiles else { return nil }
    let place = darkest.reduce(into: CardSums()) { $0 += $1 }
    let (level, signal) = (place.mean, SIMD4(card.channels.map(\.signal)))
    let variance = SIMD4<Double>.perLane { lane in darkest.map { $0.sampleVariance[lane] }.median }

    // The model is level = offset + share · signal. The card's signal includes the pedestal.
    let error =
      (variance.max() / place.count.max() + (SIMD4(levels.blackError) * SIMD4(levels.blackError)).max())
      .squareRoot() + BlackLevelEvidence.pedestalError * levels.range
    let (middle, mean) = (signal.sum() / 4, level.sum() / 4)
    let spread = ((signal - middle) * (signal - middle)).sum()
    guard spread > 0 else { return nil }
    let share = ((signal - middle) * (level - mean)).sum() / spread
    let offset = mean - share * middle
    let residual = level - (SIMD4(repeating: offset) + share * signal)
    let offsetError = error * (1.0 / 4 + middle * middle / spread).squareRoot()
    guard share < Self.largestShare, offset > Significance.limit * offsetError,
      residual.largestMagnitude < Significance.limit * error
    else { return nil }

    // A sensor's noise grows no faster than its signal, once the varying response of samples and the card's texture are
    // subtracted. They are fitted over the light that the pedestal leaves: over the card's whole signal the noise of a
    // dark card above a pedestal bends like texture.
    let pedestal = offset / (1 - share)
    let deviation = SIMD4(card.channels.map(\.standardDeviation))
    let cardVariance = deviation * deviation
    // Each observation forms a group of its own. There are too few of them to recognize an outlier.
    var observations: [NoiseModel.Observations] = []
    func observe(signal: Double, variance: Double, degrees: Double) {
      var one = NoiseModel.Observations(capacity: 1)
      one.add(signal: signal, variance: variance, degrees: degrees)
      observations.append(one)
    }
    for (lane, channel) in BayerChannel.allCases.enumerated() {
      observe(
        signal: signal[lane] - pedestal, variance: cardVariance[lane], degrees: Double(card.channels[channel].count))
      // Rounding hides noise, so a variance of 0 is no observation.
      let seen = max(variance[lane], SampleRounding.variance)
      observe(signal: level[lane] - pedestal, variance: seen, degrees: place.degrees[lane])
    }
    let ofResponse = NoiseModel(fitting: observations)?.patternVariance ?? 0
    let pattern = max(ofResponse, Self.responseSpread * Self.responseSpread)
    let ofLight = (cardVariance - pattern * signal * signal).atLeast(.zero) * level / signal
    let known = 1 + Significance.limit * (2 / place.degrees.sum()).squareRoot()
    isQuiet = variance.sum() * known < ofLight.sum()
    self.pedestal = pedestal
  }

  /// Returns the darkest tiles in which nothing is clipped, the darkest first.
  private static func darkest(_ count: Int, of tiles: [BayerValues<SampleMoments>]) -> [Int] {
    var darkest: [(index: Int, level: Double)] = []
    for index in tiles.indices {
      let tile = tiles[index]
      let fewest = min(min(tile.red.count, tile.blue.count), min(tile.greenOnRedRow.count, tile.greenOnBlueRow.count))
      let clipped =
        tile.red.clippedCount + tile.greenOnRedRow.clippedCount + tile.greenOnBlueRow.clippedCount
        + tile.blue.clippedCount
      guard fewest > 1, clipped == 0 else { continue }
      let level = tile.red.mean + tile.greenOnRedRow.mean + tile.greenOnBlueRow.mean + tile.blue.mean
      guard darkest.count < count || level < darkest[count - 1].level else { continue }
      if darkest.count == count { darkest.removeLast() }
      darkest.insert((index, level), at: (darkest.lastIndex { $0.level <= level } ?? -1) + 1)
    }
    return darkest.map(\.index)
  }

  /// The share of the frame's tiles that make up the place.
  static let share = 0.01
  /// The least number of tiles that make up the place. With fewer, a tile with a speck would count for more. With more,
  /// the place of a small frame would include lighter tiles.
  static let leastTiles = 4
  /// The largest level, as a share of the card's signal. A dark place reflects less than a tenth as much as an 18 %
  /// card, and the lens adds flare.
  private static let largestShare = 0.25
  /// The spread of the samples' response (EMVA 1288's PRNU), as a share. It is assumed where the card's noise does not
  /// reveal it.
  private static let responseSpread = 0.005
}

extension SIMD4<Double> {
  static func perLane(_ value: (Int) -> Double) -> Self { [value(0), value(1), value(2), value(3)] }
}

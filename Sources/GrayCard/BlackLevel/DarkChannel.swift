internal import RawFrames

/// What the sums of one channel of dark frames tell, in raw values of the frames.
struct DarkChannel {
  let level: Double
  /// The variance of ``level`` by noise, by the pattern of rows and columns, and by what whole steps hide.
  let noiseVariance: Double
  /// The variance of the level of a sixteenth of the frame beyond that, as far as this channel can tell: by chance also
  /// below 0.
  let shadingVariance: Double
  /// Those that stand out are counted too.
  let sampleCount: Double
  /// ``level`` over the standard deviation of a sample of a single frame; without noise, infinite above 0.
  let levelInDeviations: Double
  /// Share of samples that stand out.
  let hotShare: Double
  /// The largest such share of a part, as far as hot samples anywhere do not make it.
  let patchShare: Double
  /// The largest difference of a part from the mean of all, as far as noise, rows and columns do not make it.
  let unevenness: Double

  /// In standard errors: noise alone makes such a difference once in two million.
  static let significance = 5.0

  /// The same for the largest of up to a thousand parts.
  private static let significanceOfParts = 6.0

  /// - Parameters:
  ///   - sums: of the mean of the frames, each of whose steps is `scale` steps of the mean.
  ///   - averaged: the variance of a sample from frame to frame that is missing in the mean.
  init(_ sums: DarkFrameSums, scale: Double, averaged: Double) {
    let square = scale * scale
    let variance = sums.variance / square
    let count = Double(sums.count)
    level = sums.mean / scale
    let single = (variance + averaged).squareRoot()
    levelInDeviations = single > 0 ? level / single : level > 0 ? .infinity : 0

    // Samples, rows and columns vary each on their own; the means of rows and columns have the samples' noise too.
    func excess(_ lines: [DarkFrameSums.Sum]) -> Double {
      DarkFrameSums.variance(ofMeans: lines) / square / Double(DarkFrameSums.lineCount(lines)) - variance / count
    }
    let ofSamples = variance / count
    let ofLines = max(excess(sums.rows) + excess(sums.columns), 0)
    let hidden = variance + averaged < Self.leastDither ? SampleRounding.variance : 0
    noiseVariance = ofSamples + ofLines + hidden

    // Shading goes on from part to part and adds up in large ones, where noise averages out. No threshold: shading that
    // noise hides in a channel may still be many times the error of the level.
    let blocks = sums.blocks.filter { $0.count > 0 }
    let across = Double(DarkFrameSums.blocksAcross)
    let ofBlocks = blocks.map { variance / Double($0.count) }.reduce(0, +) / Double(max(blocks.count, 1))
    // A block has a fourth of the rows, and shares them with those beside it: n / (n + 1) of their variance is between
    // n x n blocks.
    shadingVariance =
      DarkFrameSums.scatter(ofMeans: blocks) / square - ofBlocks - ofLines * across * across / (across + 1)

    let parts = sums.parts.filter { $0.count > 0 }
    let means = parts.map { $0.mean / scale }
    let middle = means.reduce(0, +) / Double(means.count)
    // The parts lie in as many rows as columns, near enough: the square root of their number.
    let partsAcross = Double(sums.parts.count).squareRoot()
    let expected = parts.map { part in variance / Double(part.count) + ofLines * partsAcross }
    let differences = zip(means, expected).map { mean, expected in
      let difference = abs(mean - middle)
      return difference > Self.significanceOfParts * expected.squareRoot() ? difference : 0
    }
    unevenness = differences.max() ?? 0

    let outside = Double(sums.outside)
    let share = outside / (count + outside)
    sampleCount = count + outside
    hotShare = share
    patchShare =
      sums.parts.map { part in
        let size = Double(part.count + part.outside)
        let expected = share * size
        let found = Double(part.outside)
        return found > expected + Self.significanceOfParts * expected.squareRoot() + Self.fewest ? found / size : 0
      }.max() ?? 0
  }

  /// In squares of a step. Rounding to whole values leaves any mean between two of them possible where noise is too weak
  /// to carry samples over both; two values alone have a variance of up to 1/4. Noise of half a step has 1/3, and hides
  /// less than a hundredth.
  private static let leastDither = 1.0 / 3

  /// Hot samples that may meet in a small part, above what their share makes likely.
  private static let fewest = 4.0
}

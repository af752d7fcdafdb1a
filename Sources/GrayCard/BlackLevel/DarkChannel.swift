internal import RawFrames

/// Statistics of one channel of dark frames, in raw values of the frames.
struct DarkChannel {
  let level: Double
  /// The variance of ``level`` due to noise, to the pattern of rows and columns, and to rounding.
  let noiseVariance: Double
  /// The variance of the level of a sixteenth of the frame beyond ``noiseVariance``, as estimated from this channel
  /// alone. By chance it may be negative.
  let shadingVariance: Double
  /// The number of samples, including those that stand out.
  let sampleCount: Double
  /// ``level`` divided by the standard deviation of a sample of a single frame. Without noise it is infinite above 0.
  let levelInDeviations: Double
  /// The share of samples that stand out.
  let hotShare: Double
  /// The largest share of samples that stand out in a part of the frame, where scattered hot samples do not explain it.
  let patchShare: Double
  /// The largest difference between a part's mean and the mean of all parts, where noise, rows and columns do not
  /// explain it.
  let unevenness: Double

  /// The significance limit for the largest of up to a thousand parts, in standard errors.
  private static let significanceOfParts = 6.0

  /// Computes the statistics.
  ///
  /// - Parameters:
  ///   - sums: The sums over the mean of the frames.
  ///   - scale: The number of steps of the mean in one raw value of the frames.
  ///   - averaged: The variance of a sample from frame to frame that averaging has removed from the mean.
  init(_ sums: DarkFrameSums, scale: Double, averaged: Double) {
    let square = scale * scale
    let variance = sums.variance / square
    let count = Double(sums.count)
    level = sums.mean / scale
    let single = (variance + averaged).squareRoot()
    levelInDeviations = single > 0 ? level / single : level > 0 ? .infinity : 0

    // Samples, rows and columns vary independently. The means of rows and columns include the samples' noise.
    func excess(_ lines: [DarkFrameSums.Sum]) -> Double {
      DarkFrameSums.variance(ofMeans: lines) / square / Double(DarkFrameSums.lineCount(lines)) - variance / count
    }
    let ofSamples = variance / count
    let ofLines = max(excess(sums.rows) + excess(sums.columns), 0)
    let hidden = variance + averaged < Self.leastDither ? SampleRounding.variance : 0
    noiseVariance = ofSamples + ofLines + hidden

    // Shading continues from part to part, so it adds up in large blocks, where noise averages out. There is no
    // threshold: shading that noise hides in one channel may still be many times the error of the level.
    let blocks = sums.blocks.filter { $0.count > 0 }
    let across = Double(DarkFrameSums.blocksAcross)
    let ofBlocks = blocks.map { variance / Double($0.count) }.reduce(0, +) / Double(max(blocks.count, 1))
    // A block has a fourth of the rows, and shares them with the blocks beside it. Between n x n blocks, n / (n + 1) of
    // the variance of rows appears.
    shadingVariance =
      DarkFrameSums.scatter(ofMeans: blocks) / square - ofBlocks - ofLines * across * across / (across + 1)

    let parts = sums.parts.filter { $0.count > 0 }
    let means = parts.map { $0.mean / scale }
    let middle = means.reduce(0, +) / Double(means.count)
    // The parts form about as many rows as columns, so either is the square root of their number.
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

  /// The least variance, in squared steps, at which rounding to whole values averages out.
  ///
  /// Where noise is too weak to spread samples over two values, any mean between them is possible. Two values alone
  /// have a variance of up to 1/4. Noise of half a step has 1/3, and hides less than a hundredth of a step.
  private static let leastDither = 1.0 / 3

  /// The number of hot samples that may meet in a small part beyond their expected number.
  private static let fewest = 4.0
}

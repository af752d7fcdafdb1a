internal import RawFrames

/// Statistics of one channel of dark frames, in raw values of the frames.
struct DarkChannel {
  let level: Double
  /// The variance of ``level`` due to noise, to the pattern of rows and columns, to rounding, and to noise that is cut
  /// off at 0.
  let noiseVariance: Double
  /// The variance of the level of a sixteenth of the frame beyond ``noiseVariance``: shading, and the rows and columns
  /// that happen to be in it. It is estimated from this channel alone, so it may be negative by chance.
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

  /// Computes the statistics.
  ///
  /// - Parameters:
  ///   - sums: The sums over the mean of the frames.
  ///   - scale: The number of steps of the mean in one raw value of the frames.
  ///   - step: The step between neighbouring raw values of the frames.
  ///   - averaged: The variance of a sample from frame to frame that averaging has removed from the mean.
  init(_ sums: DarkFrameSums, scale: Double, step: Double, averaged: Double) {
    let noise = Noise(sums, scale: scale, step: step, averaged: averaged)
    level = sums.mean / scale
    noiseVariance = noise.ofLevel
    shadingVariance = Self.shadingVariance(sums, noise)
    levelInDeviations = noise.deviation > 0 ? level / noise.deviation : level > 0 ? .infinity : 0
    unevenness = Self.unevenness(of: sums.parts, noise)
    sampleCount = Double(sums.count) + Double(sums.outside)
    hotShare = Double(sums.outside) / sampleCount
    patchShare = Self.patchShare(of: sums.parts, hotShare: hotShare)
  }

  // MARK: - Noise

  /// The variances that are not shading, in squared raw values of the frames.
  private struct Noise {
    /// The number of steps of the mean in one raw value of the frames.
    let scale: Double
    /// The variance of a sample of the mean.
    let ofSample: Double
    /// The variance of the level due to the pattern of rows and columns.
    let ofLines: Double
    /// The variance of the level due to samples, rows and columns, rounding, and noise that is cut off at 0.
    let ofLevel: Double
    /// The standard deviation of a sample of a single frame.
    let deviation: Double

    init(_ sums: DarkFrameSums, scale: Double, step: Double, averaged: Double) {
      let square = scale * scale
      let variance = sums.variance / square
      let ofSamples = variance / Double(sums.count)
      // Samples, rows and columns vary independently. The means of rows and columns include the samples' noise.
      func excess(_ lines: [DarkFrameSums.Sum]) -> Double {
        DarkFrameSums.variance(ofMeans: lines) / square / Double(DarkFrameSums.lineCount(lines)) - ofSamples
      }
      self.scale = scale
      ofSample = variance
      ofLines = max(excess(sums.rows) + excess(sums.columns), 0)
      let isRounded = variance + averaged < SampleRounding.leastDither * step * step
      let rise = NoiseCutOff.rise(ofMean: sums.mean / scale, variance: variance + averaged, step: step)
      ofLevel = ofSamples + ofLines + (isRounded ? SampleRounding.variance * step * step : 0) + rise * rise
      deviation = (variance + averaged).squareRoot()
    }
  }

  // MARK: - Shading

  /// Returns the variance of the level of a sixteenth of the frame beyond noise.
  ///
  /// Shading continues from part to part, so it adds up in large blocks, where noise averages out. A block has a fourth
  /// of the columns, whose offsets average out less than in the whole frame. There is no threshold: shading that noise
  /// hides in one channel may still be many times the error of the level.
  private static func shadingVariance(_ sums: DarkFrameSums, _ noise: Noise) -> Double {
    let blocks = sums.blocks.filter { $0.count > 0 }
    let ofBlocks = blocks.map { noise.ofSample / Double($0.count) }.reduce(0, +) / Double(max(blocks.count, 1))
    return DarkFrameSums.scatter(ofMeans: blocks) / (noise.scale * noise.scale) - ofBlocks
  }

  // MARK: - Parts

  /// Returns the largest difference between a part's mean and the mean of all parts, 0 where noise explains it.
  private static func unevenness(of parts: [DarkFrameSums.Sum], _ noise: Noise) -> Double {
    // The parts form about as many rows as columns, so either is the square root of their number.
    let across = Double(parts.count).squareRoot()
    let parts = parts.filter { $0.count > 0 }
    let means = parts.map { $0.mean / noise.scale }
    let middle = means.reduce(0, +) / Double(means.count)
    let differences = zip(parts, means).map { part, mean in
      let expected = noise.ofSample / Double(part.count) + noise.ofLines * across
      let difference = abs(mean - middle)
      return difference > Significance.limitOfParts * expected.squareRoot() ? difference : 0
    }
    return differences.max() ?? 0
  }

  /// Returns the largest share of hot samples in a part, 0 where the share of the whole frame explains it.
  private static func patchShare(of parts: [DarkFrameSums.Sum], hotShare: Double) -> Double {
    let shares = parts.map { part in
      let size = Double(part.count + part.outside)
      let (expected, found) = (hotShare * size, Double(part.outside))
      return found > expected + Significance.limitOfParts * expected.squareRoot() + fewest ? found / size : 0
    }
    return shares.max() ?? 0
  }

  /// The number of hot samples that may meet in a small part beyond their expected number.
  private static let fewest = 4.0
}

extension SampleRounding {
  /// The least variance, in squared steps, at which rounding to whole values averages out.
  ///
  /// Where noise is too weak to spread samples over two values, any mean between them is possible. Two values alone
  /// have a variance of up to 1/4. Noise of half a step has 1/3, and hides less than a hundredth of a step.
  package static let leastDither = 1.0 / 3
}

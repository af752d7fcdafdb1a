internal import Colorimetry
internal import RawFrames
internal import WhiteBalance

/// The change of a light's colour from frame to frame, by the card's ratios in each frame.
struct LightScatter {
  /// The covariance of ln R/G and ln B/G of a mean of the frames that noise does not explain.
  private let red, blue, both: Double

  /// Returns the scatter in a region; `nil` for a single frame, and where the frames have no ratios there.
  init?(of frames: FrameAverage, in region: Region) {
    guard frames.count > 1, let (counts, means) = frames.meansOfFrames(in: region) else { return nil }
    let black = SIMD4(frames.levels.black)
    let noise = SIMD4(frames.temporalNoise(in: region).map { $0?.variance ?? 0 })
    let all = means.map { Self.rgb($0 - black, counts) }
    guard all.allSatisfy({ $0.min() > 0 }) else { return nil }
    let ratios = all.map { LinearRGB($0).logRatios }
    let count = Double(means.count)
    let mean = ratios.reduce(.zero, +) / count
    var (squares, product) = (SIMD2<Double>.zero, 0.0)
    for ratio in ratios {
      let change = ratio - mean
      squares += change * change
      product += change.x * change.y
    }
    // Noise explains its own variance, and what chance adds to it in two standard errors of the scatter's variance.
    let value = all.reduce(.zero, +) / count
    // The greens' mean has the noise of both kinds of samples, each by its share.
    let samples = SIMD3(counts[0], counts[1] + counts[2], counts[3])
    let relative = Self.rgb(noise, counts) / samples / (value * value)
    let chance = 1 + Significance.explainedErrors * (2 / (count - 1)).squareRoot()
    let explained = chance * SIMD2(relative.x + relative.y, relative.z + relative.y)
    let excess = squares / (count - 1) - explained
    let frameCount = Double(frames.count)
    (red, blue) = (max(excess.x, 0) / frameCount, max(excess.y, 0) / frameCount)
    // The excess is assumed to have the correlation of the whole scatter.
    let correlation = squares.x > 0 && squares.y > 0 ? product / (squares.x * squares.y).squareRoot() : 0
    both = correlation * (red * blue).squareRoot()
  }

  /// Returns the means of three channels, the greens weighted by their counts.
  private static func rgb(_ channels: SIMD4<Double>, _ counts: SIMD4<Double>) -> SIMD3<Double> {
    SIMD3(channels[0], (channels[1] * counts[1] + channels[2] * counts[2]) / max(counts[1] + counts[2], 1), channels[3])
  }

  /// Returns the neutral with this scatter in its covariance.
  func added(to neutral: MeasuredNeutral) -> MeasuredNeutral {
    let (red, blue) = (neutral.value.red, neutral.value.blue)
    let added = Matrix3x3(
      rows: [self.red * red * red, 0, both * red * blue], [0, 0, 0], [both * red * blue, 0, self.blue * blue * blue])
    return MeasuredNeutral(
      value: neutral.value, covariance: neutral.covariance + added, blackError: neutral.blackError,
      sharedBlackError: neutral.sharedBlackError, colorVariation: neutral.colorVariation)
  }
}

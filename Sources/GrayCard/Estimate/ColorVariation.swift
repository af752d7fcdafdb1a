/// The variation of a card's colour from part to part, beyond noise.
struct ColorVariation {
  /// The largest difference of R/G or B/G between a part and the whole, as a share; 0 where noise could explain it.
  let largest: Double
  /// The variances of R/G and B/G over the card and their covariance, as shares; 0 where noise could explain them.
  ///
  /// They tell how far a place of the card may be from its mean.
  let red, blue, redBlue: Double

  static let none = ColorVariation(largest: 0, red: 0, blue: 0, redBlue: 0)

  /// Returns the variation of colour between parts of a card.
  ///
  /// Where the parts differ by no more than chance, only a smooth variation counts (``SmoothVariation``).
  ///
  /// - Parameters:
  ///   - parts: The sums of the parts, each with at least one sample of each channel, and each part's column and row.
  ///   - signal: The mean signal of the whole card, above 0.
  ///   - noise: The noise of each channel at a signal.
  ///   - lineVariance: The variance of a channel's mean over a part due to noise of rows and columns, in squared raw
  ///     values.
  ///   - rounding: The variance of a mean due to rounding that its samples share, in squared raw values.
  ///   - blackError: The standard error of the black level, which shifts the colour of darker parts against lighter
  ///     ones, and that of parts as bright as the whole not at all.
  static func of(
    _ parts: [(place: SIMD2<Double>, sums: CardSums)], about signal: SIMD4<Double>, noise: CardNoise,
    lineVariance: Double = 0,
    rounding: SIMD4<Double>, blackError: SIMD4<Double>
  ) -> ColorVariation {
    let whole = signal.rgb
    guard parts.count > 1, whole.min() > 0 else { return none }
    let blackVariance = (blackError * blackError).rgbVariance
    let blackError = SIMD3((0..<3).map { blackVariance[$0].squareRoot() })
    var largest = 0.0
    var (squares, expected) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    var chiSquare = 0.0
    var smooth: [SmoothVariation.Part] = []
    for (place, part) in parts {
      let mean = part.mean.rgb
      let relative = mean / whole
      // The difference is relative to the whole's ratio, and noise is in the same unit, so that a dark part does not
      // count as coloured.
      let difference: SIMD2<Double> = [relative[0] / relative[1] - 1, relative[2] / relative[1] - 1]
      let variance = (noise.variance(at: part.mean) / part.count + rounding).rgbVariance / (mean * mean)
      let shift = 1 / mean - 1 / whole
      let black = blackVariance * shift * shift
      // Red has the noise of one row and blue that of the next. Green is the mean of both rows, and has half of each.
      let inverse = 1 / mean
      let lines: SIMD3<Double> =
        lineVariance * [
          inverse[0] * inverse[0] + inverse[1] * (inverse[1] / 2 - inverse[0]),
          inverse[2] * inverse[2] + inverse[1] * (inverse[1] / 2 - inverse[2]),
          inverse[1] * (inverse[1] - inverse[0] - inverse[2]) / 2,
        ]
      for (ratio, channel) in [(0, 0), (1, 2)] {
        let error = (variance[channel] + variance[1] + lines[ratio] + black[channel] + black[1]).squareRoot()
        if !(abs(difference[ratio]) <= Significance.limit * error) { largest = max(largest, abs(difference[ratio])) }
        chiSquare += difference[ratio] * difference[ratio] / (error * error)
      }
      squares += [difference[0] * difference[0], difference[1] * difference[1], difference[0] * difference[1]]
      let ofNoise: SIMD3<Double> = [variance[0] + variance[1], variance[2] + variance[1], variance[1]]
      expected += ofNoise + lines
      smooth.append(
        SmoothVariation.Part(
          place: place, difference: difference, noise: ofNoise, lines: lines,
          black: blackError * shift))
    }
    let degrees = Double(2 * (parts.count - 1))
    guard chiSquare > chanceLimit(degrees: degrees) else {
      let smooth = SmoothVariation(smooth)
      return ColorVariation(largest: largest, red: smooth.red, blue: smooth.blue, redBlue: smooth.redBlue)
    }
    let excess = (squares - expected) / Double(parts.count)
    let (red, blue) = (max(excess[0], 0), max(excess[1], 0))
    // A covariance cannot be larger than the variances allow.
    let bound = (red * blue).squareRoot()
    return ColorVariation(largest: largest, red: red, blue: blue, redBlue: min(max(excess[2], -bound), bound))
  }

  /// Returns the limit of chi-squared that chance may reach.
  ///
  /// Chi-squared has the mean `degrees` and the variance `2 * degrees`.
  static func chanceLimit(degrees: Double) -> Double { degrees + chanceDeviations * (2 * degrees).squareRoot() }

  /// The standard deviations above its mean that chi-squared may reach by chance. Noise alone exceeds them on one card
  /// in about a thousand, with 30 degrees of freedom.
  private static let chanceDeviations = 4.0
}

internal import RawFrames

/// The noise that all samples of a row, or of a column, share: readout circuits give it to lines of a sensor.
///
/// It is not in the noise of single samples. Rows of red have it in red and in one of the greens, rows of blue in the
/// other green and in blue. Light that changes over the card changes all four channels alike, and noise of samples
/// makes no two channels differ alike, so neither counts. See Docs/Methods/GrayCardEstimate.md.
struct LineNoise {
  /// The variance of a channel's mean over the card due to rows and columns, in squared raw values.
  let variance: Double

  /// Estimates the noise from how the means of neighbouring lines of tiles differ.
  ///
  /// - Parameters:
  ///   - tiles: The tiles of the card, in even light.
  ///   - signal: The mean signal of the card, above 0.
  init(of tiles: CardTiles, signal: SIMD4<Double>) {
    variance =
      Self.variance(
        of: tiles.parts(columns: 1, rows: tiles.rows), (.red, .greenOnRedRow), (.greenOnBlueRow, .blue), signal)
      + Self.variance(
        of: tiles.parts(columns: tiles.columns, rows: 1), (.red, .greenOnBlueRow), (.greenOnRedRow, .blue), signal)
  }

  /// Returns the variance of the mean of lines whose channels share their noise in two pairs, 0 where chance makes it
  /// negative.
  private static func variance(
    of lines: [CardSums], _ one: (BayerChannel, BayerChannel), _ other: (BayerChannel, BayerChannel),
    _ signal: SIMD4<Double>
  ) -> Double {
    let lines = lines.filter { $0.cellCount > 0 }.map { $0.mean / signal }
    guard lines.count >= leastLines else { return 0 }
    let (a, b, c, d) = (one.0.rawValue, one.1.rawValue, other.0.rawValue, other.1.rawValue)
    var sum = 0.0
    for (line, next) in zip(lines, lines.dropFirst()) {
      let rise = next - line
      // Its mean is 0 for what all channels share, and for what each has by itself.
      sum += rise[a] * rise[b] + rise[c] * rise[d] - (rise[a] + rise[b]) * (rise[c] + rise[d]) / 2
    }
    // A difference of two lines has twice the variance of one.
    let ofLine =
      sum / Double(2 * (lines.count - 1)) / (1 / (signal[a] * signal[b]) + 1 / (signal[c] * signal[d]))
    return max(ofLine, 0) / Double(lines.count)
  }

  /// The least number of lines of tiles that show how lines differ.
  private static let leastLines = 4
}

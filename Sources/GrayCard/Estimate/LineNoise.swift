internal import RawFrames

/// The noise that all samples of a row, or of a column, share: readout circuits give it to lines of a sensor.
///
/// It is not in the noise of single samples. Rows of red have it in red and in one of the greens, rows of blue in the
/// other green and in blue. Light that changes over the card changes all four channels alike, and noise of samples
/// makes no two channels differ alike, so neither counts. See Docs/Methods/GrayCardEstimate.md.
struct LineNoise {
  /// The variance of a channel's mean over the card due to rows and columns, in squared raw values; 0 where chance
  /// explains it.
  let variance: Double
  /// The variance that this noise gives the plain mean of one part of the card. A part has fewer rows and columns, so
  /// it is larger.
  let varianceOfPart: Double

  /// Estimates the noise from how the means of neighbouring lines of tiles differ, or, where there are few lines of
  /// tiles, those of neighbouring pairs of rows or columns.
  ///
  /// - Parameters:
  ///   - tiles: The tiles of the card, in even light.
  ///   - moments: The same tiles, as they were read.
  ///   - frame: The frame, which has a Bayer pattern.
  ///   - black: The black level.
  ///   - weighting: The weights of the tiles in the mean signal of the card.
  ///   - partCount: The largest number of parts in each direction.
  init(
    of tiles: CardTiles, _ moments: TileMoments, in frame: RawFrame, black: SIMD4<Double>, weighting: Weighting,
    partCount: Int
  ) {
    let (signal, signalVariance) = tiles.weightedMean(.uniform)
    let ofSamples = signalVariance / (signal * signal)
    func lines(
      _ direction: LinePairs.Direction, _ count: Int, _ one: (BayerChannel, BayerChannel),
      _ other: (BayerChannel, BayerChannel), _ parts: () -> [CardSums]
    ) -> Lines {
      guard count < Self.fewLines else { return Lines(parts(), one, other, signal, ofSamples) }
      let pairs = LinePairs(direction, of: tiles, moments, in: frame, black: black)
      return Lines(pairs.sums, one, other, signal, ofSamples / pairs.share)
    }
    let rows = lines(.rows, tiles.rows, (.red, .greenOnRedRow), (.greenOnBlueRow, .blue)) {
      tiles.parts(columns: 1, rows: tiles.rows)
    }
    let columns = lines(.columns, tiles.columns, (.red, .greenOnBlueRow), (.greenOnRedRow, .blue)) {
      tiles.parts(columns: tiles.columns, rows: 1)
    }
    /// Returns the variance of a mean that has these multiples of the variances of rows and columns, without what
    /// chance explains.
    func mean(ofRows down: Double, ofColumns across: Double) -> Double {
      let squaredError = down * down * rows.squaredError + across * across * columns.squaredError
      return max(down * rows.variance + across * columns.variance - Self.chance * squaredError.squareRoot(), 0)
    }
    variance = mean(
      ofRows: weighting.varianceFactor(count: tiles.rows), ofColumns: weighting.varianceFactor(count: tiles.columns))
    varianceOfPart = mean(
      ofRows: Double(min(partCount, tiles.rows)), ofColumns: Double(min(partCount, tiles.columns)))
  }

  /// The number of lines of tiles below which pairs of rows or columns are taken. Few lines tell little of how lines
  /// differ: with six, errors of cards with such noise were up to two fifths too small.
  private static let fewLines = 12

  /// The number of standard errors that is subtracted from the estimate.
  ///
  /// With 0, the stated errors of small cards without such noise are a tenth too large. With 1, the stated errors of
  /// cards with such noise are up to a seventh too small.
  private static let chance = 0.8

  /// The rows, or the columns, whose channels share their noise in two pairs.
  private struct Lines {
    /// The variance of the mean over the lines due to their noise, which chance may make negative, and the square of
    /// its standard error where there is none.
    var (variance, squaredError) = (0.0, 0.0)

    /// - Parameter ofSamples: The relative variances of the card's signal due to the noise of samples.
    init(
      _ lines: [CardSums], _ one: (BayerChannel, BayerChannel), _ other: (BayerChannel, BayerChannel),
      _ signal: SIMD4<Double>, _ ofSamples: SIMD4<Double>
    ) {
      let lines = lines.filter { $0.cellCount > 0 }.map { $0.mean / signal }
      guard lines.count >= Self.leastCount else { return }
      let (a, b, c, d) = (one.0.rawValue, one.1.rawValue, other.0.rawValue, other.1.rawValue)
      let (count, differences) = (Double(lines.count), Double(lines.count - 1))
      var sum = 0.0
      for (line, next) in zip(lines, lines.dropFirst()) {
        let rise = next - line
        // The expected value is 0 for changes that all channels share, and for noise that each channel has alone.
        sum += rise[a] * rise[b] + rise[c] * rise[d] - (rise[a] + rise[b]) * (rise[c] + rise[d]) / 2
      }
      // A difference of two lines has twice the variance of one.
      let scale = 1 / (signal[a] * signal[b]) + 1 / (signal[c] * signal[d])
      variance = sum / (2 * differences * scale * count)
      // The variance of `sum` for normal noise. Neighbouring differences share a line, so their products correlate by
      // a fourth.
      let pairs = ofSamples[a] * ofSamples[b] + ofSamples[c] * ofSamples[d]
      let across = (ofSamples[a] + ofSamples[b]) * (ofSamples[c] + ofSamples[d])
      squaredError = 3 * (pairs / 2 + across / 8) / (differences * scale * scale)
    }

    /// The least number of lines of tiles that show how lines differ.
    private static let leastCount = 4
  }
}

/// The sums of the card in each pair of neighbouring rows, or of columns. A pair has samples of all channels.
private struct LinePairs {
  private(set) var sums: [CardSums]
  /// The share of the card that was summed.
  let share: Double

  enum Direction { case rows, columns }

  /// Sums samples of tiles that show the card, in each pair of lines.
  ///
  /// Only some evenly spread tiles are read across a line, which are enough to show how lines differ. Samples that
  /// differ from the mean of their tile by more than noise are left out, as specks are left out of the tiles.
  init(_ direction: Direction, of tiles: CardTiles, _ moments: TileMoments, in frame: RawFrame, black: SIMD4<Double>) {
    let (region, side) = (moments.region, moments.side)
    let skip = max((direction == .rows ? tiles.columns : tiles.rows) * side / Self.mostSamples, 1)
    let isUsed = tiles.sums.indices.map { index in
      let across = direction == .rows ? index % tiles.columns : index / tiles.columns
      return !tiles.isLeftOut[index] && across % skip == 0
    }
    share = Double(max(isUsed.count { $0 }, 1)) / Double(max(tiles.isLeftOut.count { !$0 }, 1))
    sums = Array(repeating: CardSums(), count: (direction == .rows ? region.height : region.width) / 2)
    guard let mosaic = frame.mosaic else { return }
    let means = tiles.sums.map { $0.mean + black }
    // Samples without noise are within rounding of their mean.
    let reaches = tiles.sums.map { (TileCells.channelLimit * $0.sampleVariance.squareRoot()).atLeast(.one) }
    var samples: [UInt16] = []
    for y in 0..<region.height / 2 * 2 {
      let ofRow = y / side * tiles.columns
      guard isUsed[ofRow..<ofRow + tiles.columns].contains(true) else { continue }
      frame.readSamples(row: region.y + y, columns: region.x..<region.x + region.width, into: &samples)
      let lanes = [0, 1].map { mosaic.channel(column: region.x + $0, row: region.y + y).rawValue }
      for column in 0..<tiles.columns where isUsed[ofRow + column] {
        let (mean, reach) = (means[ofRow + column], reaches[ofRow + column])
        for x in column * side..<min((column + 1) * side, region.width / 2 * 2) {
          let (lane, value) = (lanes[x % 2], Double(samples[x]))
          guard abs(value - mean[lane]) <= reach[lane] else { continue }
          let line = direction == .rows ? y / 2 : x / 2
          sums[line].sum[lane] += value - black[lane]
          sums[line].count[lane] += 1
        }
      }
    }
  }

  /// About the largest number of samples across a line.
  private static let mostSamples = 256
}

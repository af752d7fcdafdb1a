internal import RawFrames

/// Whether a channel saturates below the white level that it was said to have: samples of 8 bits that were shifted to 10
/// end at 1020, and many sensors end below the largest value of their format.
///
/// Noise leaves the largest value to a few samples, fewer than the next one. Where it is the most frequent by far, the
/// samples above it were cut off. A channel with hardly any noise may have any shape, so there only the place just below
/// white tells.
enum Saturation {
  /// The clipped samples of each channel: those at or above white, or on a plateau below it.
  static func clippedCounts(_ moments: TileMoments, of frame: RawFrame) -> BayerValues<Int> {
    let total = moments.total
    let suspects = BayerChannel.allCases.filter { mayHavePlateau($0, moments, total[$0], frame.levels) }
    var counts = total.map(\.clippedCount)
    guard !suspects.isEmpty else { return counts }
    let tops = topCounts(of: frame, in: moments.region, maximum: total.map(\.maximum))
    for channel in suspects where isPlateau(tops[channel], total[channel], channel, frame.levels) {
      counts[channel] = tops[channel].largest
    }
    return counts
  }

  /// From the tiles alone: whether enough of them reach the largest value.
  private static func mayHavePlateau(
    _ channel: BayerChannel, _ moments: TileMoments, _ total: SampleMoments, _ levels: SampleLevels
  ) -> Bool {
    guard total.count > 0, Double(total.maximum) < levels.white[channel] else { return false }
    let reaching = moments.tiles.reduce(0) { count, tile in
      count + (tile[channel].maximum == total.maximum ? tile[channel].count : 0)
    }
    return Double(reaching) >= share * Double(total.count)
  }

  private static func isPlateau(
    _ top: TopCounts, _ total: SampleMoments, _ channel: BayerChannel, _ levels: SampleLevels
  ) -> Bool {
    let (black, white) = (levels.black[channel], levels.white[channel])
    guard top.largest >= Plateau.leastCount, Double(top.largest) >= share * Double(total.count),
      top.largest > top.second
    else { return false }
    let isNearWhite = Double(total.maximum) - black >= Plateau.nearWhite * (white - black)
    let step = Double(max(total.maximum - top.secondValue, 1))
    let isCutOff =
      (total.variance ?? 0) >= leastVariance * step * step && Double(top.largest) >= cutOffShare * Double(total.count)
      && top.largest >= cutOffRatio * top.second
    return isNearWhite || isCutOff
  }

  // MARK: - The two largest values

  private struct TopCounts {
    /// Samples of the largest value, and of the largest one below it.
    var largest = 0
    var second = 0
    var secondValue = UInt16.min
  }

  private static func topCounts(
    of frame: RawFrame, in region: Region, maximum: BayerValues<UInt16>
  ) -> BayerValues<TopCounts> {
    guard let pattern = frame.format.bayerPattern else { return BayerValues(repeating: TopCounts()) }
    var tops = BayerValues(repeating: TopCounts())
    var samples: [UInt16] = []
    for row in region.y..<region.y + region.height {
      frame.readSamples(row: row, columns: region.x..<region.x + region.width, into: &samples)
      for first in 0..<min(2, region.width) {
        let channel = pattern.channel(column: region.x + first, row: row)
        var top = tops[channel]
        for index in stride(from: first, to: samples.count, by: 2) {
          let sample = samples[index]
          if sample == maximum[channel] {
            top.largest += 1
          } else if sample > top.secondValue {
            (top.second, top.secondValue) = (1, sample)
          } else if sample == top.secondValue {
            top.second += 1
          }
        }
        tops[channel] = top
      }
    }
    return tops
  }

  // MARK: - Limits

  /// Noise of 2 steps leaves one in a hundred samples 5 steps above the mean, over several values.
  private static let share = 0.01
  /// Further below white the evidence must be stronger: noise of 2 steps, a twentieth of the samples, and the next value
  /// four times rarer. Of unclipped normal noise of 2 steps no value has more than a fifth of the samples, and its
  /// neighbours have nearly as many. A step is what the two largest values are apart by: 1, or 4 where 8 bits were shifted
  /// to 10, or 64 / N of the 16 bits of a mean of N frames of 10.
  private static let leastVariance = 4.0
  private static let cutOffShare = 0.05
  private static let cutOffRatio = 4
}

package import RawFrames

/// Detects a channel that saturates below its stated white level: samples of 8 bits shifted to 10 end at 1020, and many
/// sensors end below the largest value of their format.
///
/// Noise leaves the largest value to a few samples, fewer than the next one. If it is by far the most frequent, the
/// samples above it were cut off. A channel with hardly any noise may have any distribution, so there only a plateau
/// just below white counts, and one that is brighter than a channel with noise: noise grows with light.
package enum Saturation {
  /// Returns the share of clipped samples of the channel that has the most of them.
  ///
  /// - Parameter region: A region of a frame with colours. Its last columns and rows that fill no period of the mosaic
  ///   do not count.
  package static func largestClippedShare(of frame: RawFrame, in region: Region) -> Double {
    guard let mosaic = frame.mosaic, region.isInside(width: frame.width, height: frame.height) else { return 0 }
    let whole = region.wholePeriods(of: mosaic)
    guard whole.width > 0, whole.height > 0 else { return 0 }
    let moments = TileMoments(of: frame, in: whole, side: mosaic.wholePeriods(tileSide), by: .fastest)
    let (clipped, total) = (clippedCounts(moments, of: frame), moments.total)
    return BayerChannel.allCases.map { Double(clipped[$0]) / Double(max(total[$0].count, 1)) }.max() ?? 0
  }

  /// The side of a tile, in samples. A plateau shows in the largest values of most tiles.
  private static let tileSide = 8

  /// Returns the number of clipped samples of each channel: those at or above white, or on a plateau below it.
  static func clippedCounts(_ moments: TileMoments, of frame: RawFrame) -> BayerValues<Int> {
    let total = moments.total
    let suspects = BayerChannel.allCases.filter { mayHavePlateau($0, moments, total[$0], frame.levels) }
    var counts = total.map(\.clippedCount)
    guard !suspects.isEmpty else { return counts }
    let tops = topCounts(of: frame, in: moments.region, maximum: total.map(\.maximum))
    for channel in suspects {
      guard
        isPlateau(tops[channel], total[channel], channel, frame.levels)
          || isFlattened(channel, tops, total, frame.levels)
      else { continue }
      counts[channel] = tops[channel].largest
    }
    return counts
  }

  /// Returns whether a channel is at its largest value nearly everywhere, with less noise than a darker channel has,
  /// and nothing in any channel is above it.
  private static func isFlattened(
    _ channel: BayerChannel, _ tops: BayerValues<TopCounts>, _ total: BayerValues<SampleMoments>, _ levels: SampleLevels
  ) -> Bool {
    func signal(_ channel: BayerChannel) -> Double { total[channel].mean - levels.black[channel] }
    let top = tops[channel]
    guard top.largest >= Plateau.leastCount, Double(top.largest) >= flattenedShare * Double(total[channel].count),
      mayEnd(at: total[channel].maximum, channel, levels), let variance = total[channel].variance,
      BayerChannel.allCases.allSatisfy({ total[$0].maximum <= total[channel].maximum })
    else { return false }
    let darker = BayerChannel.allCases.filter { signal($0) < signal(channel) }.compactMap { total[$0].variance }
    guard let noise = darker.max(), noise >= leastVariance else { return areAllFlattened(total) }
    return variance < flattenedVariance * noise
  }

  /// Returns whether all channels have the same single value everywhere. An unclipped sensor does not do that in any
  /// light.
  private static func areAllFlattened(_ total: BayerValues<SampleMoments>) -> Bool {
    total.all.allSatisfy { $0.variance == 0 && $0.maximum == total.red.maximum }
  }

  /// Returns whether a sensor may saturate at a value: in the upper half of the range, or at the largest value of fewer
  /// bits.
  private static func mayEnd(at value: UInt16, _ channel: BayerChannel, _ levels: SampleLevels) -> Bool {
    let (black, white) = (levels.black[channel], levels.white[channel])
    let isLargestOfBits = value >= UInt8.max && value & (value &+ 1) == 0
    return isLargestOfBits || Double(value) - black > (white - black) / 2
  }

  /// Returns whether enough tiles reach the largest value for a plateau, without reading samples again.
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
    /// The number of samples with the largest value, and with the largest value below it.
    var largest = 0
    var second = 0
    var secondValue = UInt16.min
  }

  private static func topCounts(
    of frame: RawFrame, in region: Region, maximum: BayerValues<UInt16>
  ) -> BayerValues<TopCounts> {
    guard let mosaic = frame.mosaic else { return BayerValues(repeating: TopCounts()) }
    var tops = BayerValues(repeating: TopCounts())
    var samples: [UInt16] = []
    for row in region.y..<region.y + region.height {
      frame.readSamples(row: row, columns: region.x..<region.x + region.width, into: &samples)
      for first in 0..<min(mosaic.period, region.width) {
        let channel = mosaic.channel(column: region.x + first, row: row)
        var top = tops[channel]
        for index in stride(from: first, to: samples.count, by: mosaic.period) {
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

  /// The least share of samples on a plateau. Noise of 2 steps lifts one in a hundred samples 5 steps above the mean,
  /// spread over several values.
  private static let share = 0.01
  /// The stronger evidence required further below white: noise of 2 steps, a twentieth of the samples, and the next
  /// value four times rarer.
  ///
  /// In unclipped normal noise of 2 steps no value has more than a fifth of the samples, and its neighbours have nearly
  /// as many. A step is the distance between the two largest values: 1, or 4 where 8 bits were shifted to 10, or 64 / N
  /// of the 16 bits of a mean of N frames of 10 bits.
  private static let leastVariance = 4.0
  private static let cutOffShare = 0.05
  private static let cutOffRatio = 4
  /// The least share of a channel's samples at its largest value, and the largest ratio of its variance to that of a
  /// darker channel, at which it counts as clipped nearly everywhere. Without clipping, the ratio is above 1, because
  /// a brighter channel has more shot noise.
  private static let flattenedShare = 0.5
  private static let flattenedVariance = 0.25
}

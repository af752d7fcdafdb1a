internal import GrayCard
internal import RawFrames

/// The black level of a sensor's masked samples, for a file that states none.
///
/// The samples are judged as those of a dark frame are, by ``/GrayCard/DarkFrameLimits``.
struct MaskedSamples {
  /// The mean of each channel's masked samples, without those that stand out.
  let black: BayerValues<Double>
  /// Whether the samples are those of a dark sensor. Samples that are cut off, hot, uneven or lit are not, and
  /// ``black`` is then no black level.
  let areDark: Bool
  /// The standard error of ``black``: noise, the pattern of rows and columns, rounding, and shading as far as the four
  /// channels together reveal it.
  let error: BayerValues<Double>

  /// Measures the masked samples.
  ///
  /// It fails where a channel has too few of them, or where the file states another level. Where the file has no level,
  /// LibRaw states the mean of the masked samples itself, without its fraction.
  init?(
    _ samples: [UInt16], width: Int, in areas: [Region], activeArea: Region, layout: StillRaw.Layout,
    white: BayerValues<Double>, unlike stated: BayerValues<Double>
  ) {
    guard case .mosaic(let mosaic) = layout else { return nil }
    let (blocks, period) = (areas.flatMap(MaskedBlock.blocks), mosaic.period)
    func channel(_ column: Int, _ row: Int) -> Int {
      // The mosaic's phase is that of the active area, which may begin at any sample.
      let (across, down) = (column - activeArea.x, row - activeArea.y)
      return mosaic.channel(column: (across % period + period) % period, row: (down % period + period) % period)
        .rawValue
    }
    var counts = Array(repeating: Array(repeating: 0, count: Int(UInt16.max) + 1), count: 4)
    for block in blocks {
      block.forEachPlace { column, row in counts[channel(column, row)][Int(samples[row * width + column])] += 1 }
    }
    // LibRaw's mean includes the samples that stand out.
    let isLikeStated = zip(stated.all, counts).allSatisfy { level, counts in
      let (count, sum) = counts.enumerated().reduce((0, 0)) { ($0.0 + $1.element, $0.1 + $1.offset * $1.element) }
      return count >= Self.leastCount && (level == 0 || abs(level - Double(sum) / Double(count)) <= Self.fraction)
    }
    guard isLikeStated else { return nil }

    let (limits, lowestWhite) = (DarkFrameLimits(), white.all.min() ?? 0)
    let margin = max(1, limits.unevenness * lowestWhite)
    let bounds = counts.map { Self.bounds($0, margin: margin) }
    var channels = Array(
      repeating: MaskedChannel(blocks, width: width, height: samples.count / width), count: BayerChannel.allCases.count)
    for (index, block) in blocks.enumerated() {
      block.forEachPlace { column, row in
        let (channel, sample) = (channel(column, row), samples[row * width + column])
        channels[channel].add(sample, isOutside: !bounds[channel].contains(sample), block: index, column, row)
      }
    }
    let found = channels.map(MaskedChannel.Statistics.init)
    areDark = Self.areDark(found, white: lowestWhite, limits)
    black = BayerValues { found[$0.rawValue].level }
    let shading = max(found.map(\.shadingVariance).reduce(0, +) / Double(found.count), 0)
    error = BayerValues { (found[$0.rawValue].noiseVariance + shading).squareRoot() }
  }

  /// Returns whether the channels are those of a dark sensor.
  private static func areDark(
    _ channels: [MaskedChannel.Statistics], white: Double, _ limits: DarkFrameLimits
  ) -> Bool {
    let (levels, noise) = (channels.map(\.level), channels.map(\.noiseVariance).max() ?? 0)
    guard let low = levels.min(), let high = levels.max() else { return false }
    return high <= limits.level * white
      && high - low <= max(limits.channelDifference * white, Significance.limit * (2 * noise).squareRoot())
      && channels.allSatisfy { channel in
        let chance = Significance.limit * (limits.hotShare / channel.sampleCount).squareRoot()
        return channel.level >= limits.levelInDeviations * channel.deviation
          && channel.hotShare <= limits.hotShare + chance && channel.unevenness <= limits.unevenness * white
      }
  }

  /// Returns the range beyond which a sample stands out, from the median and the middle two thirds.
  ///
  /// - Parameters:
  ///   - counts: The number of samples of each value.
  ///   - margin: The difference that does not stand out without noise.
  private static func bounds(_ counts: [Int], margin: Double) -> ClosedRange<UInt16> {
    let count = counts.reduce(0, +)
    func quantile(_ share: Double) -> Double {
      var below = 0
      let value = counts.firstIndex {
        below += $0
        return Double(below) > share * Double(count - 1)
      }
      return Double(value ?? counts.count - 1)
    }
    let above = DarkFrameEstimator.oneDeviationAbove
    let deviation = (quantile(above) - quantile(1 - above)) / 2
    let (middle, reach) = (quantile(0.5), DarkFrameEstimator.outlierDeviations * deviation + margin)
    return UInt16(max(middle - reach, 0))...UInt16(min(middle + reach, Double(UInt16.max)))
  }

  /// The largest difference due to a dropped fraction.
  private static let fraction = 1.0
  /// The least number of masked samples of a channel. In fewer samples, the offset of a row would count as black.
  private static let leastCount = 256
}

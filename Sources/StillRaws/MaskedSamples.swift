internal import RawFrames

/// The black level of a sensor's masked samples, for a file that states none.
struct MaskedSamples {
  /// The mean of each channel's masked samples, and its standard error.
  let black, error: BayerValues<Double>

  /// Measures the masked samples. It fails where a channel has too few of them, or where the file states another level.
  ///
  /// Where the file has no level, LibRaw states the mean of the masked samples itself, without its fraction.
  init?(
    _ samples: [UInt16], width: Int, in areas: [Region], activeArea: Region, layout: StillRaw.Layout,
    unlike stated: BayerValues<Double>
  ) {
    guard case .mosaic(let mosaic) = layout else { return nil }
    var sums = BayerValues(repeating: SampleMoments())
    let period = mosaic.period
    for area in areas {
      for row in area.y..<area.y + area.height {
        for column in area.x..<area.x + area.width {
          // The mosaic's phase is that of the active area, which may begin at any sample.
          let (across, down) = (column - activeArea.x, row - activeArea.y)
          let channel = mosaic.channel(
            column: (across % period + period) % period, row: (down % period + period) % period)
          let sample = samples[row * width + column]
          sums[channel].count += 1
          sums[channel].sum += UInt64(sample)
          sums[channel].sumOfSquares += UInt64(sample) * UInt64(sample)
        }
      }
    }
    guard sums.all.allSatisfy({ $0.count >= Self.leastCount }) else { return nil }
    let means = sums.map(\.mean)
    guard
      BayerChannel.allCases.allSatisfy({ channel in
        stated[channel] == 0 || abs(stated[channel] - means[channel]) <= Self.fraction
      })
    else { return nil }
    black = means
    error = sums.map { (($0.variance ?? 0) / Double($0.count)).squareRoot() }
  }

  /// The largest difference due to a dropped fraction.
  private static let fraction = 1.0
  /// The least number of masked samples of a channel. In fewer samples, the offset of a row would count as black.
  private static let leastCount = 256
}

internal import RawFrames
internal import RealModule

/// The noise of a sensor at each signal, told from one frame by its calmest tiles.
///
/// Shot noise and read noise make a variance of `a + b s` at a signal `s`, with `a` and `b` at least 0. So where it is known
/// to be `v` at one signal, it is at most `v` below, and at most `v` in proportion to the signal above. Tiles of a like
/// signal give a `v` each by those of them that vary least; the least bound of all holds.
struct SensorNoise {
  /// Signals, black removed, and the variance there, in squares of raw values.
  private var known: [(signal: Double, variance: Double)] = []

  init(of tiles: [BayerValues<SampleMoments>], levels: SampleLevels) {
    var bands: [Int: [(signal: Double, variance: Double)]] = [:]
    for tile in tiles {
      for channel in BayerChannel.allCases {
        let (moments, signal) = (tile[channel], tile[channel].mean - levels.black[channel])
        // At 0 noise is cut off, and seems less than it is.
        guard let variance = moments.variance, moments.minimum > 0, signal > 0 else { continue }
        let band = Int((Double.log(signal) / Self.bandWidth).rounded(.down))
        bands[band, default: []].append(
          (signal, variance / Self.spread(of: Self.calmestDeviate, count: moments.count)))
      }
    }
    for band in bands.values where band.count >= Self.leastCount {
      let calmest = band.sorted { $0.variance < $1.variance }[Int(Self.calmestShare * Double(band.count))]
      known.append((calmest.signal, max(calmest.variance, SampleRounding.variance)))
    }
  }

  /// The largest variance that `count` samples of a signal show by noise alone; 0 where nothing is known.
  func most(at signal: Double, count: Int) -> Double {
    let variance = known.map { $0.variance * max(1, signal / $0.signal) }.min() ?? 0
    return variance * Self.spread(of: Self.significance, count: count)
  }

  /// By which factor the variance of `count` samples differs from the truth at a normal deviate: Wilson and Hilferty's
  /// approximation of chi-squared.
  private static func spread(of deviate: Double, count: Int) -> Double {
    let error = 2 / (9 * Double(max(count - 1, 1)))
    let root = max(1 - error + deviate * error.squareRoot(), 0.1)
    return root * root * root
  }

  /// In natural logarithms of the signal.
  private static let bandWidth = 0.35
  /// In a band, below which no calmest tenth can be told.
  private static let leastCount = 20
  private static let calmestShare = 0.1
  /// The normal deviate that a tenth lies below.
  private static let calmestDeviate = -1.2816
  /// The normal deviate that one in two million lies above.
  private static let significance = 5.0
}

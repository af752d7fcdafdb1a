internal import NumericalMethods
internal import RawFrames
internal import RealModule

/// The noise of a sensor at each signal, estimated from the calmest tiles of one frame.
///
/// Shot noise and read noise have a variance of `a + b s` at a signal `s`, with `a` and `b` at least 0. If the variance
/// is `v` at one signal, it is at most `v` below it, and at most `v` in proportion to the signal above it. Each band of
/// similar signals gives a `v` from its tiles with the least variance, and the lowest bound of all bands holds.
struct SensorNoise {
  /// The signals with a known variance, black subtracted, and the variance there, in squared raw values.
  private var known: [(signal: Double, variance: Double)] = []

  init(of tiles: some Sequence<BayerValues<SampleMoments>>, levels: SampleLevels) {
    var bands: [Int: Band] = [:]
    for tile in tiles {
      for channel in BayerChannel.allCases {
        let (moments, signal) = (tile[channel], tile[channel].mean - levels.black[channel])
        // Noise is cut off at 0, where it seems smaller than it is.
        guard let variance = moments.variance, moments.minimum > 0, signal > 0 else { continue }
        let band = Int((Double.log(signal) / Self.bandWidth).rounded(.down))
        bands[band, default: Band()].add(
          signal, variance / Self.spread(of: Self.calmestDeviate, count: moments.count))
      }
    }
    for band in bands.values where band.variances.count >= Self.leastCount {
      let calmest = band.calmest(at: Int(Self.calmestShare * Double(band.variances.count)))
      known.append((calmest.signal, max(calmest.variance, SampleRounding.variance)))
    }
  }

  /// The tiles of similar signals.
  private struct Band {
    private(set) var signals: [Double] = []
    private(set) var variances: [Double] = []

    mutating func add(_ signal: Double, _ variance: Double) {
      signals.append(signal)
      variances.append(variance)
    }

    /// Returns the tile at a place in the order of variances. Tiles with equal variances keep their order in the frame.
    func calmest(at place: Int) -> (signal: Double, variance: Double) {
      let variance = variances.sorted(at: place)
      let equal = variances.indices.filter { variances[$0] == variance }
      return (signals[equal[place - variances.count { $0 < variance }]], variance)
    }
  }

  /// Returns the largest variance that `count` samples of a signal show due to noise alone, or 0 where nothing is
  /// known.
  func most(at signal: Double, count: Int) -> Double {
    var variance = known.isEmpty ? 0 : Double.infinity
    for known in known { variance = min(variance, known.variance * max(1, signal / known.signal)) }
    return variance * Self.spread(of: Significance.limit, count: count)
  }

  /// Returns the ratio of the variance of `count` samples to the true one at a normal deviate.
  private static func spread(of deviate: Double, count: Int) -> Double {
    let root = max(chiSquaredRatioRoot(deviate: deviate, degrees: Double(max(count - 1, 1))), leastRoot)
    return root * root * root
  }

  /// The least cube root of a ratio of variances. It keeps the ratio above 0, because variances are divided by it. The
  /// approximation is smaller only for deviates below -1.4 of two samples, and ``calmestDeviate`` is above that.
  private static let leastRoot = 0.1

  /// The width of a band, in natural logarithms of the signal.
  private static let bandWidth = 0.35
  /// The least number of tiles in a band from which the calmest tenth can be told.
  private static let leastCount = 20
  /// The place of the tile that shows the noise, as a share of a band's tiles in the order of variances. A larger one
  /// needs more tiles without texture. A smaller one depends on a few tiles that are calm by chance.
  private static let calmestShare = 0.1
  /// The normal deviate below which a tenth of the values lie.
  private static let calmestDeviate = -1.2816
}

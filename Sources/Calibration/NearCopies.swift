internal import Colorimetry

/// Groups of lamps whose spectra are nearly the same, such as several of one make.
///
/// The lamps of a group count as one: what is learnt from one of them is known of the others.
struct NearCopies {
  /// The power of the first lamp of each group.
  private var first: [SpectralShares] = []

  /// The number of groups.
  var count: Int { first.count }

  /// Returns the number of the group of a lamp, which is a new one where no group is near enough.
  mutating func group(of spectrum: SpectralDistribution) -> Int {
    let shares = SpectralShares(spectrum)
    if let group = first.firstIndex(where: { shares.isWithin(Self.largestDistance, of: $0) }) { return group }
    first.append(shares)
    return first.count - 1
  }

  /// Returns whether a lamp is a near copy of one in a group.
  func contains(_ spectrum: SpectralDistribution) -> Bool {
    let shares = SpectralShares(spectrum)
    return first.contains { shares.isWithin(Self.largestDistance, of: $0) }
  }

  /// The largest distance of a near copy. A lamp that is measured twice with noise of 3 % has a distance of 0.025. The
  /// two of the CIE's lamps that are most alike, FL1 and FL5, have 0.035.
  private static let largestDistance = 0.03
}

/// The power of a light in steps of 5 nm from 380 to 780 nm, as shares of their sum.
struct SpectralShares {
  private let values: [Double]

  init(_ spectrum: SpectralDistribution) {
    let values = spectrum.values(atNanometers: 380...779)
    let steps = stride(from: 0, to: values.count, by: 5).map { values[$0..<$0 + 5].reduce(0, +) }
    let sum = steps.reduce(0, +)
    self.values = sum > 0 ? steps.map { $0 / sum } : steps
  }

  /// Returns the sum of the differences of power: 0 for the same spectrum, and 2 for two that have nothing in common.
  func distance(to other: SpectralShares) -> Double {
    zip(values, other.values).reduce(0) { $0 + abs($1.0 - $1.1) }
  }

  /// Returns whether ``distance(to:)`` is at most `limit`.
  ///
  /// Most lamps differ by more after a few steps. The sum ends there, because a table of many lamps compares each with
  /// each.
  func isWithin(_ limit: Double, of other: SpectralShares) -> Bool {
    var sum = 0.0
    for (own, other) in zip(values, other.values) {
      sum += abs(own - other)
      guard sum <= limit else { return false }
    }
    return true
  }
}

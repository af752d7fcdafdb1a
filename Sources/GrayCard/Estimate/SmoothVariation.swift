/// The part of a card's variation of colour that is smooth: a slope across the card, a slope down, and a bowl. A lens's
/// falloff and uneven light are of this kind.
///
/// It is visible in three sums over all parts where it is too weak to be visible in one part. On even cards, noise
/// alone gives a smooth variation of R/G once in 200 cards, and of B/G as often. See Docs/Methods/GrayCardEstimate.md.
struct SmoothVariation {
  /// A part of the card, with the difference of its colour and the noise that may cause it.
  struct Part {
    /// The column and the row of the part.
    let place: SIMD2<Double>
    /// The differences of R/G and B/G from those of the whole card, as shares.
    let difference: SIMD2<Double>
    /// The variances of both due to the noise of samples, and their covariance.
    let noise: SIMD3<Double>
    /// The variances of both due to the noise of rows and columns, and their covariance.
    let lines: SIMD3<Double>
    /// The changes of red's, green's and blue's share due to one standard error of the black level.
    let black: SIMD3<Double>
  }

  /// The variances of R/G and B/G over the card, as shares, and their covariance; 0 where chance explains them.
  let red, blue, redBlue: Double

  init(_ parts: [Part]) {
    var (excess, chiSquare) = (SIMD3<Double>.zero, SIMD2<Double>.zero)
    // Parts of one row or column share the noise of its lines.
    let shared = Double(Set(parts.map(\.place.x)).count + Set(parts.map(\.place.y)).count) / 2
    let terms = Self.terms(at: parts.map(\.place))
    for term in terms {
      var sum = SIMD2<Double>.zero
      var (variance, black) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
      for (part, weight) in zip(parts, term) {
        sum += weight * part.difference
        variance += weight * weight * (part.noise + shared * part.lines)
        black += weight * part.black
      }
      // All parts share the error of the black level.
      let squares = black * black
      variance += [squares[0] + squares[1], squares[2] + squares[1], squares[1]]
      excess += [sum[0] * sum[0], sum[1] * sum[1], sum[0] * sum[1]] - variance
      chiSquare += sum * sum / SIMD2(variance[0], variance[1])
    }
    let count = Double(parts.count)
    let limit = ColorVariation.chanceLimit(degrees: Double(terms.count))
    func beyondChance(_ ratio: Int) -> Double { chiSquare[ratio] > limit ? max(excess[ratio], 0) / count : 0 }
    (red, blue) = (beyondChance(0), beyondChance(1))
    // A covariance cannot be larger than the variances allow.
    let bound = (red * blue).squareRoot()
    redBlue = min(max(excess[2] / count, -bound), bound)
  }

  /// Returns the three terms at the places of the parts, without those that the places do not tell apart. The sum of
  /// each is 0, that of its squares 1, and they are orthogonal.
  private static func terms(at places: [SIMD2<Double>]) -> [[Double]] {
    let middle = places.reduce(.zero, +) / Double(places.count)
    let centered = places.map { $0 - middle }
    var found = [Array(repeating: 1 / Double(places.count).squareRoot(), count: places.count)]
    for term in [centered.map(\.x), centered.map(\.y), centered.map { ($0 * $0).sum() }] {
      var rest = term
      for known in found {
        let share = zip(rest, known).reduce(0) { $0 + $1.0 * $1.1 }
        for index in rest.indices { rest[index] -= share * known[index] }
      }
      let length = rest.reduce(0) { $0 + $1 * $1 }.squareRoot()
      if length > leastLength { found.append(rest.map { $0 / length }) }
    }
    return Array(found.dropFirst())
  }

  /// The length of a term below which rounding alone makes it, in parts. Parts are 1 apart.
  private static let leastLength = 1e-6
}

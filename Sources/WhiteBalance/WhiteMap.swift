internal import RealModule

/// A smooth, invertible displacement of a device's log ratios: where a light's neutral is, and where the device's matrices
/// would want it to be.
///
/// A neutral has a place by its warmth, log R - log B, and its tint, log R + log B - 2 log G - slope · warmth, which
/// changes little along the black bodies. On a grid over these two, each a cubic spline with knots at equal steps:
///
///     warmth' = warmth + w(warmth, tint)
///     tint'   = tint + t(warmth', tint)
///
/// Each step moves one coordinate and keeps the other, and rises with the one that it moves, so each can be undone, one
/// root in a bracket at a time, for every neutral there is. Outside the grid the splines are 0, and the neutral stays.
public struct WhiteMap: Hashable, Sendable {
  /// Where the knots are.
  public struct Grid: Hashable, Sendable {
    /// How much the tint coordinate gives for warmth.
    public let slope: Double
    /// Warmth and tint of the first knot.
    public let origin: SIMD2<Double>
    /// From knot to knot, above 0.
    public let spacing: SIMD2<Double>
    /// How many knots by warmth and by tint.
    public let warmthCount, tintCount: Int

    public init(slope: Double, origin: SIMD2<Double>, spacing: SIMD2<Double>, warmthCount: Int, tintCount: Int) {
      self.slope = slope
      self.origin = origin
      self.spacing = spacing
      self.warmthCount = warmthCount
      self.tintCount = tintCount
    }

    /// The place of a neutral, in knots.
    package func place(of neutral: LinearRGB) -> SIMD2<Double> {
      let (red, green, blue) = (Double.log(neutral.red), Double.log(neutral.green), Double.log(neutral.blue))
      let warmth = red - blue
      return (SIMD2(warmth, red + blue - 2 * green - slope * warmth) - origin) / spacing
    }

    /// The neutral of a place, green 1.
    package func neutral(at place: SIMD2<Double>) -> LinearRGB {
      let coordinates = place * spacing + origin
      let sum = coordinates.y + slope * coordinates.x
      return LinearRGB(red: .exp((sum + coordinates.x) / 2), green: 1, blue: .exp((sum - coordinates.x) / 2))
    }

    /// Whether a spline on the grid can be other than 0 there.
    package func reaches(_ place: SIMD2<Double>) -> Bool {
      place.x > -2 && place.x < Double(warmthCount) + 1 && place.y > -2 && place.y < Double(tintCount) + 1
    }
  }

  public let grid: Grid
  /// Control values of the displacements, in knots; those of one warmth follow each other by tint.
  public let warmth, tint: [Double]

  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where the numbers are no grid, are not as many as its
  ///   knots, or the map could not be undone.
  public init(grid: Grid, warmth: [Double], tint: [Double]) throws(WhiteBalanceError) {
    let numbers = [grid.slope, grid.origin.x, grid.origin.y, grid.spacing.x, grid.spacing.y]
    let counts = 1...Self.largestCount
    guard numbers.allSatisfy(\.isFinite), grid.spacing.min() > 0, counts.contains(grid.warmthCount),
      counts.contains(grid.tintCount)
    else { throw .invalidCharacterization(.mapGrid(grid)) }
    let expected = grid.warmthCount * grid.tintCount
    for values in [warmth, tint] {
      guard values.count == expected else {
        throw .invalidCharacterization(.mapCount(values.count, expected: expected))
      }
      for value in values where !(abs(value) <= Self.largestDisplacement) {
        throw .invalidCharacterization(.mapDisplacement(value))
      }
    }
    // A spline's slope is a mean of the differences of its control values.
    let (warmthSlope, tintSlope) = (
      Self.leastSlope(of: warmth, grid, alongTint: false), Self.leastSlope(of: tint, grid, alongTint: true)
    )
    guard min(warmthSlope, tintSlope) >= Self.leastSlope else {
      throw .invalidCharacterization(.mapNotInvertible(slope: min(warmthSlope, tintSlope)))
    }
    self.grid = grid
    self.warmth = warmth
    self.tint = tint
  }

  /// Knots in one direction; a map of a camera has about 20.
  package static let largestCount = 1000
  /// In knots. A place would lose digits that the way back needs.
  static let largestDisplacement = 1e3
  /// By which a coordinate rises at least, per knot: the way back makes a rounding at most a hundred times as large.
  package static let leastSlope = 0.01

  /// The least rise, per knot along one axis, of a coordinate that the control values displace; 0 is beyond the grid.
  package static func leastSlope(of values: [Double], _ grid: Grid, alongTint: Bool) -> Double {
    let (stride, count) = alongTint ? (1, grid.tintCount) : (grid.tintCount, grid.warmthCount)
    var least = Double.infinity
    for start in values.indices where (start / stride) % count == 0 {
      var last = 0.0
      for step in 0...count {
        let value = step < count ? values[start + step * stride] : 0
        least = min(least, 1 + value - last)
        last = value
      }
    }
    return least
  }
}

extension WhiteMap {
  /// Whether the map has learnt anything of neutrals like this one. Elsewhere the neutral stays as it is.
  public func covers(_ neutral: LinearRGB) -> Bool {
    neutral.isPositive && grid.reaches(grid.place(of: neutral))
  }

  /// The neutral that the matrices would want for the light of this one. Both are in any scale.
  func applied(to neutral: LinearRGB) -> LinearRGB {
    var place = grid.place(of: neutral)
    guard grid.reaches(place) else { return neutral }
    place.x += displacement(warmth, at: place)
    place.y += displacement(tint, at: place)
    return grid.neutral(at: place)
  }

  /// The way back of ``applied(to:)``.
  func undone(from neutral: LinearRGB) -> LinearRGB {
    var place = grid.place(of: neutral)
    guard place.x.isFinite, place.y.isFinite else { return neutral }
    let applied = place
    place.y = root(of: applied.y, largest: largest(tint)) { displacement(tint, at: SIMD2(applied.x, $0)) }
    place.x = root(of: applied.x, largest: largest(warmth)) { displacement(warmth, at: SIMD2($0, place.y)) }
    // Where nothing moves, every bit stays.
    return place == applied ? neutral : grid.neutral(at: place)
  }

  /// The coordinate that its displacement takes to `target`.
  private func root(of target: Double, largest: Double, displacement: (Double) -> Double) -> Double {
    guard largest > 0 else { return target }
    return bracketedRoot(in: (target - largest)...(target + largest)) { target - $0 - displacement($0) }
  }

  private func largest(_ values: [Double]) -> Double { values.reduce(0) { max($0, abs($1)) } }

  private func displacement(_ values: [Double], at place: SIMD2<Double>) -> Double {
    guard grid.reaches(place) else { return 0 }
    var sum = 0.0
    for knot in CubicSplineKnots(at: place, grid) { sum += knot.weight * values[knot.index] }
    return sum
  }
}

/// The knots of a grid that a bicubic B-spline is a sum over at a place, with their weights: sixteen, fewer at the edge.
///
/// Source: de Boor 1978, A Practical Guide to Splines, chapter IX.
package struct CubicSplineKnots: Sequence, IteratorProtocol {
  private let first: SIMD2<Int>
  private let weights: (SIMD4<Double>, SIMD4<Double>)
  private let grid: WhiteMap.Grid
  private var step = 0

  /// - Parameter place: one that the grid reaches.
  package init(at place: SIMD2<Double>, _ grid: WhiteMap.Grid) {
    let whole = place.rounded(.down)
    first = SIMD2(Int(whole.x) - 1, Int(whole.y) - 1)
    weights = (Self.weights(place.x - whole.x), Self.weights(place.y - whole.y))
    self.grid = grid
  }

  /// Of the four knots about a place that is `part` of a step beyond the second.
  private static func weights(_ part: Double) -> SIMD4<Double> {
    let rest = 1 - part
    return SIMD4(
      rest * rest * rest, 4 - part * part * (6 - 3 * part), 4 - rest * rest * (6 - 3 * rest), part * part * part) / 6
  }

  package mutating func next() -> (index: Int, weight: Double)? {
    while step < 16 {
      let (column, row) = (step / 4, step % 4)
      step += 1
      let (warmth, tint) = (first.x + column, first.y + row)
      if warmth >= 0, warmth < grid.warmthCount, tint >= 0, tint < grid.tintCount {
        return (warmth * grid.tintCount + tint, weights.0[column] * weights.1[row])
      }
    }
    return nil
  }
}

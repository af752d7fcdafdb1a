internal import NumericalMethods
internal import RealModule

/// A smooth, invertible displacement of a device's log ratios, from a light's neutral to the neutral that the device's
/// matrices expect for that light.
///
/// A neutral has two coordinates: warmth, log R - log B, and tint, log R + log B - 2 log G - slope · warmth, which
/// changes little along the Planckian locus. The displacements are cubic splines on a grid of equal steps over the two:
///
///     warmth' = warmth + w(warmth, tint)
///     tint'   = tint + t(warmth', tint)
///
/// Each equation changes one coordinate and keeps the other, and is strictly increasing in the one that it changes. So
/// each can be inverted for every neutral by one bracketed root. Two steps or more beyond the outer knots, the splines
/// are 0 and the neutral is unchanged.
public struct WhiteMap: Hashable, Sendable {
  /// The positions of the knots in warmth and tint.
  public struct Grid: Hashable, Sendable {
    /// The share of warmth that the tint coordinate subtracts.
    package let slope: Double
    /// The warmth and tint of the first knot.
    package let origin: SIMD2<Double>
    /// The steps in warmth and tint from knot to knot, above 0.
    package let spacing: SIMD2<Double>
    /// The numbers of knots in warmth and tint.
    package let warmthCount, tintCount: Int

    /// Creates a grid. ``WhiteMap/init(grid:warmth:tint:)`` checks its numbers.
    ///
    /// - Parameters:
    ///   - slope: The share of warmth that the tint coordinate subtracts.
    ///   - origin: The warmth and tint of the first knot.
    ///   - spacing: The steps from knot to knot, above 0.
    ///   - warmthCount: The number of knots in warmth.
    ///   - tintCount: The number of knots in tint.
    package init(slope: Double, origin: SIMD2<Double>, spacing: SIMD2<Double>, warmthCount: Int, tintCount: Int) {
      self.slope = slope
      self.origin = origin
      self.spacing = spacing
      self.warmthCount = warmthCount
      self.tintCount = tintCount
    }

    /// Returns the coordinates of a neutral, in knots.
    package func place(of neutral: LinearRGB) -> SIMD2<Double> {
      let (red, green, blue) = (Double.log(neutral.red), Double.log(neutral.green), Double.log(neutral.blue))
      let warmth = red - blue
      return (SIMD2(warmth, red + blue - 2 * green - slope * warmth) - origin) / spacing
    }

    /// Returns the neutral at these coordinates, green 1.
    package func neutral(at place: SIMD2<Double>) -> LinearRGB {
      let coordinates = place * spacing + origin
      let sum = coordinates.y + slope * coordinates.x
      return LinearRGB(red: .exp((sum + coordinates.x) / 2), green: 1, blue: .exp((sum - coordinates.x) / 2))
    }

    /// Returns whether a spline on the grid can differ from 0 there.
    package func reaches(_ place: SIMD2<Double>) -> Bool {
      place.x > -2 && place.x < Double(warmthCount) + 1 && place.y > -2 && place.y < Double(tintCount) + 1
    }
  }

  /// The positions of the knots.
  package let grid: Grid
  /// The control values of the displacements, in knots, in rows of equal warmth.
  package let warmth, tint: [Double]

  /// Creates a map from control values on a grid.
  ///
  /// - Parameters:
  ///   - grid: The positions of the knots.
  ///   - warmth: The displacements of warmth, in knots, in rows of equal warmth.
  ///   - tint: The displacements of tint, in the same order.
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where the grid's numbers cannot be used, the values
  ///   are not as many as the knots, a displacement is too large, or the map cannot be inverted.
  package init(grid: Grid, warmth: [Double], tint: [Double]) throws(WhiteBalanceError) {
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
    // The slope of a spline is a mean of the differences of its control values, so these bound it.
    let (warmthSlope, tintSlope) = (
      Self.leastSlope(of: warmth, grid, along: .warmth), Self.leastSlope(of: tint, grid, along: .tint)
    )
    guard min(warmthSlope, tintSlope) >= Self.leastSlope else {
      throw .invalidCharacterization(.mapNotInvertible(slope: min(warmthSlope, tintSlope)))
    }
    self.grid = grid
    self.warmth = warmth
    self.tint = tint
  }

  /// The largest number of knots in one direction. A map of a camera has about 20.
  package static let largestCount = 1000
  /// The largest displacement, in knots. A larger one would cost digits that the inverse needs.
  static let largestDisplacement = 1e3
  /// The least rise of a displaced coordinate, per knot. With it the inverse magnifies a rounding error at most a
  /// hundredfold.
  static let leastSlope = 0.01

  /// The axes of the grid, each of which a displacement runs along.
  package enum Axis {
    case warmth, tint
  }

  /// Returns the least rise, per knot along one axis, of the displaced coordinate. Control values beyond the grid are
  /// 0.
  static func leastSlope(of values: [Double], _ grid: Grid, along axis: Axis) -> Double {
    let (stride, count) =
      switch axis {
      case .warmth: (grid.tintCount, grid.warmthCount)
      case .tint: (1, grid.tintCount)
      }
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
  /// Returns whether the map has learnt anything about such neutrals. It leaves all others as they are.
  package func covers(_ neutral: LinearRGB) -> Bool {
    neutral.isPositive && grid.reaches(grid.place(of: neutral))
  }

  /// Returns the neutral that the matrices expect for the light of this neutral. Both are in any scale.
  func applied(to neutral: LinearRGB) -> LinearRGB {
    var place = grid.place(of: neutral)
    guard grid.reaches(place) else { return neutral }
    place.x += displacement(warmth, at: place)
    place.y += displacement(tint, at: place)
    return grid.neutral(at: place)
  }

  /// Returns the neutral that ``applied(to:)`` maps to this one.
  func undone(from neutral: LinearRGB) -> LinearRGB {
    var place = grid.place(of: neutral)
    guard place.x.isFinite, place.y.isFinite else { return neutral }
    let applied = place
    place.y = root(of: applied.y, largest: largest(tint)) { displacement(tint, at: SIMD2(applied.x, $0)) }
    place.x = root(of: applied.x, largest: largest(warmth)) { displacement(warmth, at: SIMD2($0, place.y)) }
    // A neutral that does not move keeps every bit.
    return place == applied ? neutral : grid.neutral(at: place)
  }

  /// Returns the coordinate that the displacement moves to `target`.
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

/// The knots that contribute to a bicubic B-spline at a point, with their weights: sixteen, or fewer at the edge of the
/// grid.
///
/// Source: de Boor 1978, A Practical Guide to Splines, chapter IX.
package struct CubicSplineKnots: Sequence, IteratorProtocol {
  private let first: SIMD2<Int>
  private let weights: (SIMD4<Double>, SIMD4<Double>)
  private let grid: WhiteMap.Grid
  private var step = 0

  /// Creates the sequence for a point.
  ///
  /// - Parameter place: Coordinates in knots that the grid reaches.
  package init(at place: SIMD2<Double>, _ grid: WhiteMap.Grid) {
    let whole = place.rounded(.down)
    first = SIMD2(Int(whole.x) - 1, Int(whole.y) - 1)
    weights = (Self.weights(place.x - whole.x), Self.weights(place.y - whole.y))
    self.grid = grid
  }

  /// Returns the weights of the four knots about a point that lies `part` of a step beyond the second.
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

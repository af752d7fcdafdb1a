internal import NumericalMethods
internal import WhiteBalance

/// A smooth surface over the grid of a white map that approximates samples, and to which one coordinate can be added so
/// that the sum still rises.
///
/// It is a penalized B-spline (Eilers and Marx 1996). The control values c minimize
///
///     sum of weight · (surface - value)² + bending · |second differences|² + slope · |differences|² + size · |c|²
///
/// where no difference along the surface's own axis is below -(1 - least rise). Beyond the samples the last two terms
/// take the surface to 0. The bound is enforced by the alternating direction method of multipliers (Boyd et al. 2011).
///
/// Sources: Eilers and Marx 1996, "Flexible smoothing with B-splines and penalties", doi:10.1214/ss/1038425655; Boyd et
/// al. 2011, doi:10.1561/2200000016, section 5.
struct MonotoneSpline {
  struct Sample {
    /// The position of the sample, in knots.
    let place: SIMD2<Double>
    let value: Double
    /// The inverse square of the value's standard error, in knots.
    let weight: Double
  }

  /// The control values, in the order of the white map.
  let values: [Double]

  /// The weights of the spline's bending, slope and size, beside the inverse variances of the samples, all in knots.
  private static let (bending, slope, size) = (1.0, 0.1, 0.1)
  /// The least rise per knot. Distances between neighbouring lamps may shrink to a fiftieth, but never change their
  /// sign.
  private static let leastRise = 0.02
  /// The number of steps of a knot to which the control values are rounded. They are far finer than the lamps
  /// determine, and short in a profile.
  private static let stepsPerKnot = 1e6

  init(_ samples: [Sample], on grid: WhiteMap.Grid, risingAlong axis: WhiteMap.Axis) {
    let count = grid.warmthCount * grid.tintCount
    var matrix = BandedMatrix(count: count, bandwidth: 3 * grid.tintCount + 3)
    var right = Array(repeating: 0.0, count: count)
    for sample in samples where grid.reaches(sample.place) {
      let knots = Array(CubicSplineKnots(at: sample.place, grid))
      for knot in knots {
        right[knot.index] += sample.weight * knot.weight * sample.value
        for other in knots where other.index <= knot.index {
          matrix[knot.index, other.index] += sample.weight * knot.weight * other.weight
        }
      }
    }
    // The penalties on second differences, differences and values.
    let differences = Differences(grid)
    differences.addPenalties(to: &matrix, bending: Self.bending, slope: Self.slope, size: Self.size)
    // The last two penalties make the matrix positive definite.
    let problem = BoundedLeastSquares(
      matrix: matrix, right: right, differences: differences.lines(along: axis), bound: Self.leastRise - 1)
    guard let values = problem.solution() else {
      self.values = Array(repeating: 0, count: count)
      return
    }
    self.values = values.map { ($0 * Self.stepsPerKnot).rounded() / Self.stepsPerKnot }
  }

  func value(at place: SIMD2<Double>, on grid: WhiteMap.Grid) -> Double {
    guard grid.reaches(place) else { return 0 }
    return CubicSplineKnots(at: place, grid).reduce(0) { $0 + $1.weight * values[$1.index] }
  }
}

/// The differences between neighbouring control values of a grid, including those to the 0 beyond its edge.
private struct Differences {
  typealias Line = BoundedLeastSquares.Difference

  let grid: WhiteMap.Grid

  init(_ grid: WhiteMap.Grid) { self.grid = grid }

  private func index(_ warmth: Int, _ tint: Int) -> Int? {
    guard 0..<grid.warmthCount ~= warmth, 0..<grid.tintCount ~= tint else { return nil }
    return warmth * grid.tintCount + tint
  }

  func lines(along axis: WhiteMap.Axis) -> [Line] {
    let (warmths, tints) = (grid.warmthCount, grid.tintCount)
    return switch axis {
    case .warmth: (0...warmths).flatMap { w in (0..<tints).map { Line(lower: index(w - 1, $0), upper: index(w, $0)) } }
    case .tint: (0..<warmths).flatMap { w in (0...tints).map { Line(lower: index(w, $0 - 1), upper: index(w, $0)) } }
    }
  }

  func addPenalties(to matrix: inout BandedMatrix, bending: Double, slope: Double, size: Double) {
    for line in lines(along: .warmth) + lines(along: .tint) { line.add(slope, to: &matrix) }
    for index in 0..<matrix.count { matrix[index, index] += size }
    let straight: [(Int, Double)] = [(-1, 1), (0, -2), (1, 1)]
    for warmth in -1...grid.warmthCount {
      for tint in -1...grid.tintCount {
        add(bending, straight.map { (index(warmth + $0.0, tint), $0.1) }, to: &matrix)
        add(bending, straight.map { (index(warmth, tint + $0.0), $0.1) }, to: &matrix)
        let corners = [(0, 0, 1.0), (0, 1, -1.0), (1, 0, -1.0), (1, 1, 1.0)]
        add(2 * bending, corners.map { (index(warmth + $0.0, tint + $0.1), $0.2) }, to: &matrix)
      }
    }
  }

  /// Adds `share` times the square of a weighted sum of control values.
  private func add(_ share: Double, _ terms: [(Int?, Double)], to matrix: inout BandedMatrix) {
    let present = terms.compactMap { term in term.0.map { ($0, term.1) } }
    for (row, factor) in present {
      for (column, other) in present where column <= row { matrix[row, column] += share * factor * other }
    }
  }
}

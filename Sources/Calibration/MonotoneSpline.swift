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

  private static let bending = 1.0
  private static let slope = 0.1
  private static let size = 0.1
  /// The least rise per knot. Crowded lamps are pressed together to a tenth, but not folded.
  private static let leastRise = 0.1
  /// The precision to which the bound is enforced by steps. Scaling the values removes the rest.
  private static let precision = 0.01
  private static let largestStepCount = 400
  /// The penalty parameter of the method of multipliers, as a share of the mean diagonal entry.
  private static let stiffness = 0.3

  init(_ samples: [Sample], on grid: WhiteMap.Grid, alongTint: Bool) {
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
    let lines = differences.lines(alongTint: alongTint)
    // The last two penalties make the matrix positive definite.
    guard var values = matrix.choleskyFactor()?.solution(right) else {
      self.values = Array(repeating: 0, count: count)
      return
    }
    let lowest = Self.leastRise - 1
    func rises(_ values: [Double]) -> [Double] { lines.map { $0.difference(values) } }
    if let least = rises(values).min(), least < lowest {
      // The method of multipliers. `bounded` holds the differences that keep the bound, and `excess` the scaled dual
      // variables.
      let stiffness = Self.stiffness * matrix.trace / Double(count)
      for line in lines { line.add(stiffness, to: &matrix) }
      let factor = matrix.choleskyFactor()
      var bounded = rises(values).map { max($0, lowest) }
      var excess = Array(repeating: 0.0, count: lines.count)
      for _ in 0..<Self.largestStepCount {
        // The x-update: control values whose differences are near the bounded ones.
        var target = right
        for (index, line) in lines.enumerated() {
          line.add(stiffness * (bounded[index] - excess[index]), to: &target)
        }
        values = factor?.solution(target) ?? values
        let found = rises(values)
        // The z-update: the differences, clamped to the bound. The dual update then adds what is left.
        bounded = zip(found, excess).map { max($0 + $1, lowest) }
        for index in lines.indices { excess[index] += found[index] - bounded[index] }
        if zip(found, bounded).allSatisfy({ $1 - $0 < Self.precision }) { break }
      }
      let least = rises(values).min() ?? 0
      if least < lowest { values = values.map { $0 * lowest / least } }
    }
    // These digits are far more than the lamps determine, and short in a profile.
    self.values = values.map { ($0 * 1e6).rounded() / 1e6 }
  }

  func value(at place: SIMD2<Double>, on grid: WhiteMap.Grid) -> Double {
    guard grid.reaches(place) else { return 0 }
    return CubicSplineKnots(at: place, grid).reduce(0) { $0 + $1.weight * values[$1.index] }
  }
}

/// The differences between neighbouring control values of a grid, including those to the 0 beyond its edge.
private struct Differences {
  /// The difference between the control values at `upper` and `lower`, each 0 where the index is `nil`.
  struct Line {
    let lower, upper: Int?

    func difference(_ values: [Double]) -> Double { (upper.map { values[$0] } ?? 0) - (lower.map { values[$0] } ?? 0) }

    func add(_ share: Double, to right: inout [Double]) {
      if let upper { right[upper] += share }
      if let lower { right[lower] -= share }
    }

    func add(_ share: Double, to matrix: inout BandedMatrix) {
      if let upper { matrix[upper, upper] += share }
      if let lower { matrix[lower, lower] += share }
      if let upper, let lower { matrix[upper, lower] -= share }
    }
  }

  let grid: WhiteMap.Grid

  init(_ grid: WhiteMap.Grid) { self.grid = grid }

  private func index(_ warmth: Int, _ tint: Int) -> Int? {
    guard 0..<grid.warmthCount ~= warmth, 0..<grid.tintCount ~= tint else { return nil }
    return warmth * grid.tintCount + tint
  }

  func lines(alongTint: Bool) -> [Line] {
    let (warmths, tints) = (grid.warmthCount, grid.tintCount)
    return alongTint
      ? (0..<warmths).flatMap { w in (0...tints).map { Line(lower: index(w, $0 - 1), upper: index(w, $0)) } }
      : (0...warmths).flatMap { w in (0..<tints).map { Line(lower: index(w - 1, $0), upper: index(w, $0)) } }
  }

  func addPenalties(to matrix: inout BandedMatrix, bending: Double, slope: Double, size: Double) {
    for line in lines(alongTint: false) + lines(alongTint: true) { line.add(slope, to: &matrix) }
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

internal import WhiteBalance

/// A smooth sheet over the grid of a white map that comes close to samples, and with which one coordinate still rises.
///
/// The control values c minimise
///
///     sum of weight · (sheet - value)² + bending · |second differences|² + slope · |differences|² + size · |c|²
///
/// where no difference along the sheet's own axis is below -(1 - least slope). Beyond the samples the last two terms take
/// the sheet to 0.
///
/// Sources: Eilers and Marx 1996, "Flexible smoothing with B-splines and penalties", doi:10.1214/ss/1038425655; for the
/// bound the alternating direction method of multipliers: Boyd et al. 2011, doi:10.1561/2200000016, section 5.
struct MonotoneSpline {
  struct Sample {
    /// In knots.
    let place: SIMD2<Double>
    let value: Double
    /// One over the square of the value's standard error, in knots.
    let weight: Double
  }

  /// By the white map's order.
  let values: [Double]

  private static let bending = 1.0
  private static let slope = 0.1
  private static let size = 0.1
  /// The least rise per knot: lamps that crowd are pressed together to a tenth, not folded.
  private static let leastRise = 0.1
  /// A bound is kept to this, and the rest taken off by scale.
  private static let precision = 0.01
  private static let largestStepCount = 400
  /// Of the mean diagonal entry: how stiffly the bound is held from step to step.
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
    let differences = Differences(grid)
    differences.addPenalties(to: &matrix, bending: Self.bending, slope: Self.slope, size: Self.size)
    let lines = differences.lines(alongTint: alongTint)
    // The last two penalties make it positive definite.
    guard var values = matrix.choleskyFactor()?.solution(right) else {
      self.values = Array(repeating: 0, count: count)
      return
    }
    let lowest = Self.leastRise - 1
    func rises(_ values: [Double]) -> [Double] { lines.map { $0.difference(values) } }
    if let least = rises(values).min(), least < lowest {
      let stiffness = Self.stiffness * matrix.trace / Double(count)
      for line in lines { line.add(stiffness, to: &matrix) }
      let factor = matrix.choleskyFactor()
      var bounded = rises(values).map { max($0, lowest) }
      var excess = Array(repeating: 0.0, count: lines.count)
      for _ in 0..<Self.largestStepCount {
        var target = right
        for (index, line) in lines.enumerated() {
          line.add(stiffness * (bounded[index] - excess[index]), to: &target)
        }
        values = factor?.solution(target) ?? values
        let found = rises(values)
        bounded = zip(found, excess).map { max($0 + $1, lowest) }
        for index in lines.indices { excess[index] += found[index] - bounded[index] }
        if zip(found, bounded).allSatisfy({ $1 - $0 < Self.precision }) { break }
      }
      let least = rises(values).min() ?? 0
      if least < lowest { values = values.map { $0 * lowest / least } }
    }
    // Far more digits than the lamps give, and short in a profile.
    self.values = values.map { ($0 * 1e6).rounded() / 1e6 }
  }

  func value(at place: SIMD2<Double>, on grid: WhiteMap.Grid) -> Double {
    guard grid.reaches(place) else { return 0 }
    return CubicSplineKnots(at: place, grid).reduce(0) { $0 + $1.weight * values[$1.index] }
  }
}

/// The differences between neighbouring control values of a grid, those to the 0 beyond its edge among them.
private struct Differences {
  /// Of `upper` and `lower`, each 0 where absent.
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

  /// Adds `share` times the square of a sum of control values, each with its factor.
  private func add(_ share: Double, _ terms: [(Int?, Double)], to matrix: inout BandedMatrix) {
    let present = terms.compactMap { term in term.0.map { ($0, term.1) } }
    for (row, factor) in present {
      for (column, other) in present where column <= row { matrix[row, column] += share * factor * other }
    }
  }
}

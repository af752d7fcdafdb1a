internal import NumericalMethods

/// A smooth surface through most of the values of a grid, such as the falloff of light across a card.
///
/// Outliers, as from a finger or an edge, hardly bend it: the fit uses Tukey's biweight (Beaton and Tukey 1974).
struct SmoothSurface {
  /// The values of the surface, row by row.
  let values: [Double]
  /// The rise of the surface at each value, along a row and along a column, for each unit of the places.
  let slopes: [SIMD2<Double>]

  /// Fits a quadratic surface. Fails where there are too few values.
  ///
  /// - Parameters:
  ///   - values: The values row by row; not a number where one is missing.
  ///   - across: The places of the columns, in ascending order.
  ///   - down: The places of the rows, in ascending order.
  init?(fitting values: [Double], across: [Double], down: [Double]) {
    let (columns, rows) = (across.count, down.count)
    // The middle, and the part of the range from -1 to 1 that x and y move by where the place moves by 1.
    func scale(_ places: [Double]) -> (middle: Double, step: Double) {
      let (first, last) = (places[0], places[places.count - 1])
      return ((first + last) / 2, last > first ? 2 / (last - first) : 0)
    }
    let ((middleX, stepX), (middleY, stepY)) = (scale(across), scale(down))
    let places = values.indices.map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let (x, y) = ((across[column] - middleX) * stepX, (down[row] - middleY) * stepY)
      return SIMD8(1, x, y, x * x, x * y, y * y, 0, 0)
    }
    let known = values.indices.filter { !values[$0].isNaN }
    let told = Self.terms(columns: columns, rows: rows)
    guard known.count > told.count else { return nil }
    // The terms that the grid determines come first.
    let equations =
      told == Array(0..<6)
      ? places
      : places.map { place in told.indices.reduce(into: SIMD8<Double>.zero) { $0[$1] = place[told[$1]] } }
    var terms = SIMD8<Double>.zero
    var surface = Array(repeating: known.map { values[$0] }.median, count: values.count)
    var last = Double.infinity
    for _ in 0..<Self.rounds {
      let deviation = known.map { values[$0] - surface[$0] }.medianDeviation(from: 0)
      guard abs(deviation - last) > Self.settled * deviation else { break }
      last = deviation
      let reach = Self.biweight * max(deviation, Self.leastDeviation)
      var system = NormalEquations(size: told.count)
      for index in known {
        let share = (values[index] - surface[index]) / reach
        guard abs(share) < 1 else { continue }
        let weight = (1 - share * share) * (1 - share * share)
        system.add(equations[index], value: values[index], weight: weight)
      }
      guard let solution = system.solution() else { break }
      for (term, value) in zip(told, solution) { terms[term] = value }
      surface = places.map { (terms * $0).sum() }
    }
    self.values = surface
    slopes = places.map { place in
      let (x, y) = (place[1], place[2])
      return SIMD2(
        (terms[1] + 2 * terms[3] * x + terms[4] * y) * stepX, (terms[2] + terms[4] * x + 2 * terms[5] * y) * stepY)
    }
  }

  private init(values: [Double], slopes: [SIMD2<Double>]) {
    (self.values, self.slopes) = (values, slopes)
  }

  /// The surface whose values are the inverse squares of these; 0 where these are not above 0.
  var inverseSquare: SmoothSurface {
    SmoothSurface(
      values: values.map { $0 > 0 ? 1 / ($0 * $0) : 0 },
      slopes: zip(values, slopes).map { value, slope in
        value > 0 ? -2 / (value * value * value) * slope : .zero
      })
  }

  /// Returns the terms of 1, x, y, x², xy, y² that a grid can determine: those of a quadratic, a plane, or a parabola
  /// along a strip.
  private static func terms(columns: Int, rows: Int) -> [Int] {
    switch (columns, rows) {
    case (3..., 3...): [0, 1, 2, 3, 4, 5]
    case (2..., 2...): [0, 1, 2]
    case (3..., 1): [0, 1, 3]
    case (1, 3...): [0, 2, 5]
    default: [0]
    }
  }

  /// The largest number of rounds. The first one finds the slope; six more are enough with a fifth of outliers.
  private static let rounds = 8

  /// The change of the deviation at which the fit has converged, as a share.
  private static let settled = 0.01

  /// The reach of the biweight, in standard deviations. It is 95 % as efficient as least squares on normal noise.
  private static let biweight = 4.685

  /// The least deviation, relative to values near 1. Smaller ones need no bending.
  private static let leastDeviation = 1e-3
}

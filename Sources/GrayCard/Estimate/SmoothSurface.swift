/// A quadratic surface through most of the values on a grid: light that falls off across a card. Values far from it, of a
/// finger or an edge, hardly bend it (Tukey's biweight; Beaton and Tukey 1974).
struct SmoothSurface {
  /// Row by row.
  let values: [Double]
  /// By how much the surface rises from a value to the next, along a row and along a column.
  let slopes: [SIMD2<Double>]

  /// - Parameters:
  ///   - values: row by row; not a number where there is none.
  /// - Returns: `nil` where there are too few values.
  init?(fitting values: [Double], columns: Int) {
    let rows = values.count / columns
    let places = values.indices.map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: columns)
      let x = columns > 1 ? 2 * Double(column) / Double(columns - 1) - 1 : 0
      let y = rows > 1 ? 2 * Double(row) / Double(rows - 1) - 1 : 0
      return SIMD8(1, x, y, x * x, x * y, y * y, 0, 0)
    }
    let known = values.indices.filter { !values[$0].isNaN }
    // The most terms that the grid can tell: a quadratic, a plane, a constant.
    let size = columns >= 3 && rows >= 3 ? 6 : columns >= 2 && rows >= 2 ? 3 : 1
    guard known.count > size else { return nil }
    var terms = SIMD8<Double>.zero
    var surface = Array(repeating: Median.of(known.map { values[$0] }), count: values.count)
    var last = Double.infinity
    for _ in 0..<Self.rounds {
      let deviation = Median.deviation(of: known.map { values[$0] - surface[$0] }, from: 0)
      guard abs(deviation - last) > Self.settled * deviation else { break }
      last = deviation
      let reach = Self.biweight * max(deviation, Self.leastDeviation)
      var system = LinearSystem(size: size)
      for index in known {
        let share = (values[index] - surface[index]) / reach
        guard abs(share) < 1 else { continue }
        let weight = (1 - share * share) * (1 - share * share)
        system.add(places[index], value: values[index], weight: weight)
      }
      guard let solution = system.solution() else { break }
      for (index, term) in solution.enumerated() { terms[index] = term }
      surface = places.map { (terms * $0).sum() }
    }
    self.values = surface
    // From one value to the next, x goes this far of its way from -1 to 1.
    let (stepX, stepY) = (2 / Double(max(columns - 1, 1)), 2 / Double(max(rows - 1, 1)))
    slopes = places.map { place in
      let (x, y) = (place[1], place[2])
      return [
        (terms[1] + 2 * terms[3] * x + terms[4] * y) * stepX, (terms[2] + terms[4] * x + 2 * terms[5] * y) * stepY,
      ]
    }
  }

  /// The first finds the slope; with a fifth of the values elsewhere six more are enough.
  private static let rounds = 8

  /// As a share: weights hardly change where the deviation does not.
  private static let settled = 0.01

  /// In standard deviations: 95 % as efficient as least squares on normal noise.
  private static let biweight = 4.685

  /// Of values near 1: less is not worth bending for.
  private static let leastDeviation = 1e-3
}

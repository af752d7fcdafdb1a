import NumericalMethods
import TestSupport
import Testing

@Suite struct LeastSquaresTests {
  private static func observations(of unknowns: [Double], count: Int, _ draws: inout Draws) -> NormalEquations {
    var equations = NormalEquations(size: unknowns.count)
    for _ in 0..<count {
      var terms = SIMD8<Double>.zero
      for index in unknowns.indices { terms[index] = draws.number(in: -1...1) }
      let value = unknowns.indices.reduce(0) { $0 + unknowns[$1] * terms[$1] }
      equations.add(terms, value: value, weight: draws.number(in: 0.5...2))
    }
    return equations
  }

  @Test func `observations without error give the unknowns back`() {
    expectLaw(within: .normalEquations) { draws in
      let unknowns = (0...Int(draws.choice(below: 6))).map { _ in draws.number(in: -3...3) }
      return (unknowns, Self.observations(of: unknowns, count: 40, &draws))
    } law: { unknowns, equations in
      guard let found = equations.solution() else { return .infinity }
      return zip(found, unknowns).map { abs($0 - $1) }.largest() ?? .infinity
    }
  }

  @Test func `unknowns that the observations do not determine are not guessed`() {
    var equations = NormalEquations(size: 2)
    for step in 1...5 { equations.add([Double(step), 0.3 * Double(step), 0, 0, 0, 0, 0, 0], value: 1, weight: 1) }
    #expect(equations.solution() == nil)
    #expect(NormalEquations(size: 1).solution() == nil)
  }

  @Test func `sums of powers give the parabola of their observations`() throws {
    var equations = NormalEquations(size: 3)
    var sums = SIMD8<Double>.zero
    for (x, y, weight) in [(0.0, 1.0, 1.0), (1, 3, 2), (2, 2, 0.5), (3, 5, 1), (-1, 4, 3)] {
      equations.add([1, x, x * x, 0, 0, 0, 0, 0], value: y, weight: weight)
      var powers = SIMD8<Double>(1, x, x * x, 0, 0, y, y * x, 0)
      (powers[3], powers[4], powers[7]) = (powers[2] * x, powers[2] * powers[2], powers[2] * y)
      sums += weight * powers
    }
    // The sums of these numbers are exact.
    let expected = try #require(equations.solution())
    #expect(NormalEquations(parabola: sums).solution() == expected)
  }

  /// At the least, the gradient is 0 for an unknown above 0 and not below 0 for one at 0 (Kuhn and Tucker).
  @Test func `no unknown is negative, and none that is 0 would lessen the error`() throws {
    // Lines through points that fall: the slope would be negative.
    var equations = NormalEquations(size: 2)
    for (x, y) in [(0.0, 3.0), (1, 2), (2, 2)] { equations.add([1, x, 0, 0, 0, 0, 0, 0], value: y, weight: 1) }
    let found = try #require(equations.nonNegativeSolution())
    #expect(found[1] == 0)
    #expect(Tolerance.rounding.allows(abs(found[0] - 7.0 / 3)))
  }

  /// Source of the function: Rosenbrock 1960, doi:10.1093/comjnl/3.3.175.
  @Test func `the search follows Rosenbrock's valley to its end`() {
    let found = leastSquares(from: [-1.2, 1]) { place in
      [10 * (place[1] - place[0] * place[0]), 1 - place[0]]
    } slopes: { place, _ in
      [[-20 * place[0], -1], [10, 0]]
    }
    #expect(Tolerance.valleyEnd.allows(largest(abs(found[0] - 1), abs(found[1] - 1))), "\(found)")
  }

  @Test func `differences keep their bound, and unknowns that keep it anyway stay as they are`() throws {
    func problem(_ bound: Double) -> BoundedLeastSquares {
      var matrix = BandedMatrix(count: 3, bandwidth: 1)
      for index in 0..<3 { matrix[index, index] = 1 }
      let ends: [(Int?, Int?)] = [(nil, 0), (0, 1), (1, 2), (2, nil)]
      let differences = ends.map { BoundedLeastSquares.Difference(lower: $0.0, upper: $0.1) }
      return BoundedLeastSquares(matrix: matrix, right: [2, -2, 1], differences: differences, bound: bound)
    }
    #expect(try #require(problem(-5).solution()) == [2, -2, 1])
    let bounded = problem(-1)
    let found = try #require(bounded.solution())
    let least = try #require(bounded.differences.map { $0.value(of: found) }.min())
    #expect(Tolerance.rounding.allows(-1 - least), "\(found)")
    // The fall from 2 to -2 is shared between the two that it joins, and the third one has nothing to do with it.
    for (value, expected) in zip(found, [0.5, -0.5, 1]) {
      #expect(Tolerance.boundedLeastSquares.allows(abs(value - expected)), "\(found)")
    }
  }

  @Test func `an observation counts by its weight`() throws {
    var equations = NormalEquations(size: 1)
    equations.add([1, 0, 0, 0, 0, 0, 0, 0], value: 0, weight: 1)
    equations.add([1, 0, 0, 0, 0, 0, 0, 0], value: 1, weight: 3)
    #expect(try #require(equations.solution()) == [0.75])
  }
}

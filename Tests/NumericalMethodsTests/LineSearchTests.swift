import NumericalMethods
import TestSupport
import Testing

@Suite struct LineSearchTests {
  @Test func `the edge of a region is found from inside, whichever way it lies`() {
    expectLaw(within: .rounding) {
      (edge: $0.number(in: 0.01...0.99), isAbove: $0.choice(below: 2) == 0)
    } law: { edge, isAbove in
      let (inside, outside) = isAbove ? (1.0, 0.0) : (0.0, 1.0)
      let found = bisectedEdge(from: inside, to: outside, steps: 60) { isAbove ? $0 >= edge : $0 <= edge }
      guard isAbove ? found >= edge : found <= edge else { return .infinity }
      return abs(found - edge)
    }
  }

  @Test func `each bisection halves the distance to the edge`() {
    #expect(bisectedEdge(from: 0, to: 1, steps: 0) { _ in true } == 0)
    #expect(bisectedEdge(from: 0, to: 1, steps: 3) { _ in true } == 0.875)
  }

  @Test func `the least value is found to the root of the precision, also at an end`() {
    expectLaw(within: .leastPlace) {
      $0.number(in: -1...1)
    } law: { place in
      abs(minimum(in: -1...1) { ($0 - place) * ($0 - place) }.argument - place)
    }
    #expect(Tolerance.leastPlace.allows(abs(minimum(in: 2...3) { $0 }.argument - 2)))
  }

  @Test func `a minimum at the end of where a function is finite is found, with its value`() {
    let found = minimum(in: 2...3) { $0 <= 2.4 ? 3 - $0 : .infinity }
    #expect(found.argument <= 2.4 && Tolerance.leastPlace.allows(2.4 - found.argument))
    #expect(found.value == 3 - found.argument)
  }

  @Test(arguments: [0.401, 0.47, 0.599])
  func `a minimum beside the middle is found where the function is infinite towards both ends`(place: Double) {
    let found = minimum(in: 0...1) { (0.4...0.6).contains($0) ? ($0 - place) * ($0 - place) : .infinity }
    #expect(Tolerance.leastPlace.allows(abs(found.argument - place)))
  }
}

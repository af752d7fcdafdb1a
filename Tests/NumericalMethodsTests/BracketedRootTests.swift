import NumericalMethods
import TestSupport
import Testing

@Suite struct BracketedRootTests {
  @Test func `the root of a cubic is found to the last bits`() {
    expectLaw(within: .rounding) {
      $0.number(in: 0.01...10)
    } law: { root in
      let found = bracketedRoot(in: 0...12) { root * root * root - $0 * $0 * $0 }
      return abs(found / root - 1)
    }
  }

  /// To the last bits of the bracket's greater end.
  @Test func `a jump over 0 is found where it is`() {
    expectLaw(within: .rounding) {
      $0.number(in: 0.01...10)
    } law: { place in
      abs(bracketedRoot(in: 0...12) { $0 < place ? 1 : -1 } - place)
    }
  }

  @Test func `bisection is never beaten by more than two steps`() {
    for exponent in stride(from: 1.0, through: 15, by: 2) {
      var calls = 0
      // Flat but for the last stretch: the secant alone would creep.
      _ = bracketedRoot(in: 0...1) { place in
        calls += 1
        var power = 1.0
        for _ in 0..<Int(exponent) { power *= place }
        return 1e-6 - power
      }
      // 52 halvings reach the last bit, the ends take two calls.
      #expect(calls <= 52 + 2 + 2, "exponent \(exponent): \(calls) calls")
    }
    var calls = 0
    // A jump from high to hardly below 0: the secant points at the upper end of every bracket.
    let (above, below) = (1.0, -1.0.ulp)
    _ = bracketedRoot(in: 0...1) { place in
      calls += 1
      return place < 0.3 ? above : below
    }
    #expect(calls <= 52 + 2 + 2, "a jump: \(calls) calls")
  }

  @Test func `a smooth function takes few calls`() {
    var calls = 0
    let found = bracketedRoot(in: 0...4) { place in
      calls += 1
      return 2 - place * place
    }
    #expect(Tolerance.rounding.allows(abs(found / 2.0.squareRoot() - 1)))
    #expect(calls <= 14, "\(calls)")
  }

  @Test func `an end that is a root, or past it, is the answer`() {
    #expect(bracketedRoot(in: 1...2) { 1 - $0 } == 1)
    #expect(bracketedRoot(in: 1...2) { 2 - $0 } == 2)
    #expect(bracketedRoot(in: 1...2) { _ in -1 } == 1)
    #expect(bracketedRoot(in: 1...2) { _ in 1 } == 2)
  }

  @Test func `what the function throws comes through`() {
    #expect(throws: CancellationError.self) {
      try bracketedRoot(in: 0...1) { _ throws(CancellationError) in throw CancellationError() }
    }
  }
}

import Colorimetry
import TestSupport
import Testing

@Suite struct PropertyTests {
  let run = PropertyRun(seed: 1, count: 200)
  let tolerance = Tolerance(0.5, "K", cause: "planted")

  private func light(_ draws: inout Draws) -> TemperatureAndTint {
    TemperatureAndTint(
      temperature: draws.logarithmicNumber(in: 1000...100_000, edges: [.infinity]), duv: draws.number(in: -0.05...0.05))
  }

  @Test func `a planted threshold shrinks to the first whole number past it`() {
    let report = run.examine(within: tolerance, draw: light) { $0.temperature > 7100 ? 0.75 : 0.25 }
    #expect(report.failure?.smallest == "7101.0 K, Duv 0.0")
    #expect(report.failure?.verdict == "the error is 0.75 K")
  }

  @Test func `a threshold in two values shrinks in both`() {
    let draw = { (draws: inout Draws) in SIMD2(draws.number(in: -50...50), draws.number(in: 0...9)) }
    let report = run.examine(within: tolerance, draw: draw) { $0.x < -12.25 && $0.y >= 3 ? 1 : 0 }
    #expect(report.failure?.smallest == "SIMD2<Double>(-13.0, 3.0)")
  }

  @Test func `a failing edge becomes an ordinary number where one fails too`() {
    let draw = { (draws: inout Draws) in draws.number(in: 2...90, edges: [.infinity]) }
    #expect(run.examine(within: tolerance, draw: draw) { $0 > 40 ? 1 : 0 }.failure?.smallest == "41.0")
    #expect(run.examine(within: tolerance, draw: draw) { $0.isFinite ? 0 : 1 }.failure?.smallest == "inf")
  }

  @Test func `a value shrinks again once a later one has let it`() {
    let draw = { (draws: inout Draws) in SIMD2(draws.number(in: 0...50), draws.number(in: 0...50)) }
    let report = run.examine(within: tolerance, draw: draw) { $0.x >= $0.y ? 1 : 0 }
    #expect(report.failure?.smallest == "SIMD2<Double>(0.0, 0.0)")
  }

  @Test func `every threshold is found exactly`() {
    let draw = { (draws: inout Draws) in draws.number(in: 0...90) }
    for threshold in 1...80 {
      let report = run.examine(within: tolerance, draw: draw) { $0 < Double(threshold) ? 0 : 1 }
      #expect(report.failure?.smallest == "\(threshold).0")
    }
  }

  @Test func `the report is complete`() {
    let report = run.examine(within: tolerance, draw: { $0.number(in: 0...100) }, law: { $0 >= 25 ? 2 : 0 })
    let lines = "\(report)".split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[0] == "the error is 2.0 K; allowed: 0.5 K (planted)")
    #expect(lines[1] == "  smallest case: 25.0")
    #expect(lines[2] == "  first case, number \(report.tried) of 200: \(report.failure?.first ?? "")")
    #expect(lines[3] == "  again with: WHITEBALANCE_PROPERTY_SEED=1")
  }

  @Test func `a thrown error is told, not turned into a number`() {
    let report = run.examine(within: tolerance, draw: light) { light in
      if light.temperature > 20_000 { throw ColorimetryError.temperatureOutOfRange(light.temperature) }
      return 0
    }
    #expect(
      report.failure?.verdict == "threw ColorimetryError: "
        + ColorimetryError.temperatureOutOfRange(20_001).description)
  }

  @Test func `an error that is not a number breaks the law`() {
    #expect(run.examine(within: tolerance, draw: light) { _ in .nan }.failure?.smallest == "1000.0 K, Duv 0.0")
  }

  @Test func `a law that holds reports its worst error and where`() {
    let report = run.examine(within: tolerance, draw: { $0.number(in: 0...100) }, law: { $0 / 1000 })
    #expect(report.failure == nil)
    #expect(report.worst == 0.1)
    #expect("\(report)" == "worst of 200 cases: 0.1 K, at 100.0; allowed: 0.5 K (planted)")
  }

  @Test func `a law whose domain holds few of the cases is no test`() {
    let report = run.examine(within: tolerance, draw: { $0.number(in: 0...100) }, law: { $0 > 90 ? 0 : nil })
    #expect(report.failure?.verdict == "only \(report.tried) of 200 cases lie in the law's domain")
  }

  @Test func `the same seed draws the same cases, another seed others`() {
    func cases(seed: UInt64) -> [Double] {
      var drawn: [Double] = []
      let draw = { (draws: inout Draws) in draws.number(in: 0...1) }
      _ = PropertyRun(seed: seed, count: 20).examine(within: tolerance, draw: draw) {
        drawn.append($0)
        return 0
      }
      return drawn
    }
    #expect(cases(seed: 7) == cases(seed: 7))
    #expect(cases(seed: 7) != cases(seed: 8))
  }

  @Test func `about one number in eight is an edge`() {
    var edges = 0
    let draw = { (draws: inout Draws) in draws.number(in: 0...1) }
    _ = PropertyRun(seed: 3, count: 4000).examine(within: tolerance, draw: draw) {
      edges += $0 == 0 || $0 == 1 ? 1 : 0
      return 0
    }
    #expect((425...575).contains(edges), "\(edges)")
  }

  @Test func `every octave of a logarithmic number is as likely`() {
    var counts = Array(repeating: 0, count: 8)
    let draw = { (draws: inout Draws) in draws.logarithmicNumber(in: 1...256) }
    _ = PropertyRun(seed: 4, count: 4000).examine(within: tolerance, draw: draw) {
      if $0 < 256 { counts[$0.exponent.magnitude < 8 ? Int($0.exponent) : 7] += 1 }
      return 0
    }
    // 3500 numbers that are no edge, and some edges: an eighth of them within five standard deviations.
    #expect(counts.dropFirst().allSatisfy { (340...560).contains($0) }, "\(counts)")
  }

  @Test func `an error in units of the last place is none where both are equal, and not finite where one is not`() {
    #expect(Tolerance.ulps(1.0.nextUp.nextUp, from: 1) == 2 && Tolerance.ulps(1024 - 2 * 1024.0.ulp, from: 1024) == 2)
    #expect(Tolerance.ulps(.infinity, from: .infinity) == 0)
    #expect(!Tolerance.ulps(.nan, from: 1).isFinite && !Tolerance.ulps(.infinity, from: 1).isFinite)
  }

  @Test(arguments: [0...0.25, -3...5, -9 ... -2, 4...4, 1e-9...2e-9, 1000...1e5])
  func `numbers stay in their range`(range: ClosedRange<Double>) {
    let report = run.examine(within: .exact, draw: { $0.number(in: range) }, law: { range.contains($0) ? 0 : 1 })
    #expect(report.failure == nil, "\(report)")
  }

  @Test func `a broken law is recorded as an issue with its report`() {
    withKnownIssue {
      expectLaw(within: tolerance, draw: { $0.number(in: 0...100) }, law: { $0 < 25 ? 0 : 2 })
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("smallest case: 25.0") && $0.rawValue.contains("PROPERTY_SEED=") }
    }
  }
}

import TestSupport
import Testing
import WhiteBalance

@Suite struct GainRangeTests {
  @Test func `the range starts at 1`() throws {
    #expect(GainRange.standard.minimum == 1)
    #expect(GainRange.standard.maximum == 4)
    #expect(try GainRange(maximum: 4) == .standard)
  }

  @Test func `a maximum of 1 leaves one set of gains`() throws {
    let range = try GainRange(maximum: 1)
    #expect(WhiteBalanceGains(red: 1, green: 1, blue: 1).isWithin(range))
    #expect(!WhiteBalanceGains(red: 1, green: 1.000001, blue: 1).isWithin(range))
  }

  @Test(arguments: [0.999999, 0, -4, 1_000_001, .infinity, -.infinity] as [Double])
  func `a maximum below 1 or above a million is refused`(maximum: Double) {
    #expect(throws: WhiteBalanceError.invalidMaximumGain(maximum)) { try GainRange(maximum: maximum) }
  }

  @Test func `a maximum that is not a number is refused`() {
    #expect(throws: WhiteBalanceError.self) { try GainRange(maximum: .nan) }
  }
}

extension GainRangeTests {
  @Test func `the edge goes once round the legal gains, one gain at 1 and one at the maximum`() throws {
    for maximum in [1, 2.5, 4] {
      let range = try GainRange(maximum: maximum)
      let edge = range.edge(steps: 10)
      #expect(edge.count == 60 && edge.allSatisfy { $0.isWithin(range) })
      for (gains, next) in zip(edge, edge.dropFirst() + edge.prefix(1)) {
        let channels = [gains.red, gains.green, gains.blue]
        #expect(channels.min() == 1 && channels.max() == maximum)
        // From one to the next, one gain moves by a tenth of the range.
        let steps = zip(channels, [next.red, next.green, next.blue]).map { abs($0 - $1) }.sorted()
        #expect(steps[0] == 0 && steps[1] == 0)
        #expect(Tolerance.stepOfEdge.allows(abs(steps[2] - (maximum - 1) / 10)))
      }
      #expect(maximum == 1 || Set(edge).count == 60)
    }
  }
}

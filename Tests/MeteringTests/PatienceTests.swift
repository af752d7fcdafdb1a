import Testing

@testable import Metering

@Suite struct PatienceTests {
  @Test func `each departure after the first doubles the patience, up to eight times, and each calm minute halves it`()
  {
    var patience = Patience()
    var factors = [patience.factor(at: 0)]
    for second in 0..<5 {
      patience.depart(at: Double(second))
      factors.append(patience.factor(at: Double(second)))
    }
    #expect(factors == [1, 1, 2, 4, 8, 8])
    // The last departure was at 4 s.
    #expect([63.9, 64, 123.9, 124, 184, 1e12].map { patience.factor(at: $0) } == [8, 4, 4, 2, 1, 1])
  }
}

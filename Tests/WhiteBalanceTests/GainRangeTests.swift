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

  @Test(arguments: [0.999999, 0, -4, .infinity, -.infinity] as [Double])
  func `a maximum below 1 or without end is refused`(maximum: Double) {
    #expect(throws: WhiteBalanceError.invalidMaximumGain(maximum)) { try GainRange(maximum: maximum) }
  }

  @Test func `a maximum that is not a number is refused`() {
    #expect(throws: WhiteBalanceError.self) { try GainRange(maximum: .nan) }
  }
}

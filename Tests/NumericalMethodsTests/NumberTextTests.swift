import NumericalMethods
import Testing

@Suite struct NumberTextTests {
  @Test func `a rounded number's text ends with the last digit asked for`() {
    #expect("\((0.1 + 0.2).rounded(decimals: 1))" == "0.3")
    #expect("\(0.0123456.rounded(digits: 3))" == "0.0123")
    #expect("\(98.7654.rounded(digits: 3))" == "98.8")
    #expect(12.345.tenths == "12.3")
  }

  @Test(arguments: [-0.0, -0.004]) func `a number that rounds to nothing has no sign`(value: Double) {
    #expect("\(value.rounded(decimals: 2))" == "0.0")
  }

  @Test func `a small number is told with a digit that counts, and not as nothing`() {
    #expect(0.01.tenths == "0.01")
    #expect((-0.0237).tenths == "-0.02")
    #expect((-0.0).tenths == "0.0")
  }

  @Test func `a share in percent has a decimal at least, and two digits that count`() {
    #expect(0.5.percent == "50.0 %")
    #expect(0.1234.percent == "12.3 %")
    #expect(0.0001234.percent == "0.012 %")
    #expect(1.234e-9.percent == "1.2e-07 %")
    #expect(0.0.percent == "0.0 %")
    #expect(Double.infinity.percent == "inf %")
  }

  @Test func `a count has no fraction, and every other number keeps its own`() {
    #expect(12.0.whole == "12")
    #expect(12.5.whole == "12.5")
    #expect(Double.infinity.whole == "inf")
  }

  @Test func `decimals are rounded and bounded, and nothing stops the writing`() {
    #expect(0.125.fixed(decimals: 2) == "0.13" && (-0.001).fixed(decimals: 2) == "0.00")
    #expect((-1.05).fixed(decimals: 1) == "-1.1" && 0.05.fixed(decimals: 3) == "0.050")
    #expect(3.0.fixed(decimals: 0) == "3" && (-0.4).fixed(decimals: 0) == "0")
    #expect(Double.nan.fixed(decimals: 1) == "0.0" && Double.infinity.fixed(decimals: 2) == "1000000000.00")
    #expect((-1e300).fixed(decimals: 0) == "-1000000000")
  }
}

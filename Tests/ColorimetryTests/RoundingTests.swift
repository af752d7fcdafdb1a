import Colorimetry
import Testing

@Suite struct RoundingTests {
  @Test func `a rounded number's text ends with the last digit asked for`() {
    #expect("\((0.1 + 0.2).rounded(decimals: 1))" == "0.3")
    #expect("\(0.0123456.rounded(digits: 3))" == "0.0123")
    #expect("\(98.7654.rounded(digits: 3))" == "98.8")
  }

  @Test(arguments: [-0.0, -0.004]) func `a number that rounds to nothing has no sign`(value: Double) {
    #expect("\(value.rounded(decimals: 2))" == "0.0")
  }
}

import NumericalMethods
import TestSupport
import Testing

@Suite struct ChiSquaredTests {
  @Test func `the cube of the root, times the degrees of freedom, is chi-squared`() {
    // The table of chi-squared, 0.001.
    for (degrees, limit) in [(2.0, 13.816), (10, 29.588), (30, 59.703)] {
      let root = chiSquaredRatioRoot(deviate: 3.0902, degrees: degrees)
      #expect(Tolerance.chiSquareLimit.allows(abs(degrees * root * root * root / limit - 1)), "\(degrees)")
    }
  }
}

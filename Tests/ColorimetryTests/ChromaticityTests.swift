import Colorimetry
import TestSupport
import Testing

@Suite struct ChromaticityTests {
  @Test func `the corners and edges of what light can have`() {
    #expect(Chromaticity(x: 1.0 / 3, y: 1.0 / 3).isReal)
    #expect(Chromaticity(x: 0, y: 1).isReal)
    #expect(Chromaticity(x: 0, y: .leastNonzeroMagnitude).isReal)
    #expect(Chromaticity(x: 0.5, y: 0.5).isReal)
    #expect(!Chromaticity(x: 0.5, y: 0.500001).isReal)
    #expect(!Chromaticity(x: 0.5, y: 0).isReal)
    #expect(!Chromaticity(x: -Double.leastNonzeroMagnitude, y: 0.5).isReal)
    #expect(!Chromaticity(x: .nan, y: 0.3).isReal)
    #expect(!Chromaticity(x: 0.3, y: .nan).isReal)
    #expect(!Chromaticity(x: .infinity, y: .infinity).isReal)
  }

  @Test(arguments: [
    (Chromaticity.a, 0.44758, 0.40745), (.d50, 0.34567, 0.35851), (.d55, 0.33243, 0.34744),
    (.d65, 0.31272, 0.32903), (.d75, 0.29903, 0.31488), (.e, 0.33333, 0.33333),
  ])
  func `the standard lights have the CIE's figures`(light: Chromaticity, x: Double, y: Double) {
    #expect(Tolerance.fiveDecimals.allows(largest(abs(light.x - x), abs(light.y - y))))
    #expect(light.isReal)
  }

  @Test func `a description names the coordinates`() {
    #expect(Chromaticity(x: 0.25, y: 0.5).description == "x 0.25, y 0.5")
  }
}

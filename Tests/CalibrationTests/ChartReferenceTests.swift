import Colorimetry
import TestSupport
import Testing

@testable import Calibration

@Suite struct ChartReferenceTests {
  /// A fluorescent lamp, a greener and a redder light: none has its white from daylight or a black body.
  @Test(arguments: [
    Chromaticity(x: 0.3721, y: 0.3751), Chromaticity(x: 0.31, y: 0.36), Chromaticity(x: 0.5, y: 0.4),
  ])
  func `under a light without a spectrum a white patch has the light's colour`(chromaticity: Chromaticity) throws {
    let white = try SpectralDistribution(wavelengths: [360, 830], values: [1, 1])
    let reference = try ChartReference(name: "white", patches: [.init(name: "A1", color: .reflectance(white))])
    let light = try CalibrationLight(name: "lamp", chromaticity: chromaticity)
    let (colors, assumptions) = reference.colors(under: light)
    let expected = TristimulusValues(chromaticity)
    let miss = colors[0] - SIMD3(expected.x, expected.y, expected.z)
    #expect(Tolerance.adaptation.allows(max(miss.max(), -miss.min())), "\(miss)")
    #expect(assumptions == [.assumedSpectrum(temperature: light.temperatureAndTint.temperature)])
  }
}

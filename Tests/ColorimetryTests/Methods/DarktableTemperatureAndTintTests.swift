import Colorimetry
import TestSupport
import Testing

/// The laws that darktable's convention shares with RawTherapee's are in ``BaseLightConventionTests``.
@Suite struct DarktableTemperatureAndTintTests {
  /// Its sums have 81 products and its own c2. The six decimals of its observer are left out.
  @Test func `darktable's coarser sums move the pair by as much as is said`() {
    for (tolerance, ofTint) in [(Tolerance.darktableSums, false), (.darktableSumsTint, true)] {
      expectLaw(within: tolerance) {
        $0.logarithmicNumber(in: 2000...24_990)
      } law: { temperature in
        guard !(3999...4001).contains(temperature) else { return nil }
        let scale = 1.4388 / 1.4387769599838156
        let spectrum: SpectralDistribution =
          try temperature < 4000
          ? .planck(temperature: temperature * scale) : .daylight(temperature: temperature)
        var sum = SIMD3<Double>.zero
        for wavelength in stride(from: 380, through: 780, by: 5) {
          sum +=
            CIE1931Observer.colorMatching[wavelength - CIE1931Observer.firstWavelength]
            * spectrum.value(at: Double(wavelength))
        }
        let pair = try DarktableTemperatureAndTint(
          Chromaticity(TristimulusValues(x: sum.x, y: sum.y, z: sum.z)))
        return ofTint ? abs(pair.tint - 1) : abs(pair.temperature - temperature) / temperature
      }
    }
  }
}

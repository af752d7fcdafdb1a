import Colorimetry
import TestSupport
import Testing

@Suite struct SpectralSummationTests {
  @Test func `the observer's table is the CIE's, to twelve decimals`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/cie/CIE_xyz_1931_2deg.csv")
    #expect(table.rows.count == 471)
    for row in table.rows {
      // A line of 1 at one wavelength sums to the colour-matching functions there.
      let line = try SpectralDistribution(wavelengths: [row[0]], values: [1])
      let values = TristimulusValues(line)
      for (value, exact) in zip([values.x, values.y, values.z], row.dropFirst()) {
        let printed = (exact * 1e12).rounded() / 1e12
        #expect(Tolerance.literal.allows(Tolerance.ulps(value, from: printed)), "\(row[0]) nm")
      }
    }
  }

  @Test func `light beyond the observer's range has no tristimulus values`() throws {
    let infrared = try SpectralDistribution(wavelengths: [831, 1000], values: [1, 1])
    #expect(TristimulusValues(infrared) == TristimulusValues(x: 0, y: 0, z: 0))
    #expect(Chromaticity(infrared).x.isNaN)
  }

  @Test func `a white surface has the light's chromaticity and a Y of 1`() throws {
    let white = try SpectralDistribution(wavelengths: [300, 900], values: [1, 1])
    let light = CIEIlluminant.fl11.distribution
    let values = TristimulusValues(of: white, under: light)
    let chromaticity = Chromaticity(values)
    #expect(values.y == 1)
    #expect(Tolerance.spectralSum.allows(abs(chromaticity.x - Chromaticity(light).x)))
    #expect(Tolerance.spectralSum.allows(abs(chromaticity.y - Chromaticity(light).y)))
  }

  @Test func `a gray surface's Y is its reflectance`() throws {
    let gray = try SpectralDistribution(wavelengths: [300, 900], values: [0.18, 0.18])
    let values = TristimulusValues(of: gray, under: CIEIlluminant.a.distribution)
    #expect(Tolerance.spectralSum.allows(abs(values.y - 0.18)))
  }

  @Test func `equal energy has x and y of a third`() throws {
    let equal = Chromaticity(try SpectralDistribution(wavelengths: [300, 900], values: [1, 1]))
    #expect(Tolerance.equalEnergy.allows(abs(equal.x - Chromaticity.e.x)))
    #expect(Tolerance.equalEnergy.allows(abs(equal.y - Chromaticity.e.y)))
  }
}

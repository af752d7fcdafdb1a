import Colorimetry
import TestSupport
import Testing

@Suite struct CIEIlluminantTests {
  @Test func `every illuminant has its published chromaticity`() throws {
    let table = try ReferenceTable(repositoryPath: "Data/cie/CIE_15_illuminants_xy_2deg.csv")
    for illuminant in CIEIlluminant.allCases {
      let row = try #require(table.labels.firstIndex(of: illuminant.rawValue), "\(illuminant)")
      let chromaticity = Chromaticity(illuminant.distribution)
      let error = max(abs(chromaticity.x - table["x"][row]), abs(chromaticity.y - table["y"][row]))
      #expect(Tolerance.publishedChromaticity.allows(error), "\(illuminant): \(error)")
    }
  }

  @Test(arguments: [(CIEIlluminant.a, "CIE_std_illum_A_1nm"), (.d50, "CIE_std_illum_D50"), (.d65, "CIE_std_illum_D65")])
  func `a standard illuminant is the CIE's table at every nanometre`(illuminant: CIEIlluminant, file: String) throws {
    let table = try ReferenceTable(repositoryPath: "Data/cie/\(file).csv")
    let light = illuminant.distribution
    #expect(table.rows.count == 531)
    let worst = table.rows.map { abs(light.value(at: $0[0]) - $0[1]) }.max() ?? .infinity
    #expect(Tolerance.publishedIlluminantTable.allows(worst), "\(worst)")
  }

  @Test(arguments: [("FL", "CIE_illum_FLs_1nm"), ("LED", "CIE_illum_LEDs_1nm")])
  func `a lamp is the CIE's table, digit for digit`(kind: String, file: String) throws {
    let table = try ReferenceTable(repositoryPath: "Data/cie/\(file).csv")
    let lamps = CIEIlluminant.allCases.filter { $0.rawValue.hasPrefix(kind) }
    #expect(table.rows.allSatisfy { $0.count == lamps.count + 1 })
    for (index, lamp) in lamps.enumerated() {
      let light = lamp.distribution
      #expect(light.wavelengths == table.rows.map { $0[0] })
      let worst = zip(light.values, table.rows).map { Tolerance.ulps($0, from: $1[index + 1]) }.max() ?? .infinity
      #expect(Tolerance.literal.allows(worst), "\(lamp): \(worst)")
    }
  }

  @Test func `the components of daylight are the CIE's table`() throws {
    let table = try ReferenceTable(repositoryPath: "Data/cie/CIE_daylight_components_5nm.csv")
    let light = try SpectralDistribution.daylight(temperature: 6500)
    let chromaticity = try Chromaticity.daylight(temperature: 6500)
    let denominator = 0.0241 + 0.2562 * chromaticity.x - 0.7341 * chromaticity.y
    let m1 = (-1.3515 - 1.7703 * chromaticity.x + 5.9114 * chromaticity.y) / denominator
    let m2 = (0.0300 - 31.4424 * chromaticity.x + 30.0717 * chromaticity.y) / denominator
    #expect(light.wavelengths == table["Wavelength"])
    for (value, row) in zip(light.values, table.rows) {
      #expect(Tolerance.daylightSum.allows(abs(value - (row[1] + m1 * row[2] + m2 * row[3]))))
    }
  }
}

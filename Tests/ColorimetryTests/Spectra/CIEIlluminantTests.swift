import Colorimetry
import TestSupport
import Testing

@Suite struct CIEIlluminantTests {
  @Test func `every illuminant has its published chromaticity`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/cie/CIE_15_illuminants_xy_2deg.csv")
    for illuminant in CIEIlluminant.allCases {
      let row = try #require(table.labels.firstIndex(of: illuminant.rawValue), "\(illuminant)")
      let chromaticity = Chromaticity(illuminant.distribution)
      let error = largest(abs(chromaticity.x - table["x"][row]), abs(chromaticity.y - table["y"][row]))
      #expect(Tolerance.publishedChromaticity.allows(error), "\(illuminant): \(error)")
    }
  }

  @Test(arguments: [(CIEIlluminant.a, "CIE_std_illum_A_1nm"), (.d50, "CIE_std_illum_D50"), (.d65, "CIE_std_illum_D65")])
  func `a standard illuminant is the CIE's table at every nanometre`(illuminant: CIEIlluminant, file: String) throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/cie/\(file).csv")
    let light = illuminant.distribution
    #expect(table.rows.count == 531)
    let worst = table.rows.map { abs(light.value(at: $0[0]) - $0[1]) }.largest() ?? .infinity
    #expect(Tolerance.publishedIlluminantTable.allows(worst), "\(worst)")
  }

  @Test func `a lamp is its table, but emission lines hold the power of five nanometres`() throws {
    let table = try ReferenceTable(repositoryPath: "Data/colour-science/lamps_5nm.csv")
    let lamps = CIEIlluminant.allCases.filter { !$0.rawValue.hasPrefix("D") && $0 != .a }
    #expect(table.columns.dropFirst() == lamps.map(\.rawValue)[...])
    var lines = 0
    for lamp in lamps {
      let light = lamp.distribution
      let power = table[lamp.rawValue]
      #expect(light.wavelengths == (380...780).map(Double.init))
      #expect(light.values.allSatisfy { $0 >= 0 })
      for (index, value) in power.enumerated() {
        let isInside = index > 0 && index + 1 < power.count
        let neighbors = isInside ? power[index - 1] + power[index + 1] : .infinity
        lines += value > neighbors ? 1 : 0
        let expected = value > neighbors ? neighbors / 2 + 5 * (value - neighbors / 2) : value
        let error = Tolerance.ulps(light.values[5 * index], from: expected)
        #expect(Tolerance.literal.allows(error), "\(lamp) at \(light.wavelengths[5 * index]) nm: \(error)")
      }
    }
    #expect(lines == 100)
  }

  @Test(arguments: [("FL", "CIE_illum_FLs_1nm"), ("LED", "CIE_illum_LEDs_1nm")])
  func `a lamp has the chromaticity of the CIE's table at one nanometre`(kind: String, file: String) throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/cie/\(file).csv")
    let lamps = CIEIlluminant.allCases.filter { $0.rawValue.hasPrefix(kind) }
    #expect(table.rows.allSatisfy { $0.count == lamps.count + 1 })
    for (index, lamp) in lamps.enumerated() {
      let cie = Chromaticity(
        try SpectralDistribution(wavelengths: table.rows.map { $0[0] }, values: table.rows.map { $0[index + 1] }))
      let light = Chromaticity(lamp.distribution)
      let error = largest(abs(light.x - cie.x), abs(light.y - cie.y))
      #expect(Tolerance.lampAtOneNanometer.allows(error), "\(lamp): \(error)")
    }
  }

  @Test func `the components of daylight are the CIE's table`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/cie/CIE_daylight_components_5nm.csv")
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

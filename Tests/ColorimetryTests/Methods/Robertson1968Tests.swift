import Colorimetry
import TestSupport
import Testing

@Suite struct Robertson1968Tests {
  @Test func `every isotherm of the published table has its temperature along its slope`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/robertson1968-isotherms.csv")
    #expect(table.rows.count == 31)
    for row in table.rows {
      let (mired, u, v, slope) = (row[0], row[1], row[2], row[3])
      let step = 0.01 / (1 + slope * slope).squareRoot()
      // Inwards by a hair where the isotherm is an end of the table: rounding may fall on either side.
      let inwards = mired == 0 ? 1e-15 : mired == 600 ? -1e-15 : 0
      let point = UniformChromaticity(u: u + inwards, v: v)
      let beside = UniformChromaticity(u: u - step + inwards, v: v - step * slope)
      let light = try Robertson1968.robertson1968.temperatureAndTint(of: point)
      #expect(Tolerance.isothermMired.allows(abs(light.mired - mired)), "\(row): \(light)")
      #expect(Tolerance.isothermDuv.allows(abs(light.duv)), "\(row): \(light)")
      let lightBeside = try Robertson1968.robertson1968.temperatureAndTint(of: beside)
      #expect(Tolerance.isothermMired.allows(abs(lightBeside.mired - mired)), "\(row): \(lightBeside)")
      #expect(Tolerance.isothermDuv.allows(abs(lightBeside.duv - 0.01)), "\(row): \(lightBeside)")
    }
  }

  /// As the DNG SDK's interpolation gives them; figures of colour-science (BSD-3-Clause).
  @Test(arguments: [
    (2000.0, -0.05, 0.309448284638118, 0.309263824757947), (4500, 0.025, 0.201269099983503, 0.347584218664158),
    (7000, 0, 0.198191428571429, 0.306981428571429), (49500, 0.05, 0.133062712973587, 0.281507692778510),
  ])
  func `the point of a temperature and Duv is the published one`(
    temperature: Double, duv: Double, u: Double, v: Double
  ) throws {
    let point = try Robertson1968.robertson1968.point(of: TemperatureAndTint(temperature: temperature, duv: duv))
    #expect(Tolerance.publishedIsothermPoint.allows(largest(abs(point.u - u), abs(point.v - v))), "\(point)")
  }

  /// LittleCMS 2.14 gives 3055.95 K for the corrected table's point at 325 mired.
  @Test func `the misprint moves the point at 325 mired as it does in LittleCMS`() throws {
    let point = UniformChromaticity(u: 0.24792, v: 0.34655)
    let misprinted = try Robertson1968.robertson1968DNG.temperatureAndTint(of: point)
    #expect(Tolerance.littleCMSDigits.allows(abs(misprinted.temperature - 3055.95)), "\(misprinted)")
    let corrected = try Robertson1968.robertson1968.temperatureAndTint(of: point)
    #expect(Tolerance.isothermMired.allows(abs(corrected.mired - 325)))
  }

  /// Tests/ReferenceData/dng-temperatures.csv has what Adobe's own code answers.
  @Test func `with the misprint every light has the DNG SDK's temperature and tint`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/dng-temperatures.csv")
    #expect(table.rows.count == 86)
    for row in table.rows {
      // Some of the places are no light's, and Adobe's code answers all the same.
      let place = UniformChromaticity(Chromaticity(x: row[0], y: row[1]))
      let light = try Robertson1968.robertson1968DNG.temperatureAndTint(of: place)
      #expect(Tolerance.dngTemperature.allows(abs(light.temperature / row[2] - 1)), "\(row): \(light)")
      #expect(Tolerance.dngTint.allows(abs(light.tint - row[3])), "\(row): \(light.tint)")
    }
  }

  @Test func `the misprint is felt between 300 and 350 mired alone`() throws {
    for (temperature, isFelt) in [(2500.0, false), (2850, false), (3000, true), (3200, true), (3400, false)] {
      let point = try UniformChromaticity(TemperatureAndTint(temperature: temperature, duv: 0.001))
      let (one, other) = (
        try Robertson1968.robertson1968.temperatureAndTint(of: point),
        try Robertson1968.robertson1968DNG.temperatureAndTint(of: point)
      )
      #expect((one != other) == isFelt, "\(temperature) K")
    }
  }

  @Test func `it agrees with the definition within the table's digits`() {
    expectLaw(within: .robertsonTemperature) {
      $0.temperatureAndTint(in: 1700...50_000, duv: -0.02...0.02)
    } law: { light in
      let found = try Robertson1968.robertson1968.temperatureAndTint(of: UniformChromaticity(light))
      return abs(found.temperature / light.temperature - 1)
    }
    expectLaw(within: .robertsonDuv) {
      $0.temperatureAndTint(in: 1700...50_000, duv: -0.02...0.02)
    } law: { light in
      abs(try Robertson1968.robertson1968.temperatureAndTint(of: UniformChromaticity(light)).duv - light.duv)
    }
  }

  @Test func `a point comes back from its temperature and Duv nearly`() {
    expectLaw(within: .robertsonRoundTrip) {
      $0.temperatureAndTint(in: 1700...50_000, duv: -0.02...0.02)
    } law: { light in
      let back = try Robertson1968.robertson1968.temperatureAndTint(of: Robertson1968.robertson1968.point(of: light))
      return abs(back.mired - light.mired)
    }
  }

  @Test func `both ends of the table are refused by name, and belong to it`() throws {
    let method = Robertson1968.robertson1968
    #expect(try method.temperatureAndTint(of: UniformChromaticity(u: 0.18006, v: 0.26352)).temperature == .infinity)
    let coldest = try method.temperatureAndTint(of: UniformChromaticity(u: 0.33724, v: 0.36051))
    #expect(Tolerance.isothermMired.allows(abs(coldest.mired - 600)))
    let blue = UniformChromaticity(u: 0.16, v: 0.25)
    #expect(throws: ColorimetryError.beyondInfiniteTemperature(blue)) { try method.temperatureAndTint(of: blue) }
    let red = UniformChromaticity(u: 0.34, v: 0.36)
    #expect(throws: ColorimetryError.pointColderThanMethod(red, 1e6 / 600)) { try method.temperatureAndTint(of: red) }
    let end = try method.point(of: TemperatureAndTint(temperature: 1e6 / 600, duv: 0))
    #expect(end == UniformChromaticity(u: 0.33724, v: 0.36051))
    #expect(throws: ColorimetryError.temperatureOutsideMethod(1666, 1e6 / 600...Double.infinity)) {
      try method.point(of: TemperatureAndTint(temperature: 1666, duv: 0))
    }
    #expect(throws: ColorimetryError.duvOutOfRange(.infinity)) {
      try method.point(of: TemperatureAndTint(temperature: 5000, duv: .infinity))
    }
    #expect(throws: ColorimetryError.self) { try method.temperatureAndTint(of: UniformChromaticity(u: .nan, v: 0.3)) }
    #expect(throws: ColorimetryError.self) { try method.point(of: TemperatureAndTint(temperature: .nan, duv: 0)) }
  }
}

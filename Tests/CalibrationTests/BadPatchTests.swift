import Calibration
import Colorimetry
import DeviceProfiles
import TestSupport
import Testing
import WhiteBalance

@Suite struct BadPatchTests {
  private func expectSameFit(_ fit: ChartFit, as other: ChartFit) {
    #expect(fit.matrix == other.matrix && fit.patches == other.patches)
  }

  @Test func `a clipped patch is left out and named`() throws {
    let chart = try SimulatedChart.canon()
    let fit = try chart.replacing("D1", { LinearRGB(red: $0.red, green: 0.7, blue: $0.blue) }, isClipped: true).fit()
    #expect(fit.excluded == [ExcludedPatch(patch: "D1", reason: .clipped)])
    expectSameFit(fit, as: try chart.without("D1").fit())
  }

  @Test(arguments: [[0], [1], [2], [0, 1, 2]])
  func `patches that share the largest value of a channel are clipped`(channels: [Int]) throws {
    let chart = try SimulatedChart.canon()
    // Five patches reach the limit of a channel. One by itself would show no plateau.
    let limits = (0..<3).map { channel in chart.readings.map { $0.response.vector[channel] }.sorted()[19] }
    var clipped = chart
    clipped.readings = chart.readings.map { reading in
      var values = reading.response.vector
      for channel in channels { values[channel] = min(values[channel], limits[channel]) }
      return ChartReading(patch: reading.patch, response: LinearRGB(values))
    }
    let expected = chart.readings.filter { reading in channels.contains { reading.response.vector[$0] >= limits[$0] } }
    let fit = try clipped.fit()
    #expect(fit.excluded.filter { $0.reason == .clipped }.map(\.patch) == expected.map(\.patch))
  }

  @Test func `two whites of a chart that read the same are not clipped`() throws {
    var chart = try SimulatedChart.canon()
    let (patches, readings) = (SimulatedChart.reference.patches, chart.readings)
    let white = try #require(patches.firstIndex { $0.name == "D1" })
    chart.readings.append(ChartReading(patch: "W", response: readings[white].response))
    let reference = try ChartReference(
      name: "two whites", patches: patches + [.init(name: "W", color: patches[white].color)])
    let fit = try ChartFit(readings: chart.readings, reference: reference, light: chart.light)
    #expect(fit.excluded == [] && fit.patches.map(\.name).contains("W"))
  }

  @Test func `stray light on dark patches is found, and said`() throws {
    let chart = try SimulatedChart.canon()
    let fit = try chart.replacing(
      "D6", { LinearRGB(red: $0.red + 0.05, green: $0.green + 0.05, blue: $0.blue + 0.05) }
    ).fit()
    guard case .flared(let difference)? = fit.excluded.first?.reason else {
      Issue.record("\(fit.excluded)")
      return
    }
    #expect(fit.excluded.map(\.patch) == ["D6"] && difference > 5)
    expectSameFit(fit, as: try chart.without("D6").fit())
  }

  @Test(arguments: ["A1", "B3", "C4", "D1", "D3"]) func `a wrong reading is found, and the others say the same`(
    patch: String
  ) throws {
    let chart = try SimulatedChart.canon(.a)
    // A glare that doubles red.
    let fit = try chart.replacing(patch, { LinearRGB(red: 2 * $0.red, green: $0.green, blue: $0.blue) }).fit()
    #expect(fit.excluded.map(\.patch) == [patch])
    expectSameFit(fit, as: try chart.without(patch).fit())
  }

  @Test func `a white that was clipped is left out, and the grays have no gamma for it`() throws {
    let chart = try SimulatedChart.canon(.d65)
    let fit = try chart.replacing("D1", { LinearRGB(red: $0.red, green: 0.72 * $0.green, blue: $0.blue) }).fit()
    #expect(fit.excluded.map(\.patch) == ["D1"] && fit.refusals == [], "\(fit.refusals)")
    let shaded = try chart.replacing("D1", { $0.scaled(by: 0.5) }).fit()
    #expect(shaded.excluded.map(\.patch) == ["D1"] && shaded.refusals == [], "\(shaded.refusals)")
  }

  @Test func `two wrong readings are found`() throws {
    let chart = try SimulatedChart.canon(.ledB4)
    let fit = try chart.replacing("B2", { $0.scaled(by: 2) }).replacing("C5", { $0.scaled(by: 0.4) }).fit()
    #expect(Set(fit.excluded.map(\.patch)) == ["B2", "C5"])
  }

  @Test func `a channel that gives nothing is too dark`() throws {
    let fit = try SimulatedChart.canon().replacing("C1", { LinearRGB(red: 0, green: $0.green, blue: $0.blue) }).fit()
    #expect(fit.excluded == [ExcludedPatch(patch: "C1", reason: .tooDark)])
  }

  /// An error that is not known may be any; that it is 0 would be said by nobody.
  @Test(arguments: [
    (Double.infinity, Optional<Double>.none), (.nan, nil), (1, .infinity), (1, .nan), (1, -0.001),
  ]) func `a patch whose reading or error is no number is left out alone`(factor: Double, error: Double?) throws {
    let chart = try SimulatedChart.canon()
    var spoilt = chart
    spoilt.readings = chart.readings.map { reading in
      guard reading.patch == "A5" else { return reading }
      let response = LinearRGB(
        red: reading.response.red * factor, green: reading.response.green, blue: reading.response.blue)
      return ChartReading(
        patch: "A5", response: response, standardError: error.map { LinearRGB(red: $0, green: 0.001, blue: 0.001) })
    }
    let fit = try spoilt.fit()
    #expect(fit.excluded == [ExcludedPatch(patch: "A5", reason: .notFinite)] && fit.refusals == [])
    let matrix = try ChartCalibration([fit]).characterization.lights[0].matrix
    let without = try chart.without("A5").fit()
    #expect(matrix == (try ChartCalibration([without]).characterization.lights[0].matrix))
  }

  @Test(arguments: ChartOrientation.allCases) func `a chart that is turned is put in order, and it is said`(
    orientation: ChartOrientation
  ) throws {
    let chart = try SimulatedChart.canon()
    let order: [Int] = (0..<24).map { place in
      let (row, column) = (place / 6, place % 6)
      return switch orientation {
      case .upright: place
      case .upsideDown: 23 - place
      case .mirrored: row * 6 + 5 - column
      case .flipped: (3 - row) * 6 + column
      }
    }
    var turned = chart
    turned.readings = (0..<24).map {
      ChartReading(patch: chart.readings[$0].patch, response: chart.readings[order[$0]].response)
    }
    let (fit, upright) = (try turned.fit(), try chart.fit())
    #expect(fit.orientation == orientation)
    #expect(fit.warnings == (orientation == .upright ? [] : [.turned(orientation)]))
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "camera"),
      characterization: .matrices(try ChartCalibration([upright]).characterization))
    let check = try ChartCheck(
      readings: turned.readings, reference: SimulatedChart.reference, light: chart.light, profile: profile)
    #expect(check.warnings == fit.warnings && check.refusals == [])
    for patch in upright.patches {
      let same = try #require(fit.patches.first { $0.name == patch.name })
      #expect(Tolerance.refitted.allows(abs(same.after - patch.after)))
    }
  }

  // MARK: - Errors

  @Test func `all patches clipped, and too few, are errors that name them`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings = chart.readings.map { ChartReading(patch: $0.patch, response: $0.response, isClipped: true) }
    #expect(
      throws: CalibrationError.tooFewPatches(
        usable: 0, needed: 6, excluded: chart.readings.map { ExcludedPatch(patch: $0.patch, reason: .clipped) })
    ) { try chart.fit() }
  }

  @Test func `patches that all read the same are not clipped, and no chart`() throws {
    var chart = try SimulatedChart.canon()
    let same = LinearRGB(red: 20, green: 40, blue: 30)
    chart.readings = chart.readings.map { ChartReading(patch: $0.patch, response: same) }
    let error = CalibrationError.sameReadings(same, count: 24)
    #expect(throws: error) { try chart.fit() }
  }

  @Test func `a channel in which all patches read the same is not clipped`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings = chart.readings.map {
      ChartReading(
        patch: $0.patch, response: LinearRGB(red: $0.response.red, green: 0.2, blue: $0.response.blue))
    }
    let fit = try chart.fit()
    #expect(!fit.excluded.contains { $0.reason == .clipped }, "\(fit.excluded)")
  }

  @Test func `three patches are too few, and it is said how many are needed`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings = Array(chart.readings.prefix(3))
    let error = CalibrationError.tooFewPatches(usable: 3, needed: 6, excluded: [])
    #expect(throws: error) { try chart.fit() }
  }

  @Test func `the coldest light there is has the temperature that it was given`() throws {
    let light = try CalibrationLight(name: "500", spectrum: .planck(temperature: 500))
    let temperature = light.temperatureAndTint.temperature
    #expect(temperature >= 500 && Tolerance.coldestLight.allows(temperature - 500))
  }

  @Test func `grays alone are no chart`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings.removeAll { !$0.patch.hasPrefix("D") }
    #expect(throws: CalibrationError.noSpreadOfColors(usable: 6)) { try chart.fit() }
  }

  @Test func `a patch that is read twice is an error`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings.append(ChartReading(patch: "a01", response: chart.readings[0].response))
    #expect(throws: CalibrationError.repeatedPatch("a01", file: "the readings' table")) { try chart.fit() }
  }

  @Test func `readings of another chart are an error`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings = chart.readings.map { ChartReading(patch: "X" + $0.patch, response: $0.response) }
    #expect(
      throws: CalibrationError.noCommonPatch(
        readings: chart.readings.map(\.patch), reference: SimulatedChart.reference.patches.map(\.name))
    ) { try chart.fit() }
  }

  @Test func `patches that were not read are named`() throws {
    #expect(try SimulatedChart.canon().without("A3", "D2").fit().warnings == [.missingPatches(["A3", "D2"])])
  }

  @Test func `a reference under another light is adapted, and it is said`() throws {
    let chart = try SimulatedChart.canon(.a)
    let d50 = CIEIlluminant.d50.distribution
    let patches = SimulatedChart.reference.patches.compactMap { patch -> ChartReference.Patch? in
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      return ChartReference.Patch(
        name: patch.name, color: .tristimulus(TristimulusValues(of: reflectance, under: d50)))
    }
    let reference = try ChartReference(name: "XYZ", patches: patches)
    let fit = try ChartFit(readings: chart.readings, reference: reference, light: chart.light)
    #expect(fit.warnings == [.adaptedReference(from: Chromaticity(d50))])
    // Chromatic adaptation only approximates the change of surface colours, so the fit is good but not exact.
    let exact = try chart.fit()
    #expect(fit.meanAfter < 4 && fit.meanAfter > exact.meanAfter)
  }

  @Test func `lights of one temperature do not go together, and near ones are said`() throws {
    let fit = try SimulatedChart.canon(.d65).fit()
    let temperature = fit.light.temperatureAndTint.temperature
    #expect(throws: CalibrationError.characterization(.invalidCharacterization(.repeatedTemperature(temperature)))) {
      try ChartCalibration([fit, fit])
    }
    #expect(try ChartCalibration([fit]).warnings == [.oneLight(temperature: temperature)])
    let near = try ChartCalibration([fit, SimulatedChart.canon(.fl1).fit()]).warnings
    #expect(near.count == 1, "\(near)")
    #expect(try ChartCalibration([fit, SimulatedChart.canon(.a).fit()]).warnings == [])
  }
}

import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct ChartFitTests {
  static let illuminants: [CIEIlluminant] = [.a, .d65, .ledB1, .ledB4]

  @Test(arguments: illuminants) func `the light's XYZ gives the neutral exactly`(illuminant: CIEIlluminant) throws {
    let fit = try SimulatedChart.canon(illuminant).fit()
    let white = TristimulusValues(fit.light.chromaticity)
    let response = fit.matrix * [white.x, white.y, white.z]
    #expect(
      Tolerance.whitePreserved.allows(
        LinearRGB(red: response.x, green: response.y, blue: response.z).relativeDifference(from: fit.neutral)))
    // And so does the characterization that is made of it, from the chromaticity alone.
    let camera = try ChartCalibration([fit]).characterization
    let estimate = try camera.light(forNeutral: fit.neutral)
    #expect(Tolerance.characterizedChromaticity.allows(abs(estimate.chromaticity.x - fit.light.chromaticity.x)))
    #expect(Tolerance.characterizedChromaticity.allows(abs(estimate.chromaticity.y - fit.light.chromaticity.y)))
  }

  /// Sums over the spectra know what a perfect white gives; the chart has none.
  @Test(arguments: illuminants) func `the neutral is that of a perfect white, not of the chart's`(
    illuminant: CIEIlluminant
  ) throws {
    let chart = try SimulatedChart.canon(illuminant)
    let fit = try chart.fit()
    #expect(Tolerance.chartNeutral.allows(fit.neutral.relativeDifference(from: chart.neutral)))
    let lightest = try #require(chart.readings.first { $0.patch == "D1" }).response
    let asWhite = lightest.scaled(by: fit.neutral.green / lightest.green)
    #expect(!Tolerance.chartNeutral.allows(asWhite.relativeDifference(from: chart.neutral)))
  }

  /// A device that is a matrix, whose colours are then without error.
  @Test func `a device that is a matrix is found`() throws {
    let light = try CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution)
    let reference = ChartReference.colorChecker24
    let colors = try SimulatedChart.canon().fit().patches.map { ($0.name, $0.reference) }
    expectLaw(within: .matrixRecovered, count: 4) { draws in
      let values = (0..<6).map { _ in draws.number(in: -0.4...0.4) }
      return Matrix3x3(rows: [1.2, values[0], values[1]], [values[2], 1, values[3]], [values[4], values[5], 0.8])
    } law: { matrix in
      let readings = colors.map { name, color in
        let response = matrix * [color.x, color.y, color.z]
        return ChartReading(
          patch: name, response: LinearRGB(red: response.x, green: response.y, blue: response.z))
      }
      // Some such devices would not respond in every channel to every patch.
      guard readings.allSatisfy({ $0.response.isPositive }) else { return nil }
      let fit = try ChartFit(readings: readings, reference: reference, light: light)
      return zip(fit.matrix.entries, matrix.entries).map { abs($0 - $1) }.largest()
    }
  }

  @Test(arguments: illuminants) func `the matrix is better than white balance alone, on patches it has not seen too`(
    illuminant: CIEIlluminant
  ) throws {
    let fit = try SimulatedChart.canon(illuminant).fit()
    #expect(fit.patches.count == 24)
    #expect(fit.meanAfter < fit.meanCrossValidated)
    #expect(fit.meanCrossValidated < fit.meanBefore / 3, "\(fit.meanCrossValidated) of \(fit.meanBefore)")
    #expect(fit.excluded == [] && fit.warnings == [] && fit.orientation == .upright)
  }

  @Test func `a change of any entry that keeps the white makes the colours worse`() throws {
    let fit = try SimulatedChart.canon().fit()
    let white = TristimulusValues(fit.light.chromaticity)
    func loss(_ matrix: Matrix3x3) -> Double {
      let toColor = matrix.inverse
      return fit.patches.reduce(0) { sum, patch in
        let response = fit.matrix * [patch.measured.x, patch.measured.y, patch.measured.z]
        let color = toColor * response
        let difference = CIELab(TristimulusValues(x: color.x, y: color.y, z: color.z), white: white)
          .differenceCIEDE2000(from: CIELab(patch.reference, white: white))
        return sum + patch.reference.y.squareRoot() * difference * difference
      }
    }
    let best = loss(fit.matrix)
    for row in 0..<3 {
      for direction in [SIMD3<Double>(1, -1, 0), [1, 1, -2]] {
        for step in [-1e-3, 1e-3] {
          // Adds to the inverse what the neutral does not see.
          let neutral = SIMD3(fit.neutral.red, fit.neutral.green, fit.neutral.blue)
          let change = direction * step / neutral
          let rows = (0..<3).map { $0 == row ? change : .zero }
          let moved = fit.matrix.inverse + Matrix3x3(rows: rows[0], rows[1], rows[2])
          #expect(loss(moved.inverse) > best)
        }
      }
    }
  }

  @Test(arguments: [0.25, 4, 512]) func `between two lights a chart's exposure has no weight`(exposure: Double) throws {
    let (a, d65) = (try SimulatedChart.canon(.a), try SimulatedChart.canon(.d65))
    var exposed = d65
    exposed.readings = d65.readings.map {
      ChartReading(patch: $0.patch, response: $0.response.scaled(by: exposure))
    }
    let (plain, other) = (try ChartCalibration([a.fit(), d65.fit()]), try ChartCalibration([a.fit(), exposed.fit()]))
    let camera = try SpectralSensitivities.canon5DMarkII()
    for temperature in stride(from: 3000.0, through: 6000, by: 500) {
      let neutral = camera.response(to: try .planck(temperature: temperature))
      let (found, expected) = (
        try other.characterization.light(forNeutral: neutral).chromaticity,
        try plain.characterization.light(forNeutral: neutral).chromaticity
      )
      #expect(
        Tolerance.characterizedChromaticity.allows(largest(abs(found.x - expected.x), abs(found.y - expected.y))),
        "\(temperature) K")
    }
  }

  @Test func `readings in another scale give the same fit`() throws {
    var chart = try SimulatedChart.canon()
    let fit = try chart.fit()
    chart.readings = chart.readings.map { ChartReading(patch: $0.patch, response: $0.response.scaled(by: 4096)) }
    let scaled = try chart.fit()
    #expect(fit.patches.count == 24 && scaled.patches.map(\.name) == fit.patches.map(\.name))
    for (one, other) in zip(fit.patches, scaled.patches) {
      #expect(Tolerance.difference.allows(abs(one.after - other.after)))
    }
  }
}

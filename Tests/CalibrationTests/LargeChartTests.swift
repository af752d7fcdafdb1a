import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// Charts of many patches: a ColorChecker, and copies of its patches.
@Suite struct LargeChartTests {
  private static func fit(
    copies: Int, of row: String = "", changing: (Int, LinearRGB) -> LinearRGB = { $1 }
  ) throws -> ChartFit {
    let chart = try SimulatedChart.canon()
    var (readings, patches): ([ChartReading], [ChartReference.Patch]) = ([], [])
    for copy in 0...copies {
      for (reading, patch) in zip(chart.readings, SimulatedChart.reference.patches)
      where copy == 0 || patch.name.hasPrefix(row) {
        let name = "\(patch.name) \(copy)"
        // Readings that are all the same at the top would be clipped.
        let response = reading.response.scaled(by: 1 - 1e-5 * Double(copy))
        readings.append(ChartReading(patch: name, response: changing(readings.count, response)))
        patches.append(ChartReference.Patch(name: name, color: patch.color))
      }
    }
    return try ChartFit(
      readings: readings, reference: ChartReference(name: "copies", patches: patches), light: chart.light)
  }

  @Test func `a chart of many patches fits as its patches do, and each is judged by others`() throws {
    let whole = try SimulatedChart.canon().fit()
    // The reading of one patch is off by a tenth in red, which is too little to reject it.
    let place = 4 * 24
    let fit = try Self.fit(copies: 7) { index, response in
      LinearRGB(red: index == place ? 1.1 * response.red : response.red, green: response.green, blue: response.blue)
    }
    #expect(fit.patches.count == 8 * 24 && fit.excluded.isEmpty)
    #expect(Tolerance.copiedChart.allows(abs(fit.meanAfter - whole.meanAfter)))
    // A patch pulls the fit towards itself: six unknowns are shared by all, and a dark patch has less than others.
    let pull = fit.patches[place].crossValidated / fit.patches[place].after - 1
    #expect(pull > 0.5 / Double(fit.patches.count), "\(pull)")
    // The copies of a patch share its place in the fit, so hardly more is lost with a group than with one of them.
    for patch in fit.patches { #expect(Tolerance.copiedChart.allows(abs(patch.crossValidated - patch.after))) }
  }

  @Test func `the wrong patches of a chart of many are found, and none besides`() throws {
    let wrong = Set(stride(from: 3, to: 8 * 24, by: 7))
    let fit = try Self.fit(copies: 7) { index, response in
      wrong.contains(index)
        ? LinearRGB(red: 2 * response.red, green: response.green, blue: response.blue) : response
    }
    #expect(fit.excluded.count == wrong.count && fit.patches.count == 8 * 24 - wrong.count, "\(fit.excluded)")
    #expect(Tolerance.copiedChart.allows(abs(fit.meanAfter - (try SimulatedChart.canon().fit().meanAfter))))
  }

  @Test func `black is found among any number of grays, from the darkest to the lightest`() throws {
    let black = 0.01
    let fit = try Self.fit(copies: 50, of: "D") { _, response in
      LinearRGB(red: response.red + black, green: response.green + black, blue: response.blue + black)
    }
    let found = try #require(fit.black)
    for channel in [found.red, found.green, found.blue] {
      #expect(Tolerance.blackOfGrays.allows(abs(channel / black - 1)), "\(channel)")
    }
  }

  @Test func `more patches than any chart has are refused`() throws {
    #expect(throws: CalibrationError.tooManyPatches(2016, limit: 2000)) { try Self.fit(copies: 83) }
  }
}

import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// When charts are not to be trusted.
@Suite struct ChartJudgementTests {
  private static let lights: [CIEIlluminant] = [.a, .d65, .fl11]

  private func fit(
    _ chart: SimulatedChart, as illuminant: CIEIlluminant? = nil, limits: CalibrationLimits = CalibrationLimits()
  ) throws -> ChartFit {
    let given = try illuminant.map { try CalibrationLight(name: $0.rawValue, spectrum: $0.distribution) }
    return try ChartFit(
      readings: chart.readings, reference: SimulatedChart.reference, light: given ?? chart.light, limits: limits)
  }

  private func codes(_ refusals: [CalibrationRefusal]) -> [CalibrationRefusal.Code] { refusals.map(\.code) }

  @Test(arguments: lights) func `a chart under its own light is trusted, without a warning`(light: CIEIlluminant) throws
  {
    let fit = try fit(.canon(light))
    #expect(fit.refusals == [] && fit.warnings == [])
  }

  @Test func `a chart with another light's name is refused, by what cameras see of the two`() throws {
    for (own, given) in [(CIEIlluminant.a, CIEIlluminant.d65), (.d65, .a)] {
      let refusals = try fit(.canon(own), as: given).refusals
      #expect(codes(refusals) == [.unusualWhite])
      // A is 196 mired warmer than D65.
      let value = try #require(refusals.first).value
      #expect(abs(abs(value) - 196) < 34 && (value > 0) == (own == .a))
    }
    // Farther from its light than most cameras, and nearer than another light.
    let warned = try fit(.canon(.a), as: .fl2)
    #expect(warned.refusals == [] && warned.warnings.map(\.code) == [.unusualWhite])
  }

  /// Too near for what cameras see alone; the other chart tells.
  @Test func `two lights of which one is not the one given do not agree`() throws {
    let right = try ChartCalibration([fit(.canon(.a)), fit(.canon(.d65))])
    #expect(right.refusals == [] && right.warnings == [])
    let (one, other) = (try fit(.canon(.a)), try fit(.canon(.d65), as: .fl2))
    #expect(one.refusals == [] && other.refusals == [])
    let wrong = try ChartCalibration([one, other])
    #expect(codes(wrong.refusals) == [.lightsDisagree])
    let expected = 1e6 / other.light.temperatureAndTint.temperature - 1e6 / 6503
    #expect(abs(abs(try #require(wrong.refusals.first).value) - expected) < 10)
    var limits = CalibrationLimits()
    limits.lightsDisagree = 100
    #expect(try ChartCalibration([one, other], limits: limits).refusals == [])
  }

  @Test func `a black level that is too low is found, with how much, and refused`() throws {
    let share = 0.06
    var chart = try SimulatedChart.canon()
    let pedestal = share * chart.neutral.green
    chart.readings = chart.readings.map {
      ChartReading(
        patch: $0.patch,
        response: LinearRGB(
          red: $0.response.red + pedestal, green: $0.response.green + pedestal, blue: $0.response.blue + pedestal))
    }
    let fit = try fit(chart)
    #expect(codes(fit.refusals).contains(.offBlack))
    let black = try #require(fit.black)
    for found in [black.red, black.green, black.blue] {
      #expect(abs(found / pedestal - 1) < 0.1, "\(found) of \(pedestal)")
    }
    #expect(try abs(#require(self.fit(.canon()).black).green) < 0.001 * chart.neutral.green)
  }

  @Test func `a little stray light is a warning, and makes the stated error larger`() throws {
    var chart = try SimulatedChart.canon()
    let clean = try ChartCalibration([fit(chart)]).uncertainty
    chart.readings = chart.readings.map {
      ChartReading(
        patch: $0.patch,
        response: LinearRGB(
          red: $0.response.red + 0.02 * chart.neutral.red, green: $0.response.green + 0.01 * chart.neutral.green,
          blue: $0.response.blue))
    }
    let stray = try fit(chart)
    #expect(stray.refusals == [] && stray.warnings.map(\.code).contains(.offBlack))
    let stated = try ChartCalibration([stray]).uncertainty
    #expect(stated.mired > 1.1 * clean.mired || stated.duv > 1.1 * clean.duv, "\(stated) \(clean)")
  }

  @Test func `grays that disagree make the stated error larger`() throws {
    let chart = try SimulatedChart.canon()
    let clean = try ChartCalibration([fit(chart)]).uncertainty
    let uneven = chart.replacing("D1", { LinearRGB(red: 1.08 * $0.red, green: $0.green, blue: $0.blue) })
      .replacing("D3", { LinearRGB(red: 0.93 * $0.red, green: $0.green, blue: 1.05 * $0.blue) })
    let fit = try fit(uneven)
    #expect(fit.neutralError > 2 * (try self.fit(chart).neutralError))
    let stated = try ChartCalibration([fit]).uncertainty
    #expect(stated.mired > clean.mired && stated.duv > clean.duv)
  }

  @Test func `too many patches off the others, and a wrong order, are refused`() throws {
    var chart = try SimulatedChart.canon()
    for patch in ["A2", "A5", "B1", "B4", "B6", "C2", "C5", "D4"] {
      chart = chart.replacing(patch, { LinearRGB(red: 3 * $0.red, green: $0.green, blue: $0.blue) })
    }
    #expect(!(try fit(chart).refusals.isEmpty))
    var shifted = try SimulatedChart.canon()
    let readings = shifted.readings
    shifted.readings = readings.indices.map {
      ChartReading(patch: readings[$0].patch, response: readings[($0 + 1) % 24].response)
    }
    #expect(codes(try fit(shifted).refusals).contains(.difference))
    var limits = CalibrationLimits()
    limits.difference = 1000
    #expect(!codes(try fit(shifted, limits: limits).refusals).contains(.difference))
  }

  // MARK: - Checks

  private func check(
    _ chart: SimulatedChart, as illuminant: CIEIlluminant? = nil, uncertainty: CharacterizationUncertainty? = nil
  ) throws -> ChartCheck {
    let calibration = try ChartCalibration([fit(.canon(.a)), fit(.canon(.d65))])
    let given = try illuminant.map { try CalibrationLight(name: $0.rawValue, spectrum: $0.distribution) }
    return try ChartCheck(
      readings: chart.readings, reference: SimulatedChart.reference, light: given ?? chart.light,
      characterization: calibration.characterization, uncertainty: uncertainty ?? calibration.uncertainty
    ) { calibration.characterization.matrix(atTemperature: $0) }
  }

  @Test func `a check with the right light is ok, and with a wrong one refused, with the distance`() throws {
    let right = try check(.canon(.d50))
    #expect(right.refusals == [] && right.warnings == [])
    let wrong = try check(.canon(.d50), as: .a)
    #expect(codes(wrong.refusals).contains(.mired))
    let value = try #require(wrong.refusals.first { $0.code == .mired }).value
    #expect(abs(value - (1e6 / 5001 - 1e6 / 2856)) < 5)
  }

  @Test func `a light found farther off than the profile states is a warning`() throws {
    let sure = try CharacterizationUncertainty(mired: 0.01, duv: 1e-6)
    let check = try check(.canon(.ledB3), uncertainty: sure)
    #expect(check.refusals == [] && check.warnings.map(\.code) == [.beyondUncertainty])
  }
}

import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// The Swift of Calibration's pages; `clone` is the folder of the package.
@Suite struct CalibrationSamples {
  private let clone = repositoryRoot

  @Test func `the landing page`() throws {
    let sensitivities = try SpectralSensitivities.canon5DMarkII()
    let calibration = try WhiteMapCalibration(
      sensitivities, lights: .standard())
    print(try calibration.characterization.gains(for: .d65))
    let profile = try DeviceProfile(
      calibration, of: sensitivities, lamps: "the CIE",
      identity: DeviceIdentity(model: "Bench camera"), program: "my app")

    #expect(profile.uncertainty == (try calibration.uncertainty(of: sensitivities)))
    #expect(profile.provenance == "my app: a white map from spectral sensitivities and 36 lamps of the CIE")
  }

  @Test func calibrating() throws {
    let file = try Data(
      contentsOf: clone.appending(path: "Data/sample-chart/daylight.ti3"))
    let table = try ChartTable(
      CGATSFile(fileBytes: Array(file)), name: "daylight.ti3")
    let readings = try table.readings()

    let samples = try Data(
      contentsOf: clone.appending(path: "Data/sample-chart/daylight.raw"))
    let frame = try RawFrame(
      format: PixelFormat("RG10"), width: 252, height: 172,
      bytes: Array(samples), levels: SampleLevels(black: 64, white: 1023))
    let chart = try FramedChart(
      in: SourceFrame(frame),
      corners: [
        ChartFrame.Point(x: 6, y: 6), ChartFrame.Point(x: 246, y: 6),
        ChartFrame.Point(x: 246, y: 166), ChartFrame.Point(x: 6, y: 166),
      ],
      of: .colorChecker24)
    if let refusal = chart.refusal { print(refusal) }
    for warning in chart.warnings { print(warning.message) }
    print(chart.readings[0].response)
    #expect(chart.refusal == nil && chart.warnings.isEmpty && chart.readings.map(\.patch) == readings.map(\.patch))

    let light = try CalibrationLight(
      name: "D65", spectrum: CIEIlluminant.d65.distribution)
    let fit = try ChartFit(
      readings: readings, reference: .colorChecker24, light: light)
    print(fit.meanBefore, fit.meanAfter, fit.meanCrossValidated)
    for patch in fit.excluded { print(patch) }
    #expect(fit.meanAfter < fit.meanBefore)

    let calibration = try ChartCalibration([fit])
    for refusal in calibration.refusals { print(refusal) }
    for warning in calibration.warnings { print(warning) }
    print(calibration.uncertainty.mired, calibration.uncertainty.duv)
    #expect(calibration.refusals.isEmpty)

    let profile = try DeviceProfile(
      calibration, by: [("ColorChecker", fit)],
      identity: DeviceIdentity(model: "camera"), program: "my app")
    print(profile.provenance)
    #expect(profile.provenance.hasPrefix("my app: ColorChecker under D65, 24 patches"))

    let check = try ChartCheck(
      readings: readings, reference: .colorChecker24, light: light,
      profile: profile)
    for refusal in check.refusals { print(refusal) }
    #expect(check.refusals.isEmpty && check.estimate.status == .converged)

    let card = CardReading(
      name: "card", light: light,
      neutral: MeasuredNeutral(
        value: LinearRGB(red: 0.165, green: 0.4, blue: 0.295),
        standardError: LinearRGB(red: 0.001, green: 0.001, blue: 0.001)))
    let refinement = try UnitRefinement(
      of: profile.characterization, uncertainty: profile.uncertainty,
      cards: [card])
    print(refinement.factors, refinement.standardError)
    let unit = try profile.fitted(
      by: refinement, cards: [card], program: "my app")
    #expect(unit.provenance == profile.provenance + "; my app: fitted to a unit by gray cards under D65")
    #expect(unit.uncertainty == refinement.uncertainty && unit.identity == profile.identity)
  }
}

import ArgumentParser
import Calibration
import CameraDevices
import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import TestSupport
import Testing
import WhiteBalance

@testable import CameraControl
@testable import Reports
@testable import wbcal

/// Each number of a report under its own name.
@Suite struct ReportTests {
  /// A neutral whose channels are known to 0.1, 0.2 and 0.5 %.
  private static let neutral = MeasuredNeutral(
    value: LinearRGB(red: 0.2, green: 0.4, blue: 0.25),
    standardError: LinearRGB(red: 0.0002, green: 0.0008, blue: 0.00125))

  @Test func `the shaded range of calibrated lights lies within the diagram of gains`() throws {
    let matrix = Matrix3x3(rows: [0.9, -0.3, -0.1], [-0.4, 1.2, 0.2], [-0.1, 0.2, 0.6])
    let lights = [1700.0, 20_000].map { temperature in
      MatrixCharacterization.CalibratedLight(temperature: temperature, matrix: matrix)
    }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(try MatrixCharacterization(lights: lights)),
      provenance: "test")
    let elements = try XMLDocumentText("\(GainDiagram(profile: profile).figure)").elements
    let band = try #require(elements.first { $0.has("calibrated") })
    let inside = try #require(elements.first { $0.attributes["overflow"] == "hidden" })
    let (left, width) = (try #require(inside.number("x")), try #require(inside.number("width")))
    #expect(band.number("x") == left && band.number("width") == width)
  }

  private func report(on profile: DeviceProfile?) throws -> Report {
    var report = Report()
    report.set(try MeasuredCard(Self.neutral, on: profile))
    return report
  }

  @Test func `the delay to give is the longer of the two, whichever it is`() throws {
    for (exposure, gain) in [(2, 3), (3, 2), (1, 1)] {
      let measured = try JSONDecoder().decode(
        PipelineDelay.self, from: Data("{\"exposure\": \(exposure), \"gain\": \(gain)}".utf8))
      #expect(DelayReport(measured, of: "camera").delay == max(exposure, gain))
    }
  }

  @Test func `the misfit of a gain's law is a share in JSON, and per cent in text`() {
    let control = CaptureControl(id: .gain, name: "Gain", kind: .integer, range: 16...255, defaultValue: 16)
    let calibration = GainCalibration(control: control, law: .proportional(one: 16), misfit: 0.0125, points: [])
    let report = GainReport(calibration, of: "camera")
    #expect(report.misfit == 0.0125 && report.text.hasSuffix(" within 1.25 %"), "\(report.text)")
    #expect(report.control == "gain", "the name that 'camera show' prints and 'camera set' takes")
  }

  @Test func `a gain's code of 64 bits is told`() throws {
    let control = CaptureControl(id: .gain, name: "Gain", kind: .integer, range: 0...Int64.max, defaultValue: 0)
    let calibration = GainCalibration(
      control: control, law: .proportional(one: 16), misfit: 0, points: [.init(code: Double(Int64.max), gain: 2)])
    #expect(GainReport(calibration, of: "camera").points.map(\.code) == [Int.max])
  }

  /// A gain is green's signal over its channel's, and both err independently.
  @Test func `a gain's standard error is that of its own channel and green`() throws {
    let error = try #require(try report(on: nil).standardError)
    let expected = (
      red: 2 * (0.001 * 0.001 + 0.002 * 0.002).squareRoot(), blue: 1.6 * (0.005 * 0.005 + 0.002 * 0.002).squareRoot()
    )
    #expect(Tolerance.rounding.allows(abs(error.red - expected.red)) && error.green == 0)
    #expect(Tolerance.rounding.allows(abs(error.blue - expected.blue)))
  }

  @Test func `the errors of temperature and Duv, and their correlation, are those of the light`() throws {
    let profile = try BundledSampleTests.profile()
    let light = try MeasuredLight(
      forNeutral: Self.neutral, on: profile.characterization, uncertainty: profile.uncertainty)
    let (error, expected) = (try #require(try report(on: profile).standardError), try #require(light.uncertainty))
    #expect(error.temperature == expected.temperature && error.duv == expected.duv)
    #expect(error.correlation == expected.correlation && expected.correlation.magnitude < 1)
    #expect(error.x == expected.x && error.y == expected.y && expected.x != expected.y)
  }

  @Test
  func `a person sees each value with its own error, to the error's second digit, and tint with 3000 times Duv's`() {
    var report = Report()
    (report.chromaticity, report.temperature) = (Report.XY(x: 0.34, y: 0.35), 5000)
    (report.duv, report.tint) = (0.004, 12)
    report.gains = Report.RGB(red: 2, green: 1, blue: 1.5)
    report.standardError = Report.StandardError(
      red: 0.0123, green: 0, blue: 0.00456, temperature: 9.96, duv: 0.0005, correlation: 0.1, x: 0.00123, y: 0.0123)
    let lines = report.text.split(separator: "\n")
    #expect(lines.contains("gains         red 2.000 ± 0.012   green 1   blue 1.5000 ± 0.0046"))
    #expect(lines.contains("x, y          0.3400 ± 0.0012, 0.350 ± 0.012"))
    #expect(lines.contains("temperature   5000 ± 10 K"))
    #expect(lines.contains("tint          +12.0 ± 1.5   (Duv +0.00400 ± 0.00050)"))
  }

  @Test func `a number for a person has its digits, and an exponent only where it is far from 1`() {
    #expect(measured(123_456.7, nil) == "123460" && measured(0.0000123, nil) == "0.0000123")
    #expect(measured(0, nil) == "0" && measured(-0.0, nil) == "0" && measured(99_999.7, nil) == "100000")
    #expect(measured(0.5, 0.0996) == "0.50 ± 0.10" && measured(2000, 123) == "2000 ± 123")
    #expect(measuredWithSign(0.00001, nil) == "+0.00001")
    #expect(significant(99.7, 2) == "100" && significant(123.4, 2) == "120" && significant(1e-20) == "1e-20")
    #expect(significant(1e300) == "1e+300" && significant(.infinity) == "infinite" && significant(.nan) == "unknown")
  }

  @Test func `a level has all of its digits, and those of its error where it has one`() {
    #expect(level([8191.875, 8191.875, 8191.875, 8191.875]) == "8191.875")
    #expect(level([65535, 64, 0.1 + 0.2, 0]) == "65535 64 0.3 0")
    #expect(level([200.3051, 200.3149, 200.3, 200.29]) == "200.3051 200.3149 200.3 200.29")
    let errors = [0.012, 0.011, 0.0123, 0]
    #expect(level([200.3051, 200.3149, 200.3, 200.29], errors: errors) == "200.305 200.315 200.300 200.290 ± 0.012")
    #expect(level([200.31, 200.3, 200.29, 200.3], errors: [1.23, 1, 1, 1]) == "200.3 ± 1.2")
  }

  @Test(arguments: [(0.3123, "0.3123"), (12.34, "12.34"), (12_345.6, "12346"), (123_456, "123460")])
  func `an illuminance has five digits, however weak the light is`(lux: Double, text: String) {
    var report = Report()
    report.illuminance = lux
    #expect(report.text.split(separator: "\n").contains("illuminance   \(text) lx"), "\(report.text)")
  }

  @Test func `a light as shot that has no temperature is told as that`() throws {
    let profile = try BundledSampleTests.profile()
    let neutral = try profile.characterization.response(to: Chromaticity(x: 0.25, y: 0.2))
    let report = try Report.asShot(neutral, profile: profile, range: nil, policy: .clampChannels).report
    #expect(report.temperature == nil && report.warnings?.map(\.code) == ["no-temperature"])
  }

  @Test func `a measurement that is more than three standard errors off the truth is called so`() {
    var report = Report()
    (report.temperature, report.duv) = (5000, 0.004)
    report.gains = Report.RGB(red: 2, green: 1, blue: 1.5)
    report.standardError = Report.StandardError(
      red: 0.25, green: 0, blue: 0.125, temperature: 10, duv: 0.0005, correlation: 0)
    for (temperature, verdict) in [
      (5029.0, "every value is within 2.9 standard errors of it"),
      (4969, "NOT measured right: a value is off by 3.1 standard errors of it"),
    ] {
      report.truth = Report.Truth(
        chromaticity: Report.XY(x: 0.34, y: 0.35), temperature: temperature, duv: 0.0045, tint: 13.5,
        gains: Report.RGB(red: 2.5, green: 1, blue: 1.25))
      #expect(report.text.contains(verdict), "\(report.text)")
    }
  }

  @Test func `a unit's errors are the refinement's`() throws {
    let base = try BundledSampleTests.profile().characterization
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let response = try base.response(to: light.chromaticity)
    // Blue is known ten times worse than red, and this unit is not the device of the profile.
    let neutral = MeasuredNeutral(
      value: LinearRGB(red: 1.02 * response.red, green: response.green, blue: 0.98 * response.blue),
      standardError: LinearRGB(red: 1e-3 * response.red, green: 1e-4 * response.green, blue: 1e-2 * response.blue))
    let refinement = try UnitRefinement(
      of: base, uncertainty: nil,
      cards: [CardReading(name: "card", light: light, neutral: neutral)])
    var report = CardReport([], base: "base.icc", output: "unit.icc", page: nil)
    report.set(refinement)
    let unit = try #require(report.unit)
    #expect(unit.red == refinement.factors.red && unit.blue == refinement.factors.blue)
    #expect(unit.redError == refinement.factors.red * refinement.standardError.red)
    #expect(unit.blueError == refinement.factors.blue * refinement.standardError.blue)
    #expect(unit.blueError > unit.redError)
  }

  // MARK: - What can be set

  @Test func `without an option the largest gain is the profile's`() throws {
    var profile = try BundledSampleTests.profile()
    profile.gainRange = try GainRange(maximum: 1.5)
    let settable = try #require(try report(on: profile).settable)
    #expect(settable.clamped && max(settable.gains.red, settable.gains.green, settable.gains.blue) <= 1.5)
    #expect(try report(on: BundledSampleTests.profile()).settable?.clamped == false)
    #expect(try report(on: nil).settable?.clamped == false)
  }

  @Test func `what clamped gains cost is the light that they are for, less the light that was`() throws {
    var profile = try BundledSampleTests.profile()
    profile.gainRange = try GainRange(maximum: 1.5)
    let report = try report(on: profile)
    let settable = try #require(report.settable)
    let gains = WhiteBalanceGains(red: settable.gains.red, green: settable.gains.green, blue: settable.gains.blue)
    let found = try #require(try profile.characterization.light(neutralizedBy: gains).temperatureAndTint)
    let (temperature, tint) = (try #require(report.temperature), try #require(report.tint))
    let shift = (try #require(settable.temperatureShift), try #require(settable.tintShift))
    #expect(Tolerance.rounding.allows(abs(shift.0 - (found.temperature - temperature)) / temperature))
    #expect(Tolerance.heldTint.allows(abs(shift.1 - (found.tint - tint))))
    #expect(abs(shift.0) > 1 && abs(shift.1) > 0.1)
  }
}

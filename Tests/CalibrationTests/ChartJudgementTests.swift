import Colorimetry
import DeviceProfiles
import Foundation
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

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
      #expect(Tolerance.whiteOfCameras.allows(abs(abs(value) - 196)) && (value > 0) == (own == .a))
    }
    // The white is farther from the given light than that of most cameras, but nearer than another light's would be.
    let warned = try fit(.canon(.fl2), as: .d65)
    #expect(warned.refusals == [] && warned.warnings.map(\.code) == [.unusualWhite])
  }

  /// The wrong light is too near to be refused by the chart's white alone. The other chart reveals it.
  @Test func `two lights of which one is not the one given do not agree`() throws {
    let right = try ChartCalibration([fit(.canon(.a)), fit(.canon(.d65))])
    #expect(right.refusals == [] && right.warnings == [])
    let (one, other) = (try fit(.canon(.a)), try fit(.canon(.fl2), as: .d65))
    #expect(one.refusals == [] && other.refusals == [])
    let wrong = try ChartCalibration([one, other])
    #expect(codes(wrong.refusals) == [.lightsDisagree])
    let own = try SimulatedChart.canon(.fl2).light
    let expected = own.temperatureAndTint.mired - other.light.temperatureAndTint.mired
    #expect(Tolerance.lightBetweenCharts.allows(abs(abs(try #require(wrong.refusals.first).value) - expected)))
    var limits = CalibrationLimits()
    limits.lightsDisagree = 100
    #expect(try ChartCalibration([one, other], limits: limits).refusals == [])
  }

  /// Daylight of 5300 K has the name of D65, from which it is 35 mired away.
  @Test func `the error of charts contains the distance by which their lights disagree`() throws {
    let d65 = try CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution)
    let daylight = try CalibrationLight(name: "5300", spectrum: .daylight(temperature: 5300))
    let off = abs(daylight.temperatureAndTint.mired - d65.temperatureAndTint.mired)
    var doubted = 0
    for camera in try SpectralSensitivities.measured() {
      let a = try SimulatedChart(CalibrationLight(name: "A", spectrum: CIEIlluminant.a.distribution), on: camera).fit()
      let named = try ChartFit(
        readings: SimulatedChart(daylight, on: camera).readings, reference: SimulatedChart.reference, light: d65)
      let calibration = try ChartCalibration([a, named])
      guard calibration.warnings.contains(where: { $0.code == .lightsDisagree }) else { continue }
      doubted += 1
      for (kind, errors) in calibration.uncertainty.lights?.kinds ?? [:] {
        let stated = errors.interpolated(at: d65.temperatureAndTint.mired).mired
        #expect(Tolerance.twoStandardErrors.allows(off / stated), "\(kind): \(off) of \(stated)")
      }
    }
    #expect(doubted >= 10, "\(doubted)")
  }

  /// Charts under this LED of three colours find daylight far off, and their stated errors say so.
  @Test func `right charts under lamps and daylight disagree within what their errors explain`() throws {
    var doubted = 0
    let cameras = try SpectralSensitivities.measured()
    for camera in cameras {
      let fits = try [CIEIlluminant.ledRGB1, .d65].map {
        try SimulatedChart(CalibrationLight(name: $0.rawValue, spectrum: $0.distribution), on: camera).fit()
      }
      let calibration = try ChartCalibration(fits)
      doubted += calibration.warnings.contains { $0.code == .lightsDisagree } ? 1 : 0
    }
    #expect(cameras.count > 20 && doubted <= 2, "\(doubted) of \(cameras.count)")
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
    #expect(codes(fit.refusals).contains(.offBlack) && !codes(fit.refusals).contains(.notLinear))
    let black = try #require(fit.black)
    for found in [black.red, black.green, black.blue] {
      #expect(Tolerance.blackOfGrays.allows(abs(found / pedestal - 1)), "\(found) of \(pedestal)")
    }
    let clean = try #require(try self.fit(.canon()).black)
    #expect(Tolerance.noBlack.allows(abs(clean.green) / chart.neutral.green))
  }

  /// Returns the chart with the same offset added to every patch, as a share of white in each channel.
  private func adding(_ share: LinearRGB, to original: SimulatedChart) -> SimulatedChart {
    var chart = original
    let white = original.neutral
    chart.readings = original.readings.map {
      ChartReading(
        patch: $0.patch,
        response: LinearRGB(
          red: $0.response.red + share.red * white.red, green: $0.response.green + share.green * white.green,
          blue: $0.response.blue + share.blue * white.blue))
    }
    return chart
  }

  @Test(arguments: [
    (LinearRGB(red: 0, green: 0.002, blue: 0.04), 0.04), (LinearRGB(red: 0.002, green: 0.04, blue: 0), 0.04),
    (LinearRGB(red: 0.001, green: 0, blue: -0.01), -0.01),
  ]) func `black is judged by the channel that is farthest off, too high or too low`(
    share: LinearRGB, farthest: Double
  ) throws {
    let fit = try fit(adding(share, to: .canon()))
    let refused = fit.refusals.first { $0.code == .offBlack }?.value
    let warned = fit.warnings.lazy.compactMap { if case .offBlack(let share, _) = $0 { share } else { nil } }.first
    #expect((refused == nil) == (abs(farthest) < CalibrationLimits().blackShare))
    #expect(Tolerance.blackOfChannels.allows(abs(try #require(refused ?? warned) / farthest - 1)))
  }

  /// The offset is so small that the patches fit as well as without it, and only the white changes.
  @Test func `black that colours white makes the stated error larger by what it does to white`() throws {
    let clean = try fit(.canon())
    // Opposite in red and blue, which is a change of temperature.
    let tinted = try fit(adding(LinearRGB(red: 0.004, green: 0, blue: -0.004), to: .canon()))
    #expect(tinted.meanCrossValidated < 1.6)
    let (stated, before) = try (ChartCalibration([tinted]).uncertainty, ChartCalibration([clean]).uncertainty)
    let white = (stated.mired * stated.mired - before.mired * before.mired).squareRoot()
    let found = try ChartCalibration([tinted]).characterization.light(forNeutral: clean.neutral)
    let off = abs(try #require(found.temperatureAndTint).mired - clean.light.temperatureAndTint.mired)
    #expect(off > 1 && Tolerance.blackOfChannels.allows(abs(white / off - 1)), "\(white) of \(off)")
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

  @Test func `the error of the black level is in what a chart without grays states, and grays tell it better`() throws {
    let chart = try SimulatedChart.canon()
    func uncertainty(blackError: Double?, grays: Bool) throws -> CharacterizationUncertainty {
      let readings = chart.readings.filter { grays || !$0.patch.hasPrefix("D") }.map {
        ChartReading(
          patch: $0.patch, response: $0.response, standardError: nil,
          blackError: blackError.map { LinearRGB(red: $0, green: $0, blue: $0) }, isClipped: false)
      }
      let fit = try ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light)
      #expect((fit.black == nil) == !grays)
      return try ChartCalibration([fit]).uncertainty
    }
    /// The white of a chart without grays is found from dark patches,
    /// so black makes a larger error of it than of a patch.
    func neutral(adding black: Double) throws -> SIMD3<Double> {
      let readings = chart.readings.filter { !$0.patch.hasPrefix("D") }.map {
        ChartReading(
          patch: $0.patch,
          response: LinearRGB($0.response.vector + SIMD3(repeating: black)), standardError: nil,
          blackError: nil, isClipped: false)
      }
      return try ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light).neutral.vector
    }
    let error = try 0.02 * #require(chart.readings.map(\.response.green).max())
    let (known, unsure) = (
      try uncertainty(blackError: nil, grays: false), try uncertainty(blackError: error, grays: false)
    )
    #expect(unsure.mired > known.mired && unsure.duv > known.duv)
    let readings = chart.readings.filter { !$0.patch.hasPrefix("D") }.map {
      ChartReading(
        patch: $0.patch, response: $0.response, standardError: nil,
        blackError: LinearRGB(red: error, green: error, blue: error), isClipped: false)
    }
    let stated = try ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light)
      .whiteError.blackErrorShift
    let (right, moved) = (try neutral(adding: 0), try neutral(adding: error))
    for channel in 0..<3 {
      let shift = moved[channel] / right[channel] - 1
      #expect(Tolerance.shiftOfWhite.allows(abs(stated[channel] / shift - 1)), "\(stated[channel]) of \(shift)")
    }
    #expect(try uncertainty(blackError: error, grays: true) == uncertainty(blackError: nil, grays: true))
  }

  /// Readings in another order have grays of all sizes, and many have some that respond no more than black.
  @Test func `grays that respond no more than black are in no proportion to their light`() throws {
    let chart = try SimulatedChart.canon()
    var generator = SeededGenerator(seed: 4)
    var infinite = 0
    for _ in 0..<40 {
      let responses = chart.readings.map(\.response).shuffled(using: &generator)
      let readings = zip(chart.readings, responses).map { ChartReading(patch: $0.patch, response: $1) }
      guard let fit = try? ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light) else {
        continue
      }
      #expect(fit.refusals.allSatisfy { $0.code != .notLinear || !$0.value.isNaN }, "\(fit.refusals)")
      infinite += fit.refusals.count { $0.code == .notLinear && $0.value == .infinity }
    }
    #expect(infinite > 0)
  }

  @Test func `a refused calibration makes no profile, and the error has each reason`() throws {
    let fits = [try fit(.canon(.a), as: .d65), try fit(.canon(.d65))]
    func profile(_ calibration: ChartCalibration) throws(CalibrationError) -> DeviceProfile {
      try DeviceProfile(
        calibration, by: calibration.fits.map { ("ColorChecker", $0) }, identity: DeviceIdentity(model: "camera"),
        program: "test")
    }
    let calibration = try ChartCalibration([fits[0]])
    #expect(!fits[0].refusals.isEmpty && calibration.refusals == fits[0].refusals)
    #expect(throws: CalibrationError.refused(calibration.refusals)) { try profile(calibration) }
    #expect(try profile(ChartCalibration([fits[1]])).identity.model == "camera")
  }

  @Test func `an error of black that all channels share moves a white as far as they move together`() throws {
    let chart = try SimulatedChart.canon()
    let error = try 0.02 * #require(chart.readings.map(\.response.green).max())
    func white(own: Double, shared: Double) throws -> ChartWhiteError {
      let readings = chart.readings.filter { !$0.patch.hasPrefix("D") }.map {
        ChartReading(
          patch: $0.patch, response: $0.response, standardError: nil, blackError: LinearRGB(SIMD3(repeating: own)),
          sharedBlackError: LinearRGB(SIMD3(repeating: shared)), isClipped: false)
      }
      return try ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light).whiteError
    }
    let (independent, together, sure) = (
      try white(own: error, shared: 0), try white(own: 0, shared: error), try white(own: 0, shared: 0)
    )
    let moved = independent.blackErrorShift
    let (red, blue) = (moved.x - moved.y, moved.z - moved.y)
    for (found, expected) in [
      (together.covariance.red - sure.covariance.red, red * red),
      (together.covariance.blue - sure.covariance.blue, blue * blue),
      (together.covariance.both - sure.covariance.both, red * blue),
    ] { #expect(Tolerance.cancelledCovariance.allows(abs(found - expected) / (moved.y * moved.y))) }
    #expect(together.covariance.blue < independent.covariance.blue)
  }

  /// Shades of white and of one colour, and a single patch of another: without it the others determine no fit.
  @Test func `a fit of infinite left-out difference has refusals and a finite uncertainty`() throws {
    let matrix = try #require(Camera.all().first?.lights.first).matrix
    let light = try CalibrationLight(name: "D65", chromaticity: .d65)
    let white = light.white.vector
    let tints: [SIMD3<Double>] = [[1, 1, 1], [0.5, 0.25, 0.125]]
    let shades: [SIMD3<Double>] = tints.flatMap { tint in [1, 0.5, 0.25, 0.125].map { $0 * tint } }
    let colors: [SIMD3<Double>] = (shades + [[0.125, 0.25, 0.5]]).map { $0 * white }
    let names = colors.indices.map { "P\($0)" }
    let reference = try ChartReference(
      name: "shades",
      patches: zip(names, colors).map { ChartReference.Patch(name: $0, color: .tristimulus(TristimulusValues($1))) },
      white: light.chromaticity)
    let readings = zip(names, colors).map { ChartReading(patch: $0, response: LinearRGB(matrix * $1)) }
    let fit = try ChartFit(readings: readings, reference: reference, light: light)
    #expect(fit.meanCrossValidated == .infinity && fit.refusals.map(\.code).contains(.difference))
    let uncertainty = try ChartCalibration([fit]).uncertainty
    #expect(uncertainty.mired.isFinite && uncertainty.duv.isFinite)
  }

  @Test func `red over blue of a white does not depend on the error of green black`() throws {
    let chart = try SimulatedChart.canon()
    let error = try 0.02 * #require(chart.readings.map(\.response.green).max())
    let readings = chart.readings.filter { !$0.patch.hasPrefix("D") }.map {
      ChartReading(
        patch: $0.patch, response: $0.response, standardError: nil,
        blackError: LinearRGB(red: 0, green: error, blue: 0), isClipped: false)
    }
    let white = try ChartFit(readings: readings, reference: SimulatedChart.reference, light: chart.light).whiteError
    let (found, shift) = (white.covariance, white.blackErrorShift)
    #expect(shift.y * shift.y > white.scatter * white.scatter)
    let expected = 2 * white.scatter * white.scatter + shift.x * shift.x + shift.z * shift.z
    let between = found.red + found.blue - 2 * found.both
    #expect(Tolerance.cancelledCovariance.allows(abs(between - expected) / (shift.y * shift.y)), "\(between)")
  }

  @Test func `red over blue is as sure as red over green`() throws {
    let uneven = try SimulatedChart.canon().replacing("D3") {
      LinearRGB(red: 0.93 * $0.red, green: $0.green, blue: 1.05 * $0.blue)
    }
    let fit = try fit(uneven)
    let (found, error) = (fit.whiteError.covariance, fit.neutralError)
    let between = fit.whiteError.blackShift.x - fit.whiteError.blackShift.z
    let expected = 2 * error * error + between * between
    #expect(
      error > 0.0001
        && Tolerance.cancelledCovariance.allows(abs((found.red + found.blue - 2 * found.both) / expected - 1)))
  }

  @Test func `too many patches off the others, and a wrong order, are refused`() throws {
    var chart = try SimulatedChart.canon()
    for patch in ["A2", "A5", "B1", "B4", "B6", "C2", "C5", "D4"] {
      chart = chart.replacing(patch, { LinearRGB(red: 3 * $0.red, green: $0.green, blue: $0.blue) })
    }
    #expect(codes(try fit(chart).refusals).contains(.difference))
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

  @Test func `a patch left out, and a matrix that makes noise larger, count against their limits`() throws {
    let chart = try SimulatedChart.canon().replacing(
      "A5", { LinearRGB(red: 3 * $0.red, green: $0.green, blue: $0.blue) })
    let plain = try fit(chart)
    #expect(plain.refusals == [] && plain.warnings == [])
    var limits = CalibrationLimits()
    limits.leftOutShare = 0.04
    limits.conditionNumber = 0.9 * plain.conditionNumber
    let strict = try fit(chart, limits: limits).refusals
    #expect(strict.first { $0.code == .leftOut }?.value == 1.0 / 24)
    #expect(strict.first { $0.code == .illConditioned }?.value == plain.conditionNumber)
  }

  @Test func `a fit warns beyond each limit of warnings, and not within it`() throws {
    let chart = try SimulatedChart.canon().replacing(
      "A5", { LinearRGB(red: 3 * $0.red, green: $0.green, blue: $0.blue) })
    let plain = try fit(chart)
    let (difference, condition, share) = (plain.meanCrossValidated, plain.conditionNumber, 1.0 / 24)
    let cases:
      [(limits: (inout CalibrationLimits, Double) -> Void, value: Double, warning: (Double) -> CalibrationWarning)] = [
        ({ $0.differenceWarning = $1 }, difference, { .largeDifference(difference, limit: $0) }),
        ({ $0.conditionNumberWarning = $1 }, condition, { .illConditioned(condition, limit: $0) }),
        ({ $0.leftOutShareWarning = $1 }, share, { .leftOut(share: share, limit: $0) }),
      ]
    for (set, value, warning) in cases {
      for limit in [0.9 * value, value] {
        var limits = CalibrationLimits()
        set(&limits, limit)
        #expect(try fit(chart, limits: limits).warnings == (limit < value ? [warning(limit)] : []))
      }
    }
    var limits = CalibrationLimits()
    for (limit, expected) in [(23, []), (24, [CalibrationWarning.fewPatches(23, limit: 24)])] {
      limits.patchCountWarning = limit
      #expect(try fit(chart, limits: limits).warnings == expected)
    }
  }

  @Test func `a chart without grays is told by a fit and by a check`() throws {
    var chart = try SimulatedChart.canon()
    chart.readings.removeAll { $0.patch.hasPrefix("D") }
    #expect(try fit(chart).warnings.contains(.noGrayPatch) && check(chart).warnings.contains(.noGrayPatch))
    #expect(try !fit(.canon()).warnings.contains(.noGrayPatch) && !check(.canon()).warnings.contains(.noGrayPatch))
  }

  @Test func `a reference that white balance alone does not fit is refused with the difference`() throws {
    let chart = try SimulatedChart.canon()
    let value = try fit(chart).meanBefore
    for (factor, isRefused) in [(0.9, true), (1.0, false)] {
      var limits = CalibrationLimits()
      limits.balanceAlone = factor * value
      let found = try fit(chart, limits: limits).refusals
      #expect(
        found == (isRefused ? [CalibrationRefusal(code: .balanceAlone, value: value, limit: factor * value)] : []))
    }
  }

  // MARK: - Checks

  private func check(
    _ chart: SimulatedChart, as illuminant: CIEIlluminant? = nil, uncertainty: CharacterizationUncertainty? = nil,
    kind: LightKind = .any, limits: CalibrationLimits = CalibrationLimits()
  ) throws -> ChartCheck {
    let calibration = try ChartCalibration([fit(.canon(.a)), fit(.canon(.d65))])
    let given = try illuminant.map { try CalibrationLight(name: $0.rawValue, spectrum: $0.distribution) }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "camera"), characterization: .matrices(calibration.characterization),
      uncertainty: uncertainty ?? calibration.uncertainty)
    return try ChartCheck(
      readings: chart.readings, reference: SimulatedChart.reference, light: given ?? chart.light, profile: profile,
      kind: kind, limits: limits)
  }

  @Test func `a chart under daylight behind glass is found as daylight by a white map, where it is said to be`() throws
  {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let map = try WhiteMapCalibration(camera, lights: .standard())
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "camera"), characterization: .whiteMap(map.characterization),
      uncertainty: try map.uncertainty(of: camera))
    let glass = try SpectralDistribution.daylight(temperature: 5500).behindGlass(0.06)
    let chart = try SimulatedChart(CalibrationLight(name: "glass", spectrum: glass), on: camera)
    func duv(_ kind: LightKind) throws -> Double {
      let check = try ChartCheck(
        readings: chart.readings, reference: SimulatedChart.reference, light: chart.light, profile: profile, kind: kind)
      return abs(try #require(check.residual).duv)
    }
    #expect(try 4 * duv(.daylight) < duv(.any))
  }

  @Test func `a check states no error where lights beside the one that was found have no response`() throws {
    let chart = try SimulatedChart.canon()
    let calibration = try ChartCalibration([fit(chart)])
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "camera"), characterization: .matrices(calibration.characterization),
      uncertainty: calibration.uncertainty)
    // The weaker the green, the lower is the Duv.
    func check(green: Double) throws -> ChartCheck {
      let readings = chart.readings.map { reading in
        let response = reading.response
        return ChartReading(
          patch: reading.patch,
          response: LinearRGB(red: response.red, green: green * response.green, blue: response.blue))
      }
      return try ChartCheck(
        readings: readings, reference: SimulatedChart.reference, light: chart.light, profile: profile)
    }
    // Slopes are taken over so much Duv on either side.
    let step = 1e-4
    let edge = PlanckianLocus.lowestDuv + step / 2
    var (beyond, inside) = (0.1, 1.0)
    for _ in 1...25 {
      let middle = (beyond + inside) / 2
      let duv = (try? check(green: middle))?.estimate.temperatureAndTint?.duv ?? -.infinity
      if duv > edge { inside = middle } else { beyond = middle }
    }
    let found = try check(green: inside)
    let duv = try #require(found.estimate.temperatureAndTint).duv
    #expect(duv > edge && duv < PlanckianLocus.lowestDuv + step, "\(duv)")
    #expect(try found.stated == nil && check(green: 1).stated != nil)
  }

  @Test func `the light of a chart is corrected by the mean error of Duv of its kind`() throws {
    let chart = try SimulatedChart.canon(.fl11)
    let (any, told) = (try check(chart), try check(chart, kind: .fluorescent))
    let (found, corrected) = (
      try #require(any.estimate.temperatureAndTint), try #require(told.estimate.temperatureAndTint)
    )
    let bias = try ChartCalibration.uncertaintyOfMatrices().errors(at: found, kind: .fluorescent).duvBias
    #expect(bias > 0.003)
    #expect(Tolerance.heldTint.allows(abs(found.duv - bias - corrected.duv) * TemperatureAndTint.tintPerDuv))
    #expect(any.stated?.duvCorrection == 0 && told.stated?.duvCorrection == -bias)
    let (before, after) = (try #require(any.residual).duv, try #require(told.residual).duv)
    #expect(abs(after) < abs(before), "\(before), \(after)")
  }

  /// Over 150 charts, against a profile without an error of its own that states almost none.
  @Test(arguments: [0.005, 0.02])
  func `a noisy chart is as far off as the check states`(noise: Double) throws {
    var random = SeededGenerator(seed: 7)
    let (clean, runs) = (try SimulatedChart.canon(), 150)
    var squares = SIMD2<Double>.zero
    for _ in 0..<runs {
      var chart = clean
      chart.readings = chart.readings.map { reading in
        let response = reading.response
        return ChartReading(
          patch: reading.patch,
          response: LinearRGB(
            red: response.red * (1 + noise * random.normal()), green: response.green * (1 + noise * random.normal()),
            blue: response.blue * (1 + noise * random.normal())))
      }
      let check = try check(chart, uncertainty: CharacterizationUncertainty(mired: 0.01, duv: 1e-5))
      let (residual, stated) = (try #require(check.residual), try #require(check.stated))
      let errors = SIMD2(residual.mired / stated.mired, residual.duv / stated.duv)
      squares += errors * errors
    }
    let rms = (squares / Double(runs)).squareRoot()
    for part in 0..<2 { #expect((0.7...1.4).contains(rms[part]), "\(rms)") }
  }

  @Test func `a check of readings with a gamma is refused by name`() throws {
    var chart = try SimulatedChart.canon(.d50)
    chart.readings = chart.readings.map { reading in
      let response = reading.response
      return ChartReading(
        patch: reading.patch,
        response: LinearRGB(red: pow(response.red, 1.2), green: pow(response.green, 1.2), blue: pow(response.blue, 1.2))
      )
    }
    #expect(codes(try check(chart).refusals).contains(.notLinear))
  }

  @Test func `a check of a part of a chart names what was not read`() throws {
    var chart = try SimulatedChart.canon(.d50)
    let names = chart.readings.map(\.patch)
    chart.readings = Array(chart.readings[18...20])
    #expect(try check(chart).warnings == [.missingPatches(names.filter { !["D1", "D2", "D3"].contains($0) })])
  }

  @Test func `exchanged channels are named under a black level that was let through`() throws {
    var chart = try SimulatedChart.canon(.d50)
    let white = chart.readings.map(\.response.green).max() ?? 0
    chart.readings = chart.readings.map { reading in
      let (response, black) = (reading.response, 0.05 * white)
      return ChartReading(
        patch: reading.patch,
        response: LinearRGB(red: response.blue + black, green: response.green + black, blue: response.red + black))
    }
    var limits = CalibrationLimits()
    limits.blackShare = 0.3
    #expect(codes(try fit(chart, limits: limits).refusals).contains(.exchangedChannels))
  }

  @Test func `a check with the right light is ok, and with a wrong one refused, with the distance`() throws {
    let right = try check(.canon(.d50))
    #expect(right.refusals == [] && right.warnings == [])
    let wrong = try check(.canon(.d50), as: .a)
    #expect(codes(wrong.refusals).contains(.mired))
    let value = try #require(wrong.refusals.first { $0.code == .mired }).value
    #expect(Tolerance.checkedLight.allows(abs(value - (1e6 / 5001 - 1e6 / 2856))))
  }

  @Test func `a check refuses readings whose black is off, and says by how much`() throws {
    let share = 0.05
    let check = try check(adding(LinearRGB(red: share, green: share, blue: share), to: .canon(.d50)))
    let value = try #require(check.refusals.first { $0.code == .offBlack }).value
    // White has the black in it too.
    #expect(Tolerance.blackOfChannels.allows(abs(value / share - 1)))
  }

  @Test func `a light found farther off than the profile states is a warning`() throws {
    for sure in [(0.01, 1e-6), (0.01, 1), (1000, 1e-6)] {
      let check = try check(
        .canon(.ledB3), uncertainty: CharacterizationUncertainty(mired: sure.0, duv: sure.1))
      #expect(check.refusals == [] && check.warnings.map(\.code) == [.beyondUncertainty], "\(sure)")
    }
    #expect(try check(.canon(.ledB3), uncertainty: CharacterizationUncertainty(mired: 1000, duv: 1)).warnings == [])
  }

  @Test func `a check refuses a light and colours that are farther off than their limits`() throws {
    var limits = CalibrationLimits()
    let plain = try check(.canon(.d50))
    let mean = try #require(plain.meanDifference)
    limits.difference = 0.9 * mean
    limits.duv = 0.5 * abs(try #require(plain.residual).duv)
    let strict = try check(.canon(.d50), limits: limits)
    #expect(codes(strict.refusals) == [.duv, .difference] && strict.refusals.last?.value == mean)
  }

  @Test func `a check of patches that are all clipped names them`() throws {
    var chart = try SimulatedChart.canon(.d50)
    chart.readings = chart.readings.map { ChartReading(patch: $0.patch, response: $0.response, isClipped: true) }
    let thrown = #expect(throws: CalibrationError.self) { try check(chart) }
    guard case .tooFewPatches(0, _, let excluded) = thrown else {
      Issue.record("\(String(describing: thrown))")
      return
    }
    #expect(excluded.map(\.reason) == Array(repeating: .clipped, count: 24))
  }
}

import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct GainCurveCalibrationTests {
  private func card(
    _ name: String, _ spectrum: SpectralDistribution, on camera: SpectralSensitivities
  ) throws -> CardReading {
    let neutral = camera.response(to: spectrum)
    let errors = 0.001 * SIMD3(neutral.red, neutral.green, neutral.blue)
    return CardReading(
      name: name, light: try CalibrationLight(name: name, spectrum: spectrum),
      neutral: MeasuredNeutral(value: neutral, standardError: LinearRGB(errors)))
  }

  @Test func `a curve finds the cards that it was made from`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let cards = [
      try card("A", CIEIlluminant.a.distribution, on: camera),
      try card("4000", .planck(temperature: 4000), on: camera),
      try card("D65", CIEIlluminant.d65.distribution, on: camera),
    ]
    let calibration = try GainCurveCalibration(cards: cards)
    #expect(calibration.warnings.isEmpty && calibration.characterization.points.count == 3)
    for card in cards {
      let found = try calibration.characterization.light(forNeutral: card.neutral.value).chromaticity
      #expect(Tolerance.characterizedChromaticity.allows(abs(found.x - card.light.chromaticity.x)))
      #expect(Tolerance.characterizedChromaticity.allows(abs(found.y - card.light.chromaticity.y)))
    }
  }

  /// Black bodies, daylight and the CIE's lamps, on cameras other than the typical one.
  @Test(arguments: [["A", "D65"], ["A"], ["D65"]])
  func `over many cameras the error is the one that is stated`(names: [String]) throws {
    let population = try LightPopulation.standard().lights.enumerated().filter { index, light in
      !light.isReference || index % 8 == 0 && (2000...12_000).contains(light.temperatureAndTint.temperature)
    }.map(\.element)
    var (mired, duv, count, stated) = (0.0, 0.0, 0.0, try CharacterizationUncertainty(mired: 0, duv: 0))
    for camera in try SpectralSensitivities.measured().enumerated().filter({ $0.offset % 3 == 0 }).map(\.element) {
      let calibration = try GainCurveCalibration(
        cards: names.map { name in
          try card(name, (name == "A" ? CIEIlluminant.a : .d65).distribution, on: camera)
        })
      stated = calibration.uncertainty
      for light in population {
        let found = try calibration.characterization.light(forNeutral: camera.response(to: light.spectrum))
        let place = try #require(found.temperatureAndTint, "\(light.name)")
        mired += (place.mired - light.temperatureAndTint.mired) * (place.mired - light.temperatureAndTint.mired)
        duv += (place.duv - light.temperatureAndTint.duv) * (place.duv - light.temperatureAndTint.duv)
        count += 1
      }
    }
    let rms = (mired: (mired / count).squareRoot(), duv: (duv / count).squareRoot())
    #expect((0.4...1.1).contains(rms.mired / stated.mired), "\(rms)")
    #expect((0.4...1.1).contains(rms.duv / stated.duv), "\(rms)")
  }

  @Test func `one light, and lights close together, are said`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let d65 = try card("D65", CIEIlluminant.d65.distribution, on: camera)
    let one = try GainCurveCalibration(cards: [d65, d65])
    #expect(one.warnings == [.onePoint(temperature: d65.light.temperatureAndTint.temperature)])
    let two = try GainCurveCalibration(cards: [d65, card("5500", .planck(temperature: 5500), on: camera)])
    #expect(two.warnings.count == 1 && two.uncertainty.mired < one.uncertainty.mired)
    guard case .closeLights? = two.warnings.first else {
      Issue.record("\(two.warnings)")
      return
    }
  }

  @Test func `lights beside each other, and cards of exchanged lights, are refused`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let d65 = try card("D65", CIEIlluminant.d65.distribution, on: camera)
    let near = try card("6400", .planck(temperature: 6400), on: camera)
    #expect {
      try GainCurveCalibration(cards: [d65, near])
    } throws: { error in
      if case .lightsTooClose("D65", "6400", _)? = error as? CalibrationError { true } else { false }
    }
    let a = try card("A", CIEIlluminant.a.distribution, on: camera)
    let swapped = [(a, d65), (d65, a)].map { card, other in
      CardReading(name: card.name, light: other.light, neutral: card.neutral)
    }
    #expect {
      try GainCurveCalibration(cards: swapped)
    } throws: { error in
      if case .characterization(.invalidCharacterization(.curveNotMonotone))? = error as? CalibrationError {
        true
      } else {
        false
      }
    }
    #expect(throws: CalibrationError.noCards) { try GainCurveCalibration(cards: []) }
  }
}

import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

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
    #expect(throws: CalibrationError.exchangedLights("A", "D65")) { try GainCurveCalibration(cards: swapped) }
    // Cameras see LED-V1 as colder than FL4, although it is 27 mired warmer. Their lights are not exchanged.
    let lamps = try [(CIEIlluminant.ledV1, "LED-V1"), (.fl4, "FL4")].map { lamp, name in
      try card(name, lamp.distribution, on: camera)
    }
    #expect {
      try GainCurveCalibration(cards: lamps)
    } throws: { error in
      if case .characterization(.invalidCharacterization(.curveNotMonotone))? = error as? CalibrationError {
        true
      } else {
        false
      }
    }
    #expect(throws: CalibrationError.noCards) { try GainCurveCalibration(cards: []) }
  }

  @Test func `a card under another light than stated is doubted by its name, and cards of many cameras are not`() throws
  {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let (a, d65) = (
      try card("A", CIEIlluminant.a.distribution, on: camera),
      try card("D65", CIEIlluminant.d65.distribution, on: camera)
    )
    let d50 = try card("D50", CIEIlluminant.d50.distribution, on: camera).light
    let wrong = CardReading(name: "tungsten.raw", light: d50, neutral: a.neutral)
    let alone = try GainCurveCalibration(cards: [wrong]).warnings
    #expect(
      alone.contains {
        if case .unusualWhite(let mired, _, "tungsten.raw") = $0 { mired > 60 } else { false }
      }, "\(alone)")
    // 46 mired from D65.
    let near = CardReading(name: "window.raw", light: d50, neutral: d65.neutral)
    #expect(try GainCurveCalibration(cards: [a, near]).warnings.map(\.code).contains(.lightsDisagree))
    var doubts: [CalibrationWarning] = []
    for camera in try SpectralSensitivities.measured() {
      doubts += try GainCurveCalibration(cards: [
        card("A", CIEIlluminant.a.distribution, on: camera), card("D65", CIEIlluminant.d65.distribution, on: camera),
      ]).warnings
    }
    #expect(doubts.count <= 2, "\(doubts)")
  }

  /// It is the limit of a doubt by another card's curve.
  @Test func `the curve of a card under A finds 98 of 100 lamps of many cameras within 40 mired`() throws {
    let lamps = try LightPopulation.standard().lights.filter { !$0.isReference }
    var (far, count) = (0, 0)
    for camera in try SpectralSensitivities.measured() {
      let curve = try GainCurveCalibration(cards: [card("A", CIEIlluminant.a.distribution, on: camera)])
        .characterization
      for lamp in lamps {
        let found = try curve.light(forNeutral: camera.response(to: lamp.spectrum)).temperatureAndTint
        let isNear = found.map { abs($0.mired - lamp.temperatureAndTint.mired) <= GainCurveCalibration.disagreement }
        far += isNear == true ? 0 : 1
        count += 1
      }
    }
    #expect(count > 900 && 100 * far <= 2 * count, "\(far) of \(count)")
  }

  @Test func `cards of one light that scatter widen the error, and those that cannot be of one light are refused`()
    throws
  {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let (a, d65) = (CIEIlluminant.a.distribution, CIEIlluminant.d65.distribution)
    let steady = try GainCurveCalibration(cards: [card("A", a, on: camera), card("D65", d65, on: camera)])
    let first = try card("one", a, on: camera)
    var value = first.neutral.value
    value.red *= 1.08
    let second = CardReading(
      name: "two", light: first.light,
      neutral: MeasuredNeutral(value: value, standardError: LinearRGB(0.001 * value.vector)))
    let scattered = try GainCurveCalibration(cards: [first, second, card("D65", d65, on: camera)])
    #expect(scattered.warnings.map(\.code) == [.cardsOfOneLightDiffer])
    #expect(scattered.uncertainty.mired > steady.uncertainty.mired + 1, "\(scattered.uncertainty.mired)")
    let other = CardReading(
      name: "other", light: first.light, neutral: try card("D65", d65, on: camera).neutral)
    #expect {
      try GainCurveCalibration(cards: [first, other])
    } throws: {
      guard case .cardsOfOneLightDiffer(["one", "other"], let share)? = $0 as? CalibrationError else { return false }
      return share > 0.5
    }
  }
}

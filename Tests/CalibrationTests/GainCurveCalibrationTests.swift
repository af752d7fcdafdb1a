import Colorimetry
import Foundation
import SpectralData
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

  /// A curve is exact for the lights of its cards, and as wrong about black bodies and daylight as these lights are
  /// unlike them.
  @Test(arguments: [["FL11"], ["LED-B3"], ["LED-RGB1"], ["LED-V1"], ["LED-B1", "LED-B5"], ["FL12", "FL3.11"]])
  func `black bodies and daylight are found within the errors that curves of cards under lamps state`(
    names: [String]
  ) throws {
    let bodies = try [2000, 2400, 2856, 3200, 4000].map { try SpectralDistribution.planck(temperature: $0) }
    let skies = try [4500, 5000, 5500, 6500, 8000].map { try SpectralDistribution.daylight(temperature: $0) }
    for (kind, spectra) in [(LightKind.incandescent, bodies), (.daylight, skies)] {
      var squares = SIMD2<Double>.zero
      var count = 0.0
      for camera in try SpectralSensitivities.measured() {
        let calibration = try GainCurveCalibration(cards: cards(names, on: camera))
        for spectrum in spectra {
          let truth = try TemperatureAndTint(Chromaticity(spectrum))
          let found = try calibration.characterization.light(forNeutral: camera.response(to: spectrum))
          guard let place = found.temperatureAndTint else { continue }
          let stated = calibration.uncertainty.errors(
            at: place, kind: kind, miredOutside: calibration.characterization.miredOutside(place) ?? 0)
          let errors = SIMD2(
            (place.mired - truth.mired) / stated.mired, (place.duv - stated.duvBias - truth.duv) / stated.duv)
          squares += errors * errors
          count += 1
        }
      }
      let rms = SIMD2((squares.x / count).squareRoot(), (squares.y / count).squareRoot())
      #expect(count > 100 && Tolerance.errorOfCurvesUnderLamps.allows(rms.largest() - 1), "\(kind): \(rms)")
    }
  }

  /// The lights of cards, by their names here.
  private func cards(_ names: [String], on camera: SpectralSensitivities) throws -> [CardReading] {
    try names.map { name in
      let light: SpectralDistribution =
        if let temperature = Double(name) { try .planck(temperature: temperature) } else {
          try #require(CIEIlluminant(rawValue: name)).distribution
        }
      return try card(name, light, on: camera)
    }
  }

  @Test(arguments: [["A", "D65"], ["2500", "A"], ["D50", "D65"], ["A"], ["D65"]])
  func `over many cameras the CIE's lamps are found within the errors that are stated, whatever the cards span`(
    names: [String]
  ) throws {
    let lamps = try LightPopulation.cieLamps()
    var (mired, duv): ([Double], [Double]) = ([], [])
    for camera in try SpectralSensitivities.measured() {
      let calibration = try GainCurveCalibration(cards: cards(names, on: camera))
      for light in lamps {
        let found = try calibration.characterization.light(forNeutral: camera.response(to: light.spectrum))
        let place = try #require(found.temperatureAndTint, "\(light.name)")
        let outside = try #require(calibration.characterization.miredOutside(place))
        let stated = calibration.uncertainty.errors(at: place, miredOutside: outside)
        mired.append(abs(place.mired - light.temperatureAndTint.mired) / stated.mired)
        duv.append(abs(place.duv - light.temperatureAndTint.duv) / stated.duv)
      }
    }
    for errors in [mired, duv] {
      func share(_ limit: Double) -> Double { Double(errors.count { $0 <= limit }) / Double(errors.count) }
      let text = "\(names): \(share(1)) within one stated error, \(share(2)) within two"
      #expect(Tolerance.lampsWithinOneError.allows(0.683 - share(1)), "\(text)")
      #expect(Tolerance.lampsBeyondOneError.allows(share(1) - 0.683), "\(text)")
      #expect(Tolerance.lampsWithinTwoErrors.allows(0.954 - share(2)), "\(text)")
    }
  }

  @Test(arguments: [["A", "D65"], ["D65"]])
  func `lamps of known kind are found within the errors that curves of cards state, and nearer than without it`(
    names: [String]
  ) throws {
    let teller = try LightKindTeller()
    let lamps = try LightPopulation.cieLamps().map { (kind: teller.kind(of: $0.spectrum), light: $0) }
    let curves = try SpectralSensitivities.measured().map {
      ($0, try GainCurveCalibration(cards: cards(names, on: $0)))
    }
    for kind in [LightKind.fluorescent, .phosphorLED] {
      var (plain, corrected, within): (Double, Double, [Double]) = (0, 0, [])
      for (camera, curve) in curves {
        for lamp in lamps where lamp.kind == kind {
          let found = try curve.characterization.light(forNeutral: camera.response(to: lamp.light.spectrum))
          let place = try #require(found.temperatureAndTint, "\(lamp.light.name)")
          let stated = curve.uncertainty.errors(
            at: place, kind: kind, miredOutside: curve.characterization.miredOutside(place) ?? 0)
          let error = place.duv - lamp.light.temperatureAndTint.duv
          plain += error * error
          corrected += (error - stated.duvBias) * (error - stated.duvBias)
          within.append(abs(error - stated.duvBias) / stated.duv)
        }
      }
      func share(_ limit: Double) -> Double { Double(within.count { $0 <= limit }) / Double(within.count) }
      let ratio = (corrected / plain).squareRoot()
      let text: Comment = "\(names), \(kind): \(share(1)) within one, \(share(2)) within two, \(ratio) of the error"
      #expect(Tolerance.correctedWithinOneError.allows(0.683 - share(1)), text)
      #expect(Tolerance.kindWithinTwoErrors.allows(0.954 - share(2)), text)
      let left = kind == .fluorescent ? Tolerance.correctedTubes : .correctedLEDs
      #expect(left.allows(ratio), text)
    }
  }

  /// The distance from the cards, in mired, from which the growth is most of the stated error.
  private static let far = 60.0

  /// A curve describes how its camera sees black bodies only near its cards. The base of each curve is the mean of
  /// the cameras of other makers.
  @Test(arguments: [
    ["A", "D65"], ["A", "10000"], ["2000", "10000"], ["2500", "A"], ["3000", "3200"], ["D50", "D65"], ["A"], ["D50"],
    ["D65"],
  ])
  func `between its cards and outside a curve is off by what it states, on black bodies and cameras of all makers`(
    names: [String]
  ) throws {
    let cameras = try ReferenceData.files(in: "cameras", withExtension: "json").map { file in
      let camera = try SpectralSensitivities(fileBytes: ReferenceData.bytes(file))
      let (white, matrix) = (
        TristimulusValues(.d50),
        try MatrixCharacterization.CalibratedLight(CIEIlluminant.d50.distribution, on: camera).matrix
      )
      return (
        maker: file.lastPathComponent.prefix { $0 != "_" }, camera: camera,
        matrix: Matrix3x3(diagonal: 1 / (matrix * [white.x, white.y, white.z])) * matrix
      )
    }
    for temperature in [2000.0, 2500, 2856, 3500, 5000, 6500, 8000, 10_000] {
      let light = try SpectralDistribution.planck(temperature: temperature)
      let truth = try TemperatureAndTint(Chromaticity(light))
      var (found, stated, outside, count) = (SIMD2<Double>.zero, SIMD2<Double>.zero, 0.0, 0.0)
      for (maker, camera, _) in cameras {
        let calibration = try GainCurveCalibration(cards: cards(names, on: camera))
        // The card of an unusual camera may be of a wrong light, which is in its error.
        if names.count == 1, calibration.warnings.map(\.code).contains(.unusualWhite) { continue }
        let others = cameras.filter { $0.maker != maker }.map(\.matrix)
        let mean = others.dropFirst().reduce(others[0], +) * (1 / Double(others.count))
        let curve = try GainCurveCharacterization(points: calibration.characterization.points, base: mean)
        let place = try #require(try curve.light(forNeutral: camera.response(to: light)).temperatureAndTint)
        outside = try #require(curve.miredOutside(truth))
        let errors = calibration.uncertainty.errors(at: truth, kind: .incandescent, miredOutside: outside)
        let off = SIMD2(place.mired - truth.mired, place.duv - truth.duv)
        (found, stated, count) = (found + off * off, SIMD2(errors.mired, errors.duv), count + 1)
      }
      let ratio = (found / count).squareRoot() / stated
      let text: Comment = "\(names), \(temperature) K: \(ratio) of \(stated)"
      #expect(Tolerance.errorOfCurves.allows(ratio.largest() - 1), text)
      if outside > Self.far { #expect(Tolerance.excessOfCurves.allows(1 - ratio.x), text) }
    }
  }

  @Test func `one light, and lights close together, are said`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let d65 = try card("D65", CIEIlluminant.d65.distribution, on: camera)
    let one = try GainCurveCalibration(cards: [d65, d65])
    #expect(one.warnings == [.onePoint(temperature: d65.light.temperatureAndTint.temperature)])
    let two = try GainCurveCalibration(cards: [d65, card("5500", .planck(temperature: 5500), on: camera)])
    #expect(two.warnings.count == 1)
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
    // Cameras see LED-V1 as bluer than FL4, although it has 27 mired more. Their lights are not exchanged.
    let lamps = try [(CIEIlluminant.ledV1, "LED-V1"), (.fl4, "FL4")].map { lamp, name in
      try card(name, lamp.distribution, on: camera)
    }
    #expect {
      try GainCurveCalibration(cards: lamps)
    } throws: { error in
      guard case .lightsOutOfOrder("FL4", let one, "LED-V1", let other)? = error as? CalibrationError else {
        return false
      }
      return one > other
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
    // The light that the card shows is within two errors.
    let (own, stated) = (a.light.temperatureAndTint, try GainCurveCalibration(cards: [wrong]).uncertainty)
    let errors = stated.errors(at: d50.temperatureAndTint, miredOutside: 0)
    #expect(2 * errors.mired > abs(own.mired - d50.temperatureAndTint.mired))
    // A second lamp that is wrong in the same way agrees with the first and says nothing.
    let (lamp, near2700) = (
      try card("5800", .planck(temperature: 5800), on: camera).light,
      try card("2700", .planck(temperature: 2700), on: camera)
    )
    let twice = try GainCurveCalibration(cards: [
      CardReading(name: "tungsten.raw", light: d65.light, neutral: a.neutral),
      CardReading(name: "warmer.raw", light: lamp, neutral: near2700.neutral),
    ])
    #expect(twice.warnings.map(\.code).filter { $0 == .unusualWhite }.count == 2)
    #expect(2 * twice.uncertainty.errors(at: d65.light.temperatureAndTint, miredOutside: 0).mired > 190)
    // 46 mired from D65.
    let near = CardReading(name: "window.raw", light: d50, neutral: d65.neutral)
    #expect(try GainCurveCalibration(cards: [a, near]).warnings.map(\.code).contains(.lightsDisagree))
    var doubts: [CalibrationWarning] = []
    // A D65 card among right ones, named 4000 K and, on its own, 111 mired from the white of other cameras.
    let window = CardReading(
      name: "window.raw", light: try card("4000", .planck(temperature: 4000), on: camera).light, neutral: d65.neutral)
    #expect {
      try GainCurveCalibration(cards: [a, window, card("7500", .planck(temperature: 7500), on: camera)])
    } throws: { error in
      guard case .lightsDisagree(let first, let second, let mired, _)? = error as? CalibrationError else {
        return false
      }
      return [first, second].contains("window.raw") && mired > 100
    }
    // The curve of one card under two lights turns back, and that is the reason.
    #expect {
      try GainCurveCalibration(cards: [d65, CardReading(name: "again.raw", light: a.light, neutral: d65.neutral)])
    } throws: { error in
      if case .lightsDisagree? = error as? CalibrationError { true } else { false }
    }
    for camera in try SpectralSensitivities.measured() {
      doubts += try GainCurveCalibration(cards: [
        card("A", CIEIlluminant.a.distribution, on: camera), card("D65", CIEIlluminant.d65.distribution, on: camera),
      ]).warnings
    }
    #expect(doubts.count <= 2, "\(doubts)")
  }

  /// The second card is under a black body that is named 60 mired too blue. On some cameras this disagreement is not
  /// large enough to refuse the cards.
  @Test(arguments: [4000.0, 4500, 5000]) func `the error of a curve contains the distance by which its lights disagree`(
    temperature: Double
  ) throws {
    var doubted = 0
    for camera in try SpectralSensitivities.measured() {
      let a = try card("A", CIEIlluminant.a.distribution, on: camera)
      let right = try card("right", .planck(temperature: temperature), on: camera)
      let named = try card("named", .planck(temperature: 1e6 / (1e6 / temperature - 60)), on: camera).light
      let cards = [a, CardReading(name: "wrong", light: named, neutral: right.neutral)]
      guard let calibration = try? GainCurveCalibration(cards: cards),
        calibration.warnings.contains(where: { $0.code == .lightsDisagree })
      else { continue }
      doubted += 1
      let truth = right.light.temperatureAndTint
      for (kind, errors) in calibration.uncertainty.lights?.kinds ?? [:] {
        let off = abs(named.temperatureAndTint.mired - truth.mired)
        let stated = errors.interpolated(at: named.temperatureAndTint.mired).mired
        #expect(Tolerance.twoStandardErrors.allows(off / stated), "\(kind): \(off) of \(stated)")
      }
    }
    #expect(doubted >= 10, "\(doubted)")
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

  @Test func `no two right lights of many cameras are refused for each other`() throws {
    let lights = try LightPopulation.standard().lights
    let lamps =
      lights.filter { !$0.isReference } + lights.filter(\.isReference).enumerated().filter { $0.0 % 8 == 0 }.map(\.1)
    for camera in try SpectralSensitivities.measured() {
      let cards = try lamps.map { try card($0.name, $0.spectrum, on: camera) }
      for (index, one) in cards.enumerated() {
        for other in cards.dropFirst(index + 1) {
          do throws(CalibrationError) { _ = try GainCurveCalibration(cards: [one, other]) } catch {
            if case .lightsDisagree = error { Issue.record("\(error)") }
          }
        }
      }
    }
  }

  @Test(arguments: [SIMD3(1.0, 0, 0), [0, 0, 1]])
  func `cards of one light that scatter widen the error, and those that cannot be of one light are refused`(
    channel: SIMD3<Double>
  ) throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let (a, d65) = (CIEIlluminant.a.distribution, CIEIlluminant.d65.distribution)
    let steady = try GainCurveCalibration(cards: [card("A", a, on: camera), card("D65", d65, on: camera)])
    let first = try card("one", a, on: camera)
    let value = LinearRGB(first.neutral.value.vector * (1 + 0.08 * channel))
    let second = CardReading(
      name: "two", light: first.light,
      neutral: MeasuredNeutral(value: value, standardError: LinearRGB(0.001 * value.vector)))
    let scattered = try GainCurveCalibration(cards: [first, second, card("D65", d65, on: camera)])
    #expect(scattered.warnings.map(\.code) == [.cardsOfOneLightDiffer])
    #expect(scattered.uncertainty.mired > steady.uncertainty.mired, "\(scattered.uncertainty.mired)")
    #expect(scattered.uncertainty.duv > steady.uncertainty.duv, "\(scattered.uncertainty.duv)")
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

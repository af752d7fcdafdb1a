import Colorimetry
import RealModule
import SpectralData
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

@Suite struct UnitRefinementTests {
  let cameras: [Camera]

  init() throws { cameras = try Camera.all() }

  private func card(
    _ name: String, _ light: TemperatureAndTint, on device: some DeviceCharacterization,
    error: Double = 0.001, offset: SIMD3<Double> = .zero
  ) throws -> CardReading {
    let chromaticity = try Chromaticity(light)
    let neutral = try device.response(to: chromaticity)
    let all = SIMD3(neutral.red, neutral.green, neutral.blue) * (1 + offset)
    let errors = all * error
    return CardReading(
      name: name, light: try CalibrationLight(name: "\(light)", chromaticity: chromaticity),
      neutral: MeasuredNeutral(
        value: LinearRGB(red: all.x, green: all.y, blue: all.z), standardError: LinearRGB(errors)))
  }

  private func card(
    _ light: TemperatureAndTint, on device: some DeviceCharacterization, error: Double = 0.001,
    offset: SIMD3<Double> = .zero
  ) throws -> CardReading {
    try card("card", light, on: device, error: error, offset: offset)
  }

  /// A unit of a real camera, whose filters give other than those of the profile's.
  private struct Unit {
    let base: MatrixCharacterization
    let factors: LinearRGB

    func device() throws -> MatrixCharacterization { try base.scaled(by: factors) }
  }

  private func unit(_ draws: inout Draws) throws -> Unit {
    Unit(
      base: try MatrixCharacterization(lights: draws.one(of: cameras).lights),
      factors: LinearRGB(red: draws.number(in: 0.92...1.09), green: 1, blue: draws.number(in: 0.92...1.09)))
  }

  private static let (a, d65) = (
    TemperatureAndTint(temperature: 2856, duv: 0), TemperatureAndTint(temperature: 6504, duv: 0.003)
  )

  // MARK: - The fit

  @Test func `cards without error tell the unit's factors, by one light or by several`() {
    expectLaw(within: .refinedFactor) { draws in
      (unit: Result { try unit(&draws) }, lights: Int(draws.choice(below: 3)) + 1)
    } law: { unit, count in
      let unit = try unit.get()
      let lights = [Self.a, Self.d65, TemperatureAndTint(temperature: 4000, duv: 0.001)].prefix(count)
      let fit = try UnitRefinement(
        of: unit.base, uncertainty: nil, cards: lights.map { try card($0, on: unit.device()) })
      #expect(fit.degreesOfFreedom == 2 * (count - 1))
      #expect(fit.residuals.count == count)
      for residual in fit.residuals {
        #expect(Tolerance.residualMired.allows(abs(residual.mired)))
        #expect(Tolerance.residualDuv.allows(abs(residual.duv)))
      }
      return largest(abs(fit.factors.red - unit.factors.red), abs(fit.factors.blue - unit.factors.blue))
    }
  }

  /// The base errs alike on close lights, however many cards are read under them.
  @Test func `cards under close lights tell no more of the base than one of them`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    func cards(_ temperatures: [Double]) throws -> [CardReading] {
      try temperatures.map {
        try card("\($0)", TemperatureAndTint(temperature: $0, duv: 0), on: base, error: 1e-6)
      }
    }
    let one = try UnitRefinement(of: base, uncertainty: nil, cards: cards([2856]))
    for temperatures in [[2855, 2857], [2700, 2800, 2856, 2900, 3050]] as [[Double]] {
      let close = try UnitRefinement(of: base, uncertainty: nil, cards: cards(temperatures))
      #expect(close.degreesOfFreedom == 0 && close.chiSquare == 0 && close.residuals.count == temperatures.count)
      #expect(close.warnings.map(\.code).contains(.uncheckedBase))
      for (close, one) in [
        (close.standardError.red, one.standardError.red), (close.standardError.blue, one.standardError.blue),
      ] {
        #expect(Tolerance.errorOfCloseLights.allows(abs(close / one - 1)), "\(close) and \(one)")
      }
    }
    let two = try UnitRefinement(of: base, uncertainty: nil, cards: cards([2700, 2856, 6504]))
    #expect(two.degreesOfFreedom == 2 && two.standardError.red < one.standardError.red)
    #expect(!two.warnings.map(\.code).contains(.uncheckedBase))
  }

  /// A profile from charts finds the lamps of one kind off to the same side, so more of them tell little more of a
  /// unit.
  @Test(arguments: [[CIEIlluminant.ledB1, .ledB3, .ledB5], [.fl10, .fl11, .fl12]])
  func `the factors by several lamps of one kind are off by their errors as much as those by one`(
    lamps: [CIEIlluminant]
  ) throws {
    let own = try ChartCalibration.uncertaintyOfMatrices()
    let measured = try SpectralSensitivities.measured()
    let bases = try measured.map { camera in
      try ChartCalibration(
        [CIEIlluminant.a, .d65].map {
          try SimulatedChart(CalibrationLight(name: "chart", spectrum: $0.distribution), on: camera).fit()
        }
      ).characterization
    }
    /// The root mean square of the factors' errors over the cameras, in stated errors.
    func spread(_ lamps: [CIEIlluminant]) throws -> SIMD2<Double> {
      var squares = SIMD2<Double>.zero
      for (camera, base) in zip(measured, bases) {
        let cards = try lamps.map { lamp in
          CardReading(
            name: lamp.rawValue, light: try CalibrationLight(name: lamp.rawValue, spectrum: lamp.distribution),
            neutral: MeasuredNeutral(
              value: camera.response(to: lamp.distribution),
              standardError: LinearRGB(red: 1e-6, green: 1e-6, blue: 1e-6)))
        }
        // The unit is the profile's own camera, so both factors are 1.
        let fit = try UnitRefinement(of: base, uncertainty: own, cards: cards)
        let errors = SIMD2(
          Double.log(fit.factors.red) / fit.standardError.red, Double.log(fit.factors.blue) / fit.standardError.blue)
        squares += errors * errors
      }
      return (squares / Double(measured.count)).squareRoot()
    }
    let ofOne = try lamps.map { try spread([$0]) }
    let ofAll = try spread(lamps)
    let mean = (ofOne.reduce(.zero) { $0 + $1 * $1 } / Double(lamps.count)).squareRoot()
    // As independent lights they would be off by up to 1.7 times as many stated errors as one.
    for (all, one) in [(ofAll.x, mean.x), (ofAll.y, mean.y)] {
      #expect((0.75...1.15).contains(all / one), "\(lamps): \(ofAll) and \(ofOne)")
    }
  }

  /// An LED beside a card under daylight, whether close to it or not, adds what an independent light adds.
  @Test(arguments: [[CIEIlluminant.ledB4, .ledB1], [.ledB5, .ledB1], [.ledB5]])
  func `a card under a lamp makes a unit that is known by daylight no less sure`(lamps: [CIEIlluminant]) throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    func card(_ illuminant: CIEIlluminant) throws -> CardReading {
      let light = try CalibrationLight(name: illuminant.rawValue, spectrum: illuminant.distribution)
      let response = try base.response(to: light.chromaticity)
      return CardReading(
        name: illuminant.rawValue, light: light,
        neutral: MeasuredNeutral(value: response, standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4)))
    }
    let alone = try UnitRefinement(of: base, uncertainty: own, cards: [card(.d65)])
    let fit = try UnitRefinement(of: base, uncertainty: own, cards: [card(.d65)] + lamps.map(card))
    #expect(fit.degreesOfFreedom == 2)
    #expect(fit.standardError.red <= alone.standardError.red && fit.standardError.blue <= alone.standardError.blue)
  }

  /// The base errs on any light by far more than on daylight, whose kind the spectrum tells.
  @Test func `a close light of which only x and y are known makes a unit no less sure`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    let spectrum = CIEIlluminant.d65.distribution
    let daylight = try CalibrationLight(name: "D65", spectrum: spectrum)
    let close = TemperatureAndTint(temperature: 6000, duv: 0.003)
    let unknown = try CalibrationLight(name: "x,y", chromaticity: Chromaticity(close))
    func card(_ light: CalibrationLight) throws -> CardReading {
      CardReading(
        name: light.name, light: light,
        neutral: MeasuredNeutral(
          value: try base.response(to: light.chromaticity), standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4)
        ))
    }
    let alone = try UnitRefinement(of: base, uncertainty: own, cards: [card(daylight)])
    let both = try UnitRefinement(of: base, uncertainty: own, cards: [card(daylight), card(unknown)])
    #expect(both.degreesOfFreedom == 0 && both.residuals.count == 2)
    #expect(both.standardError.red <= alone.standardError.red && both.standardError.blue <= alone.standardError.blue)
  }

  /// Over seeds: noise of a card, and a base that errs on each light by what it states.
  @Test func `the refined profile finds lights within its stated error, and the factors are as sure as they say`()
    throws
  {
    var random = SeededGenerator(seed: 5)
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double(random.next() >> 11) / 9_007_199_254_740_992 }
    }
    let own = try CharacterizationUncertainty(mired: 2, duv: 0.001)
    var squares = (red: 0.0, blue: 0.0, mired: 0.0, duv: 0.0, chi: 0.0)
    let runs = 150
    for run in 0..<runs {
      let base = try MatrixCharacterization(lights: cameras[run % cameras.count].lights)
      let factors = LinearRGB(red: 1 + 0.03 * normal(), green: 1, blue: 1 + 0.03 * normal())
      let truth = try base.scaled(by: factors)
      // The unit reads a light as the base would read one that is off by the base's error.
      func reading(_ light: TemperatureAndTint) throws -> CardReading {
        let seen = TemperatureAndTint(
          temperature: 1e6 / (light.mired + own.mired * normal()), duv: light.duv + own.duv * normal())
        let off = try card(seen, on: truth, error: 0.004, offset: 0.004 * SIMD3(normal(), normal(), normal()))
        return CardReading(
          name: "card", light: try CalibrationLight(name: "given", chromaticity: Chromaticity(light)),
          neutral: off.neutral)
      }
      let fit = try UnitRefinement(of: base, uncertainty: own, cards: [reading(Self.a), reading(Self.d65)])
      squares.red += square((fit.factors.red - factors.red) / factors.red / fit.standardError.red)
      squares.blue += square((fit.factors.blue - factors.blue) / factors.blue / fit.standardError.blue)
      squares.chi += fit.chiSquare / Double(fit.degreesOfFreedom)
      let unseen = TemperatureAndTint(temperature: 4500, duv: 0)
      let found = try #require(
        base.scaled(by: fit.factors).light(forNeutral: reading(unseen).neutral.value).temperatureAndTint)
      squares.mired += square((found.mired - unseen.mired) / fit.uncertainty.mired)
      squares.duv += square((found.duv - unseen.duv) / fit.uncertainty.duv)
    }
    for sum in [squares.red, squares.blue] {
      #expect(Tolerance.spreadOf200.allows(abs((sum / Double(runs)).squareRoot() - 1)))
    }
    #expect(Tolerance.spreadOf200.allows(abs(squares.chi / Double(runs) - 1)))
    // The stated error is that at the worse of the cards' lights.
    for sum in [squares.mired, squares.duv] {
      #expect((0.6...1.15).contains((sum / Double(runs)).squareRoot()))
    }
  }

  @Test func `the ratios' covariance of an error of mired and Duv says this error`() throws {
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      for (mired, duv) in [(3.0, 0.0), (0, 0.002), (2, 0.001)] {
        let slopes = try RatioSlopes(of: base, at: Self.d65)
        let found = slopes.variances(
          RatioCovariance(shift: slopes.mired * mired) + RatioCovariance(shift: slopes.duv * duv))
        #expect(Tolerance.cancelledCovariance.allows(abs(found.mired - mired * mired) / 9), "\(found)")
        #expect(Tolerance.cancelledCovariance.allows(abs(found.duv - duv * duv) / 4e-6), "\(found)")
      }
    }
  }

  @Test func `the factors' errors add to those of every kind of light as independent ones`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    let fit = try UnitRefinement(of: base, uncertainty: own, cards: [card(Self.d65, on: base)])
    let added = (
      mired: (square(fit.uncertainty.mired) - square(own.mired)).squareRoot(),
      duv: (square(fit.uncertainty.duv) - square(own.duv)).squareRoot()
    )
    for kind in LightKind.allCases {
      let light = TemperatureAndTint(temperature: 5600, duv: 0.001)
      let (before, after) = (own.errors(at: light, kind: kind), fit.uncertainty.errors(at: light, kind: kind))
      let factor = before.isFamiliar ? 1 : LightErrors.unfamiliarFactor
      // Between two nodes the sum is not linear, so it is near and not equal.
      let expected = (
        mired: (square(before.mired) + square(factor * added.mired)).squareRoot(),
        duv: (square(before.duv) + square(factor * added.duv)).squareRoot()
      )
      #expect(Tolerance.sumBetweenNodes.allows(abs(after.mired / expected.mired - 1)), "\(kind)")
      #expect(Tolerance.sumBetweenNodes.allows(abs(after.duv / expected.duv - 1)), "\(kind)")
    }
  }

  /// Matrices of charts err on black bodies by far less than on any lamp.
  @Test func `a card tells of a unit by the profile's errors for its kind of light`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    func fit(_ light: CalibrationLight) throws -> UnitRefinement {
      let response = try base.response(to: light.chromaticity)
      let neutral = MeasuredNeutral(
        value: response, standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4))
      return try UnitRefinement(
        of: base, uncertainty: own, cards: [CardReading(name: "card", light: light, neutral: neutral)])
    }
    let spectrum = CIEIlluminant.a.distribution
    let filament = try CalibrationLight(name: "A", spectrum: spectrum)
    let known = try fit(filament)
    let unknown = try fit(CalibrationLight(name: "x,y", chromaticity: Chromaticity(spectrum)))
    let place = filament.temperatureAndTint
    for (refinement, kind) in [(known, LightKind.incandescent), (unknown, .any)] {
      let errors = own.errors(at: place, kind: kind, miredOutside: base.miredOutside(place) ?? 0)
      let expected = try RatioSlopes.covariance(of: (errors.mired, errors.duv), on: base, at: place)
      for (found, variance) in [
        (refinement.standardError.red, expected.red), (refinement.standardError.blue, expected.blue),
      ] {
        #expect(Tolerance.sumBetweenNodes.allows(abs(found / variance.squareRoot() - 1)), "\(kind): \(found)")
      }
    }
    #expect(2 * known.standardError.red < unknown.standardError.red)
  }

  @Test func `a lamp that the profile finds too green, as it does its kind, tells of no other unit`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    let light = try CalibrationLight(name: "LED-B3", spectrum: CIEIlluminant.ledB3.distribution)
    let bias = own.errors(at: light.temperatureAndTint, kind: .phosphorLED).duvBias
    try #require(bias > 0.001)
    var found = light.temperatureAndTint
    found.duv += bias
    let neutral = MeasuredNeutral(
      value: try base.response(to: Chromaticity(found)), standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4))
    let fit = try UnitRefinement(
      of: base, uncertainty: own, cards: [CardReading(name: "card", light: light, neutral: neutral)])
    for factor in [fit.factors.red, fit.factors.blue] {
      #expect(Tolerance.characterizedNeutral.allows(abs(factor - 1)), "\(fit.factors)")
    }
    for residual in fit.residuals {
      #expect(Tolerance.heldTint.allows(abs(residual.duv) * TemperatureAndTint.tintPerDuv), "\(residual)")
    }
  }

  /// A right card under such a lamp is 20 mired off, as root mean square.
  @Test func `a card under LEDs of three colours may be farther off than one whose kind is not known`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try ChartCalibration.uncertaintyOfMatrices()
    let lamp = try CalibrationLight(name: "LED-RGB1", spectrum: CIEIlluminant.ledRGB1.distribution)
    let unknown = try CalibrationLight(name: "x,y", chromaticity: lamp.chromaticity)
    // The profile errs little on these two, so that the fit does not follow the lamp.
    let others = try [SpectralDistribution.daylight(temperature: 6500), .planck(temperature: 3800)].map { spectrum in
      let light = try CalibrationLight(name: "smooth", spectrum: spectrum)
      let response = try base.response(to: light.chromaticity)
      return CardReading(
        name: "smooth", light: light,
        neutral: MeasuredNeutral(value: response, standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4)))
    }
    func refined(_ light: CalibrationLight, off mired: Double) throws -> UnitRefinement {
      let seen = TemperatureAndTint(
        temperature: 1e6 / (lamp.temperatureAndTint.mired + mired), duv: lamp.temperatureAndTint.duv)
      let neutral = MeasuredNeutral(
        value: try base.response(to: Chromaticity(seen)), standardError: LinearRGB(red: 1e-4, green: 1e-4, blue: 1e-4))
      return try UnitRefinement(
        of: base, uncertainty: own,
        cards: [CardReading(name: "lamp", light: light, neutral: neutral)] + others)
    }
    let stated = own.errors(at: lamp.temperatureAndTint, kind: .mixedLED).mired
    try #require(2.5 * stated > 45)
    #expect(try refined(lamp, off: 2.5 * stated).residuals.count == 3)
    #expect(throws: CalibrationError.self) { try refined(lamp, off: 6 * stated) }
    #expect(throws: CalibrationError.self) { try refined(unknown, off: 2.5 * stated) }
  }

  /// A map moves daylight behind green glass as lamps of that place. The spectrum says that it is daylight.
  @Test func `a card under daylight behind glass tells the factors of a unit by a white map`() throws {
    let camera = try SpectralSensitivities.canon5DMarkII()
    let base = try WhiteMapCalibration(camera, lights: .standard())
    let glass = try SpectralDistribution.daylight(temperature: 5500).behindGlass(0.06)
    let light = try CalibrationLight(name: "glass", spectrum: glass)
    try #require(LightErrorsOfCharts.kind(of: light) == .daylight)
    let neutral = MeasuredNeutral(
      value: camera.response(to: glass), standardError: LinearRGB(red: 1e-5, green: 1e-5, blue: 1e-5))
    let fit = try UnitRefinement(
      of: base.characterization, uncertainty: base.uncertainty(of: camera),
      cards: [CardReading(name: "card", light: light, neutral: neutral)])
    let (red, blue) = (abs(fit.factors.red - 1), abs(fit.factors.blue - 1))
    #expect(red < 2 * fit.standardError.red && blue < 2 * fit.standardError.blue, "\(fit.factors) \(fit.standardError)")
    // The errors are those of daylight, which are small.
    #expect(fit.standardError.red < 0.005 && fit.standardError.blue < 0.005, "\(fit.standardError)")
    for residual in fit.residuals {
      #expect(Tolerance.heldTint.allows(abs(residual.duv) * TemperatureAndTint.tintPerDuv))
    }
  }

  @Test func `a profile that states no errors is not taken to have the mean errors of charts`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let fit = try UnitRefinement(of: base, uncertainty: nil, cards: [card(Self.d65, on: base)])
    let learnt = try #require(StudiedLightErrors.matrices.get().kinds[.fluorescent]).interpolated(at: 250)
    let stated = fit.uncertainty.errors(at: TemperatureAndTint(temperature: 4000, duv: 0), kind: .fluorescent)
    #expect(learnt.duvBias > 0.004 && stated.duvBias == 0)
    #expect(stated.duv > (learnt.duv * learnt.duv + learnt.duvBias * learnt.duvBias).squareRoot())
  }

  // MARK: - Warnings

  /// A white map answers lights near some lamps with almost one neutral. The unit is the one that the map is of, so its
  /// factors are 1. The seven cameras err alike on a lamp, and a profile's errors are those of a kind of lamp, so the mean
  /// square is 1 to within a factor of three.
  @Test func `factors by a white map and a card under a lamp are off by their errors`() throws {
    let lamps: [CIEIlluminant] = [.fl2, .fl11, .ledB5]
    var squares: [Double] = []
    for (index, camera) in try SpectralSensitivities.measured().enumerated() where index % 4 == 1 {
      let base = try WhiteMapCalibration(camera, lights: .standard())
      let uncertainty = try base.uncertainty(of: camera)
      for lamp in lamps {
        let neutral = camera.response(to: lamp.distribution)
        let errors = 0.001 * SIMD3(neutral.red, neutral.green, neutral.blue)
        let card = CardReading(
          name: lamp.rawValue, light: try CalibrationLight(name: lamp.rawValue, spectrum: lamp.distribution),
          neutral: MeasuredNeutral(value: neutral, standardError: LinearRGB(errors)))
        let fit = try UnitRefinement(of: base.characterization, uncertainty: uncertainty, cards: [card])
        squares += [
          square(.log(fit.factors.red) / fit.standardError.red),
          square(.log(fit.factors.blue) / fit.standardError.blue),
        ]
      }
    }
    let mean = squares.reduce(0, +) / Double(squares.count)
    #expect(squares.count == 42 && (0.3...3).contains(mean), "\(mean), \(squares)")
    #expect(Tolerance.fiveStandardErrors.allows(try #require(squares.max()).squareRoot()), "\(squares)")
  }

  @Test func `cards that disagree make the factors as unsure as they scatter, and all lights alike`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let matrices = try #require(ChartCalibration.uncertaintyOfMatrices().lights)
    let own = try CharacterizationUncertainty(
      mired: 1, duv: 0.0004, lights: matrices.scaled(addingMired: 0, duv: 0) { _ in (0.1, 0.1) })
    // Both cards are 5 % off, to either side.
    let fit = try UnitRefinement(
      of: base, uncertainty: own,
      cards: [card(Self.a, on: base, offset: [0.05, 0, 0]), card(Self.d65, on: base, offset: [-0.05, 0, 0])])
    #expect(fit.warnings.map(\.code).contains(.cardsDisagree))
    #expect(2 * fit.standardError.red > 0.05, "\(fit.standardError)")
    let (before, after) = (try #require(own.lights).kinds, try #require(fit.uncertainty.lights).kinds)
    /// Returns the errors of mired and of Duv that the cards have added, in squares, to those of a kind.
    func added(_ kind: LightKind) throws -> SIMD2<Double> {
      let (old, new) = (
        try #require(before[kind]).interpolated(at: 250), try #require(after[kind]).interpolated(at: 250)
      )
      return SIMD2(
        (new.mired * new.mired - old.mired * old.mired).squareRoot(),
        (new.duv * new.duv - old.duv * old.duv).squareRoot())
    }
    let (ofDaylight, ofLEDs) = (try added(.daylight), try added(.mixedLED))
    #expect(ofDaylight.x > 5 && ofDaylight.y > 0.001, "\(ofDaylight)")
    let difference = ofLEDs / ofDaylight - 1
    #expect(Tolerance.sumBetweenNodes.allows(largest(abs(difference.x), abs(difference.y))), "\(difference)")
  }

  @Test func `cards that a diagonal cannot explain are told by chi-square, and widen the error`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let own = try CharacterizationUncertainty(mired: 0.5, duv: 0.0002)
    let cards = [
      try card("a", Self.a, on: base, offset: [0.05, 0, 0]), try card("b", Self.d65, on: base, offset: [-0.05, 0, 0]),
    ]
    let fit = try UnitRefinement(of: base, uncertainty: own, cards: cards)
    guard case .cardsDisagree(let chiSquare, let limit) = fit.warnings.first else {
      Issue.record("\(fit.warnings)")
      return
    }
    // The table of chi-square: 2 degrees of freedom, 0.001.
    #expect(Tolerance.chiSquareLimit.allows(abs(limit / 13.816 - 1)))
    #expect(chiSquare > limit && fit.uncertainty.mired > 3 * own.mired)
    let good = try UnitRefinement(
      of: base, uncertainty: own, cards: [card("a", Self.a, on: base), card("b", Self.d65, on: base)])
    #expect(good.warnings.isEmpty)
  }

  @Test(arguments: [SIMD3(1.0, 0, 0), [0, 0, 1]])
  func `one light, a profile without an error, and a unit far from it are said`(channel: SIMD3<Double>) throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let fit = try UnitRefinement(
      of: base, uncertainty: nil, cards: [card(Self.a, on: base, offset: 0.15 * channel)])
    #expect(fit.warnings.count == 3, "\(fit.warnings)")
    #expect(
      fit.warnings.contains(
        .uncheckedBase(temperature: fit.residuals[0].light.temperatureAndTint.temperature, lightCount: 1)))
    let assumed = try #require(
      fit.warnings.lazy.compactMap { if case .assumedUncertainty(let assumed) = $0 { assumed } else { nil } }.first)
    // The figure that is said is among the errors that were taken for lamps.
    let taken = stride(from: 140.0, through: 400, by: 20).map {
      assumed.errors(at: TemperatureAndTint(temperature: 1e6 / $0, duv: 0)).mired
    }
    #expect((taken.min() ?? 0) < assumed.mired && assumed.mired < (taken.max() ?? 0))
    #expect(taken.filter { $0 < assumed.mired }.count > 3 && taken.filter { $0 > assumed.mired }.count > 3)
    // Outside of the profile's lights it grows as that of charts.
    #expect(assumed.miredPerMired == ChartCalibration.miredPerMired)
    #expect(assumed.duvPerMired == ChartCalibration.duvPerMired)
    #expect(
      fit.warnings.contains {
        guard case .farFromBase(let share, _) = $0 else { return false }
        return Tolerance.unitShare.allows(abs(share - 0.15))
      })
  }

  @Test(arguments: [SIMD3(1.0, 0, 0), [0, 0, 1]])
  func `cards of one light are taken together, and said where they differ`(channel: SIMD3<Double>) throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let alike = try UnitRefinement(
      of: base, uncertainty: nil,
      cards: [card("one", Self.a, on: base), card("two", Self.a, on: base, offset: 0.002 * channel)])
    #expect(alike.degreesOfFreedom == 0)
    #expect(Tolerance.meanOfCards.allows(abs((alike.factors.vector * channel).sum() - 1.001)))
    #expect(!alike.warnings.contains { if case .cardsOfOneLightDiffer = $0 { true } else { false } })
    let unlike = try UnitRefinement(
      of: base, uncertainty: nil,
      cards: [card("one", Self.a, on: base), card("two", Self.a, on: base, offset: 0.02 * channel)])
    #expect(
      unlike.warnings.contains {
        guard case .cardsOfOneLightDiffer(let names, let share) = $0 else { return false }
        return names == ["one", "two"] && Tolerance.unitShare.allows(abs(share - 0.02))
      }, "\(unlike.warnings)")
    #expect((unlike.standardError.vector * channel).sum() > (alike.standardError.vector * channel).sum())
  }

  // MARK: - Refusals

  @Test func `a light far from the one named is refused, and one as near as profiles and units err is not`() throws {
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      for (mired, isRefused) in [(60.0, true), (-60, true), (25, false), (-25, false)] {
        let named = TemperatureAndTint(temperature: 1e6 / 300, duv: 0)
        let shown = try card(TemperatureAndTint(temperature: 1e6 / (300 + mired), duv: 0), on: base)
        let reading = CardReading(
          name: "card", light: try CalibrationLight(name: "named", chromaticity: Chromaticity(named)),
          neutral: shown.neutral)
        let result = Result { try UnitRefinement(of: base, uncertainty: nil, cards: [reading]) }
        switch result {
        case .success: #expect(!isRefused, "\(mired) mired")
        case .failure(CalibrationError.notThisDevice): #expect(isRefused, "\(mired) mired")
        case .failure(let error): Issue.record("\(mired) mired: \(error)")
        }
      }
    }
  }

  /// The first is beyond the largest factor. The second is below it, and in a direction in which units hardly differ.
  @Test(arguments: [SIMD3(0.5, 0, 0.5), SIMD3(0.2, 0, 1 / 1.2 - 1)])
  func `a camera whose green differs by half, or whose red and blue part by a fifth, is no unit of the profile's`(
    offset: SIMD3<Double>
  ) throws {
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      #expect {
        try UnitRefinement(
          of: base, uncertainty: CharacterizationUncertainty(mired: 2, duv: 0.001),
          cards: [card(Self.d65, on: base, offset: offset)])
      } throws: { error in
        if case .notThisDevice? = error as? CalibrationError { true } else { false }
      }
    }
  }

  @Test func `units that differ as published ones do are fitted`() throws {
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      for pair in UnitSpread.pairs {
        // Twice as far as the published pair, on a profile that states a small error.
        let offset = SIMD3(pair.red * pair.red - 1, 0, pair.blue * pair.blue - 1)
        let fit = try UnitRefinement(
          of: base, uncertainty: CharacterizationUncertainty(mired: 1, duv: 0.0005),
          cards: [card(Self.d65, on: base, offset: offset)])
        #expect(Tolerance.unitShare.allows(abs(fit.factors.red / (pair.red * pair.red) - 1)))
      }
    }
  }

  @Test func `a wrong light is refused however large an error is stated for it`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let daylight = try card("daylight", Self.d65, on: base)
    let green = CardReading(
      name: "daylight", light: try CalibrationLight(name: "green", chromaticity: Chromaticity(x: 0.30, y: 0.40)),
      neutral: daylight.neutral)
    #expect {
      try UnitRefinement(of: base, uncertainty: CharacterizationUncertainty(mired: 14, duv: 0.05), cards: [green])
    } throws: { error in
      guard case .notThisDevice(let factors)? = error as? CalibrationError else { return false }
      return max(factors.red, factors.blue) > 1.25
    }
  }

  @Test func `of two cards the one that the profile alone finds far off is named`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    let tungsten = try card("tungsten", Self.a, on: base)
    let daylight = try card("daylight", Self.d65, on: base)
    let light = TemperatureAndTint(temperature: 4300, duv: 0.003)
    let wrong = CardReading(
      name: "daylight", light: try card("other", light, on: base).light, neutral: daylight.neutral)
    for cards in [[tungsten, wrong], [wrong, tungsten]] {
      #expect {
        try UnitRefinement(of: base, uncertainty: CharacterizationUncertainty(mired: 30, duv: 0.02), cards: cards)
      } throws: { error in
        guard case .wrongLight("daylight", _, let mired, _)? = error as? CalibrationError else { return false }
        return Tolerance.residualMired.allows(abs(mired - (Self.d65.mired - light.mired)))
      }
    }
  }

  /// The profile states so large an error that the fit itself explains the wrong light.
  @Test func `a light that the profile finds far off is refused beside a right one, and named`() throws {
    let stated = try CharacterizationUncertainty(mired: 40, duv: 0.02)
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      let right = try card("right", TemperatureAndTint(temperature: 2500, duv: 0), on: base)
      for (mired, isRefused) in [(53.0, true), (-53, true), (47, false), (-47, false)] {
        let named = try card("named", TemperatureAndTint(temperature: 1e6 / 300, duv: 0), on: base).light
        let shown = try card("wrong", TemperatureAndTint(temperature: 1e6 / (300 + mired), duv: 0), on: base)
        let wrong = CardReading(name: "wrong", light: named, neutral: shown.neutral)
        let result = Result { try UnitRefinement(of: base, uncertainty: stated, cards: [right, wrong]) }
        switch result {
        case .success: #expect(!isRefused, "\(mired) mired")
        case .failure(CalibrationError.wrongLight("wrong", _, _, _)): #expect(isRefused, "\(mired) mired")
        case .failure(let error): Issue.record("\(mired) mired: \(error)")
        }
      }
    }
  }

  /// The base finds the light of one card near and that of the other far off, and neither is wrong.
  @Test func `cards that agree on large factors are of one unit, and no light is wrong`() throws {
    for camera in cameras {
      let base = try MatrixCharacterization(lights: camera.lights)
      func shown(_ factor: Double) throws -> [CardReading] {
        try [("tungsten", Self.a), ("daylight", Self.d65)].map { name, light in
          let card = try card(name, light, on: base)
          let seen = LinearRGB(card.neutral.value.vector * SIMD3(factor, 1, 1))
          return CardReading(
            name: name, light: card.light,
            neutral: MeasuredNeutral(value: seen, covariance: card.neutral.covariance))
        }
      }
      for factor in [1.05, 1.12, 1.18] {
        let refinement = try UnitRefinement(of: base, uncertainty: nil, cards: shown(factor))
        #expect(Tolerance.refinedFactor.allows(abs(refinement.factors.red - factor)), "\(camera): \(factor)")
      }
      #expect {
        try UnitRefinement(of: base, uncertainty: nil, cards: shown(1.27))
      } throws: { error in
        if case .notThisDevice? = error as? CalibrationError { true } else { false }
      }
    }
  }

  @Test func `wrong cards are refused, and named`() throws {
    let base = try MatrixCharacterization(lights: cameras[0].lights)
    #expect(throws: CalibrationError.noCards) { try UnitRefinement(of: base, uncertainty: nil, cards: []) }
    // Swapped lights.
    let (tungsten, daylight) = (try card("tungsten", Self.a, on: base), try card("daylight", Self.d65, on: base))
    func relabelled(_ card: CardReading, as other: CardReading) -> CardReading {
      CardReading(name: card.name, light: other.light, neutral: card.neutral)
    }
    let swapped = [relabelled(tungsten, as: daylight), relabelled(daylight, as: tungsten)]
    #expect(throws: CalibrationError.exchangedLights("tungsten", "daylight")) {
      try UnitRefinement(of: base, uncertainty: nil, cards: swapped)
    }
    // A light that is far from the one named: no exchange mends it.
    let shade = try card("shade", TemperatureAndTint(temperature: 20_000, duv: 0.003), on: base)
    let noon = try card("noon", TemperatureAndTint(temperature: 5000, duv: 0.003), on: base)
    #expect {
      try UnitRefinement(of: base, uncertainty: nil, cards: [tungsten, relabelled(shade, as: noon), daylight])
    } throws: { error in
      guard case .wrongLight(let card, let light, let mired, _)? = error as? CalibrationError else { return false }
      // The fit to all three has taken some of the distance.
      return card == "shade" && light == noon.light.name && mired < 0
    }
    #expect {
      try UnitRefinement(of: base, uncertainty: nil, cards: [swapped[0]])
    } throws: { error in
      if case .notThisDevice? = error as? CalibrationError { true } else { false }
    }
    let dark = CardReading(
      name: "dark", light: tungsten.light,
      neutral: MeasuredNeutral(
        value: LinearRGB(red: 0, green: 1, blue: 1), covariance: tungsten.neutral.covariance))
    #expect(throws: CalibrationError.cardNeutral("dark", dark.neutral.value)) {
      try UnitRefinement(of: base, uncertainty: nil, cards: [dark])
    }
    // A light that the profile cannot see: far off into the green-blue.
    let unseen = CardReading(
      name: "laser", light: try CalibrationLight(name: "laser", chromaticity: Chromaticity(x: 0.7, y: 0.29)),
      neutral: tungsten.neutral)
    #expect {
      try UnitRefinement(of: base, uncertainty: nil, cards: [unseen])
    } throws: { error in
      if case .lightNotSeen(let card, _)? = error as? CalibrationError { card == "laser" } else { false }
    }
  }
}

private func square(_ value: Double) -> Double { value * value }

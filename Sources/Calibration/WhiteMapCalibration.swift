public import Colorimetry
internal import NumericalMethods
public import WhiteBalance

/// A device's matrix and white map, learnt from its spectral sensitivities and a population of lights.
public struct WhiteMapCalibration: Sendable {
  /// The matrix and the map.
  public let characterization: WhiteMapCharacterization
  /// The lights of the population that the map was not learnt from, because the device does not see them in every
  /// channel or the matrix cannot give their response.
  public let unusedLights: [LightPopulation.Light]

  private let lights: [Response]
  private let matrices: MatrixCharacterization

  /// The device's response to a light.
  private struct Response {
    let light: LightPopulation.Light
    let neutral: LinearRGB
    /// The neutral that the matrix expects for the light's chromaticity.
    let target: LinearRGB
  }

  /// Learns a map.
  ///
  /// - Parameters:
  ///   - sensitivities: The spectral sensitivities of the device.
  ///   - population: The lights to learn from, with at least ten black bodies or daylights among those that the device
  ///     sees.
  ///   - range: The gains that the device can apply. Every triple of gains in this range gets a light.
  /// - Throws: ``SensitivityError`` where the sensitivities or the lights do not determine a map.
  public init(
    _ sensitivities: SpectralSensitivities, lights population: LightPopulation, range: GainRange = .standard
  ) throws(SensitivityError) {
    let matrices = try Self.matrices(sensitivities, range)
    var (lights, unusedLights): ([Response], [LightPopulation.Light]) = ([], [])
    for light in population.lights {
      let neutral = sensitivities.response(to: light.spectrum)
      if neutral.isPositive, let target = try? matrices.response(to: light.chromaticity) {
        lights.append(Response(light: light, neutral: neutral, target: target))
      } else {
        unusedLights.append(light)
      }
    }
    guard lights.count(where: \.light.isReference) >= Self.fewestReferences else {
      throw .tooFewReferenceLights(lights.count(where: \.light.isReference), needed: Self.fewestReferences)
    }
    self.lights = lights
    self.unusedLights = unusedLights
    self.matrices = matrices
    let learnt = try Self.characterization(matrices, lights, grid: try Self.grid(lights))
    characterization = WhiteMapCharacterization(
      matrices: learnt.matrices, map: learnt.map, calibratedTemperatures: learnt.calibratedTemperatures,
      colors: SurfaceColors.matrices(of: sensitivities))
  }

  /// Returns whether the map was learnt from the lamps of ``LightPopulation/standard()`` and no others.
  func isOfStandardLamps() throws(ColorimetryError) -> Bool {
    let standard = try LightPopulation.cieLamps().map(\.spectrum)
    return lights.map(\.light).filter { !$0.isReference }.map(\.spectrum) == standard
  }

  /// The least number of reference lights. A line needs two, and a grid about it some more.
  private static let fewestReferences = 10

  private static func matrices(
    _ sensitivities: SpectralSensitivities, _ range: GainRange
  ) throws(SensitivityError) -> MatrixCharacterization {
    let ends = [sensitivities.red, sensitivities.green, sensitivities.blue].flatMap { channel in
      [channel.wavelengths[0], channel.wavelengths[channel.wavelengths.count - 1]]
    }
    let seen = (ends.min() ?? 0)...(ends.max() ?? 0)
    guard seen.lowerBound <= neededNanometers.lowerBound, seen.upperBound >= neededNanometers.upperBound else {
      throw .notCovered(seen, needed: neededNanometers)
    }
    let light = CIEIlluminant.d50
    let response = sensitivities.response(to: light.distribution)
    let largest = max(response.red, response.green, response.blue)
    guard largest <= 0 || responses.contains(largest) else { throw .outOfRange(largest) }
    guard response.isPositive else { throw .blindChannel(response) }
    var fit: SmoothSurfaceMatrix
    do throws(SpectralDistributionError) {
      fit = try SmoothSurfaceMatrix(of: sensitivities, under: light.distribution)
    } catch {
      throw .spectrum(error)
    }
    guard fit.conditionNumber < largestConditionNumber else { throw .alikeChannels }
    try sensitivities.checkOrder()
    fit.giveLight(toNeutralsWithin: range)
    do throws(WhiteBalanceError) {
      return try MatrixCharacterization(lights: [
        .init(temperature: temperatureOfD50, duv: duvOfD50, matrix: fit.matrix)
      ])
    } catch {
      throw .characterization(error)
    }
  }

  /// The wavelengths that sensitivities must reach over, in nanometres. The CIE 1931 observer has 0.7 % of X, and less
  /// of Y and Z, outside of them.
  private static let neededNanometers = 400.0...680.0

  /// The responses to daylight that can be computed with. The fit multiplies three of them, and numbers have 1e-308 to
  /// 1e308.
  fileprivate static let responses = 1e-100...1e100

  /// The largest condition number. 26 cameras (rawtoaces-data) have 2.6 to 4.2; a channel that is a mixture of the
  /// others, rounded to two digits, causes 2000.
  private static let largestConditionNumber = 100.0

  /// The temperature of D50 in kelvin, on today's temperature scale.
  private static let temperatureOfD50 = 5003.0
  /// The Duv of D50, CIE 15:2018.
  private static let duvOfD50 = 0.0032

  /// Returns the grid over the lights' neutrals. Its slope makes the tint coordinate along the black bodies as level as
  /// a line can be.
  private static func grid(_ lights: [Response]) throws(SensitivityError) -> WhiteMap.Grid {
    let level = WhiteMap.Grid(slope: 0, origin: .zero, spacing: SIMD2(1, 1), warmthCount: 1, tintCount: 1)
    let references = lights.filter(\.light.isReference).map { level.place(of: $0.neutral) }
    // Lights of one warmth give no line, so they count as one.
    let warmths = references.map(\.x)
    guard let lowest = warmths.min(), let highest = warmths.max(), highest - lowest >= spacing.x else {
      throw .tooFewReferenceLights(1, needed: fewestReferences)
    }
    let mean = references.reduce(.zero, +) / Double(references.count)
    let (across, along) = references.reduce(into: (0.0, 0.0)) { sums, place in
      let offset = place - mean
      sums.0 += offset.x * offset.x
      sums.1 += offset.x * offset.y
    }
    let slope = along / across
    let places = lights.map { light in
      let place = level.place(of: light.neutral)
      return SIMD2(place.x, place.y - slope * place.x)
    }
    let (low, high) = places.dropFirst().reduce(into: (places[0], places[0])) { bounds, place in
      bounds.0 = pointwiseMin(bounds.0, place)
      bounds.1 = pointwiseMax(bounds.1, place)
    }
    // The grid extends beyond the lights on each side, so that the map can end smoothly.
    let counts = ((high - low) / spacing).rounded(.up)
    let isWide = counts.min() > Double(largestStepCountOfBoth)
    func count(_ steps: Double) -> Int {
      min(Int(steps), isWide ? largestStepCountOfBoth : largestStepCount) + 1 + Int(2 * margin)
    }
    return WhiteMap.Grid(
      slope: slope, origin: low - margin * spacing, spacing: spacing, warmthCount: count(counts.x),
      tintCount: count(counts.y))
  }

  /// The steps of the grid in log ratios: about 40 mired, and a Duv of 0.004. They were found by cross-validation on 26
  /// cameras.
  private static let spacing = SIMD2(0.25, 0.05)
  /// The largest number of steps of a grid along one axis, whatever the lights are.
  private static let largestStepCount = 60
  /// The largest number of steps along both axes where the lights spread along both: twice what 26 cameras need, at
  /// most 15 and 9. The time of a fit grows with the fourth power of it, and one wrong number in a file can spread the
  /// lights.
  private static let largestStepCountOfBoth = 30
  /// The steps by which the grid extends beyond the lights on each side. With fewer, the map would end abruptly. With
  /// more, it would have knots that no light determines.
  private static let margin = 1.5

  private static func characterization(
    _ matrices: MatrixCharacterization, _ lights: [Response], grid: WhiteMap.Grid
  ) throws(SensitivityError) -> WhiteMapCharacterization {
    func weight(_ light: Response) -> Double {
      let error = light.light.isReference ? referenceError : lampError
      return 1 / (error * error)
    }
    let samples = lights.map { ($0, from: grid.place(of: $0.neutral), to: grid.place(of: $0.target)) }
    let warmth = MonotoneSpline(
      samples.map { .init(place: $0.from, value: $0.to.x - $0.from.x, weight: weight($0.0)) }, on: grid,
      risingAlong: .warmth)
    let tint = MonotoneSpline(
      samples.map {
        let moved = SIMD2($0.from.x + warmth.value(at: $0.from, on: grid), $0.from.y)
        return .init(place: moved, value: $0.to.y - $0.from.y, weight: weight($0.0))
      }, on: grid, risingAlong: .tint)
    // The map counts as calibrated between the lowest and the highest temperature of the reference lights.
    let temperatures = lights.filter(\.light.isReference).map(\.light.temperatureAndTint.temperature)
    do throws(WhiteBalanceError) {
      return WhiteMapCharacterization(
        matrices: matrices, map: try WhiteMap(grid: grid, warmth: warmth.values, tint: tint.values),
        calibratedTemperatures: (temperatures.min() ?? 0)...(temperatures.max() ?? .infinity))
    } catch {
      throw .characterization(error)
    }
  }

  /// The scatter of lamps with similar neutrals, and the precision to which black bodies and daylight are kept, in
  /// knots. They were found by cross-validation on 26 cameras.
  private static let lampError = 0.2
  private static let referenceError = 0.02
}

extension SpectralSensitivities {
  /// Throws where R/G or G/B is less under a filament lamp than under daylight, as on no camera.
  package func checkOrder() throws(SensitivityError) {
    let (filamentLamp, daylight) = (
      response(to: CIEIlluminant.a.distribution), response(to: CIEIlluminant.d65.distribution)
    )
    guard filamentLamp.isPositive, daylight.isPositive else {
      throw .blindChannel(filamentLamp.isPositive ? daylight : filamentLamp)
    }
    guard filamentLamp.red / filamentLamp.green >= daylight.red / daylight.green,
      filamentLamp.green / filamentLamp.blue >= daylight.green / daylight.blue
    else { throw .channelOrder }
  }
}

// MARK: - Cross-validation

extension WhiteMapCalibration {
  /// The result for one light of a characterization that has not learnt from it.
  package struct Check: Hashable, Sendable {
    /// The true light.
    package let light: LightPopulation.Light
    /// The light that was found minus the true one, in mired and in Duv, or `nil` where no light with a temperature was
    /// found.
    package let mired, duv: Double?
    /// The distance of the light that was found from the true one in CIE 1976 u', v', or `nil` in the same case.
    package let distance: Double?
  }

  /// Returns the cross-validated errors of the map on the lights that it was learnt from.
  ///
  /// There are ten parts, each with every tenth reference light and short runs of lamps, so that lamps of one kind,
  /// which are next to each other, are not used to find each other. Near copies are in one part, wherever they are.
  ///
  /// - Throws: ``SensitivityError`` where a part of the lights does not determine a map.
  package func checks() throws(SensitivityError) -> [Check] {
    var checks: [Check] = []
    let grid = characterization.map.grid
    var copies = NearCopies()
    var firstOfGroups: [Int] = []
    let parts = lights.enumerated().map { index, light in
      guard !light.light.isReference else { return index % Self.partCount }
      let group = copies.group(of: light.light.spectrum)
      if group == firstOfGroups.count { firstOfGroups.append(index) }
      return firstOfGroups[group] / Self.runLength % Self.partCount
    }
    for part in 0..<Self.partCount {
      let learnt = try Self.characterization(
        matrices, zip(lights, parts).filter { $1 != part }.map(\.0), grid: grid)
      checks += zip(lights, parts).filter { $1 == part }.map { Self.check($0.0.light, $0.0.neutral, learnt) }
    }
    return checks
  }

  /// The number of lamps that the map was learnt from, with near copies counted as one.
  package var distinctLampCount: Int {
    var copies = NearCopies()
    for light in lights where !light.light.isReference { _ = copies.group(of: light.light.spectrum) }
    return copies.count
  }

  /// Returns the errors of another characterization on the same lights.
  package func checks(by other: some DeviceCharacterization) -> [Check] {
    lights.map { Self.check($0.light, $0.neutral, other) }
  }

  static func check(
    _ light: LightPopulation.Light, _ neutral: LinearRGB, _ characterization: some DeviceCharacterization
  ) -> Check {
    let estimate = try? characterization.light(forNeutral: neutral)
    let found = estimate?.temperatureAndTint
    return Check(
      light: light, mired: found.map { $0.mired - light.temperatureAndTint.mired },
      duv: found.map { $0.duv - light.temperatureAndTint.duv },
      distance: found == nil ? nil : estimate.map { distance($0.chromaticity, light.chromaticity) })
  }

  private static func distance(_ one: Chromaticity, _ other: Chromaticity) -> Double {
    let (one, other) = (UniformChromaticity(one), UniformChromaticity(other))
    // u' of CIE 1976 is u of CIE 1960, and v' is 1.5 v.
    let (du, dv) = (one.u - other.u, 1.5 * (one.v - other.v))
    return (du * du + dv * dv).squareRoot()
  }

  /// The number of parts, each of which is found by a map of the others. With fewer, a map learns from fewer lights
  /// than the one that is checked. With more, the check takes longer.
  private static let partCount = 10
  /// The number of lamps of a run. With shorter runs, lamps that are alike would be in different parts, and their
  /// errors would seem smaller than those of other lamps. With longer ones, a part would have all lamps of a kind.
  private static let runLength = 8
}

/// The reason why sensitivities give no characterization.
public enum SensitivityError: Error, Hashable, Sendable {
  /// The sensitivities end within the visible wavelengths, in nanometres, so that a part of the light is missing.
  case notCovered(ClosedRange<Double>, needed: ClosedRange<Double>)
  /// A channel has no response to daylight.
  case blindChannel(LinearRGB)
  /// The channels are not in the order red, green, blue: a filament lamp does not shift their ratios as it does those
  /// of a camera.
  case channelOrder
  /// The largest response to daylight is so large or so small that products of it have no number.
  case outOfRange(Double)
  /// The three channels are alike, or one is a mixture of the others.
  case alikeChannels
  /// The device sees fewer reference lights than needed.
  case tooFewReferenceLights(Int, needed: Int)
  /// The spectra cannot be combined.
  case spectrum(SpectralDistributionError)
  /// The numbers do not form a characterization.
  case characterization(WhiteBalanceError)
}

extension SensitivityError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .notCovered(let range, let needed):
      "the sensitivities are from \(range.lowerBound.rounded(digits: 4)) to \(range.upperBound.rounded(digits: 4)) nm; they must reach "
        + "from \(needed.lowerBound.whole) to \(needed.upperBound.whole) nm, with 0 where the device sees nothing"
    case .blindChannel(let response):
      "a channel gives nothing under daylight (\(response)); the columns must be the sensitivities of red, green and blue, "
        + "after the wavelength"
    case .channelOrder:
      "under a filament lamp, red must be stronger against green, and green against blue, than in daylight, as on every "
        + "camera; the columns must be red, green and blue in this order after the wavelength, or have these names"
    case .outOfRange(let response):
      "the values are out of range: the response to daylight is \(response.rounded(digits: 3)), and must be "
        + "\(WhiteMapCalibration.responses.lowerBound) to \(WhiteMapCalibration.responses.upperBound); scale them all alike"
    case .alikeChannels:
      "red, green and blue are alike, or one is a mixture of the others, and tell no colours apart; the columns must be the "
        + "sensitivities of three different channels, after the wavelength"
    case .tooFewReferenceLights(let count, let needed):
      "the device sees \(count) black bodies and daylights of different warmth in all of its channels; it must see at least "
        + "\(needed)"
    case .spectrum(let error): error.description
    case .characterization(let error): error.description
    }
  }
}

public import Colorimetry
public import WhiteBalance

/// A device's matrix and white map, learnt from its spectral sensitivities and a population of lights.
public struct WhiteMapCalibration: Sendable {
  public let characterization: WhiteMapCharacterization
  /// Lights of the population that the map was not learnt from: the device does not see them in every channel, or the
  /// matrix cannot give their response.
  public let leftOut: [LightPopulation.Light]

  private let lights: [Response]
  private let matrices: MatrixCharacterization

  /// What the device makes of a light.
  private struct Response {
    let light: LightPopulation.Light
    let neutral: LinearRGB
    /// What the matrix wants for the light's chromaticity.
    let target: LinearRGB
  }

  /// - Parameter range: the gains that shall all be those of a light.
  /// - Throws: ``SensitivityError``.
  public init(
    _ sensitivities: SpectralSensitivities, lights population: LightPopulation, range: GainRange = .standard
  ) throws(SensitivityError) {
    let matrices = try Self.matrices(sensitivities, range)
    var (lights, leftOut): ([Response], [LightPopulation.Light]) = ([], [])
    for light in population.lights {
      let neutral = sensitivities.response(to: light.spectrum)
      if neutral.isPositive, let target = try? matrices.response(to: light.chromaticity) {
        lights.append(Response(light: light, neutral: neutral, target: target))
      } else {
        leftOut.append(light)
      }
    }
    guard lights.count(where: \.light.isReference) >= Self.fewestReferences else {
      throw .tooFewReferenceLights(lights.count(where: \.light.isReference), needed: Self.fewestReferences)
    }
    self.lights = lights
    self.leftOut = leftOut
    self.matrices = matrices
    characterization = try Self.characterization(matrices, lights, grid: Self.grid(lights))
  }

  /// A line needs two, and a grid about it a few more.
  private static let fewestReferences = 10

  private static func matrices(
    _ sensitivities: SpectralSensitivities, _ range: GainRange
  ) throws(SensitivityError) -> MatrixCharacterization {
    let light = CIEIlluminant.d50
    guard sensitivities.response(to: light.distribution).isPositive else {
      throw .blindChannel(sensitivities.response(to: light.distribution))
    }
    var fit: SmoothSurfaceMatrix
    do throws(SpectralDistributionError) {
      fit = try SmoothSurfaceMatrix(of: sensitivities, under: light.distribution)
    } catch {
      throw .spectrum(error)
    }
    guard fit.conditionNumber < largestConditionNumber else { throw .alikeChannels }
    fit.giveLight(toNeutralsWithin: range)
    do throws(WhiteBalanceError) {
      return try MatrixCharacterization(lights: [.init(temperature: temperatureOfD50, matrix: fit.matrix)])
    } catch {
      throw .characterization(error)
    }
  }

  /// 26 cameras (rawtoaces-data) have 2.6 to 4.2; a channel that is a mixture, rounded to two digits, 2000.
  private static let largestConditionNumber = 100.0

  /// In kelvin, by the temperature scale of today.
  private static let temperatureOfD50 = 5003.0

  /// The grid over the lights' neutrals, with the tint coordinate along the black bodies as level as a line can be.
  private static func grid(_ lights: [Response]) -> WhiteMap.Grid {
    let level = WhiteMap.Grid(slope: 0, origin: .zero, spacing: SIMD2(1, 1), warmthCount: 1, tintCount: 1)
    let references = lights.filter(\.light.isReference).map { level.place(of: $0.neutral) }
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
    // Between a step and two beyond the lights on each side, so that the map can end smoothly.
    let counts = ((high - low) / spacing).rounded(.up)
    func count(_ steps: Double) -> Int { min(Int(steps), largestStepCount) + 4 }
    return WhiteMap.Grid(
      slope: slope, origin: low - 1.5 * spacing, spacing: spacing, warmthCount: count(counts.x),
      tintCount: count(counts.y))
  }

  /// In log ratios: about 40 mired, and a Duv of 0.004. Found by cross-validation on 26 cameras.
  private static let spacing = SIMD2(0.25, 0.05)
  /// Of a grid, whatever the lights are.
  private static let largestStepCount = 60

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
      alongTint: false)
    let tint = MonotoneSpline(
      samples.map {
        let moved = SIMD2($0.from.x + warmth.value(at: $0.from, on: grid), $0.from.y)
        return .init(place: moved, value: $0.to.y - $0.from.y, weight: weight($0.0))
      }, on: grid, alongTint: true)
    // Black bodies and daylight reach as far as the map is good.
    let temperatures = lights.filter(\.light.isReference).map(\.light.temperatureAndTint.temperature)
    do throws(WhiteBalanceError) {
      return WhiteMapCharacterization(
        matrices: matrices, map: try WhiteMap(grid: grid, warmth: warmth.values, tint: tint.values),
        calibratedTemperatures: (temperatures.min() ?? 0)...(temperatures.max() ?? .infinity))
    } catch {
      throw .characterization(error)
    }
  }

  /// In knots: how far lamps of one place differ from each other, and how near black bodies and daylight are to be kept.
  /// Found by cross-validation on 26 cameras.
  private static let lampError = 0.2
  private static let referenceError = 0.02
}

// MARK: - How good it is

extension WhiteMapCalibration {
  /// A light as a characterization finds it that has not learnt from it.
  public struct Check: Hashable, Sendable {
    public let light: LightPopulation.Light
    /// Found less true, in mired and Duv; absent where no light with a temperature was found.
    public let mired, duv: Double?
    /// From where the light is to where it was found, in CIE 1976 u', v'; absent with them.
    public let distance: Double?
  }

  /// Every light of the population, found by a map that was learnt without it: in ten parts, each of every tenth
  /// reference light and of short runs of lamps, so that near copies, which stand together, do not vouch for each other.
  public func checks() throws(SensitivityError) -> [Check] {
    var checks: [Check] = []
    let grid = characterization.map.grid
    let parts = lights.enumerated().map { index, light in
      (light.light.isReference ? index : index / Self.runLength) % Self.partCount
    }
    for part in 0..<Self.partCount {
      let learnt = try Self.characterization(
        matrices, zip(lights, parts).filter { $1 != part }.map(\.0), grid: grid)
      checks += zip(lights, parts).filter { $1 == part }.map { Self.check($0.0.light, $0.0.neutral, learnt) }
    }
    return checks
  }

  /// The same lights, found by another characterization.
  public func checks(by other: some DeviceCharacterization) -> [Check] {
    lights.map { Self.check($0.light, $0.neutral, other) }
  }

  private static func check(
    _ light: LightPopulation.Light, _ neutral: LinearRGB, _ characterization: some DeviceCharacterization
  ) -> Check {
    let estimate = try? characterization.light(causing: neutral)
    let found = estimate?.temperatureAndTint
    return Check(
      light: light, mired: found.map { $0.mired - light.temperatureAndTint.mired },
      duv: found.map { $0.duv - light.temperatureAndTint.duv },
      distance: found == nil ? nil : estimate.map { distance($0.chromaticity, light.chromaticity) })
  }

  private static func distance(_ one: Chromaticity, _ other: Chromaticity) -> Double {
    let (one, other) = (UniformChromaticity(one), UniformChromaticity(other))
    // v' of CIE 1976 is 1.5 v of CIE 1960, and u' is u.
    let (du, dv) = (one.u - other.u, 1.5 * (one.v - other.v))
    return (du * du + dv * dv).squareRoot()
  }

  private static let partCount = 10
  private static let runLength = 8
}

/// Why sensitivities give no characterization.
public enum SensitivityError: Error, Hashable, Sendable {
  /// A channel gives nothing under daylight.
  case blindChannel(LinearRGB)
  /// The three channels see one thing, or one a mixture of what the others see.
  case alikeChannels
  case tooFewReferenceLights(Int, needed: Int)
  case spectrum(SpectralDistributionError)
  case characterization(WhiteBalanceError)
}

extension SensitivityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .blindChannel(let response):
      "a channel gives nothing under daylight (\(response)); sensitivities need red, green and blue from 380 to 780 nm"
    case .alikeChannels:
      "red, green and blue are alike, or one is a mixture of the others, and tell no colours apart; the columns must be the "
        + "sensitivities of three different channels, after the wavelength"
    case .tooFewReferenceLights(let count, let needed):
      "the device sees \(count) black bodies and daylights in all of its channels; it must see at least \(needed)"
    case .spectrum(let error): error.description
    case .characterization(let error): error.description
    }
  }
}

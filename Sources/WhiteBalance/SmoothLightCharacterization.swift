internal import Colorimetry

/// A device with a white map, under lights whose spectra are smooth: daylight, filament lamps and black bodies.
///
/// A white map has learnt reference lights, which are black bodies and daylight, and lamps beside them. It moves a
/// filament lamp or a sky that is a little off the line of the reference lights as if it were a lamp. Here, every light
/// is moved as the reference light of the same warmth, log R - log B, is. See Docs/Methods/WhiteMap.md.
struct SmoothLightCharacterization {
  /// A reference light: its warmth, its warmth after it is moved, and what is added to its log ratios.
  private struct Reference {
    let warmth, movedWarmth: Double
    let shift: SIMD2<Double>
  }

  private let matrices: MatrixCharacterization
  /// The reference lights, by rising warmth before and after they are moved, at least one.
  private let references: [Reference]
  let calibratedTemperatures: ClosedRange<Double>?

  /// Creates a characterization from a white map.
  ///
  /// - Parameters:
  ///   - whiteMap: The device with its map.
  ///   - kind: The kind of the lights. Daylight is moved as CIE daylight from 4000 K on, and all else as black bodies.
  /// - Returns: `nil` where the matrices have no response to a reference light.
  init?(_ whiteMap: WhiteMapCharacterization, _ kind: LightKind) {
    let unit = whiteMap.matrices.unitResponse.vector
    var references: [Reference] = []
    for light in Self.referenceLights(kind) {
      guard let response = try? whiteMap.matrices.response(to: light) else { continue }
      let moved = LinearRGB(response.vector / unit)
      let neutral = whiteMap.map.undone(from: moved)
      let reference = Reference(
        warmth: neutral.warmth, movedWarmth: moved.warmth, shift: moved.logRatios - neutral.logRatios)
      // Where a map is so rough that a warmer reference light does not look warmer, it does not count.
      if let last = references.last, reference.warmth <= last.warmth || reference.movedWarmth <= last.movedWarmth {
        continue
      }
      references.append(reference)
    }
    guard !references.isEmpty else { return nil }
    (matrices, self.references) = (whiteMap.matrices, references)
    calibratedTemperatures = whiteMap.calibratedTemperatures
  }

  /// Returns the chromaticities of the reference lights for a kind, by falling temperature.
  private static func referenceLights(_ kind: LightKind) -> [Chromaticity] {
    stride(from: leastMired, through: mostMired, by: miredStep).compactMap { mired in
      let temperature = 1e6 / mired
      return kind == .daylight && temperature >= leastDaylight
        ? try? .daylight(temperature: temperature)
        : try? Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
    }
  }

  /// The range of the reference lights, in mired: that of the lights which maps are learnt from.
  private static let (leastMired, mostMired) = (40.0, 600.0)
  /// The step between reference lights, in mired: a quarter of a map's step.
  private static let miredStep = 10.0
  /// The lowest temperature of CIE daylight, in kelvin.
  private static let leastDaylight = 4000.0

  /// Returns the shift of the reference light of a warmth, before or after it is moved. It is linear between reference
  /// lights, and constant beyond the first and the last.
  private func shift(at warmth: Double, _ place: KeyPath<Reference, Double>) -> SIMD2<Double> {
    guard let above = references.firstIndex(where: { $0[keyPath: place] >= warmth }) else {
      return references[references.count - 1].shift
    }
    guard above > 0 else { return references[0].shift }
    let (low, high) = (references[above - 1], references[above])
    let part = (warmth - low[keyPath: place]) / (high[keyPath: place] - low[keyPath: place])
    return low.shift * (1 - part) + high.shift * part
  }
}

extension SmoothLightCharacterization: DeviceCharacterization {
  /// Returns the neutral of a light: that of the matrices, with the shift undone.
  func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let unit = matrices.unitResponse.vector
    let moved = LinearRGB(try matrices.response(to: light).vector / unit)
    let ratios = moved.logRatios - shift(at: moved.warmth, \.movedWarmth)
    let response = LinearRGB(unit * LinearRGB(logRatios: ratios).vector)
    guard response.isPositive else { throw .noPositiveResponse(light, response) }
    return response
  }

  /// Returns the light that gives this neutral: that of the matrices, after the shift.
  func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let unit = matrices.unitResponse.vector
    let own = LinearRGB(neutral.vector / unit)
    let ratios = own.logRatios + shift(at: own.warmth, \.warmth)
    return try matrices.light(forNeutral: LinearRGB(unit * LinearRGB(logRatios: ratios).vector))
  }
}

extension LinearRGB {
  /// How warm a neutral is: log R - log B.
  fileprivate var warmth: Double { logRatios.x - logRatios.y }
}

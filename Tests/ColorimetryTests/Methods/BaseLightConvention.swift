import Colorimetry
import TestSupport
import Testing

/// Another program's convention of temperature and tint. Each temperature has a base light. A pair's light has one
/// ratio of the base light, and another one divided by the tint.
struct BaseLightConvention: Sendable, CustomTestStringConvertible {
  struct Pair {
    let temperature: Double
    let tint: Double
  }

  let testDescription: String
  let temperatures: ClosedRange<Double>
  let tints: ClosedRange<Double>
  /// Outside it a pair comes back as it was; inside, maybe as the other pair of the same light.
  let overlap: ClosedRange<Double>
  let isBlackBody: @Sendable (_ temperature: Double) -> Bool
  /// The numbers whose ratios the convention is about.
  let linear: @Sendable (Chromaticity) -> SIMD3<Double>
  /// How well those ratios are kept.
  let ratioTolerance: Tolerance
  let light: @Sendable (Pair) throws(ColorimetryError) -> Chromaticity
  let pair: @Sendable (Chromaticity) throws(ColorimetryError) -> Pair
  /// Lights whose tint would be outside the range.
  let farLights: [Chromaticity]
  /// Tints of a black body of 3950 K: one at which it is still the answer, and one at which a daylight is, whose tint
  /// is below `limit`.
  let change: (near: Double, far: Double, limit: Double)

  static let all = [darktable, rawTherapee]

  static let darktable = BaseLightConvention(
    testDescription: "darktable", temperatures: DarktableTemperatureAndTint.temperatures,
    tints: DarktableTemperatureAndTint.tints, overlap: 3900.1...4102.7,
    isBlackBody: { $0 < 4000 },
    linear: { [$0.x, $0.y, 1 - $0.x - $0.y] },
    ratioTolerance: .baseLightSums,
    light: { pair throws(ColorimetryError) in
      try Chromaticity(DarktableTemperatureAndTint(temperature: pair.temperature, tint: pair.tint))
    },
    pair: { light throws(ColorimetryError) in
      let pair = try DarktableTemperatureAndTint(light)
      return Pair(temperature: pair.temperature, tint: pair.tint)
    },
    farLights: [Chromaticity(x: 0.1, y: 0.8), Chromaticity(x: 0.4, y: 0.1)],
    // The ratio of tints between the two kinds is 1.0178 to 1.0182, so a black body's light counts as such down to
    // about 0.991.
    change: (near: 0.995, far: 0.987, limit: 1.013))

  static let rawTherapee = BaseLightConvention(
    testDescription: "RawTherapee", temperatures: RawTherapeeTemperatureAndGreen.temperatures,
    tints: RawTherapeeTemperatureAndGreen.greens, overlap: 3917.8...4082.5,
    isBlackBody: { $0 <= 4000 },
    // Linear sRGB, by the published matrix. Source: Lindbloom, "RGB/XYZ Matrices", sRGB for D65.
    linear: {
      let matrix = Matrix3x3(
        rows: [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
        [0.0556434, -0.2040259, 1.0572252])
      return matrix * [$0.x, $0.y, 1 - $0.x - $0.y]
    },
    ratioTolerance: .rawTherapeeMatrix,
    light: { pair throws(ColorimetryError) in
      try Chromaticity(RawTherapeeTemperatureAndGreen(temperature: pair.temperature, green: pair.tint))
    },
    pair: { light throws(ColorimetryError) in
      let pair = try RawTherapeeTemperatureAndGreen(light)
      return Pair(temperature: pair.temperature, tint: pair.green)
    },
    farLights: [Chromaticity(x: 0.38, y: 0.17)],
    // The ratio is 1.052 here, so a black body's light counts as such down to about 0.975.
    change: (near: 0.98, far: 0.97, limit: 1.03))

  /// The base light, by summing its spectrum.
  func base(_ temperature: Double) throws -> Chromaticity {
    Chromaticity(
      try isBlackBody(temperature) ? .planck(temperature: temperature) : .daylight(temperature: temperature))
  }

  func blueToRed(_ light: Chromaticity) -> Double { linear(light).z / linear(light).x }
}

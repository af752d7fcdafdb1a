internal import Colorimetry
package import WhiteBalance

/// Measured lamps of each kind, and the kinds of other lights by comparison with them.
package enum MeasuredLamps {
  /// A lamp of a known kind.
  package struct Lamp: Sendable {
    /// The kind of the lamp.
    package let kind: LightKind
    /// The lamp and its chromaticity.
    package let light: LightPopulation.Light
  }

  /// The lamps of RIT and NIST, 54 of 55, from 380 to 780 nm at 5 nm. A lamp without a temperature is left out.
  ///
  /// Source: M. R. Pointer 1980, and Y. Ohno and W. Davis 2008 (`Data/README.md`).
  package static func all() -> [Lamp] {
    var lamps: [Lamp] = []
    for (index, spectrum) in spectra().enumerated() {
      guard let light = try? LightPopulation.Light(name: MeasuredLampTables.names[index], spectrum: spectrum) else {
        // The low-pressure sodium lamp is one line, which has no temperature.
        continue
      }
      lamps.append(Lamp(kind: MeasuredLampTables.kinds[index], light: light))
    }
    return lamps
  }

  private static func spectra() -> [SpectralDistribution] {
    let count = MeasuredLampTables.power.count / MeasuredLampTables.names.count
    return MeasuredLampTables.names.indices.compactMap { lamp in
      let power = MeasuredLampTables.power[lamp * count..<(lamp + 1) * count].map(Double.init)
      return try? SpectralDistribution(firstWavelength: firstWavelength, step: step, values: power)
    }
  }

  private static let firstWavelength = 380.0
  private static let step = 5.0
}

/// A classifier of lights that takes the kind of the lamp with the most similar spectrum.
struct LightKindTeller {
  private let examples: [(kind: LightKind, shares: SpectralShares)]

  /// The classifier, made once.
  static let shared = Result { () throws(ColorimetryError) in try LightKindTeller() }

  /// Learns the bundled lamps, the CIE's, black bodies and daylight.
  ///
  /// - Throws: ``ColorimetryError`` where a light has no temperature.
  init() throws(ColorimetryError) {
    var examples = MeasuredLamps.all().map { ($0.kind, SpectralShares($0.light.spectrum)) }
    for illuminant in CIEIlluminant.allCases {
      examples.append((Self.kind(of: illuminant), SpectralShares(illuminant.distribution)))
    }
    for mired in stride(from: Self.blackBodies.lowerBound, through: Self.blackBodies.upperBound, by: Self.step) {
      examples.append((.incandescent, SpectralShares(try .planck(temperature: 1e6 / mired))))
    }
    for mired in stride(from: Self.daylights.lowerBound, through: Self.daylights.upperBound, by: Self.step) {
      examples.append((.daylight, SpectralShares(try .daylight(temperature: 1e6 / mired))))
    }
    self.examples = examples
  }

  /// The reciprocal temperatures, in mired, of the black bodies and the daylights among the examples: 1667 to 10 000 K,
  /// and 4000 to 20 000 K. A light beyond them is compared with the last one.
  private static let (blackBodies, daylights) = (100.0...600.0, 50.0...250.0)
  /// The distance of neighbouring black bodies or daylights, in mired. With a longer one, a smooth light between two of
  /// them may be nearer to a lamp. A shorter one takes more time.
  private static let step = 25.0

  /// Returns the kind of one of the CIE's illuminants.
  static func kind(of illuminant: CIEIlluminant) -> LightKind {
    switch illuminant {
    case .a: .incandescent
    case .d50, .d65: .daylight
    case .ledRGB1: .mixedLED
    case .ledB1, .ledB2, .ledB3, .ledB4, .ledB5, .ledBH1, .ledV1, .ledV2: .phosphorLED
    default: .fluorescent
    }
  }

  /// Returns the kind of the example whose spectrum is nearest, by the sum of differences of power in steps of 5 nm.
  func kind(of spectrum: SpectralDistribution) -> LightKind {
    let shares = SpectralShares(spectrum)
    return examples.min { shares.distance(to: $0.shares) < shares.distance(to: $1.shares) }?.kind ?? .any
  }
}

internal import Colorimetry
internal import RealModule
package import WhiteBalance

/// The plausibility, from 0 to 1, that a colour is that of a neutral surface in a light in which cards are read.
package struct NeutralPlausibility: Sendable {
  private let weight: @Sendable (LinearRGB) -> Double

  /// Returns the plausibility of a colour. It is 0 if a channel is not above 0.
  package func callAsFunction(_ color: LinearRGB) -> Double { color.isPositive ? weight(color) : 0 }

  /// Creates the plausibility on a known device: the light that would make the colour neutral must lie near the
  /// Planckian locus.
  package init(on characterization: some DeviceCharacterization) {
    weight = { color in
      guard let light = try? characterization.light(forNeutral: color).temperatureAndTint,
        Lights.temperatures.contains(light.temperature), abs(light.duv) <= Lights.mostDuv
      else { return 0 }
      let deviation = light.duv / Lights.usualDuv
      return Double.exp(-deviation * deviation / 2)
    }
  }

  /// The plausibility on any camera: the ratios of the raw channels must be such as real sensors give in real lights.
  package static let ofAnyCamera = NeutralPlausibility { color in
    let (red, blue) = (Double.log(color.red / color.green), Double.log(color.blue / color.green))
    let greenness = red + blue
    guard RawRatios.greenness.contains(greenness), RawRatios.blueness.contains(blue - red) else { return 0 }
    let deviation = (greenness - RawRatios.usualGreenness) / RawRatios.greennessSpread
    return Double.exp(-deviation * deviation / 2)
  }

  /// Returns the plausibility of colours that a device has multiplied by these gains.
  func ofColors(multipliedBy gains: WhiteBalanceGains) -> NeutralPlausibility {
    guard gains != .unity else { return self }
    return NeutralPlausibility { [weight] color in weight(color.divided(by: gains)) }
  }

  private init(weight: @escaping @Sendable (LinearRGB) -> Double) { self.weight = weight }
}

/// The lights in which cards are read.
private enum Lights {
  /// The temperatures, in kelvin, from a candle to a clear blue sky. Bluer skies exist, but so do blue walls.
  static let temperatures = 1800.0...15_000.0
  /// The largest distance from the locus, in Duv. One of the 268 measured lamps of IES TM-30 is farther away; most
  /// green or pink walls are.
  static let mostDuv = 0.03
  /// The standard deviation of Duv. ANSI C78.377 lets white LEDs be 0.006 off, and a profile made under two lights adds
  /// a few thousandths.
  static let usualDuv = 0.008
}

/// The ratios that 25 cameras with measured sensitivities, 316 with matrices in DNG, and the tuned sensors of libcamera
/// give in lights of 1800 to 15 000 K, including TM-30's lamps. See Docs/Methods/CardFinder.md.
private enum RawRatios {
  /// The range of ln(R/G) + ln(B/G), which falls with green. It includes all but 1 in 200 of each collection.
  static let greenness = -1.85 ... -0.4
  static let usualGreenness = -1.15
  /// Half of the width that includes 95 %.
  static let greennessSpread = 0.3
  /// The range of ln(B/R), which rises with the light's temperature.
  static let blueness = -2.5...1.3
}

internal import Colorimetry
internal import RealModule
public import WhiteBalance

/// How likely a colour is that of a neutral surface, in a light that cards are read in: 0, impossible, to 1.
public struct NeutralPlausibility: Sendable {
  private let weight: @Sendable (LinearRGB) -> Double

  /// 0 for a colour with a channel that is not above 0.
  public func callAsFunction(_ color: LinearRGB) -> Double { color.isPositive ? weight(color) : 0 }

  /// On a device that is known: the light that would make the colour neutral has to lie near the Planckian locus.
  public init(on characterization: some DeviceCharacterization) {
    weight = { color in
      guard let light = try? characterization.light(causing: color).temperatureAndTint,
        Lights.temperatures.contains(light.temperature), abs(light.duv) <= Lights.mostDuv
      else { return 0 }
      let deviation = light.duv / Lights.usualDuv
      return Double.exp(-deviation * deviation / 2)
    }
  }

  /// On any camera: the ratios of raw channels have to be such as real sensors give in real lights.
  public static let ofAnyCamera = NeutralPlausibility { color in
    let (red, blue) = (Double.log(color.red / color.green), Double.log(color.blue / color.green))
    let greenness = red + blue
    guard RawRatios.greenness.contains(greenness), RawRatios.blueness.contains(blue - red) else { return 0 }
    let deviation = (greenness - RawRatios.usualGreenness) / RawRatios.greennessSpread
    return Double.exp(-deviation * deviation / 2)
  }

  private init(weight: @escaping @Sendable (LinearRGB) -> Double) { self.weight = weight }
}

/// Lights that cards are read in.
private enum Lights {
  /// In kelvin: from a candle to a clear blue sky. Bluer skies exist, but so do blue walls.
  static let temperatures = 1800.0...15_000.0
  /// Of IES TM-30's 159 lamps one is farther off the locus; a green or pink wall seldom is not.
  static let mostDuv = 0.03
  /// ANSI C78.377 lets white LEDs be 0.006 off, and a profile made under two lights is off by a few thousandths more.
  static let usualDuv = 0.008
}

/// What 25 cameras with measured sensitivities, 316 with matrices in DNG and the tuned sensors of libcamera give in
/// lights of 1800 to 15 000 K, TM-30's lamps among them: Docs/Methods/CardFinder.md.
private enum RawRatios {
  /// ln(R/G) + ln(B/G): falls with green. All but 1 in 200 of each collection are inside.
  static let greenness = -1.85 ... -0.4
  static let usualGreenness = -1.15
  /// Half of what 95 % lie within.
  static let greennessSpread = 0.3
  /// ln(B/R): rises with the light's temperature.
  static let blueness = -2.5...1.3
}

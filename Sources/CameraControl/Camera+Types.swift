public import WhiteBalance

/// The library's gains, in double precision. In ``Camera``, the plain name is AVFoundation's type.
typealias LinearGains = WhiteBalance.WhiteBalanceGains

// These types have AVFoundation's names and precision.

extension Camera {
  /// Gains of red, green and blue, from 1 to ``Camera/maxWhiteBalanceGain``.
  public struct WhiteBalanceGains: Codable, Hashable, Sendable {
    /// The gains of the channels.
    public var redGain, greenGain, blueGain: Float

    /// Creates gains.
    public init(redGain: Float, greenGain: Float, blueGain: Float) {
      self.redGain = redGain
      self.greenGain = greenGain
      self.blueGain = blueGain
    }

    /// Creates gains of 1.
    public init() {
      self.init(redGain: 1, greenGain: 1, blueGain: 1)
    }
  }

  /// A chromaticity, CIE 1931 x, y.
  public struct WhiteBalanceChromaticityValues: Codable, Hashable, Sendable {
    /// The coordinates.
    public var x, y: Float

    /// Creates a chromaticity.
    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  /// A correlated colour temperature in kelvin, and tint (3000 x Duv, positive for a greener light).
  public struct WhiteBalanceTemperatureAndTintValues: Codable, Hashable, Sendable {
    /// The temperature, in kelvin, and the tint.
    public var temperature, tint: Float

    /// Creates a temperature, in kelvin, and a tint.
    public init(temperature: Float, tint: Float) {
      self.temperature = temperature
      self.tint = tint
    }
  }

  /// The modes of white balance, by AVFoundation's names.
  public enum WhiteBalanceMode: Int, CaseIterable, Hashable, Sendable {
    /// The gains stay as they are.
    case locked
    /// Balances once, then is ``locked``.
    case autoWhiteBalance
    /// Follows the light.
    case continuousAutoWhiteBalance
  }

  /// Keeps the present gains when the white balance is locked.
  public static let currentWhiteBalanceGains = WhiteBalanceGains(
    redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude, blueGain: .greatestFiniteMagnitude)
}

extension Camera.WhiteBalanceGains {
  /// Creates gains in AVFoundation's precision.
  public init(_ gains: WhiteBalance.WhiteBalanceGains) {
    self.init(redGain: Float(gains.red), greenGain: Float(gains.green), blueGain: Float(gains.blue))
  }
}

extension WhiteBalance.WhiteBalanceGains {
  /// Creates gains from a camera's, in double precision.
  public init(_ gains: Camera.WhiteBalanceGains) {
    self.init(red: Double(gains.redGain), green: Double(gains.greenGain), blue: Double(gains.blueGain))
  }
}

extension Camera.WhiteBalanceGains: CustomStringConvertible {
  public var description: String { "red \(redGain), green \(greenGain), blue \(blueGain)" }
}

extension Camera.WhiteBalanceTemperatureAndTintValues {
  // Starting points of a manual white balance: CIE's illuminants A, F2, D55, D65 and D75, their tints rounded to 5.
  /// A tungsten lamp: CIE illuminant A.
  public static let tungsten = Self(temperature: 2856, tint: 0)
  /// A fluorescent lamp: CIE illuminant F2.
  public static let fluorescent = Self(temperature: 4225, tint: 5)
  /// Daylight: CIE illuminant D55.
  public static let daylight = Self(temperature: 5500, tint: 10)
  /// A cloudy sky: CIE illuminant D65.
  public static let cloudy = Self(temperature: 6500, tint: 10)
  /// Shade: CIE illuminant D75.
  public static let shade = Self(temperature: 7500, tint: 10)
}

public import WhiteBalance

/// The library's own gains, in double precision; in ``Camera`` the plain name is AVFoundation's type.
typealias LinearGains = WhiteBalance.WhiteBalanceGains

// AVFoundation's types, by its names and in its precision.

extension Camera {
  /// Gains on red, green and blue. Legal ones are within 1 and ``Camera/maxWhiteBalanceGain``.
  public struct WhiteBalanceGains: Hashable, Sendable {
    public var redGain, greenGain, blueGain: Float

    public init(redGain: Float, greenGain: Float, blueGain: Float) {
      self.redGain = redGain
      self.greenGain = greenGain
      self.blueGain = blueGain
    }

    /// 1 each.
    public init() {
      self.init(redGain: 1, greenGain: 1, blueGain: 1)
    }
  }

  /// CIE 1931 x, y.
  public struct WhiteBalanceChromaticityValues: Hashable, Sendable {
    public var x, y: Float

    public init(x: Float, y: Float) {
      self.x = x
      self.y = y
    }
  }

  /// Correlated colour temperature in kelvin, and tint (3000 x Duv, positive for a greener light).
  public struct WhiteBalanceTemperatureAndTintValues: Hashable, Sendable {
    public var temperature, tint: Float

    public init(temperature: Float, tint: Float) {
      self.temperature = temperature
      self.tint = tint
    }
  }

  public enum WhiteBalanceMode: Int, CaseIterable, Hashable, Sendable {
    /// As it is, or as it was set.
    case locked
    /// Balances once, then is ``locked``.
    case autoWhiteBalance
    case continuousAutoWhiteBalance
  }

  /// Stands for the gains of the moment: locked with it, the camera stays as it is.
  public static let currentWhiteBalanceGains = WhiteBalanceGains(
    redGain: .greatestFiniteMagnitude, greenGain: .greatestFiniteMagnitude, blueGain: .greatestFiniteMagnitude)
}

extension Camera.WhiteBalanceGains {
  public init(_ gains: WhiteBalance.WhiteBalanceGains) {
    self.init(redGain: Float(gains.red), greenGain: Float(gains.green), blueGain: Float(gains.blue))
  }
}

extension WhiteBalance.WhiteBalanceGains {
  public init(_ gains: Camera.WhiteBalanceGains) {
    self.init(red: Double(gains.redGain), green: Double(gains.greenGain), blue: Double(gains.blueGain))
  }
}

extension Camera.WhiteBalanceGains: CustomStringConvertible {
  public var description: String { "red \(redGain), green \(greenGain), blue \(blueGain)" }
}

extension Camera.WhiteBalanceTemperatureAndTintValues {
  // Starting points of a manual white balance: CIE's illuminants A, F2, D55, D65 and D75, their tints rounded to 5.
  public static let tungsten = Self(temperature: 2856, tint: 0)
  public static let fluorescent = Self(temperature: 4225, tint: 5)
  public static let daylight = Self(temperature: 5500, tint: 10)
  public static let cloudy = Self(temperature: 6500, tint: 10)
  public static let shade = Self(temperature: 7500, tint: 10)
}

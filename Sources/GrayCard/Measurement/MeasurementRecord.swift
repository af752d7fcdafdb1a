public import WhiteBalance

/// A measurement or a conversion as the JSON object that `wbcal` prints. Its keys are a contract with scripts. A value
/// that is not known is absent. JSON has no infinity: such a number is the text "Infinity", "-Infinity" or "NaN".
public struct MeasurementRecord: Codable, Hashable, Sendable {
  /// A chromaticity, CIE 1931 x, y.
  public struct XY: Codable, Hashable, Sendable {
    /// The coordinates.
    public var x, y: Double

    package init(x: Double, y: Double) {
      (self.x, self.y) = (x, y)
    }
  }

  /// A chromaticity, CIE 1960 u, v.
  public struct UV: Codable, Hashable, Sendable {
    /// The coordinates.
    public var u, v: Double

    package init(u: Double, v: Double) {
      (self.u, self.v) = (u, v)
    }
  }

  /// Red, green and blue of gains or of a neutral.
  public struct RGB: Codable, Hashable, Sendable {
    /// The channels.
    public var red, green, blue: Double

    package init(red: Double, green: Double, blue: Double) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  /// One standard error of each gain, of the temperature in kelvin, of Duv, and of x and y.
  public struct StandardError: Codable, Hashable, Sendable {
    /// The errors of the gains.
    public var red, green, blue: Double
    /// The errors of temperature and Duv, and their correlation.
    public var temperature, duv, correlation: Double?
    /// The errors of CIE 1931 x and y.
    public var x, y: Double?
    /// The lights for which the errors of temperature and Duv hold, a ``/WhiteBalance/LightKind``; absent where no
    /// profile says it.
    public var lights: String?

    package init(
      red: Double, green: Double, blue: Double, temperature: Double? = nil, duv: Double? = nil,
      correlation: Double? = nil, x: Double? = nil, y: Double? = nil, lights: String? = nil
    ) {
      (self.red, self.green, self.blue) = (red, green, blue)
      (self.temperature, self.duv, self.correlation) = (temperature, duv, correlation)
      (self.x, self.y, self.lights) = (x, y, lights)
    }
  }

  /// A reason to refuse.
  public struct Reason: Codable, Hashable, Sendable {
    /// The kind of reason.
    public var code: String
    /// The value found and the limit that it broke.
    public var value, limit: Double

    package init(code: String, value: Double, limit: Double) {
      (self.code, self.value, self.limit) = (code, value, limit)
    }
  }

  /// The gains to set, and what they cost.
  public struct Settable: Codable, Hashable, Sendable {
    /// The gains, within the device's range.
    public var gains: RGB
    /// The policy that they were fitted by.
    public var policy: String
    /// Whether the gains asked for were out of range.
    public var clamped: Bool
    /// The shifts of the temperature, in kelvin, and of the tint.
    public var temperatureShift, tintShift: Double?
  }

  /// The truth about a simulated frame.
  public struct Truth: Codable, Hashable, Sendable {
    /// The light on the card.
    public var chromaticity: XY
    /// The temperature in kelvin, Duv and tint of the light.
    public var temperature, duv, tint: Double
    /// The gains for the light.
    public var gains: RGB

    package init(chromaticity: XY, temperature: Double, duv: Double, tint: Double, gains: RGB) {
      (self.chromaticity, self.temperature, self.duv, self.tint, self.gains) = (
        chromaticity, temperature, duv, tint, gains
      )
    }
  }

  /// The format, size and levels that a frame was read with.
  public struct Frame: Codable, Hashable, Sendable {
    /// The pixel format of the source's frames.
    public var format: String
    /// The size, in samples.
    public var width, height: Int
    /// The levels of red, green beside red, green beside blue, and blue.
    public var black, white: [Double]
    /// The standard errors of the black levels, in the same order.
    public var blackError: [Double]?
    /// The origin of the black level.
    public var blackSource: String
    /// The number of frames that the mean was measured of; absent for one frame.
    public var count: Int?

    package init(
      format: String, width: Int, height: Int, black: [Double], white: [Double], blackError: [Double]? = nil,
      blackSource: String, count: Int? = nil
    ) {
      (self.format, self.width, self.height, self.black, self.white, self.blackError, self.blackSource, self.count) = (
        format, width, height, black, white, blackError, blackSource, count
      )
    }
  }

  /// The picture of a frame.
  public struct Picture: Codable, Hashable, Sendable {
    /// The file's path.
    public var file: String
    /// The size, in pixels.
    public var width, height: Int
    /// The gains or profile that the picture's colours were made with.
    public var colors: String

    package init(file: String, width: Int, height: Int, colors: String) {
      (self.file, self.width, self.height, self.colors) = (file, width, height, colors)
    }
  }

  /// The name that the caller gave this measurement among many.
  public var id: String?
  /// The file or camera.
  public var source: String?
  /// The exposure value at ISO 100, by EXIF's APEX relations.
  public var exposureValue: Double?
  /// The illuminance on the card, in lux, where a constant for it was given.
  public var illuminance: Double?
  /// The origin of the camera's colours, where they are the source's own and no profile was given.
  public var profileSource: String?
  /// The way in which the frame was read.
  public var frame: Frame?
  /// The region that was read: x, y, width, height.
  public var region: String?
  /// The way in which the region was chosen, a ``CardArea/Source``.
  public var regionSource: String?
  /// The picture, where one was written.
  public var picture: Picture?
  /// The file with the gains for a raw developer, where one was written.
  public var sidecar: String?
  /// The chromaticity of the light.
  public var chromaticity: XY?
  /// The chromaticity of the light in CIE 1960 u, v.
  public var uv: UV?
  /// The temperature in kelvin, Duv and tint of the light.
  public var temperature, duv, tint: Double?
  /// The correction for the given kind of light that was added to `duv`; absent where nothing was added.
  public var duvCorrection: Double?
  /// The gains, least gain 1, and the neutral, as shares of the range.
  public var gains, neutral: RGB?
  /// The standard errors.
  public var standardError: StandardError?
  /// The verdict, "ok" or "refused".
  public var verdict: String?
  /// The reasons of a refusal.
  public var reasons: [Reason]?
  /// The gains to set.
  public var settable: Settable?
  /// The truth about a simulated frame.
  public var truth: Truth?
  /// Facts that a person should know.
  public var warnings: [Finding]?
  /// The reason why there is no result, or not all of it.
  public var error: String?

  /// Creates an empty record.
  package init() {}
}

// MARK: - Numbers that JSON does not have

// The compiler's own coding of the records above calls these in place of the standard library's.
extension KeyedEncodingContainer {
  fileprivate mutating func encode(_ value: Double, forKey key: Key) throws {
    try encode(RecordNumber(value: value), forKey: key)
  }

  fileprivate mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encodeIfPresent(value.map(RecordNumber.init), forKey: key)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decode(RecordNumber.self, forKey: key).value
  }

  fileprivate func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decodeIfPresent(RecordNumber.self, forKey: key)?.value
  }
}

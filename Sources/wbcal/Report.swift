import Colorimetry
import GrayCard
import RawFrames
import WhiteBalance

/// What the tool found, as one JSON object; the keys are a contract with scripts. What is not known is absent.
struct Report: Encodable {
  struct XY: Codable { var x, y: Double }
  struct UV: Encodable { var u, v: Double }
  struct RGB: Codable { var red, green, blue: Double }
  /// Of the gains, the temperature and Duv: one standard error, and the correlation of the last two.
  struct StandardError: Encodable {
    var red, green, blue: Double
    var temperature, duv, correlation: Double?
  }
  struct Reason: Encodable {
    var code: String
    var value, limit: Double
  }
  struct Settable: Encodable {
    var gains: RGB
    var policy: String
    var clamped: Bool
    var temperatureShift, tintShift: Double?
  }
  struct Truth: Codable {
    var chromaticity: XY
    var temperature, duv, tint: Double
    var gains: RGB
  }

  /// How a frame was read: its format, size and levels.
  struct Frame: Encodable {
    var format: String
    var width, height: Int
    /// Red, green beside red, green beside blue, blue.
    var black, white: [Double]
    /// Of black, in the same order; absent where it is not known.
    var blackError: [Double]?
    /// Where black comes from.
    var blackSource: String
    /// Of how many frames the mean was measured; absent for one.
    var count: Int?
  }

  /// The picture that --show wrote.
  struct Picture: Encodable {
    var file: String
    var width, height: Int
    var colors: String
  }

  var source: String?
  var frame: Frame?
  var region: String?
  /// How the region was chosen.
  var regionSource: String?
  var picture: Picture?
  var chromaticity: XY?
  var uv: UV?
  var temperature, duv, tint: Double?
  var gains, neutral: RGB?
  var standardError: StandardError?
  var verdict: String?
  var reasons: [Reason]?
  var settable: Settable?
  var truth: Truth?
  var warnings: [Note]?
  var error: String?
}

extension Report {
  mutating func set(_ light: Chromaticity) {
    let uniform = UniformChromaticity(light)
    chromaticity = XY(light)
    uv = UV(u: uniform.u, v: uniform.v)
  }

  mutating func set(_ light: TemperatureAndTint) {
    (temperature, duv, tint) = (light.temperature, light.duv, light.tint)
  }

  mutating func set(_ refusals: [Refusal]) {
    verdict = "refused"
    reasons = refusals.map { Reason(code: $0.code.rawValue, value: $0.value, limit: $0.limit) }
  }

  mutating func warn(_ note: Note) { warnings = (warnings ?? []) + [note] }
}

extension Report.Frame {
  init(_ source: SourceFrame) {
    let (levels, errors) = (source.levels, source.levels.blackError.all)
    self.init(
      format: source.format.fourCC.description, width: source.frame.width, height: source.frame.height,
      black: levels.black.all, white: levels.white.all, blackError: errors.contains { $0 > 0 } ? errors : nil,
      blackSource: source.blackOrigin.rawValue, count: source.count > 1 ? source.count : nil)
  }
}

extension Report.XY {
  init(_ light: Chromaticity) { self.init(x: light.x, y: light.y) }
}

extension Report.RGB {
  init(_ gains: WhiteBalanceGains) { self.init(red: gains.red, green: gains.green, blue: gains.blue) }
  init(_ neutral: LinearRGB) { self.init(red: neutral.red, green: neutral.green, blue: neutral.blue) }
}

extension Report.Settable {
  init(_ fitted: FittedGains) {
    self.init(
      gains: Report.RGB(fitted.gains), policy: fitted.policy.rawValue, clamped: fitted.isClamped,
      temperatureShift: fitted.temperatureShift, tintShift: fitted.tintShift)
  }
}

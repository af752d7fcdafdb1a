internal import FrameSources
internal import GrayCard
internal import WhiteBalance

/// The state that a page shows, as JSON: the settings that were requested, and those that the camera made.
struct ScreenState: Encodable, Sendable {
  struct Gains: Encodable, Equatable, Sendable {
    var red, green, blue: Double
  }

  struct Light: Encodable, Equatable, Sendable {
    /// The temperature, in kelvin.
    var temperature: Double
    var tint: Double
  }

  struct Range: Encodable, Equatable, Sendable {
    var low, high: Double
  }

  struct Point: Encodable, Equatable, Sendable {
    var x, y: Double
  }

  /// A preset of a light.
  struct Preset: Encodable, Sendable {
    var name: String
    var light: Light
  }

  struct Device: Encodable, Sendable {
    var name, product: String
    /// `running`, `silent`, `unplugged` or `resting`.
    var connection: String
    /// The reason why there are no frames: the camera's failure, or that of the last attempt to reopen it; absent
    /// without one.
    var failure: String?
    /// The device's own activity because of which nothing is measured; absent without one.
    var intrusion: String?
    /// The device that the profile describes; absent without a profile.
    var profile: String?
    /// The present light of a simulated camera and the possible ones; absent for a real camera.
    var scene: Scene?
  }

  struct Scene: Encodable, Sendable {
    var lights: [String]
    var light: String
    var brightness: Double
    /// `card` or `chart`.
    var subject: String
    var isPluggedIn: Bool
  }

  struct Frame: Encodable, Sendable {
    var sequence: UInt32
    /// The time in seconds, on the camera's clock.
    var time: Double
    var width, height: Int
    var isTrusted: Bool
    /// The number of frames in a second.
    var rate: Double?
    /// The share of the picture's pixels with clipped samples.
    var clippedShare: Double?
  }

  struct Control: Encodable, Sendable {
    var name: String
    var asked, done: Int64
  }

  struct WhiteBalance: Encodable, Sendable {
    var mode: String
    var modes: [String]
    /// The method by which the device applies gains.
    var method: String
    var isAdjusting: Bool
    /// The device's largest gain, and the one that the page may set.
    var maximum, limit: Double
    var policy: String
    /// The settings that a page requested; absent before the first request.
    var askedLight: Light?
    var askedGains: Gains?
    /// The cost of fitting the gains to the limit; absent where there is none.
    var shift: Light?
    /// The gains that are set, and their light.
    var gains: Gains
    var light: Light?
    /// The part of the gains that the device applies, and the part that software applies.
    var applied, software: Gains?
    var controls: [Control]
  }

  struct Exposure: Encodable, Sendable {
    var mode: String
    var modes: [String]
    var isAdjusting: Bool
    var askedDuration, askedISO: Double?
    var duration, iso: Double?
    var durations, isos: Range?
    var bias: Double?
    var biases: Range?
    /// The offset in stops. It is positive where the frame is too bright.
    var offset: Double?
  }

  struct Focus: Encodable, Sendable {
    var mode: String
    var modes: [String]
    var isAdjusting: Bool
    var hasLens: Bool
    var askedPosition, position: Double?
  }

  struct Quantity: Encodable, Sendable {
    var name, status: String
    var reason: String?
    /// The time until the lock expires, in seconds; absent where there is no lock or it does not expire.
    var lockLeft: Double?
  }

  struct Meter: Encodable, Sendable {
    var mode: String
    var modes: [String]
    var point: Point
    /// The part of the frame that is read: x, y, width and height as shares.
    var region: [Double]
    var isScanning: Bool
    var quantities: [Quantity]
  }

  struct Reading: Encodable, Sendable {
    var sequence: UInt32
    var time: Double
    var measurement: MeasurementRecord
    /// The card's red and blue relative to green, with all gains applied: 1 where it is neutral.
    var balanced: Point?
  }

  /// A card that was measured under a known light.
  struct Card: Encodable, Sendable {
    var light: String
    var verdict: VerdictWord
    var temperature: Double
    var gains: Gains?
    var reasons: [String]?
  }

  /// A chart that was measured under a known light.
  struct Chart: Encodable, Sendable {
    var light: String
    var verdict: VerdictWord
    var temperature: Double
    /// The number of patches used, and their mean CIEDE2000 with the fitted matrix.
    var patches: Int
    var difference: Double
    var reasons: [String]?
  }

  struct Calibration: Encodable, Sendable {
    var cards: [Card]
    var charts: [Chart]
    /// The outcome of making the profile; absent before.
    var summary: [String]?
    var hasProfile: Bool
    /// Whether there is a page about the calibration.
    var hasPage: Bool
    /// Whether the camera uses the profile that was made.
    var isInUse: Bool
    /// The names of the lights under which cards can be measured.
    var illuminants: [String]
    /// Whether there is a profile that cards can be fitted to.
    var canRefine: Bool
  }

  var number = 0
  var camera: Device
  var presets: [Preset]
  var frame: Frame?
  var whiteBalance: WhiteBalance
  var exposure: Exposure?
  var focus: Focus?
  var meter: Meter
  var reading: Reading?
  var calibration: Calibration?
  /// The failure of the last long command; absent where it succeeded.
  var notice: String?

  /// The state as JSON, in one line.
  var json: [UInt8] { JSONLine.bytes(of: self) }
}

extension ScreenState.Gains {
  init(_ gains: WhiteBalanceGains) { self.init(red: gains.red, green: gains.green, blue: gains.blue) }
}

internal import CameraControl
internal import JSONText
internal import Metering
internal import WhiteBalance

/// A page's request to the camera.
enum ScreenCommand: Equatable, Sendable {
  /// Locks the white balance for a light.
  case light(temperature: Double, tint: Double)
  /// Locks the white balance at gains.
  case gains(WhiteBalance.WhiteBalanceGains)
  /// The way to fit gains above the limit.
  case policy(GainPolicy)
  /// The largest gain that the page may set.
  case gainLimit(Double)
  case whiteBalanceMode(CameraControl.Camera.WhiteBalanceMode)
  /// Locks the gains that make the middle of the frame gray.
  case grayWorld
  /// Measures the card at the metering point, and locks its gains.
  case grayCard
  /// Exposes by a duration in seconds, an ISO, or both.
  case exposure(duration: Double?, iso: Double?)
  case exposureMode(CameraControl.Camera.ExposureMode)
  case bias(Double)
  case lensPosition(Double)
  case focusMode(CameraControl.Camera.FocusMode)
  case metering(mode: MeteringMode?, point: MeteringPoint?)
  case scan(lockDuration: Double, Set<MeteringQuantity>)
  case cancelScan
  case lock(duration: Double, Set<MeteringQuantity>)
  case unlock(Set<MeteringQuantity>)
  /// Gives the page control of the camera.
  case takeControl
  /// Changes the scene of a simulated camera: its light by the CIE's name, its brightness, and whether it shows a chart
  /// instead of the card. A value that is not given stays.
  case scene(light: String?, brightness: Double?, isChart: Bool?)
  case unplug, plugIn
  /// Measures the card at the metering point under a known light.
  case addCard(light: ScreenLight)
  case removeCard(Int)
  /// Measures the chart between four corners, given as shares of the frame, under a known light.
  case addChart(light: ScreenLight, corners: [ScreenState.Point])
  case removeChart(Int)
  case makeProfile(ProfileOrigin)
  /// Switches the camera to the profile that was made.
  case useProfile

  /// The measurements that a profile is made from.
  enum ProfileOrigin: String, Sendable {
    /// The cards alone.
    case cards
    /// The camera's own profile, fitted to this unit by the cards.
    case profile
    /// The charts.
    case charts
  }
}

/// A light as a person names it on the page.
enum ScreenLight: Equatable, Sendable {
  /// The CIE's name of a light, the kelvin of a black body, or `daylight:` and kelvin.
  case named(String)
  case chromaticity(x: Double, y: Double)
  case temperature(Double, tint: Double)
}

/// The reason why JSON is not a command.
struct ScreenCommandError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension ScreenCommand {
  /// Reads a command from a JSON object. Its member `do` names the command.
  init(_ bytes: [UInt8]) throws(ScreenCommandError) {
    let fields: CommandFields
    do throws(JSONError) { fields = CommandFields(try JSONReader.value(bytes)) } catch {
      throw ScreenCommandError(description: "line \(error.line), column \(error.column): \(error.fault)")
    }
    let name = try fields.text("do")
    guard let read = Self.readers[name] else {
      throw ScreenCommandError(
        description:
          "'\(name.shown)' is no command; there are \(Self.readers.keys.sorted().joined(separator: ", "))")
    }
    self = try read(fields)
  }

  private typealias Reader = @Sendable (CommandFields) throws(ScreenCommandError) -> ScreenCommand

  private static let readers: [String: Reader] = [
    "light": { fields throws(ScreenCommandError) in
      .light(
        temperature: try fields.number("temperature", in: temperatures), tint: try fields.number("tint", in: tints))
    },
    "gains": { fields throws(ScreenCommandError) in
      .gains(
        .init(
          red: try fields.number("red", in: gains), green: try fields.number("green", in: gains),
          blue: try fields.number("blue", in: gains)))
    },
    "policy": { fields throws(ScreenCommandError) in .policy(try fields.word("policy", GainPolicy.init)) },
    "gain-limit": { fields throws(ScreenCommandError) in .gainLimit(try fields.number("limit", in: gains)) },
    "white-balance": { fields throws(ScreenCommandError) in
      .whiteBalanceMode(try fields.word("mode") { ScreenWords.whiteBalance[$0] })
    },
    "gray-world": { _ throws(ScreenCommandError) in .grayWorld },
    "gray-card": { _ throws(ScreenCommandError) in .grayCard },
    "exposure": { fields throws(ScreenCommandError) in
      guard fields.has("duration") || fields.has("iso") else {
        throw ScreenCommandError(description: "an exposure needs a 'duration' in seconds, an 'iso', or both")
      }
      return .exposure(
        duration: try fields.optionalNumber("duration", in: durations), iso: try fields.optionalNumber("iso", in: isos))
    },
    "exposure-mode": { fields throws(ScreenCommandError) in
      .exposureMode(try fields.word("mode") { ScreenWords.exposure[$0] })
    },
    "bias": { fields throws(ScreenCommandError) in .bias(try fields.number("stops", in: stops)) },
    "lens": { fields throws(ScreenCommandError) in .lensPosition(try fields.number("position", in: 0...1)) },
    "focus-mode": { fields throws(ScreenCommandError) in
      .focusMode(try fields.word("mode") { ScreenWords.focus[$0] })
    },
    "metering": { fields throws(ScreenCommandError) in
      .metering(
        mode: fields.has("mode") ? try fields.word("mode", MeteringMode.init) : nil,
        point: fields.has("x") || fields.has("y") ? try fields.point() : nil)
    },
    "scan": { fields throws(ScreenCommandError) in
      .scan(lockDuration: try fields.number("lock", in: lockDurations), try fields.quantities())
    },
    "cancel-scan": { _ throws(ScreenCommandError) in .cancelScan },
    "lock": { fields throws(ScreenCommandError) in
      .lock(duration: try fields.number("lock", in: lockDurations), try fields.quantities())
    },
    "unlock": { fields throws(ScreenCommandError) in .unlock(try fields.quantities()) },
    "take-control": { _ throws(ScreenCommandError) in .takeControl },
    "scene": { fields throws(ScreenCommandError) in
      .scene(
        light: fields.has("light") ? try fields.text("light") : nil,
        brightness: fields.has("brightness") ? try fields.number("brightness", in: brightnesses) : nil,
        isChart: fields.has("subject") ? try fields.word("subject") { ["card": false, "chart": true][$0] } : nil)
    },
    "unplug": { _ throws(ScreenCommandError) in .unplug }, "plug-in": { _ throws(ScreenCommandError) in .plugIn },
    "add-card": { fields throws(ScreenCommandError) in .addCard(light: try fields.light()) },
    "remove-card": { fields throws(ScreenCommandError) in
      .removeCard(Int(try fields.number("index", in: places).rounded()))
    },
    "make-profile": { fields throws(ScreenCommandError) in
      .makeProfile(try fields.word("from", ProfileOrigin.init))
    },
    "add-chart": { fields throws(ScreenCommandError) in
      .addChart(light: try fields.light(), corners: try fields.corners())
    },
    "use-profile": { _ throws(ScreenCommandError) in .useProfile },
    "remove-chart": { fields throws(ScreenCommandError) in
      .removeChart(Int(try fields.number("index", in: places).rounded()))
    },
  ]

  // These ranges hold for any camera. The camera checks its own.

  /// The temperatures of lights, in kelvin. The page's diagram shows black bodies of the same range.
  static let temperatures = 1000.0...10_000
  /// The tints of lights: the range of AVFoundation (Docs/Methods/TintConventions.md).
  static let tints = -150.0...150
  private static let gains = 1.0...GainRange.largestMaximum
  /// The exposures in seconds: from a nanosecond to eleven days, beyond those of any camera.
  private static let durations = 1e-9...1e6
  /// The sensitivities by ISO, beyond those of any camera.
  private static let isos = 1e-3...1e9
  /// The exposure bias in stops, which is a factor of 65 536 at either end.
  private static let stops = -16.0...16
  /// The brightness of a simulated scene: the factor ``/CameraControl/SimulatedCamera/Setup/brightness``.
  private static let brightnesses = 1e-4...100.0
  /// The places in the lists of cards and charts, which are far shorter.
  private static let places = 0.0...1000
  /// The legal durations of a lock, in seconds. 0 means without a limit.
  private static let lockDurations = 0.0...86_400
}

/// The members of a command.
private struct CommandFields {
  private let value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  func has(_ name: String) -> Bool {
    switch value[name]?.content {
    case nil, .null: false
    default: true
    }
  }

  func text(_ name: String) throws(ScreenCommandError) -> String {
    guard case .text(let text) = value[name]?.content else { throw fault(name, "must be a text") }
    return text
  }

  func word<Value>(_ name: String, _ meaning: (String) -> Value?) throws(ScreenCommandError) -> Value {
    let text = try text(name)
    guard let value = meaning(text) else { throw fault(name, "'\(text.shown)' is not known") }
    return value
  }

  func number(_ name: String, in range: ClosedRange<Double>) throws(ScreenCommandError) -> Double {
    guard case .number(let number) = value[name]?.content else { throw fault(name, "must be a number") }
    guard range.contains(number) else {
      throw fault(name, "\(number) is outside \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func optionalNumber(_ name: String, in range: ClosedRange<Double>) throws(ScreenCommandError) -> Double? {
    has(name) ? try number(name, in: range) : nil
  }

  func point() throws(ScreenCommandError) -> MeteringPoint {
    let (x, y) = (try number("x", in: 0...1), try number("y", in: 0...1))
    do throws(MeteringError) { return try MeteringPoint(x: x, y: y) } catch { throw fault("x", "\(error)") }
  }

  /// Returns the four corners, as shares of the frame.
  func corners() throws(ScreenCommandError) -> [ScreenState.Point] {
    guard case .array(let pairs) = value["corners"]?.content, pairs.count == 4 else {
      throw fault("corners", "must be a list of four points")
    }
    var corners: [ScreenState.Point] = []
    for pair in pairs {
      guard case .array(let list) = pair.content, list.count == 2, case let numbers = Array(list),
        case .number(let x) = numbers[0].content, case .number(let y) = numbers[1].content, (0...1).contains(x),
        (0...1).contains(y)
      else { throw fault("corners", "each must be two numbers within 0 to 1") }
      corners.append(ScreenState.Point(x: x, y: y))
    }
    return corners
  }

  /// Returns the named quantities, or all where none are named.
  func quantities() throws(ScreenCommandError) -> Set<MeteringQuantity> {
    guard has("quantities") else { return Set(MeteringQuantity.allCases) }
    guard case .array(let names) = value["quantities"]?.content else { throw fault("quantities", "must be a list") }
    var quantities: Set<MeteringQuantity> = []
    for name in names {
      guard case .text(let text) = name.content, let quantity = MeteringQuantity(rawValue: text) else {
        throw fault("quantities", "must be of exposure, focus and white-balance")
      }
      quantities.insert(quantity)
    }
    guard !quantities.isEmpty else { throw fault("quantities", "must not be empty") }
    return quantities
  }

  func light() throws(ScreenCommandError) -> ScreenLight {
    if has("illuminant") { return .named(try text("illuminant")) }
    if has("temperature") {
      return .temperature(
        try number("temperature", in: ScreenCommand.temperatures), tint: try number("tint", in: ScreenCommand.tints))
    }
    return .chromaticity(x: try number("x", in: 0...1), y: try number("y", in: 0...1))
  }

  private func fault(_ name: String, _ text: String) -> ScreenCommandError {
    ScreenCommandError(description: "\(name): \(text)")
  }
}

/// The page's words for modes.
enum ScreenWords {
  static let whiteBalance: [String: CameraControl.Camera.WhiteBalanceMode] = [
    "locked": .locked, "once": .autoWhiteBalance, "auto": .continuousAutoWhiteBalance,
  ]
  static let exposure: [String: CameraControl.Camera.ExposureMode] = [
    "locked": .locked, "once": .autoExpose, "auto": .continuousAutoExposure, "custom": .custom,
  ]
  static let focus: [String: CameraControl.Camera.FocusMode] = [
    "locked": .locked, "once": .autoFocus, "auto": .continuousAutoFocus,
  ]

  static func word<Mode: Equatable>(_ mode: Mode, _ words: [String: Mode]) -> String {
    guard let word = words.first(where: { $0.value == mode })?.key else {
      preconditionFailure("\(mode) has no word on the page")
    }
    return word
  }
}

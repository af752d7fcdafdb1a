public import ArgumentParser
import Colorimetry
import CommandOutput
import Foundation
import RawFrames
public import WhiteBalance

extension PixelFormat {
  /// Reads the code of --format.
  init(option code: String) throws {
    do throws(RawFrameError) { try self.init(code) } catch { throw Failure(.usage, "--format: \(error)") }
  }
}

extension ArgumentHelp {
  /// The help for the options with the size of a frame.
  static let width = ArgumentHelp("Samples in a row.", valueName: "samples")
  static let height = ArgumentHelp("Rows.", valueName: "rows")
}

/// An argument whose error says what it must be.
protocol ExplainedArgument {
  /// What the argument must be.
  static var form: String { get }

  /// Reads the argument. It is `nil` where it is something else.
  init?(argument: String)
}

extension ExplainedArgument {
  /// Reads the argument of an option, as the option's `transform`.
  ///
  /// - Throws: `ValidationError` where it is not of its form.
  static func read(_ argument: String) throws -> Self {
    guard let value = Self(argument: argument) else { throw ValidationError("it must be \(form)") }
    return value
  }
}

/// The number of a seed or of a specimen.
extension UInt64: ExplainedArgument {
  static let form = "a whole number from 0 to \(UInt64.max)"
}

extension Region: ExplainedArgument {
  static let form = "x,y,width,height in samples, such as 40,30,80,60, with a size above 0"

  init?(argument: String) {
    guard let numbers: [Int] = commaSeparated(argument), numbers.count == 4, numbers[2] > 0, numbers[3] > 0
    else { return nil }
    self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

extension ValidationError {
  /// Creates the error of an option with a value that it does not take.
  ///
  /// - Parameters:
  ///   - option: The option's name.
  ///   - value: The value that was given.
  ///   - right: The values that the option takes.
  init(_ option: String, _ value: some CustomStringConvertible, mustBe right: String) {
    self.init("\(option) \(value) is not valid; it must be \(right)")
  }

  /// Creates the error of an option with a value outside of its range.
  init<Value: CustomStringConvertible>(_ option: String, _ value: Value, mustBe range: ClosedRange<Value>) {
    self.init(option, value, mustBe: "\(range.lowerBound) to \(range.upperBound)")
  }
}

/// The duration of an exposure: a number of seconds, or a fraction of a second as cameras show it.
struct DurationArgument: ExplainedArgument {
  static let form = "seconds above 0 and up to \(Int(longest)), such as 0.008 or 1/125"

  let seconds: Double

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map {
      Double($0.trimmingCharacters(in: .whitespaces))
    }
    guard parts.count <= 2, let dividend = parts[0], let divisor = parts.count == 2 ? parts[1] : 1 else { return nil }
    seconds = dividend / divisor
    guard seconds > 0, seconds <= Self.longest else { return nil }
  }

  /// The longest duration in seconds, longer than any camera exposes.
  private static let longest = 1e6
}

/// Durations of exposures, separated by commas.
struct DurationsArgument: ExplainedArgument {
  static let form = "durations separated by commas, each \(DurationArgument.form)"

  let durations: [DurationArgument]

  init?(argument: String) {
    let fields = argument.split(separator: ",", omittingEmptySubsequences: false)
    durations = fields.compactMap { DurationArgument(argument: String($0)) }
    guard durations.count == fields.count else { return nil }
  }
}

/// A level for all channels, or four levels: red, green on red rows, green on blue rows, and blue.
struct LevelArgument: ExplainedArgument {
  static let form = "one level, such as 64, or four, such as 64,64,63,64"

  let values: BayerValues<Double>

  init?(argument: String) {
    guard let levels: [Double] = commaSeparated(argument) else { return nil }
    switch levels.count {
    case 1: values = BayerValues(repeating: levels[0])
    case 4:
      values = BayerValues(red: levels[0], greenOnRedRow: levels[1], greenOnBlueRow: levels[2], blue: levels[3])
    default: return nil
    }
  }
}

/// A place in a frame, in samples.
struct PointArgument: ExplainedArgument {
  static let form = "x,y in samples, such as 80,60"

  let x, y: Int

  var position: SamplePosition { SamplePosition(x: x, y: y) }

  init?(argument: String) {
    guard let numbers: [Int] = commaSeparated(argument), numbers.count == 2 else { return nil }
    (x, y) = (numbers[0], numbers[1])
  }
}

/// Numbers separated by commas.
struct NumbersArgument: ExplainedArgument {
  static let form = "numbers, such as 0.5,2"

  let numbers: [Double]

  init?(argument: String) {
    guard let numbers: [Double] = commaSeparated(argument), numbers.allSatisfy(\.isFinite) else { return nil }
    self.numbers = numbers
  }
}

/// Three gains.
struct GainsArgument: ExplainedArgument {
  static let form = "three gains above 0, such as 1.8,1,1.5"

  let gains: WhiteBalanceGains

  init?(argument: String) {
    guard let numbers = NumbersArgument(argument: argument)?.numbers, numbers.count == 3,
      numbers.allSatisfy({ $0 > 0 })
    else { return nil }
    gains = WhiteBalanceGains(red: numbers[0], green: numbers[1], blue: numbers[2])
  }
}

/// The temperature of a light, alone.
struct KelvinArgument: ExplainedArgument {
  static let form = "kelvin, such as 5000 or 5000K"

  let kelvin: Double

  init?(argument: String) {
    guard let kelvin = Double(Self.withoutUnit(argument)) else { return nil }
    self.kelvin = kelvin
  }

  /// Returns the text without the unit that kelvins may have.
  static func withoutUnit(_ text: String) -> String {
    text.count > 1 && text.hasSuffix("K") ? String(text.dropLast()) : text
  }
}

/// The temperature of a light, and its tint.
struct TemperatureArgument: ExplainedArgument {
  static let form = "kelvin above 0, such as 5000, or kelvin and tint, such as 5000,-10"

  let light: TemperatureAndTint

  init?(argument: String) {
    var parts = argument.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    parts[0] = KelvinArgument.withoutUnit(parts[0])
    guard let numbers = NumbersArgument(argument: parts.joined(separator: ","))?.numbers, numbers.count <= 2,
      numbers[0] > 0
    else { return nil }
    light = TemperatureAndTint(temperature: numbers[0], tint: numbers.count > 1 ? numbers[1] : 0)
  }
}

extension GainPolicy: ExpressibleByArgument {}
extension LightKind: ExpressibleByArgument {}

public import ArgumentParser
import CommandOutput
public import RawFrames
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

extension Region: ExpressibleByArgument {
  public init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 4, let x = numbers[0], let y = numbers[1], let width = numbers[2], let height = numbers[3]
    else { return nil }
    self.init(x: x, y: y, width: width, height: height)
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

/// Returns a duration in seconds from a number, or from a fraction of a second as cameras show it.
///
/// - Throws: `ValidationError` for other texts.
func seconds(_ argument: String) throws -> Double {
  let parts = argument.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
  switch parts.count {
  case 1: if let seconds = parts[0] { return seconds }
  case 2: if let dividend = parts[0], let divisor = parts[1] { return dividend / divisor }
  default: break
  }
  throw ValidationError("'\(argument)' is not a duration; it must be seconds, such as 0.008 or 1/125")
}

/// A level for all channels, or four levels: red, green on red rows, green on blue rows, and blue.
struct LevelArgument: ExpressibleByArgument {
  let values: BayerValues<Double>

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    switch numbers.count {
    case 1:
      guard let level = numbers[0] else { return nil }
      values = BayerValues(repeating: level)
    case 4:
      guard let red = numbers[0], let onRed = numbers[1], let onBlue = numbers[2], let blue = numbers[3] else {
        return nil
      }
      values = BayerValues(red: red, greenOnRedRow: onRed, greenOnBlueRow: onBlue, blue: blue)
    default: return nil
    }
  }
}

/// A place in a frame, in samples.
struct PointArgument: ExpressibleByArgument {
  let x, y: Int

  var position: SamplePosition { SamplePosition(x: x, y: y) }

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
    (self.x, self.y) = (x, y)
  }
}

/// Numbers separated by commas.
struct NumbersArgument: ExpressibleByArgument {
  let numbers: [Double]

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.allSatisfy({ $0?.isFinite == true }) else { return nil }
    self.numbers = numbers.compactMap(\.self)
  }
}

/// Three gains.
struct GainsArgument: ExpressibleByArgument {
  let gains: WhiteBalanceGains

  init?(argument: String) {
    guard let numbers = NumbersArgument(argument: argument)?.numbers, numbers.count == 3,
      numbers.allSatisfy({ $0 > 0 })
    else { return nil }
    gains = WhiteBalanceGains(red: numbers[0], green: numbers[1], blue: numbers[2])
  }

  /// The neutral that these gains make gray.
  var neutral: LinearRGB { LinearRGB(red: 1, green: 1, blue: 1).divided(by: gains) }
}

extension GainPolicy: ExpressibleByArgument {}
extension LightKind: ExpressibleByArgument {}

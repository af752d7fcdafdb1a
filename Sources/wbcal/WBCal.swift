import ArgumentParser
import CommandOutput
import Conversions
import Foundation
import FrameSources

@main
struct WBCal: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wbcal",
    abstract: "Measure and convert white balance: gains, chromaticity, temperature and tint.",
    discussion: """
      With no profile, temperature and chromaticity convert into each other; a profile ties them to a camera's gains.

      Exit status: 0 done; 2 refused: a measurement, a calibration, or gains that the policy refuses; 64 wrong usage; 65 bad data; 66 no such input; 69 the device failed; 74 the output could not be written.

      Start here:
        wbcal measure                           measure the bundled sample
        wbcal convert --from xy 0.3127 0.3290   temperature and tint of a light
        wbcal camera list                       cameras and their raw formats
      """,
    version: Release.version,
    subcommands: [
      Measure.self, Convert.self, Calibrate.self, Plot.self, Simulate.self, DNGCommand.self, Profile.self,
      CameraCommand.self,
    ])

  /// Returns the command that words name, with its own arguments, or `nil` where they name a group of commands or ask
  /// for help.
  ///
  /// Throws for a command that does not exist, and for its `help`: ArgumentParser would report an unexpected argument,
  /// print the help of the tool and succeed.
  private static func command(named words: [String]) throws -> (type: any ParsableCommand.Type, arguments: [String])? {
    let isHelp = words.first == "help"
    var command: any ParsableCommand.Type = WBCal.self
    var rest = words.dropFirst(isHelp ? 1 : 0)
    while let word = rest.first {
      let subcommands = command.configuration.subcommands
      if !isHelp, subcommands.isEmpty || word.hasPrefix("-") { break }
      rest.removeFirst()
      if word.hasPrefix("-") { continue }
      guard let next = subcommands.first(where: { $0._commandName == word }) else {
        let names = subcommands.map { $0._commandName }.joined(separator: ", ")
        let known = names.isEmpty ? "" : "; it has \(names)"
        throw Failure(.usage, "\(command._commandName) has no command '\(word)'\(known)")
      }
      command = next
    }
    return isHelp || !command.configuration.subcommands.isEmpty ? nil : (command, Array(rest))
  }

  /// Returns the command that words ask for.
  ///
  /// ArgumentParser would list the options of a command repeatedly while it searches for it, which takes a fifth of
  /// the start of `measure`. So the command parses its own arguments. If that fails, the root command parses them,
  /// because only it knows the whole name of the command for help and errors.
  private static func parse(words: [String]) throws -> any ParsableCommand {
    if let (command, arguments) = try command(named: words), let parsed = try? command.parse(arguments) {
      return parsed
    }
    return try parseAsRoot(words)
  }

  /// Throws for arguments that would be read as something else.
  ///
  /// Swift would repair arguments that are not UTF-8, which could name another file. ArgumentParser would take the word
  /// after `--show=` for its value. A shell leaves such a word where a variable is empty, and the next word may be the
  /// frame, which the picture would then replace.
  private static func checkWords() throws {
    let words = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    if let option = words.first(where: { $0.wholeMatch(of: /--[a-z-]+=/) != nil }) {
      throw Failure(.usage, "\(option) has no value; write one after the '=', or leave the option out")
    }
    for (number, word) in CommandLine.arguments.enumerated() where word.contains("\u{fffd}") {
      guard let bytes = CommandLine.unsafeArgv[number], String(validatingCString: bytes) == nil else { continue }
      throw Failure(.usage, "argument \(number), '\(word)', is not a text in UTF-8; give the file another name")
    }
  }

  /// Returns the fault of a word such as `-with.dng`, which ArgumentParser reads as one option for each letter, and for
  /// an h as a request for the help; `nil` where there is none, where another word asks for the help, and for errors
  /// that are of something else.
  private static func fault(ofDashIn words: [String], for error: any Error) -> Failure? {
    guard words.first != "help", !words.contains("-h"), !words.contains("--help") else { return nil }
    let text = fullMessage(for: error)
    guard
      exitCode(for: error).isSuccess || ["Unknown option", "Missing ", "needs a SOURCE"].contains(where: text.contains)
    else {
      return nil
    }
    let word = words.prefix { $0 != "--" }.first { word in
      word.wholeMatch(of: /-[^-].+/) != nil && word.contains(where: \.isLetter)
        && !word.split(separator: ",").allSatisfy { Double($0) != nil }
    }
    return word.map {
      Failure(.usage, "'\($0)' is no option; a file whose name begins with '-' is given as ./\($0)")
    }
  }

  static func main() async {
    StandardStreams.holdPlaces()
    EndingSignals.endOnQuit()
    EndingSignals.ignoreLimitOfFileSizes()
    var (isJSON, isRunning) = (false, false)
    do {
      try checkWords()
      var command = try parse(words: Array(CommandLine.arguments.dropFirst()))
      isJSON = (command as? any JSONCommand)?.json ?? false
      isRunning = true
      if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
    } catch {
      HelpWidth.raise()
      // A help is printed by running it.
      let isOfWords = !isRunning || exitCode(for: error).isSuccess
      let fault = isOfWords ? fault(ofDashIn: Array(CommandLine.arguments.dropFirst()), for: error) : nil
      end(by: fault ?? error, isJSON: isJSON)
    }
  }

  /// Ends the process with the exit code of an error.
  ///
  /// ArgumentParser throws for a help and the version as well, and would not notice that they could not be printed.
  ///
  /// - Parameter isJSON: Whether the command was to print JSON.
  private static func end(by error: any Error, isJSON: Bool = false) -> Never {
    switch error {
    case let lines as UnreadableLines:
      end(by: Failure(lines.isBadData ? .badData : .noInput, "\(lines)"), isJSON: isJSON)
    case let line as PointLineError: end(by: Failure(.badData, "standard input, \(line)"), isJSON: isJSON)
    case let failure as Failure:
      Output.error("wbcal: \(failure.message)")
      if isJSON { Output.fault(failure) }
      Foundation.exit(failure.status.rawValue)
    // A command that is running throws this too, and ArgumentParser would then print the usage of the whole tool.
    case let error as ValidationError: end(by: Failure(.usage, error.message), isJSON: isJSON)
    case is Output.BrokenPipe: EndingSignals.endProcess(by: SIGPIPE)
    default:
      let (text, status) = (fullMessage(for: error), exitCode(for: error))
      guard status.isSuccess else {
        Output.error(text.replacing(#/^Error: /#, with: "wbcal: "))
        Foundation.exit(status.rawValue)
      }
      do { try Output.line(text) } catch { end(by: error) }
      Foundation.exit(status.rawValue)
    }
  }
}

import ArgumentParser
import Foundation
import TestSupport
import Testing
import ToolSupport

@testable import wbcal

/// `--help` shows every command.
@Suite struct HelpTests {
  static let commands = paths(of: WBCal.self, path: [])

  /// The help of each command, which is printed once for all tests.
  private static let helps = Result {
    try Dictionary(uniqueKeysWithValues: commands.map { ($0, try Tool.run($0 + ["--help"])) })
  }

  private static func help(of command: [String]) throws -> Tool.Result {
    try #require(helps.get()[command])
  }

  private static func paths(of command: any ParsableCommand.Type, path: [String]) -> [[String]] {
    [path]
      + command.configuration.subcommands.flatMap { subcommand in
        let name = subcommand.configuration.commandName ?? String(describing: subcommand).lowercased()
        return paths(of: subcommand, path: path + [name])
      }
  }

  @Test func `every command has a help`() throws {
    #expect(Self.commands.count >= 13)
    #expect(Self.commands.contains(["profile", "export"]) && Self.commands.contains(["measure"]))
  }

  private static func all(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    [command] + command.configuration.subcommands.flatMap(all(below:))
  }

  /// The compiler does not ask for the conformance, without which a failure prints no JSON.
  @Test func `every command that has --json tells its failures in JSON, and no other`() {
    for command in Self.all(below: WBCal.self) {
      let lines = WBCal.helpMessage(for: command).split(separator: "\n")
      let hasJSON = lines.contains { $0.drop { $0 == " " }.hasPrefix("--json ") }
      #expect(hasJSON == (command is any JSONCommand.Type), "\(command)")
    }
  }

  /// ArgumentParser ends the process where the text of an option has no column.
  @Test func `a help is printed whole in a terminal of a few columns`() throws {
    let narrow = try Tool.run(["convert", "--help"], variables: ["COLUMNS=20"])
    #expect(narrow.status == 0 && narrow.output.contains("--method") && narrow.errors.isEmpty, "\(narrow.errors)")
  }

  /// `WHITEBALANCE_RECORD=1` writes the file anew, to be read before it is kept.
  @Test func `the help of every command is the one in wbcal-help.txt`() throws {
    let file = repositoryRoot.appending(path: "Tests/ReferenceData/wbcal-help.txt")
    let helps = try Self.commands.map { command in
      "$ wbcal \((command + ["--help"]).joined(separator: " "))\n\(try Self.help(of: command).output)"
    }
    guard ProcessInfo.processInfo.environment["WHITEBALANCE_RECORD"] == nil else {
      try Data(helps.joined(separator: "\n").utf8).write(to: file)
      Issue.record("the help was written anew; read it, and run the tests again without WHITEBALANCE_RECORD")
      return
    }
    let recorded = try String(contentsOf: file, encoding: .utf8)
    for help in helps { #expect(recorded.contains(help), "\(help)") }
    #expect(recorded == helps.joined(separator: "\n"))
  }

  /// The line of the usage alone is as long as the options are.
  @Test(arguments: commands) func `no line is longer than 80 columns`(command: [String]) throws {
    let help = try Self.help(of: command)
    #expect(help.status == 0)
    for line in help.output.split(separator: "\n") where !line.hasPrefix("USAGE: ") {
      #expect(line.count <= 80, "\(line)")
    }
  }

  @Test(arguments: commands) func `an example is shown as it is typed, and understood`(command: [String]) throws {
    let help = try Self.help(of: command).output
    let start = help.firstRange(of: /(Examples?|Start here):\n/)?.upperBound ?? help.endIndex
    let shown = help[start...].prefix(while: { _ in true }).components(separatedBy: "\n\n")[0]
    let hasNone = ["profile", "camera", "calibrate"].contains(command.joined(separator: " "))
    #expect(shown.isEmpty == hasNone)
    let shell = try ReadersShell()
    for example in shown.replacing("\\\n", with: " ").split(separator: "\n") {
      #expect(example.hasPrefix("  "), "a line of the help was broken: \(example)")
      // The words beside a command are for the reader.
      let typed = example.drop(while: \.isWhitespace).split(separator: /\s{3,}(?=[a-z])/)[0]
      let result = try shell.run(String(typed))
      #expect(result.status != 64, "\(typed): \(result.printed)")
    }
  }
}

import ArgumentParser
import CommandOutput
import DeviceProfiles
import Reports

struct ProfileShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show what a profile says of its device.",
    discussion: """
      Example:
        wbcal profile show camera.icc
      """)

  @Flag(help: "Print one JSON object.")
  var json = false

  @Argument(help: ArgumentHelp("An ICC profile.", valueName: "file"))
  var profile: String

  func run() throws {
    let shown = ShownProfile(try ProfileFile.load(profile))
    try Output.report(shown, text: shown.text, json: json)
  }
}

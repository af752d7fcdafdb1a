import ArgumentParser

struct Profile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look at a device's profile, check it, and exchange it with other programs.",
    subcommands: [ProfileShow.self, ProfileCheck.self, ProfileImport.self, ProfileExport.self])
}

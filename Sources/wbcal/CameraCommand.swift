import ArgumentParser

/// Named so beside the library's `Camera`.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Find cameras, look at their controls and set them.",
    subcommands: [CameraList.self, CameraShow.self, CameraSet.self])
}

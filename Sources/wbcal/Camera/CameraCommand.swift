import ArgumentParser

/// Named so beside the library's `Camera`.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Find cameras, look at and set their controls, take frames, meter, and show them in a browser.",
    subcommands: [
      CameraList.self, CameraShow.self, CameraSet.self, CameraCapture.self, CameraMeterCommand.self,
      CameraCalibrateGain.self, CameraMeasureDelay.self, CameraServe.self,
    ])
}

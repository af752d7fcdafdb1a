import ArgumentParser

/// The command `camera`. The library's type `Camera` has the plain name.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Find cameras, look at and set their controls, take frames, meter, and show them in a browser.",
    subcommands: [
      CameraList.self, CameraShow.self, CameraSet.self, CameraCapture.self, CameraMeterCommand.self,
      CameraCalibrateGain.self, CameraMeasureDelay.self, CameraServe.self,
    ])
}

import ArgumentParser
import CameraDevices
import CommandOutput
import Reports

struct CameraShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a camera: its formats, how it applies gains, and its controls with their ranges and values.",
    discussion: """
      Examples:
        wbcal camera show /dev/video0
        wbcal camera show /dev/video0 --json
      """)

  @Argument(help: .camera) var camera: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let shown: ShownCamera
    let device = try NamedCamera.open(camera)
    do throws(CameraDeviceError) { shown = try ShownCamera(device) } catch { throw Failure(error) }
    try Output.report(shown, text: shown.text, json: json)
  }
}

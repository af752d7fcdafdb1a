import ArgumentParser
import CameraDevices
import CommandOutput
import Reports

struct CameraList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cameras of this machine with the raw formats and sizes that they offer.",
    discussion: """
      A camera of several parts (an image sensor and its lens behind a media device) is listed once, by its sensor. A name for the \
      other commands stands first in its line.

      Examples:
        wbcal camera list
        wbcal camera list /dev/video0 --json
      """)

  @Argument(help: "Cameras to list; all that this machine has if none is given.")
  var cameras: [String] = []

  @Flag(help: "List every node that gives frames, also those of cameras of several parts.")
  var all = false

  @Flag(help: "Print one JSON object for each camera.")
  var json = false

  func validate() throws {
    guard !all || cameras.isEmpty else {
      throw ValidationError("--all lists what the machine has; \(cameras[0]) is a camera to list")
    }
  }

  func run() throws {
    guard cameras.isEmpty else {
      try listNamed()
      return
    }
    try listAll()
  }

  /// Lists the cameras that are named. One that cannot be opened does not hide the others.
  private func listNamed() throws {
    var first: Failure?
    for name in cameras {
      do {
        let device = try NamedCamera.open(name)
        let camera: ListedCamera
        do throws(CameraDeviceError) { camera = try ListedCamera(device) } catch { throw Failure(error) }
        try list(camera)
      } catch let failure as Failure {
        // The first failure is thrown at the end and printed last. Later failures are printed here.
        if first != nil { Output.error("wbcal: \(failure.message)") }
        first = first ?? failure
      }
    }
    if let first { throw first }
  }

  private func list(_ camera: ListedCamera) throws {
    try Output.report(camera, text: camera.text, json: json)
  }

  private func listAll() throws {
    var (count, failure): (Int, CameraDeviceError?) = (0, nil)
    for camera in try MachineCameras.found(all: all) {
      switch camera {
      case .success(let camera):
        try list(camera)
        count += 1
      case .failure(let error):
        Output.error("wbcal: \(error)")
        failure = failure ?? error
      }
    }
    guard count == 0 else { return }
    if failure != nil { throw Failure(.deviceFailed, "no camera could be opened") }
    Output.error("wbcal: no camera: \(MachineCameras.whyNone)")
  }
}

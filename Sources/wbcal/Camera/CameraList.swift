import ArgumentParser
import CameraDevices
import CommandOutput
import Reports

#if os(Linux)
  import SystemPackage
  import VideoCapture
#endif

struct CameraList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cameras of this machine with the raw formats and sizes that they offer.",
    discussion: """
      A camera of several parts (an image sensor and its lens behind a media device) is listed once, by its sensor. A name for the \
      other commands stands first in its line.
      """)

  @Argument(help: "Cameras to list; all that this machine has if none is given.")
  var cameras: [String] = []

  @Flag(help: "List every node that gives frames, also those of cameras of several parts.")
  var all = false

  @Flag(help: "Print one JSON object for each camera.")
  var json = false

  func run() throws {
    guard cameras.isEmpty else {
      for name in cameras {
        let device = try CameraSource.open(name)
        let camera: ListedCamera
        do throws(CameraDeviceError) { camera = try ListedCamera(device) } catch { throw Failure(error) }
        try list(camera)
      }
      return
    }
    try listAll()
  }

  private func list(_ camera: ListedCamera) throws {
    if json { try Output.line(camera) } else { try Output.line(camera.text) }
  }

  #if os(Linux)
    private func listAll() throws {
      let sensors = SensorCamera.all()
      let paths = CaptureDevice.allPaths.filter { all || !SensorCamera.nodes.contains($0.string) }
      var (count, failure): (Int, CameraDeviceError?) = (0, nil)
      func add(_ open: () throws(CameraDeviceError) -> ListedCamera) throws {
        let camera: ListedCamera
        do throws(CameraDeviceError) { camera = try open() } catch {
          // A card has nodes for metadata and output beside that of the camera.
          if case .notACamera = error.fault { return }
          Output.error("wbcal: \(error)")
          failure = failure ?? error
          return
        }
        try list(camera)
        count += 1
      }
      for sensor in sensors { try add { () throws(CameraDeviceError) in try ListedCamera(sensor) } }
      for path in paths { try add { () throws(CameraDeviceError) in try ListedCamera(V4L2Camera(path: path)) } }
      guard count == 0 else { return }
      if failure != nil { throw Failure(.deviceFailed, "no camera could be opened") }
      Output.error("wbcal: no camera: \(paths.isEmpty ? "there is no /dev/video*" : "none of /dev/video* is one")")
    }
  #else
    private func listAll() throws {
      throw Failure(.deviceFailed, "cameras can be listed on Linux alone, through V4L2; elsewhere list simulated:")
    }
  #endif
}

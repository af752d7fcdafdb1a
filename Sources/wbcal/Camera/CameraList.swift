import ArgumentParser
import CameraDevices
import RawFrames

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

/// A camera as `camera list` prints it.
struct ListedCamera: Encodable {
  struct Format: Encodable {
    var format: String
    /// For instance `640x480`; a range where the driver offers any size.
    var sizes: [String]
  }

  struct Parts: Encodable {
    var model, sensor: String
    var lens: String?
    var node: String
  }

  var device, card, driver, bus: String
  /// The sensor's model, the names of sensor and lens, and the node that gives the frames; absent for a camera of one part.
  var parts: Parts?
  var rawFormats: [Format]
  /// The codes of the formats that are not raw.
  var otherFormats: [String]

  init(_ device: any CameraBackend) throws(CameraDeviceError) {
    self.device = device.name
    card = device.identity.card
    driver = device.identity.driver
    bus = device.identity.bus
    rawFormats = []
    otherFormats = []
    #if os(Linux)
      if let camera = device as? SensorCamera, let node = camera.way.node.node {
        parts = Parts(
          model: camera.sensor?.model ?? "", sensor: camera.way.sensor.name, lens: camera.way.lens?.name, node: node)
      }
    #endif
    for format in try device.formats() {
      if let raw = format.pixelFormat {
        rawFormats.append(
          Format(format: format.fourCC.description, sizes: try device.frameSizes(for: raw)?.texts ?? []))
      } else {
        otherFormats.append(format.fourCC.description)
      }
    }
  }

  var text: String {
    var lines = ["\(device)  \(card) (\(driver), \(bus))"]
    if let parts {
      let lens = parts.lens.map { ", lens \($0)" } ?? ""
      lines.append("  sensor \(parts.sensor)\(lens), frames from \(parts.node)")
    }
    lines += rawFormats.map { "  \($0.format)  \($0.sizes.joined(separator: " "))" }
    if rawFormats.isEmpty { lines.append("  no raw format; it offers \(otherFormats.joined(separator: " "))") }
    return lines.joined(separator: "\n")
  }
}

extension FrameSizes {
  fileprivate var texts: [String] {
    switch self {
    case .discrete(let sizes): sizes.map { "\($0.width)x\($0.height)" }
    case .range(let from, let through, let step):
      ["\(from.width)x\(from.height) to \(through.width)x\(through.height) in steps of \(step.width)x\(step.height)"]
    }
  }
}

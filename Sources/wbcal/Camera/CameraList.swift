import ArgumentParser
import CameraDevices
import RawFrames

#if os(Linux)
  import VideoCapture
#endif

struct CameraList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the cameras of this machine with the raw formats and sizes that they offer.")

  @Argument(help: "Cameras to list; all that this machine has if none is given.")
  var cameras: [String] = []

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
      let paths = CaptureDevice.allPaths
      var count = 0
      for path in paths {
        let camera: ListedCamera
        do throws(CameraDeviceError) { camera = try ListedCamera(V4L2Camera(path: path)) } catch {
          // A card has nodes for metadata and output beside that of the camera.
          if case .notACamera = error.fault { continue }
          Output.error("wbcal: \(error)")
          continue
        }
        try list(camera)
        count += 1
      }
      if count == 0 {
        Output.error("wbcal: no camera: \(paths.isEmpty ? "there is no /dev/video*" : "none of /dev/video* is one")")
      }
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

  var device, card, driver, bus: String
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

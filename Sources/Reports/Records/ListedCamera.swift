package import CameraDevices
import RawFrames

#if os(Linux)
  import VideoCapture
#endif

/// A camera as `camera list` prints it.
package struct ListedCamera: Encodable {
  package struct Format: Encodable {
    package var format: String
    /// The sizes, such as `640x480`, or a range where the driver offers every size in it.
    package var sizes: [String]
  }

  package struct Parts: Encodable {
    package var model, sensor: String
    package var lens: String?
    package var node: String
  }

  package var device, card, driver, bus: String
  /// The sensor's model, the names of sensor and lens, and the node of the frames; absent for a camera of one part.
  package var parts: Parts?
  package var rawFormats: [Format]
  /// The codes of the formats that are not raw.
  package var otherFormats: [String]

  package init(_ device: any CameraBackend) throws(CameraDeviceError) {
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

  package var text: String {
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

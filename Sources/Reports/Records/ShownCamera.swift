import CameraControl
package import CameraDevices
import RawFrames

/// A camera as `camera show` prints it.
package struct ShownCamera: Encodable {
  package struct Active: Encodable {
    package var format: String
    package var width, height, bytesPerRow: Int
    /// From a frame to the next, in seconds.
    package var interval: Double?
  }

  package var camera: ListedCamera
  /// Absent where the device is set to a format that is not raw.
  package var active: Active?
  /// The way in which gains are applied: by red and blue balance, a temperature alone, or in software.
  package var balanceMethod: String
  package var controls: [ShownControl]

  package init(_ device: any CameraBackend) throws(CameraDeviceError) {
    camera = try ListedCamera(device)
    if let format = try? device.currentFormat() {
      active = Active(
        format: format.pixelFormat.fourCC.description, width: format.size.width, height: format.size.height,
        bytesPerRow: format.bytesPerRow, interval: try device.frameInterval()?.seconds)
    }
    let all = try device.controls()
    balanceMethod = try BalanceMethod(of: device).rawValue
    controls = []
    for control in all { controls.append(try ShownControl(control, device)) }
  }

  package func encode(to encoder: any Encoder) throws {
    try camera.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(active, forKey: .active)
    try container.encode(balanceMethod, forKey: .balanceMethod)
    try container.encode(controls, forKey: .controls)
  }

  private enum CodingKeys: CodingKey { case active, balanceMethod, controls }

  package var text: String {
    var lines = [camera.text]
    if let active {
      let rate = active.interval.map { ", \((1 / $0 * 100).rounded() / 100) frames a second" } ?? ""
      lines.append("set to        \(active.format) \(active.width)x\(active.height)\(rate)")
    }
    lines.append("gains by      \(balanceMethod)")
    let width = controls.map(\.name.count).max() ?? 0
    for control in controls {
      lines.append("  \(control.name)\(String(repeating: " ", count: width - control.name.count))  \(control.text)")
    }
    return lines.joined(separator: "\n")
  }
}

import CameraControl
package import CameraDevices
import RawFrames

/// A camera as `camera show` prints it.
package struct ShownCamera: Encodable {
  package struct Active: Encodable {
    package var format: String
    package var width, height, bytesPerRow: Int
    /// The interval between frames, in seconds.
    package var interval: Double?
  }

  /// The number of frames that the camera waits for after a change.
  package struct Delay: Encodable {
    package enum Origin: String, Encodable {
      /// The delay of this kind of sensor is known.
      case known
      /// The delay of the sensor is not known, and the usual one is assumed.
      case assumed
    }

    package var frames: Int
    package var origin: Origin
  }

  package var camera: ListedCamera
  /// The format that the device is set to; absent where it is not raw.
  package var active: Active?
  /// The method of applying gains: by controls of red and blue, by a control of temperature, or in software.
  package var balanceMethod: String
  package var delay: Delay
  package var controls: [ShownControl]

  package init(_ device: any CameraBackend) throws(CameraDeviceError) {
    camera = try ListedCamera(device)
    if let format = try? device.currentFormat() {
      active = Active(
        format: format.pixelFormat.fourCC.description, width: format.size.width, height: format.size.height,
        bytesPerRow: format.bytesPerRow, interval: try device.frameInterval()?.seconds)
    }
    delay = Delay(
      frames: CameraOptions().delay(of: device.sensor), origin: device.sensor?.delays == nil ? .assumed : .known)
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
    try container.encode(delay, forKey: .delay)
    try container.encode(controls, forKey: .controls)
  }

  private enum CodingKeys: CodingKey { case active, balanceMethod, delay, controls }

  package var text: String {
    var facts: [LabelledLine] = []
    if let active {
      let rate = active.interval.map { ", \((1 / $0 * 100).rounded() / 100) frames a second" } ?? ""
      facts.append(("set to", "\(active.format) \(active.width)x\(active.height)\(rate)"))
    }
    facts.append(("gains by", balanceMethod))
    let assumed = delay.origin == .assumed ? ", assumed; wbcal camera measure-delay measures it" : ""
    facts.append(("changes take", "\(delay.frames) frames\(assumed)"))
    var lines = [camera.text, labelled(facts)]
    let width = controls.map(\.name.count).max() ?? 0
    for control in controls {
      lines.append("  \(control.name)\(String(repeating: " ", count: width - control.name.count))  \(control.text)")
    }
    return lines.joined(separator: "\n")
  }
}

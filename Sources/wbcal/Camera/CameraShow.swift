import ArgumentParser
import CameraDevices
import RawFrames

struct CameraShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a camera: its formats, how it applies gains, and its controls with their ranges and values.",
    discussion: """
      Examples:
        wbcal camera show /dev/video0
        wbcal camera show /dev/video0 --json
      """)

  @Argument(help: "The camera, such as /dev/video0, sensor:imx219, or simulated:.")
  var camera: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    let shown: ShownCamera
    let device = try CameraSource.open(camera)
    do throws(CameraDeviceError) { shown = try ShownCamera(device) } catch { throw Failure(error) }
    if json { try Output.line(shown) } else { try Output.line(shown.text) }
  }
}

/// A camera as `camera show` prints it.
private struct ShownCamera: Encodable {
  struct Active: Encodable {
    var format: String
    var width, height, bytesPerRow: Int
    /// From a frame to the next, in seconds.
    var interval: Double?
  }

  var camera: ListedCamera
  /// Absent where the device is set to a format that is not raw.
  var active: Active?
  /// The way in which gains are applied: by red and blue balance, a temperature alone, or in software.
  var balanceMethod: String
  var controls: [ShownControl]

  init(_ device: any CameraBackend) throws(CameraDeviceError) {
    camera = try ListedCamera(device)
    if let format = try? device.currentFormat() {
      active = Active(
        format: format.pixelFormat.fourCC.description, width: format.size.width, height: format.size.height,
        bytesPerRow: format.bytesPerRow, interval: try device.frameInterval()?.seconds)
    }
    let all = try device.controls()
    func has(_ id: ControlID) -> Bool { all.contains { $0.id == id && !$0.isReadOnly } }
    balanceMethod =
      has(.redBalance) && has(.blueBalance)
      ? "balance controls" : has(.whiteBalanceTemperature) ? "temperature control" : "software"
    controls = []
    for control in all { controls.append(try ShownControl(control, device)) }
  }

  func encode(to encoder: any Encoder) throws {
    try camera.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(active, forKey: .active)
    try container.encode(balanceMethod, forKey: .balanceMethod)
    try container.encode(controls, forKey: .controls)
  }

  private enum CodingKeys: CodingKey { case active, balanceMethod, controls }

  var text: String {
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

/// A control as `camera show` prints it.
struct ShownControl: Encodable {
  var name, id, kind: String
  var minimum, maximum, step, `default`: Int64?
  /// Absent of what cannot be read.
  var value: Int64?
  /// The entries of a menu by their values.
  var menu: [String: String]?
  /// "inactive", "read-only", "write-only", "grabbed", "volatile".
  var flags: [String]

  init(_ control: CaptureControl, _ device: any CameraBackend) throws(CameraDeviceError) {
    name = control.optionName
    id = control.id.description
    let isNumber: Bool
    (kind, isNumber) =
      switch control.kind {
      case .integer: ("integer", true)
      case .boolean: ("boolean", true)
      case .menu: ("menu", true)
      case .bitmask: ("bitmask", true)
      case .button: ("button", false)
      case .other(let type): (Self.kinds[type] ?? "V4L2 type \(type)", false)
      }
    flags = [
      ("inactive", control.isInactive), ("read-only", control.isReadOnly), ("write-only", control.isWriteOnly),
      ("grabbed", control.isGrabbed), ("volatile", control.isVolatile),
    ].filter(\.1).map(\.0)
    guard isNumber else { return }
    (minimum, maximum) = (control.range.lowerBound, control.range.upperBound)
    (step, `default`) = (control.step, control.defaultValue)
    if !control.isWriteOnly { value = try device.value(of: control.id) }
    guard control.kind == .menu else { return }
    menu = Dictionary(uniqueKeysWithValues: control.menu.map { ("\($0.key)", $0.value.text) })
  }

  /// What V4L2 calls kinds that are no number, and kinds of arrays. Source: Linux, videodev2.h, enum v4l2_ctrl_type.
  private static let kinds: [UInt32: String] = [
    1: "array of integers", 2: "array of booleans", 3: "array of menus", 5: "array of 64-bit integers", 7: "string",
    8: "array of bitmasks",
    0x100: "array of 8-bit numbers", 0x101: "array of 16-bit numbers", 0x102: "array of 32-bit numbers", 0x106: "area",
  ]

  var text: String {
    guard let minimum, let maximum, let step, let `default` else {
      return ([kind] + flags).joined(separator: ", ")
    }
    let range =
      if let menu {
        menu.keys.sorted { (Int64($0) ?? 0) < (Int64($1) ?? 0) }.map { "\($0) \(menu[$0] ?? "")" }
          .joined(separator: ", ")
      } else {
        "\(minimum) to \(maximum)" + (step > 1 ? " in steps of \(step)" : "")
      }
    let now = value.map { "\($0)" } ?? "-"
    return (["\(now) (\(range); default \(`default`))"] + flags).joined(separator: ", ")
  }
}

extension CaptureControl {
  /// As v4l2-ctl writes names: in small letters and underscores.
  var optionName: String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? id.description : words.joined(separator: "_")
  }
}

extension CaptureControl.MenuEntry {
  var text: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number)"
    }
  }
}

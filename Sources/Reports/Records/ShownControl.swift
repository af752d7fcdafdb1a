package import CameraDevices

/// A control as `camera show` prints it.
package struct ShownControl: Encodable {
  package var name, id, kind: String
  package var minimum, maximum, step, `default`: Int64?
  /// The value; absent for a control that cannot be read.
  package var value: Int64?
  /// The entries of a menu by their values.
  package var menu: [String: String]?
  /// The flags: "inactive", "read-only", "write-only", "grabbed", "volatile".
  package var flags: [String]

  package init(_ control: CaptureControl, _ device: any CameraBackend) throws(CameraDeviceError) {
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

  /// V4L2's names of arrays and of kinds that are not numbers. Source: Linux, videodev2.h, enum v4l2_ctrl_type.
  private static let kinds: [UInt32: String] = [
    1: "array of integers", 2: "array of booleans", 3: "array of menus", 5: "array of 64-bit integers", 7: "string",
    8: "array of bitmasks",
    0x100: "array of 8-bit numbers", 0x101: "array of 16-bit numbers", 0x102: "array of 32-bit numbers", 0x106: "area",
  ]

  package var text: String {
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

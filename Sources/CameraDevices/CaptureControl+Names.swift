// Controls and their values as people name them.

extension CaptureControl {
  /// The name in v4l2-ctl's style: lower-case letters, digits and underscores.
  package var optionName: String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? id.description : words.joined(separator: "_")
  }

  /// Returns the value that a text names: a whole number, a menu entry, or the beginning of exactly one menu entry.
  ///
  /// - Throws: ``ControlNameError`` that lists the values of the control.
  package func value(named text: String) throws(ControlNameError) -> Int64 {
    if let value = Int64(text) { return value }
    let entries = menu.mapValues { $0.text.lowercased() }
    // An entry may begin like another, as "Color Bars" does like "Color Bars, Fading".
    let exact = entries.filter { $0.value == text.lowercased() }
    let named = exact.isEmpty ? entries.filter { $0.value.hasPrefix(text.lowercased()) } : exact
    guard let entry = named.first, named.count == 1 else {
      let offered = menu.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value.text))" }
      let values = offered.isEmpty ? "a whole number" : "one of " + offered.joined(separator: ", ")
      throw ControlNameError(description: "\(optionName) takes \(values), not '\(text)'")
    }
    return entry.key
  }
}

extension CaptureControl.MenuEntry {
  package var text: String {
    switch self {
    case .name(let name): name
    case .number(let number): "\(number)"
    }
  }
}

extension [CaptureControl] {
  /// Returns the control that a text names by its ``CaptureControl/optionName`` or its number, such as `0x980913`.
  ///
  /// - Throws: ``ControlNameError`` that lists the names of the controls.
  package func control(named text: String) throws(ControlNameError) -> CaptureControl {
    let name = text.lowercased()
    let number = name.hasPrefix("0x") ? UInt32(name.dropFirst(2), radix: 16) : nil
    let matches = filter { $0.optionName == name || $0.id.rawValue == number }
    guard let control = matches.first, matches.count == 1 else {
      throw ControlNameError(
        description: matches.isEmpty
          ? "there is no control '\(text)'; it has \(map(\.optionName).joined(separator: " "))"
          : "'\(text)' is the name of several controls; give one of \(matches.map(\.id.description))")
    }
    return control
  }
}

/// A control and its new value in the form that people type: `name=value`.
package struct NamedSetting: Hashable, Sendable {
  let name, value: String

  package init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    (name, value) = (parts[0], parts[1])
  }
}

extension CameraBackend {
  /// Returns the controls and values that are named.
  ///
  /// Inactive controls are accepted, because an earlier setting in the list may make them active.
  ///
  /// - Throws: ``ControlNameError`` where a name or a value is not known, and ``CameraDeviceError`` where a control
  ///   does not take its value.
  package func settings(named names: [NamedSetting]) throws -> [(control: CaptureControl, value: Int64)] {
    let known = try controls()
    let settings = try names.map { setting throws(ControlNameError) in
      let control = try known.control(named: setting.name)
      return (control, try control.value(named: setting.value))
    }
    for (control, value) in settings {
      guard let fault = control.fault(setting: value) else { continue }
      throw CameraDeviceError(device: name, fault: .control(control, fault))
    }
    return settings
  }
}

/// The reason why a text does not name a control or a value.
package struct ControlNameError: Error, Hashable, CustomStringConvertible {
  package let description: String
}

// Limits are written as a code, an equals sign and a number, such as `clipped=0.001`.

extension FindingCode {
  /// The codes whose limit can be set.
  package static var settable: [(code: Self, setting: LimitSetting<Limits>)] {
    allCases.compactMap { code in code.setting.map { (code, $0) } }
  }

  /// Returns the code with its standard limit.
  private func example(_ setting: LimitSetting<Limits>) -> String {
    "\(rawValue)=\(Int(exactly: setting.standard).map(String.init) ?? "\(setting.standard)")"
  }

  /// Returns a line for each of these codes whose limit can be set.
  package static func limitList(of codes: [Self]) -> String {
    let lines = settable.filter { codes.contains($0.code) }
      .map { (example: $0.code.example($0.setting), quantity: $0.setting.quantity) }
    let width = (lines.map(\.example.count).max() ?? 0) + 2
    return lines.map { $0.example + String(repeating: " ", count: width - $0.example.count) + $0.quantity }
      .joined(separator: "\n")
  }

  /// Sets the limit in a text such as `clipped=0.001`.
  ///
  /// - Parameter known: The codes that the message about an unknown one names.
  /// - Throws: ``LimitTextError`` where the text does not set a limit.
  package static func set(
    _ text: String, in limits: inout Limits, naming known: [Self]
  ) throws(LimitTextError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      let example = settable.first.map { ", as in \($0.code.example($0.setting))" } ?? ""
      throw LimitTextError(description: "it must be a code, '=' and a number\(example)")
    }
    guard let (code, setting) = settable.first(where: { $0.code.rawValue == parts[0] }) else {
      let codes = settable.map(\.code).filter(known.contains).map(\.rawValue).joined(separator: ", ")
      throw LimitTextError(
        description: "there is no code '\(parts[0])'; the codes are \(codes)", unknownCode: String(parts[0]))
    }
    guard let value = Double(parts[1]), setting.set(value, in: &limits) else {
      throw LimitTextError(
        description: "'\(parts[1])' is not \(setting.legalValues), as in \(code.example(setting))")
    }
  }
}

/// The reason why a text does not set a limit.
package struct LimitTextError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// The code at the beginning of the text, where it does not exist.
  package var unknownCode: String?
}

extension String {
  /// Returns the text without characters that steer a terminal, for messages that quote a stranger's file. These are
  /// C0, C1 and DEL, and each appears as `\xNN`.
  ///
  /// - Parameter keepsLines: Whether line breaks and tabs stay, for a text of several lines of our own.
  package func printable(keepsLines: Bool = false) -> String {
    // In UTF-8 the characters of C1 have two bytes, of which the first is this one.
    let leadOfC1: UInt8 = 0xc2
    guard utf8.contains(where: { $0 < 0x20 || $0 == 0x7f || $0 == leadOfC1 }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      let isOfLines = scalar == "\n" || scalar == "\t"
      if scalar.properties.generalCategory == .control, !(keepsLines && isOfLines) {
        text += Self.escape(UInt8(scalar.value))
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Returns a byte as `\xNN`.
  static func escape(_ byte: UInt8) -> String { "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}

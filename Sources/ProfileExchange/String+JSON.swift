extension String {
  /// The text as a JSON string, in quotes. Source: RFC 8259, section 7.
  var quotedAsJSON: String {
    let letters = unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\0"..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: "\(scalar)"
      }
    }
    return "\"\(letters.joined())\""
  }
}

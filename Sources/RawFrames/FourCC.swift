/// The four-character code that names a pixel format, as V4L2 writes it: the first character in the lowest byte.
public struct FourCC: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The code spelled by four ASCII characters, or `nil` where `text` is anything else. A code of three letters is
  /// padded with spaces, as V4L2 pads it (`Y10` is `"Y10 "`).
  public init?(_ text: some StringProtocol) {
    let characters = Array(text.utf8)
    guard (3...4).contains(characters.count), characters.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    let padded = characters + Array(repeating: UInt8(ascii: " "), count: 4 - characters.count)
    rawValue = padded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FourCC: CustomStringConvertible {
  /// The four characters, without padding; a byte that is not printable ASCII appears as `\xNN`.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    let text = bytes.map { byte in
      (0x20...0x7e).contains(byte)
        ? String(Unicode.Scalar(byte)) : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

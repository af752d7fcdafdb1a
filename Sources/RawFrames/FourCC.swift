/// The four-character code that names a pixel format, as V4L2 writes it: the first character in the lowest byte.
public struct FourCC: RawRepresentable, Hashable, Sendable {
  /// The four characters as an integer, the first one in the lowest byte.
  public var rawValue: UInt32

  /// Creates a code from its integer.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates the code that three or four ASCII characters spell, or `nil` for any other text.
  ///
  /// Three characters are padded with a space, as V4L2 does: `Y10` is `"Y10 "`.
  public init?(_ text: some StringProtocol) {
    let characters = Array(text.utf8)
    guard (3...4).contains(characters.count), characters.allSatisfy({ (0x20...0x7e).contains($0) }) else { return nil }
    let padded = characters + Array(repeating: UInt8(ascii: " "), count: 4 - characters.count)
    rawValue = padded.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension FourCC: CustomStringConvertible {
  /// The characters without padding. A byte that is not printable ASCII appears as `\xNN`.
  public var description: String {
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * $0)) }
    let text = bytes.map { byte in
      (0x20...0x7e).contains(byte)
        ? String(Unicode.Scalar(byte)) : String.escape(byte)
    }.joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }
}

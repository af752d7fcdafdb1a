internal import JSONText

/// The formats of other programs that can be read or written.
public enum ExchangeFormat: String, CaseIterable, Hashable, Sendable {
  /// A DNG camera profile.
  case dcp
  /// The tags of a raw image.
  case dng
  /// A tuning file of libcamera for Raspberry Pi, in JSON.
  case libcamera

  /// Detects the format from the first bytes of a file.
  ///
  /// - Throws: ``ExchangeError/unknownFormat``.
  package init(detecting bytes: [UInt8]) throws(ExchangeError) {
    if let kind = TagFile.Kind(bytes) {
      self = kind == .profile ? .dcp : .dng
    } else if Self.firstOfText(bytes) == UInt8(ascii: "{") {
      self = .libcamera
    } else {
      throw .unknownFormat
    }
  }

  /// Returns the first byte after a byte-order mark, blanks and comments, which libcamera skips.
  private static func firstOfText(_ bytes: [UInt8]) -> UInt8? {
    var rest = bytes.withoutByteOrderMark
    while let first = rest.first {
      if first == UInt8(ascii: "#") {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if " \t\r\n".utf8.contains(first) {
        rest = rest.dropFirst()
      } else {
        return first
      }
    }
    return nil
  }
}

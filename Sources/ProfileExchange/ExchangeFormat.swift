/// The formats of other programs from which profiles are read, or in which they are written.
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
    } else if bytes.first(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{") {
      self = .libcamera
    } else {
      throw .unknownFormat
    }
  }
}

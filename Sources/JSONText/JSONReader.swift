/// A reader of one JSON document.
package struct JSONReader {
  /// The syntax that a reader accepts.
  package enum Dialect {
    /// Plain JSON (RFC 8259).
    case json
    /// JSON as programs accept it that read it as YAML: with a comma before a closing bracket, comments from `#` to the
    /// end of the line, and a byte-order mark.
    ///
    /// Source: YAML 1.2.2, sections 5.2, 6.6 and 7.4.
    case yaml
  }

  private let bytes: [UInt8]
  private let dialect: Dialect
  private var offset = 0
  private var depth = 0
  private var tokens: [JSONToken] = []

  private init(_ bytes: [UInt8], _ dialect: Dialect) {
    self.bytes = bytes
    self.dialect = dialect
    if dialect == .yaml { offset = bytes.withoutByteOrderMark.startIndex }
  }

  package static func value(_ bytes: [UInt8], dialect: Dialect = .json) throws(JSONError) -> JSONValue {
    guard bytes.count <= largestSize else {
      throw error("a document of \(bytes.count) bytes; at most \(largestSize) are read", at: 0, in: bytes)
    }
    var reader = JSONReader(bytes, dialect)
    if let invalid = bytes.firstInvalidUTF8 { throw error("this is not a text in UTF-8", at: invalid, in: bytes) }
    // The capacity is reserved, because growing the list would copy it and briefly take twice its memory.
    reader.tokens.reserveCapacity(1 + bytes.count { "[]{},:".utf8.contains($0) })
    try reader.value()
    reader.skipSpace()
    if reader.offset < bytes.count { throw reader.unexpected("the end of the text") }
    return JSONValue(document: JSONDocument(bytes: bytes, tokens: reader.tokens), index: 0)
  }

  /// Returns an error with the line and column of a byte.
  ///
  /// - Parameter offset: The offset of the byte from the start.
  package static func error(_ fault: String, at offset: Int, in bytes: [UInt8]) -> JSONError {
    let before = bytes[..<offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let column = before[start...].count { $0 & 0xc0 != 0x80 } + 1
    return JSONError(line: line, column: column, fault: fault)
  }

  // MARK: - Values

  private mutating func value() throws(JSONError) {
    skipSpace()
    guard let first = peek else { throw unexpected("a value") }
    let index = beginToken()
    switch first {
    case UInt8(ascii: "{"): try nested(index) { reader throws(JSONError) in try reader.members() }
    case UInt8(ascii: "["): try nested(index) { reader throws(JSONError) in try reader.elements() }
    case UInt8(ascii: "\""):
      _ = try text()
      endToken(index)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try number()
      endToken(index)
    default:
      guard let word = ["null", "true", "false"].first(where: { bytes[offset...].starts(with: $0.utf8) }) else {
        throw unexpected("a value")
      }
      offset += word.utf8.count
      endToken(index)
    }
  }

  /// Begins a token at the current position, and returns its index.
  private mutating func beginToken() -> Int {
    tokens.append(JSONToken(offset: UInt32(offset), extent: 1))
    return tokens.count - 1
  }

  /// Ends a token other than a bracket's at the current position.
  private mutating func endToken(_ index: Int) { tokens[index].extent = UInt32(offset) - tokens[index].offset }

  /// Reads a list or an object whose token has begun.
  private mutating func nested(
    _ index: Int, _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard depth < Self.largestDepth else {
      throw error("brackets within \(depth) others; at most \(Self.largestDepth) are read")
    }
    depth += 1
    offset += 1
    try read(&self)
    depth -= 1
    tokens[index].extent = UInt32(tokens.count - index)
  }

  private mutating func members() throws(JSONError) {
    var names: [NameHash] = []
    if close("}") { return }
    repeat {
      if try isTrailingComma(before: "}") { break }
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a name in double quotes") }
      let index = beginToken()
      names.append(NameHash(try text(), at: index))
      endToken(index)
      guard skip(":") else { throw unexpected("':'") }
      try value()
    } while skip(",")
    guard close("}") else { throw unexpected("',' or '}'") }
    try checkDifferent(names)
  }

  /// Throws for the first repeated name. Texts are compared only where their hashes are equal.
  private func checkDifferent(_ names: [NameHash]) throws(JSONError) {
    let names = names.sorted { ($0.hash, $0.index) < ($1.hash, $1.index) }
    var second: (index: UInt32, name: String)?
    for (name, next) in zip(names, names.dropFirst())
    where name.hash == next.hash && next.index < second?.index ?? .max {
      let text = text(of: next)
      if text == self.text(of: name) { second = (next.index, text) }
    }
    guard let second else { return }
    throw Self.error(
      "the name '\(second.name.prefix(Self.shownLength))' is there twice", at: Int(tokens[Int(second.index)].offset),
      in: bytes)
  }

  private func text(of name: NameHash) -> String { Self.text(at: Int(tokens[Int(name.index)].offset), in: bytes) }

  /// The hash of a member's name, kept while its object is read. The names themselves would take more memory than the
  /// file.
  private struct NameHash {
    let hash: Int
    /// The index of the name's token.
    let index: UInt32

    init(_ name: String, at index: Int) { (hash, self.index) = (name.hashValue, UInt32(index)) }
  }

  private mutating func elements() throws(JSONError) {
    if close("]") { return }
    repeat {
      if try isTrailingComma(before: "]") { break }
      try value()
    } while skip(",")
    guard close("]") else { throw unexpected("',' or ']'") }
  }

  /// Reads a closing bracket. Its token is the last one of its list or object.
  private mutating func close(_ bracket: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: bracket) else { return false }
    _ = beginToken()
    offset += 1
    return true
  }

  /// Returns whether the next character closes a list or object that has elements, so that a comma precedes the
  /// bracket.
  ///
  /// JSON does not allow such a comma.
  private mutating func isTrailingComma(before bracket: Unicode.Scalar) throws(JSONError) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: bracket) else { return false }
    guard dialect == .yaml else {
      throw error("a trailing comma: '\(bracket)' where another entry must be; take out the comma before it")
    }
    return true
  }

  private mutating func number() throws(JSONError) {
    let start = offset
    func isDigit(_ byte: UInt8?) -> Bool { byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false }
    func digits() throws(JSONError) {
      guard isDigit(peek) else { throw unexpected("a digit") }
      while isDigit(peek) { offset += 1 }
    }
    if peek == UInt8(ascii: "-") { offset += 1 }
    let whole = offset
    try digits()
    guard bytes[whole] != UInt8(ascii: "0") || offset == whole + 1 else {
      throw Self.error("a number must not begin with 0", at: whole, in: bytes)
    }
    if peek == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      offset += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    // In YAML a comment begins behind a blank. Without one, its mark belongs to the word.
    guard dialect == .json || peek != UInt8(ascii: "#") else {
      throw error("'#' in a number; put a blank before the comment")
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw Self.error("\(text.prefix(Self.shownLength)) is too large a number", at: start, in: bytes)
    }
  }

  // MARK: - Texts

  /// Returns a text of a document that has been read.
  static func text(at offset: Int, in bytes: [UInt8]) -> String {
    var reader = JSONReader(bytes, .json)
    reader.offset = offset
    do throws(JSONError) { return try reader.text() } catch { preconditionFailure("it was read before: \(error)") }
  }

  private mutating func text() throws(JSONError) -> String {
    let start = offset
    offset += 1
    var units: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        guard !units[...].hasEndlessMarks else {
          throw Self.error("a text with more than \(mostCombiningMarks) combining marks in a row", at: start, in: bytes)
        }
        offset += 1
        return String(decoding: units, as: UTF8.self)
      case 0..<0x20: throw error("a control character in a text; it must be written as \\u00..")
      case UInt8(ascii: "\\"): units += Array(try escaped().utf8)
      default:
        units.append(byte)
        offset += 1
      }
    }
    throw unexpected("'\"'")
  }

  private mutating func escaped() throws(JSONError) -> String {
    let start = offset
    offset += 1
    let simple: [Character: String] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{c}", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let byte = peek else { throw unexpected("a character after '\\'") }
    offset += 1
    if let text = simple[Character(Unicode.Scalar(byte))] { return text }
    guard byte == UInt8(ascii: "u"), let first = hexadecimal() else {
      throw Self.error("this is no escape of JSON's", at: start, in: bytes)
    }
    if let scalar = Unicode.Scalar(first) { return String(Character(scalar)) }
    // The two halves of a surrogate pair form one character.
    guard first < 0xdc00, bytes[offset...].starts(with: "\\u".utf8) else {
      throw Self.error("half of a character", at: start, in: bytes)
    }
    offset += 2
    guard let second = hexadecimal(), (0xdc00...0xdfff).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw Self.error("half of a character", at: start, in: bytes) }
    return String(Character(scalar))
  }

  private mutating func hexadecimal() -> UInt32? {
    guard bytes.count - offset >= 4 else { return nil }
    let digits = bytes[offset..<offset + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    offset += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  // MARK: - Places

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let byte = peek {
      if " \t\r\n".utf8.contains(byte) {
        offset += 1
      } else if dialect == .yaml, byte == UInt8(ascii: "#") {
        while let byte = peek, !"\r\n".utf8.contains(byte) { offset += 1 }
      } else {
        return
      }
    }
  }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  private func error(_ fault: String) -> JSONError { Self.error(fault, at: offset, in: bytes) }

  private func unexpected(_ expected: String) -> JSONError {
    guard offset < bytes.count else { return error("the text ends where \(expected) must be") }
    let rest = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    return error("'\(rest.prefix(1))' where \(expected) must be")
  }

  /// The largest document, in bytes: a hundred times the largest tuning file of libcamera.
  package static let largestSize = 4 << 20
  /// The largest depth of nested brackets. The tuning files of libcamera have 8.
  private static let largestDepth = 64
  private static let shownLength = 40
}

extension [UInt8] {
  /// The offset of the first byte that is not valid UTF-8, or `nil` where all bytes are.
  fileprivate var firstInvalidUTF8: Int? {
    var decoder = UTF8()
    var iterator = makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }
}

internal import JSONText

/// A reader of the XML of IES TM-27 (`.spdx`): elements `SpectralData` with an attribute `wavelength`, in
/// `SpectralDistribution`.
///
/// Source of the format: ANSI/IES TM-27-14, "Standard Format for the Electronic Transfer of Spectral Data".
struct SpectralXML {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  /// The elements that are open.
  private var open: [(name: String, line: Int)] = []

  static func table(
    of text: ArraySlice<UInt8>, quantity: SpectralQuantity
  ) throws(SpectralDataError) -> SpectralTable.Contents {
    var reader = SpectralXML(bytes: Array(text))
    return try reader.contents(of: quantity)
  }

  /// TM-27's names of quantities of surfaces, in lower-case letters.
  private static let quantitiesOfSurfaces: Set = [
    "absorptance", "transmittance", "reflectance", "r-factor", "t-factor",
  ]
  /// The names that leave open whether the spectrum is of a lamp or of a surface.
  private static let quantitiesOfAll: Set = ["relative", "other"]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func contents(of quantity: SpectralQuantity) throws(SpectralDataError) -> SpectralTable.Contents {
    var rows: [SpectralTable.Row] = []
    var name = ""
    var hasRoot = false
    // The text since the last tag, which comments may interrupt.
    var text: [UInt8] = []
    while true {
      text += take { $0 != UInt8(ascii: "<") }
      guard offset < bytes.count else { break }
      let start = line
      if let literal = try literal() {
        text += literal
        continue
      }
      if try skipped() { continue }
      let tag = try tag()
      defer { text = [] }
      if tag.isEnd {
        guard let last = open.popLast(), last.name == tag.name else {
          throw SpectralDataError(.line(start), .notXML("'</\(tag.name)>' closes nothing that is open"))
        }
        let content = String(decoding: text, as: UTF8.self).trimmed
        switch tag.name {
        case "SpectralData":
          guard rows.count <= SpectralText.mostRows else {
            throw SpectralDataError(.line(start), .tooManyRows(SpectralText.mostRows))
          }
          rows[rows.count - 1].values = [try number(content, line: start)]
        case "Description": name = content
        case "SpectralQuantity":
          let word = content.lowercased()
          let isOfSurfaces = Self.quantitiesOfSurfaces.contains(word)
          guard Self.quantitiesOfAll.contains(word) || isOfSurfaces == (quantity == .reflectance) else {
            throw SpectralDataError(.line(start), .otherQuantity(content, quantity))
          }
        default: break
        }
        continue
      }
      guard open.last?.name != "SpectralData" else {
        throw SpectralDataError(.line(start), .notXML("a '\(tag.name)' within SpectralData, which has a number alone"))
      }
      if !hasRoot {
        hasRoot = true
        guard tag.name.hasPrefix("IESTM27") else {
          throw SpectralDataError(.line(start), .notXML("the root is '\(tag.name)'; it must be IESTM2714"))
        }
      }
      if tag.name == "SpectralData" {
        guard let wavelength = tag.attributes["wavelength"] else {
          throw SpectralDataError(.line(start), .notXML("a SpectralData without a wavelength"))
        }
        rows.append(
          .init(place: .line(start), wavelength: try number(wavelength, line: start), values: []))
        guard !tag.isEmpty else { throw SpectralDataError(.line(start), .noValues) }
      }
      if !tag.isEmpty {
        guard open.count < Self.largestDepth else {
          throw SpectralDataError(.line(start), .notXML("elements within \(open.count) others"))
        }
        open.append((tag.name, start))
      }
    }
    if let last = open.last { throw SpectralDataError(.line(last.line), .cutShort("</\(last.name)>")) }
    return .init(names: [name], rows: rows, stated: [])
  }

  private struct Tag {
    var name: String
    var isEnd: Bool
    /// Whether the tag closes its own element.
    var isEmpty: Bool
    var attributes: [String: String]
  }

  /// The largest depth of elements. TM-27 has 3.
  private static let largestDepth = 64

  /// Reads the text of a CDATA section; `nil` where none begins.
  private mutating func literal() throws(SpectralDataError) -> ArraySlice<UInt8>? {
    guard bytes[offset...].starts(with: "<![CDATA[".utf8) else { return nil }
    for _ in "<![CDATA[".utf8 { advance() }
    return try take(to: "]]>")
  }

  /// Returns whether a declaration or a comment was skipped.
  private mutating func skipped() throws(SpectralDataError) -> Bool {
    for (start, end) in [("<!--", "-->"), ("<?", "?>"), ("<!", ">")] where bytes[offset...].starts(with: start.utf8) {
      _ = try take(to: end)
      return true
    }
    return false
  }

  /// Reads all that comes before `end`, and `end` itself.
  private mutating func take(to end: String) throws(SpectralDataError) -> ArraySlice<UInt8> {
    let (start, first) = (offset, line)
    while !bytes[offset...].starts(with: end.utf8) {
      guard offset < bytes.count else { throw SpectralDataError(.line(first), .cutShort(end)) }
      advance()
    }
    let content = bytes[start..<offset]
    for _ in end.utf8 { advance() }
    return content
  }

  /// Reads a tag from its `<` to its `>`.
  private mutating func tag() throws(SpectralDataError) -> Tag {
    let start = line
    advance()
    let isEnd = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
    if isEnd { advance() }
    let name = local(take { !$0.isXMLSpace && !"/>=".utf8.contains($0) })
    var attributes: [String: String] = [:]
    while true {
      _ = take { $0.isXMLSpace }
      guard offset < bytes.count else { throw SpectralDataError(.line(start), .cutShort(">")) }
      if bytes[offset] == UInt8(ascii: ">") {
        advance()
        return Tag(name: name, isEnd: isEnd, isEmpty: false, attributes: attributes)
      }
      if bytes[offset...].starts(with: "/>".utf8) {
        offset += 2
        return Tag(name: name, isEnd: isEnd, isEmpty: true, attributes: attributes)
      }
      let attribute = local(take { !$0.isXMLSpace && !"/>=".utf8.contains($0) })
      _ = take { $0.isXMLSpace }
      guard offset + 1 < bytes.count, bytes[offset] == UInt8(ascii: "="), !attribute.isEmpty else {
        throw SpectralDataError(.line(line), .notXML("an attribute of '\(name)' without a value"))
      }
      advance()
      _ = take { $0.isXMLSpace }
      guard offset < bytes.count, "\"'".utf8.contains(bytes[offset]) else {
        throw SpectralDataError(.line(line), .notXML("the value of '\(attribute)' is not in quotes"))
      }
      let quote = bytes[offset]
      advance()
      attributes[attribute] = String(decoding: take { $0 != quote }, as: UTF8.self)
      guard offset < bytes.count else { throw SpectralDataError(.line(start), .cutShort("\"")) }
      advance()
    }
  }

  private func number(_ text: String, line: Int) throws(SpectralDataError) -> Double {
    try Double(text.trimmed, at: .line(line))
  }

  /// Returns a name without its namespace.
  private func local(_ name: ArraySlice<UInt8>) -> String {
    let start = name.lastIndex(of: UInt8(ascii: ":")).map { name[($0 + 1)...] } ?? name
    return String(decoding: start.prefix(Self.longestName), as: UTF8.self)
  }

  /// The longest name of an element, in bytes. TM-27's have 20.
  private static let longestName = 64

  private mutating func take(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let start = offset
    while offset < bytes.count, condition(bytes[offset]) { advance() }
    return bytes[start..<offset]
  }

  private mutating func advance() {
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "\n") { line += 1 }
    offset += 1
  }
}

extension UInt8 {
  fileprivate var isXMLSpace: Bool { isBlank || isLineEnd }
}

extension String {
  fileprivate var trimmed: String {
    let start = utf8.drop { $0.isXMLSpace }
    return String(decoding: Array(start.reversed().drop { $0.isXMLSpace }.reversed()), as: UTF8.self)
  }
}

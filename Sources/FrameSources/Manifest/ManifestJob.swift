internal import JSONText

/// A source to measure, or the error of a line that names none.
package enum ManifestJob: Hashable, Sendable {
  case measure(source: String, options: [ManifestOption], id: String?)
  case fault(String, source: String? = nil, id: String?)

  /// Reads a line of a manifest: a JSON object with a source, its options in the form of the command line, and the
  /// caller's id.
  ///
  /// - Parameter number: The number of the line, from 1, for its error.
  package init(_ line: [UInt8], number: Int) {
    let line = ManifestLine(bytes: line)
    do throws(ManifestLine.Fault) {
      let members = try line.members()
      try line.checkNames(members)
      self = .measure(
        source: try line.source(members), options: try line.options(members), id: try line.id(members))
    } catch {
      // The id and the source may be valid even if the rest is not. They identify the line with the error.
      let members = try? line.members()
      let column = error.column.map { ", column \($0)" } ?? ""
      self = .fault(
        "line \(number)\(column): \(error.text)", source: members.flatMap { try? line.source($0) },
        id: members.flatMap { try? line.id($0) })
    }
  }

  /// An example of a line, for messages.
  static let example = "such as {\"id\": \"a\", \"source\": \"a.dng\", \"options\": {\"black\": 64}}"
}

/// An option of a line of a manifest.
package struct ManifestOption: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// A flag that is set, or one of the command line that is cancelled.
    case flag(Bool)
    case text(String)
  }

  /// The name, with its dashes.
  package let name: String
  package let value: Value

  package init(_ name: String, _ value: Value) { (self.name, self.value) = (name, value) }

  /// The option as a word of a command line. A value that begins with dashes would be an option of its own in another
  /// word.
  var word: String? {
    switch value {
    case .flag(true): name
    case .flag(false): nil
    case .text(let text): "\(name)=\(text)"
    }
  }
}

/// A reader of a line of a manifest, and the errors of such lines.
private struct ManifestLine {
  struct Fault: Error {
    var column: Int?
    let text: String
  }

  let bytes: [UInt8]

  func members() throws(Fault) -> JSONMembers {
    let root: JSONValue
    do throws(JSONError) { root = try JSONReader.value(bytes) } catch {
      throw Fault(column: error.column, text: "\(error.fault); \(Self.shape)")
    }
    guard case .object(let members) = root.content else { throw Fault(text: "\(root.kind); \(Self.shape)") }
    return members
  }

  func checkNames(_ members: JSONMembers) throws(Fault) {
    if let other = members.first(where: { !Self.names.contains($0.name) }) {
      throw Fault(text: "'\(other.name.prefix(Self.shownLength))' is not known; \(Self.shape)")
    }
  }

  func source(_ members: JSONMembers) throws(Fault) -> String {
    guard let value = members.first(where: { $0.name == "source" })?.value else {
      throw Fault(text: "there is no source; \(Self.shape)")
    }
    guard case .text(let source) = value.content, !source.isEmpty, !source.utf8.contains(0) else {
      let kind =
        if case .text(let text) = value.content { text.isEmpty ? "empty" : "a text with a null character" } else {
          value.kind
        }
      throw Fault(text: "source is \(kind); it must be the name of a file or a camera")
    }
    return source
  }

  func id(_ members: JSONMembers) throws(Fault) -> String? {
    guard let value = members.first(where: { $0.name == "id" })?.value else { return nil }
    return try text(value, of: "id")
  }

  /// Returns the options in the order of their names.
  func options(_ members: JSONMembers) throws(Fault) -> [ManifestOption] {
    guard let value = members.first(where: { $0.name == "options" })?.value else { return [] }
    guard case .object(let object) = value.content else {
      throw Fault(text: "options is \(value.kind); it must be an object, such as {\"black\": 64}")
    }
    var options: [ManifestOption] = []
    for option in object.sorted(by: { $0.name < $1.name }) {
      guard let first = option.name.first, first.isLetter,
        option.name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
      else {
        throw Fault(
          text: "'\(option.name.prefix(Self.shownLength))' is no option's name; it must be one such as \"black\"")
      }
      let name = "--\(option.name)"
      switch option.value.content {
      case .bool(let isOn): options.append(ManifestOption(name, .flag(isOn)))
      case .array(let list): options += try texts(list, of: option.name).map { ManifestOption(name, .text($0)) }
      case .number: options.append(ManifestOption(name, .text(try number(option.value, of: option.name))))
      default:
        let forms = "a text, a number, true or false, or a list"
        let text = try text(option.value, of: "options.\(option.name)", forms: forms)
        options.append(ManifestOption(name, .text(text)))
      }
    }
    return options
  }

  /// Returns the digits of a number. Programs write whole numbers as 640.0 too, and options take 640.
  private func number(_ value: JSONValue, of name: String) throws(Fault) -> String {
    let digits = try text(value, of: name)
    let parts = digits.split(separator: ".")
    return parts.count == 2 && parts[1].allSatisfy { $0 == "0" } ? String(parts[0]) : digits
  }

  /// Returns the values of an option that is a list: each text is one, and numbers are one with commas.
  private func texts(_ list: JSONList, of name: String) throws(Fault) -> [String] {
    var (texts, numbers): ([String], [String]) = ([], [])
    for value in list {
      switch value.content {
      case .text(let text): texts.append(text)
      case .number: numbers.append(try number(value, of: name))
      case .bool, .null, .array, .object: throw mixed(name)
      }
    }
    guard texts.isEmpty != numbers.isEmpty else { throw mixed(name) }
    return numbers.isEmpty ? texts : [numbers.joined(separator: ",")]
  }

  private func mixed(_ name: String) -> Fault {
    Fault(
      text:
        "options.\(name) must be a list of texts, which gives the option once for each, or a list of numbers, such as "
        + "[64, 64, 63, 64]")
  }

  /// Returns a value as text. A number keeps its own digits, so that an id is returned as it was given.
  ///
  /// - Parameter forms: The forms that the value may have, for the error.
  private func text(
    _ value: JSONValue, of place: String, forms: String = "a text, a number, or true or false"
  ) throws(Fault) -> String {
    switch value.content {
    case .text(let text): return text
    case .number: return String(decoding: bytes[value.offset..<value.end], as: UTF8.self)
    case .bool(let isOn): return "\(isOn)"
    case .null, .array, .object:
      throw Fault(text: "\(place) is \(value.kind); it must be \(forms)")
    }
  }

  private static let names = ["id", "source", "options"]
  private static let shape = "the line must be one JSON object with a source, \(ManifestJob.example)"
  /// The number of characters of a wrong name that a message repeats.
  private static let shownLength = 40
}

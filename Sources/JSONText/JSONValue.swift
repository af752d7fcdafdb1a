/// A value of a JSON document with its position, so that a fault in it can be located. Source: RFC 8259.
///
/// Unless told otherwise, the reader is strict: it refuses comments, a comma before a closing bracket, and repeated names. Foundation's
/// decoder does not tell the position of a value, and its descriptions of syntax errors are not documented.
package struct JSONValue {
  package enum Content {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array([JSONValue])
    case object([(name: String, value: JSONValue)])
  }

  package let content: Content
  /// The offset of the value's first character, in bytes from the start.
  package let offset: Int
  /// The offset after the value's last character.
  package let end: Int

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The kind of the value, for messages.
  package var kind: String {
    switch content {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Why a text is not JSON, or a value in it is not what it must be.
package struct JSONError: Error, Hashable {
  /// The line and the column, both counted from 1. The column counts Unicode characters.
  package let line, column: Int
  package let fault: String
}

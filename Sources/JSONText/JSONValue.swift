/// A JSON document of which every value knows its place, so that whatever is wrong with it can be pointed at. Source: RFC
/// 8259. Strict: no comments, no comma before a closing bracket, no name twice.
///
/// Foundation's decoder does not say where a value is, and its texts of syntax errors are not documented.
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
  /// Of its first character, in bytes from the start.
  package let offset: Int

  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// What kind of value it is, for messages.
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

/// Why a text is no JSON, or a value of it is not what it must be.
package struct JSONError: Error, Hashable {
  /// Both counted from 1, the column in characters of Unicode.
  package let line, column: Int
  package let fault: String
}

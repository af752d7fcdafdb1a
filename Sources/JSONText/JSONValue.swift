/// A value of a JSON document with its position, so that an error in it can be located. Source: RFC 8259.
///
/// The reader refuses repeated names. In its default dialect it also refuses comments and a comma before a closing
/// bracket. Foundation's decoder does not report the position of a value, and its descriptions of syntax errors are not
/// documented.
package struct JSONValue {
  package enum Content {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case array(JSONList)
    case object(JSONMembers)
  }

  let document: JSONDocument
  /// The index of the value's token.
  let index: Int

  /// The contents, which are decoded on each access.
  package var content: Content {
    switch document.byte(at: index) {
    case UInt8(ascii: "{"): .object(JSONMembers(document: document, tokens: inside))
    case UInt8(ascii: "["): .array(JSONList(document: document, tokens: inside))
    case UInt8(ascii: "\""): .text(document.text(at: index))
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "t"): .bool(true)
    case UInt8(ascii: "f"): .bool(false)
    default: .number(Double(String(decoding: document.bytes[offset..<end], as: UTF8.self)) ?? .nan)
    }
  }

  /// The tokens between the brackets of a list or an object.
  private var inside: Range<Int> { index + 1..<index + document.width(at: index) - 1 }

  /// The offset of the value's first character, in bytes from the start.
  package var offset: Int { Int(document.tokens[index].offset) }
  /// The offset after the value's last character.
  package var end: Int {
    let width = document.width(at: index)
    let last = document.tokens[index + width - 1]
    return Int(last.offset + (width > 1 ? 1 : last.extent))
  }

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

/// The reason why a text is not JSON, or a value in it is not what it must be.
package struct JSONError: Error, Hashable {
  /// The line and the column, both counted from 1. The column counts Unicode characters.
  package let line, column: Int
  package let fault: String
}

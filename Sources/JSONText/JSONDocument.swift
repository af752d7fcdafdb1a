/// A parsed document: its bytes, and its values in the order in which they begin.
final class JSONDocument: Sendable {
  let bytes: [UInt8]
  let tokens: [JSONToken]

  init(bytes: [UInt8], tokens: [JSONToken]) { (self.bytes, self.tokens) = (bytes, tokens) }

  func byte(at index: Int) -> UInt8 { bytes[Int(tokens[index].offset)] }

  /// Returns the number of tokens of a value, including its closing bracket.
  func width(at index: Int) -> Int {
    ["[", "{"].contains(Unicode.Scalar(byte(at: index))) ? Int(tokens[index].extent) : 1
  }

  func text(at index: Int) -> String { JSONReader.text(at: Int(tokens[index].offset), in: bytes) }
}

/// A value of a document, a name, or a closing bracket, in eight bytes. The byte at its offset determines which.
///
/// Brackets have a token for every byte, so the tokens of a document take at most eight times its size.
struct JSONToken {
  var offset: UInt32
  /// The length in bytes. For a list or an object it is the number of tokens, including the closing bracket.
  var extent: UInt32
}

/// The members of an object, which are located on access.
package struct JSONMembers: Sequence {
  let document: JSONDocument
  /// The tokens between the brackets.
  let tokens: Range<Int>

  package var first: (name: String, value: JSONValue)? {
    var members = makeIterator()
    return members.next()
  }

  package func makeIterator() -> Iterator {
    Iterator(values: JSONList(document: document, tokens: tokens).makeIterator())
  }

  package struct Iterator: IteratorProtocol {
    var values: JSONList.Iterator

    package mutating func next() -> (name: String, value: JSONValue)? {
      guard let name = values.next(), let value = values.next() else { return nil }
      return (name.document.text(at: name.index), value)
    }
  }
}

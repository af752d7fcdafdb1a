/// The elements of a list, which are located on access.
package struct JSONList: Sequence {
  let document: JSONDocument
  /// The tokens between the brackets.
  let tokens: Range<Int>

  /// The number of elements. Each access counts them.
  package var count: Int { reduce(0) { count, _ in count + 1 } }

  package var first: JSONValue? {
    var elements = makeIterator()
    return elements.next()
  }

  /// The last element. Each access goes through all of them.
  package var last: JSONValue? { reduce(nil) { $1 } }

  package func makeIterator() -> Iterator { Iterator(document: document, tokens: tokens) }

  package struct Iterator: IteratorProtocol {
    let document: JSONDocument
    var tokens: Range<Int>

    package mutating func next() -> JSONValue? {
      guard let index = tokens.first else { return nil }
      tokens = index + document.width(at: index)..<tokens.upperBound
      return JSONValue(document: document, index: index)
    }
  }
}

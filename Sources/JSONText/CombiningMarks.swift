extension Collection<UInt8> {
  /// Whether this text in UTF-8 has more combining marks in a row than texts of any language.
  ///
  /// Swift orders the marks of a character before it compares or hashes a text, in a time that grows with the square of
  /// their number. A text without such a run costs no more than its length. Source: Unicode Standard Annex #15,
  /// Stream-Safe Text Format, which allows 30.
  package var hasEndlessMarks: Bool {
    // No mark is ASCII, so nearly all texts need no more than this.
    guard contains(where: { $0 >= 0x80 }) else { return false }
    var decoder = UTF8()
    var iterator = makeIterator()
    var marks = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar):
        marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
        if marks > mostCombiningMarks { return true }
      case .error: marks = 0
      case .emptyInput: return false
      }
    }
  }
}

/// The largest number of combining marks in a row that is read.
package let mostCombiningMarks = 30

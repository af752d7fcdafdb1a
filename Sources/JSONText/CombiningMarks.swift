extension ArraySlice<UInt8> {
  /// Whether the UTF-8 text has more successive combining marks than a text in any language.
  ///
  /// Before it compares or hashes a text, Swift sorts the marks of each character, in a time that grows with the square
  /// of their number. Without such a run the time is proportional to the length. Source: Unicode Standard Annex #15,
  /// Stream-Safe Text Format, which allows 30.
  package var hasEndlessMarks: Bool {
    // Marks are not ASCII, so an ASCII text needs no further check.
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

/// The largest number of successive combining marks that is accepted.
package let mostCombiningMarks = 30

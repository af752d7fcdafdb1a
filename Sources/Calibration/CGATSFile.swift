/// Tables of text in the formats of measuring instruments and colour management programs: CGATS.17 and the related
/// IT8.7 and Argyll's `.ti1`, `.ti3` and `.cie`.
public struct CGATSFile: Hashable, Sendable {
  /// A table of rows with named columns.
  package struct Table: Hashable, Sendable {
    /// The first word of the table, such as `CTI3` or `IT8.7/2`; empty where there is none.
    package var type: String
    /// The table's statements about itself, by keyword.
    package var keywords: [String: String]
    /// The names of the columns.
    package var fields: [String]
    /// The rows, each with one text for each field.
    package var rows: [[String]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - type: The first word of the table, such as `CTI3`.
    ///   - keywords: The table's statements about itself, by keyword.
    ///   - fields: The names of the columns.
    ///   - rows: The rows, each with one text for each field.
    package init(type: String, keywords: [String: String], fields: [String], rows: [[String]]) {
      self.type = type
      self.keywords = keywords
      self.fields = fields
      self.rows = rows
    }

    /// Returns the index of the column of a field, or `nil` where there is none.
    package func column(_ field: String) -> Int? { fields.firstIndex(of: field) }
  }

  /// The tables in the order of the file.
  package var tables: [Table]

  /// Creates a file from its tables.
  package init(tables: [Table]) {
    self.tables = tables
  }
}

// MARK: - Writing

extension CGATSFile: CustomStringConvertible {
  /// The text of the file, with the keywords sorted by name and one row in each line.
  ///
  /// Quotes inside a text become apostrophes, because CGATS has no escape for them, and line breaks become spaces.
  public var description: String {
    tables.map { table in
      var lines = [table.type.isEmpty ? "" : Self.word(table.type), ""]
      for (keyword, value) in table.keywords.sorted(by: { $0.key < $1.key })
      where !CGATSWords.counts.contains(keyword) {
        if !CGATSWords.standard.contains(keyword) { lines.append("KEYWORD \"\(Self.oneLine(keyword))\"") }
        lines.append("\(Self.word(keyword)) \"\(Self.oneLine(value))\"")
      }
      lines += ["", "NUMBER_OF_FIELDS \(table.fields.count)", "BEGIN_DATA_FORMAT"]
      lines += [table.fields.map(Self.word).joined(separator: " "), "END_DATA_FORMAT", ""]
      lines += ["NUMBER_OF_SETS \(table.rows.count)", "BEGIN_DATA"]
      lines += table.rows.map { $0.map(Self.word).joined(separator: " ") }
      return (lines + ["END_DATA", ""]).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  private static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    // The loop is over scalars, because a quote and a combining mark after it are a single character.
    for scalar in text.unicodeScalars {
      line.append(scalar == "\"" ? "'" : Character(scalar).isNewline ? " " : scalar)
    }
    return String(line)
  }

  private static func word(_ text: String) -> String {
    // A word consists of ASCII's graphic characters other than those that begin a text or a comment.
    let isWord = !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7e).contains($0) && !"\"'#".utf8.contains($0) }
    return isWord ? text : "\"\(oneLine(text))\""
  }
}

enum CGATSWords {
  static let weighting = "WEIGHTING_FUNCTION"
  static let counts: Set = ["NUMBER_OF_FIELDS", "NUMBER_OF_SETS"]
  /// The keywords that need not be declared.
  static let standard: Set = [
    "ORIGINATOR", "DESCRIPTOR", "CREATED", "MANUFACTURER", "PROD_DATE", "SERIAL", "MATERIAL", "INSTRUMENTATION",
    "MEASUREMENT_SOURCE", "PRINT_CONDITIONS", "FILE_DESCRIPTOR",
  ]
}

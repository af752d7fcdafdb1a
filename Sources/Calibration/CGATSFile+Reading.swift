internal import JSONText

extension CGATSFile {
  /// Reads the tables of a file.
  ///
  /// Spaces and tabs separate words, `#` starts a comment, and texts with spaces are in quotes. The names of the fields
  /// define their number; the declared number, which files often get wrong, is ignored. The declared number of rows
  /// must be right, because a file that was cut short has fewer. No other file is ever opened.
  ///
  /// - Parameter bytes: The bytes of the file. Time and memory grow with their number; the caller limits it.
  /// - Throws: ``CGATSError`` with the line of the fault.
  public init(fileBytes bytes: [UInt8]) throws(CGATSError) {
    guard !bytes.contains(0) else { throw CGATSError(line: nil, .notText) }
    guard !bytes[...].hasEndlessMarks else { throw CGATSError(line: nil, .endlessMarks) }
    var words = CGATSWordReader(bytes)
    var reader = CGATSReader()
    while let word = try words.next() { try reader.read(word, line: words.line) }
    try reader.finish()
    guard !reader.tables.isEmpty else { throw CGATSError(line: nil, .noTable) }
    tables = reader.tables
  }
}

/// A reader of words and line breaks, one at a time.
private struct CGATSWordReader {
  enum Word {
    case word(String)
    case endOfLine
  }

  private let bytes: [UInt8]
  private var offset: Int
  /// The line of the word that was read last, counted from 1.
  private(set) var line = 1
  /// Whether the line break that was read last belongs to ``line``.
  private var isAtLineEnd = false
  private var isAtFileEnd = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    offset = bytes.withoutByteOrderMark.startIndex
  }

  /// Returns the next word or line end, or `nil` after the end of the last line.
  mutating func next() throws(CGATSError) -> Word? {
    if isAtLineEnd { line += 1 }
    isAtLineEnd = false
    while offset < bytes.count, Self.isBlank(bytes[offset]) { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "#") {
      while offset < bytes.count, !Self.endsLine(bytes[offset]) { offset += 1 }
    }
    guard offset < bytes.count else {
      defer { isAtFileEnd = true }
      return isAtFileEnd ? nil : .endOfLine
    }
    let first = bytes[offset]
    if Self.endsLine(first) {
      // A carriage return and a line feed together are one line end.
      let isPair = first == UInt8(ascii: "\r") && offset + 1 < bytes.count && bytes[offset + 1] == UInt8(ascii: "\n")
      offset += isPair ? 2 : 1
      isAtLineEnd = true
      return .endOfLine
    }
    if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
      offset += 1
      let text = word { $0 == first || Self.endsLine($0) }
      guard offset < bytes.count, bytes[offset] == first else { throw CGATSError(line: line, .unterminatedText) }
      offset += 1
      return .word(text)
    }
    return .word(word { Self.isBlank($0) || Self.endsLine($0) || $0 == UInt8(ascii: "\"") })
  }

  /// Returns the text up to the next byte for which `ends` is true, and moves to that byte.
  private mutating func word(_ ends: (UInt8) -> Bool) -> String {
    let start = offset
    while offset < bytes.count, !ends(bytes[offset]) { offset += 1 }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// Space, tab, and the vertical tab and form feed of printers.
  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0b || byte == 0x0c }
  private static func endsLine(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}

/// The tables read so far, and the state of the one that is being read.
private struct CGATSReader {
  private(set) var tables: [CGATSFile.Table] = []
  private var table = CGATSFile.Table(type: "", keywords: [:], fields: [], rows: [])
  /// The names in ``table``, for finding repeated ones.
  private var fieldNames: Set<String> = []
  private var repeatedField: String?
  /// The kind of the current block, and the line in which it began.
  private var block: (kind: Block, line: Int)?
  /// The words so far of a line that is not in a block.
  private var statement: [String] = []
  /// Whether the rest of the line follows the end of a block, and is ignored.
  private var ignoresLine = false
  /// A row that continues in the next line.
  ///
  /// `words` are its words without surplus ones, `count` is their number with them, `line` is the line in which the row
  /// began, and `inFirstLine` is the number of words in that line.
  private var row: (words: [String], count: Int, line: Int, inFirstLine: Int) = ([], 0, 0, 0)
  private var isStarted = false
  /// The rows and the statements of all tables.
  private var (rowCount, statementCount) = (0, 0)

  private enum Block: String {
    case format = "BEGIN_DATA_FORMAT"
    case data = "BEGIN_DATA"
  }

  mutating func read(_ word: CGATSWordReader.Word, line: Int) throws(CGATSError) {
    guard case .word(let text) = word else { return try endLine(line) }
    if ignoresLine { return }
    switch block?.kind {
    case .format: try readFormat(text, line: line)
    case .data: try readData(text, line: line)
    case nil: try readStatement(text, line: line)
    }
  }

  private mutating func endLine(_ line: Int) throws(CGATSError) {
    ignoresLine = false
    if block?.kind == .data { try endRow(line) }
    guard block == nil, !statement.isEmpty else { return }
    defer { statement = [] }
    // The first line of a table is its type.
    if !isStarted, statement.count == 1, statement[0] != "KEYWORD" {
      table.type = statement[0]
    } else if statement[0] != "KEYWORD" {
      try Self.count(&statementCount, "keywords", line)
      let value = statement.dropFirst().joined(separator: " ")
      // A file states the illuminant and the observer by one keyword, each in a line of its own.
      if statement[0] == CGATSWords.weighting, table.keywords[statement[0]] != nil {
        table.keywords[statement[0], default: ""] += ", " + value
      } else {
        table.keywords[statement[0]] = value
      }
    }
    isStarted = true
  }

  private mutating func readStatement(_ word: String, line: Int) throws(CGATSError) {
    guard statement.isEmpty else {
      guard statement.count < CGATSLimits.count else {
        throw CGATSError(line: line, .tooMany("words in a statement", limit: CGATSLimits.count))
      }
      return statement.append(word)
    }
    switch word {
    case Block.format.rawValue: block = (.format, line)
    case Block.data.rawValue:
      guard !table.fields.isEmpty else { throw CGATSError(line: line, .noFields) }
      if let repeatedField { throw CGATSError(line: line, .repeatedField(repeatedField)) }
      block = (.data, line)
    case "END_DATA", "END_DATA_FORMAT": throw CGATSError(line: line, .endWithoutBeginning(word))
    default: return statement.append(word)
    }
    isStarted = true
  }

  private mutating func readFormat(_ word: String, line: Int) throws(CGATSError) {
    if word == "END_DATA_FORMAT" {
      (block, ignoresLine) = (nil, true)
      return
    }
    guard table.fields.count < CGATSLimits.count else {
      throw CGATSError(line: line, .tooMany("fields", limit: CGATSLimits.count))
    }
    if !fieldNames.insert(word).inserted { repeatedField = repeatedField ?? word }
    table.fields.append(word)
  }

  private mutating func readData(_ word: String, line: Int) throws(CGATSError) {
    if word == "END_DATA" {
      ignoresLine = true
      try endRow(line)
      return try endTable(line: line)
    }
    if row.count == 0 {
      row.line = line
      row.words.reserveCapacity(table.fields.count)
    }
    if row.count < table.fields.count { row.words.append(word) }
    row.count += 1
    if row.line == line { row.inFirstLine = row.count }
  }

  /// Ends a row that has all of its words. A shorter one continues in the next line.
  private mutating func endRow(_ line: Int) throws(CGATSError) {
    // A row that is too short continues with words of the next one, so the error is in the line in which it began.
    guard row.count <= table.fields.count else {
      throw CGATSError(line: row.line, .valueCount(row.inFirstLine, fields: table.fields.count))
    }
    guard row.count == table.fields.count else { return }
    try Self.count(&rowCount, "rows", line)
    table.rows.append(row.words)
    row = ([], 0, 0, 0)
  }

  private mutating func endTable(line: Int) throws(CGATSError) {
    guard row.count == 0 else {
      throw CGATSError(line: row.line, .valueCount(row.count, fields: table.fields.count))
    }
    if let text = table.keywords["NUMBER_OF_SETS"] {
      guard let declared = Int(text), declared == table.rows.count else {
        throw CGATSError(line: line, .rowCount(table.rows.count, declared: text))
      }
    }
    tables.append(table)
    table = CGATSFile.Table(type: "", keywords: [:], fields: [], rows: [])
    (fieldNames, repeatedField) = ([], nil)
    block = nil
    isStarted = false
  }

  /// Counts a part of the file whose number is limited.
  private static func count(_ count: inout Int, _ name: String, _ line: Int) throws(CGATSError) {
    guard count < CGATSLimits.count else { throw CGATSError(line: line, .tooMany(name, limit: CGATSLimits.count)) }
    count += 1
  }

  func finish() throws(CGATSError) {
    if let block { throw CGATSError(line: block.line, .noEnd(block.kind.rawValue)) }
    if !table.fields.isEmpty { throw CGATSError(line: nil, .noData) }
  }
}

private enum CGATSLimits {
  /// The largest number of rows, of fields and of keywords. Each costs more memory than its bytes in the file. The
  /// largest charts have a few thousand patches.
  static let count = 100_000
}

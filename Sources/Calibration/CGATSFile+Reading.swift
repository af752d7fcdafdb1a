extension CGATSFile {
  /// Reads the tables of a file.
  ///
  /// Spaces and tabs separate words, `#` starts a comment, and texts with spaces are in quotes. The names of the fields
  /// define their number; the declared number, which files often get wrong, is ignored. The declared number of rows
  /// must be right, because a file that was cut short has fewer. No other file is ever opened.
  ///
  /// - Throws: ``CGATSError`` with the line of the fault.
  public init(fileBytes bytes: [UInt8]) throws(CGATSError) {
    guard !bytes.contains(0) else { throw CGATSError(line: nil, .notText) }
    // Swift takes a carriage return and a line feed together as one character, which is one line end.
    let lines = String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false) { $0.isNewline }
    var reader = CGATSReader()
    for (index, line) in lines.enumerated() {
      let words = try CGATSReader.words(line, number: index + 1)
      if !words.isEmpty { try reader.read(words, line: index + 1) }
    }
    try reader.finish()
    guard !reader.tables.isEmpty else { throw CGATSError(line: nil, .noTable) }
    tables = reader.tables
  }
}

/// The tables read so far, and the state of the one that is being read.
private struct CGATSReader {
  private(set) var tables: [CGATSFile.Table] = []
  private var table = CGATSFile.Table(type: "", keywords: [:], fields: [], rows: [])
  /// The kind of the current block, and the line in which it began.
  private var block: (kind: Block, line: Int)?
  /// The words of a row that continues in the next line, the line in which it began, and the number of words in that
  /// line.
  private var row: (words: [String], line: Int, inFirstLine: Int) = ([], 0, 0)
  private var isStarted = false

  private enum Block: String {
    case format = "BEGIN_DATA_FORMAT"
    case data = "BEGIN_DATA"
  }

  static func words(_ line: Substring, number: Int) throws(CGATSError) -> [String] {
    var words: [String] = []
    var rest = line.drop(while: \.isWhitespace)
    while let first = rest.first, first != "#" {
      if first == "\"" || first == "'" {
        let body = rest.dropFirst()
        guard let end = body.firstIndex(of: first) else { throw CGATSError(line: number, .unterminatedText) }
        words.append(String(body[..<end]))
        rest = body[body.index(after: end)...]
      } else {
        let word = rest.prefix { !$0.isWhitespace && $0 != "\"" }
        words.append(String(word))
        rest = rest[word.endIndex...]
      }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }

  mutating func read(_ words: [String], line: Int) throws(CGATSError) {
    switch block?.kind {
    case .format: readFormat(words)
    case .data: try readData(words, line: line)
    case nil: try readHeader(words, line: line)
    }
  }

  private mutating func readHeader(_ words: [String], line: Int) throws(CGATSError) {
    switch words[0] {
    case Block.format.rawValue:
      block = (.format, line)
      readFormat(Array(words.dropFirst()))
    case Block.data.rawValue:
      guard !table.fields.isEmpty else { throw CGATSError(line: line, .noFields) }
      if let field = table.fields.first(where: { field in table.fields.filter { $0 == field }.count > 1 }) {
        throw CGATSError(line: line, .repeatedField(field))
      }
      block = (.data, line)
      if words.count > 1 { try readData(Array(words.dropFirst()), line: line) }
    case "END_DATA", "END_DATA_FORMAT":
      throw CGATSError(line: line, .endWithoutBeginning(words[0]))
    case "KEYWORD": break
    default:
      // The first line of a table is its type.
      if !isStarted, words.count == 1 {
        table.type = words[0]
      } else {
        table.keywords[words[0]] = words.dropFirst().joined(separator: " ")
      }
    }
    isStarted = true
  }

  private mutating func readFormat(_ words: [String]) {
    for word in words {
      if word == "END_DATA_FORMAT" {
        block = nil
        return
      }
      table.fields.append(word)
    }
  }

  private mutating func readData(_ words: [String], line: Int) throws(CGATSError) {
    for word in words {
      if word == "END_DATA" { return try endTable(line: line) }
      if row.words.isEmpty { row.line = line }
      row.words.append(word)
    }
    if row.line == line { row.inFirstLine = row.words.count }
    // A row that is too short takes its rest from the next one, so the line in which it began is at fault.
    guard row.words.count <= table.fields.count else {
      throw CGATSError(line: row.line, .valueCount(row.inFirstLine, fields: table.fields.count))
    }
    if row.words.count == table.fields.count {
      table.rows.append(row.words)
      row.words = []
    }
  }

  private mutating func endTable(line: Int) throws(CGATSError) {
    guard row.words.isEmpty else {
      throw CGATSError(line: row.line, .valueCount(row.words.count, fields: table.fields.count))
    }
    if let text = table.keywords["NUMBER_OF_SETS"] {
      guard let declared = Int(text), declared == table.rows.count else {
        throw CGATSError(line: line, .rowCount(table.rows.count, declared: text))
      }
    }
    tables.append(table)
    table = CGATSFile.Table(type: "", keywords: [:], fields: [], rows: [])
    block = nil
    isStarted = false
  }

  func finish() throws(CGATSError) {
    if let block { throw CGATSError(line: block.line, .noEnd(block.kind.rawValue)) }
    if !table.fields.isEmpty { throw CGATSError(line: nil, .noData) }
  }
}

/// Why a file is not CGATS.
public struct CGATSError: Error, Hashable, Sendable {
  /// The kinds of faults.
  public enum Fault: Hashable, Sendable {
    /// The file holds bytes that are not text.
    case notText
    /// The file has no table.
    case noTable
    /// A text in quotes does not end.
    case unterminatedText
    /// The data begins before any field is named.
    case noFields
    /// Fields are named, but no rows follow.
    case noData
    /// A field is named twice.
    case repeatedField(String)
    /// A row has another number of values than there are fields.
    case valueCount(Int, fields: Int)
    /// The table has another number of rows than it declares.
    case rowCount(Int, declared: String)
    /// A block does not end.
    case noEnd(String)
    /// The end of a block has no beginning.
    case endWithoutBeginning(String)
  }

  /// The line of the fault, counted from 1, or `nil` where the fault is of the whole file.
  public let line: Int?
  /// The kind of fault.
  public let fault: Fault

  /// Creates an error from the line, counted from 1, and the fault.
  public init(line: Int?, _ fault: Fault) {
    self.line = line
    self.fault = fault
  }
}

extension CGATSError: CustomStringConvertible {
  /// The line and the fault, with what would have been right.
  public var description: String { (line.map { "line \($0): " } ?? "") + text }

  private var text: String {
    switch fault {
    case .notText: "this is no text; CGATS (.ti3, .cie) is needed"
    case .noTable: "no table; CGATS has its rows between BEGIN_DATA and END_DATA"
    case .unterminatedText: "a text in quotes does not end"
    case .noFields: "BEGIN_DATA before any field is named between BEGIN_DATA_FORMAT and END_DATA_FORMAT"
    case .noData: "fields are named and no rows follow; the file is cut short"
    case .repeatedField(let field): "the field \(field) is named twice"
    case .valueCount(let count, let fields): "a row has \(count) values; \(fields) fields are named"
    case .rowCount(let count, let declared): "the table has \(count) rows and declares NUMBER_OF_SETS \(declared)"
    case .noEnd(let block): "\(block) does not end; the file is cut short"
    case .endWithoutBeginning(let word): "\(word) ends what did not begin"
    }
  }
}

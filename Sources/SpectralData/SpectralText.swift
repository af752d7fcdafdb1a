internal import JSONText

/// Reads rows of numbers from text.
enum SpectralText {
  /// Reads the rows of a text.
  ///
  /// - Returns: The names of the columns of values, if the last heading has as many, the rows, and what comments such
  ///   as `# CCT: 2666` state of the light.
  static func table(of text: ArraySlice<UInt8>) throws(SpectralDataError) -> SpectralTable.Contents {
    var heading: ArraySlice<UInt8> = []
    // A line of units may follow that of the names, and have fewer fields.
    var nameCount = 0
    var separator: Separator?
    var rows: [SpectralTable.Row] = []
    var stated = StatedLight.Lines()
    var lines = Lines(text)
    while let line = lines.next() {
      let content = line.trimmed
      guard let first = content.first else { continue }
      guard first != UInt8(ascii: "#") else {
        if rows.isEmpty, content.count <= longestStatement {
          let parts = content.dropFirst().split(separator: UInt8(ascii: ":"), maxSplits: 1)
          stated.take(parts.map { String(decoding: $0.trimmed, as: UTF8.self) })
        }
        continue
      }
      guard content.count <= longestLine else { throw SpectralDataError(.line(lines.number), .tooLong(longestLine)) }
      if rows.isEmpty && isHeading(content) {
        if !(isOfColumns(heading) && isOfUnits(content)) { heading = content }
        nameCount = max(nameCount, content.count { $0 == UInt8(ascii: ",") } + 1)
        continue
      }
      guard rows.count < mostRows else { throw SpectralDataError(.line(lines.number), .tooManyRows(mostRows)) }
      let used = separator ?? Separator(of: content)
      let fields = used.fields(of: content)
      if separator == nil, used == .comma, isOfColumns(heading) {
        try checkCommas(of: fields.count, under: nameCount, line: lines.number)
      }
      separator = used
      rows.append(try row(fields, line: lines.number))
    }
    return .init(
      names: separator.map { Array($0.fields(of: heading).dropFirst()) } ?? [], rows: rows,
      stated: stated.columns(rows.first?.values.count == 1 ? 1 : 0))
  }

  /// Returns whether a heading names columns, the first of which is the wavelength. Others may be titles.
  private static func isOfColumns(_ heading: ArraySlice<UInt8>) -> Bool {
    let unquoted = heading.prefix(longestStatement).filter { $0 != UInt8(ascii: "\"") }
    let start = String(decoding: unquoted, as: UTF8.self).lowercased()
    return ["wavelength", "lambda", "nm,"].contains(where: start.hasPrefix)
  }

  /// Returns whether a heading states units, beginning with nm. Such a line may follow the names of the columns, and is
  /// not their heading.
  private static func isOfUnits(_ heading: ArraySlice<UInt8>) -> Bool {
    let word = heading.drop { !UInt8.isLetter($0) }.prefix(while: UInt8.isLetter)
    return String(decoding: word.prefix(longestStatement), as: UTF8.self).lowercased() == "nm"
  }

  /// Throws where each number of the first row but perhaps the wavelength seems to have a decimal comma.
  private static func checkCommas(of count: Int, under nameCount: Int, line: Int) throws(SpectralDataError) {
    guard nameCount > 1, count == 2 * nameCount || count == 2 * nameCount - 1 else { return }
    throw SpectralDataError(.line(line), .decimalCommas(count, expected: nameCount))
  }

  /// The longest comment that can state a temperature or a Duv, in bytes.
  private static let longestStatement = 80

  /// The longest line, in bytes. A row of ten thousand spectra has about 100 000.
  static let longestLine = 1 << 20
  /// The largest number of fields in a line: a wavelength and ten thousand spectra. A column costs more memory than its
  /// bytes in the file.
  static let mostFields = 10_001
  /// The largest number of rows: the visible wavelengths have 40 000 in steps of 0.01 nm. A row costs more memory than
  /// its bytes in the file.
  static let mostRows = 100_000

  static func row(_ fields: [String], line: Int) throws(SpectralDataError) -> SpectralTable.Row {
    guard fields.count <= mostFields else { throw SpectralDataError(.line(line), .tooManySpectra(mostFields - 1)) }
    var numbers: [Double] = []
    for (column, field) in fields.enumerated() {
      let text = column == 0 ? withoutUnit(field) : field
      numbers.append(try Double(text, at: .field(line: line, column: column + 1)))
    }
    return SpectralTable.Row(place: .line(line), wavelength: numbers[0], values: Array(numbers.dropFirst()))
  }

  /// Returns the text of a wavelength without its unit.
  private static func withoutUnit(_ field: String) -> String {
    guard let unit = ["[nm]", "nm"].first(where: field.hasSuffix) else { return field }
    var text = field.dropLast(unit.count)
    while text.last == " " { text.removeLast() }
    return text.isEmpty ? field : String(text)
  }

  /// Returns whether a line cannot be a row, because its first word is not a number and does not start like one.
  private static func isHeading(_ line: ArraySlice<UInt8>) -> Bool {
    let word = line.drop { $0 == UInt8(ascii: "\"") }.prefix { !" \t,;\"".utf8.contains($0) }
    guard let first = word.first else { return true }
    let startsAsNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) || "+-.".utf8.contains(first)
    return !startsAsNumber && Double(String(decoding: word, as: UTF8.self)) == nil
  }

}

/// The lines of a text, split at the line ends of Unix, Windows and the old Macintosh.
struct Lines {
  private let text: ArraySlice<UInt8>
  private var start: Int
  /// The number of the line that was read last, counted from 1.
  private(set) var number = 0

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    start = text.startIndex
  }

  /// Returns the next line without its end, or `nil` after the last one.
  mutating func next() -> ArraySlice<UInt8>? {
    guard start <= text.endIndex else { return nil }
    number += 1
    guard let end = text[start...].firstIndex(where: \.isLineEnd) else {
      defer { start = text.endIndex + 1 }
      return text[start...]
    }
    let isPair = text[end] == UInt8(ascii: "\r") && end + 1 < text.endIndex && text[end + 1] == UInt8(ascii: "\n")
    defer { start = end + (isPair ? 2 : 1) }
    return text[start..<end]
  }
}

/// The separator between the fields of a line. The first row determines it for all.
enum Separator {
  case semicolon, comma, tab, blanks

  /// Chooses the separator of a row. Tabs take precedence over commas, so that a decimal comma is reported instead of
  /// taken for a separator. Where a line has tabs and no field except a leading name has a blank in it, only tabs
  /// separate, so that names with blanks stay whole. Otherwise blanks separate too.
  init(of line: ArraySlice<UInt8>) {
    if line.contains(UInt8(ascii: ";")) {
      self = .semicolon
    } else if line.contains(UInt8(ascii: ",")) && !line.contains(UInt8(ascii: "\t")) {
      self = .comma
    } else {
      let fields = line.split(separator: UInt8(ascii: "\t")).map(\.trimmed)
      let isNamed = fields.first?.first.map(UInt8.isLetter) ?? false
      let hasBlanks = fields.dropFirst(isNamed ? 1 : 0).contains { $0.contains(UInt8(ascii: " ")) }
      self = fields.count > 1 && !hasBlanks ? .tab : .blanks
    }
  }

  /// Returns the fields of a line, at most one more than a table may have.
  func fields(of line: ArraySlice<UInt8>) -> [String] {
    var fields: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var isQuoted = false
    for (place, byte) in zip(line.indices, line) where fields.count < SpectralText.mostFields {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if !isQuoted && separates(byte) {
        fields.append(line[start..<place])
        start = place + 1
      }
    }
    fields.append(line[start...])
    switch self {
    case .tab, .blanks: fields.removeAll { $0.trimmed.isEmpty }
    // A separator at the end of the line begins no field.
    case .semicolon, .comma: if fields.count > 1, fields.last?.trimmed.isEmpty == true { fields.removeLast() }
    }
    return fields.map { String(decoding: $0.trimmed.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self) }
  }

  private func separates(_ byte: UInt8) -> Bool {
    switch self {
    case .semicolon: byte == UInt8(ascii: ";")
    case .comma: byte == UInt8(ascii: ",")
    case .tab: byte == UInt8(ascii: "\t")
    case .blanks: byte.isBlank
    }
  }
}

extension UInt8 {
  static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  var isLineEnd: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension ArraySlice<UInt8> {
  var trimmed: ArraySlice<UInt8> {
    let start = drop { $0.isBlank }
    return start.prefix(start.endIndex - start.startIndex - start.reversed().prefix { $0.isBlank }.count)
  }
}

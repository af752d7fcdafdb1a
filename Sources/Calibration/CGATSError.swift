internal import JSONText

/// The reason why a file is not CGATS.
public struct CGATSError: Error, Hashable, Sendable {
  /// The kinds of faults.
  public enum Fault: Hashable, Sendable {
    /// The file holds bytes that are not text.
    case notText
    /// The file has more combining marks in a row than any language.
    case endlessMarks
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
    /// The file has more of something than the limit. The text names it.
    case tooMany(String, limit: Int)
    /// A row has another number of values than there are fields.
    case valueCount(Int, fields: Int)
    /// The table has another number of rows than it declares.
    case rowCount(Int, declared: String)
    /// A block does not end.
    case noEnd(String)
    /// A block ends that has not begun.
    case endWithoutBeginning(String)
  }

  /// The line of the fault, counted from 1, or `nil` where the fault is of the whole file.
  public let line: Int?
  /// The kind of fault.
  public let fault: Fault

  /// Creates an error from the line, counted from 1, and the fault.
  package init(line: Int?, _ fault: Fault) {
    self.line = line
    self.fault = fault
  }
}

extension CGATSError: CustomStringConvertible {
  /// The line and the fault, with what would have been right.
  public var description: String { (line.map { "line \($0): " } ?? "") + text }

  private var text: String {
    switch fault {
    case .notText: "this is not a text in UTF-8; CGATS (.ti3, .cie) is needed"
    case .endlessMarks: "a text with more than \(mostCombiningMarks) combining marks in a row; no language has as many"
    case .noTable: "no table; CGATS has its rows between BEGIN_DATA and END_DATA"
    case .unterminatedText: "a text in quotes does not end"
    case .noFields: "BEGIN_DATA before any field is named between BEGIN_DATA_FORMAT and END_DATA_FORMAT"
    case .noData: "fields are named and no rows follow; the file is cut short"
    case .repeatedField(let field): "the field \(field) is named twice"
    case .tooMany(let name, let limit): "more than \(limit) \(name)"
    case .valueCount(let count, let fields): "a row has \(count) values; \(fields) fields are named"
    case .rowCount(let count, let declared): "the table has \(count) rows and declares NUMBER_OF_SETS \(declared)"
    case .noEnd(let block): "\(block) does not end; the file is cut short"
    case .endWithoutBeginning(let word): "\(word) ends what did not begin"
    }
  }
}

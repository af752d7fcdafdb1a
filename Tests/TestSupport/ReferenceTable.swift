public import Foundation

/// A table of comma-separated values with a header line: reference data for the tests.
public struct ReferenceTable: Sendable {
  public let columns: [String]
  /// Every field as text.
  public let texts: [[String]]
  /// NaN for a field that is no number.
  public let rows: [[Double]]

  /// The error for a table without rows. A test that loops over the rows would check nothing.
  public struct NoRows: Error, CustomStringConvertible {
    public let description: String
  }

  /// Reads a file below the repository's root.
  public init(repositoryPath: String) throws {
    try self.init(url: repositoryRoot.appending(path: repositoryPath))
  }

  public init(url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).filter {
      !$0.hasPrefix("#")
    }
    columns = lines[0].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let fields = lines.dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
    }
    guard !fields.isEmpty else { throw NoRows(description: "\(url.lastPathComponent) has no rows") }
    texts = fields
    rows = fields.map { $0.map { Double($0) ?? .nan } }
  }

  /// The first field of every row as text.
  public var labels: [String] { texts.map { $0[0] } }

  public subscript(column: String) -> [Double] {
    guard let index = columns.firstIndex(of: column) else { preconditionFailure("no column \(column) in \(columns)") }
    return rows.map { $0[index] }
  }
}

/// The root of the repository that these tests are built from.
public let repositoryRoot = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

import Foundation
import TestSupport
import Testing

/// The table of Docs/Contributing.md: to add something, touch these files.
@Suite struct ContributingTests {
  private struct Row {
    let name: String
    /// The number of sources as the table states it.
    let count: Int?
    let files: [String]
  }

  private static func rows() throws -> [Row] {
    let page = try String(contentsOf: repositoryRoot.appending(path: "Docs/Contributing.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "## To add …\n").last).components(separatedBy: "\n## ")[0]
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let files = cells[2].matches(of: /`((?:Sources|Tests|Docs)\/[^`]+)`/).map { String($0.1) }
      return Row(name: cells[0], count: Int(cells[1]), files: files)
    }
  }

  @Test func `the ten questions have an answer each, whose files are there and as many as it says`() throws {
    let rows = try Self.rows()
    #expect(rows.count >= 10 && Set(rows.map(\.name)).count == rows.count)
    for row in rows {
      #expect(row.count == row.files.filter { $0.hasPrefix("Sources/") }.count, "\(row.name)")
      for file in row.files {
        let path = repositoryRoot.appending(path: file).path
        #expect(FileManager.default.fileExists(atPath: path), "\(row.name): \(file)")
      }
    }
  }
}

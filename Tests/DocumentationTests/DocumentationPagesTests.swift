import Foundation
import TestSupport
import Testing

/// The pages that DocC makes the documentation of: each product has them, and their samples are compiled and run.
///
/// A page's Swift stands line by line in `<Module>Samples.swift`,
/// which imports no more than the page says that it needs.
@Suite struct DocumentationPagesTests {
  /// The columns of a sample that a page shows without scrolling, in a window of 1300 points.
  private static let shownColumns = 74

  /// The catalogs, one folder a module.
  private static func catalogs() throws -> [URL] {
    let sources = repositoryRoot.appending(path: "Sources")
    return try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
      .map { $0.appending(path: "\($0.lastPathComponent).docc") }
      .filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  private static func pages(_ catalog: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
  }

  /// The lines of a page's Swift, without their indentation.
  static func swift(_ page: String) -> [String] {
    var isSwift = false
    var lines: [String] = []
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isSwift = line == "```swift"
      } else if isSwift, !line.allSatisfy(\.isWhitespace) {
        lines.append(line.trimmingCharacters(in: .whitespaces))
      }
    }
    return lines
  }

  @Test func `every library product has a catalog with a landing page and a sample`() throws {
    let package = try String(contentsOf: repositoryRoot.appending(path: "Package.swift"), encoding: .utf8)
    // A product that one of our own packages asks for stands elsewhere.
    let products = package.matches(of: /(?m)^    \.library\(name: "([A-Za-z0-9]+)"/).map { String($0.1) }
    #expect(products.count > 15)
    let catalogs = try Dictionary(
      uniqueKeysWithValues: Self.catalogs().map { ($0.deletingPathExtension().lastPathComponent, $0) })
    for product in products {
      let catalog = try #require(catalogs[product], "Sources/\(product)/\(product).docc")
      let page = try String(contentsOf: catalog.appending(path: "\(product).md"), encoding: .utf8)
      #expect(page.hasPrefix("# ``\(product)``\n\n"))
      #expect(page.contains("\n## Overview\n") && page.contains("\n## Topics\n"), "\(product)")
      #expect(!Self.swift(page).isEmpty, "\(product)")
    }
  }

  @Test func `every line of Swift on a page stands in the samples of its module`() throws {
    var count = 0
    for catalog in try Self.catalogs() {
      let module = catalog.deletingPathExtension().lastPathComponent
      let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(module)Samples.swift")
      let source = try String(contentsOf: file, encoding: .utf8)
      let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
      for page in try Self.pages(catalog) {
        for line in Self.swift(try String(contentsOf: page, encoding: .utf8)) {
          #expect(lines.contains(line), "\(module).docc/\(page.lastPathComponent): \(line)")
          #expect(line.count <= Self.shownColumns, "\(module).docc/\(page.lastPathComponent): \(line)")
          count += 1
        }
      }
    }
    #expect(count > 150)
  }

  @Test func `every article is linked from its landing page`() throws {
    for catalog in try Self.catalogs() {
      let module = catalog.deletingPathExtension().lastPathComponent
      let landing = try String(contentsOf: catalog.appending(path: "\(module).md"), encoding: .utf8)
      for page in try Self.pages(catalog).map({ $0.deletingPathExtension().lastPathComponent }) where page != module {
        #expect(landing.contains("<doc:\(page)>"), "\(module): \(page)")
      }
    }
  }
}

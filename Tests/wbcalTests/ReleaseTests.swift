import Foundation
import TestSupport
import Testing
import ToolSupport

@testable import wbcal

@Suite struct ReleaseTests {
  @Test func `the tool prints the version, and nothing else`() throws {
    #expect(try Tool.run("--version").output == Release.version + "\n")
  }

  @Test func `the version is one of semantic versioning`() {
    #expect(Release.version.wholeMatch(of: /(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?/) != nil)
  }

  @Test func `the changelog begins with what is not released, or with the version`() throws {
    let changelog = try String(contentsOf: repositoryRoot.appending(path: "Docs/Changelog.md"), encoding: .utf8)
    let heading = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(heading == "## Unreleased" || heading.hasPrefix("## \(Release.version), 20"), "\(heading)")
  }

  @Test func `the README's install lines name the version`() throws {
    let readme = try String(contentsOf: repositoryRoot.appending(path: "README.md"), encoding: .utf8)
    let named = readme.matches(of: /(?:wbcal_|from: ")([0-9]+\.[0-9]+\.[0-9]+)/).map { String($0.1) }
    #expect(named.count >= 2 && Set(named) == [Release.version], "\(named)")
  }

  @Test(.enabled(if: Python.has("json"), "python3 is not installed"))
  func `the manual has a page for every command`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "manual-\(UUID())", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tool = try Tool.executable.path(percentEncoded: false)
    try Python.run(script: ".ci/man-pages", arguments: [tool, folder.path(percentEncoded: false)])
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let names = HelpTests.commands.map { (["wbcal"] + $0).joined(separator: "-") + ".1" }
    #expect(Set(pages) == Set(names))
  }
}

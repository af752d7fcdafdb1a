import Foundation
import TestSupport
import Testing
import ToolSupport

/// The commands that README.md and the pages of Docs tell a reader to type are typed: page by page, in order, in a
/// folder that has nothing but links to the repository's `Data` and `Tests/ReferenceData`.
///
/// A block of `sh` is run, without the commands that build and install, since these tests run while the package is
/// built, and without those that serve until somebody ends them. A command for a camera is read as far as to the
/// camera, and finds none: no camera of this machine is set. The list of cameras is that of a simulated one: no camera
/// of this machine is opened. A block without a language below one
/// that is run shows lines of what is printed, each whole.
@Suite(.waiting) struct DocumentedCommandsTests {
  private static let camera = "/dev/video0"
  /// A camera that no machine has: Linux numbers 256 at most.
  private static let absentCamera = "/dev/video256"
  private static let building = [
    ".ci/", "swift build", "swift test", "swift format lint", "sudo ", "wbcal camera serve simulated:",
  ]

  static func pages() throws -> [String] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: repositoryRoot.appending(path: "Docs").path)
    return ["README.md"] + files.filter { $0.hasSuffix(".md") }.sorted().map { "Docs/\($0)" }
  }

  @Test(arguments: try pages())
  func `the commands of a page run in order, and print what the page shows`(page: String) throws {
    let shell = try ReadersShell()
    var printed: [Substring]?
    for block in try Self.blocks(of: page) {
      switch block.language {
      case "sh" where block.lines.contains { $0.contains(Self.camera) }:
        for command in Self.commands(block.lines[...]) {
          let result = try shell.run(Self.withoutCameras(command))
          let status: Int32 = command.contains(Self.camera) ? 66 : 0
          #expect(result.status == status, "\(page), line \(block.line): \(command)\n\(result.printed)")
        }
        printed = nil
      case "sh":
        let result = try shell.run(Self.withoutCameras(Self.withoutBuilding(block.lines)))
        #expect(result.status == 0, "\(page), line \(block.line):\n\(result.printed)")
        printed = result.printed.split(separator: "\n")
      case "":
        let output = try #require(printed, "\(page), line \(block.line): output of what command?")
        for line in block.lines where !line.isEmpty && line != "…" {
          #expect(output.contains(line[...]), "\(page), line \(block.line): '\(line)' is not printed")
        }
      default: printed = nil
      }
    }
  }

  @Test func `a command is in a block that is run, and the pages have as many as a reader would try`() throws {
    var commands = 0
    for page in try Self.pages() {
      let text = try String(contentsOf: repositoryRoot.appending(path: page), encoding: .utf8)
      let blocks = try Self.blocks(of: page).filter { $0.language == "sh" }
      let inBlocks = blocks.map { $0.lines.count { $0.contains("wbcal ") && !$0.hasPrefix("#") } }.reduce(0, +)
      let atStart = text.split(separator: "\n").count { line in
        let command = line.drop(while: \.isWhitespace)
        return command.hasPrefix("wbcal ") || command.hasPrefix("swift run wbcal")
      }
      #expect(inBlocks >= atStart, "\(page): a command stands outside of a block of sh")
      commands += inBlocks
    }
    #expect(commands > 30)
  }

  // MARK: - Blocks

  struct Block {
    var language: String
    /// The line of the page at which the block begins.
    var line: Int
    var lines: [String] = []
  }

  private static func blocks(of page: String) throws -> [Block] {
    let text = try String(contentsOf: repositoryRoot.appending(path: page), encoding: .utf8)
    var blocks: [Block] = []
    var open: (block: Block, indent: Int)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let indent = line.prefix(while: { $0 == " " }).count
      let isFence = line.dropFirst(indent).hasPrefix("```")
      switch (open, isFence) {
      case (nil, true): open = (Block(language: String(line.dropFirst(indent + 3)), line: index + 1), indent)
      case (.some(let (block, _)), true):
        blocks.append(block)
        open = nil
      case (.some(let (_, indent)), false): open?.block.lines.append(String(line.dropFirst(indent)))
      case (nil, false): break
      }
    }
    try #require(open == nil, "\(page): a block has no end")
    return blocks
  }

  private static func commands(_ lines: ArraySlice<String>) -> [String] {
    lines.joined(separator: "\n").replacing("\\\n", with: " ").split(separator: "\n").map(String.init)
  }

  /// Commands that open no camera of this machine.
  private static func withoutCameras(_ commands: String) -> String {
    commands.replacing(camera, with: absentCamera).replacing("wbcal camera list", with: "wbcal camera list simulated:")
  }

  /// The lines without the commands that build and install; what `swift run` runs is run as it is.
  private static func withoutBuilding(_ lines: [String]) -> String {
    lines.map { line in
      let words = line.replacing("swift run wbcal", with: "wbcal")
      guard building.contains(where: { words.hasPrefix($0) }) else { return words }
      return words.components(separatedBy: " && ").filter { command in !building.contains { command.hasPrefix($0) } }
        .joined(separator: " && ")
    }.joined(separator: "\n")
  }
}

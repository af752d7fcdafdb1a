import Foundation
import TestSupport
import Testing
import ToolSupport

/// The program of the README.
@Suite struct ReadmeExampleTests {
  private static let file = repositoryRoot.appending(path: "Tests/ReadmeExample/main.swift")

  @Test func `the program that the README shows is the one that is compiled, word for word`() throws {
    let program = try String(contentsOf: Self.file, encoding: .utf8)
    let readme = try String(contentsOf: repositoryRoot.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```swift\n\(program)```\n"))
    let lines = program.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 15 && lines.count { $0.hasPrefix("import ") } == 2)
  }

  @Test func `the sample's error for daylight is the one that the pages state`() throws {
    let lines = try Tool.run("measure", "--light-kind", "daylight").output.split(separator: "\n")
    let temperature = try #require(lines.first { $0.hasPrefix("temperature") })
    let error = try #require(temperature.split(separator: "± ").last)
    for (page, sentence) in [
      ("README.md", "With `--light-kind daylight` the error for the same card is \(error),"),
      ("Docs/Accuracy.md", "For daylight it states \(error)."),
    ] {
      let text = try String(contentsOf: repositoryRoot.appending(path: page), encoding: .utf8)
      #expect(text.contains(sentence), "\(page): \(sentence)")
    }
  }

  @Test func `it prints what the tool prints, to the byte`() throws {
    let (card, profile) = (SampleFiles.frame, SampleFiles.profile)
    let program = try Tool.run([card, profile], of: "ReadmeExample")
    let tool = try Tool.run(["measure", card, "--profile", profile, "--json"] + SampleFiles.geometry)
    #expect(program.status == 0 && tool.status == 0, "\(program.errors)\(tool.errors)")
    #expect(program.output == tool.output)
    let errors = try #require(try program.object()["standardError"]?.numbers)
    #expect(errors["red", default: 0] > 0 && errors["temperature", default: 0] > 0)
  }
}

import Colorimetry
import Foundation
import GrayCard
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// Pages and pictures on a disk that takes no more: they go with a result, and must not hide it.
@Suite struct UnwrittenPageTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Runs the tool with a limit of some blocks of 512 bytes on files, which stands for the disk.
  private func run(_ arguments: [String], blocks: Int = 1) throws -> Tool.Result {
    let (process, output, errors) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "ulimit -f \(blocks); exec \"$0\" \"$@\"", try Tool.executable.path] + arguments
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, errors)
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let told = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Tool.Result(
      status: process.terminationStatus, output: String(decoding: printed, as: UTF8.self),
      errors: String(decoding: told, as: UTF8.self))
  }

  private var page: String { scratch.path("page.html") }
  private var profile: String { scratch.path("profile.icc") }
  private var unwritten: String { ToolMessages.notWritten(page, "File too large") }

  @Test(arguments: [[], ["--json"]]) func `where the page cannot be written, the profile of before stays`(
    format: [String]
  ) throws {
    try scratch.write("old", to: "profile.icc")
    let chart = try readings(.a)
    let sensitivities = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    for command in [
      ["chart", chart.path, "--light", "A"], ["sensitivities", sensitivities],
      ["cards", SampleFiles.frame, "--light", "daylight:5200", "--black", "64"] + SampleFiles.geometry,
    ] {
      let result = try run(["calibrate"] + command + ["--output", profile, "--report", page] + format)
      #expect(result.status == 74 && result.output.isEmpty, "\(command): \(result.output)")
      #expect(result.message == "\(unwritten); \(profile) is not written either")
      #expect(try scratch.names == ["profile.icc"] && scratch.bytes("profile.icc") == Array("old".utf8))
    }
  }

  /// A profile has a long name more often than its page, and in letters of two bytes.
  @Test func `where the profile cannot be written, the page of before stays`() throws {
    try scratch.write("old", to: "page.html")
    let command = ["calibrate", "cards", SampleFiles.frame, "--light", "daylight:5200", "--black", "64"]
    let result = try run(
      command + SampleFiles.geometry
        + ["--model", String(repeating: "m", count: 60_000), "--output", profile, "--report", page], blocks: 500)
    #expect(result.status == 74 && result.output.isEmpty, "\(result)")
    #expect(result.message == ToolMessages.notWritten(profile, "File too large"))
    #expect(try scratch.names == ["page.html"] && scratch.bytes("page.html") == Array("old".utf8))
  }

  /// The region is too small for a card.
  private static let refusing = ["--region", "0,0,4,4", "--black", "64"] + SampleFiles.geometry

  @Test(arguments: [
    ["calibrate", "cards", SampleFiles.frame, "--light", "D65", "--output", "{profile}", "--report", "{page}"],
    ["profile", "check", SampleFiles.profile, "--card", SampleFiles.frame, "--light", "D65", "--report", "{page}"],
    ["measure", SampleFiles.frame, "--show", "{page}"],
  ]) func `a refusal is told although its page or picture cannot be written`(command: [String]) throws {
    let picture = scratch.path("card.png")
    let isMeasure = command[0] == "measure"
    let unwritten = isMeasure ? ToolMessages.notWritten(picture, "File too large") : unwritten
    let words = command.map {
      $0.replacing("{profile}", with: profile).replacing("{page}", with: isMeasure ? picture : page)
    }
    let tooSmall = CardRefusal(code: .tooSmall, value: 4, limit: 64)
    for format in [[], ["--json"]] {
      let result = try run(words + Self.refusing + format)
      #expect(result.status == 74 && result.message.hasSuffix("\n\(unwritten)"), "\(result.message)")
      #expect(result.message.contains(": refused\n  \(tooSmall)"), "\(result.message)")
      #expect(!result.output.contains(page) && !result.output.contains(picture))
      #expect(try scratch.names.isEmpty)
      if !format.isEmpty {
        let object = try result.object()
        let codes = object.codes("reasons") + (object["cards"]?.array ?? []).flatMap { $0.codes("reasons") }
        #expect(codes == ["too-small"])
      }
    }
  }

  @Test(arguments: ["--show", "--sidecar"])
  func `a measurement is printed although its picture or sidecar cannot be written`(
    option: String
  ) throws {
    let file = scratch.path(option == "--show" ? "card.png" : "card.raw.xmp")
    let result = try run(
      ["measure", SampleFiles.frame, "--black", "64", "--json", option, file] + SampleFiles.geometry)
    #expect(result.status == 74 && result.message == ToolMessages.notWritten(file, "File too large"))
    let object = try result.object()
    #expect(object["gains"] != nil && object["picture"] == nil && object["sidecar"] == nil)
    #expect(try scratch.names.isEmpty)
  }

  @Test func `a check that passes is printed although its page cannot be written`() throws {
    let result = try run(
      [
        "profile", "check", SampleFiles.profile, "--card", SampleFiles.frame, "--light", "daylight:5200", "--black",
        "64",
        "--report", page,
      ] + SampleFiles.geometry)
    #expect(result.status == 74 && result.message == unwritten, "\(result.message)")
    #expect(result.output.contains("off by") && !result.output.contains(page), "\(result.output)")
    #expect(try scratch.names.isEmpty)
  }
}

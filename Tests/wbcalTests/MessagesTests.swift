import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport

/// The complete text of what the tool itself says: here, in the tables of UsageMessages.swift, and for each command's
/// help in Tests/ReferenceData/wbcal-help.txt. Other tests compare the status, the codes in JSON, or a room's error.
@Suite struct MessagesTests {
  struct Case: CustomTestStringConvertible {
    let arguments: String
    let status: Int32
    let message: String

    init(_ arguments: String, _ status: Int32, _ message: String) {
      (self.arguments, self.status, self.message) = (arguments, status, message)
    }

    var testDescription: String { arguments }
  }

  /// The files that stand for names in braces.
  struct Files {
    private let scratch: [ScratchFile]
    private let names: [(name: String, path: String)]
    private let folder: ScratchFolder

    /// What the files have in them, made once.
    private static let contents = Result {
      var profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: SampleFiles.profile))))
      profile.uncertainty = nil
      return [
        ("text", Array("hello".utf8)), ("lamp", Array("380,1\n500,1,2\n".utf8)),
        ("lamps", Array("nm,a,b\n380,1,2\n780,2,1\n".utf8)), ("empty", []),
        ("card", try [UInt8](Data(contentsOf: URL(filePath: SampleFiles.frame)))),
        ("short", Array(repeating: 0, count: 38_399)), ("dark", Array(repeating: 0, count: 38_400)),
        ("cutlamp", Array("380 1\n500 2\n600 1.6\n".utf8)), ("led", Array("450 0\n500 2\n550 0.01\n".utf8)),
        ("cutlamps", Array("nm,a,b\n380,1,1\n500,2,2\n600,1,0\n".utf8)),
        ("latelamp", Array("420 0.02\n500 1\n780 0.5\n".utf8)),
        ("exchanged", Array("400 1 0.1 0.01\n550 0.1 1 0.1\n680 0.01 0.1 1\n".utf8)),
        ("shortlamp", Array("400 1\n700 1\n".utf8)), ("wood", Array("380 0.1\n780 0.5\n".utf8)),
        ("plain", try profile.iccBytes()),
        ("cut", try Array(ReferenceData.bytes("stills/bayer-lossless.dng").prefix(200))),
      ] as [(name: String, bytes: [UInt8])]
    }

    init() throws {
      let contents = try Self.contents.get()
      let scratch = try contents.map { try ScratchFile($0.bytes) }
      folder = try ScratchFolder()
      try folder.write(TagFileBuilder("II*\0", [(50706, .bytes([1, 4, 0, 0]))]).bytes, to: "empty.dng")
      try folder.write(Array(repeating: 0, count: 5000), to: "zeros.nef")
      self.scratch = scratch
      names =
        zip(contents, scratch).map { ($0.name, $1.path) } + [
          ("raw", SampleFiles.frame), ("icc", SampleFiles.profile), ("camera", SimulateTests.camera),
          ("dng", folder.path("empty.dng")), ("zeros", folder.path("zeros.nef")),
          ("chart", repositoryRoot.appending(path: "Data/sample-chart/daylight.ti3").path),
          ("dcp", repositoryRoot.appending(path: "Tests/ReferenceData/dcp/Canon_EOS_R5.dcp").path),
          ("missing", folder.path("missing")), ("none", folder.path("no folder")),
          ("output", folder.path("output")),
        ]
    }

    func words(_ arguments: String) -> [String] {
      arguments.replacing("{geometry}", with: SampleFiles.geometry.joined(separator: " "))
        .components(separatedBy: " ").map(filled)
    }

    func filled(_ text: String) -> String {
      names.reduce(text) { $0.replacing("{\($1.name)}", with: $1.path) }
    }
  }

  @Test(arguments: convert + measure + plot + dng + calibrate + profiles + simulate)
  func `wrong usage and bad files are told whole, and nothing else is printed`(wrong: Case) throws {
    let files = try Files()
    let result = try Tool.run(files.words(wrong.arguments))
    #expect(result.status == wrong.status)
    #expect(result.message == files.filled(wrong.message))
    #expect(result.output.isEmpty)
    #expect(!result.errors.contains("Usage: wbcal <subcommand>"), "the tool's usage stands for the command's own")
  }

  // MARK: - Lines of input, and the output

  @Test func `a bad line is told with what it must be, and how many there are`() throws {
    let lines = try Tool.run("convert", "--from", "xy", "--json", "-", input: "0.3 0.3\nhello there\n0.45\n\n")
    #expect(lines.status == 65 && lines.message == "3 of 4 lines have an error")
    #expect(
      try lines.objects().dropFirst().map { $0["error"]?.text } == [
        "x must be a number, not 'hello'", "1 field where 2 are needed: x y",
        "0 fields where 2 are needed: x y",
      ])
    let one = try Tool.run("convert", "--from", "xy", "-", input: "hello\n")
    #expect(one.status == 65 && one.message == "1 of 1 line has an error")
    let long = Data(repeating: UInt8(ascii: "1"), count: 5000)
    #expect(
      try Tool.run(["convert", "--from", "xy", "--json", "-"], input: long).object()["error"]?.text
        == "the line is longer than 4096 bytes")
    #expect(
      try Tool.run(["plot", "--point", "-"], input: long).message
        == "standard input, line 1: longer than 4096 bytes")
  }

  @Test func `a full disk is told`() throws {
    let result = try Tool.run(["convert", "--from", "xy", "0.3127", "0.3290"], output: "/dev/full")
    #expect(result.status == 74 && result.message == ToolMessages.fullDisk)
  }

  // MARK: - The tool's own warnings

  /// Each room's own messages are in the room's tests.
  static let warnings: [(arguments: String, code: String, message: String)] = [
    (
      "measure {raw} {geometry}", "black-assumed",
      "black level assumed to be 0; give it, dark frames, or a profile that has it"
    ),
    (
      "measure {raw} {geometry} --black 64 --black-error 20", "uncertain-black",
      "the error of the black level is 10.3 % of a channel's signal (limit 2.0 %), and the errors of the gains include it; "
        + "for smaller ones, give dark frames"
    ),
    (
      "measure {dark} {geometry} --black 0", "no-card-found",
      "no card was found (nearly all of the frame is dark, or has clipped samples), so the middle half of the frame was read"
    ),
    (
      "measure {raw} {geometry} --profile {plain}", "no-profile-uncertainty",
      "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone"
    ),
    (
      "simulate --output {output} --width 4 --height 2 --light {shortlamp}", "short-spectrum",
      "{shortlamp} has wavelengths from 400.0 to 700.0 nm; it is taken to be 0 in the rest of 380.0 to 780.0 nm"
    ),
    (
      "simulate --output {output} --width 4 --height 2 --light {led}", "short-spectrum",
      "{led} has wavelengths from 450.0 to 550.0 nm; it is taken to be 0 in the rest of 380.0 to 780.0 nm"
    ),
    (
      "simulate --output {output} --width 4 --height 2 --light {shortlamp}", "coarse-spectrum",
      "{shortlamp} has steps of 300.0 nm (limit 10.0); what is between two wavelengths is taken to be a straight line"
    ),
    (
      "simulate --output {output} --width 4 --height 2 --light E --card {wood}", "colored-card",
      "the card is not neutral, so its reading differs from the light by up to 68 %"
    ),
    (
      "calibrate sensitivities {camera} --output {output}", "few-lamps",
      "learnt from the CIE's 36 lamps alone; for others, give spectra of some by --lamps"
    ),
    (
      "calibrate sensitivities {camera} --lamps {cutlamps} --output {output}", "lamp-left-out",
      "{cutlamps}: a is left out: the light's spectrum ends at 600.0 nm, where it has 50 % of its largest power; measure at "
        + "least 410 to 690 nm, better 380 to 780 nm"
    ),
    (
      "calibrate sensitivities {camera} --lamps {lamps} --output {output}", "few-lamps",
      "learnt from 2 lamps; a map needs about 30 of the kinds that it is to see"
    ),
    (
      "calibrate sensitivities {camera} --lamps {lamps} --output {output}", "coarse-spectrum",
      "{lamps} has steps of 400.0 nm (limit 10.0); what is between two wavelengths is taken to be a straight line"
    ),
  ]

  @Test(arguments: warnings.indices) func `a warning is told whole, to a person and to a script`(number: Int) throws {
    let (arguments, code, message) = Self.warnings[number]
    let files = try Files()
    let words = files.words(arguments)
    let warnings = try #require(Tool.run(words + ["--json"]).object()["warnings"]?.array)
    let own = warnings.filter { $0["code"]?.text == code }
    #expect(own.map { $0["message"]?.text } == [files.filled(message)])
    let text = try Tool.run(words)
    // The warnings of a refused card stand below the reasons. That black was assumed is one of them already.
    if code == "black-assumed" {
      #expect(text.message.contains("the black level is not known") && !text.message.contains("assumed"))
      return
    }
    #expect(
      text.values("warning").contains(files.filled(message))
        || text.message.contains("\n  note: \(files.filled(message))"))
  }

  @Test func `a light that was typed and that few lights are like is told with its card`() throws {
    let files = try Files()
    let words = files.words("calibrate cards {raw} {geometry} --black 64 --output {output} --light")
    let message = "--light 0.3290,0.3127 has a Duv of -0.0137, and few lights are beyond 0.012; x must come before y"
    let told = try Tool.run(words + ["0.3290,0.3127", "--json"]).object()["cards"]?.array?.first
    #expect(told?["warnings"]?.array?.map { $0["message"]?.text } == [message])
    #expect(try Tool.run(words + ["0.3290,0.3127"]).values("warning").contains(message))
    let right = try Tool.run(words + ["0.3127,0.3290"])
    #expect(right.status == 0 && !right.output.contains("x must come before y"), "\(right)")
  }

  // MARK: - The page of a report
}

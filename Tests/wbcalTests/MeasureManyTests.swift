import Colorimetry
import DeviceProfiles
import DigitalNegatives
import Foundation
import ICCProfiles
import StillRaws
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// Stills, and many sources in one call.
@Suite struct MeasureManyTests {
  private static func still(_ name: String) -> String {
    repositoryRoot.appending(path: "Tests/ReferenceData/stills/\(name).dng").path
  }

  @Test(arguments: ["bayer-lossless", "xtrans-lossless-tiles", "linear-lossy-tiles"])
  func `a still is measured by its bytes, on its own colours`(name: String) throws {
    let object = try Tool.run("measure", Self.still(name), "--region", "0,0,90,66", "--json").object()
    #expect(object["verdict"]?.text == "ok")
    #expect(object["temperature"]?.number != nil)
    // The exposure that the file states, at ISO 100 (ISO 2720: the square of the aperture over the time,
    // in powers of two).
    let still = try StillRaw(Array(Data(contentsOf: URL(filePath: Self.still(name))))).exposure
    let (duration, iso, aperture) = (
      try #require(still.duration), try #require(still.iso), try #require(still.aperture)
    )
    let expected = log2(aperture * aperture / duration) - log2(iso / 100)
    let value = try #require(object["exposureValue"]?.number)
    #expect(Tolerance.rounding.allows(abs(value / expected - 1)), "\(value), \(expected)")
    #expect(
      try Tool.run("measure", Self.still(name), "--region", "0,0,90,66").values("exposure")
        == [String(format: "EV %.2f at ISO 100", expected)])
  }

  @Test func `the text names X-Trans, and the JSON names the format of its samples`() throws {
    let still = Self.still("xtrans-16")
    #expect(try Tool.run("measure", still).output.contains("frame         X-Trans, 96 x 72, "))
    #expect(try Tool.run("measure", still, "--json").object()["frame"]?["format"]?.text == "Y16")
  }

  @Test func `the light as shot is told without a card, as text and as JSON`() throws {
    let object = try Tool.run("measure", Self.still("bayer-lossless"), "--as-shot", "--json").object()
    let temperature = try #require(object["temperature"]?.number)
    // The temperature that stills.csv has of this file.
    #expect(Tolerance.asShotTemperature.allows(abs(temperature - 2956.511)))
    #expect(object["neutral"] != nil && object["gains"] != nil && object["verdict"] == nil)
    // By another camera's colours the same neutral is another light: what that profile says of it.
    let profile = try DeviceProfile(contentsOf: SampleFiles.profile)
    let still = try StillRaw(Array(try Data(contentsOf: URL(filePath: Self.still("bayer-lossless")))))
    let light = try #require(try still.asShotLight(on: profile)?.temperatureAndTint)
    let other = try Tool.run(
      "measure", Self.still("bayer-lossless"), "--as-shot", "--profile", SampleFiles.profile, "--json"
    ).object()
    #expect(other["temperature"]?.number == light.temperature && abs(light.temperature - temperature) > 100)
    #expect(other.codes("warnings").contains("other-camera") && !object.codes("warnings").contains("other-camera"))
    let limited = try Tool.run("measure", Self.still("bayer-lossless"), "--as-shot", "--max-gain", "1.2", "--json")
    let settable = try #require(limited.object()["settable"])
    #expect(settable["clamped"]?.bool == true)
    #expect(try #require(settable["gains"]?.numbers).values.allSatisfy { (1...1.2).contains($0) })
    // What is known is printed where the policy refuses the gains, and in a batch too.
    let strict = ["--as-shot", "--max-gain", "1.2", "--policy", "refuse", "--json"]
    let refused = try Tool.run(["measure", Self.still("bayer-lossless")] + strict)
    let reason = try #require(refused.object()["error"]?.text)
    #expect(refused.status == 2 && refused.message == "\(Self.still("bayer-lossless")): \(reason)")
    #expect(try refused.object()["temperature"]?.number == temperature && refused.object()["settable"] == nil)
    let both = try Tool.run(["measure", Self.still("bayer-lossless"), Self.still("bayer-lossless")] + strict)
    #expect(both.status == 0 && both.output == refused.output + refused.output)
    let text = try Tool.run("measure", Self.still("bayer-lossless"), "--as-shot")
    #expect(text.status == 0 && !text.values("temperature").isEmpty && !text.values("gains").isEmpty)
    let samples = try Tool.run(["measure", SampleFiles.frame, "--as-shot"] + SampleFiles.geometry)
    #expect(samples.status == 65 && samples.output.isEmpty)
  }

  @Test func `illuminance is told where its constant is given`() throws {
    let arguments = ["measure", Self.still("bayer-lossless"), "--region", "0,0,90,66", "--json"]
    #expect(try Tool.run(arguments).object()["illuminance"] == nil)
    let object = try Tool.run(arguments + ["--illuminance-constant", "2000"]).object()
    let (lux, green) = (try #require(object["illuminance"]?.number), try #require(object["neutral"]?["green"]?.number))
    // 16 / (0.02 s · 400) is 2.
    #expect(Tolerance.rounding.allows(abs(lux / (2000 * green * 2) - 1)))
    #expect(try Tool.run(arguments + ["--illuminance-constant", "0"]).status == 64)
  }

  @Test func `many files are a line each, in order, with the bits of single calls`() throws {
    let names = ["bayer-16", "xtrans-16", "linear-16", "bayer-lossless-tiles", "bayer-pidng", "bayer-masked"]
    let paths = names.map(Self.still)
    let options = ["--region", "0,0,78,66", "--json"]
    let many = try Tool.run(["measure"] + paths + options)
    #expect(many.status == 0 && many.errors.isEmpty)
    let single = try paths.map { try Tool.run(["measure", $0] + options).output }
    #expect(many.output == single.joined())
  }

  @Test func `a manifest is answered line by line, and errors stand in their lines`() throws {
    let sample = SampleFiles.frame
    let options = #"{"format":"RG10","width":160,"height":120,"black":64}"#
    let manifest = """
      {"id":"a","source":"\(sample)","options":\(options)}
      {"id":2,"source":"/no/such/file.dng"}
      not JSON
      {"id":"shot","source":"\(Self.still("bayer-lossless"))","options":{"as-shot":true}}

      {"id":"worse","source":"\(sample)","options":{"colour":"red"}}
      {"id":"last","source":"\(sample)","options":\(options)}
      {"id":7,"options":{}}
      {"id":"refused","source":"\(sample)","options":{"format":"RG10","width":160,"height":120,"black":64,"limit":"too-noisy=0"}}
      """
    let result = try Tool.run("measure", "--manifest", "-", input: manifest)
    #expect(result.status == 0)
    #expect(result.message == "sources: 8, refused: 1, with an error: 4; their lines say why")
    let lines = try result.objects()
    #expect(lines.map { $0["id"]?.text } == ["a", "2", nil, "shot", "worse", "last", "7", "refused"])
    #expect(lines.map { $0["error"] != nil } == [false, true, true, false, true, false, true, false])
    #expect(lines[1]["error"]?.text == "/no/such/file.dng: No such file or directory")
    #expect(lines[1]["source"]?.text == "/no/such/file.dng")
    #expect(lines[4]["error"]?.text == "Unknown option '--colour'")
    let single = try Tool.run(["measure", sample, "--black", "64", "--json"] + SampleFiles.geometry).output
    let first = try #require(result.output.split(separator: "\n").first)
    #expect("\(first.replacing(#""id":"a","#, with: ""))\n" == single)
  }

  @Test func `more lines than are worked on at once come in their order`() throws {
    let options = #"{"format":"RG10","width":160,"height":120,"black":64}"#
    let manifest = (0..<100).map { #"{"id":"\#($0)","source":"\#(SampleFiles.frame)","options":\#(options)}"# }
    let lines = try Tool.run("measure", "--manifest", "-", input: manifest.joined(separator: "\n")).objects()
    #expect(lines.map { $0["id"]?.text } == (0..<100).map { "\($0)" })
    #expect(Set(lines.map { $0["gains"]?["red"]?.number }).count == 1)
  }

  #if os(Linux)
    @Test func `on a terminal progress and lines do not run into one another, and nothing of it is left`() throws {
      let options = #"{"format":"RG10","width":160,"height":120,"black":64}"#
      let manifest = (0..<5).map { #"{"id":"\#($0)","source":"\#(SampleFiles.frame)","options":\#(options)}"# }
      let shown = try Terminal.run(["measure", "--manifest", "-"], input: Data(manifest.joined(separator: "\n").utf8))
      #expect((1...5).allSatisfy { shown.contains("\rwbcal: source \($0)\r\u{1b}[K") }, "\(shown)")
      // In the end a person sees no progress: a line that is cleared is gone.
      let lines = shown.replacing(/\rwbcal: source [0-9]+\r\u{1b}\[K/, with: "").replacing("\r\u{1b}[K", with: "")
        .split(separator: "\r\n")
      #expect(
        try lines.map { try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))["id"]?.text }
          == (0..<5).map { "\($0)" })
    }
  #endif

  @Test func `options beside a manifest hold for its lines, unless a line has its own`() throws {
    let sample = SampleFiles.frame
    let manifest = #"{"source":"\#(sample)"}"# + "\n" + #"{"source":"\#(sample)","options":{"black":32}}"#
    let geometry = ["--json"] + SampleFiles.geometry
    let lines = try Tool.run(
      ["measure", "--manifest=-", "--black", "64", "--workers", "1"] + geometry, input: Data(manifest.utf8))
    let single = try ["64", "32"].map { try Tool.run(["measure", sample, "--black", $0] + geometry).output }
    #expect(lines.output == single.joined())
    #expect(single[0] != single[1])
    // A list is what the command line says by commas, or by an option that is there several times.
    let refusal = ["--limit", "too-noisy=0", "--limit", "textured=1"]
    let listed = #"{"source":"\#(sample)","options":{"black":[64,64,64,64],"limit":["too-noisy=0","textured=1"]}}"#
    #expect(
      try Tool.run(["measure", "--manifest", "-", "--limit", "clipped=0"] + geometry, input: Data(listed.utf8)).output
        == Tool.run(["measure", sample, "--black", "64,64,64,64"] + refusal + geometry).output)
    #expect(
      try Tool.run(["measure", "--manifest", "-", "--profile", "/no/such.icc"], input: Data(manifest.utf8)).status == 66
    )
  }

  @Test func `a line of a manifest is what a call for it would print, and takes back what the command line says`()
    throws
  {
    let still = Self.still("bayer-lossless")
    let region = ["--region", "0,0,90,66", "--json"]
    let single = try Tool.run(["measure", still] + region).output
    let manifest = #"{"source":"\#(still)"}"# + "\n" + #"{"source":"\#(still)","options":{"region":"0,0,90,66"}}"#
    let lines = try Tool.run(["measure", "--manifest", "-"] + region, input: Data(manifest.utf8))
    #expect(lines.output == single + single)
    let flagged = #"{"source":"\#(still)","options":{"as-shot":false,"region":"0,0,90,66"}}"#
    #expect(try Tool.run("measure", "--manifest", "-", "--as-shot", "--json", input: flagged).output == single)
    let contradicting = try Tool.run(["measure", "--manifest", "-", "--as-shot"] + region, input: Data(manifest.utf8))
    let refusal = "a place of the card is for a card; --as-shot takes the light that the camera balanced for"
    #expect(try contradicting.objects().map { $0["error"]?.text } == [refusal, refusal])
  }

  @Test func `a line that no line can be is told in its place, and the others are measured`() throws {
    let still = Self.still("bayer-lossless")
    let manifest = """
      {"id":1,"source":"-"}
      {"id":2,"source":"\(still)","options":{"region":{"x":0}}}
      {"id":3,"source":"\(still)","options":{"manifest":"x"}}
      {"id":18446744073709551615,"source":"\(still)","options":{"region":"0,0,90,66"}}
      {"id":5,"source":"\(still)","options":{"sidecar":"a.xmp"}}
      {"id":6,"source":"\(still)","options":{"show":"a.png"}}
      """
    let lines = try Tool.run("measure", "--manifest", "-", input: manifest).objects()
    let errors = lines.map { $0["error"]?.text ?? "none" }
    try #require(errors.count == 6)
    #expect(errors[4] == "--sidecar is for one measurement, and not for a line of many")
    #expect(errors[5] == "--show is for one measurement, and not for a line of many")
    #expect(errors[0] == "standard input has the manifest; name a file, or give the manifest as a file")
    #expect(errors[3] == "none", "\(errors)")
    #expect(errors[1].hasPrefix("line 2: options.region is an object; it must be a text"), "\(errors[1])")
    #expect(errors[2].hasPrefix("--manifest is for the whole run"), "\(errors[2])")
    #expect(lines[3]["id"]?.text == "18446744073709551615")
    #expect(try Tool.run("measure", "-", "-", "--json").status == 64)
  }

  @Test func `standard input is the source of one line, and every later one says that it can be read once`() throws {
    let options = #""options":{"format":"RG10","width":160,"height":120,"black":64}"#
    let line = #"{"source":"-",\#(options)}"#
    let manifest = try ScratchFile(Array([line, line, "x", line].joined(separator: "\n").utf8))
    let sample = try Data(contentsOf: URL(filePath: SampleFiles.frame))
    let lines = try Tool.run(["measure", "--manifest", manifest.path, "--workers", "4"], input: sample).objects()
    try #require(lines.count == 4)
    #expect(lines[0]["verdict"]?.text == "ok" && lines[0]["error"] == nil)
    for later in [lines[1], lines[3]] {
      #expect(later["error"]?.text == "standard input, -, can be read once; name a file")
    }
  }

  @Test func `a line that is wrong says what is wrong with it, and an id comes back as it was given`() throws {
    let sample = SampleFiles.frame
    let options = #""options":{"format":"RG10","width":160,"height":120,"black":64}"#
    let shape = "the line must be one JSON object with a source"
    let cases: [(line: String, id: String?, error: String?)] = [
      (#"{"id":12345678901234567890123,"source":"\#(sample)",\#(options)}"#, "12345678901234567890123", nil),
      (#"{"id":1.10,"source":"\#(sample)",\#(options)}"#, "1.10", nil),
      (#"{"id":"a","source":"a","source":"b"}"#, nil, "line 3, column 24: the name 'source' is there twice; \(shape)"),
      (#"{"source":"a","options":{"black":1,"black":2}}"#, nil, "the name 'black' is there twice"),
      (#"{"id":"a","source":"a","option":{}}"#, "a", "'option' is not known; \(shape)"),
      (#"{"id":null,"source":"a"}"#, nil, "id is null; it must be a text, a number, or true or false"),
      (#"{"id":"a","source":1}"#, "a", "source is 1.0; it must be the name of a file or a camera"),
      (
        #"{"source":"a\u0000"}"#, nil,
        "source is a text with a null character; it must be the name of a file or a camera"
      ),
      (#"{"source":"a","options":[]}"#, nil, "options is a list; it must be an object, such as"),
      (
        #"{"source":"a","options":{"black":null}}"#, nil,
        "options.black is null; it must be a text, a number, true or false, or a list"
      ),
      (#"{"source":"a","options":{"":true}}"#, nil, "'' is no option's name; it must be one such as \"black\""),
      (#"{"source":"a","options":{"help":true}}"#, nil, "an option of the line prints a help"),
      ("[1]", nil, "line 13: a list; \(shape)"),
    ]
    let manifest = cases.map(\.line).joined(separator: "\n")
    let lines = try Tool.run("measure", "--manifest", "-", input: manifest).objects()
    try #require(lines.count == cases.count)
    for (line, wanted) in zip(lines, cases) {
      #expect(line["id"]?.text == wanted.id, "\(wanted.line)")
      let error = line["error"]?.text
      #expect(wanted.error.map { error?.contains($0) == true } ?? (error == nil), "\(wanted.line): \(error ?? "none")")
    }
  }

  @Test(arguments: [["--format", "XX10"], ["--format", "RG10", "--width", "0", "--height", "120"]])
  func `an option that fits no source ends a batch before its first line`(options: [String]) throws {
    let line = #"{"source":"\#(SampleFiles.frame)"}"#
    for batch in [["--manifest", "-"], [SampleFiles.frame, SampleFiles.frame, "--json"]] {
      let result = try Tool.run(["measure"] + batch + options, input: Data(line.utf8))
      #expect(result.status == 64 && result.output.isEmpty, "\(result.errors)")
    }
  }

  @Test func `a manifest without an end of line is bad data`() throws {
    let zeros = try Tool.run("measure", "--manifest", "/dev/zero")
    #expect(zeros.status == 65 && zeros.errors.contains("/dev/zero") && zeros.errors.contains("without an end of line"))
  }

  @Test func `an option that would say nothing is refused, and a measurement is printed whatever else is missing`()
    throws
  {
    let still = Self.still("bayer-lossless")
    for option in [["--black", "900"], ["--light-kind", "fluorescent"], ["--dark", "/no/such.raw"]] {
      let result = try Tool.run(["measure", still, "--as-shot"] + option)
      #expect(result.status == 64 && result.message.contains(option[0]), "\(result.errors)")
    }
    #expect(try Tool.run("measure", "-", "--sidecar", "a.pp3").status == 64)
    let sidecar = FileManager.default.temporaryDirectory.appending(path: "card-\(UUID().uuidString).xmp").path
    defer { try? FileManager.default.removeItem(atPath: sidecar) }
    let lux = try Tool.run(
      [
        "measure", SampleFiles.frame, "--black", "64", "--illuminance-constant", "250", "--sidecar", sidecar,
        "--json",
      ]
        + SampleFiles.geometry)
    #expect(lux.status == 65 && lux.message.hasSuffix("; \(sidecar) is not written"), "\(lux.errors)")
    #expect(try lux.object()["gains"] != nil)
    // A sidecar that is there is never replaced.
    #expect(!FileManager.default.fileExists(atPath: sidecar))
  }

  /// How the gains of darktable's module begin in a sidecar: red and green in single precision,
  /// as digits of their bytes.
  static func darktableParameters(red: Double) -> String {
    let parameters = [red, 1].map { Float($0).bitPattern.byteSwapped }.map { String($0, radix: 16) }
    return "darktable:params=\"" + parameters.map { String(repeating: "0", count: 8 - $0.count) + $0 }.joined()
  }

  @Test func `a sidecar of a name that no raw developer looks for is warned of`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sidecars-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let still = Self.still("bayer-lossless")
    let name = URL(filePath: still).lastPathComponent
    let raw = URL(filePath: SampleFiles.frame).lastPathComponent
    let ofStill = ["measure", still, "--region", "0,0,90,66"]
    let ofRaw = ["measure", SampleFiles.frame] + SampleFiles.geometry + ["--black", "64"]
    for (arguments, sidecar, isRead) in [
      (ofStill, "\(name).xmp", true), (ofStill, "\(name.dropLast(4)).xmp", false), (ofStill, "other.xmp", false),
      (ofRaw, "\(raw).xmp", true), (ofRaw, "\(raw.dropLast(4)).xmp", true), (ofRaw, "another.xmp", false),
    ] {
      let path = folder.appending(path: sidecar).path
      let card = try Tool.run(arguments + ["--sidecar", path, "--json"]).object()
      #expect(card.codes("warnings").contains("unread-sidecar") == !isRead, "\(sidecar)")
    }
  }

  @Test func `a card's gains are written beside its file`() throws {
    let sidecar = FileManager.default.temporaryDirectory.appending(path: "card-\(UUID().uuidString).xmp")
    defer { try? FileManager.default.removeItem(at: sidecar) }
    let still = Self.still("bayer-lossless")
    let card = try Tool.run("measure", still, "--region", "0,0,90,66", "--sidecar", sidecar.path, "--json").object()
    #expect(card["sidecar"]?.text == sidecar.path)
    let text = try String(contentsOf: sidecar, encoding: .utf8)
    let light = try Chromaticity(
      x: #require(card["chromaticity"]?["x"]?.number), y: #require(card["chromaticity"]?["y"]?.number))
    let temperature = try TemperatureAndTint(light, by: .robertson1968DNG).temperature
    #expect(text.contains("crs:Temperature=\"\(Int(temperature.rounded()))\""))
    let red = try #require(card["gains"]?["red"]?.number)
    #expect(text.contains(Self.darktableParameters(red: red)))
    let again = try Tool.run("measure", still, "--region", "0,0,90,66", "--sidecar", sidecar.path)
    let kept = "\(sidecar.path) is there already and may hold your own work; give another name, or remove it first"
    #expect(again.status == 64 && again.message == kept, "\(again.errors)")
    #expect(try String(contentsOf: sidecar, encoding: .utf8) == text)
    let other = sidecar.path + ".other.xmp"
    let refused = try Tool.run(
      "measure", still, "--region", "0,0,90,66", "--max-gain", "1.01", "--policy", "refuse", "--sidecar", other)
    #expect(refused.status != 0 && !FileManager.default.fileExists(atPath: other), "\(refused)")
    #expect(refused.message.hasSuffix("; \(other) is not written"), "\(refused.errors)")
    #expect(try Tool.run("measure", still, still, "--sidecar", sidecar.path, "--json").status == 64)
    #expect(try Tool.run("measure", still, "--as-shot", "--sidecar", sidecar.path).status == 64)
  }

  @Test func `a cut-off still is an error of its line`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stills-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let cut = folder.appending(path: "cut.dng")
    try Data(ReferenceData.bytes("stills/bayer-lossless.dng").prefix(3000)).write(to: cut)
    let lines = try Tool.run("measure", cut.path, Self.still("bayer-lossless"), "--region", "0,0,90,66", "--json")
      .objects()
    #expect(lines.count == 2 && lines[0]["error"] != nil && lines[1]["verdict"]?.text == "ok")
  }

  @Test func `several sources without JSON, or beside a manifest, are refused`() throws {
    #expect(try Tool.run("measure", "a.dng", "b.dng").status == 64)
    #expect(try Tool.run("measure", "a.dng", "--manifest", "-").status == 64)
    #expect(try Tool.run("measure", "--manifest", "/no/such/list").status == 66)
    #expect(try Tool.run("measure", "--manifest", "-", "--show", "a.png").status == 64)
    #expect(try Tool.run("measure", "a.dng", "--workers", "2").status == 64)
    #expect(try Tool.run("measure", "a.dng", "b.dng", "--json", "--workers", "0").status == 64)
  }
}

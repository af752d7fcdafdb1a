import Colorimetry
import DeviceProfiles
import DigitalNegatives
import Foundation
import ICCProfiles
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct NegativeToolTests {
  private static let sample = [SampleFiles.frame] + SampleFiles.geometry + ["--profile", SampleFiles.profile]

  private func output() -> String {
    FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).dng").path
  }

  @Test func `a card measures the same in the DNG of its frame, and its profile comes with it`() throws {
    let file = output()
    defer { try? FileManager.default.removeItem(atPath: file) }
    let raw = try Tool.run(["measure", "--json"] + Self.sample).object()
    let made = try Tool.run(["dng", "--output", file, "--json"] + Self.sample)
    #expect(made.status == 0, "\(made.errors)")
    let read = try Tool.run("measure", file, "--json").object()
    #expect(read["gains"] == raw["gains"] && read["neutral"] == raw["neutral"] && read["region"] == raw["region"])
    #expect(read["frame"]?["blackSource"]?.text == "file" && read["frame"]?["black"] == raw["frame"]?["black"])
    // The sample's lights are moved to DNG's.
    let (own, found) = (try #require(raw["temperature"]?.number), try #require(read["temperature"]?.number))
    #expect(Tolerance.movedLight.allows(abs(1e6 / own - 1e6 / found)))
    let byProfile = try Tool.run("measure", file, "--profile", SampleFiles.profile, "--json").object()
    #expect(byProfile["temperature"] == raw["temperature"] && byProfile["standardError"] == raw["standardError"])
    let levels = try Tool.run("measure", file, "--black", "60", "--json").object()
    #expect(levels["frame"]?["blackSource"]?.text == "option" && levels["gains"] != raw["gains"])
  }

  @Test func `RawTherapee's numbers for a card are written for a DNG, and for no other file`() throws {
    let (file, sidecar) = (output(), output() + ".pp3")
    defer { for path in [file, sidecar] { try? FileManager.default.removeItem(atPath: path) } }
    #expect(try Tool.run(["dng", "--output", file] + Self.sample).status == 0)
    let card = try Tool.run("measure", file, "--sidecar", sidecar, "--json").object()
    let lines = try String(contentsOfFile: sidecar, encoding: .utf8).split(separator: "\n")
    let kelvin = try #require(lines.first { $0.hasPrefix("Temperature=") }.flatMap { Double($0.dropFirst(12)) })
    let temperature = try #require(card["temperature"]?.number)
    // RawTherapee's scale uses another observer, and the daylight locus where this library uses black bodies.
    #expect(Tolerance.otherObserver.allows(abs(1e6 / kelvin - 1e6 / temperature)), "\(kelvin) \(temperature)")
    #expect(lines.contains("Setting=Custom"))
    let other = output() + ".pp3"
    let raw = try Tool.run(["measure", "--sidecar", other] + Self.sample)
    #expect(
      raw.status == 64
        && raw.message
          == "--sidecar \(other): RawTherapee computes its temperature with a DNG's colour matrix; "
          + "\(SampleFiles.frame) is not a DNG with a matrix. An .xmp can be written for any file",
      "\(raw.errors)")
  }

  @Test func `a DNG whose samples have gains tells the same by its own colours and by the profile imported from it`()
    throws
  {
    let frame = try RawFrame(
      format: PixelFormat("RG10"), width: 160, height: 120,
      bytes: Array(try Data(contentsOf: URL(filePath: SampleFiles.frame))),
      levels: SampleLevels(black: 64, white: 1023))
    let negative = try DigitalNegative.made(
      of: frame, by: DeviceProfile(contentsOf: SampleFiles.profile),
      asShotNeutral: LinearRGB(red: 0.96, green: 1, blue: 0.8),
      analogBalance: WhiteBalanceGains(red: 2, green: 1, blue: 1.25)
    ).negative
    let (file, profile, again) = (try ScratchFile(negative.dngBytes()), try ScratchFile([]), output())
    defer { try? FileManager.default.removeItem(atPath: again) }
    let imported = try Tool.run("profile", "import", file.path, "--output", profile.path, "--json").object()
    #expect(imported["warnings"]?.array?.contains { $0["code"]?.text == "analog-balance" } == true)
    for option in [["--as-shot"], ["--region", "32,32,96,56", "--limit", "not-a-light=1"]] {
      let own = try Tool.run(["measure", file.path, "--json"] + option).object()
      let given = try Tool.run(["measure", file.path, "--profile", profile.path, "--json"] + option).object()
      #expect(own["temperature"] != nil && own["profileSource"] != nil)
      for key in ["gains", "neutral", "chromaticity", "temperature", "tint"] {
        #expect(own[key] == given[key], "\(key)")
      }
    }
    // A raw developer finds the first gains in the samples.
    let sidecar = output() + ".xmp"
    defer { try? FileManager.default.removeItem(atPath: sidecar) }
    let card = try Tool.run(
      "measure", file.path, "--region", "32,32,96,56", "--limit", "not-a-light=1", "--sidecar", sidecar, "--json")
    let red = try #require(card.object()["gains"]?["red"]?.number)
    #expect(
      try String(contentsOfFile: sidecar, encoding: .utf8).contains(MeasureManyTests.darktableParameters(red: red / 2)))
    let shot = try Tool.run("measure", file.path, "--as-shot", "--json").object()
    #expect(shot["neutral"]?.numbers == ["red": 0.48, "green": 1, "blue": 0.64])
    // The gains of a card are the camera's, and a neutral is one of samples.
    #expect(try Tool.run("dng", file.path, "--gains", "2,1,1.6", "--output", again).status == 0)
    let copied = try Tool.run("measure", again, "--as-shot", "--json").object()
    #expect(copied["gains"]?.numbers == ["red": 2, "green": 1, "blue": 1.6])
  }

  @Test func `gains and exposure are in the file, and stay when it is written again`() throws {
    let (file, again) = (output(), output())
    defer { for path in [file, again] { try? FileManager.default.removeItem(atPath: path) } }
    let made = try Tool.run(
      ["dng", "--output", file, "--json", "--gains", "2,1,1.6", "--duration", "1/125", "--iso", "400"]
        + ["--aperture", "4", "--date", "2026-11-21T07:00:00Z"] + Self.sample
    ).object()
    #expect(made["neutral"]?.numbers == ["red": 0.5, "green": 1, "blue": 0.625])
    let exposure = try #require(made["exposure"])
    #expect(exposure["duration"]?.number == 0.008 && exposure["date"]?.text == "2026-11-21T07:00:00Z")
    // 4² / 0.008 = 2000, and ISO 400 is two steps above 100.
    let value = try #require(exposure["exposureValue"]?.number)
    #expect(Tolerance.rounding.allows(abs(value / (log2(2000) - 2) - 1)), "\(value)")
    let codes = made["warnings"]?.array?.compactMap { $0["code"]?.text }
    #expect(codes == ["light-moved", "light-moved", "uncertainty", "provenance"])

    let copy = try Tool.run("dng", file, "--output", again, "--iso", "100", "--json").object()
    #expect(copy["neutral"] == made["neutral"] && copy["frame"]?["format"]?.text == "RG10")
    #expect(copy["exposure"]?["duration"] == exposure["duration"] && copy["exposure"]?["iso"]?.number == 100)
    #expect(copy["exposure"]?["date"] == exposure["date"])
  }

  @Test func `a DNG that is written again keeps its ForwardMatrix, and tells nothing twice`() throws {
    let (file, again) = (output(), output())
    defer { for path in [file, again] { try? FileManager.default.removeItem(atPath: path) } }
    #expect(try Tool.run(["dng", "--output", file] + Self.sample).status == 0)
    let copy = try Tool.run("dng", file, "--output", again, "--json").object()
    let messages = copy.messages("warnings")
    #expect(!copy.codes("warnings").contains("rendering") && Set(messages).count == messages.count, "\(messages)")
    func entries(_ path: String) throws -> [Double] {
      try DNGColorTags([UInt8](Data(contentsOf: URL(filePath: path)))).lights.flatMap {
        $0.forwardMatrix?.entries ?? []
      }
    }
    let (kept, own) = (try entries(again), try entries(file))
    #expect(kept.count == own.count && own.count >= 9)
    for (kept, own) in zip(kept, own) { #expect(Tolerance.forwardWhite.allows(abs(kept - own))) }
  }

  @Test func `a DNG that is written again tells what its own colours lose, and under a profile it does not`() throws {
    let (file, again) = (output(), output())
    defer { for path in [file, again] { try? FileManager.default.removeItem(atPath: path) } }
    #expect(try Tool.run(["dng", "--output", file] + Self.sample).status == 0)
    // The entry of CalibrationIlluminant1, 50778: one number of 16 bits, here that of a light that is not known.
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    let entry = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x5a, 0xc6, 3, 0, 1, 0, 0, 0]) })
    bytes.replaceSubrange(entry + 8..<entry + 10, with: [0, 0])
    let unknown = try ScratchFile(bytes)
    func codes(_ options: String...) throws -> [String] {
      try Tool.run(["dng", unknown.path, "--output", again, "--json"] + options).object().codes("warnings")
    }
    #expect(try codes().contains("unknown-light"))
    #expect(try !codes("--profile", SampleFiles.profile).contains("unknown-light"))
  }

  @Test func `no DNG states a black level that is a guess`() throws {
    var camera = try DeviceProfile(contentsOf: SampleFiles.profile)
    camera.levels = nil
    let profile = try ScratchFile(camera.iccBytes())
    let (raw, file) = (try ScratchFile([UInt8](repeating: 1, count: 64 * 48 * 2)), output())
    let geometry = ["--format", "RG10", "--width", "64", "--height", "48", "--profile", profile.path]
    let result = try Tool.run(["dng", raw.path, "--output", file] + geometry)
    #expect(result.status == 2 && result.message.contains("the black level is not known"), "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test func `a file's corrections that are not made are told with its card, and lost in its DNG`() throws {
    let (file, corrected, again) = (output(), output(), output())
    defer { for path in [file, corrected, again] { try? FileManager.default.removeItem(atPath: path) } }
    #expect(try Tool.run(["dng", "--output", file, "--gains", "2,1,1.5"] + Self.sample).status == 0)
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: file)))
    // AsShotNeutral, 50728, becomes OpcodeList2, 51009, with one GainMap without parameters.
    let place = try #require(try TagFile(bytes).firstDirectory().bytes(.asShotNeutral)).lowerBound
    bytes.replaceSubrange(place..<place + 24, with: [0, 0, 0, 1, 0, 0, 0, 9] + Array(repeating: 0, count: 16))
    let entry = try #require(bytes.firstRange(of: [0x28, 0xc6, 5, 0, 3, 0])).lowerBound
    bytes.replaceSubrange(entry..<entry + 2, with: [0x41, 0xc7])
    try Data(bytes).write(to: URL(filePath: corrected))
    let text =
      "OpcodeList2 (GainMap) of the file: these corrections of its samples are not made, and the result is that of the "
      + "samples as they are"
    let card = try Tool.run("measure", corrected, "--json").object()
    #expect(card.codes("warnings").contains("uncorrected") && card.messages("warnings").contains(text))
    let whole = try Tool.run("measure", file, "--json").object()
    #expect(!whole.codes("warnings").contains("uncorrected") && whole["gains"] == card["gains"])
    let copy = try Tool.run("dng", corrected, "--output", again, "--json").object()
    #expect(copy.messages("warnings").contains { $0.hasPrefix("OpcodeList2: ") })
  }

  /// The DNG keeps the error of an estimated black level, so the level is judged by its error, as in the raw file.
  @Test func `a black level that was estimated is so in the DNG too, with its error`() throws {
    let (raw, file, again) = (try ScratchFile([]), output(), output())
    defer { for path in [file, again] { try? FileManager.default.removeItem(atPath: path) } }
    let made = try Tool.run("simulate", "--surround", "5", "--exposure", "0.4", "--light", "A", "--output", raw.path)
    #expect(made.status == 0)
    let frame = [raw.path, "--format", "RG10", "--width", "640", "--height", "480"]
    let profile = ["--profile", SampleFiles.profile, "--json"]
    var camera = try DeviceProfile(contentsOf: SampleFiles.profile)
    camera.levels = nil
    let colors = try ScratchFile(camera.iccBytes())
    let before = try Tool.run(["measure"] + frame + ["--json"])
    #expect(try before.status == 2 && before.object().codes("reasons") == ["black-unknown"])
    let negative = try Tool.run(["dng"] + frame + ["--profile", colors.path, "--output", file, "--json"])
    #expect(try negative.status == 0 && negative.object().codes("warnings").contains("black-estimated"))
    let after = try Tool.run("measure", file, "--json")
    #expect(try after.status == 2 && after.object().codes("reasons") == ["black-unknown"], "\(after.output)")
    #expect(try after.object()["frame"]?["blackSource"]?.text == "estimated")
    #expect(try after.object()["frame"]?["blackError"] == before.object()["frame"]?["blackError"])
    // The negative of the negative has it too, although no profile of it would.
    let copy = try Tool.run("dng", file, "--output", again, "--json")
    #expect(copy.status == 0 && !copy.output.contains("levels are not kept"), "\(copy.output)")
    // The level of a profile is a fact.
    #expect(try Tool.run(["measure", file] + profile).object()["frame"]?["blackSource"]?.text == "profile")
  }

  /// The other reader would pass over the fault, and lose the colours or take another level.
  @Test func `a wrong tag of a DNG is told, also of a file that LibRaw reads`() throws {
    let file = output()
    defer { try? FileManager.default.removeItem(atPath: file) }
    #expect(try Tool.run(["dng", "--output", file, "--gains", "2,1,1.5"] + Self.sample).status == 0)
    func expectFault(
      of bytes: [UInt8], _ tag: DNGTag, _ value: [UInt8], _ words: String, in directory: TagDirectory? = nil
    ) throws {
      let place = try #require(try (directory ?? TagFile(bytes).firstDirectory()).bytes(tag), "\(tag)")
      var changed = bytes
      changed.replaceSubrange(place.lowerBound..<place.lowerBound + value.count, with: value)
      let damaged = file + "-\(tag).dng"
      defer { try? FileManager.default.removeItem(atPath: damaged) }
      try Data(changed).write(to: URL(filePath: damaged))
      let result = try Tool.run("measure", damaged, "--json")
      #expect(result.status == 65 && result.message.contains(words), "\(tag): \(result.errors)")
    }
    // Only LibRaw reads this one's samples.
    let compressed = try ReferenceData.bytes("stills/bayer-lossless.dng")
    try expectFault(of: compressed, .asShotNeutral, [0, 0, 0, 0, 1, 0, 0, 0], "tag AsShotNeutral is")
    let bytes = try Array(Data(contentsOf: URL(filePath: file)))
    try expectFault(of: bytes, .dngBackwardVersion, [1, 8, 0, 0], "tag DNGBackwardVersion is 1.8.0.0")
    for (tag, value, words) in [
      (DNGTag.asShotNeutral, [0, 0, 0, 0, 1, 0, 0, 0], "tag AsShotNeutral is"),
      (.colorMatrix1, [0, 0, 0, 0, 0, 0, 0, 0], "tag ColorMatrix1 is"),
      (.stripByteCounts, [1, 0, 0, 0], "tag StripByteCounts is"),
      (.activeArea, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], "tag ActiveArea is"),
    ] as [(DNGTag, [UInt8], String)] {
      try expectFault(of: bytes, tag, value, words)
    }
  }

  @Test func `a profile whose matrix no DNG can have is at fault, and not the frame`() throws {
    var profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: SampleFiles.profile))))
    // D50 is white to it all the same, so a factor cannot make the entries smaller.
    let white = TristimulusValues(.d50).vector
    let matrix = Matrix3x3(
      rows: [38_000, (0.5 - 38_000 * white.x) / white.y, 0], [-0.4, 1.2, 0.2], [-0.1, 0.2, 0.6])
    profile.characterization = .matrices(try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: matrix)]))
    let file = try ScratchFile(profile.iccBytes())
    let made = try Tool.run(
      ["dng", SampleFiles.frame, "--output", output(), "--profile", file.path] + SampleFiles.geometry)
    #expect(made.status == 65 && made.message.hasPrefix("\(file.path): it cannot be written as dng: a matrix has"))
    let captured = try Tool.run("camera", "capture", "simulated:", "--output", output(), "--profile", file.path)
    #expect(captured.status == 65 && captured.message == made.message, "\(captured)")
  }

  @Test func `a file is not written over: neither one that is no DNG, nor the one that was read`() throws {
    let text = try ScratchFile(Array("hello".utf8))
    let file = text.path + ".dng"
    try FileManager.default.copyItem(atPath: text.path, toPath: file)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let raw = [SampleFiles.frame] + SampleFiles.geometry
    for (arguments, status) in [
      (["dng", "--output", file] + raw, 64), (["dng", "--output", file, "--iso", "0"] + Self.sample, 64),
      (["dng", "--output", file, "--gains", "2,1"] + Self.sample, 64), (["dng", file, "--output", file], 64),
    ] as [([String], Int32)] {
      let result = try Tool.run(arguments)
      #expect(result.status == status, "\(arguments): \(result.errors)")
    }
    #expect(try Data(contentsOf: URL(filePath: file)) == Data("hello".utf8))
    let (good, profile) = (output(), SampleFiles.profile)
    defer { try? FileManager.default.removeItem(atPath: good) }
    #expect(try Tool.run(["dng", "--output", good] + Self.sample).status == 0)
    let before = try Data(contentsOf: URL(filePath: good))
    #expect(try Tool.run("dng", good, "--profile", profile, "--output", good).status == 64)
    #expect(try Data(contentsOf: URL(filePath: good)) == before)
  }

  @Test func `what a still says of its picture, and its DNG does not, is a warning`() throws {
    let file = output()
    defer { try? FileManager.default.removeItem(atPath: file) }
    // The tag Orientation, one number of 16 bits, becomes 8.
    var turned = try ReferenceData.bytes("stills/bayer-12-big-endian.dng")
    let orientation: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0]
    turned[try #require(turned.firstRange(of: orientation)).upperBound] = 8
    let left = try ScratchFile(turned)
    func path(_ name: String) -> String { ReferenceData.url("stills/\(name).dng").path }
    for (still, words) in [
      (path("bayer-12-big-endian"), ["turned by 90° to the right"]), (left.path, ["turned by 270° to the right"]),
      (path("linear-16"), ["the frame one of the three"]), (path("bayer-16"), []),
      (path("bayer-lossless-tiles"), ["shows the part 4,4,80,60 "]),
    ] {
      let made = try Tool.run(
        "dng", still, "--profile", SampleFiles.profile, "--black", "10", "--output", file, "--json"
      ).object()
      let found = made["warnings"]?.array?.filter { $0["code"]?.text == "picture" }.compactMap { $0["message"]?.text }
      #expect(found?.count == words.count, "\(still): \(found ?? [])")
      for (message, word) in zip(found ?? [], words) { #expect(message.contains(word)) }
    }
    let xTrans = ReferenceData.url("stills/xtrans-16.dng").path
    let refused = try Tool.run("dng", xTrans, "--profile", SampleFiles.profile, "--output", file + "-2.dng")
    #expect(refused.status == 65)
    #expect(
      refused.message
        == "\(xTrans): it cannot be written as dng: the frame's filters are X-Trans, and a DNG is written here of a Bayer "
        + "mosaic alone")
  }

  @Test func `a white level that is no whole number is said as it is written`() throws {
    let file = output()
    defer { try? FileManager.default.removeItem(atPath: file) }
    let made = try Tool.run(["dng", "--output", file, "--white", "1000.5", "--json"] + Self.sample).object()
    let message = made["warnings"]?.array?.first { $0["code"]?.text == "levels" }?["message"]?.text
    #expect(message == "the white level, 1000.5, is no whole number; the DNG has 1001.0")
    let read = try Tool.run("measure", file, "--json").object()
    #expect(read["frame"]?["white"]?.array?.compactMap(\.number) == [1001, 1001, 1001, 1001])
  }
}

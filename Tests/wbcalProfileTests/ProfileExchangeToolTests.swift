import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct ProfileExchangeToolTests {
  private static func camera() throws -> DeviceProfile {
    let camera = try #require(try Camera.all().first)
    return DeviceProfile(
      identity: DeviceIdentity(model: camera.name),
      characterization: .matrices(try MatrixCharacterization(lights: camera.lights)),
      levels: try SampleLevels(black: 64, white: 1023), provenance: "test")
  }

  @Test func `darktable's presets need the camera's maker, and a profile without it says what gives it`() throws {
    let (own, folder) = (try ScratchFile(try Self.camera().iccBytes()), try ScratchFolder())
    let result = try Tool.run(
      "profile", "export", own.path, "--format", "darktable", "--output", folder.path("presets.json"))
    #expect(result.status == 65)
    #expect(
      result.message
        == "\(own.path): \(ExchangeError.presetName(missing: "maker"))")
    #expect(try folder.names.isEmpty)
  }

  @Test func `a profile goes out as a DCP and comes back, and what is lost is said`() throws {
    let own = try ScratchFile(try Self.camera().iccBytes())
    let (dcp, back) = (try ScratchFile([]), try ScratchFile([]))
    let exported = try Tool.run(
      "profile", "export", own.path, "--format", "dcp", "--copyright", "Somebody", "--output", dcp.path, "--json")
    #expect(try DNGColorTags([UInt8](Data(contentsOf: dcp.url))).copyright == "Somebody")
    #expect(exported.status == 0, "\(exported.errors)")
    let report = try exported.object()
    #expect(report["format"]?.text == "dcp" && report["output"]?.text == dcp.path)
    #expect(Set(["levels", "provenance"]).isSubset(of: report.codes("warnings")))
    let arguments = ["profile", "import", dcp.path, "--output", back.path]
    let imported = try Tool.run(arguments)
    #expect(imported.status == 0, "\(imported.errors)")
    let said = try Tool.run(arguments + ["--json"]).object()
    #expect(said["format"]?.text == "dcp" && imported.values("format") == ["dcp"])
    #expect(said.codes("warnings") == [] && imported.values("warning") == [])
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: back.url)))
    let camera = try Self.camera()
    #expect(profile.identity == camera.identity && profile.levels == nil)
    let light = try Chromaticity(TemperatureAndTint(temperature: 4000, duv: 0))
    let (gains, ownGains) = (
      try profile.characterization.gains(for: light), try camera.characterization.gains(for: light)
    )
    #expect(Tolerance.exchangedGains.allows(abs(gains.red - ownGains.red)))
    #expect(Tolerance.exchangedGains.allows(abs(gains.blue - ownGains.blue)))
  }

  @Test func `bits are refused for a tuning file of a profile without levels`() throws {
    var camera = try Self.camera()
    camera.levels = nil
    let (profile, output) = (try ScratchFile(camera.iccBytes()), try ScratchFile([]))
    let result = try Tool.run(
      "profile", "export", profile.path, "--format", "libcamera", "--bits", "10", "--output", output.path)
    #expect(result.status == 64)
    #expect(
      result.message
        == "--bits states the depth of the black level, and \(profile.path) has no levels: leave it out, or fit "
        + "the profile to cards with --black, which keeps the level")
  }

  @Test func `a DNG camera profile in place of a frame is told as what it is`() throws {
    let dcp = try ScratchFile(ExportedProfile(Self.camera(), as: .dcp).bytes)
    let result = try Tool.run("measure", dcp.path)
    #expect(result.status == 65)
    #expect(
      result.message
        == "\(dcp.path): this is a DNG camera profile (DCP), which has no frame; give a raw frame, and import this "
        + "as its profile")
  }

  @Test func `a look-up table is shown with the black bodies that it reaches`() throws {
    let shown = try Tool.run("profile", "show", ReferenceData.url("icc/Nikon_D850.icc").path)
    #expect(shown.values("reaches") == ["black bodies of 1667 to 25000 K, and perhaps beyond"])
  }

  @Test func `a model that is given names the camera of an ICC profile`() throws {
    let (own, back) = (try ScratchFile(try Self.camera().iccBytes()), try ScratchFile([]))
    let imported = try Tool.run(
      "profile", "import", own.path, "--manufacturer", "Maker", "--model", "Maker Other", "--output", back.path)
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: back.url))).identity.description == "Maker Other")
  }

  @Test func `a tuning file is named after its sensor, and has its levels where the bits are given`() throws {
    let own = try ScratchFile(try Self.camera().iccBytes())
    let folder = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (json, back) = (folder.appending(path: "imx999.json").path, try ScratchFile([]))
    let exported = try Tool.run(
      "profile", "export", own.path, "--format", "libcamera", "--target", "pisp", "--output", json)
    #expect(exported.status == 0, "\(exported)")
    let warnings = try ExportedProfile(Self.camera(), as: .libcamera, target: "pisp").warnings
    #expect(!warnings.isEmpty && exported.values("warning") == warnings.map(\.text))
    // The tests' own reader of JSON is another.
    let root = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: URL(filePath: json)))
    #expect(root["target"]?.text == "pisp" && root["version"]?.number == 2)
    #expect(root["algorithms"]?.array?[0]["rpi.black_level"]?["black_level"]?.number == 4096)
    let imported = try Tool.run("profile", "import", json, "--bits", "10", "--output", back.path, "--json")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try imported.object()["device"]?.text == "imx999")
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: back.url)))
    #expect(profile.levels == (try Self.camera().levels))
  }

  @Test func `a profile from sensitivities goes out with a matrix of colours for each light`() throws {
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    let (own, dcp, tuning) = (try ScratchFile([]), try ScratchFile([]), try ScratchFile([]))
    #expect(try Tool.run("calibrate", "sensitivities", camera, "--output", own.path).status == 0)
    for (file, format) in [(dcp, "dcp"), (tuning, "libcamera")] {
      let exported = try Tool.run("profile", "export", own.path, "--format", format, "--output", file.path)
      #expect(exported.status == 0, "\(exported)")
    }
    let tags = try DNGColorTags([UInt8](Data(contentsOf: dcp.url)))
    #expect(tags.lights.map(\.illuminant) == [17, 21] && tags.lights.allSatisfy { $0.forwardMatrix != nil })
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: own.url)))
    guard case .whiteMap(let map) = profile.characterization else {
      Issue.record("\(profile.characterization)")
      return
    }
    // A, D50 and D65 have their own chromaticities.
    let places = try #require(map.colors).lights.map { ($0.temperature, $0.duv ?? .nan) }
    for ((temperature, duv), light) in zip(places, [Chromaticity.d65, .d50, .a]) {
      let found = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: duv))
      #expect(Tolerance.publishedChromaticity.allows(largest(abs(found.x - light.x), abs(found.y - light.y))))
    }
    let written = try LibcameraTuning([UInt8](Data(contentsOf: tuning.url)))
    #expect(written.matrices.count == written.curve.count && (written.transverseNegative ?? 0) > 0.01)
    // A chart under A: with one matrix for D50 it was 1.9.
    for (chart, light) in [("tungsten", "A"), ("daylight", "D65")] {
      let readings = repositoryRoot.appending(path: "Data/sample-chart/\(chart).ti3").path
      let checked = try Tool.run("profile", "check", own.path, "--chart", readings, "--light", light, "--json")
      #expect(Tolerance.colorsOfSensitivities.allows(try #require(checked.object()["difference"]?.number)))
    }
  }

  @Test func `an ICC profile passes with the same bits, and what others see of it is said`() throws {
    let bytes = try Self.camera().iccBytes()
    let (own, output) = (try ScratchFile(bytes), try ScratchFile([]))
    let exported = try Tool.run("profile", "export", own.path, "--format", "icc", "--output", output.path, "--json")
    #expect(try exported.object().codes("warnings") == ["one-light"])
    let old = try ScratchFile([])
    let again = try Tool.run(
      "profile", "export", own.path, "--format", "icc", "--icc-version", "2", "--output", old.path)
    #expect(again.status == 0, "\(again.errors)")
    let written = [UInt8](try Data(contentsOf: old.url))
    #expect(ICCReader(written).version == (2, 4))
    #expect(try DeviceProfile(iccBytes: written) == DeviceProfile(iccBytes: [UInt8](Data(contentsOf: output.url))))
    #expect(try [UInt8](Data(contentsOf: output.url)) == bytes)
    #expect(try Tool.run("profile", "import", own.path, "--output", output.path).status == 0)
    #expect(try [UInt8](Data(contentsOf: output.url)) == bytes)
  }

  @Test func `bad files and wrong usage end with their status, and write nothing`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)").path
    func run(_ arguments: String...) throws -> Tool.Result {
      let run = try Tool.run(["profile"] + arguments + ["--output", output])
      #expect(!FileManager.default.fileExists(atPath: output))
      return run
    }
    let json = try ScratchFile(Array("{\n  \"version\": 2.0,\n,}".utf8))
    let broken = try run("import", json.path)
    #expect(broken.status == 65)
    #expect(broken.message == "\(json.path): line 3, column 1: ',' where a name in double quotes must be")
    let text = try ScratchFile(Array("hello".utf8))
    #expect(try run("import", text.path).status == 65)
    #expect(try run("import", text.path, "--format", "dcp").status == 65)
    #expect(try run("import", text.path + "x").status == 66)
    #expect(try run("import", text.path, "--format", "tiff").status == 64)
    #expect(try run("import", text.path, "--bits", "17").status == 64)
    let own = try ScratchFile(try Self.camera().iccBytes())
    #expect(try run("export", own.path).status == 64)
    #expect(try run("export", own.path, "--format", "dng").status == 64)
    #expect(try run("export", own.path, "--format", "icc", "--target", "pisp").status == 64)
    #expect(try run("export", own.path, "--format", "libcamera", "--target", "rkisp1").status == 64)
    #expect(try run("export", text.path, "--format", "dcp").status == 65)
    // A file of a gibibyte, of which nothing is on the disk, is refused before it is read.
    let endless = try ScratchFile([])
    try #require(truncate(endless.path, 1 << 30) == 0)
    let imported = try run("import", endless.path)
    #expect(imported.status == 65 && imported.message.contains("1073741824 bytes"), "\(imported.errors)")
    let merged = try run("export", own.path, "--format", "libcamera", "--into", endless.path)
    #expect(merged.status == 65 && merged.message.contains("1073741824 bytes"), "\(merged.errors)")
  }

  @Test func `a profile goes into a tuning file in its place, or into a copy, and nothing is written where it cannot`()
    throws
  {
    let own = try ScratchFile(try Self.camera().iccBytes())
    let before = try ReferenceData.bytes("libcamera/vc4/imx219.json")
    let (target, copy) = (try ScratchFile(before), try ScratchFile([]))
    let arguments = ["profile", "export", own.path, "--format", "libcamera", "--into", target.path]
    #expect(try Tool.run(arguments + ["--output", copy.path]).status == 0)
    #expect(try [UInt8](Data(contentsOf: target.url)) == before)
    let report = try Tool.run(arguments + ["--json"])
    #expect(report.status == 0, "\(report)")
    #expect(try report.object()["output"]?.text == target.path)
    let after = try [UInt8](Data(contentsOf: target.url))
    #expect(try after == [UInt8](Data(contentsOf: copy.url)) && after != before)
    #expect(try ExportedProfile(Self.camera(), as: .libcamera, into: before).bytes == after)
    // A file that is no tuning file stays as it is, and is named.
    let broken = try ScratchFile(Array("{ \"version\": 2.0, [".utf8))
    let refused = try Tool.run("profile", "export", own.path, "--format", "libcamera", "--into", broken.path)
    #expect(refused.status == 65)
    #expect(refused.message == "\(broken.path): line 1, column 19: '[' where a name in double quotes must be")
    #expect(try [UInt8](Data(contentsOf: broken.url)) == Array("{ \"version\": 2.0, [".utf8))
    let absent = broken.path + ".absent"
    #expect(try Tool.run("profile", "export", own.path, "--format", "libcamera", "--into", absent).status == 66)
    #expect(!FileManager.default.fileExists(atPath: absent))
  }

  @Test func `a black level is of the samples' depth, and what stays of a tuning file is said`() throws {
    var profile = try Self.camera()
    // A profile of 12 bits: the sensor saturates below the largest sample.
    profile.levels = try SampleLevels(black: 256, white: 4000)
    let tuning = try JSONDecoder().decode(
      JSONValue.self, from: Data(ExportedProfile(profile, as: .libcamera).bytes))
    #expect(tuning["algorithms"]?.array?[0]["rpi.black_level"]?["black_level"]?.number == 4096)
    let existing = try ReferenceData.bytes("libcamera/vc4/imx219.json")
    profile.levels = nil
    let texts = try ExportedProfile(profile, as: .libcamera, into: existing).warnings.map(\.text)
    let stays = "the profile has no levels; the file's own rpi.black_level stays, which may be another sensor's"
    #expect(texts.contains(stays), "\(texts)")
    // A file with a level for each channel is written so again, also where they are equal.
    let text = String(decoding: existing, as: UTF8.self).replacing(
      #""black_level": 4096"#,
      with: #""black_level": 4096, "black_level_r": 4000, "black_level_g": 4096, "black_level_b": 4100"#)
    profile.levels = try SampleLevels(black: 64, white: 1023)
    let merged = try ExportedProfile(profile, as: .libcamera, into: Array(text.utf8)).bytes
    #expect(String(decoding: merged, as: UTF8.self).contains(#""black_level_r": 4096"#))
    let own = try ScratchFile(try Self.camera().iccBytes())
    let infinite = try Tool.run(
      "profile", "export", own.path, "--format", "rawtherapee", "--temperature", "inf", "--output", own.path + ".pp3")
    #expect(infinite.status == 64)
    #expect(infinite.message == "--temperature inf is not valid; it must be 1500 to 25000 K")
    let misnamed = try Tool.run("profile", "export", own.path, "--format", "dcp", "--output", own.path + ".png")
    #expect(misnamed.status == 64)
    #expect(misnamed.message == "\(own.path).png: the name must end in .dcp")
  }

  @Test func `a file of another kind is named, with the command that reads it`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)").path
    let own = try ScratchFile(try Self.camera().iccBytes())
    let (dcp, tuning) = (try ScratchFile([]), try ScratchFile([]))
    for (file, format) in [(dcp, "dcp"), (tuning, "libcamera")] {
      #expect(try Tool.run("profile", "export", own.path, "--format", format, "--output", file.path).status == 0)
    }
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json").path
    func expectMessage(_ message: String, _ arguments: String...) throws {
      let result = try Tool.run(arguments)
      #expect(result.status == 65 && result.message == message, "\(result.errors)")
    }
    for (path, kind, command) in [
      (dcp.path, "a DNG camera profile (DCP), not an ICC profile; ", "profile import"),
      (tuning.path, "JSON, not an ICC profile; if it is a tuning file of libcamera, ", "profile import"),
      (camera, "JSON of spectral sensitivities, not an ICC profile; ", "calibrate sensitivities"),
    ] {
      let message = ToolMessages.otherKind(path, kind, command)
      try expectMessage(message, "profile", "show", path)
      try expectMessage(message, "convert", "--from", "xy", "--profile", path, "0.3", "0.3")
    }
    try expectMessage(
      "\(tuning.path): this is JSON, not dcp as --format says; leave --format out",
      "profile", "import", tuning.path, "--format", "dcp", "--output", output)
  }
}

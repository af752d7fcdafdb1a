import Colorimetry
import DeviceProfiles
import Foundation
import ProfileExchange
import RawFrames
import TestSupport
import Testing
import WhiteBalance

/// A camera's profile in the tuning file of another.
@Suite struct LibcameraMergingTests {
  private static func files() throws -> [(name: String, bytes: [UInt8])] {
    try ["libcamera/vc4", "libcamera/pisp"].flatMap { folder in
      try ReferenceData.files(in: folder, withExtension: "json").map {
        ("\(folder)/\($0.lastPathComponent)", try ReferenceData.bytes($0))
      }
    }
  }

  private static func profile(bits: Int? = 12) throws -> DeviceProfile {
    try ImportedProfile(Array(LibcameraTuningTests.example.utf8), model: "x", bits: bits).profile
  }

  /// The sections of a file, by Foundation's reader. One file has trailing commas, which it refuses.
  private static func sections(_ bytes: [UInt8]) throws -> [String: NSDictionary] {
    let text = String(decoding: bytes, as: UTF8.self).replacing(/,(\s*[}\]])/) { $0.output.1 }
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    var sections: [String: NSDictionary] = [:]
    for entry in object?["algorithms"] as? [[String: Any]] ?? [] {
      for (name, section) in entry { sections[name] = section as? NSDictionary }
    }
    return sections
  }

  @Test func `every file takes a profile in, and keeps all that is not about white`() throws {
    let profile = try Self.profile()
    var (count, networks) = (0, 0)
    for file in try Self.files() {
      let merged = try ExportedProfile(profile, as: .libcamera, into: file.bytes).bytes
      let (before, after) = (try Self.sections(file.bytes), try Self.sections(merged))
      let tuning = try LibcameraTuning(merged)
      let written = try tuning.characterization().0
      #expect(.temperatureCurve(written) == profile.characterization, "\(file.name)")
      // libcamera's networks are made for the colours at 5000 K (`kNetworkCanonicalCT`).
      if let ccm = after["rpi.nn.awb"]?["ccm"] as? [Double] {
        let expected = try #require(written.colorMatrix(atTemperature: 5000)).entries
        #expect(ccm.count == 9)
        for (value, expected) in zip(ccm, expected) { #expect(Tolerance.fraction32.allows(abs(value - expected))) }
        networks += 1
      }
      #expect(tuning.blackLevels == LinearRGB(red: 4096, green: 4096, blue: 4096))
      let changed: Set = [
        "ct_curve", "sensitivity_r", "sensitivity_b", "transverse_pos", "transverse_neg", "ccms", "ccm", "black_level",
      ]
      #expect(Set(after.keys) == Set(before.keys).union(["rpi.awb", "rpi.ccm", "rpi.black_level"]), "\(file.name)")
      for (name, section) in before {
        let own = try #require(after[name])
        let hadCurve = section["ct_curve"] != nil || !name.hasSuffix("awb")
        for key in section.allKeys.compactMap({ $0 as? String })
        where !(["rpi.awb", "rpi.nn.awb", "rpi.ccm", "rpi.black_level"].contains(name) && changed.contains(key)) {
          let isKept = (own[key] as? NSObject) == (section[key] as? NSObject)
          #expect(isKept || (key == "bayes" && !hadCurve), "\(file.name): \(name) \(key)")
        }
      }
      count += 1
    }
    #expect(count == 34 && networks > 0)
  }

  /// All bytes outside of the changed values, in order: comments, spaces, line ends and odd numbers included.
  @Test func `what is not replaced stays to the byte, comments and trailing commas included`() throws {
    let text = """
      # a file of somebody
      {   "version": 2.00, "target" : "pisp",
        "algorithms": [\t
          {"rpi.lux": {"reference_gain": 1.0e0}}, # kept
          { "rpi.awb" : { "modes": {"auto": {"lo": 2600, "hi": 6000}}, "ct_curve": [ 3000, 1, 0.5, 5000, 0.5, 1 ],
             "speed": 0.10 , }, },
          { "rpi.ccm": { "saturation": [0, 1.0, 1, 1.0], "ccms": [ ] } },
        ],
      }

      """
    let merged = String(
      decoding: try ExportedProfile(Self.profile(bits: nil), as: .libcamera, into: Array(text.utf8)).bytes,
      as: UTF8.self)
    let kept = [
      "# a file of somebody\n{   \"version\": 2.00, \"target\" : \"pisp\",\n  \"algorithms\": [\t\n"
        + "    {\"rpi.lux\": {\"reference_gain\": 1.0e0}}, # kept\n    { \"rpi.awb\" : {",
      " \"modes\": {\"auto\": {\"lo\": 2600, \"hi\": 6000}}, \"ct_curve\": [",
      "],\n       \"speed\": 0.10 , }, },\n    { \"rpi.ccm\": { \"saturation\": [0, 1.0, 1, 1.0], \"ccms\": [",
      "] } },\n  ],\n}\n",
    ]
    var rest = merged[...]
    for part in kept {
      let place = try #require(rest.firstRange(of: part), "\(merged)")
      rest = rest[place.upperBound...]
    }
    #expect(merged.hasPrefix(kept[0]) && merged.hasSuffix(kept[3]))
    #expect(!merged.contains("rpi.black_level"))
    #expect(try LibcameraTuning(Array(merged.utf8)).curve.map(\.temperature) == [2500, 4000, 6500])
  }

  @Test func `a second time changes nothing`() throws {
    let profile = try Self.profile()
    for file in try Self.files().prefix(4) {
      let once = try ExportedProfile(profile, as: .libcamera, into: file.bytes).bytes
      #expect(try ExportedProfile(profile, as: .libcamera, into: once).bytes == once, "\(file.name)")
    }
  }

  @Test func `modes that go beyond the new curve are named`() throws {
    let file = try #require(try Self.files().first { $0.name == "libcamera/vc4/imx219.json" })
    let exported = try ExportedProfile(Self.profile(), as: .libcamera, into: file.bytes)
    #expect(exported.warnings.map(\.code) == [.modesBeyondCurve, .provenance])
  }

  @Test func `what is no tuning file is refused, and so is one of another version`() throws {
    for (text, error) in [
      ("{", ExchangeError.json(line: 1, column: 2, fault: "the text ends where a name in double quotes must be")),
      (
        "{\"version\": 1.0, \"rpi.awb\": {}}", .json(line: 1, column: 13, fault: "version 1.0; only 2.0 is read")
      ),
      (
        "{\"version\": 1, \"wb_presets\": []}",
        .missingSection("algorithms", needed: "this is no tuning file of libcamera for Raspberry Pi")
      ),
      (
        "{\"version\": 2.0}",
        .missingSection("algorithms", needed: "this is no tuning file of libcamera for Raspberry Pi")
      ),
    ] {
      #expect(throws: error) { try ExportedProfile(Self.profile(), as: .libcamera, into: Array(text.utf8)) }
    }
    let empty = Array("{\"version\": 2.0, \"algorithms\": []}".utf8)
    let merged = try ExportedProfile(Self.profile(), as: .libcamera, into: empty).bytes
    #expect(try LibcameraTuning(merged).matrices.count == 2)
  }

  @Test func `what is lost of a file is named`() throws {
    let file = try #require(try Self.files().first { $0.name == "libcamera/vc4/imx219.json" })
    let warnings = try ImportedProfile(file.bytes, model: "x", bits: 10).warnings
    #expect(warnings.map(\.code) == [.sections, .steering, .secondCurve])
    #expect(
      warnings[1].text.hasSuffix(
        "priors of rpi.awb, modes of rpi.awb, bayes of rpi.awb, transverse_pos of rpi.awb, transverse_neg of rpi.awb"))
    #expect(warnings[2].text == "rpi.nn.awb has a ct_curve of its own, which is not read")
  }

  @Test func `a file's own curve goes back into it with all that stands beside it`() throws {
    var count = 0
    for file in try Self.files() {
      guard let profile = try? ImportedProfile(file.bytes, model: "x", bits: 16).profile else { continue }
      count += 1
      let back = try LibcameraTuning(ExportedProfile(profile, as: .libcamera, into: file.bytes).bytes)
      let own = try LibcameraTuning(file.bytes)
      #expect(back.curve == own.curve, "\(file.name)")
      #expect(back.transversePositive == own.transversePositive, "\(file.name)")
      #expect(back.transverseNegative == own.transverseNegative, "\(file.name)")
    }
    #expect(count == 22)
  }

  @Test func `a file is known behind a mark and comments`() throws {
    let text = LibcameraTuningTests.example
    let plain = try ImportedProfile(Array(text.utf8), model: "x", bits: 10).profile
    for start in ["\u{feff}", "# tuned in the lab\n", "\u{feff}\r\n  # one\r\n# two\r\n\t"] {
      #expect(try ImportedProfile(Array((start + text).utf8), model: "x", bits: 10).profile == plain)
    }
    for text in ["#", "# {", "\u{feff}"] {
      #expect(throws: ExchangeError.unknownFormat) { try ImportedProfile(Array(text.utf8), model: "x") }
    }
  }

  @Test func `a part that stays and cannot be read is found in the file as it is`() throws {
    for (part, fault) in [
      ("\"rpi.ccm\": null", "null where the object of rpi.ccm must be"),
      ("\"rpi.awb\": { \"enabled\": 1 }", "1.0 where true or false must be"),
      ("\"rpi.awb\": { \"modes\": { \"auto\": { \"lo\": \"2500\" } } }", "a text where a number must be"),
    ] {
      let text = "{ \"version\": 2.0, \"algorithms\": [ { \(part) } ] }"
      let error = #expect(throws: ExchangeError.self) { try LibcameraTuning.check(Array(text.utf8)) }
      #expect(error?.description.contains("line 1, column ") == true && error?.description.hasSuffix(fault) == true)
    }
  }

  @Test func `a file that had no white balance is told to have one now`() throws {
    let file = try #require(try Self.files().first { $0.name == "libcamera/pisp/ov9281_mono.json" })
    let exported = try ExportedProfile(Self.profile(), as: .libcamera, into: file.bytes)
    #expect(
      exported.warnings.filter { $0.code == .sections }.map(\.text) == [
        "the file had none of these, and they were added: ct_curve, priors, modes, bayes of rpi.awb, rpi.ccm; a monochrome sensor has "
          + "none"
      ])
  }

  @Test func `the curve of the section that is enabled is read`() throws {
    let text = LibcameraTuningTests.example.replacing(
      "\"rpi.awb\": {\n",
      with: "\"rpi.nn.awb\": { \"ct_curve\": [ 3000, 1, 0.5, 5000, 0.5, 1 ] }, \"rpi.awb\": {\n \"enabled\": false,\n")
    let tuning = try LibcameraTuning(Array(text.utf8))
    #expect(tuning.curve.map(\.temperature) == [3000, 5000] && tuning.secondCurve == "rpi.awb")
  }

  @Test func `a channel's own black level comes before the common one`() throws {
    let text = LibcameraTuningTests.example.replacing(
      "\"black_level\": 4096", with: "\"black_level\": 4096, \"black_level_r\": 4032, \"black_level_b\": 4160")
    let profile = try ImportedProfile(Array(text.utf8), model: "x", bits: 10).profile
    #expect(profile.levels?.black.all == [63, 64, 64, 65])
    let back = try LibcameraTuning(ExportedProfile(profile, as: .libcamera).bytes)
    #expect(back.blackLevels == LinearRGB(red: 4032, green: 4096, blue: 4160))
    let green = LibcameraTuningTests.example.replacing(
      "\"black_level\": 4096", with: "\"black_level\": 4096, \"black_level_g\": 4160")
    #expect(try LibcameraTuning(Array(green.utf8)).blackLevels == LinearRGB(red: 4096, green: 4160, blue: 4096))
    let absent = LibcameraTuningTests.example.replacing("\"black_level\": 4096", with: "")
    #expect(try LibcameraTuning(Array(absent.utf8)).blackLevels == LinearRGB(red: 4096, green: 4096, blue: 4096))
  }

  @Test func `transverse limits reach the lamps beside the curve`() throws {
    let profile = try Self.profile()
    let tuning = try LibcameraTuning(ExportedProfile(profile, as: .libcamera).bytes)
    let limits = [try #require(tuning.transversePositive), try #require(tuning.transverseNegative)]
    #expect(limits.allSatisfy { (0.01...0.1).contains($0) }, "\(limits)")
    // D65 is 0.0032 above the locus, which is less red and less blue than the curve.
    let d65 = try profile.characterization.response(to: .d65)
    let point = SIMD2(d65.red / d65.green * 1.25, d65.blue / d65.green)
    let (low, high) = (tuning.curve[1], tuning.curve[2])
    let along = SIMD2(high.red - low.red, high.blue - low.blue)
    let across = SIMD2(along.y, -along.x) / (along * along).sum().squareRoot()
    let distance = ((point - SIMD2(high.red, high.blue)) * across).sum()
    #expect(distance < 0 && -distance < limits[1], "\(distance)")
    // Lamps above the locus have less red and blue than the curve, those below it more.
    var (positive, negative) = (0.01, 0.01)
    for (low, high) in zip(tuning.curve, tuning.curve.dropFirst()) {
      let along = SIMD2(high.red - low.red, high.blue - low.blue)
      let across = SIMD2(along.y, -along.x) / (along * along).sum().squareRoot()
      for point in [low, high] {
        for duv in [0.006, -0.006] {
          let lamp = try profile.characterization.response(
            to: Chromaticity(TemperatureAndTint(temperature: point.temperature, duv: duv)))
          let seen = SIMD2(lamp.red / lamp.green * 1.25, lamp.blue / lamp.green)
          let beside = ((seen - SIMD2(point.red, point.blue)) * across).sum()
          if duv > 0 { negative = max(negative, -beside) } else { positive = max(positive, beside) }
        }
      }
    }
    #expect(Tolerance.transverse.allows(abs(limits[0] - positive)), "\(limits), \(positive), \(negative)")
    #expect(Tolerance.transverse.allows(abs(limits[1] - negative)), "\(limits), \(positive), \(negative)")
    #expect(!Tolerance.transverse.allows(abs(positive - negative)))
  }
}

import Foundation
import TestSupport
import Testing
import ToolSupport

/// A still that states no colours has those that LibRaw knows of its camera.
@Suite struct StillProfileTests {
  @Test func `a still's camera gives a profile, and its provenance says whose colours these are`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON D700")), try ScratchFile([]))
    let imported = try Tool.run("profile", "import", still.path, "--output", profile.path, "--json").object()
    #expect(imported["format"]?.text == "still" && imported["device"]?.text == "Nikon D700")
    let named = try ScratchFile([])
    let other = try Tool.run("profile", "import", still.path, "--model", "X", "--output", named.path, "--json").object()
    #expect(other["device"]?.text == "Nikon X")
    let shown = try Tool.run("profile", "show", profile.path, "--json").object()
    let provenance = try #require(shown["provenance"]?.text)
    #expect(provenance.contains("LibRaw's matrix of the model under D65"))
    // Adobe's matrix of this camera, as LibRaw and dcraw tabulate it, in ten-thousandths.
    let matrix = [8139, -2171, -663, -8747, 16541, 2295, -1925, 2008, 8093].map { JSONValue.number($0 / 1e4) }
    let entries = try #require(shown["lights"]?.array?.first?["matrix"]?.array)
    for (entry, expected) in zip(entries, matrix) {
      let (value, wanted) = (try #require(entry.number), try #require(expected.number))
      #expect(Tolerance.singlePrecision.allows(abs(value - wanted)))
    }
    // With the profile that was made of it, the still measures as with its own colours.
    let area = ["--region", "2,2,80,60", "--limit", "not-a-light=1", "--json"]
    let own = try Tool.run(["measure", still.path] + area).object()
    let given = try Tool.run(["measure", still.path, "--profile", profile.path] + area).object()
    #expect(own["profileSource"]?.text == provenance && given["profileSource"] == nil)
    #expect(own["temperature"] == given["temperature"] && own["temperature"] != nil)
    let text = try Tool.run(["measure", still.path] + area.dropLast())
    #expect(text.values("colours of") == [provenance])
  }

  @Test func `a still may have more bytes than a profile`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON D700")), try ScratchFile([]))
    let file = try FileHandle(forWritingTo: still.url)
    try file.truncate(atOffset: 65 << 20)
    try file.close()
    let command = ["profile", "import", still.path, "--output", profile.path]
    #expect(try Tool.run(command + ["--format", "still"]).status == 0)
    // As a profile it is too large.
    #expect(try Tool.run(command + ["--format", "icc"]).status == 65)
  }

  @Test func `a still of a camera that nobody knows has no colours, and is named`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON NOBODY")), try ScratchFile([]))
    let result = try Tool.run("profile", "import", still.path, "--output", profile.path)
    #expect(result.status == 65)
    #expect(result.message == "\(still.path): neither the file nor LibRaw knows the colours of Nikon NOBODY")
    #expect(try Tool.run("measure", still.path, "--region", "2,2,80,60", "--json").object()["profileSource"] == nil)
    // A profile that is made of it has the name.
    let made = try Tool.run(
      "calibrate", "cards", still.path, "--light", "D65", "--region", "2,2,80,60", "--output", profile.path)
    #expect(made.status == 0, "\(made.errors)")
    let shown = try Tool.run("profile", "show", profile.path, "--json").object()
    #expect(shown["manufacturer"]?.text == "Nikon" && shown["model"]?.text == "NOBODY")
  }

  /// LibRaw has 1 in place of multipliers that it moved elsewhere, or did not find.
  @Test func `a still that its camera multiplied is measured without that, and multipliers of 1 are no light as shot`()
    throws
  {
    let plain = try ScratchFile(Self.nef(model: "NIKON D1"))
    let multiplied = try ScratchFile(Self.nef(model: "NIKON D1", balance: (160, 125)))
    let nothing = try Tool.run("measure", plain.path, "--as-shot")
    #expect(nothing.status == 65 && nothing.output.isEmpty, "\(nothing.errors)")
    let shot = try Tool.run("measure", multiplied.path, "--as-shot", "--json").object()
    let area = ["--region", "2,2,80,60", "--limit", "not-a-light=1", "--json"]
    let card = try Tool.run(["measure", plain.path] + area).object()["gains"]
    let native = try Tool.run(["measure", multiplied.path] + area).object()["gains"]
    for (channel, gain) in [("red", 1.6), ("green", 1), ("blue", 1.25)] {
      let found = try #require(shot["gains"]?[channel]?.number)
      #expect(Tolerance.singlePrecision.allows(abs(found - gain)), "\(channel)")
      let (before, after) = (try #require(card?[channel]?.number), try #require(native?[channel]?.number))
      #expect(Tolerance.singlePrecision.allows(abs(after / before / gain - 1)), "\(channel)")
    }
    // Another camera's multipliers are those that are left to do.
    let other = try ScratchFile(Self.nef(model: "NIKON D700", balance: (160, 125)))
    let unbalanced = try ScratchFile(Self.nef(model: "NIKON D700"))
    #expect(try Tool.run("measure", other.path, "--as-shot", "--json").object()["gains"] == shot["gains"])
    // The range and the policy hold without colours too.
    let anyone = try ScratchFile(Self.nef(model: "NOBODY", balance: (160, 125)))
    let range = ["--as-shot", "--json", "--max-gain", "1.1"]
    let clamped = try Tool.run(["measure", anyone.path] + range)
    #expect(try clamped.status == 0 && clamped.object()["settable"]?["clamped"]?.bool == true, "\(clamped)")
    let refused = try Tool.run(["measure", anyone.path, "--policy", "refuse"] + range)
    #expect(try refused.status == 2 && refused.object()["error"] != nil, "\(refused)")
    let gains = try [other, unbalanced].map { try Tool.run(["measure", $0.path] + area).object()["gains"] }
    #expect(gains[0] == gains[1] && gains[0] != nil)
  }

  @Test func `a light as shot far from the calibrated ones has the warning that convert has`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON D700", balance: (130, 240))), try ScratchFile([]))
    let shot = try Tool.run("measure", still.path, "--as-shot", "--json").object()
    #expect(try Tool.run("profile", "import", still.path, "--output", profile.path).status == 0)
    let light = try ["x", "y"].map { key in "\(try #require(shot["chromaticity"]?[key]?.number))" }
    let converted = try Tool.run(
      ["convert", "--from", "xy", "--profile", profile.path, "--json"] + light
    ).object()
    let warnings = try #require(shot["warnings"]?.array)
    #expect(warnings.compactMap { $0["code"]?.text } == ["far-from-calibration"])
    #expect(warnings.map { $0["message"] } == converted["warnings"]?.array?.map { $0["message"] })
    // Near the one light of LibRaw's matrix nothing is said.
    let near = try ScratchFile(Self.nef(model: "NIKON D700", balance: (221, 119)))
    #expect(try Tool.run("measure", near.path, "--as-shot", "--json").object()["warnings"] == nil)
  }

  /// A card in a mosaic of 96 x 72 samples of 16 bits, uncompressed, in the structure of a NEF: TIFF with the maker's
  /// name and the mosaic in a directory of its own. It was held against rawpy by hand.
  ///
  /// - Parameter balance: The multipliers of red and blue in the maker's note, in hundredths;
  ///   `nil` for a file without them.
  private static func nef(model: String, balance: (red: Int, blue: Int)? = nil) -> [UInt8] {
    let (width, height) = (96, 72)
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Numbers of type 3 have two bytes, of type 4 four, of type 5 twice four; others are bytes.
    func directory(_ entries: [(tag: Int, type: Int, values: [Int])], at place: Int) -> [UInt8] {
      let end = place + 2 + 12 * entries.count + 4
      var (head, tail) = (number(entries.count, 2), [UInt8]())
      for entry in entries {
        let bytes = entry.values.flatMap { number($0, [3: 2, 4: 4, 5: 4][entry.type] ?? 1) }
        head += number(entry.tag, 2) + number(entry.type, 2)
        head += number(entry.values.count / (entry.type == 5 ? 2 : 1), 4)
        head += bytes.count <= 4 ? bytes + number(0, 4 - bytes.count) : number(end + tail.count, 4)
        if bytes.count > 4 { tail += bytes }
      }
      return head + number(0, 4) + tail
    }
    func text(_ text: String) -> [Int] { text.utf8.map(Int.init) + [0] }
    let (exif, mosaic, samples) = (128, 256, 512)
    let first = directory(
      [(271, 2, text("NIKON CORPORATION")), (272, 2, text(model)), (330, 4, [mosaic]), (34665, 4, [exif])], at: 8)
    // The note is a TIFF of its own, with red, blue and both greens.
    let multipliers = balance.map { [(12, 5, [$0.red, 100, $0.blue, 100, 1, 1, 1, 1])] } ?? []
    let note = Array("Nikon\0\u{2}\u{10}\0\0II*\0".utf8) + number(8, 4) + directory(multipliers, at: 8)
    let notes = directory([(37500, 7, note.map(Int.init))], at: exif)
    let second = directory(
      [
        (254, 4, [0]), (256, 4, [width]), (257, 4, [height]), (258, 3, [16]), (259, 3, [1]), (262, 3, [32803]),
        (273, 4, [samples]), (277, 3, [1]), (278, 4, [height]), (279, 4, [2 * width * height]),
        (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]),
      ], at: mosaic)
    var file = Array("II*\0".utf8) + number(8, 4) + first
    file += number(0, exif - file.count) + notes
    file += number(0, mosaic - file.count) + second
    file += number(0, samples - file.count)
    var generator = SeededGenerator(seed: 700)
    for row in 0..<height {
      for column in 0..<width {
        let mean = row % 2 == 0 ? (column % 2 == 0 ? 20_000 : 40_000) : (column % 2 == 0 ? 40_000 : 25_000)
        file += number(mean + Int.random(in: -200...200, using: &generator), 2)
      }
    }
    return file
  }
}

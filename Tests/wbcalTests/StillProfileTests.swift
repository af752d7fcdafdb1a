import Foundation
import TestSupport
import Testing

/// A still that states no colours has those that LibRaw knows of its camera.
@Suite struct StillProfileTests {
  @Test func `a still's camera gives a profile, and its provenance says whose colours these are`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON D700")), try ScratchFile([]))
    let imported = try Tool.run("profile", "import", still.path, "--output", profile.path, "--json").object()
    #expect(imported["format"]?.text == "still" && imported["device"]?.text == "Nikon D700")
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

  @Test func `a still of a camera that nobody knows has no colours, and is named`() throws {
    let (still, profile) = (try ScratchFile(Self.nef(model: "NIKON NOBODY")), try ScratchFile([]))
    let result = try Tool.run("profile", "import", still.path, "--output", profile.path)
    #expect(
      result.status == 65 && result.message.contains("neither the file nor LibRaw knows the colours of Nikon NOBODY"))
    #expect(try Tool.run("measure", still.path, "--region", "2,2,80,60", "--json").object()["profileSource"] == nil)
  }

  /// A card in a mosaic of 96 x 72 samples of 16 bits, uncompressed, in the structure of a NEF: TIFF with the maker's name and
  /// the mosaic in a directory of its own. It was held against rawpy by hand.
  private static func nef(model: String) -> [UInt8] {
    let (width, height) = (96, 72)
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    // Numbers of type 3 have two bytes, of type 4 four; others are bytes.
    func directory(_ entries: [(tag: Int, type: Int, values: [Int])], at place: Int) -> [UInt8] {
      let end = place + 2 + 12 * entries.count + 4
      var (head, tail) = (number(entries.count, 2), [UInt8]())
      for entry in entries {
        let bytes = entry.values.flatMap { number($0, [3: 2, 4: 4][entry.type] ?? 1) }
        head += number(entry.tag, 2) + number(entry.type, 2) + number(entry.values.count, 4)
        head += bytes.count <= 4 ? bytes + number(0, 4 - bytes.count) : number(end + tail.count, 4)
        if bytes.count > 4 { tail += bytes }
      }
      return head + number(0, 4) + tail
    }
    func text(_ text: String) -> [Int] { text.utf8.map(Int.init) + [0] }
    let (mosaic, samples) = (256, 512)
    let first = directory(
      [(271, 2, text("NIKON CORPORATION")), (272, 2, text(model)), (330, 4, [mosaic])], at: 8)
    let second = directory(
      [
        (254, 4, [0]), (256, 4, [width]), (257, 4, [height]), (258, 3, [16]), (259, 3, [1]), (262, 3, [32803]),
        (273, 4, [samples]), (277, 3, [1]), (278, 4, [height]), (279, 4, [2 * width * height]),
        (33421, 3, [2, 2]), (33422, 1, [0, 1, 1, 2]),
      ], at: mosaic)
    var file = Array("II*\0".utf8) + number(8, 4) + first
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

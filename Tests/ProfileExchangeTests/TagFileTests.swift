import Colorimetry
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// The directories of a TIFF file. Source: Adobe, TIFF 6.0, section 2.
@Suite struct TagFileTests {
  struct Number: Sendable {
    let type: Int
    /// Numbers of so many bytes each, in the file's order.
    let words: [(bits: UInt64, size: Int)]
    let value: Double
  }

  /// The largest numbers are beyond the sign's bit, and the negative ones would be large without it.
  static let numbers = [
    Number(type: 1, words: [(200, 1)], value: 200), Number(type: 3, words: [(60_000, 2)], value: 60_000),
    Number(type: 4, words: [(4_000_000_000, 4)], value: 4e9),
    Number(type: 5, words: [(4_000_000_000, 4), (3_000_000_000, 4)], value: 4.0 / 3),
    Number(type: 6, words: [(0xc8, 1)], value: -56), Number(type: 8, words: [(0xea60, 2)], value: -5536),
    Number(type: 9, words: [(0xffff_fffd, 4)], value: -3),
    Number(type: 10, words: [(0xffff_fffd, 4), (4, 4)], value: -0.75),
    Number(type: 11, words: [(UInt64(Float(-2.5).bitPattern), 4)], value: -2.5),
    Number(type: 12, words: [(0.1.bitPattern, 8)], value: 0.1),
  ]

  /// TIFF allows numbers of type DOUBLE everywhere. Compression 34892 is lossy JPEG (DNG 1.4).
  @Test(arguments: [1e300, -1e300, 1e18]) func `a place of tiles that no file has is told as it is`(number: Double)
    throws
  {
    for (offset, count) in [(number, 8.0), (8, number)] where offset + count > 0 {
      let file = TagFileBuilder(
        "II*\0", [(259, .shorts([34892])), (324, .doubles([offset])), (325, .doubles([count]))])
      let error = #expect(throws: ExchangeError.self) { try TagFile(file.bytes).firstDirectory().checkLossyTiles() }
      #expect(try #require(error).description.contains("cut short"), "\(offset), \(count)")
    }
  }

  @Test(arguments: ["II*\0", "MM\0*"])
  func `a number of every type of TIFF reads as its value, in either order of bytes`(magic: String) throws {
    for number in Self.numbers {
      let bytes = number.words.flatMap { word in
        let little = (0..<word.size).map { UInt8(truncatingIfNeeded: word.bits >> (8 * $0)) }
        return magic.hasPrefix("MM") ? little.reversed() : little
      }
      // One entry from byte 10 on: its tag, its type, and from byte 18 on its value or,
      // of more than 4 bytes, its place.
      let builder = TagFileBuilder(magic, [(50717, .raw(type: number.type, count: 1, offset: 26))])
      var file = builder.bytes + bytes
      if bytes.count <= 4 { file.replaceSubrange(18..<18 + bytes.count, with: bytes) }
      #expect(try TagFile(file).firstDirectory().numbers(.whiteLevel) == [number.value], "type \(number.type)")
    }
  }

  /// Readers may look tags up by bisection, and processors may refuse numbers at odd places.
  @Test func `the tags of a written file ascend, and their values begin at even places`() throws {
    let tags = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes)
    // Texts of an odd number of bytes, with the null that ends them.
    let bytes = try DNGColorTags(tags.characterization().0, model: "Camera", copyright: "Somebody").dcpBytes()
    func number(_ place: Int, _ size: Int) -> Int {
      bytes[place..<place + size].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let sizes = [1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 10: 8]
    var found: [Int] = []
    for entry in stride(from: 10, to: 10 + 12 * number(8, 2), by: 12) {
      found.append(number(entry, 2))
      let size = number(entry + 4, 4) * (try #require(sizes[number(entry + 2, 2)]))
      if size > 4 { #expect(number(entry + 8, 4).isMultiple(of: 2), "tag \(number(entry, 2))") }
    }
    #expect(found.count > 8 && zip(found, found.dropFirst()).allSatisfy { $0 < $1 }, "\(found)")
  }
}

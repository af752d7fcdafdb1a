import Foundation
import RawFrames
import StillRaws
import TestSupport
import Testing

/// The stills of Tests/ReferenceData, and what rawpy reads of them.
struct Still: CustomTestStringConvertible, Sendable {
  let name, letters: String
  let width, height: Int
  let activeArea: Region
  let flip, sum: Int
  let checksum: UInt32
  /// The sums of red, green and blue in the active area.
  let colorSums: [Int]
  let black, white, temperature, tint: Double

  var testDescription: String { name }

  func bytes() throws -> [UInt8] { try ReferenceData.bytes("stills/\(name).dng") }

  static let all: [Still] = {
    guard let table = try? ReferenceTable(url: ReferenceData.url("stills/stills.csv")) else { return [] }
    return table.texts.indices.map { index in
      func text(_ column: String) -> String {
        table.columns.firstIndex(of: column).map { table.texts[index][$0] } ?? ""
      }
      func number(_ column: String) -> Double { Double(text(column)) ?? .nan }
      func whole(_ column: String) -> Int { Int(text(column)) ?? -1 }
      return Still(
        name: text("file"), letters: text("layout"), width: whole("width"), height: whole("height"),
        activeArea: Region(
          x: whole("x"), y: whole("y"), width: whole("activeWidth"), height: whole("activeHeight")),
        flip: whole("flip"), sum: whole("sum"), checksum: UInt32(text("crc32")) ?? 0,
        colorSums: ["red", "green", "blue"].map(whole), black: number("black"), white: number("white"),
        temperature: number("temperature"), tint: number("tint"))
    }
  }()

  static func named(_ name: String) throws -> Still {
    struct NoSuchStill: Error { let name: String }
    guard let still = all.first(where: { $0.name == name }) else { throw NoSuchStill(name: name) }
    return still
  }
}

/// zlib's CRC-32. Source: RFC 1952, section 8.
enum CRC32 {
  static func checksum(_ samples: [UInt16]) -> UInt32 {
    var value = UInt32.max
    for sample in samples {
      value = table[Int((value ^ UInt32(sample & 0xff)) & 0xff)] ^ value >> 8
      value = table[Int((value ^ UInt32(sample >> 8)) & 0xff)] ^ value >> 8
    }
    return ~value
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
  }
}

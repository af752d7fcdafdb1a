import DeviceProfiles

/// Files of any size that cost their readers most: the growth of that cost with the size is measured on them.
enum LargeFiles {
  static func file(of reader: String, size: Int) -> [UInt8] {
    switch reader {
    case "icc": icc(size)
    case "icc-dictionary": iccDictionary(size)
    case "cgats": cgats(size)
    case "libcamera": libcamera(size)
    case "spectral-text":
      Array((0..<size / 20).map { "\(400 + Double($0) / 1000) \($0).5\n" }.joined().utf8)
    case "spectral-json": spectralJSON(size)
    case "dcp": seed("dcp") { $0.longer(by: size) }
    case "dng": Seeds.negative(bytes: size / 2).map { TIFFContainer($0)?.longer(by: size / 2) ?? [] } ?? []
    // LibRaw reads no directory of more than 512 entries.
    case "stills": Seeds.negative(bytes: size) ?? []
    case "raw": raw(size)
    case "convert": [0] + Array(String(repeating: "0.3127 0.3290\n", count: size / 14).utf8)
    case "manifest":
      Array(
        String(
          repeating: "{\"source\": \"a.raw\", \"options\": {\"black\": 64, \"format\": \"RG10\"}}\n", count: size / 60
        ).utf8)
    case "request":
      Array(
        ("POST /?" + String(repeating: "a=b&", count: size / 12) + " HTTP/1.1\nHost: 127.0.0.1:8480\nCookie: "
          + String(repeating: "c=d; ", count: size / 15) + "\nContent-Type: application/json\n\n{\"do\": \"light\""
          + (0..<size / 24).map { ", \"x\($0)\": 1" }.joined() + "}").utf8)
    default: []
    }
  }

  /// A dictionary of many records with keys of their own.
  private static func icc(_ size: Int) -> [UInt8] {
    guard let seed = Seeds.files(of: "icc").first, var container = ICCContainer(seed.bytes),
      let place = container.tags.firstIndex(where: { $0.signature == Array("meta".utf8) }),
      var dictionary = DictionaryContainer(container.tags[place].bytes)
    else { return [] }
    dictionary.entries += (0..<size / 64).map { ("Key\($0)", "value \($0)") }
    container.tags[place].bytes = dictionary.bytes
    return container.bytes
  }

  /// Half of it other programs' entries, half of it one text.
  private static func iccDictionary(_ size: Int) -> [UInt8] {
    let others = (0..<size / 48).map { "Key\($0)=value \($0)\n" }.joined()
    let seed = Seeds.files(of: "icc-dictionary").last?.bytes ?? []
    return Array(others.utf8) + seed + Array("\nother=\(String(repeating: "é", count: size / 4))".utf8)
  }

  private static func seed(_ reader: String, _ change: (TIFFContainer) -> [UInt8]) -> [UInt8] {
    Seeds.files(of: reader).last.flatMap { TIFFContainer($0.bytes) }.map(change) ?? []
  }

  /// As many fields as rows would have, in a table of one row.
  private static func cgats(_ size: Int) -> [UInt8] {
    let count = size / 16
    let fields = (0..<count).map { "SPEC_\(380 + $0)" }.joined(separator: " ")
    let values = String(repeating: " 0.5", count: count)
    return Array(
      "CTI3\nBEGIN_DATA_FORMAT\nSAMPLE_ID \(fields)\nEND_DATA_FORMAT\nBEGIN_DATA\nA1\(values)\nEND_DATA\n".utf8)
  }

  /// As many points as there may be, matrices of colour between them, and much that is not read.
  private static func libcamera(_ size: Int) -> [UInt8] {
    let curve = (0..<min(size / 64, 1000)).map {
      "\(2500 + $0), \(0.9 - Double($0) * 1e-4), \(0.3 + Double($0) * 1e-4)"
    }
    let matrix = "1.8, -0.5, -0.3, -0.4, 1.7, -0.3, -0.1, -0.6, 1.7"
    let others = (0..<size / 64).map { "{\"rpi.other\($0)\": {\"gain\": [1.5, 2.5], \"name\": \"é\"}}" }
    return Array(
      """
      {"version": 2.0, "target": "bcm2835", "algorithms": [{"rpi.awb": {"ct_curve": [\(curve.joined(separator: ",\n"))]}},
      {"rpi.ccm": {"ccms": [{"ct": 2800, "ccm": [\(matrix)]}, {"ct": 6500, "ccm": [\(matrix)]}]}},
      \((others + ["{}"]).joined(separator: ",\n"))]}
      """.utf8)
  }

  private static func spectralJSON(_ size: Int) -> [UInt8] {
    let rows = (0..<size / 30).map { "\"\(400 + Double($0) / 1000)\": [0.5, 0.25, 0.125]" }
    return Array("{\"spectral_data\": {\"data\": {\"main\": {\(rows.joined(separator: ", "))}}}}".utf8)
  }

  private static func raw(_ size: Int) -> [UInt8] {
    let height = min(size / 512, 1023)
    return [0, 1, 0, UInt8(height >> 8), UInt8(height & 0xff)] + [0, 0, 0, 0, 0, 0, 247, 247, 247, 247, 4, 0, 0, 0, 0]
      + [1, 0, UInt8(height >> 8), UInt8(height & 0xff)] + (0..<size).map { UInt8(truncatingIfNeeded: $0 * 5 / 3) }
  }
}

import DeviceProfiles

/// Files of any size that cost their readers most: the growth of that cost with the size is measured on them.
enum LargeFiles {
  static func file(of reader: String, size: Int) -> [UInt8] {
    switch reader {
    case "icc": icc(size)
    case "icc-dictionary": Array((0..<size / 24).map { "WhiteBalance.Key\($0)=\($0)\n" }.joined().utf8)
    case "cgats": cgats(size)
    case "libcamera": libcamera(size)
    case "spectral-text":
      Array((0..<size / 20).map { "\(400 + Double($0) / 1000) \($0).5\n" }.joined().utf8)
    case "spectral-json": spectralJSON(size)
    case "dcp": tiff(size, kind: 0x4352)
    case "dng": tiff(size, kind: 42)
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
          + String(repeating: ", \"x\": 1", count: size / 24) + "}").utf8)
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

  /// As many fields as rows would have, in a table of one row.
  private static func cgats(_ size: Int) -> [UInt8] {
    let count = size / 16
    let fields = (0..<count).map { "SPEC_\(380 + $0)" }.joined(separator: " ")
    let values = String(repeating: " 0.5", count: count)
    return Array(
      "CTI3\nBEGIN_DATA_FORMAT\nSAMPLE_ID \(fields)\nEND_DATA_FORMAT\nBEGIN_DATA\nA1\(values)\nEND_DATA\n".utf8)
  }

  /// A curve of many points, and matrices of colour between them.
  private static func libcamera(_ size: Int) -> [UInt8] {
    let curve = (0..<size / 28).map { "\(2500 + Double($0) / 100), \(0.9 - Double($0) * 1e-7), 0.5" }
    let matrix = "1.8, -0.5, -0.3, -0.4, 1.7, -0.3, -0.1, -0.6, 1.7"
    return Array(
      """
      {"version": 2.0, "target": "bcm2835", "algorithms": [{"rpi.awb": {"ct_curve": [\(curve.joined(separator: ",\n"))]}},
      {"rpi.ccm": {"ccms": [{"ct": 2800, "ccm": [\(matrix)]}, {"ct": 6500, "ccm": [\(matrix)]}]}}]}
      """.utf8)
  }

  private static func spectralJSON(_ size: Int) -> [UInt8] {
    let rows = (0..<size / 30).map { "\"\(400 + Double($0) / 1000)\": [0.5, 0.25, 0.125]" }
    return Array("{\"spectral_data\": {\"data\": {\"main\": {\(rows.joined(separator: ", "))}}}}".utf8)
  }

  /// A first directory of many directories, all of them one directory of many entries.
  private static func tiff(_ size: Int, kind: UInt16) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let count = min(size / 24, 65535)
    let pointers = size / 8
    let subdirectory = 8 + 2 + 12 + 4
    var bytes: [UInt8] = [0x49, 0x49] + number(Int(kind), 2) + number(8, 4)
    bytes += number(1, 2) + number(330, 2) + number(4, 2) + number(pointers, 4)
    bytes += number(subdirectory + 2 + 12 * count + 4, 4) + number(0, 4)
    bytes += number(count, 2)
    for entry in 0..<count {
      bytes += number(50000 + entry % 2000, 2) + number(4, 2) + number(1, 4) + number(entry, 4)
    }
    bytes += number(0, 4)
    for _ in 0..<pointers { bytes += number(subdirectory, 4) }
    return bytes
  }

  private static func raw(_ size: Int) -> [UInt8] {
    let height = min(size / 512, 1023)
    return [0, 1, 0, UInt8(height >> 8), UInt8(height & 0xff)] + [0, 0, 0, 0, 0, 0, 247, 247, 247, 247, 4, 0, 0, 0, 0]
      + [1, 0, UInt8(height >> 8), UInt8(height & 0xff)] + (0..<size).map { UInt8(truncatingIfNeeded: $0 * 5 / 3) }
  }
}

/// Builds ICC profiles byte by byte: those of others, and those that no program should write.
public struct ICCBuilder: Sendable {
  public var version: (major: UInt8, minor: UInt8) = (4, 0x40)
  public var deviceClass = "scnr"
  public var colorSpace = "RGB "
  public var connectionSpace = "XYZ "
  public var date: [UInt16] = [2020, 2, 29, 12, 30, 59]
  public var tags: [(signature: String, contents: [UInt8])] = []

  public init() {}

  /// A matrix profile with linear tone curves.
  ///
  /// - Parameter colorants: XYZ in the connection space of red, green and blue.
  public init(colorants: [[Double]]) {
    for (signature, values) in zip(["rXYZ", "gXYZ", "bXYZ"], colorants) { tags.append((signature, Self.xyz(values))) }
    for signature in ["rTRC", "gTRC", "bTRC"] { tags.append((signature, Self.linearCurve)) }
  }

  public var bytes: [UInt8] {
    var header = [UInt8](repeating: 0, count: 128)
    func put(_ bytes: [UInt8], at offset: Int) { header.replaceSubrange(offset..<offset + bytes.count, with: bytes) }
    put([version.major, version.minor], at: 8)
    put(Array((deviceClass + colorSpace + connectionSpace).utf8), at: 12)
    put(date.flatMap { Self.big($0) }, at: 24)
    put(Array("acsp".utf8), at: 36)
    put(Self.fixed([0.9642, 1, 0.8249]), at: 68)
    var table = Self.big(UInt32(tags.count))
    var data: [UInt8] = []
    for (signature, contents) in tags {
      let offset = 132 + 12 * tags.count + data.count
      table += Array(signature.utf8) + Self.big(UInt32(offset)) + Self.big(UInt32(contents.count))
      data += contents + [UInt8](repeating: 0, count: (4 - contents.count % 4) % 4)
    }
    put(Self.big(UInt32(128 + table.count + data.count)), at: 0)
    return header + table + data
  }

  /// The same bytes with the profile ID that belongs to them.
  public static func withID(_ bytes: [UInt8]) -> [UInt8] {
    Array(bytes[..<84]) + ICCReader(bytes).computedID + Array(bytes[100...])
  }

  // MARK: - Tags

  public static let linearCurve = Array("curv".utf8) + [UInt8](repeating: 0, count: 8)

  public static func xyz(_ values: [Double]) -> [UInt8] { Array("XYZ ".utf8) + [0, 0, 0, 0] + fixed(values) }

  public static func fixedArray(_ values: [Double]) -> [UInt8] { Array("sf32".utf8) + [0, 0, 0, 0] + fixed(values) }

  /// The text type of version 2.
  public static func textDescription(_ text: String) -> [UInt8] {
    Array("desc".utf8) + [0, 0, 0, 0] + big(UInt32(text.utf8.count + 1)) + Array(text.utf8) + [0]
      + [UInt8](repeating: 0, count: 78)
  }

  public static func dictionary(_ entries: [(key: String, value: String)]) -> [UInt8] {
    var records: [UInt8] = []
    var data: [UInt8] = []
    for entry in entries {
      for text in [entry.key, entry.value] {
        let units = text.utf16.flatMap { big($0) }
        records += big(UInt32(16 + 16 * entries.count + data.count)) + big(UInt32(units.count))
        data += units
      }
    }
    return Array("dict".utf8) + [0, 0, 0, 0] + big(UInt32(entries.count)) + big(UInt32(16)) + records + data
  }

  /// A table of 16 bits with linear curves before and after it.
  ///
  /// - Parameter encoded: the connection space's three values, 0 to 1, for device values from 0 to 1.
  public static func lut16(gridPoints: Int, encoded: ([Double]) -> [Double]) -> [UInt8] {
    let ramp = big(UInt16(0)) + big(UInt16(65535))
    let curves = ramp + ramp + ramp
    let entries = grid(gridPoints).flatMap { encoded($0).flatMap { big(UInt16(($0 * 65535).rounded())) } }
    return Array("mft2".utf8) + [0, 0, 0, 0, 3, 3, UInt8(gridPoints), 0] + fixed([1, 0, 0, 0, 1, 0, 0, 0, 1])
      + big(UInt16(2)) + big(UInt16(2)) + curves + entries + curves
  }

  /// The same of 8 bits.
  public static func lut8(gridPoints: Int, encoded: ([Double]) -> [Double]) -> [UInt8] {
    let ramp = (0...255).map { UInt8($0) }
    let curves = ramp + ramp + ramp
    let entries = grid(gridPoints).flatMap { encoded($0).map { UInt8(($0 * 255).rounded()) } }
    return Array("mft1".utf8) + [0, 0, 0, 0, 3, 3, UInt8(gridPoints), 0] + fixed([1, 0, 0, 0, 1, 0, 0, 0, 1])
      + curves + entries + curves
  }

  /// The table of version 4 with its last curves only, of 16 bits.
  public static func lutAToB(gridPoints: Int, encoded: ([Double]) -> [Double]) -> [UInt8] {
    let curves = linearCurve + linearCurve + linearCurve
    let gridSizes = [UInt8](repeating: UInt8(gridPoints), count: 3) + [UInt8](repeating: 0, count: 13)
    let entries = grid(gridPoints).flatMap { encoded($0).flatMap { big(UInt16(($0 * 65535).rounded())) } }
    let table = gridSizes + [2, 0, 0, 0] + entries
    let padding = [UInt8](repeating: 0, count: (4 - table.count % 4) % 4)
    let firstCurves = 32 + curves.count + table.count + padding.count
    // Offsets of the B curves, the matrix, the M curves, the table and the A curves.
    let offsets = [32, 0, 0, 32 + curves.count, firstCurves].flatMap { big(UInt32($0)) }
    return Array("mAB ".utf8) + [0, 0, 0, 0, 3, 3, 0, 0] + offsets + curves + table + padding + curves
  }

  /// The last channel varies fastest.
  private static func grid(_ count: Int) -> [[Double]] {
    let steps = (0..<count).map { Double($0) / Double(count - 1) }
    return steps.flatMap { red in steps.flatMap { green in steps.map { [red, green, $0] } } }
  }

  // MARK: - Numbers

  private static func fixed(_ values: [Double]) -> [UInt8] {
    values.flatMap { big(UInt32(bitPattern: Int32(($0 * 65536).rounded()))) }
  }

  private static func big(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}

package import Colorimetry
package import GrayCard
package import Reports
package import WhiteBalance

/// A writer of many conversions as names and numbers. The numbers read back as the same doubles.
package struct LineWriter {
  /// A name before a number, with the blanks around it, in words with the first bytes lowest.
  package struct Label {
    fileprivate let words: (UInt64, UInt64, UInt64)
    fileprivate let count: Int

    /// Creates a label.
    ///
    /// - Precondition: The text has at most 24 bytes.
    package init(_ text: StaticString) {
      var words = (UInt64(0), UInt64(0), UInt64(0))
      count = text.utf8CodeUnitCount
      precondition(count <= 24, "\(text) is longer than a label")
      text.withUTF8Buffer { bytes in
        for (place, byte) in bytes.enumerated() {
          let moved = UInt64(byte) << UInt64(8 * (place & 7))
          switch place / 8 {
          case 0: words.0 |= moved
          case 1: words.1 |= moved
          default: words.2 |= moved
          }
        }
      }
      self.words = words
    }
  }

  /// The text, and free room after ``end``.
  private var bytes: [UInt8]
  private var end = 0
  private let decimals = DecimalWriter()

  package init(capacity: Int = 4096) {
    bytes = Array(repeating: 0, count: capacity)
  }

  /// The text that was written.
  package var text: ArraySlice<UInt8> { bytes[..<end] }

  package mutating func removeAll() { end = 0 }

  /// The room that ``append(_:_:)`` needs.
  private static let roomOfNumber = 24 + DecimalWriter.longest

  @inline(__always)
  package mutating func append(_ label: Label, _ number: Double) {
    reserve(Self.roomOfNumber)
    if let after = Self.write(label, number, decimals, to: &bytes, at: end) {
      end = after
    } else {
      end += label.count
      append(number.description.utf8)
    }
  }

  /// Appends a label and a number.
  ///
  /// - Returns: The end of the number; `nil` where only the label was written.
  @inline(__always)
  private static func write(
    _ label: Label, _ number: Double, _ decimals: DecimalWriter, to bytes: inout [UInt8], at start: Int
  ) -> Int? {
    var span = bytes.mutableSpan
    var memory = span.mutableBytes
    memory.storeBytes(of: label.words.0, toByteOffset: start, as: UInt64.self)
    memory.storeBytes(of: label.words.1, toByteOffset: start + 8, as: UInt64.self)
    memory.storeBytes(of: label.words.2, toByteOffset: start + 16, as: UInt64.self)
    return decimals.write(number, to: &memory, at: start + label.count)
  }

  /// Appends a label and a finite number as JSON has it: without the decimal of a whole number.
  @inline(__always)
  fileprivate mutating func appendMember(_ label: Label, _ number: Double) {
    append(label, number)
    if bytes[end - 1] == UInt8(ascii: "0") && bytes[end - 2] == UInt8(ascii: ".") { end -= 2 }
  }

  package mutating func append(_ text: some Collection<UInt8>) {
    reserve(text.count)
    bytes.replaceSubrange(end..<end + text.count, with: text)
    end += text.count
  }

  package mutating func endLine() { append(CollectionOfOne(UInt8(ascii: "\n"))) }

  private mutating func reserve(_ count: Int) {
    if end + count > bytes.count { bytes += Array(repeating: 0, count: max(bytes.count, count)) }
  }
}

extension LineWriter {
  /// Appends the coordinates of a light at the beginning of a line.
  @inline(__always)
  package mutating func append(_ chromaticity: Chromaticity, _ uniform: UniformChromaticity) {
    append(Self.x, chromaticity.x)
    append(Self.y, chromaticity.y)
    append(Self.u, uniform.u)
    append(Self.v, uniform.v)
  }

  @inline(__always)
  package mutating func append(_ light: TemperatureAndTint) {
    append(Self.temperature, light.temperature)
    append(Self.duv, light.duv)
    append(Self.tint, light.tint)
  }

  package mutating func append(_ gains: WhiteBalanceGains) {
    append(Self.red, gains.red)
    append(Self.green, gains.green)
    append(Self.blue, gains.blue)
  }

  package mutating func append(_ settable: Report.Settable) {
    append(Self.settableRed, settable.gains.red)
    append(Self.settableGreen, settable.gains.green)
    append(Self.settableBlue, settable.gains.blue)
    if let shift = settable.temperatureShift { append(Self.temperatureShift, shift) }
    if let shift = settable.tintShift { append(Self.tintShift, shift) }
  }

  /// Appends a light as the line of JSON that ``Conversion/report`` is.
  @inline(__always)
  mutating func appendObject(of chromaticity: Chromaticity, _ light: TemperatureAndTint) {
    let uniform = UniformChromaticity(chromaticity)
    appendMember(Self.memberX, chromaticity.x)
    appendMember(Self.memberY, chromaticity.y)
    appendMember(Self.memberDuv, light.duv)
    appendMember(Self.memberTemperature, light.temperature)
    appendMember(Self.memberTint, light.tint)
    appendMember(Self.memberU, uniform.u)
    appendMember(Self.memberV, uniform.v)
    append("}}\n".utf8)
  }

  private static let memberX = Label(#"{"chromaticity":{"x":"#)
  private static let memberY = Label(#","y":"#)
  private static let memberDuv = Label(#"},"duv":"#)
  private static let memberTemperature = Label(#","temperature":"#)
  private static let memberTint = Label(#","tint":"#)
  private static let memberU = Label(#","uv":{"u":"#)
  private static let memberV = Label(#","v":"#)

  private static let x = Label("x ")
  private static let y = Label("  y ")
  private static let u = Label("  u ")
  private static let v = Label("  v ")
  package static let temperature = Label("  temperature ")
  private static let duv = Label("  duv ")
  private static let tint = Label("  tint ")
  private static let red = Label("  red ")
  private static let green = Label("  green ")
  private static let blue = Label("  blue ")
  private static let settableRed = Label("  settable-red ")
  private static let settableGreen = Label("  settable-green ")
  private static let settableBlue = Label("  settable-blue ")
  private static let temperatureShift = Label("  temperature-shift ")
  private static let tintShift = Label("  tint-shift ")
}

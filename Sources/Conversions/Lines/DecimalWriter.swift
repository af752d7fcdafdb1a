/// A writer of numbers with the fewest digits that read back as the same double.
///
/// The text is that of Swift's `description`, but several times as fast for usual numbers. The digits are found as in
/// Raffaello Giulietti, "The Schubfach way to render doubles" (2021). Only numbers are written for which the needed
/// powers of ten are exact in 128 bits.
package struct DecimalWriter: Sendable {
  /// The largest number of bytes that ``write(_:to:at:)`` writes.
  package static let longest = 32

  /// The powers 10^0 to 10^38, each shifted until its highest bit is set.
  private let powers: [(high: UInt64, low: UInt64)]

  /// The powers 10^0 to 10^19.
  private let wholePowers: [UInt64]

  package init() {
    wholePowers = (0...19).map { exponent in (0..<exponent).reduce(1) { power, _ in 10 * power } }
    powers = (0...38).map { exponent in
      let power = (0..<exponent).reduce(UInt128(1)) { power, _ in 10 * power }
      let normalized = power << power.leadingZeroBitCount
      return (UInt64(truncatingIfNeeded: normalized >> 64), UInt64(truncatingIfNeeded: normalized))
    }
  }

  /// Writes `number` from `start` on, where there is room for ``longest`` bytes.
  ///
  /// - Returns: The end of the text; `nil` unless the number is 0 or has a magnitude from 1e-4 to 1e15.
  @inline(__always)
  package func write(_ number: Double, to text: inout MutableRawSpan, at start: Int) -> Int? {
    var end = start
    if number.sign == .minus {
      text.storeBytes(of: UInt8(ascii: "-"), toByteOffset: end, as: UInt8.self)
      end += 1
    }
    let magnitude = number.magnitude
    if magnitude >= 1e-4 && magnitude < 1e15 {
      let (digits, exponent) = shortest(magnitude)
      return write(digits, exponent, to: &text, at: end)
    }
    guard magnitude == 0 else { return nil }
    return write(0, 0, to: &text, at: end)
  }

  // MARK: - Digits

  /// Returns the shortest digits d and the exponent e of a normal number d x 10^e. The digits may end with zeros.
  private func shortest(_ number: Double) -> (digits: UInt64, exponent: Int) {
    if let whole = Self.whole(number) { return (whole, 0) }
    let interval = interval(of: number)
    let digits = interval.value / 4
    if digits >= 10, let tens = interval.onlyMultipleInside(of: 10, from: digits / 10) {
      return (tens, interval.exponent + 1)
    }
    return (interval.onlyMultipleInside(of: 1, from: digits) ?? interval.nearest, interval.exponent)
  }

  /// Returns a whole number as its own shortest digits; `nil` for other numbers.
  @inline(__always)
  private static func whole(_ number: Double) -> UInt64? {
    let (c, q) = binary(number)
    guard q <= 0, -q < 53, c & (1 << UInt64(-q) - 1) == 0 else { return nil }
    return c >> UInt64(-q)
  }

  /// Returns the whole c and the exponent q of a normal number c x 2^q.
  @inline(__always)
  private static func binary(_ number: Double) -> (c: UInt64, q: Int) {
    (number.significandBitPattern | 1 << 52, Int(number.exponentBitPattern) - wholeBias)
  }

  /// The bias of a double's exponent, 1023, and the 52 bits of its significand behind the point (IEEE 754-2019, 3.6).
  private static let wholeBias = 1023 + 52

  /// The interval of decimals that read back as one number. Its bounds lie in the middle between the number's
  /// neighbours.
  ///
  /// Bounds and value are in quarters of 10^exponent. Their lowest bit is set where the exact ones have further digits.
  private struct Interval {
    var lower, value, upper: UInt64
    var exponent: Int

    /// Returns n or n + 1, if exactly one of their products with `factor` is inside; otherwise `nil`.
    @inline(__always)
    func onlyMultipleInside(of factor: UInt64, from n: UInt64) -> UInt64? {
      let quarters = 4 * factor
      let isBelowInside = lower <= quarters * n
      let isAboveInside = quarters * n + quarters <= upper
      return isBelowInside != isAboveInside ? n + (isAboveInside ? 1 : 0) : nil
    }

    /// The whole number nearest to the value, ties to even.
    @inline(__always)
    var nearest: UInt64 {
      let (whole, half) = (value / 4, value / 4 * 4 + 2)
      return whole + (value > half || (value == half && whole & 1 != 0) ? 1 : 0)
    }
  }

  /// Returns the interval of a number, with the exponent for which it is 1 to 10 units wide.
  ///
  /// So it has one or more whole numbers inside, and at most one multiple of ten.
  @inline(__always)
  private func interval(of number: Double) -> Interval {
    let (c, q) = Self.binary(number)
    // The neighbour below a power of two is nearer. This does not matter here: powers of two from 1e-4 on have at most
    // ten digits, and so are their own shortest text. A bound reads back as the even one of the two numbers around it.
    let open: UInt64 = c & 1
    // The products are log10(2^q) and log2(10^-k), rounded down.
    let k = (q * Self.log10Of2) >> 22
    let shift = UInt64(q + (-k * Self.log2Of10) >> 19 + 1)
    let power = powers[-k]
    let middle = 4 &* c
    return Interval(
      lower: Self.product(power, (middle - 2) << shift) + open,
      value: Self.product(power, middle << shift), upper: Self.product(power, (middle + 2) << shift) - open,
      exponent: k)
  }

  /// The common logarithm of 2 in units of 2^-22, rounded down. Its products with the exponents of all doubles, rounded
  /// down, are those of the logarithm, which was checked with 60 digits for -1100 to 1100.
  private static let log10Of2 = 1_262_611
  /// The binary logarithm of 10 in units of 2^-19, rounded down. Its products with -400 to 400 were checked in
  /// the same way.
  private static let log2Of10 = 1_741_647

  /// Returns the highest 64 bits of a product of 192 bits. The lowest of them is set if any lower bit of the product
  /// is.
  @inline(__always)
  private static func product(_ power: (high: UInt64, low: UInt64), _ factor: UInt64) -> UInt64 {
    let low = power.low.multipliedFullWidth(by: factor).high
    let high = power.high.multipliedFullWidth(by: factor)
    let (middle, carries) = high.low.addingReportingOverflow(low)
    return (high.high &+ (carries ? 1 : 0)) | (middle > 1 ? 1 : 0)
  }

  // MARK: - Text

  /// Writes digits x 10^exponent with a point. The exponent is at most 0, and the number is 0 or at least 1e-4.
  @inline(__always)
  private func write(
    _ digits: UInt64, _ exponent: Int, to text: inout MutableRawSpan, at start: Int
  ) -> Int {
    var (digits, decimals) = (digits, -exponent)
    while decimals > 0 && digits % 10 == 0 { (digits, decimals) = (digits / 10, decimals - 1) }
    // The number of digits before and after the point, zeros included: 22 for 17 digits from 1e-4 on.
    let count = max(digitCount(digits), decimals + 1)
    let wholes = count - decimals
    let (upper, lower) = digits.quotientAndRemainder(dividingBy: 100_000_000)
    let (highest, middle) = upper.quotientAndRemainder(dividingBy: 100_000_000)
    let words = (Self.eightDigits(highest), Self.eightDigits(middle), Self.eightDigits(lower))
    // The first word may begin with zeros, which are skipped.
    let zeros = UInt64(8 * (24 - count))
    switch zeros {
    case 0..<64:
      text.storeBytes(of: words.0 >> zeros | words.1 << (64 - zeros), toByteOffset: start + 1, as: UInt64.self)
      text.storeBytes(of: words.1 >> zeros | words.2 << (64 - zeros), toByteOffset: start + 9, as: UInt64.self)
      text.storeBytes(of: words.2 >> zeros, toByteOffset: start + 17, as: UInt64.self)
    case 64..<128:
      let zeros = zeros - 64
      text.storeBytes(of: words.1 >> zeros | words.2 << (64 - zeros), toByteOffset: start + 1, as: UInt64.self)
      text.storeBytes(of: words.2 >> zeros, toByteOffset: start + 9, as: UInt64.self)
    default:
      text.storeBytes(of: words.2 >> (zeros - 128), toByteOffset: start + 1, as: UInt64.self)
    }
    for place in 0..<wholes {
      text.storeBytes(of: Self.digit(24 - count + place, words), toByteOffset: start + place, as: UInt8.self)
    }
    text.storeBytes(of: UInt8(ascii: "."), toByteOffset: start + wholes, as: UInt8.self)
    guard decimals == 0 else { return start + count + 1 }
    text.storeBytes(of: UInt8(ascii: "0"), toByteOffset: start + wholes + 1, as: UInt8.self)
    return start + count + 2
  }

  /// Returns one of 24 digits.
  @inline(__always)
  private static func digit(_ place: Int, _ words: (UInt64, UInt64, UInt64)) -> UInt8 {
    let word = place < 8 ? words.0 : place < 16 ? words.1 : words.2
    return UInt8(truncatingIfNeeded: word >> UInt64(8 * (place & 7)))
  }

  /// Returns eight digits, the first in the lowest byte, of a number below 1e8. Four, two and then single digits are
  /// split in all lanes of a word at once.
  @inline(__always)
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    let (upper, lower) = number.quotientAndRemainder(dividingBy: 10_000)
    let fours = upper | lower << 32
    // 10486 / 2^20 and 103 / 2^10 divide by 100 and by 10 for numbers of four and of two digits.
    let hundreds = (fours &* 10_486) >> 20 & 0x7f_0000_007f
    let pairs = hundreds | (fours &- 100 &* hundreds) << 16
    let tens = (pairs &* 103) >> 10 & 0x000f_000f_000f_000f
    return (tens | (pairs &- 10 &* tens) << 8) | 0x3030_3030_3030_3030
  }

  /// Returns the number of digits of a number below 2^63, 0 for 0.
  @inline(__always)
  private func digitCount(_ number: UInt64) -> Int {
    // The logarithm of the next power of two, rounded down, is the count or one less. 1233 / 2^12 is log10(2).
    let least = ((64 - number.leadingZeroBitCount) * 1233) >> 12
    return least + (number >= wholePowers[least] ? 1 : 0)
  }
}

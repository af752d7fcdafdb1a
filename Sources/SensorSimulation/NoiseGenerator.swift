/// Random numbers with the distributions of a sensor's noise, the same for the same seed on every platform.
///
/// Only operations that IEEE 754 rounds correctly are used. The logarithms of C libraries differ in their last bits.
///
/// Source of the integers: SplitMix64, Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators",
/// doi:10.1145/2660193.2660195.
package struct NoiseGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64
  /// The second of a pair of normal numbers, which the polar method produces.
  private var spareNormal: Double?

  /// The odd number next to 2⁶⁴ divided by the golden ratio.
  static let increment: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Creates a generator from a seed.
  package init(seed: UInt64) {
    state = seed
  }

  /// Creates the generator of member `index` of a family, such as a frame of a series or a sample of a sensor.
  init(seed: UInt64, index: Int) {
    var family = NoiseGenerator(seed: seed &+ UInt64(truncatingIfNeeded: index) &* Self.increment)
    state = family.next()
  }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= Self.increment
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  /// Returns a number from the uniform distribution over 0..<1.
  package mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a number from the normal distribution with mean 0 and standard deviation 1, by the polar method.
  ///
  /// Source: Marsaglia and Bray 1964, "A convenient method for generating normal variables", doi:10.1137/1006063.
  package mutating func normal() -> Double {
    if let spare = spareNormal {
      spareNormal = nil
      return spare
    }
    while true {
      let (x, y) = (2 * uniform() - 1, 2 * uniform() - 1)
      let square = x * x + y * y
      if square < 1, square > 0 {
        let scale = (-2 * logarithm(square) / square).squareRoot()
        spareNormal = y * scale
        return x * scale
      }
    }
  }
}

/// Returns the natural logarithm of a normal number above 0. The error is about 1e-16 of the larger of the result and 1.
///
/// x = m 2^n with m from √½ to √2, and log m = 2 artanh s with s = (m - 1) / (m + 1). The series of artanh is summed to
/// double precision. The processor sums its even and its odd terms at the same time.
func logarithm(_ x: Double) -> Double {
  // The bits of x less those of √½ have n above the bits of the significand.
  let difference = x.bitPattern &- 0.5.squareRoot().bitPattern
  let significandBits: UInt64 = (1 << Double.significandBitCount) - 1
  let m = Double(bitPattern: x.bitPattern &- (difference & ~significandBits))
  let exponent = Double(Int64(bitPattern: difference) >> Int64(Double.significandBitCount))
  let s = (m - 1) / (m + 1)
  let q = s * s
  let square = q * q
  // The terms are 1 / (2 k + 1). q is at most 0.0295, so the first omitted term is below 1e-18.
  var odd = square * (1.0 / 21) + 1.0 / 17
  odd = square * odd + 1.0 / 13
  odd = square * odd + 1.0 / 9
  odd = square * odd + 1.0 / 5
  var even = square * (1.0 / 19) + 1.0 / 15
  even = square * even + 1.0 / 11
  even = square * even + 1.0 / 7
  even = square * even + 1.0 / 3
  return exponent * 0.6931471805599453 + 2 * (s + s * q * (even + q * odd))
}

/// Returns log(n!) for a whole number n of 0 or more, by Stirling's series where three of its terms are accurate to
/// 1e-10.
func logarithmOfFactorial(_ n: Double) -> Double {
  guard n >= 10 else {
    var product = 1.0
    var factor = 2.0
    while factor <= n {
      product *= factor
      factor += 1
    }
    return logarithm(product)
  }
  let inverse = 1 / n
  let square = inverse * inverse
  let series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260)))
  return (n + 0.5) * logarithm(n) - n + 0.9189385332046727 + series
}

import TestSupport
import Testing
import WhiteBalance

@Suite struct WhiteBalanceGainsTests {
  private func neutral(_ draws: inout Draws) -> LinearRGB {
    LinearRGB(red: draws.scale(), green: draws.scale(), blue: draws.scale())
  }

  private func difference(_ one: WhiteBalanceGains, _ other: WhiteBalanceGains) -> Double {
    largest(abs(one.red / other.red - 1), abs(one.green / other.green - 1), abs(one.blue / other.blue - 1))
  }

  // MARK: - Laws

  @Test func `gains make their neutral gray, and the least is 1`() {
    expectLaw(within: .rounding, draw: neutral) { neutral in
      let gains = try WhiteBalanceGains(neutralizing: neutral)
      guard min(gains.red, gains.green, gains.blue) == 1 else { return .infinity }
      let products = [gains.red * neutral.red, gains.green * neutral.green, gains.blue * neutral.blue]
      return (products.largest() ?? 0) / (products.min() ?? 0) - 1
    }
  }

  @Test func `gains come back from their neutral`() {
    expectLaw(within: .rounding) {
      $0.legalGains()
    } law: { gains in
      difference(try WhiteBalanceGains(neutralizing: gains.neutral()), gains)
    }
  }

  @Test func `a neutral's scale does not matter`() {
    expectLaw(within: .rounding) { draws in
      (neutral: neutral(&draws), scale: draws.scale())
    } law: { neutral, scale in
      let scaled = LinearRGB(red: scale * neutral.red, green: scale * neutral.green, blue: scale * neutral.blue)
      return difference(try WhiteBalanceGains(neutralizing: scaled), try WhiteBalanceGains(neutralizing: neutral))
    }
  }

  @Test func `normalizing twice is normalizing once`() {
    expectLaw(within: .exact) { draws in
      WhiteBalanceGains(red: draws.scale(), green: draws.scale(), blue: draws.scale())
    } law: { gains in
      gains.normalized.normalized == gains.normalized ? 0 : 1
    }
  }

  @Test func `clamping twice is clamping once, and clamped gains are within the range`() {
    expectLaw(within: .exact) { draws in
      (WhiteBalanceGains(red: draws.scale(), green: draws.scale(), blue: draws.scale()), draws.number(in: 1...10))
    } law: { gains, maximum in
      let range = try GainRange(maximum: maximum)
      let clamped = gains.clamped(to: range)
      return clamped.isWithin(range) && clamped.clamped(to: range) == clamped ? 0 : 1
    }
  }

  @Test func `gains within the range are not clamped`() {
    expectLaw(within: .exact) {
      $0.legalGains()
    } law: { gains in
      gains.isWithin(.standard) && gains.clamped(to: .standard) == gains ? 0 : 1
    }
  }

  // MARK: - Examples

  @Test func `gains are within a range as they stand, before they are normalized`() {
    #expect(WhiteBalanceGains(red: 1, green: 1, blue: 4).isWithin(.standard))
    #expect(!WhiteBalanceGains(red: 1, green: 1, blue: 4.000001).isWithin(.standard))
    #expect(!WhiteBalanceGains(red: 0.999999, green: 1, blue: 2).isWithin(.standard))
    #expect(!WhiteBalanceGains(red: .nan, green: 1, blue: 2).isWithin(.standard))
    #expect(WhiteBalanceGains(red: 0.5, green: 1, blue: 2).normalized == WhiteBalanceGains(red: 1, green: 2, blue: 4))
  }

  @Test func `each channel is clamped by itself`() {
    let gains = WhiteBalanceGains(red: 0.5, green: 2, blue: 5)
    #expect(gains.clamped(to: .standard) == WhiteBalanceGains(red: 1, green: 2, blue: 4))
    let odd = WhiteBalanceGains(red: .nan, green: .infinity, blue: -.infinity)
    #expect(odd.clamped(to: .standard) == WhiteBalanceGains(red: 1, green: 4, blue: 1))
  }

  @Test func `gains that are not positive stay as they are when normalized`() {
    let gains = WhiteBalanceGains(red: 0, green: 2, blue: 4)
    #expect(gains.normalized == gains)
  }

  // MARK: - Refusals

  @Test(arguments: [0, -1, .infinity] as [Double])
  func `a neutral with a channel that is not positive is refused`(value: Double) {
    for neutral in [
      LinearRGB(red: value, green: 1, blue: 1), LinearRGB(red: 1, green: value, blue: 1),
      LinearRGB(red: 1, green: 1, blue: value),
    ] {
      #expect(!neutral.isPositive)
      #expect(throws: WhiteBalanceError.neutralNotPositive(neutral)) { try WhiteBalanceGains(neutralizing: neutral) }
    }
  }

  @Test(arguments: [0, -1, .infinity] as [Double])
  func `gains with a channel that is not positive have no neutral`(value: Double) {
    for gains in [
      WhiteBalanceGains(red: value, green: 1, blue: 1), WhiteBalanceGains(red: 1, green: value, blue: 1),
      WhiteBalanceGains(red: 1, green: 1, blue: value),
    ] {
      #expect(!gains.isPositive)
      #expect(throws: WhiteBalanceError.gainsNotPositive(gains)) { try gains.neutral() }
    }
  }

  @Test func `what is not a number is refused`() {
    #expect(throws: WhiteBalanceError.self) {
      try WhiteBalanceGains(neutralizing: LinearRGB(red: .nan, green: 1, blue: 1))
    }
    #expect(throws: WhiteBalanceError.self) { try WhiteBalanceGains(red: 1, green: .nan, blue: 1).neutral() }
  }

  @Test func `a description names the channels`() {
    #expect(WhiteBalanceGains(red: 1, green: 2, blue: 4).description == "red 1.0, green 2.0, blue 4.0")
    #expect(LinearRGB(red: 1, green: 2, blue: 4).description == "R 1.0, G 2.0, B 4.0")
  }
}

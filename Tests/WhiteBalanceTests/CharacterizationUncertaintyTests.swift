import TestSupport
import Testing
import WhiteBalance

@Suite struct CharacterizationUncertaintyTests {
  @Test func `an uncertainty may be 0`() throws {
    #expect(try CharacterizationUncertainty(mired: 0, duv: 0).mired == 0)
  }

  @Test func `errors outside of the calibrated temperatures add in squares, and none do between them`() throws {
    let uncertainty = try CharacterizationUncertainty(mired: 3, duv: 0.003, miredPerMired: 0.04, duvPerMired: 4e-5)
    #expect(uncertainty.errors(miredOutside: 0) == (3, 0.003))
    let far = uncertainty.errors(miredOutside: 100)
    #expect(Tolerance.rounding.allows(largest(abs(far.mired / 5 - 1), abs(far.duv / 0.005 - 1))))
    #expect(throws: WhiteBalanceError.invalidUncertainty(mired: -1, duv: 0)) {
      try CharacterizationUncertainty(mired: 3, duv: 0.003, miredPerMired: -1)
    }
  }

  @Test(
    arguments: [(-1, 0), (0, -1e-9), (.infinity, 0), (0, .infinity), (1_000_001, 0), (0, 1_000_001)]
      as [(Double, Double)])
  func `a negative uncertainty, or one above a million, is refused`(mired: Double, duv: Double) {
    #expect(throws: WhiteBalanceError.invalidUncertainty(mired: mired, duv: duv)) {
      try CharacterizationUncertainty(mired: mired, duv: duv)
    }
  }

  @Test func `an uncertainty that is not a number is refused`() {
    #expect(throws: WhiteBalanceError.self) { try CharacterizationUncertainty(mired: .nan, duv: 0) }
    #expect(throws: WhiteBalanceError.self) { try CharacterizationUncertainty(mired: 0, duv: .nan) }
  }
}

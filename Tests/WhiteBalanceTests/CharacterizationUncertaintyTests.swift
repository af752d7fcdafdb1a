import Testing
import WhiteBalance

@Suite struct CharacterizationUncertaintyTests {
  @Test func `none at all is an uncertainty`() throws {
    #expect(try CharacterizationUncertainty(mired: 0, duv: 0).mired == 0)
  }

  @Test(arguments: [(-1, 0), (0, -1e-9), (.infinity, 0), (0, .infinity)] as [(Double, Double)])
  func `a negative or endless uncertainty is refused`(mired: Double, duv: Double) {
    #expect(throws: WhiteBalanceError.invalidUncertainty(mired: mired, duv: duv)) {
      try CharacterizationUncertainty(mired: mired, duv: duv)
    }
  }

  @Test func `an uncertainty that is not a number is refused`() {
    #expect(throws: WhiteBalanceError.self) { try CharacterizationUncertainty(mired: .nan, duv: 0) }
    #expect(throws: WhiteBalanceError.self) { try CharacterizationUncertainty(mired: 0, duv: .nan) }
  }
}

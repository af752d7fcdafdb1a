import Colorimetry
import TestSupport
import Testing

@Suite struct CIELabTests {
  let white = TristimulusValues(.d50, luminance: 100)

  @Test func `the white is at 100 and black at 0, both without colour`() {
    #expect(CIELab(white, white: white) == CIELab(lightness: 100, a: 0, b: 0))
    let black = CIELab(TristimulusValues(x: 0, y: 0, z: 0), white: white)
    #expect(Tolerance.blackLightness.allows(abs(black.lightness)) && black.a == 0 && black.b == 0)
  }

  /// 116 (0.184186)^(1/3) - 16 is 50 within the digits; below (6/29)³ lightness is 24389/27 of Y.
  @Test func `lightness follows the cube root, and the line near black`() {
    func lightness(_ y: Double) -> Double {
      CIELab(TristimulusValues(x: white.x * y, y: white.y * y, z: white.z * y), white: white).lightness
    }
    #expect(Tolerance.lightnessOfTenDigits.allows(abs(lightness(0.1841865185) - 50)))
    #expect(Tolerance.difference.allows(abs(lightness(216.0 / 24389) - 8)))
    #expect(Tolerance.tenDecimals.allows(abs(lightness(0.001) - 0.9032962963)))
  }

  @Test func `tristimulus values come back from L*a*b*`() {
    expectLaw(within: .labRoundTrip) { draws in
      TristimulusValues(x: draws.number(in: 0...120), y: draws.number(in: 0...100), z: draws.number(in: 0...110))
    } law: { values in
      let back = TristimulusValues(CIELab(values, white: white), white: white)
      return largest(abs(back.x - values.x), abs(back.y - values.y), abs(back.z - values.z))
    }
  }

  @Test func `gray has no colour at any lightness`() {
    expectLaw(within: .difference) {
      $0.number(in: 0...1)
    } law: { y in
      let gray = CIELab(TristimulusValues(x: white.x * y, y: white.y * y, z: white.z * y), white: white)
      return largest(abs(gray.a), abs(gray.b))
    }
  }

  @Test func `a description names the coordinates`() {
    #expect(CIELab(lightness: 50, a: 1, b: -2).description == "L* 50.0, a* 1.0, b* -2.0")
  }
}

import Colorimetry
import TestSupport
import Testing

@Suite struct SRGBColorTests {
  // Source: IEC 61966-2-1: the primaries' chromaticities and luminances, and the encoding of middle gray.
  @Test(arguments: [
    (0.3127, 0.3290, 1.0, "#ffffff"), (0.64, 0.33, 0.2126, "#ff0000"), (0.30, 0.60, 0.7152, "#00ff00"),
    (0.15, 0.06, 0.0722, "#0000ff"), (0.3127, 0.3290, 0.21586, "#808080"), (0.3127, 0.3290, 0, "#000000"),
  ]) func `published colours`(x: Double, y: Double, luminance: Double, hexadecimal: String) {
    let color = SRGBColor(TristimulusValues(Chromaticity(x: x, y: y), luminance: luminance))
    #expect(color.hexadecimal == hexadecimal)
  }

  @Test func `a gray of L* 50 is 119 of 255`() {
    #expect(SRGBColor(CIELab(lightness: 50, a: 0, b: 0)).hexadecimal == "#777777")
  }

  @Test func `what no display can show is brought to the end of its channel`() {
    #expect(SRGBColor(red: -1, green: 2, blue: 0.04).hexadecimal == "#00ff0a")
  }
}

import Colorimetry
import Testing

/// The Swift of Colorimetry's pages.
@Suite struct ColorimetrySamples {
  @Test func `the landing page`() throws {
    let light = try TemperatureAndTint(Chromaticity(x: 0.3127, y: 0.3290))
    print(light)  // 6504.344849321169 K, Duv 0.003207202761899921

    let warm = try Chromaticity(
      TemperatureAndTint(temperature: 2850, tint: 0))
    let lamp = try TemperatureAndTint(
      Chromaticity(CIEIlluminant.ledB3.distribution))
    print(warm, lamp.temperature, lamp.duv)

    let white = TristimulusValues(.d65)
    let paper = CIELab(
      TristimulusValues(x: 0.80, y: 0.85, z: 0.90), white: white)
    print(paper.differenceCIEDE2000(from: CIELab(white, white: white)))
    #expect(light.temperature.rounded() == 6504 && (light.tint * 10).rounded() == 96)
  }

  @Test func light() throws {
    let fluorescent = Chromaticity(CIEIlluminant.fl11.distribution)
    let daylight = try Chromaticity.daylight(temperature: 5000)
    print(fluorescent, daylight)

    let office = try TemperatureAndTint(fluorescent)
    print(office.temperature, office.duv, office.tint, office.mired)
    let back = try Chromaticity(office)
    #expect(back.isReal)

    let lights = TemperatureAndTint.converted(from: [
      fluorescent, daylight, .d65,
    ])
    for case .success(let light) in lights { print(light.temperature) }
    #expect(lights.first == .success(office))

    let robertson = try TemperatureAndTint(fluorescent, by: .robertson1968)
    let mccamy = try McCamy1992.temperature(of: fluorescent)
    print(robertson.temperature, mccamy)
    #expect(robertson.temperature != office.temperature)
  }
}

import Colorimetry
import DeviceProfiles
import TestSupport
import Testing
import WhiteBalance

@Suite struct ProfileCharacterizationTests {
  private static func characterizations() throws -> [ProfileCharacterization] {
    try ProfileDictionaryTests.characterizations()
  }

  @Test func `each kind has a name, and says what it knows of colours`() throws {
    let all = try Self.characterizations()
    #expect(
      all.map(\.kindName) == [
        "matrices", "white map", "white map", "temperature curve", "gain curve", "look-up table",
      ])
    #expect(all.map { $0.matrices != nil } == [true, true, true, true, true, false])
    #expect(all.map { $0.colors != nil } == [true, true, true, true, false, false])
  }

  @Test func `each kind has the lights that it was calibrated under, with their Duv`() throws {
    let d65 = try TemperatureAndTint(.d65)
    let matrices = [TemperatureAndTint(temperature: 6504, duv: 0.003), TemperatureAndTint(temperature: 2856, duv: 0)]
    let curve = [TemperatureAndTint(temperature: 6504, duv: 0), TemperatureAndTint(temperature: 2856, duv: 0.001)]
    let bodies = [6504, 2856].map { TemperatureAndTint(temperature: $0, duv: 0) }
    #expect(
      try Self.characterizations().map(\.calibratedLights) == [matrices, matrices, matrices, bodies, curve, [d65]])
  }

  @Test func `a scaled characterization responds as many times as strongly, and finds the same lights`() throws {
    let factors = LinearRGB(red: 1.1, green: 1, blue: 0.9)
    let light = try Chromaticity(TemperatureAndTint(temperature: 4000, duv: 0))
    for characterization in try Self.characterizations().dropLast() {
      let scaled = try characterization.scaled(by: factors)
      #expect(scaled.kindName == characterization.kindName)
      let (own, other) = (try characterization.response(to: light), try scaled.response(to: light))
      let ratios = other.vector / own.vector / factors.vector
      #expect(Tolerance.rounding.allows(ratios.largest() / ratios.min() - 1), "\(characterization.kindName)")
    }
  }

  @Test func `a table is not scaled`() throws {
    let table = try #require(Self.characterizations().last)
    #expect(throws: WhiteBalanceError.invalidCharacterization(.lookUpTableNotScalable)) {
      try table.scaled(by: LinearRGB(red: 1, green: 1, blue: 1))
    }
  }
}

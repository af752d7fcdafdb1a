import Colorimetry
import Testing
import WhiteBalance

/// The errors of a characterization by kind and temperature of a light.
@Suite struct LightErrorsTests {
  /// Errors that are alike at these reciprocal temperatures, for lights of a Duv of up to 0.01 on either side.
  private static func errors(_ places: [Double], mired: Double = 2) throws -> LightErrors {
    try LightErrors(
      nodes: places.map {
        LightErrors.Node(place: $0, mired: mired, duv: mired / 1000, lowestDuv: -0.01, highestDuv: 0.01)
      }, edge: 0.02, miredPerDuv: 0, duvPerDuv: 0)
  }

  private static func light(_ mired: Double, duv: Double = 0) -> TemperatureAndTint {
    TemperatureAndTint(temperature: 1e6 / mired, duv: duv)
  }

  /// The middle of the Duv that was learnt, where the range ends last.
  @Test func `adding errors changes the familiarity of no light in the middle of its kind`() throws {
    let own = try Self.errors([200, 300])
    let more = try own.adding(at: Array(stride(from: 100, through: 600, by: 10))) { _ in (0, 0) }
    let places = stride(from: 100.5, through: 600, by: 1)
    for place in places { #expect(more.covers(Self.light(place)) == own.covers(Self.light(place)), "\(place)") }
    #expect(places.contains { own.covers(Self.light($0)) } && !places.allSatisfy { own.covers(Self.light($0)) })
  }

  @Test func `the errors of daylight far outside are never below its own`() throws {
    let own = try Self.errors([150, 250], mired: 3)
    let table = try LightErrorTable([.any: Self.errors([150, 500], mired: 1), .daylight: own])
    for place in stride(from: 100.0, through: 600, by: 20) {
      let (stated, least) = (table.errors(at: Self.light(place), kind: .daylight), own.errors(at: Self.light(place)))
      #expect(stated.mired >= least.mired && stated.duv >= least.duv, "\(place)")
    }
  }
}

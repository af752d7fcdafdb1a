import Colorimetry
import Foundation
import TestSupport
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
    let more = try own.adding(at: Array(stride(from: 100, through: 600, by: 10))) { _ in (0, 0, 0) }
    let places = stride(from: 100.5, through: 600, by: 1)
    for place in places { #expect(more.covers(Self.light(place)) == own.covers(Self.light(place)), "\(place)") }
    #expect(places.contains { own.covers(Self.light($0)) } && !places.allSatisfy { own.covers(Self.light($0)) })
  }

  @Test func `the mean error of Duv is linear between nodes, and that of another kind is added to it`() throws {
    let own = try LightErrors(
      nodes: [(200.0, 0.002), (300, 0.004)].map {
        LightErrors.Node(place: $0, mired: 2, duv: 0.001, lowestDuv: -0.01, highestDuv: 0.01, duvBias: $1)
      }, edge: 0.02, miredPerDuv: 0, duvPerDuv: 0)
    let uncertainty = try CharacterizationUncertainty(
      lights: LightErrorTable([.any: Self.errors([150, 500]), .fluorescent: own]))
    for (place, expected) in [(150.0, 0.002), (200, 0.002), (225, 0.0025), (300, 0.004), (900, 0.004)] {
      let stated = uncertainty.errors(at: Self.light(place), kind: .fluorescent)
      #expect(Tolerance.tabledDuv.allows(abs(stated.duvBias - expected)), "\(place): \(stated)")
      #expect(uncertainty.errors(at: Self.light(place), kind: .discharge).duvBias == 0)
      #expect(uncertainty.errors(at: Self.light(place)).duvBias == 0)
    }
    #expect(try own.scaled(mired: 3, duv: 3, duv: 0.001).nodes.map(\.duvBias) == [0.002, 0.004])
    let less = try own.adding(at: [250]) { ($0, 0, -0.001) }
    #expect(Tolerance.tabledDuv.allows(abs(less.interpolated(at: 250).duvBias - 0.002)))
  }

  @Test func `errors as JSON keep the mean error of Duv, which is 0 where it is absent`() throws {
    let own = try LightErrors(
      nodes: [LightErrors.Node(place: 200, mired: 2, duv: 0.5, lowestDuv: -1, highestDuv: 1, duvBias: 0.25)], edge: 1,
      miredPerDuv: 0, duvPerDuv: 0)
    let json = try String(decoding: JSONEncoder().encode(own), as: UTF8.self)
    func read(_ json: String) throws -> LightErrors {
      try JSONDecoder().decode(LightErrors.self, from: Data(json.utf8))
    }
    #expect(try read(json) == own)
    let old = json.replacing(#/,?"duvBias":0.25/#, with: "").replacing("{,", with: "{")
    #expect(old != json)
    #expect(try read(old).nodes.map(\.duvBias) == [0] && read(old).nodes.map(\.highestDuv) == [1])
  }

  @Test func `a mean error of Duv wider than the diagram is refused`() throws {
    for bias in [-2.0, 1.01, .nan, .infinity] {
      let node = LightErrors.Node(place: 200, mired: 2, duv: 0.001, lowestDuv: 0, highestDuv: 0, duvBias: bias)
      #expect(throws: WhiteBalanceError.self, "\(bias)") {
        try LightErrors(nodes: [node], edge: 0, miredPerDuv: 0, duvPerDuv: 0)
      }
    }
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

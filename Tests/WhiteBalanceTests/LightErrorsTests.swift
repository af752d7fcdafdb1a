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
        LightErrors.Node(reciprocalTemperature: $0, mired: mired, duv: mired / 1000, lowestDuv: -0.01, highestDuv: 0.01)
      }, edge: 0.02, miredPerDuv: 0, duvPerDuv: 0)
  }

  private static func light(_ mired: Double, duv: Double = 0) -> TemperatureAndTint {
    TemperatureAndTint(temperature: 1e6 / mired, duv: duv)
  }

  @Test func `adding errors changes the familiarity of no light`() throws {
    let own = try Self.errors([200, 300])
    let more = try own.adding(at: Array(stride(from: 100, through: 600, by: 10))) { _ in (0, 0, 0) }
    let lights = stride(from: 100.5, through: 600, by: 1).flatMap { mired in
      [-0.0101, -0.0099, 0, 0.0099, 0.0101].map { Self.light(mired, duv: $0) }
    }
    for light in lights { #expect(more.covers(light) == own.covers(light), "\(light)") }
    #expect(lights.contains { own.covers($0) } && lights.contains { $0.duv == 0 && !own.covers($0) })
  }

  @Test func `a temperature without learnt lights between others is refused`() throws {
    func errors(emptyAt empty: Double) throws -> LightErrors {
      let nodes = [100.0, 200, 300].map { mired in
        LightErrors.Node(
          reciprocalTemperature: mired, mired: 2, duv: 0.002, lowestDuv: mired == empty ? 1 : -0.01,
          highestDuv: mired == empty ? -1 : 0.01)
      }
      return try LightErrors(nodes: nodes, edge: 0.02, miredPerDuv: 0, duvPerDuv: 0)
    }
    #expect(throws: WhiteBalanceError.invalidUncertainty(mired: 2, duv: 0.002)) { try errors(emptyAt: 200) }
    #expect(throws: Never.self) { try errors(emptyAt: 100) }
    #expect(throws: Never.self) { try errors(emptyAt: 300) }
  }

  @Test func `adding errors to daylight leaves the growth of its errors beyond the skies that were learnt`() throws {
    let (any, daylight) = (try Self.errors([50, 500], mired: 20), try Self.errors([100, 180]))
    let added = try daylight.adding(at: [60, 100, 220, 260, 366]) { _ in (0, 0, 0) }
    let (before, after) = (
      try LightErrorTable([.any: any, .daylight: daylight]), try LightErrorTable([.any: any, .daylight: added])
    )
    for mired in stride(from: 40.0, through: 500, by: 5) {
      let light = Self.light(mired, duv: 0.005)
      let (own, more) = (before.errors(at: light, kind: .daylight), after.errors(at: light, kind: .daylight))
      #expect(Tolerance.tabledMired.allows(abs(own.mired - more.mired)), "\(mired): \(own), \(more)")
    }
  }

  @Test func `the mean error of Duv is linear between nodes, and that of another kind is added to it`() throws {
    let own = try LightErrors(
      nodes: [(200.0, 0.002), (300, 0.004)].map {
        LightErrors.Node(
          reciprocalTemperature: $0, mired: 2, duv: 0.001, lowestDuv: -0.01, highestDuv: 0.01, duvBias: $1)
      }, edge: 0.02, miredPerDuv: 0, duvPerDuv: 0)
    let uncertainty = try CharacterizationUncertainty(
      lights: LightErrorTable([.any: Self.errors([150, 500]), .fluorescent: own]))
    for (place, expected) in [(150.0, 0.002), (200, 0.002), (225, 0.0025), (300, 0.004), (900, 0.004)] {
      let stated = uncertainty.errors(at: Self.light(place), kind: .fluorescent)
      #expect(Tolerance.tabledDuv.allows(abs(stated.duvBias - expected)), "\(place): \(stated)")
      #expect(uncertainty.errors(at: Self.light(place), kind: .discharge).duvBias == 0)
      #expect(uncertainty.errors(at: Self.light(place)).duvBias == 0)
    }
    let less = try own.adding(at: [250]) { ($0, 0, -0.001) }
    #expect(Tolerance.tabledDuv.allows(abs(less.interpolated(at: 250).duvBias - 0.002)))
  }

  @Test func `errors as JSON keep the mean error of Duv, which is 0 where it is absent`() throws {
    let own = try LightErrors(
      nodes: [
        LightErrors.Node(
          reciprocalTemperature: 200, mired: 2, duv: 0.5, lowestDuv: -1, highestDuv: 1, duvBias: 0.015625)
      ],
      edge: 1,
      miredPerDuv: 0, duvPerDuv: 0)
    let json = try String(decoding: JSONEncoder().encode(own), as: UTF8.self)
    func read(_ json: String) throws -> LightErrors {
      try JSONDecoder().decode(LightErrors.self, from: Data(json.utf8))
    }
    #expect(try read(json) == own)
    let old = json.replacing(#/,?"duvBias":0.015625/#, with: "").replacing("{,", with: "{")
    #expect(old != json)
    #expect(try read(old).nodes.map(\.duvBias) == [0] && read(old).nodes.map(\.highestDuv) == [1])
  }

  /// Errors at one temperature.
  private static func errors(duv: Double, bias: Double) throws(WhiteBalanceError) -> LightErrors {
    try LightErrors(
      nodes: [.init(reciprocalTemperature: 200, mired: 2, duv: duv, lowestDuv: -0.01, highestDuv: 0.01, duvBias: bias)],
      edge: 0.01,
      miredPerDuv: 0, duvPerDuv: 0)
  }

  @Test func `a mean error of Duv that no lamp has is refused, and so is one of any light`() throws {
    for bias in [-2.0, -0.0201, 0.0201, .infinity] {
      #expect(throws: WhiteBalanceError.invalidDuvBias(bias)) { try Self.errors(duv: 0.001, bias: bias) }
    }
    #expect(throws: WhiteBalanceError.self) { try Self.errors(duv: 0.001, bias: .nan) }
    #expect(try Self.errors(duv: 0.001, bias: -0.02).nodes[0].duvBias == -0.02)
    #expect(throws: WhiteBalanceError.invalidDuvBias(0.004)) {
      try LightErrorTable([.any: Self.errors(duv: 0.001, bias: 0.004)])
    }
  }

  /// 3, 4 and 12 make 13.
  @Test func `a profile that errs more has as much more of the mean error, and what is not corrected is an error`()
    throws
  {
    let own = try Self.errors(duv: 0.0015, bias: 0.004)
    let worse = try own.scaled(mired: 2, duv: 2, duv: 0.012).nodes[0]
    #expect(worse.duvBias == 0.004 && Tolerance.tabledDuv.allows(abs(worse.duv - 0.013)), "\(worse)")
    let counted = try own.countingBiases().nodes[0]
    #expect(
      counted.duvBias == 0 && Tolerance.tabledDuv.allows(abs(counted.duv - (0.0015 * 0.0015 + 1.6e-5).squareRoot())))
    // Beyond the Duv that was learnt all errors are 1.4 times as large.
    let (near, far) = (own.errors(at: Self.light(200)).duv, own.errors(at: Self.light(200, duv: 0.0101)).duv)
    #expect(Tolerance.tabledDuv.allows(abs(near - 0.0015)))
    #expect(Tolerance.tabledDuv.allows(abs(far - (0.0021 * 0.0021 + 0.0016 * 0.0016).squareRoot())), "\(far)")
  }

  @Test func `a light is familiar by its Duv without the mean error`() throws {
    let uncertainty = try CharacterizationUncertainty(
      lights: LightErrorTable([.any: Self.errors([150, 500]), .fluorescent: Self.errors(duv: 0.001, bias: 0.004)]))
    func isFamiliar(_ duv: Double) -> Bool {
      uncertainty.errors(at: Self.light(200, duv: duv), kind: .fluorescent).isFamiliar
    }
    #expect(isFamiliar(0.0139) && !isFamiliar(0.0141) && isFamiliar(-0.0059) && !isFamiliar(-0.0061))
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

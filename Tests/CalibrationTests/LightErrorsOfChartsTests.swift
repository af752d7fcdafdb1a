import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

extension CIEIlluminant {
  fileprivate var mired: Double {
    (try? TemperatureAndTint(Chromaticity(distribution)))?.mired ?? .nan
  }
}

/// The stated errors of profiles by the kind of light that their charts were read under, on cameras of odd number. The
/// rule has one number of its own, and the errors that it adds were learnt from charts under A and D65.
/// `Tests/Benchmarks/run stated-errors charts` has all cameras, more lamps, and each of the CIE's alone.
@Suite struct LightErrorsOfChartsTests {
  /// The lights that the charts of some profiles were read under.
  enum Charts: String, CaseIterable {
    case fluorescent, phosphorLEDs, mixedLEDs, twoLamps, lampAndSmooth, measuredLamps

    /// The lights of each profile.
    func profiles() throws -> [[LightPopulation.Light]] {
      func lights(_ illuminants: [CIEIlluminant]) throws -> [LightPopulation.Light] {
        try illuminants.map { try LightPopulation.Light(name: "CIE \($0.rawValue)", spectrum: $0.distribution) }
      }
      func named(_ prefix: String) -> [CIEIlluminant] {
        CIEIlluminant.allCases.filter { $0.rawValue.hasPrefix(prefix) && $0 != .ledRGB1 }
      }
      switch self {
      case .fluorescent: return try named("FL").map { try lights([$0]) }
      case .phosphorLEDs: return try named("LED").map { try lights([$0]) }
      case .mixedLEDs: return [try lights([.ledRGB1])]
      case .twoLamps:
        return try [
          [.ledB1, .ledB4], [.ledB2, .ledB5], [.ledBH1, .ledV2], [.fl12, .fl7], [.fl4, .fl2], [.fl11, .ledB5],
          [.fl10, .ledB1], [.ledRGB1, .ledB4], [.ledRGB1, .fl11],
        ].map(lights)
      case .lampAndSmooth:
        return try [
          [.a, .ledB4], [.a, .ledB5], [.a, .fl2], [.a, .fl11], [.d65, .ledB1], [.d65, .ledB3], [.d65, .fl12],
          [.d50, .ledB2], [.d65, .ledRGB1],
        ].map(lights)
      case .measuredLamps:
        // Every third. Low-pressure sodium is one line, which shows no colours.
        let lamps = MeasuredLamps.all().filter {
          ![.incandescent, .daylight, .any].contains($0.kind)
            && LightErrorsOfChartsTests.white.contains($0.light.temperatureAndTint.duv)
            && $0.light.name != "NIST LPS"
        }
        return lamps.enumerated().filter { $0.offset % 3 == 0 }.map { [$0.element.light] }
      }
    }
  }

  /// The Duv of lights under which a chart may be read.
  private static let white = -0.02...0.02

  private static let cameras = Result {
    try SpectralSensitivities.measured().enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }

  /// Black bodies, daylight, and the lamps of RIT, NIST and the CIE.
  private static let lights = Result { () throws -> [(kind: LightKind, light: LightPopulation.Light)] in
    let teller = try LightKindTeller()
    let references = try LightPopulation.references().enumerated().filter { $0.offset.isMultiple(of: 3) }.map {
      (kind: $0.element.name.hasPrefix("daylight") ? LightKind.daylight : .incandescent, light: $0.element)
    }
    return references + MeasuredLamps.withoutModels.map { (kind: $0.kind, light: $0.light) }
      + (try LightPopulation.cieLamps().map { (kind: teller.kind(of: $0.spectrum), light: $0) })
  }

  private static func length(_ one: Double, _ other: Double) -> Double { (one * one + other * other).squareRoot() }

  private struct Errors {
    var found: [Double] = []
    var stated: [Double] = []

    func expect(_ name: String) {
      func share(_ limit: Double) -> Double {
        Double(zip(found, stated).count { abs($0) <= limit * $1 }) / Double(found.count)
      }
      func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
      let ratio = (squares(stated) / squares(found)).squareRoot()
      let text: Comment = "\(name): \(share(1)), \(share(2)) within one and two, \(ratio) of those found"
      if ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_REPORT"] != nil { print(text) }
      #expect(found.count > 50, text)
      #expect(Tolerance.ofChartsWithinOneError.allows(0.683 - share(1)), text)
      #expect(Tolerance.ofChartsWithinTwoErrors.allows(0.954 - share(2)), text)
      #expect(Tolerance.ofChartsStatedErrors.allows(ratio - 1), text)
    }
  }

  @Test(arguments: Charts.allCases)
  func `lights of each kind are found within the errors that profiles of charts under lamps state`(
    charts: Charts
  ) throws {
    var errors: [LightKind: (mired: Errors, duv: Errors)] = [:]
    for camera in try Self.cameras.get() {
      let lights = try Self.lights.get().map {
        (kind: $0.kind, light: $0.light, camera.response(to: $0.light.spectrum))
      }
      for profile in try charts.profiles() {
        let calibration = try ChartCalibration(
          profile.map {
            try SimulatedChart(CalibrationLight(name: $0.name, spectrum: $0.spectrum), on: camera).fit()
          })
        for (kind, light, response) in lights where !profile.contains(where: { $0.name == light.name }) {
          guard let found = try? calibration.characterization.light(forNeutral: response).temperatureAndTint else {
            continue
          }
          let truth = light.temperatureAndTint
          let isLamp = ![.incandescent, .daylight].contains(kind)
          for asked in isLamp ? [kind, .any] : [kind] {
            let stated = calibration.uncertainty.errors(
              at: found, kind: asked, miredOutside: calibration.characterization.miredOutside(found) ?? 0)
            errors[asked, default: (Errors(), Errors())].mired.found.append(found.mired - truth.mired)
            errors[asked, default: (Errors(), Errors())].mired.stated.append(stated.mired)
            errors[asked, default: (Errors(), Errors())].duv.found.append(found.duv - stated.duvBias - truth.duv)
            errors[asked, default: (Errors(), Errors())].duv.stated.append(stated.duv)
          }
        }
      }
    }
    for kind in LightKind.allCases {
      let own = try #require(errors[kind])
      own.mired.expect("\(charts), \(kind), mired")
      own.duv.expect("\(charts), \(kind), Duv")
    }
  }

  @Test func `charts under black bodies and daylight state what was learnt from such charts`() throws {
    let learnt = try StudiedLightErrors.matrices.get()
    let smooth = try [
      CIEIlluminant.a.distribution, CIEIlluminant.d50.distribution, CIEIlluminant.d65.distribution,
      .planck(temperature: 2500), .planck(temperature: 9000), .daylight(temperature: 5500),
    ].map { try CalibrationLight(name: "", spectrum: $0) }
    let kinds = smooth.map(LightErrorsOfCharts.kind)
    #expect(kinds == [.incandescent, .daylight, .daylight, .incandescent, .incandescent, .daylight])
    let lights = zip(smooth, kinds).map { (mired: $0.temperatureAndTint.mired, kind: $1) }
    #expect(try LightErrorsOfCharts(lights: lights).table() == learnt)
    #expect(try LightErrorsOfCharts(lights: lights).addedMired == 0)
  }

  @Test func `a chart under a light of unknown spectrum states of black bodies the errors of any light`() throws {
    let light = try CalibrationLight(
      name: "4000 K", chromaticity: Chromaticity(TemperatureAndTint(temperature: 4000, duv: 0)))
    let kind = LightErrorsOfCharts.kind(of: light)
    #expect(kind == .any)
    let (table, learnt) = (
      try LightErrorsOfCharts(lights: [(250, kind)]).table(), try StudiedLightErrors.matrices.get()
    )
    for node in try #require(table.kinds[.incandescent]).nodes {
      let (any, own) = (
        learnt.ofAny.interpolated(at: node.reciprocalTemperature),
        try #require(learnt.kinds[.incandescent]).interpolated(at: node.reciprocalTemperature)
      )
      #expect(Tolerance.tabledMired.allows(abs(node.mired - Self.length(any.mired, own.mired))))
      #expect(Tolerance.tabledDuv.allows(abs(node.duv - Self.length(any.duv, own.duv))))
    }
    #expect(table.ofAny.rootMeanSquare == learnt.ofAny.rootMeanSquare)
  }

  @Test func `between a lamp and a black body a profile states the lamp's errors by its part of the matrix`() throws {
    let learnt = try StudiedLightErrors.matrices.get()
    let (daylight, phosphor) = (try #require(learnt.kinds[.daylight]), try #require(learnt.kinds[.phosphorLED]))
    let nodes = try #require(
      LightErrorsOfCharts(lights: [(350, .incandescent), (150, .phosphorLED)]).table().kinds[.daylight]
    ).nodes
    for (place, part) in [(105.0, 1.0), (140, 1), (180, 0.85), (260, 0.45), (300, 0.25), (380, 0), (520, 0)] {
      let node = try #require(nodes.first { $0.reciprocalTemperature == place })
      let (own, lamp) = (daylight.interpolated(at: place), phosphor.interpolated(at: place))
      #expect(Tolerance.tabledMired.allows(abs(node.mired - Self.length(own.mired, part * lamp.mired))), "\(place)")
      #expect(Tolerance.tabledDuv.allows(abs(node.duv - Self.length(own.duv, part * lamp.duv))), "\(place)")
      #expect(Tolerance.tabledDuv.allows(abs(node.duvBias + part * lamp.duvBias)), "\(place)")
    }
  }

  /// D50 and FL2 lie between the nodes of the table.
  @Test func `a profile corrects nothing at its own lights`() throws {
    let lights: [LightErrorsOfCharts.Light] = [
      (CIEIlluminant.d50.mired, .daylight), (CIEIlluminant.fl2.mired, .fluorescent),
      (CIEIlluminant.a.mired, .incandescent),
    ]
    let table = try LightErrorsOfCharts(lights: lights).table()
    for (mired, kind) in lights {
      let own = try #require(table.kinds[kind]).interpolated(at: mired)
      #expect(own.duvBias == 0, "\(kind): \(own)")
    }
    let between = try #require(table.kinds[.daylight]).interpolated(at: 220)
    #expect(between.duvBias < -0.001)
  }

  @Test func `an LED on phosphors is of their kind if its light is blue, and of any if it is violet`() throws {
    for illuminant in [CIEIlluminant.ledB1, .ledB2, .ledB3, .ledB4, .ledB5, .ledV1, .ledV2] {
      let light = try CalibrationLight(name: illuminant.rawValue, spectrum: illuminant.distribution)
      #expect(light.kind == (illuminant.rawValue.contains("V") ? .any : .phosphorLED), "\(illuminant)")
    }
  }

  @Test func `what a chart's lamp has in common with other lamps is not corrected, and adds no error`() throws {
    let learnt = try StudiedLightErrors.matrices.get()
    let (phosphor, tubes) = (try #require(learnt.kinds[.phosphorLED]), try #require(learnt.kinds[.fluorescent]))
    let table = try LightErrorsOfCharts(lights: [(250, .fluorescent)]).table()
    let (ofTubes, ofPhosphor) = (try #require(table.kinds[.fluorescent]), try #require(table.kinds[.phosphorLED]))
    for place in [220.0, 300] {
      let (own, lamp) = (phosphor.interpolated(at: place), tubes.interpolated(at: place))
      #expect(Tolerance.tabledDuv.allows(abs(ofTubes.interpolated(at: place).duvBias)), "\(place)")
      #expect(Tolerance.tabledDuv.allows(abs(ofTubes.interpolated(at: place).duv - lamp.duv)), "\(place)")
      let found = ofPhosphor.interpolated(at: place)
      #expect(Tolerance.tabledDuv.allows(abs(found.duvBias - (own.duvBias - lamp.duvBias))), "\(place)")
      #expect(Tolerance.tabledDuv.allows(abs(found.duv - Self.length(own.duv, lamp.duv / 2))), "\(place)")
    }
    #expect(table.ofAny.nodes.allSatisfy { $0.duvBias == 0 })
    for kind in [LightKind.mixedLED, .discharge] {
      let (before, after) = (try #require(learnt.kinds[kind]), try #require(table.kinds[kind]))
      for place in [220.0, 300] {
        let (before, after) = (before.interpolated(at: place), after.interpolated(at: place))
        #expect(after.duvBias == 0 && Tolerance.tabledDuv.allows(abs(after.duv - before.duv)), "\(kind), \(place)")
      }
    }
  }

  @Test(arguments: [LightKind.mixedLED, .discharge, .any])
  func `a chart's lamp without a mean error adds its whole error of Duv to lamps, which stay corrected`(
    kind: LightKind
  ) throws {
    let learnt = try StudiedLightErrors.matrices.get()
    let table = try LightErrorsOfCharts(lights: [(250, kind)]).table()
    for place in [220.0, 300] {
      let own = try #require(learnt.kinds[.phosphorLED]).interpolated(at: place)
      let lamp = try #require(learnt.kinds[kind]).interpolated(at: place)
      let found = try #require(table.kinds[.phosphorLED]).interpolated(at: place)
      #expect(Tolerance.tabledDuv.allows(abs(found.duvBias - own.duvBias)), "\(place)")
      #expect(Tolerance.tabledDuv.allows(abs(found.duv - Self.length(own.duv, lamp.duv))), "\(place)")
    }
  }

  @Test func `fluorescent lamps are found nearly twice as near where their kind is known`() throws {
    var (plain, corrected) = (0.0, 0.0)
    for camera in try Self.cameras.get() {
      let calibration = try ChartCalibration(
        [CIEIlluminant.a, .d65].map {
          try SimulatedChart(CalibrationLight(name: $0.rawValue, spectrum: $0.distribution), on: camera).fit()
        })
      for (kind, light) in try Self.lights.get() where kind == .fluorescent {
        let neutral = MeasuredNeutral(
          value: camera.response(to: light.spectrum), standardError: LinearRGB(red: 0, green: 0, blue: 0))
        func error(_ kind: LightKind) throws -> Double {
          let found = try MeasuredLight(
            forNeutral: neutral, on: calibration.characterization, uncertainty: calibration.uncertainty, of: kind)
          return try #require(found.estimate.temperatureAndTint).duv - light.temperatureAndTint.duv
        }
        plain += try error(.any) * error(.any)
        corrected += try error(.fluorescent) * error(.fluorescent)
      }
    }
    let ratio = (corrected / plain).squareRoot()
    #expect(Tolerance.correctedDuv.allows(ratio), "\(ratio)")
  }

  @Test func `no light becomes familiar by the errors of the charts' lights`() throws {
    let learnt = try StudiedLightErrors.matrices.get()
    for kind in [LightKind.phosphorLED, .mixedLED, .fluorescent, .discharge, .any] {
      let table = try LightErrorsOfCharts(lights: [(250, kind)]).table()
      for (asked, errors) in table.kinds {
        let before = try #require(learnt.kinds[asked])
        for mired in stride(from: 40.0, through: 600, by: 4) {
          for duv in stride(from: -0.02003, through: 0.02, by: 0.001) {
            let light = TemperatureAndTint(temperature: 1e6 / mired, duv: duv)
            #expect(before.covers(light) || !errors.covers(light), "\(kind), \(asked): \(mired) mired, \(duv)")
          }
        }
      }
    }
  }

  @Test func `two thirds of lamps are within the mean error of a chart under red, green and blue LEDs`() throws {
    var errors: [Double] = []
    for camera in try Self.cameras.get() {
      let chart = try SimulatedChart(
        CalibrationLight(name: "LED-RGB1", spectrum: CIEIlluminant.ledRGB1.distribution), on: camera)
      let calibration = try ChartCalibration([chart.fit()])
      for (_, light) in try Self.lights.get() where !light.isReference && light.name != "CIE LED-RGB1" {
        let found = try? calibration.characterization.light(forNeutral: camera.response(to: light.spectrum))
        guard let found = found?.temperatureAndTint else { continue }
        errors.append(abs(found.mired - light.temperatureAndTint.mired) / calibration.uncertainty.mired)
      }
    }
    let share = Double(errors.count { $0 <= 1 }) / Double(errors.count)
    #expect(errors.count > 100 && Tolerance.lampsWithinOneError.allows(abs(share - 0.683)), "\(share)")
  }
}

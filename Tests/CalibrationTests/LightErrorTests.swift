import Colorimetry
import Foundation
import TestSupport
import Testing
import WhiteBalance

@testable import Calibration

/// The stated errors of profiles, held to lamps that the profile was not learnt from.
@Suite struct LightErrorTests {
  /// Four of 26 cameras, of four makers.
  private static let cameras = Result {
    try SpectralSensitivities.measured().enumerated().filter { $0.offset % 7 == 3 }.map(\.element)
  }

  /// Errors divided by what was stated, of mired and of Duv.
  private struct Errors {
    var mired: [Double] = []
    var duv: [Double] = []

    func expect(_ kind: LightKind) {
      let name = "\(kind)"
      let withinTwo: Tolerance =
        switch kind {
        case .any: .anyWithinTwoErrors
        case .phosphorLED: .phosphorLEDsWithinTwoErrors
        default: .kindWithinTwoErrors
        }
      for (quantity, errors) in [("mired", mired), ("Duv", duv)] {
        func share(_ limit: Double) -> Double { Double(errors.count { $0 <= limit }) / Double(errors.count) }
        if ProcessInfo.processInfo.environment["WHITEBALANCE_PROPERTY_REPORT"] != nil {
          print(
            "\(name), \(quantity): \(errors.count) lights, \(share(1)) within one stated error, \(share(2)) within two")
        }
        #expect(Tolerance.kindWithinOneError.allows(0.683 - share(1)), "\(name), \(quantity): \(share(1)) within one")
        #expect(withinTwo.allows(0.954 - share(2)), "\(name), \(quantity): \(share(2)) within two")
      }
    }
  }

  private func errors(
    of uncertainty: CharacterizationUncertainty, _ characterization: some DeviceCharacterization,
    _ camera: SpectralSensitivities, _ lamps: [MeasuredLamps.Lamp], into kinds: inout [LightKind: Errors]
  ) throws {
    for lamp in lamps {
      let truth = lamp.light.temperatureAndTint
      let estimate = try characterization.light(forNeutral: camera.response(to: lamp.light.spectrum))
      let found = try #require(estimate.temperatureAndTint)
      for kind in [lamp.kind, .any] {
        let stated = uncertainty.errors(at: found, kind: kind)
        #expect(stated.kind == kind)
        kinds[kind, default: Errors()].mired.append(abs(found.mired - truth.mired) / stated.mired)
        kinds[kind, default: Errors()].duv.append(abs(found.duv - truth.duv) / stated.duv)
      }
    }
  }

  @Test func `a white map's stated errors hold on lamps of each kind that it has not learnt`() throws {
    let lamps = try MeasuredLamps.all()
    var kinds: [LightKind: Errors] = [:]
    for camera in try Self.cameras.get() {
      let calibration = try WhiteMapCalibration(camera, lights: .standard())
      let uncertainty = try calibration.uncertainty(camera, calibration.checks())
      try errors(of: uncertainty, calibration.characterization, camera, lamps, into: &kinds)
    }
    for kind in [LightKind.phosphorLED, .fluorescent, .discharge, .any] {
      try #require(kinds[kind]).expect(kind)
    }
  }

  @Test func `the stated errors of two charts hold on lamps of each kind`() throws {
    let lamps = try MeasuredLamps.all()
    var kinds: [LightKind: Errors] = [:]
    for camera in try Self.cameras.get() {
      let calibration = try ChartCalibration(
        [CIEIlluminant.a, .d65].map {
          try SimulatedChart(CalibrationLight(name: $0.rawValue, spectrum: $0.distribution), on: camera).fit()
        })
      try errors(of: calibration.uncertainty, calibration.characterization, camera, lamps, into: &kinds)
    }
    for kind in [LightKind.phosphorLED, .fluorescent, .discharge, .any] {
      try #require(kinds[kind]).expect(kind)
    }
  }

  @Test func `daylight is stated to be found far better than any light`() throws {
    let camera = try #require(try Self.cameras.get().first)
    let calibration = try WhiteMapCalibration(camera, lights: .standard())
    let uncertainty = try calibration.uncertainty(camera, calibration.checks())
    let light = TemperatureAndTint(temperature: 6000, duv: 0.003)
    let (daylight, any) = (uncertainty.errors(at: light, kind: .daylight), uncertainty.errors(at: light))
    #expect(4 * daylight.mired < any.mired && 4 * daylight.duv < any.duv)
    #expect(daylight.kind == .daylight && any.kind == .any && daylight.isFamiliar && any.isFamiliar)
  }

  @Test func `a light far from all that were learnt is not familiar, and stated to be worse`() throws {
    let uncertainty = try ChartCalibration.uncertaintyOfMatrices()
    let usual = uncertainty.errors(at: TemperatureAndTint(temperature: 4000, duv: 0.002))
    for odd in [(4000.0, 0.045), (4000, -0.045), (1000, 0)] {
      let stated = uncertainty.errors(at: TemperatureAndTint(temperature: odd.0, duv: odd.1))
      #expect(!stated.isFamiliar && stated.mired > usual.mired, "\(odd)")
    }
    #expect(usual.isFamiliar)
  }

  @Test func `lamps of a kind that are found well lower what is stated of this kind alone`() throws {
    let camera = try #require(try Self.cameras.get().first)
    // A population of phosphor LEDs that the map finds perfectly lowers what is stated of them, and of no other kind.
    let calibration = try WhiteMapCalibration(camera, lights: .standard())
    let checks = try calibration.checks()
    let perfect = checks.map { check in
      check.light.name.hasPrefix("CIE LED") && check.light.name != "CIE LED-RGB1"
        ? WhiteMapCalibration.Check(light: check.light, mired: 0, duv: 0, distance: 0) : check
    }
    let light = TemperatureAndTint(temperature: 4000, duv: 0)
    let (usual, better) = (
      try calibration.uncertainty(camera, checks), try calibration.uncertainty(camera, perfect)
    )
    #expect(better.errors(at: light, kind: .phosphorLED).mired < usual.errors(at: light, kind: .phosphorLED).mired)
    #expect(better.errors(at: light, kind: .fluorescent) == usual.errors(at: light, kind: .fluorescent))
  }
}

import Calibration
import Colorimetry
import Foundation
import WhiteBalance

/// How far off a light outside of a profile's own is found, and what is stated.
private struct Outside {
  let kind: LightKind
  let group: String
  let lamp: String
  let camera: Int
  let isColder: Bool
  let distance: Double
  let mired, duv: Double
  let ofKind, ofAny: CharacterizationUncertainty.Stated
}

/// A light behind a filter that makes every black body warmer by `mired`: by Wien's law, its density is linear in the
/// reciprocal wavelength.
private func filtered(_ light: SpectralDistribution, by mired: Double) throws -> SpectralDistribution {
  let (constant, middle) = (1.4388e7, 560.0)
  let wavelengths = Array(stride(from: 380.0, through: 780, by: 5))
  return try SpectralDistribution(
    wavelengths: wavelengths,
    values: wavelengths.map { light.value(at: $0) * exp(-constant * mired * 1e-6 * (1 / $0 - 1 / middle)) })
}

private func find(
  _ lamps: [Lamp], seenBy camera: SpectralSensitivities, _ number: Int,
  foundBy characterization: some DeviceCharacterization, _ uncertainty: CharacterizationUncertainty
) -> [Outside] {
  lamps.compactMap { lamp in
    let (response, truth) = (camera.response(to: lamp.light.spectrum), lamp.light.temperatureAndTint)
    guard response.isPositive,
      let found = (try? characterization.specialized(for: lamp.kind).light(forNeutral: response))?.temperatureAndTint,
      let distance = characterization.miredOutside(found), distance > 20,
      let coldest = characterization.calibratedTemperatures?.lowerBound
    else { return nil }
    let (ofKind, ofAny) = (
      uncertainty.errors(at: found, kind: lamp.kind, miredOutside: distance),
      uncertainty.errors(at: found, miredOutside: distance)
    )
    return Outside(
      kind: lamp.kind, group: lamp.set, lamp: lamp.light.name, camera: number,
      isColder: found.temperature < coldest, distance: distance, mired: found.mired - truth.mired,
      duv: found.duv - truth.duv, ofKind: ofKind, ofAny: ofAny)
  }
}

/// Shares within one and two stated errors, and the stated error's root mean square over that of the errors.
private func cell(_ errors: [(error: Double, stated: Double)]) -> String {
  guard !errors.isEmpty else { return "" }
  func share(_ limit: Double) -> String {
    format(Double(errors.count { abs($0.error) <= limit * $0.stated }) / Double(errors.count), 2)
  }
  func squares(_ values: [Double]) -> Double { values.reduce(0) { $0 + $1 * $1 } }
  let ratio = (squares(errors.map(\.stated)) / squares(errors.map(\.error))).squareRoot()
  return "\(share(1)), \(share(2)); \(format(ratio, 2))"
}

private func printRow(_ title: String, _ found: [Outside]) {
  guard found.count >= 26 else { return }
  let learnt = found.filter { $0.camera.isMultiple(of: 2) }
  let others = found.filter { !$0.camera.isMultiple(of: 2) }
  let cells = [
    cell(learnt.map { ($0.mired, $0.ofKind.mired) }), cell(others.map { ($0.mired, $0.ofKind.mired) }),
    cell(others.map { ($0.duv - $0.ofKind.duvBias, $0.ofKind.duv) }), cell(others.map { ($0.mired, $0.ofAny.mired) }),
    cell(others.map { ($0.duv, $0.ofAny.duv) }),
  ]
  print("| \(title) | \(Set(found.map(\.lamp)).count) | \(cells.joined(separator: " | ")) |")
}

/// Prints how often lights outside of those that profiles were made under are within the stated errors, by kind of
/// light, side and distance: on the cameras from which the growth of the errors was learnt, and on the others.
func printErrorsOutside(_ cameras: [SpectralSensitivities], _ lamps: [Lamp]) throws {
  let blackBodies = try stride(from: 50.0, through: 1000, by: 10).map { mired in
    Lamp(
      set: "black bodies", kind: .incandescent,
      light: try .init(name: "\(mired) mired", spectrum: .planck(temperature: 1e6 / mired)))
  }
  let daylights = try stride(from: 40.0, through: 250, by: 10).map { mired in
    Lamp(
      set: "daylight", kind: .daylight,
      light: try .init(name: "\(mired) mired", spectrum: .daylight(temperature: 1e6 / mired)))
  }
  let behindFilters = lamps.flatMap { lamp in
    [150.0, 300, 450].compactMap { mired -> Lamp? in
      let light = try? LightPopulation.Light(
        name: "\(lamp.light.name) + \(mired)", spectrum: filtered(lamp.light.spectrum, by: mired))
      guard let light, abs(light.temperatureAndTint.duv) < 0.03 else { return nil }
      return Lamp(set: "lamps behind filters", kind: lamp.kind, light: light)
    }
  }
  let unfiltered = lamps.map { Lamp(set: "lamps", kind: $0.kind, light: $0.light) }
  let natural: [[CIEIlluminant]] = [[.a], [.d50], [.d65], [.a, .d65], [.a, .d50], [.d50, .d65]]
  let artificial: [[CIEIlluminant]] = [[.ledB3], [.fl11], [.ledB1, .ledB4]]
  var ways: [(name: String, found: [Outside])] = [
    ("white maps", []), ("charts under A, D50, D65, and two of these", []),
    ("charts under LED-B3, FL11, and LED-B1 and LED-B4", []),
  ]
  for (number, camera) in cameras.enumerated() {
    let calibration = try WhiteMapCalibration(camera, lights: .standard())
    ways[0].found += find(
      blackBodies + daylights + unfiltered + behindFilters, seenBy: camera, number,
      foundBy: calibration.characterization, try calibration.uncertainty(of: camera))
    for (way, sets) in [(1, natural), (2, artificial)] {
      for set in sets {
        let charts = try ChartCalibration(set.map { try chart(camera, $0) })
        let own = Set(set.map { "CIE \($0.rawValue)" })
        ways[way].found += find(
          blackBodies + daylights + unfiltered.filter { !own.contains($0.light.name) }, seenBy: camera, number,
          foundBy: charts.characterization, charts.uncertainty)
      }
    }
  }
  print(
    "Lights found more than 20 mired outside of a profile's own. Within one and two stated errors; the stated error's root mean square",
    "over that of the errors. The growth was learnt on cameras of even number.")
  for (name, found) in ways {
    print()
    print(
      "| \(name) | lights | even cameras, its kind: mired | odd cameras, its kind: mired | Duv | odd cameras, any light: mired | Duv |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for group in ["black bodies", "daylight", "lamps", "lamps behind filters"] {
      for isColder in [true, false] {
        let own = found.filter { $0.group == group && $0.isColder == isColder }
        let side = isColder ? "colder" : "bluer"
        if group == "black bodies" || group == "daylight" {
          for (low, high) in [(20.0, 60.0), (60, 120), (120, 200), (200, 300), (300, 1000)] {
            printRow(
              "\(group), \(side), \(Int(low)) to \(Int(high)) mired", own.filter { (low..<high).contains($0.distance) })
          }
        }
        printRow("\(group), \(side), all", own)
        for kind in LightKind.allCases where group.hasPrefix("lamps") {
          printRow("\(group), \(side), \(kind.rawValue)", own.filter { $0.kind == kind })
        }
      }
    }
  }
}

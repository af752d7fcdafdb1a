import Calibration
import Colorimetry
import WhiteBalance

/// How often errors were within those stated, and how large both were.
private struct Count {
  private var count = 0, one = 0, two = 0
  private var found = 0.0, stated = 0.0

  mutating func add(_ error: Double, _ stated: Double) {
    count += 1
    one += abs(error) <= stated ? 1 : 0
    two += abs(error) <= 2 * stated ? 1 : 0
    found += error * error
    self.stated += stated * stated
  }

  /// Shares within one and two stated errors, and the stated error's root mean square over that of the errors.
  var cell: String {
    guard count > 0 else { return "" }
    func share(_ part: Int) -> String { format(Double(part) / Double(count), 2) }
    return "\(share(one)), \(share(two)); \(format((stated / found).squareRoot(), 2))"
  }
}

/// The lights that charts of one profile were read under, and the row that the profile counts in.
private struct ChartLights {
  let rows: [String]
  let lights: [Lamp]
}

private func word(_ kind: LightKind) -> String {
  switch kind {
  case .daylight, .incandescent: "A, D50 or D65"
  default: kind.rawValue
  }
}

private func profiles(_ lamps: [Lamp], _ cie: [Lamp]) -> [ChartLights] {
  var profiles = cie.map { ChartLights(rows: [$0.light.name, "the CIE's, \(word($0.kind))"], lights: [$0]) }
  for (place, first) in cie.enumerated() {
    for second in cie[..<place] {
      let mired = abs(first.light.temperatureAndTint.mired - second.light.temperatureAndTint.mired)
      guard mired > 46 else { continue }
      profiles.append(
        ChartLights(
          rows: ["the CIE's, " + [word(first.kind), word(second.kind)].sorted().joined(separator: " and ")],
          lights: [first, second]))
    }
  }
  let usual = lamps.filter { abs($0.light.temperatureAndTint.duv) < 0.02 && $0.light.name != "NIST LPS" }
  return profiles + usual.map { ChartLights(rows: ["other lamps, \($0.kind.rawValue)"], lights: [$0]) }
}

/// Prints how often lights of each kind are within the errors that profiles of charts state, by the light that the
/// charts were read under.
func printErrorsOfCharts(_ cameras: [SpectralSensitivities], _ lamps: [Lamp], _ cie: [Lamp]) throws {
  var lights = lamps + cie.filter { !$0.kind.isSmooth }
  for mired in stride(from: 50.0, through: 600, by: 10) {
    lights.append(
      Lamp(
        set: "black bodies", kind: .incandescent,
        light: try .init(name: "\(mired) mired", spectrum: .planck(temperature: 1e6 / mired))))
  }
  for mired in stride(from: 40.0, through: 250, by: 10) {
    lights.append(
      Lamp(
        set: "daylight", kind: .daylight,
        light: try .init(name: "\(mired) mired", spectrum: .daylight(temperature: 1e6 / mired))))
  }
  let kinds: [LightKind] = [.incandescent, .daylight, .phosphorLED, .mixedLED, .fluorescent, .discharge, .any]
  let profiles = profiles(lamps, cie)
  var (rows, counts): ([String], [String: [LightKind: (mired: Count, duv: Count)]]) = ([], [:])
  for camera in cameras {
    let responses = lights.map { camera.response(to: $0.light.spectrum) }
    var fits: [String: ChartFit] = [:]
    for profile in profiles {
      let own = profile.lights.map { "\($0.set) \($0.light.name)" }
      for (name, lamp) in zip(own, profile.lights) where fits[name] == nil {
        fits[name] = try chart(camera, lamp.light.name, lamp.light.spectrum)
      }
      let charts = try ChartCalibration(own.compactMap { fits[$0] })
      let names = Set(profile.lights.map(\.light.name))
      for (light, response) in zip(lights, responses) where !names.contains(light.light.name) {
        guard response.isPositive,
          let found = (try? charts.characterization.light(forNeutral: response))?.temperatureAndTint,
          let distance = charts.characterization.miredOutside(found)
        else { continue }
        let truth = light.light.temperatureAndTint
        // Errors of any light are those of lamps.
        for kind in ["black bodies", "daylight"].contains(light.set) ? [light.kind] : [light.kind, .any] {
          let stated = charts.uncertainty.errors(at: found, kind: kind, miredOutside: distance)
          for row in profile.rows {
            if counts[row] == nil { rows.append(row) }
            counts[row, default: [:]][kind, default: (Count(), Count())].mired.add(
              found.mired - truth.mired, stated.mired)
            counts[row, default: [:]][kind, default: (Count(), Count())].duv.add(
              found.duv - stated.duvBias - truth.duv, stated.duv)
          }
        }
      }
    }
  }
  print(
    "\(cameras.count) cameras, charts alone and in pairs. Within one and two stated errors of the light's kind; the stated error's root mean",
    "square over that of the errors.")
  for (quantity, part) in [("mired", \(mired: Count, duv: Count).mired), ("Duv", \(mired: Count, duv: Count).duv)] {
    print()
    print("| \(quantity), charts under | \(kinds.map(\.rawValue).joined(separator: " | ")) |")
    print("| --- \(kinds.map { _ in "| ---" }.joined(separator: " ")) |")
    for row in rows {
      print(
        "| \(row) | \(kinds.map { counts[row]?[$0].map { $0[keyPath: part].cell } ?? "" }.joined(separator: " | ")) |")
    }
  }
}

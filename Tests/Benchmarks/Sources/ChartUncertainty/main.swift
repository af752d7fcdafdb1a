// The errors that a profile from charts states, against lamps that no chart was read under; and what the limits of
// Calibration are made of. The argument is the repository.
import Calibration
import Colorimetry
import Foundation
import MeasuredData
import SpectralData
import WhiteBalance

func share(_ values: [Double], within limit: Double) -> Double {
  Double(values.count { $0 <= limit }) / Double(values.count)
}
/// Returns the value below which the given share of all values lies.
func quantile(_ share: Double, _ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[min(Int(share * Double(sorted.count)), sorted.count - 1)]
}
func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}
func format(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

let measured = try MeasuredData(URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory))
let cameras = try measured.cameras()
let lamps = try measured.lamps().filter { (1900...15_000).contains($0.temperatureAndTint.temperature) }
let references = try LightPopulation.references().filter {
  (1900...15_000).contains($0.temperatureAndTint.temperature)
}

/// How far off lights are found, by charts under some lights, and what the profile states there of any light.
struct Miss {
  let camera: Int
  let outside, mired, duv: Double
  let stated: (mired: Double, duv: Double)
}

func misses(_ charts: [CIEIlluminant], on lights: [LightPopulation.Light]) throws -> [Miss] {
  try cameras.enumerated().flatMap { number, camera in
    let calibration = try ChartCalibration(charts.map { try fit(camera.1, $0) })
    return lights.compactMap { light -> Miss? in
      let (response, truth) = (camera.1.response(to: light.spectrum), light.temperatureAndTint)
      guard response.isPositive, let outside = calibration.characterization.miredOutside(truth) else { return nil }
      let found = (try? calibration.characterization.light(forNeutral: response))?.temperatureAndTint
      let stated = calibration.uncertainty.errors(
        at: found ?? truth, miredOutside: found.flatMap(calibration.characterization.miredOutside) ?? outside)
      return Miss(
        camera: number, outside: outside, mired: found.map { abs($0.mired - truth.mired) } ?? .infinity,
        duv: found.map { abs($0.duv - truth.duv) } ?? .infinity, stated: (stated.mired, stated.duv))
    }
  }
}

let sets: [[CIEIlluminant]] = [
  [.a], [.d50], [.d65], [.ledB1], [.ledB3], [.fl2], [.fl11], [.a, .d65], [.a, .d50], [.d50, .d65], [.ledB1, .ledB4],
  [.fl12, .fl7], [.a, .d50, .ledB5],
]
print(
  "Lamps that no chart was read under, \(cameras.count) cameras: within one and two stated errors of any light, and the errors that"
)
print(
  "hold two thirds of them (cameras of even and odd number, and far from the lights), and far from the lights the root mean",
  "square of those stated.")
print()
print(
  "| charts under | mired: 1, 2 | Duv: 1, 2 | mired: near, even, odd; far; stated far | Duv | black bodies and daylight, mired: 1 |"
)
print("| --- | --- | --- | --- | --- | --- |")
for set in sets {
  let found = try misses(set, on: lamps)
  let (mired, duv) = (found.map { $0.mired / $0.stated.mired }, found.map { $0.duv / $0.stated.duv })
  let near = found.filter { $0.outside < 50 }
  let (even, odd) = (near.filter { $0.camera % 2 == 0 }, near.filter { $0.camera % 2 == 1 })
  let far = found.filter { $0.outside >= 100 }
  let smooth = try misses(set, on: references)
  print(
    "| \(set.map(\.rawValue).joined(separator: ", ")) | \(format(share(mired, within: 1), 2)), \(format(share(mired, within: 2), 2))",
    "| \(format(share(duv, within: 1), 2)), \(format(share(duv, within: 2), 2))",
    "| \([even, odd, far].map { format(quantile(0.683, $0.map(\.mired)), 1) }.joined(separator: ", ")),",
    "\(format(rootMeanSquare(far.map(\.stated.mired)), 1))",
    "| \([even, odd, far].map { format(quantile(0.683, $0.map(\.duv)), 4) }.joined(separator: ", ")),",
    "\(format(rootMeanSquare(far.map(\.stated.duv)), 4))",
    "| \(format(share(smooth.map { $0.mired / $0.stated.mired }, within: 1), 2)) |")
}

// The numbers that the limits are made of.
let lights: [CIEIlluminant] = [.a, .d50, .d65, .fl2, .fl11, .ledB1, .ledB3, .ledB5]
var differences: [Double] = []
var (right, wrong): ([Double], [Double]) = ([], [])
for (_, camera) in cameras {
  let fits = try lights.map { try fit(camera, $0) }
  differences += fits.map(\.meanCrossValidated)
  for (own, light) in zip(fits, lights) {
    for other in fits where other.light != own.light {
      let matrices = try ChartCalibration([other]).characterization
      guard let found = try? matrices.light(forNeutral: own.neutral).temperatureAndTint else { continue }
      right.append(abs(found.mired - own.light.temperatureAndTint.mired))
      for given in lights where given != light {
        let told = try CalibrationLight(name: "", spectrum: given.distribution).temperatureAndTint
        // Only lights that are 60 mired away from the right one can be told from it at all.
        if abs(told.mired - own.light.temperatureAndTint.mired) > 60 { wrong.append(abs(found.mired - told.mired)) }
      }
    }
  }
}
print()
print(
  "Mean CIEDE2000 of patches left out, right light: median \(format(quantile(0.5, differences), 2)), largest",
  "\(format(differences.max() ?? .nan, 2)).")
print(
  "A light by the chart under another, mired: 99 % below \(format(quantile(0.99, right), 1)), largest",
  "\(format(right.max() ?? .nan, 1)) of \(right.count); with a wrong light given, 60 mired and more away,",
  "\(format(100 * (1 - share(wrong, within: CalibrationLimits().lightsDisagree)), 1)) % beyond the limit.")
print("White off by a pedestal, D65 and A, median mired:")
for pedestal in [0.0025, 0.005, 0.01, 0.02, 0.03, 0.04] {
  let errors = try cameras.flatMap { _, camera in
    try [CIEIlluminant.a, .d65].map { illuminant -> Double in
      let clean = try ChartCalibration([fit(camera, illuminant)]).characterization
      let moved = try fit(camera, illuminant, pedestal: pedestal)
      let found = try clean.light(forNeutral: moved.neutral).temperatureAndTint
      return found.map { abs($0.mired - moved.light.temperatureAndTint.mired) } ?? .infinity
    }
  }
  print("  \(format(100 * pedestal, 2)) % of white: \(format(quantile(0.5, errors), 1))")
}

// Compares the white map with a DNG-style pair of matrices, for each camera, by medians over lamps that the map was not
// learnt from. The first argument is the repository, and a second one may follow. With `standard` the map learns from
// the CIE's lamps alone. With `learnt` it is asked for lamps that it has learnt, which shows what metamerism leaves.
// With `limit` it stands beside the Bayes estimate that knows the population.
import Calibration
import Colorimetry
import Foundation
import MeasuredData
import SpectralData
import WhiteBalance

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}

func format(_ value: Double, _ digits: Int) -> String { String(format: "%.\(digits)f", value) }

struct Figures {
  let duv, mired, referenceDuv, referenceMired: Double
  let lost: Int

  init(_ checks: [WhiteMapCalibration.Check], lamps: Set<String>) {
    let tested = checks.filter { lamps.contains($0.light.name) }
    // A device with gains up to 4 meets these lights.
    let references = checks.filter {
      $0.light.isReference && (2000...20_000).contains($0.light.temperatureAndTint.temperature)
    }
    duv = median(tested.map { abs($0.duv ?? .infinity) })
    mired = median(tested.map { abs($0.mired ?? .infinity) })
    referenceDuv = median(references.map { abs($0.duv ?? .infinity) })
    referenceMired = median(references.map { abs($0.mired ?? .infinity) })
    lost = tested.count { $0.duv == nil }
  }
}

let data = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let mode = CommandLine.arguments.dropFirst(2).first
let learnsStandard = mode == "standard"
let measured = try MeasuredData(data)
let lamps = try measured.lamps()
let cieLamps = try LightPopulation.cieLamps()
let references = try LightPopulation.references()
let population = LightPopulation(references + cieLamps + lamps)
let tested = Set((learnsStandard ? lamps : cieLamps + lamps).map(\.name))

if mode == "limit" {
  try printLimit(measured.cameras(), population, lamps: tested)
  exit(0)
}

print(
  "| camera | Duv: pair | map | ratio | mired: pair | map | ratio",
  "| black bodies and daylight, mired: pair | map | ratio |")
print("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
var ratios: [[Double]] = []
let clock = ContinuousClock()
var learning = Duration.zero
for (name, sensitivities) in try measured.cameras() {
  let pair = try MatrixCharacterization(lights: [
    measured.dngMatrix(sensitivities, .planck(temperature: 2856)),
    measured.dngMatrix(sensitivities, CIEIlluminant.d65.distribution),
  ])
  let start = clock.now
  let calibration = try WhiteMapCalibration(sensitivities, lights: population)
  learning += clock.now - start
  let checks =
    learnsStandard
    ? calibration.checks(by: try WhiteMapCalibration(sensitivities, lights: .standard()).characterization)
    : mode == "learnt" ? calibration.checks(by: calibration.characterization) : try calibration.checks()
  let map = Figures(checks, lamps: tested)
  let matrices = Figures(calibration.checks(by: pair), lamps: tested)
  let row = [map.duv / matrices.duv, map.mired / matrices.mired, map.referenceMired / matrices.referenceMired]
  ratios.append(row)
  print(
    "| \(name) | \(format(matrices.duv, 4)) | \(format(map.duv, 4)) | \(format(row[0], 2))",
    "| \(format(matrices.mired, 1)) | \(format(map.mired, 1)) | \(format(row[1], 2))",
    "| \(format(matrices.referenceMired, 3)) | \(format(map.referenceMired, 3)) | \(format(row[2], 2)) |"
      + (map.lost > 0 ? " \(map.lost) lamps without a temperature" : ""))
}
let columns = (0..<3).map { column in ratios.map { $0[column] } }
print(
  "Medians of the ratios: Duv \(format(median(columns[0]), 2)), mired \(format(median(columns[1]), 2)), black bodies and",
  "daylight \(format(median(columns[2]), 2)). Duv at most half for \(columns[0].count { $0 <= 0.5 }) of \(ratios.count)",
  "cameras, CCT no worse for \(columns[1].count { $0 <= 1 }), black bodies and daylight at most a quarter for",
  "\(columns[2].count { $0 <= 0.25 }). Learnt in \(learning / ratios.count) each.")

import Calibration
import Colorimetry
import Foundation
import WhiteBalance

/// The best estimate of a light from three responses where the population of lights is known.
///
/// What a device's matrix is off by is taken for a smooth random function of the neutral's warmth and tint, plus what
/// lamps of one neutral differ by (metamerism). The posterior mean of such a function (a Gaussian process) is the Bayes
/// estimate of least squared error; its kernel is the knowledge of the population. Here the kernel's two lengths and the
/// share of metamerism are chosen for each camera on the very lamps that are asked for, so that no estimator which has to
/// learn them from other lamps can count on doing as well. Each light is found without its own tenth of the lights, the same
/// as the map's.
///
/// Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, sections 2.2 and 5.4.2.
struct BayesLimit {
  /// The errors of the best kernel, by the names of lights: found less true.
  private(set) var errors: [String: (mired: Double, duv: Double)] = [:]

  /// - Parameters:
  ///   - asked: The names of the lights that the kernel is chosen by.
  ///   - noise: The share of a lamp's metamerism by which black bodies and daylight may be off.
  init(
    _ lights: [LightPopulation.Light], _ camera: SpectralSensitivities, matrix: MatrixCharacterization,
    slope: Double, asked: Set<String>, noise: Double
  ) {
    var samples: [Sample] = []
    for (index, light) in lights.enumerated() {
      let neutral = camera.response(to: light.spectrum)
      guard let found = try? matrix.light(causing: neutral).temperatureAndTint else { continue }
      let (red, green, blue) = (log(neutral.red), log(neutral.green), log(neutral.blue))
      let truth = light.temperatureAndTint
      samples.append(
        Sample(
          name: light.name, isReference: light.isReference,
          place: SIMD2(red - blue, red + blue - 2 * green - slope * (red - blue)),
          // As WhiteMapCalibration.checks() deals lights to ten parts.
          part: (light.isReference ? index : index / 8) % 10,
          offset: [found.mired - truth.mired, found.duv - truth.duv]))
    }
    var best: [[Double]] = [[], []]
    var least = [Double.infinity, .infinity]
    for lengths in Self.lengths {
      for share in Self.shares {
        guard let found = Self.errors(samples, lengths: lengths, share: share, referenceNoise: noise) else { continue }
        for target in 0..<2 {
          let squares = zip(samples, found[target]).filter { asked.contains($0.0.name) }.map { $0.1 * $0.1 }
          let mean = squares.reduce(0, +) / Double(squares.count)
          if mean < least[target] { (least[target], best[target]) = (mean, found[target]) }
        }
      }
    }
    for (index, sample) in samples.enumerated() { errors[sample.name] = (best[0][index], best[1][index]) }
  }

  private struct Sample {
    let name: String
    let isReference: Bool
    let place: SIMD2<Double>
    let part: Int
    let offset: SIMD2<Double>
  }

  /// In warmth and tint; a map's knots are 0.25 and 0.05 apart.
  private static let lengths: [SIMD2<Double>] = [0.2, 0.35, 0.6, 1, 1.8].flatMap { warmth in
    [0.03, 0.06, 0.12, 0.25, 0.5].map { SIMD2(warmth, $0) }
  }
  /// The variance of metamerism, in that of the smooth part.
  private static let shares = [0.003, 0.01, 0.03, 0.1, 0.3, 1]

  /// Returns what each target is still off by, for each sample found without its part.
  private static func errors(
    _ samples: [Sample], lengths: SIMD2<Double>, share: Double, referenceNoise: Double
  ) -> [[Double]]? {
    let count = samples.count
    var kernel = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        let distance = (samples[row].place - samples[column].place) / lengths
        let value = exp(-(distance * distance).sum() / 2)
        kernel[row * count + column] = value
        kernel[column * count + row] = value
      }
      kernel[row * count + row] += share * (samples[row].isReference ? referenceNoise * referenceNoise : 1) + 1e-9
    }
    guard let inverse = inverse(of: kernel, count) else { return nil }
    var results = [[Double]](repeating: [Double](repeating: 0, count: count), count: 2)
    for target in 0..<2 {
      let solved = (0..<count).map { row in
        (0..<count).reduce(0.0) { $0 + inverse[row * count + $1] * samples[$1].offset[target] }
      }
      for part in 0..<10 {
        let members = samples.indices.filter { samples[$0].part == part }
        // The residuals of a part that is left out are those of the whole through its block of the inverse.
        var block = members.flatMap { row in members.map { inverse[row * count + $0] } }
        var right = members.map { solved[$0] }
        guard eliminate(&block, &right) else { return nil }
        for (member, value) in zip(members, right) { results[target][member] = value }
      }
    }
    return results
  }

  private static func inverse(of matrix: [Double], _ count: Int) -> [Double]? {
    // Cholesky, and the inverse of its factor.
    var factor = matrix
    for column in 0..<count {
      for row in column..<count {
        var sum = factor[row * count + column]
        for index in 0..<column { sum -= factor[row * count + index] * factor[column * count + index] }
        if row == column {
          guard sum > 0 else { return nil }
          factor[row * count + row] = sum.squareRoot()
        } else {
          factor[row * count + column] = sum / factor[column * count + column]
        }
      }
    }
    var back = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      for row in column..<count {
        var sum = row == column ? 1.0 : 0
        for index in column..<row { sum -= factor[row * count + index] * back[column * count + index] }
        // Kept by columns, so that the loops run over neighbours.
        back[column * count + row] = sum / factor[row * count + row]
      }
    }
    var inverse = [Double](repeating: 0, count: count * count)
    for row in 0..<count {
      for column in 0...row {
        var sum = 0.0
        for index in row..<count { sum += back[row * count + index] * back[column * count + index] }
        inverse[row * count + column] = sum
        inverse[column * count + row] = sum
      }
    }
    return inverse
  }

  /// Solves a small system in place.
  private static func eliminate(_ matrix: inout [Double], _ right: inout [Double]) -> Bool {
    let count = right.count
    for pivot in 0..<count {
      let largest = (pivot..<count).max { abs(matrix[$0 * count + pivot]) < abs(matrix[$1 * count + pivot]) } ?? pivot
      guard matrix[largest * count + pivot] != 0 else { return false }
      if largest != pivot {
        for column in 0..<count { matrix.swapAt(largest * count + column, pivot * count + column) }
        right.swapAt(largest, pivot)
      }
      for row in 0..<count where row != pivot {
        let factor = matrix[row * count + pivot] / matrix[pivot * count + pivot]
        guard factor != 0 else { continue }
        for column in pivot..<count { matrix[row * count + column] -= factor * matrix[pivot * count + column] }
        right[row] -= factor * right[pivot]
      }
    }
    for row in 0..<count { right[row] /= matrix[row * count + row] }
    return true
  }
}

/// Prints the map beside the limit, for each camera.
func printLimit(
  _ measured: [(name: String, sensitivities: SpectralSensitivities)], _ population: LightPopulation, lamps: Set<String>
) throws {
  func rootMeanSquare(_ values: [Double]) -> Double {
    (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
  }
  print("| camera | Duv, rms: map | limit | ratio | mired, rms: map | limit | ratio | medians: Duv, mired |")
  print("| --- | --- | --- | --- | --- | --- | --- | --- |")
  var ratios: [[Double]] = []
  for (name, camera) in measured {
    let calibration = try WhiteMapCalibration(camera, lights: population)
    let leftOut = Set(calibration.leftOut.map(\.name))
    let limit = BayesLimit(
      population.lights.filter { !leftOut.contains($0.name) }, camera, matrix: calibration.characterization.matrices,
      slope: calibration.characterization.map.grid.slope, asked: lamps, noise: 0.1)
    let checks = try calibration.checks().filter { lamps.contains($0.light.name) && $0.mired != nil }
    let found = checks.compactMap { check in limit.errors[check.light.name].map { (check, $0) } }
    let duv = (found.map { $0.0.duv ?? 0 }, found.map(\.1.duv))
    let mired = (found.map { $0.0.mired ?? 0 }, found.map(\.1.mired))
    let row = [
      rootMeanSquare(duv.0) / rootMeanSquare(duv.1), rootMeanSquare(mired.0) / rootMeanSquare(mired.1),
      median(duv.0.map(abs)) / median(duv.1.map(abs)), median(mired.0.map(abs)) / median(mired.1.map(abs)),
    ]
    ratios.append(row)
    print(
      "| \(name) | \(format(rootMeanSquare(duv.0), 5)) | \(format(rootMeanSquare(duv.1), 5)) | \(format(row[0], 2))",
      "| \(format(rootMeanSquare(mired.0), 2)) | \(format(rootMeanSquare(mired.1), 2)) | \(format(row[1], 2))",
      "| \(format(row[2], 2)), \(format(row[3], 2)) |")
  }
  let middle = (0..<4).map { column in format(median(ratios.map { $0[column] }), 2) }
  print(
    "The map's error over the limit's, medians over \(ratios.count) cameras: rms of Duv \(middle[0]), of mired \(middle[1]);",
    "median of Duv \(middle[2]), of mired \(middle[3]). Within a tenth for Duv (rms):",
    "\(ratios.count { $0[0] <= 1.1 }), for mired: \(ratios.count { $0[1] <= 1.1 }).")
}

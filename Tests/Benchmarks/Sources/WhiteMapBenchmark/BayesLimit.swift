import Calibration
import Colorimetry
import Foundation
import WhiteBalance

/// The best estimate of a light from three responses where the population of lights is known.
///
/// The error of a device's matrix is taken for a smooth random function of the neutral's warmth and tint, plus what
/// lamps of one neutral differ by (metamerism). The posterior mean of such a function (a Gaussian process) is the Bayes
/// estimate of least squared error. Its kernel, two lengths and a share of metamerism, is the knowledge of the
/// population. Each light is found without its own tenth of the lights, the same as the map's.
///
/// The limit takes for each camera the kernel that is best on the very lamps that are asked for, so no estimator which
/// has to learn its kernel can count on doing as well. One that learns it takes what is best on the other cameras.
///
/// Source: Rasmussen and Williams 2006, Gaussian Processes for Machine Learning, sections 2.2 and 5.4.2.
struct BayesLimit {
  /// The root mean square and the median of the errors on the lamps that are asked for.
  struct Figures {
    var rootMeanSquare, median: Double
  }

  /// For mired and for Duv, the figures of each kernel.
  private(set) var figures: [[Figures]] = [[], []]

  /// - Parameters:
  ///   - asked: The names of the lamps that are asked for.
  ///   - referenceNoise: The share of a lamp's metamerism by which black bodies and daylight may be off.
  init(
    _ lights: [LightPopulation.Light], _ camera: SpectralSensitivities, matrix: MatrixCharacterization,
    slope: Double, asked: Set<String>, referenceNoise: Double
  ) {
    var samples: [Sample] = []
    for (index, light) in lights.enumerated() {
      let neutral = camera.response(to: light.spectrum)
      guard let found = try? matrix.light(forNeutral: neutral).temperatureAndTint else { continue }
      let (red, green, blue) = (log(neutral.red), log(neutral.green), log(neutral.blue))
      let truth = light.temperatureAndTint
      samples.append(
        Sample(
          isAsked: asked.contains(light.name), isReference: light.isReference,
          place: SIMD2(red - blue, red + blue - 2 * green - slope * (red - blue)),
          // WhiteMapCalibration.checks() divides lights into ten parts in the same way.
          part: (light.isReference ? index : index / 8) % 10,
          offset: [found.mired - truth.mired, found.duv - truth.duv]))
    }
    for lengths in Self.lengths {
      for share in Self.shares {
        let found = Self.errors(samples, lengths: lengths, share: share, referenceNoise: referenceNoise)
        for target in 0..<2 {
          let errors = found.map { errors in zip(samples, errors[target]).filter(\.0.isAsked).map { abs($0.1) } }
          figures[target].append(
            errors.map { Figures(rootMeanSquare: rootMeanSquare($0), median: median($0)) }
              ?? Figures(rootMeanSquare: .infinity, median: .infinity))
        }
      }
    }
  }

  /// The figures of the kernel that is best for this camera.
  func best(_ target: Int) -> Figures {
    figures[target].min { $0.rootMeanSquare < $1.rootMeanSquare } ?? Figures(rootMeanSquare: .nan, median: .nan)
  }

  /// The figures of the kernel that is best for other cameras: its errors are the least multiple of their own best.
  func learnt(_ target: Int, from others: [BayesLimit]) -> Figures {
    let kernel = figures[target].indices.min { first, second in
      func cost(_ kernel: Int) -> Double {
        others.reduce(0) { $0 + log($1.figures[target][kernel].rootMeanSquare / $1.best(target).rootMeanSquare) }
      }
      return cost(first) < cost(second)
    }
    return figures[target][kernel ?? 0]
  }

  private struct Sample {
    let isAsked, isReference: Bool
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

func rootMeanSquare(_ values: [Double]) -> Double {
  (values.reduce(0) { $0 + $1 * $1 } / Double(values.count)).squareRoot()
}

/// Prints the map beside the limit, for each camera.
func printLimit(
  _ measured: [(name: String, sensitivities: SpectralSensitivities)], _ population: LightPopulation, lamps: Set<String>
) throws {
  var limits: [BayesLimit] = []
  var maps: [[BayesLimit.Figures]] = []
  for (_, camera) in measured {
    let calibration = try WhiteMapCalibration(camera, lights: population)
    let unused = Set(calibration.unusedLights.map(\.name))
    limits.append(
      BayesLimit(
        population.lights.filter { !unused.contains($0.name) }, camera,
        matrix: calibration.characterization.matrices, slope: calibration.characterization.map.grid.slope,
        asked: lamps, referenceNoise: 0.1))
    let checks = try calibration.checks().filter { lamps.contains($0.light.name) && $0.mired != nil }
    maps.append(
      [checks.map { abs($0.mired ?? 0) }, checks.map { abs($0.duv ?? 0) }].map {
        BayesLimit.Figures(rootMeanSquare: rootMeanSquare($0), median: median($0))
      })
  }
  print("| camera | Duv, rms: map | limit | learnt | mired, rms: map | limit | learnt |")
  print("| --- | --- | --- | --- | --- | --- | --- |")
  var ratios: [[Double]] = []
  for (index, (name, _)) in measured.enumerated() {
    let others = limits.indices.filter { $0 != index }.map { limits[$0] }
    var cells: [String] = []
    var row: [Double] = []
    for (target, digits) in [(1, 5), (0, 2)] {
      let (map, best) = (maps[index][target], limits[index].best(target))
      let learnt = limits[index].learnt(target, from: others)
      cells += [map, best, learnt].map { format($0.rootMeanSquare, digits) }
      row += [
        map.rootMeanSquare / best.rootMeanSquare, map.rootMeanSquare / learnt.rootMeanSquare,
        map.median / best.median, map.median / learnt.median,
      ]
    }
    ratios.append(row)
    print("| \(name) | \(cells.joined(separator: " | ")) |")
  }
  for (quantity, column) in [("Duv", 0), ("mired", 4)] {
    let own = ratios.map { $0[column] }
    print(
      "\(quantity): the map's rms error is \(format(median(own), 2)) of the limit's (median camera), and within a tenth of it on",
      "\(own.count { $0 <= 1.1 }) of \(ratios.count); it is \(format(median(ratios.map { $0[column + 1] }), 2)) of the",
      "estimate's whose kernel was learnt from other cameras. By medians of lamps it is",
      "\(format(median(ratios.map { $0[column + 2] }), 2)) of the limit's and",
      "\(format(median(ratios.map { $0[column + 3] }), 2)) of the learnt one's.")
  }
}

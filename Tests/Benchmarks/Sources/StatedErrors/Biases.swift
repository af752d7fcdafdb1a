import Calibration
import Foundation
import WhiteBalance

/// The weight of a kind's mean in the mean of each of its nodes, as a number of lamps.
private let meanCount = 3.0

/// The sets that are learnt from. Most of NIST's lamps are among TM-30's of even number, and the CIE's are averages.
private let learntSets: Set = ["TM-30 odd", "RIT"]

/// Prints, for each node of a kind of lamp, the mean error of Duv of profiles of one sort, and the root mean square of
/// what is left without it. A lamp counts at its two nodes by its distance from them. The last column has the factors by
/// which these errors would have to be multiplied, so that 0.68 of the lamps are within one of them, and 0.95 within
/// two.
///
/// - Parameter table: The errors that such a profile states, which have the nodes.
func printBiases(_ rows: [Row], _ table: LightErrorTable) {
  print("| kind, mired | lamps | mean error of Duv | rms without it | of all: rms before, after | 68 %, half of 95 % |")
  print("| --- | --- | --- | --- | --- | --- |")
  for kind in [LightKind.phosphorLED, .fluorescent, .mixedLED, .discharge] {
    let own = rows.filter { $0.lamp.kind == kind && learntSets.contains($0.lamp.set) }
    let errors = own.map(\.ofKind.duv)
    guard let errorsOfKind = table.kinds[kind], !own.isEmpty else { continue }
    let places = errorsOfKind.nodes.map(\.reciprocalTemperature)
    let weights = own.map { parts(of: $0.lamp.light.temperatureAndTint.mired + $0.ofKind.mired, places) }
    let cameraCount = Double(Set(own.map(\.camera)).count)
    let mean = errors.reduce(0, +) / Double(own.count)
    let prior = meanCount * cameraCount
    func local(_ values: [Double], _ mean: Double) -> [Double] {
      places.indices.map { node in
        let sum = zip(values, weights).reduce(0.0) { $0 + $1.1[node] * $1.0 }
        let weight = weights.reduce(0.0) { $0 + $1[node] }
        return (sum + prior * mean) / (weight + prior)
      }
    }
    func at(_ nodes: [Double]) -> [Double] { weights.map { zip($0, nodes).reduce(0) { $0 + $1.0 * $1.1 } } }
    let biases = local(errors, mean)
    let left = zip(errors, at(biases)).map { $0 - $1 }
    let squares = left.map { $0 * $0 }
    let all = squares.reduce(0, +) / Double(squares.count)
    let roots = local(squares, all).map { $0.squareRoot() }
    let before = errors.reduce(0) { $0 + $1 * $1 } / Double(own.count)
    let ratios = zip(own, zip(left, at(roots))).map { row, errors in
      // As in a profile, errors are larger for a light near which few of the kind were learnt, and off the locus.
      let factor = row.ofKind.stated.isFamiliar ? 1 : LightErrors.unfamiliarFactor
      let away = abs(row.lamp.light.temperatureAndTint.duv + errors.0)
      let beyond = errorsOfKind.duvPerDuv * max(0, away - errorsOfKind.edge)
      let stated = factor * errors.1
      return abs(errors.0) / (stated * stated + beyond * beyond).squareRoot()
    }.sorted()
    func quantile(_ share: Double) -> Double { ratios[Int(share * Double(ratios.count))] }
    for (node, place) in places.enumerated() {
      let count = weights.reduce(0) { $0 + $1[node] } / cameraCount
      let ends =
        node > 0
        ? " | "
        : "\(format(before.squareRoot(), 5)), \(format(all.squareRoot(), 5)) | "
          + "\(format(quantile(0.68), 2)), \(format(quantile(0.95) / 2, 2))"
      print(
        "| \(kind.rawValue), \(format(place, 0)) | \(format(count, 1)) | \(format(biases[node], 5)) | "
          + "\(format(roots[node], 5)) | \(ends) |")
    }
  }
}

/// Prints, for each set of lamps, the root mean square of the error of Duv without and with the correction for the kind.
func printCorrected(_ rows: [Row]) {
  let kinds = [LightKind.phosphorLED, .fluorescent]
  print()
  print("| rms error of Duv, without and with the correction | \(kinds.map(\.rawValue).joined(separator: " | ")) |")
  print("| --- | --- | --- |")
  for set in Set(rows.map(\.lamp.set)).sorted() {
    let cells = kinds.map { kind -> String in
      let own = rows.filter { $0.lamp.set == set && $0.lamp.kind == kind }
      guard !own.isEmpty else { return "" }
      func rootMeanSquare(_ errors: [Double]) -> String {
        format((errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot(), 4)
      }
      return
        "\(rootMeanSquare(own.map(\.ofKind.duv))), \(rootMeanSquare(own.map { $0.ofKind.duv - $0.ofKind.stated.duvBias }))"
    }
    if cells.contains(where: { !$0.isEmpty }) { print("| \(set) | \(cells.joined(separator: " | ")) |") }
  }
}

/// Returns the parts of the nodes in a value that is linear between them and constant beyond.
private func parts(of mired: Double, _ places: [Double]) -> [Double] {
  var weights = places.map { _ in 0.0 }
  let above = places.firstIndex { $0 >= mired } ?? places.count
  if above == 0 || above == places.count {
    weights[min(above, places.count - 1)] = 1
  } else {
    let part = (mired - places[above - 1]) / (places[above] - places[above - 1])
    (weights[above - 1], weights[above]) = (1 - part, part)
  }
  return weights
}

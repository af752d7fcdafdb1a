import WhiteBalance

/// The number of parts that the lights of a kind are divided into.
private let partCount = 10

/// The sets whose lights count: measured ones, each light once. Of NIST's lamps 32 are TM-30's too, and the CIE's are
/// means of lamps.
private let measuredSets = ["TM-30", "LSPDD", "RIT", "Granada", "Stanford", "Singapore"]

/// How far off a light is found in one quantity, and what is stated.
private struct Found {
  let light: String
  let part, camera: Int
  let error, stated: Double
}

/// Prints how often lights are within the stated errors, as they are stated, and where the size of these errors is
/// chosen on other lights and other cameras.
///
/// The lights of a kind are divided into tenths in their order, so that neighbours in time and lamps of one series stay
/// together. For each tenth and each camera, the stated errors are multiplied by the factor that the other tenths need
/// on the other cameras: the geometric mean of the factor that holds 0.68 of them within one stated error, and of the
/// one that holds 0.95 within two.
func printLeftOut(_ rows: [Row]) {
  print("| kind | lights | white map: mired | Duv | charts under A and D65: mired | Duv |")
  print("| --- | --- | --- | --- | --- | --- |")
  for kind in LightKind.allCases where kind != .any {
    let own = rows.filter { row in
      row.lamp.kind == kind && measuredSets.contains { row.lamp.set.hasPrefix($0) }
    }
    var order: [String: Int] = [:]
    for row in own where order[name(row)] == nil { order[name(row)] = order.count }
    guard order.count >= partCount else { continue }
    var cells: [(stated: String, leftOut: String)] = []
    for way in ["map", "charts"] {
      for quantity in [\Answer.inMired, \.inDuv] {
        let found = own.filter { $0.way == way }.map { row in
          let (error, stated) = row.ofKind[keyPath: quantity]
          return Found(
            light: name(row), part: order[name(row), default: 0] * partCount / order.count, camera: row.camera,
            error: abs(error), stated: stated)
        }
        let factors = factorsOfOthers(found)
        cells.append(
          (
            cell(found.map { ($0.light, $0.error, $0.stated) }),
            cell(found.map { ($0.light, $0.error, $0.stated * factors[$0.camera][$0.part]) })
          ))
      }
    }
    for (title, texts) in [("as stated", cells.map(\.stated)), ("left out", cells.map(\.leftOut))] {
      print("| \(kind.rawValue), \(title) | \(order.count) | \(texts.joined(separator: " | ")) |")
    }
  }
}

private func name(_ row: Row) -> String { "\(row.lamp.set)/\(row.lamp.light.name)" }

extension Answer {
  /// The error in mired, and what is stated of it.
  fileprivate var inMired: (error: Double, stated: Double) { (mired, stated.mired) }
  /// The error of Duv that a correction for the kind leaves, and what is stated of it.
  fileprivate var inDuv: (error: Double, stated: Double) { (duv - stated.duvBias, stated.duv) }
}

/// Returns, for each camera and each part, the factor that the other parts need on the other cameras.
private func factorsOfOthers(_ found: [Found]) -> [[Double]] {
  let sizes = found.map { (size: $0.error / $0.stated, camera: $0.camera, part: $0.part) }.sorted { $0.size < $1.size }
  let cameraCount = 1 + (found.map(\.camera).max() ?? 0)
  return (0..<cameraCount).map { camera in
    (0..<partCount).map { part in
      let others = sizes.filter { $0.camera != camera && $0.part != part }
      func quantile(_ share: Double) -> Double { others[Int(share * Double(others.count))].size }
      return (quantile(0.68) * quantile(0.95) / 2).squareRoot()
    }
  }
}

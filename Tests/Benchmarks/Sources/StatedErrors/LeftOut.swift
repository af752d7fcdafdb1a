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
/// on the other cameras, or on those of other makers: the geometric mean of the factor that holds 0.68 of them within
/// one stated error, and of the one that holds 0.95 within two.
func printLeftOut(_ rows: [Row], _ cameras: [String]) {
  let makers = cameras.map { $0.prefix { $0 != " " } }
  print("| kind | lights | white map: mired | Duv | charts under A and D65: mired | Duv |")
  print("| --- | --- | --- | --- | --- | --- |")
  for kind in LightKind.allCases where kind != .any {
    let own = rows.filter { row in
      row.lamp.kind == kind && measuredSets.contains { row.lamp.set.hasPrefix($0) }
    }
    var order: [String: Int] = [:]
    for row in own where order[name(row)] == nil { order[name(row)] = order.count }
    guard order.count >= partCount else { continue }
    let columns = ["map", "charts"].flatMap { way in
      [\Answer.inMired, \.inDuv].map { quantity in
        own.filter { $0.way == way }.map { row in
          let (error, stated) = row.ofKind[keyPath: quantity]
          return Found(
            light: name(row), part: order[name(row), default: 0] * partCount / order.count, camera: row.camera,
            error: abs(error), stated: stated)
        }
      }
    }
    func printRow(_ title: String, _ cells: [String]) {
      print("| \(kind.rawValue), \(title) | \(order.count) | \(cells.joined(separator: " | ")) |")
    }
    printRow("as stated", columns.map { cell($0.map { ($0.light, $0.error, $0.stated) }) })
    printRow("cameras left out", columns.map { leftOut($0, cameras) })
    printRow("makers left out", columns.map { leftOut($0, makers) })
  }
}

private func name(_ row: Row) -> String { "\(row.lamp.set)/\(row.lamp.light.name)" }

extension Answer {
  /// The error in mired, and what is stated of it.
  fileprivate var inMired: (error: Double, stated: Double) { (mired, stated.mired) }
  /// The error of Duv that a correction for the kind leaves, and what is stated of it.
  fileprivate var inDuv: (error: Double, stated: Double) { (duv - stated.duvBias, stated.duv) }
}

/// Returns the shares and the ratio with errors whose size is chosen on the other parts and the other groups of cameras.
///
/// - Parameter groups: The group of each camera.
private func leftOut(_ found: [Found], _ groups: [some Hashable]) -> String {
  let sizes = found.map { (size: $0.error / $0.stated, group: groups[$0.camera], part: $0.part) }
    .sorted { $0.size < $1.size }
  let factors = Dictionary(
    uniqueKeysWithValues: Set(groups).map { group in
      let ofParts = (0..<partCount).map { part in
        let others = sizes.filter { $0.group != group && $0.part != part }
        func quantile(_ share: Double) -> Double { others[Int(share * Double(others.count))].size }
        return (quantile(0.68) * quantile(0.95) / 2).squareRoot()
      }
      return (group, ofParts)
    })
  return cell(found.map { ($0.light, $0.error, $0.stated * (factors[groups[$0.camera]]?[$0.part] ?? .nan)) })
}

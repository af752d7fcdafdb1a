import Colorimetry
import Foundation

/// The rows of the oracle's table that are real colours from 1000 to 100 000 K with |Duv| up to 0.05, and as many of
/// them in a fixed disorder as a measurement needs.
struct Points {
  struct Row {
    let given: TemperatureAndTint
    /// The chromaticity of `given`.
    let chromaticity: Chromaticity
    /// The values of the chromaticity after it was rounded to doubles.
    let temperature, duv: Double
  }

  let rows: [Row]

  init(table: URL) throws {
    let lines = try String(contentsOf: table, encoding: .utf8).split(separator: "\n").dropFirst()
    rows = lines.compactMap { line in
      let fields = line.split(separator: ",").map { Double($0) ?? .nan }
      let given = TemperatureAndTint(temperature: fields[0], duv: fields[1])
      let chromaticity = Chromaticity(x: fields[4], y: fields[5])
      let isStated = (1000...100_000).contains(given.temperature) && abs(given.duv) <= 0.05
      guard isStated && chromaticity.isReal else { return nil }
      return Row(given: given, chromaticity: chromaticity, temperature: 1e6 / fields[6], duv: fields[7])
    }
  }

  /// `count` rows in an order that no processor learns.
  func disorder(_ count: Int) -> [Row] {
    // Knuth's MMIX generator; its high bits are good.
    var state: UInt64 = 1931
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return rows[Int((state >> 33) % UInt64(rows.count))]
    }
  }
}

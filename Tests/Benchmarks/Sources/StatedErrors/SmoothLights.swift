import Colorimetry
import Foundation
import WhiteBalance

import struct Calibration.LightPopulation

/// The names of the sets.
private let (daylightSet, filamentSet) = (
  "daylight behind weak filters (computed)", "filament lamps behind weak filters (computed)"
)

/// Daylight and filament lamps behind green and magenta filters, such as window glass and leaves: smooth lights beside
/// the line of black bodies and daylight.
///
/// - Throws: An error where a light has no temperature.
func filteredSmoothLights() throws -> [Lamp] {
  let wavelengths = Array(stride(from: 380.0, through: 780, by: 5))
  // The filters are gaussians of density about 540 nm, which add up to a Duv of 0.011.
  func lamps(_ set: String, _ kind: LightKind, _ spectra: [(Double, SpectralDistribution)]) throws -> [Lamp] {
    try spectra.flatMap { temperature, spectrum in
      try [-0.06, -0.03, 0.03, 0.06, 0.09].map { density in
        let values = wavelengths.map { spectrum.value(at: $0) * exp(density * exp(-pow(($0 - 540) / 60, 2) / 2)) }
        return Lamp(
          set: set, kind: kind,
          light: try .init(
            name: "\(temperature) K, density \(-density)",
            spectrum: SpectralDistribution(wavelengths: wavelengths, values: values)))
      }
    }
  }
  let daylights = try [5000.0, 5500, 6500, 8000].map { ($0, try SpectralDistribution.daylight(temperature: $0)) }
  let filaments = try [2400.0, 2856, 3200].map { ($0, try SpectralDistribution.planck(temperature: $0)) }
  return try lamps(daylightSet, .daylight, daylights) + lamps(filamentSet, .incandescent, filaments)
}

/// Prints how far off white maps find daylight and filament lamps: as any light, and as lights of their kind.
func printSmoothLights(_ rows: [Row]) {
  func rootMeanSquare(_ errors: [Double]) -> Double {
    (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
  }
  var sets: [String] = []
  for row in rows where row.way == "map" && row.lamp.kind.isSmooth && !sets.contains(row.lamp.set) {
    sets.append(row.lamp.set)
  }
  print("Root mean squares of the errors of white maps.")
  print()
  print("| set | lights | as any light: mired | Duv | as their kind: mired | Duv |")
  print("| --- | --- | --- | --- | --- | --- |")
  for set in sets {
    for kind in LightKind.allCases where kind.isSmooth {
      let own = rows.filter { $0.way == "map" && $0.lamp.set == set && $0.lamp.kind == kind }
      guard !own.isEmpty else { continue }
      let cells = [\Row.ofAny, \.ofKind].flatMap { answer in
        [
          format(rootMeanSquare(own.map { $0[keyPath: answer].mired }), 2),
          format(rootMeanSquare(own.map { $0[keyPath: answer].duv }), 5),
        ]
      }
      print(
        "| \(set), \(kind.rawValue) | \(Set(own.map(\.lamp.light.name)).count) | \(cells.joined(separator: " | ")) |")
    }
  }
}

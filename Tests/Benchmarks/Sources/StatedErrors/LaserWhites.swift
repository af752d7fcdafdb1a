import Calibration
import Colorimetry

/// The name of the set.
let laserSet = "laser lines (computed)"

/// White of three laser lines, on the Planckian locus: lights unlike all that profiles were learnt from.
///
/// - Throws: An error where a mixture has no temperature.
func laserWhites() throws -> [Lamp] {
  let even = try SpectralDistribution(firstWavelength: 380, step: 1, values: Array(repeating: 1, count: 401))
  func line(_ nanometers: Int) throws -> SpectralDistribution {
    try SpectralDistribution(firstWavelength: 380, step: 1, values: (380...780).map { $0 == nanometers ? 1 : 0 })
  }
  var lamps: [Lamp] = []
  // Lasers that are sold for pictures and light: blue, green and red.
  for lines in [[445, 520, 638], [450, 532, 650], [465, 525, 630]] {
    let colors = try lines.map { TristimulusValues(of: try line($0), under: even) }
    let columns = colors.map { SIMD3($0.x, $0.y, $0.z) }
    for temperature in [2700.0, 3500, 4500, 5500, 6500] {
      let white = TristimulusValues(try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
      let power = solved(columns, SIMD3(white.x, white.y, white.z))
      let values = (380...780).map { nanometers -> Double in
        lines.firstIndex(of: nanometers).map { power[$0] } ?? 0
      }
      let spectrum = try SpectralDistribution(firstWavelength: 380, step: 1, values: values)
      let name = "\(lines[0]) \(lines[1]) \(lines[2]) nm of \(Int(temperature)) K"
      lamps.append(
        Lamp(set: laserSet, kind: .mixedLED, light: try LightPopulation.Light(name: name, spectrum: spectrum)))
    }
  }
  return lamps
}

/// Cramer's rule.
private func solved(_ columns: [SIMD3<Double>], _ right: SIMD3<Double>) -> [Double] {
  func determinant(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>) -> Double {
    a.x * (b.y * c.z - b.z * c.y) - b.x * (a.y * c.z - a.z * c.y) + c.x * (a.y * b.z - a.z * b.y)
  }
  let whole = determinant(columns[0], columns[1], columns[2])
  return (0..<3).map { place in
    var changed = columns
    changed[place] = right
    return determinant(changed[0], changed[1], changed[2]) / whole
  }
}

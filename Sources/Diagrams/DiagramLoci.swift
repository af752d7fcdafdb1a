package import Colorimetry
internal import NumericalMethods

/// The lines that every diagram has.
package enum DiagramLoci {
  /// The spectral locus from 380 to 700 nm. Beyond these ends the chromaticity hardly changes.
  static let spectral: [Chromaticity] = (380...700).map(monochromatic)

  static func monochromatic(_ nanometers: Int) -> Chromaticity {
    let values = CIE1931Observer.colorMatching[nanometers - CIE1931Observer.firstWavelength]
    return Chromaticity(TristimulusValues(x: values.x, y: values.y, z: values.z))
  }

  static let namedWavelengths = [700, 620, 600, 580, 560, 540, 520, 510, 500, 490, 480, 470, 380]

  /// The Planckian locus from 1000 K to infinity.
  static let planckian: [Chromaticity] = stride(from: 0.0, through: 1000, by: 5).compactMap {
    try? Chromaticity(TemperatureAndTint(temperature: 1e6 / $0, duv: 0))
  }

  /// The CIE's daylight locus from 4000 to 25 000 K.
  static let daylight: [Chromaticity] = stride(from: 40.0, through: 250, by: 5).compactMap {
    try? Chromaticity.daylight(temperature: 1e6 / $0)
  }

  static func isothermTemperatures(_ window: ChromaticityDiagram.Window) -> [Double] {
    switch window {
    case .whole: [1000, 1500, 2000, 2500, 3000, 4000, 5000, 6500, 10_000, .infinity]
    case .lights: [2000, 2500, 3000, 3500, 4000, 5000, 6000, 7000, 8000, 10_000, 15_000, 25_000]
    }
  }

  /// Returns the ends of an isotherm, the lower one first: lights of one temperature up to a Duv of 0.05 on either
  /// side, as far as they are colours. It is a straight line.
  static func isotherm(_ temperature: Double) -> [Chromaticity] {
    [-reach, reach].compactMap { reach in
      func light(_ share: Double) -> Chromaticity? {
        try? Chromaticity(TemperatureAndTint(temperature: temperature, duv: share * reach))
      }
      if let end = light(1), isColor(end) { return end }
      return light(bisectedEdge(from: 0, to: 1, steps: bisections) { light($0).map(isColor) ?? false })
    }
  }

  private static let reach = 0.05
  /// The number of bisections, which give a millionth of u and v, far below what is visible.
  private static let bisections = 16

  /// Returns the parts of a closed line that the spectral locus and the line of purples enclose. A part that is closed
  /// ends where it begins.
  ///
  /// - Parameter corners: The corners of the line, which is interrupted at `nil`.
  package static func outline(_ corners: [Chromaticity?]) -> [[Chromaticity]] {
    // A line that is interrupted begins behind an interruption.
    let gap = corners.firstIndex(of: nil)
    let ring = gap.map { corners[$0...] + corners[..<$0] } ?? corners + corners.prefix(1)
    return colors(of: Array(ring)).split(separator: nil).map { $0.compactMap { $0 } }
  }

  /// Returns the parts of a line that the spectral locus and the line of purples enclose, with the places where it
  /// crosses them.
  ///
  /// - Parameter line: The corners of the line, which is interrupted at `nil`.
  static func colors(of line: [Chromaticity?]) -> [Chromaticity?] {
    var result: [Chromaticity?] = []
    let line = line.map { light in light.flatMap { ($0.x + $0.y).isFinite ? $0 : nil } }
    for (last, next) in zip([nil] + line, line) {
      let isNext = next.map(isColor) ?? false
      if let last, let next, isColor(last) != isNext {
        let (inside, outside) = isNext ? (next, last) : (last, next)
        func light(_ share: Double) -> Chromaticity {
          Chromaticity(x: inside.x + share * (outside.x - inside.x), y: inside.y + share * (outside.y - inside.y))
        }
        result.append(light(bisectedEdge(from: 0, to: 1, steps: bisections) { isColor(light($0)) }))
      }
      result.append(isNext ? next : nil)
    }
    return result
  }

  /// Returns whether the spectral locus and the line of purples enclose the light.
  package static func isColor(_ light: Chromaticity) -> Bool {
    var isInside = false
    var last = spectral[spectral.count - 1]
    for corner in spectral {
      if (corner.y > light.y) != (last.y > light.y),
        light.x < corner.x + (light.y - corner.y) / (last.y - corner.y) * (last.x - corner.x)
      {
        isInside.toggle()
      }
      last = corner
    }
    return isInside
  }

  static func illuminants(_ window: ChromaticityDiagram.Window) -> [(name: String, light: Chromaticity)] {
    var illuminants: [(String, Chromaticity)] = [("A", .a), ("D65", .d65), ("D50", .d50), ("E", .e)]
    if window == .lights {
      illuminants += [("D75", .d75), ("D55", .d55)]
      illuminants += [CIEIlluminant.fl2, .fl7, .fl11].map { ($0.rawValue, Chromaticity($0.distribution)) }
    }
    return illuminants
  }
}

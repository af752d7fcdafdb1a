import Colorimetry
import DeviceProfiles
import RawFrames
import WhiteBalance

/// Repeatable random numbers. Source: Steele, Lea and Flood 2014, SplitMix64, doi:10.1145/2660193.2660195.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

extension DeviceProfile {
  /// A profile with every field drawn: real cameras, and numbers with all their digits, great and small.
  static func random(lights: Int, using generator: inout SeededGenerator) throws -> DeviceProfile {
    var profile = DeviceProfile(
      identity: DeviceIdentity(
        manufacturer: Bool.random(using: &generator) ? .random(using: &generator) : nil,
        model: "M" + .random(using: &generator),
        unit: Bool.random(using: &generator) ? .random(using: &generator) : nil),
      characterization: .matrices(try .random(lights: lights, using: &generator)),
      gainRange: try GainRange(maximum: .random(in: 1...64, using: &generator)), provenance: .random(using: &generator))
    if Bool.random(using: &generator) {
      let black = (0..<4).map { _ in Double.random(in: 0...4096, using: &generator) }
      profile.levels = try SampleLevels(
        black: BayerValues(red: black[0], greenOnRedRow: black[1], greenOnBlueRow: black[2], blue: black[3]),
        white: BayerValues(repeating: .random(in: 4097...65535, using: &generator)),
        blackError: BayerValues(repeating: Bool.random(using: &generator) ? 0 : .random(in: 0...9, using: &generator)))
    }
    if Bool.random(using: &generator) {
      profile.uncertainty = try CharacterizationUncertainty(
        mired: .random(in: 0...20, using: &generator), duv: .random(in: 0...0.01, using: &generator),
        miredPerMired: Bool.random(using: &generator) ? 0 : .random(in: 0...1, using: &generator),
        duvPerMired: .random(in: 0...1e-4, using: &generator))
    }
    if Bool.random(using: &generator) {
      profile.balancedLight = Chromaticity(
        x: .random(in: 0.2...0.4, using: &generator), y: .random(in: 0.2...0.5, using: &generator))
    }
    if Bool.random(using: &generator) {
      profile.creationDate = try CreationDate(
        year: .random(in: 1900...9999, using: &generator), month: .random(in: 1...12, using: &generator),
        day: .random(in: 1...28, using: &generator), hour: .random(in: 0...23, using: &generator),
        minute: .random(in: 0...59, using: &generator), second: .random(in: 0...59, using: &generator))
    }
    return profile
  }

  /// The same with a white map added, every number drawn.
  static func randomWhiteMap(using generator: inout SeededGenerator) throws -> DeviceProfile {
    var profile = try random(lights: .random(in: 1...2, using: &generator), using: &generator)
    let grid = WhiteMap.Grid(
      slope: .random(in: -1...1, using: &generator),
      origin: SIMD2(.random(in: -3...3, using: &generator), .random(in: -3...3, using: &generator)),
      spacing: SIMD2(.random(in: 0.01...1, using: &generator), .random(in: 0.01...1, using: &generator)),
      warmthCount: .random(in: 1...9, using: &generator), tintCount: .random(in: 1...9, using: &generator))
    let values = (0..<2).map { _ in
      (0..<grid.warmthCount * grid.tintCount).map { _ in Double.random(in: -0.45...0.45, using: &generator) }
    }
    profile.characterization = .whiteMap(
      WhiteMapCharacterization(
        matrices: try profile.matrices ?? .random(lights: 1, using: &generator),
        map: try WhiteMap(grid: grid, warmth: values[0], tint: values[1]),
        calibratedTemperatures: Bool.random(using: &generator) ? .random(in: 1000...2000, using: &generator)...6e4 : nil
      ))
    return profile
  }

  var matrices: MatrixCharacterization? {
    if case .matrices(let matrices) = characterization { matrices } else { nil }
  }

  var table: LookUpTableCharacterization? {
    guard case .lookUpTable(let table) = characterization else { return nil }
    return table
  }
}

extension MatrixCharacterization {
  /// A real camera's matrix (Canon EOS 5D under D65, as in DNG) with every entry moved a little, for each of the
  /// lights, in some scale.
  static func random(lights count: Int, using generator: inout SeededGenerator) throws -> MatrixCharacterization {
    let camera = [0.6347, -0.0479, -0.0972, -0.8297, 1.5954, 0.248, -0.1968, 0.2131, 0.7649]
    let scales: [Double] = [1e-90, 1e-3, 1, 1e6, 1e90]
    let scale = scales.randomElement(using: &generator) ?? 1
    let lights = (0..<count).map { index in
      let entries = camera.map { scale * ($0 + .random(in: -0.02...0.02, using: &generator)) }
      let temperature =
        index == 0 && Int.random(in: 0..<8, using: &generator) == 0
        ? Double.infinity : .random(in: 2500...20000, using: &generator)
      return CalibratedLight(
        temperature: temperature,
        duv: Bool.random(using: &generator) ? nil : .random(in: -0.01...0.01, using: &generator),
        matrix: Matrix3x3(
          rows: [entries[0], entries[1], entries[2]], [entries[3], entries[4], entries[5]],
          [entries[6], entries[7], entries[8]]))
    }
    let unit = (0..<3).map { _ in Double.random(in: 0.5...2, using: &generator) }
    return try MatrixCharacterization(
      lights: lights, unitResponse: LinearRGB(red: unit[0], green: unit[1], blue: unit[2]))
  }

  /// The bits of every number, for a comparison that takes -0 and 0 for two.
  var bits: [UInt64] {
    var numbers: [Double] = [unitResponse.red, unitResponse.green, unitResponse.blue]
    for light in lights { numbers += [light.temperature, light.duv ?? .nan] + light.matrix.entries }
    return numbers.map(\.bitPattern)
  }
}

extension String {
  static func random(using generator: inout SeededGenerator) -> String {
    let characters: [Character] = [
      "a", "Z", "0", " ", "é", "e\u{301}", "ß", "相", "機", "😀", "\n", "\r\n", "\"", "=", "\u{feff}",
    ]
    return String(
      (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
        characters.randomElement(using: &generator)
      })
  }
}

internal import Colorimetry

/// The light sources that EXIF and DNG number.
enum DNGIlluminant {
  /// The temperatures of the sources, in kelvin.
  ///
  /// Source: EXIF 2.3, LightSource. Where EXIF gives a range for a fluorescent lamp, it is the middle, as in Adobe's
  /// DNG SDK. The SDK uses 2850 K for A, which is 2856 K, and rounds the temperatures of daylight. The same values are
  /// used here, so that a file has the same meaning.
  static let temperatures: [Int: Double] = [
    1: 5500, 2: 4150, 3: 2850, 4: 5500, 9: 5500, 10: 6500, 11: 7500, 12: 6400, 13: 5050, 14: 4150, 15: 3525, 16: 2925,
    17: 2850, 18: 5500, 19: 6500, 20: 5500, 21: 6500, 22: 7500, 23: 5000, 24: 3200,
  ]

  /// The number of illuminant A.
  static let standardA = 17
  /// The number of a light that IlluminantData describes.
  static let other = 255

  /// A source that can be written, with its white.
  struct Standard {
    let code: Int
    let white: Chromaticity
    var temperature: Double { DNGIlluminant.temperatures[code] ?? .nan }
  }

  /// The sources that can be written, from the coldest.
  static let standards = [
    Standard(code: standardA, white: .a), Standard(code: 23, white: .d50), Standard(code: 20, white: .d55),
    Standard(code: 21, white: .d65), Standard(code: 22, white: .d75),
  ]

  /// The Duv of a source, where its number stands for one of the CIE's illuminants; `nil` for other sources.
  static func duv(of code: Int) -> Double? {
    standards.first { $0.code == code }.flatMap { try? TemperatureAndTint($0.white).duv }
  }

  /// Returns the source that can be written and is nearest in mired.
  static func nearest(to temperature: Double) -> Standard {
    func distance(_ standard: Standard) -> Double { abs(1e6 / standard.temperature - 1e6 / temperature) }
    return standards.dropFirst().reduce(standards[0]) { distance($1) < distance($0) ? $1 : $0 }
  }
}

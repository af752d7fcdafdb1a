import Calibration
import Colorimetry
import TestSupport
import Testing
import WhiteBalance

/// A ColorChecker in front of a camera of known sensitivities.
struct SimulatedChart {
  let light: CalibrationLight
  /// The camera's response to a perfect white.
  let neutral: LinearRGB
  var readings: [ChartReading]

  static let reference = ChartReference.colorChecker24

  init(_ light: CalibrationLight, on sensitivities: SpectralSensitivities) throws {
    let spectrum = try #require(light.spectrum)
    self.light = light
    let white = sensitivities.response(to: spectrum)
    // The lightest channel of white at 0.9 of the scale.
    let scale = 0.9 / max(white.red, white.green, white.blue)
    neutral = white.scaled(by: scale)
    readings = try Self.reference.patches.map { patch in
      guard case .reflectance(let reflectance) = patch.color else { throw NotSpectral() }
      return ChartReading(
        patch: patch.name, response: sensitivities.response(to: spectrum, reflectance: reflectance).scaled(by: scale))
    }
  }

  struct NotSpectral: Error {}

  func fit() throws(CalibrationError) -> ChartFit {
    try ChartFit(readings: readings, reference: Self.reference, light: light)
  }

  /// With one reading in place of another.
  func replacing(_ patch: String, _ change: (LinearRGB) -> LinearRGB, isClipped: Bool = false) -> SimulatedChart {
    var chart = self
    chart.readings = readings.map {
      $0.patch == patch
        ? ChartReading(patch: $0.patch, response: change($0.response), isClipped: isClipped) : $0
    }
    return chart
  }

  func without(_ patches: String...) -> SimulatedChart {
    var chart = self
    chart.readings.removeAll { patches.contains($0.patch) }
    return chart
  }

  static func canon(_ illuminant: CIEIlluminant = .d65) throws -> SimulatedChart {
    try SimulatedChart(
      CalibrationLight(name: illuminant.rawValue, spectrum: illuminant.distribution), on: .canon5DMarkII())
  }
}

extension LinearRGB {
  func scaled(by factor: Double) -> LinearRGB {
    LinearRGB(red: factor * red, green: factor * green, blue: factor * blue)
  }

  /// The largest relative difference of a channel.
  func relativeDifference(from other: LinearRGB) -> Double {
    largest(abs(red / other.red - 1), abs(green / other.green - 1), abs(blue / other.blue - 1))
  }
}

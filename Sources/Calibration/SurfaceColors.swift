internal import Colorimetry
internal import WhiteBalance

/// The matrices of a device with known sensitivities for the surfaces of a ColorChecker under the CIE's A, D50 and D65.
///
/// They keep white and minimize the sum of squared CIEDE2000 differences, like those that are fitted to a chart.
enum SurfaceColors {
  /// Returns a matrix for each light, or `nil` where the device cannot distinguish the surfaces.
  static func matrices(of sensitivities: SpectralSensitivities) -> MatrixCharacterization? {
    var lights: [MatrixCharacterization.CalibratedLight] = []
    for illuminant in [CIEIlluminant.a, .d50, .d65] {
      guard let light = try? light(illuminant, sensitivities) else { return nil }
      lights.append(light)
    }
    // The largest entry is scaled to 1 for readability.
    let scale = 1 / (lights.flatMap(\.matrix.entries).map(abs).max() ?? 1)
    return try? MatrixCharacterization(
      lights: lights.map { .init(temperature: $0.temperature, duv: $0.duv, matrix: $0.matrix * scale) })
  }

  private static func light(
    _ illuminant: CIEIlluminant, _ sensitivities: SpectralSensitivities
  ) throws(CalibrationError) -> MatrixCharacterization.CalibratedLight? {
    let spectrum = illuminant.distribution
    let light = try CalibrationLight(name: illuminant.rawValue, spectrum: spectrum)
    let neutral = sensitivities.response(to: spectrum).vector
    let (colors, _) = try ChartReference.colorChecker24.colors(under: light)
    var samples: [(balanced: SIMD3<Double>, color: SIMD3<Double>)] = []
    for (patch, color) in zip(ChartReference.colorChecker24.patches, colors) {
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      samples.append((sensitivities.response(to: spectrum, reflectance: reflectance).vector / neutral, color))
    }
    let weights = [Double](repeating: 1, count: samples.count)
    let matrix = WhitePreservingMatrix(white: light.white.vector, samples: samples, weights: weights)?
      .refined(samples, weights: weights).matrix
    // The matrix is for a light of Y = 1, so that those of all lights have one scale.
    let response = neutral / TristimulusValues(spectrum).y
    guard let toDevice = matrix.map({ Matrix3x3(diagonal: response) * $0.inverse }), toDevice.isFinite else {
      return nil
    }
    return .init(
      temperature: light.temperatureAndTint.temperature, duv: light.temperatureAndTint.duv, matrix: toDevice)
  }
}

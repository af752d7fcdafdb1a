internal import Colorimetry
public import WhiteBalance

/// A device's characterization by charts under one light or several.
public struct ChartCalibration: Hashable, Sendable {
  /// By rising temperature.
  public let fits: [ChartFit]
  public let characterization: MatrixCharacterization
  /// Of the lights together; those of each light are in its fit.
  public let warnings: [CalibrationWarning]

  /// - Throws: ``CalibrationError/characterization(_:)`` where two lights have one temperature, or their matrices do not
  ///   go together.
  public init(_ fits: [ChartFit]) throws(CalibrationError) {
    do throws(WhiteBalanceError) {
      characterization = try MatrixCharacterization(lights: fits.map(\.calibratedLight))
    } catch {
      throw .characterization(error)
    }
    self.fits = fits.sorted { $0.light.temperatureAndTint.temperature < $1.light.temperatureAndTint.temperature }
    let temperatures = self.fits.map(\.light.temperatureAndTint.temperature)
    var warnings: [CalibrationWarning] = []
    if temperatures.count == 1 { warnings.append(.oneLight(temperature: temperatures[0])) }
    for (low, high) in zip(temperatures, temperatures.dropFirst()) {
      let mired = 1e6 / low - 1e6 / high
      if mired < Self.closeMired { warnings.append(.closeLights(low, high, mired: mired)) }
    }
    self.warnings = warnings
  }

  /// 6500 K from 5000 K: an error of a matrix is more than doubled beyond lights that are closer.
  static let closeMired = 46.0
}

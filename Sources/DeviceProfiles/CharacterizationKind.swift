package import Colorimetry
package import WhiteBalance

/// The requirements on a kind of characterization that a profile holds.
package protocol CharacterizationKind: DeviceCharacterization {
  /// The name of the kind, as people read it.
  static var kindName: String { get }

  /// The lights that the device was calibrated under. A light whose Duv is not known is taken for a black body.
  var calibratedLights: [TemperatureAndTint] { get }

  /// The matrices that come nearest to the characterization, or `nil` where it has none.
  var nearestMatrices: MatrixCharacterization? { get }

  /// The matrices that describe this device's colours, or `nil` where it has none, or those of another device.
  var colorMatrices: MatrixCharacterization? { get }

  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a channel's response times its factor is outside
  ///   of 1e-6 to 1e6, or, for a gain curve, not finite and above 0, or the kind cannot be scaled.
  func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization
}

extension CharacterizationKind {
  /// The nearest matrices.
  package var colorMatrices: MatrixCharacterization? { nearestMatrices }
}

extension MatrixCharacterization: CharacterizationKind {
  package static var kindName: String { "matrices" }

  package var calibratedLights: [TemperatureAndTint] { lights.map(\.light) }

  package var nearestMatrices: MatrixCharacterization? { self }

  package func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    .matrices(try scaled(by: factors))
  }
}

extension WhiteMapCharacterization: CharacterizationKind {
  package static var kindName: String { "white map" }

  /// The lights of the colour matrices, or of the map's matrix where there are none. The map's matrix was fitted to
  /// many lights, and its stated light is not one of them.
  package var calibratedLights: [TemperatureAndTint] { (colors ?? matrices).calibratedLights }

  package var nearestMatrices: MatrixCharacterization? { colors ?? matrices }

  package func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    .whiteMap(try scaled(by: factors))
  }
}

extension GainCurveCharacterization: CharacterizationKind {
  package static var kindName: String { "gain curve" }

  package var calibratedLights: [TemperatureAndTint] {
    points.map { TemperatureAndTint(temperature: $0.temperature, duv: $0.duv) }
  }

  package var nearestMatrices: MatrixCharacterization? { matrices }

  /// The result is `nil`, because the matrices of a gain curve come from another camera. They give this device's
  /// lights, but not its colours.
  package var colorMatrices: MatrixCharacterization? { nil }

  package func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    .gainCurve(try scaled(by: factors))
  }
}

extension TemperatureCurveCharacterization: CharacterizationKind {
  package static var kindName: String { "temperature curve" }

  package var calibratedLights: [TemperatureAndTint] { matrices.calibratedLights }

  package var nearestMatrices: MatrixCharacterization? { matrices }

  /// Without matrices of colours, those at the points are another camera's.
  package var colorMatrices: MatrixCharacterization? { colors.isEmpty ? nil : matrices }

  package func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    .temperatureCurve(try scaled(by: factors))
  }
}

extension LookUpTableCharacterization: CharacterizationKind {
  package static var kindName: String { "look-up table" }

  /// The light that the table was made for, where it has a temperature.
  package var calibratedLights: [TemperatureAndTint] { [try? TemperatureAndTint(adoptedLight)].compactMap(\.self) }

  package var nearestMatrices: MatrixCharacterization? { nil }

  package func characterization(scaledBy factors: LinearRGB) throws(WhiteBalanceError) -> ProfileCharacterization {
    throw .invalidCharacterization(.lookUpTableNotScalable)
  }
}

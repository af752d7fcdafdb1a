internal import Colorimetry
internal import NumericalMethods
package import WhiteBalance

extension LibcameraTuning {
  /// Returns the sensor's curve with its matrices of colours, and a warning for what they express differently.
  ///
  /// The characterization's ratios and colours at a temperature are those of libcamera's own arithmetic, to the last
  /// bit. `sensitivity_r` and `sensitivity_b` become the response of this unit, as libcamera's AWB applies them.
  ///
  /// - Throws: ``ExchangeError/characterization(_:)`` where the numbers form no characterization.
  package func characterization() throws(ExchangeError) -> (
    TemperatureCurveCharacterization, warnings: [ExchangeWarning]
  ) {
    var warnings: [ExchangeWarning] = []
    if matrices.isEmpty {
      warnings.append(
        ExchangeWarning(
          code: .noColors, text: "there is no rpi.ccm: lights beside the curve are seen as a typical camera would"))
    }
    let offset =
      matrices.flatMap { entry in
        let rows = entry.matrix * [1, 1, 1] - [1, 1, 1]
        return [rows.min().magnitude, rows.max().magnitude]
      }.max() ?? 0
    if offset > Self.roundedRows {
      warnings.append(
        ExchangeWarning(
          code: .rowSums,
          text:
            "rows of rpi.ccm add up to 1 only within \(offset.fixed(decimals: 5)); they are scaled, so that white stays white"
        ))
    }
    do throws(WhiteBalanceError) {
      let characterization = try TemperatureCurveCharacterization(
        points: curve.map { .init(temperature: $0.temperature, redRatio: $0.red, blueRatio: $0.blue) },
        colors: matrices.map { .init(temperature: $0.temperature, matrix: $0.matrix) },
        unitResponse: LinearRGB(red: 1 / redSensitivity, green: 1, blue: 1 / blueSensitivity))
      return (characterization, warnings)
    } catch {
      throw .characterization(error)
    }
  }

  /// The largest deviation of a row's sum from 1 due to rounding. The files have five decimals, and three entries may
  /// be off by half a unit.
  private static let roundedRows = 2e-5
}

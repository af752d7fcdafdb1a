internal import Colorimetry
internal import DeviceProfiles
internal import WhiteBalance

/// The matrix from a frame's samples, black subtracted, to linear sRGB under the camera's present white balance.
struct PreviewMatrix: Equatable {
  /// Rows of red, green and blue.
  let rows: [SIMD3<Float>]

  /// Creates the matrix of a frame.
  ///
  /// A surface that the gains make neutral is gray in the picture, and one at the white level is white. Where the
  /// profile has no colours, or no light for the gains, the device's primaries are shown as sRGB's.
  ///
  /// - Parameters:
  ///   - applied: The gains that the device has multiplied the samples by.
  ///   - software: The gains still to be applied.
  ///   - profile: The profile of the device; `nil` where it is not known.
  init(applied: WhiteBalanceGains, software: WhiteBalanceGains, profile: DeviceProfile?) {
    let balance = Matrix3x3(diagonal: software.vector)
    let gains = WhiteBalanceGains(
      red: applied.red * software.red, green: applied.green * software.green, blue: applied.blue * software.blue)
    let developed = profile.flatMap { Self.development(of: gains, $0) } ?? Matrix3x3(diagonal: [1, 1, 1])
    let matrix = developed * balance
    rows = (0..<3).map { row in
      SIMD3<Float>(Float(matrix[row, 0]), Float(matrix[row, 1]), Float(matrix[row, 2]))
    }
  }

  /// Returns the matrix from balanced samples to linear sRGB, in which equal samples stay equal.
  private static func development(of gains: WhiteBalanceGains, _ profile: DeviceProfile) -> Matrix3x3? {
    guard gains.isPositive, let characterization = profile.characterization.colors,
      let light = try? characterization.chromaticity(for: gains),
      let developed = SRGB.matrix(from: characterization, under: light)
    else { return nil }
    let matrix = developed * Matrix3x3(diagonal: 1 / gains.vector)
    let neutral = matrix * SIMD3(1, 1, 1)
    guard matrix.isFinite, neutral.min() > 0 else { return nil }
    return Matrix3x3(diagonal: 1 / neutral) * matrix
  }
}

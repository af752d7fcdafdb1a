internal import CLittleCMS
internal import Colorimetry
internal import DeviceProfiles
internal import WhiteBalance

/// A characterization in the standard tags of a matrix profile: one light, rounded to 1.5e-5, for RGB that is already
/// balanced for that light.
struct StandardTags {
  /// The matrix from balanced RGB to the connection space. Its columns add up to the space's white.
  let colorants: Matrix3x3
  /// The matrix from XYZ under the light to the connection space.
  let adaptation: Matrix3x3

  /// Creates the tags for the calibrated light that is nearest to D50 in mired.
  init(_ matrices: MatrixCharacterization) throws(ProfileError) {
    let light = try Self.lightNearestD50(matrices)
    let white: TristimulusValues
    do throws(ColorimetryError) {
      white = TristimulusValues(try Chromaticity(light.light))
    } catch {
      throw .characterization(.colorimetry(error))
    }
    let response = light.matrix * [white.x, white.y, white.z]
    guard LinearRGB(response).isPositive else {
      throw .characterization(.noPositiveResponse(Chromaticity(white), LinearRGB(response)))
    }
    adaptation = ConnectionSpace.adaptation(from: white, to: ConnectionSpace.white)
    // The unit's own response cancels, because balanced RGB does not contain it.
    colorants = adaptation * light.matrix.inverse * Matrix3x3(diagonal: response)
    for value in colorants.entries + adaptation.entries where !(abs(value) < Self.fixedPointLimit) {
      throw .unwritableColorant(value)
    }
  }

  /// The limit of numbers with 15 bits before the point and a sign (s15Fixed16Number; ICC.1:2022, chapter 4). Larger
  /// ones would overflow in LittleCMS's conversion to such numbers.
  private static let fixedPointLimit = 32768.0

  private static func lightNearestD50(
    _ matrices: MatrixCharacterization
  ) throws(ProfileError) -> MatrixCharacterization.CalibratedLight {
    let target: Double
    do throws(ColorimetryError) { target = try TemperatureAndTint(.d50).mired } catch {
      throw .characterization(.colorimetry(error))
    }
    func distance(_ light: MatrixCharacterization.CalibratedLight) -> Double { abs(1e6 / light.temperature - target) }
    return matrices.lights.dropFirst().reduce(matrices.lights[0]) { distance($1) < distance($0) ? $1 : $0 }
  }

  func write(to profile: borrowing LittleCMSProfile) throws(ProfileError) {
    let white = ConnectionSpace.white
    try profile.write(cmsSigMediaWhitePointTag, [white.x, white.y, white.z])
    try profile.write(cmsSigChromaticAdaptationTag, adaptation)
    for (column, tag) in Self.colorantTags.enumerated() {
      try profile.write(tag, [colorants[0, column], colorants[1, column], colorants[2, column]])
    }
    try profile.writeLinearToneCurves()
  }

  static let colorantTags = [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag]
}

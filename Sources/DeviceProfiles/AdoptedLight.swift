internal import CLittleCMS
internal import Colorimetry

/// The light that a profile was made for, as its tags tell: the way from its connection space back to XYZ under that
/// light, in the sense of ICC's absolute colorimetric intent.
struct AdoptedLight {
  /// From the connection space to XYZ under the light.
  let fromConnectionSpace: Matrix3x3
  /// The light's own XYZ.
  let white: TristimulusValues
  let temperature: Double

  /// With `chad`, the light is the one that `chad` adapts from. Without, it is that of `wtpt` in a display profile of
  /// version 2, and D50 in any other. What `wtpt` says of the medium's white counts where it can mean nothing else: in
  /// version 4, and in input profiles of version 2 without `chad`. Source: ICC.1:2022, annexes D and E; version 2 is
  /// open here, and read as LittleCMS reads it, except that `chad` beside `wtpt` counts alone.
  init(_ profile: borrowing LittleCMSProfile, _ header: ICCHeader) throws(ProfileError) {
    let connection = ConnectionSpace.white
    let connectionWhite = SIMD3(connection.x, connection.y, connection.z)
    var mediaWhite = connectionWhite
    if profile.has(cmsSigMediaWhitePointTag) {
      mediaWhite = try profile.values(cmsSigMediaWhitePointTag)
      guard mediaWhite.min() > 0 else {
        throw .unusableColorimetry(
          "its media white point is X \(mediaWhite.x), Y \(mediaWhite.y), Z \(mediaWhite.z); each must be above 0")
      }
    }
    let isOldDisplay = header.majorVersion < 4 && header.deviceClass == "mntr"
    var adaptation = Matrix3x3.identity
    if profile.has(cmsSigChromaticAdaptationTag) {
      adaptation = try profile.matrix(cmsSigChromaticAdaptationTag)
      if header.majorVersion < 4 { mediaWhite = connectionWhite }
    } else if isOldDisplay {
      adaptation = ConnectionSpace.adaptation(
        from: TristimulusValues(x: mediaWhite.x, y: mediaWhite.y, z: mediaWhite.z), to: connection)
      mediaWhite = connectionWhite
    }
    let back = adaptation.inverse
    guard back.isFinite else { throw .unusableColorimetry("its chromatic adaptation matrix has no inverse") }
    let light = back * connectionWhite
    white = TristimulusValues(x: light.x, y: light.y, z: light.z)
    do throws(ColorimetryError) { temperature = try TemperatureAndTint(Chromaticity(white)).temperature } catch {
      throw .unusableColorimetry("the light it was made for has no temperature: \(error)")
    }
    fromConnectionSpace = back * Matrix3x3(diagonal: mediaWhite / connectionWhite)
  }
}

internal import CLittleCMS
internal import Colorimetry
internal import DeviceProfiles

/// The light that a profile was made for, as its tags describe it, and the conversion from its connection space back to
/// XYZ under that light. This is ICC's absolute colorimetric intent.
struct AdoptedLight {
  /// The matrix from the connection space to XYZ under the light.
  let fromConnectionSpace: Matrix3x3
  /// The XYZ of the light.
  let white: TristimulusValues
  /// The temperature and Duv of the light.
  let place: TemperatureAndTint

  /// Derives the light from the tags `chad` and `wtpt`.
  ///
  /// With `chad`, it is the light that `chad` adapts from. Without `chad`, a display profile of version 2 was made for
  /// the light of `wtpt`, and any other profile for D50. In version 4, and in input profiles of version 2 without
  /// `chad`, `wtpt` scales colours to the white of the medium. Source: ICC.1:2022, annexes D and E. Version 2 is
  /// ambiguous here; it is read as LittleCMS reads it, except that `chad` takes precedence over `wtpt`.
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
    do throws(ColorimetryError) { place = try TemperatureAndTint(Chromaticity(white)) } catch {
      throw .unusableColorimetry("the light it was made for has no temperature: \(error)")
    }
    fromConnectionSpace = back * Matrix3x3(diagonal: mediaWhite / connectionWhite)
  }
}

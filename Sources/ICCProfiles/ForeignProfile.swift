internal import CLittleCMS
internal import Colorimetry
internal import DeviceProfiles
internal import WhiteBalance

/// A profile that this library did not write, as far as its standard tags describe it.
struct ForeignProfile: ~Copyable {
  let header: ICCHeader
  let profile: LittleCMSProfile

  func deviceProfile() throws(ProfileError) -> DeviceProfile {
    let description = try profile.text(cmsSigProfileDescriptionTag)
    let identity = DeviceIdentity(
      manufacturer: try profile.text(cmsSigDeviceMfgDescTag),
      model: try profile.text(cmsSigDeviceModelDescTag) ?? description ?? DeviceIdentity.unnamedModel)
    let fields = header.date
    let (characterization, light) = (try characterization(), try AdoptedLight(profile, header))
    return DeviceProfile(
      identity: identity, characterization: characterization,
      balancedLight: Self.isBalanced(characterization, for: Chromaticity(light.white))
        ? Chromaticity(light.white) : nil,
      creationDate: try? CreationDate(
        year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4], second: fields[5]),
      provenance: "standard tags of the ICC profile '\(description ?? DeviceIdentity.unnamedModel)'")
  }

  /// Returns the look-up table where there is one, as ICC requires, and otherwise the colorants.
  private func characterization() throws(ProfileError) -> ProfileCharacterization {
    if header.has("A2B0") || header.has("A2B1") || header.has("D2B1") {
      return .lookUpTable(try LookUpTableCharacterization(profile, header))
    }
    guard header.has("rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"), header.connectionSpace == "XYZ " else {
      throw .noColorimetry
    }
    for (name, curve) in [("red", cmsSigRedTRCTag), ("green", cmsSigGreenTRCTag), ("blue", cmsSigBlueTRCTag)] {
      let bend = try profile.bend(curve)
      guard bend <= Self.largestBend else {
        throw .unusableColorimetry(
          "its tone curve of \(name) is \((bend * 1000).rounded() / 10) % off linear (at most \(Self.largestBend * 100) %); the "
            + "profile of a raw camera must be of linear RGB, as its samples are")
      }
    }
    return .matrices(try matrices())
  }

  /// Returns one matrix, for the light that the profile was made for. That light's neutral is (1, 1, 1), as far as the
  /// colorants add up to white.
  private func matrices() throws(ProfileError) -> MatrixCharacterization {
    let light = try AdoptedLight(profile, header)
    let colorants = Matrix3x3(
      columns: try profile.values(cmsSigRedColorantTag), try profile.values(cmsSigGreenColorantTag),
      try profile.values(cmsSigBlueColorantTag))
    let matrix = (light.fromConnectionSpace * colorants).inverse
    do throws(WhiteBalanceError) {
      let matrices = try MatrixCharacterization(lights: [
        .init(temperature: light.place.temperature, duv: light.place.duv, matrix: matrix)
      ])
      _ = try matrices.response(to: Chromaticity(light.white))
      return matrices
    } catch {
      throw .characterization(error)
    }
  }

  /// Returns whether the light's neutral is gray without gains.
  private static func isBalanced(_ characterization: ProfileCharacterization, for light: Chromaticity) -> Bool {
    (try? characterization.response(to: light))?.isBalancedWhite ?? false
  }

  /// The largest deviation of a tone curve from a linear one. Curves that are fitted to linear readings are off by
  /// less, and a gamma of 1.04 by more.
  private static let largestBend = 0.01
}

import Colorimetry
import WhiteBalance

extension DeviceProfile {
  /// A profile for a camera that has none yet, for work in which colours do not matter: finding its gain law and its
  /// delays, and taking the frames that its own profile is made from.
  ///
  /// A camera with it sets gains, and its meter measures them; whatever needs a light is an error. Where a camera
  /// balances by a temperature, its gains are unknown: they are reported as 1, and setting or metering them throws.
  ///
  /// Every light that the profile itself finds is wrong, so pass `nil` and not this profile as the device of a
  /// measurement.
  public static var unknown: DeviceProfile {
    let matrix = Matrix3x3(diagonal: [1, 1, 1])
    do throws(WhiteBalanceError) {
      return DeviceProfile(
        identity: DeviceIdentity(model: DeviceIdentity.unknownModel),
        characterization: .matrices(
          try MatrixCharacterization(lights: [.init(temperature: 6500, matrix: matrix)])), provenance: "unknown")
    } catch { preconditionFailure("one matrix that has an inverse is a characterization: \(error)") }
  }

  /// Whether the profile tells nothing of light, as ``unknown`` does.
  package var isUnknown: Bool { characterization == Self.unknown.characterization }

  /// The characterization; `nil` where the profile tells nothing of light.
  package var knownCharacterization: ProfileCharacterization? { isUnknown ? nil : characterization }
}

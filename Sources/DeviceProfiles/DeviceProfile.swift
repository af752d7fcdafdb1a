public import Colorimetry
public import RawFrames
public import WhiteBalance

/// A device's identity, response to light, and limits.
///
/// `ICCProfiles` reads it from an ICC file and writes it to one.
public struct DeviceProfile: Hashable, Sendable {
  /// The name of the device.
  public var identity: DeviceIdentity
  /// The device's response to light.
  public var characterization: ProfileCharacterization
  /// The light that the profile's RGB is already balanced for; `nil` where the RGB is raw, as a sensor delivers it.
  public var balancedLight: Chromaticity?
  /// The gains that the device can apply.
  public var gainRange: GainRange
  /// The sensor's black and white levels; `nil` where they were not measured.
  public var levels: SampleLevels?
  /// The standard error of the lights that the characterization finds; `nil` where it was not checked.
  public var uncertainty: CharacterizationUncertainty?
  /// The time at which the profile was made; `nil` where it is not known.
  public var creationDate: CreationDate?
  /// The way in which the profile was made, and its sources.
  public var provenance: String

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - identity: The name of the device.
  ///   - characterization: The device's response to light.
  ///   - balancedLight: The light that the RGB is already balanced for; `nil` where it is raw.
  ///   - gainRange: The gains that the device can apply.
  ///   - levels: The sensor's black and white levels.
  ///   - uncertainty: The standard error of the lights that the characterization finds.
  ///   - creationDate: The time at which the profile was made.
  ///   - provenance: The way in which the profile was made, and its sources; empty where that is not known.
  public init(
    identity: DeviceIdentity, characterization: ProfileCharacterization, balancedLight: Chromaticity? = nil,
    gainRange: GainRange = .standard, levels: SampleLevels? = nil, uncertainty: CharacterizationUncertainty? = nil,
    creationDate: CreationDate? = nil, provenance: String = ""
  ) {
    self.identity = identity
    self.characterization = characterization
    self.balancedLight = balancedLight
    self.gainRange = gainRange
    self.levels = levels
    self.uncertainty = uncertainty
    self.creationDate = creationDate
    self.provenance = provenance
  }

  /// The consequence of ``balancedLight`` for white balance, as a sentence; `nil` where the RGB is raw.
  public var balanceWarning: String? {
    guard let light = balancedLight else { return nil }
    let kelvin = (try? TemperatureAndTint(light)).flatMap { Int(exactly: $0.temperature.rounded()) }.map {
      " of \($0) K"
    }
    func short(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
    return "the profile is of RGB that is balanced already, for a light\(kelvin ?? "") (x \(short(light.x)), y "
      + "\(short(light.y))): gains and "
      + "neutrals are beside those of that balance, so raw frames are measured wrong with it; calibrate the camera on raw "
      + "frames, or take a profile of raw RGB, such as a DCP"
  }
}

extension DeviceProfile: CustomStringConvertible {
  /// The device's name, and how it is known to respond to light, in a few words.
  public var description: String { "\(identity), \(characterization.kindName)" }
}

/// A device whose response to light is known. A device profile is one.
public protocol CalibratedDevice: Sendable {
  /// The kind of ``characterization``.
  associatedtype Characterization: DeviceCharacterization

  /// The device's response to light.
  var characterization: Characterization { get }
  /// The standard error of the lights that the characterization finds; `nil` where it was not checked.
  var uncertainty: CharacterizationUncertainty? { get }
  /// The gains that the device can apply.
  var gainRange: GainRange { get }
  /// The consequence, as a sentence, where the device's RGB is balanced already; `nil` where it is raw.
  var balanceWarning: String? { get }
}

/// A kind of light source. Cameras find lights of different kinds with different errors.
public enum LightKind: String, CaseIterable, Codable, Hashable, Sendable {
  /// The kind of the light is not known.
  case any
  /// The sun, skies, and the CIE's daylight.
  case daylight
  /// Filament lamps, including halogen lamps, and black bodies.
  case incandescent
  /// White LEDs: a blue LED on phosphors, alone or with a second LED. Profiles err less on those with a violet LED.
  case phosphorLED = "phosphor-led"
  /// White made of three or more LEDs without phosphor, such as red, green and blue.
  case mixedLED = "mixed-led"
  /// Fluorescent tubes and compact lamps.
  case fluorescent
  /// High-intensity discharge: sodium, mercury and metal halide lamps.
  case discharge

  /// Whether the spectra of the kind are smooth, as those of black bodies are.
  package var isSmooth: Bool { self == .daylight || self == .incandescent }

  /// The kind in words, for messages: "phosphor LEDs".
  package var plural: String {
    switch self {
    case .any: "any light"
    case .daylight: "daylight"
    case .incandescent: "filament lamps and black bodies"
    case .phosphorLED: "phosphor LEDs"
    case .mixedLED: "mixed LEDs"
    case .fluorescent: "fluorescent lamps"
    case .discharge: "discharge lamps"
    }
  }
}

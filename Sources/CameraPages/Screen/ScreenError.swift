internal import CameraControl
internal import GrayCard
internal import RawFrames
internal import WhiteBalance

/// The reason why the camera did not do what a page asked for.
enum ScreenError: Error, Equatable {
  /// A surface that a calibration takes under a known light.
  enum Surface: String { case card, chart }

  /// The screen has ended and the camera has been restored.
  case hasEnded
  /// Another camera is in the place of the one that was unplugged. A profile would not be its own.
  case otherCamera(String, before: String)
  case gainLimit(Double, largest: Float)
  case noLightWithoutProfile
  /// The frames do not show the scene as the sensor sees it.
  case intrusion(CameraControl.Camera.Intrusion, device: String)
  /// The camera's frames cannot be measured.
  case frame(GrayCardError, device: String)
  case cardRefused([CardRefusal])
  /// The page may change the light only of a simulated camera.
  case realLight
  /// The page may unplug only a simulated camera.
  case realPlug
  /// The CIE has no light with this name.
  case unknownIlluminant(String)
  /// The calibration does not know this light.
  case unknownLight(String)
  case tooMany(Surface, count: Int)
  /// There is no card or chart with this number, counted from 1.
  case notThere(Surface, number: Int)
  case noneTaken(Surface)
  /// Frames of a card or a chart are being taken.
  case isTaking
  case noProfileFile
  case noProfileToFit
  case noProfileToUse
  /// Cards or charts were added or removed while the profile was made.
  case changedMeanwhile
  case negativeWithoutProfile
  /// Another module failed, with this text.
  case failed(String)
}

extension ScreenError: CustomStringConvertible {
  var description: String {
    switch self {
    case .hasEnded: "the camera is not served any more"
    case .otherCamera(let card, let before):
      "'\(card)' is there now, in the place of '\(before)'; plug that in again, or serve the other one with its own profile"
    case .gainLimit(let limit, let largest): "the largest gain of \(limit) is above the camera's \(largest)"
    case .noLightWithoutProfile: "without a profile no light is known; set gains"
    case .intrusion(let intrusion, let device):
      "\(device.asLabel) \(intrusion.rawValue), so nothing can be measured; switch it off"
    case .frame(let error, let device): "\(device.asLabel) \(error)"
    case .cardRefused(let reasons): "the card is refused: \(reasons.map(\.description).joined(separator: "; "))"
    case .realLight: "the page can change the light of a simulated camera alone"
    case .realPlug: "the page can unplug a simulated camera alone"
    case .unknownIlluminant(let name):
      "'\(name.shown)' is none of the CIE's lights; choose one of the list"
    case .unknownLight(let name):
      "'\(name.shown)' is no light; it must be one of the CIE's, kelvin for a black body, or "
        + "daylight:KELVIN"
    case .tooMany(let surface, let count): "there are \(count) \(surface.rawValue)s, which is the most; remove one"
    case .notThere(let surface, let number): "there is no \(surface.rawValue) \(number)"
    case .noneTaken(.card): "no card was taken that is not refused; take one"
    case .noneTaken(.chart): "no chart was taken; take one"
    case .isTaking: "a card or a chart is being taken; take the next when it is listed"
    case .noProfileFile: "no profile can be written here"
    case .noProfileToFit: "there is no profile to fit to this unit"
    case .noProfileToUse: "there is no profile to use; make one of cards or charts"
    case .changedMeanwhile: "a card or a chart was added or removed while the profile was made; make it again"
    case .negativeWithoutProfile: "a DNG says how its camera sees colour; give the camera's profile"
    case .failed(let text): text
    }
  }
}

extension StringProtocol {
  /// The start of a stranger's text, as messages show it.
  var shown: SubSequence { prefix(40) }
}

import ArgumentParser
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import RawFrames
import Reports
import WhiteBalance

/// The options with the black and white level of a source's frames.
struct LevelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The black level, or four: red, green beside red, green beside blue, blue. Default: that of the source or of the profile; "
        + "where they have none, it is estimated from the frame of a card or chart, or the frame is refused.",
      valueName: "level"),
    transform: LevelArgument.read)
  var black: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The standard error of --black, in raw values; 0 if not given.", valueName: "error"))
  var blackError: Double?

  @Option(
    help: ArgumentHelp(
      "In place of --black: a raw file of frames taken without light, in the same format and size, one after another. "
        + "Can be given more than once.",
      valueName: "file"))
  var dark: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value at which a sample is clipped, or four; else the source's own, the profile's, or the format's largest.",
      valueName: "level"),
    transform: LevelArgument.read)
  var white: LevelArgument?

  /// The name of the first option that is given.
  var firstGiven: String? {
    let given: [(String, Bool)] = [
      ("--black", black != nil), ("--black-error", blackError != nil), ("--dark", !dark.isEmpty),
      ("--white", white != nil),
    ]
    return given.first(where: \.1)?.0
  }

  /// Returns the text of a card's refusal, with the options that give the black level where that is at fault.
  ///
  /// - Parameter hasProfileOption: Whether the command can be given another profile, which may have the level.
  static func text(of refusal: CardRefusal, hasProfileOption: Bool = true) -> String {
    switch refusal.code {
    case .blackUnknown where hasProfileOption: "\(refusal) (--black, --dark or --profile)"
    case .blackUnknown, .blackLevel: "\(refusal) (--black or --dark)"
    default: refusal.description
    }
  }

  func validate() throws {
    if !dark.isEmpty && black != nil {
      throw ValidationError("--dark and --black both tell the black level; give one of them")
    }
    if let path = InputFile.repeated(dark) {
      throw ValidationError("--dark \(path) is given twice, and its frames would count twice; give each file once")
    }
    if let blackError {
      guard black != nil else { throw ValidationError("--black-error needs --black, whose standard error it is") }
      guard blackError >= 0, blackError.isFinite else {
        throw ValidationError("--black-error", blackError, mustBe: "a number of at least 0")
      }
    }
  }

  /// The settings for the levels of a source.
  var settings: LevelSettings {
    let black: LevelSettings.Black =
      dark.isEmpty ? black.map { .given($0.values, error: blackError ?? 0) } ?? .told : .darkFrames(dark)
    return LevelSettings(black: black, white: white?.values)
  }

  /// Notes that dark frames are read.
  func note() { dark.forEach(InputFile.note) }
}

import ArgumentParser
import CommandOutput
import DeviceProfiles
import GrayCard
import ICCProfiles
import ProfileExchange
import Reports
import WhiteBalance

/// The options with the calibrated device that gains are for.
struct DeviceOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The device's profile, an ICC file.", valueName: "file"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest gain that the device can apply; the profile's, or 4.", valueName: "gain"))
  var maxGain: Double?

  @Option(
    help: ArgumentHelp(
      "What to do with gains above that: refuse them, clamp each channel, hold the tint and move the temperature, or take "
        + "the nearest light. Without the camera's colours only the first two can be done.",
      valueName: "policy"))
  var policy: GainPolicy?

  func validate() throws {
    if let maxGain, !(1...GainRange.largestMaximum).contains(maxGain) {
      throw ValidationError("--max-gain", maxGain, mustBe: 1...GainRange.largestMaximum)
    }
  }

  /// The option of a policy that needs the light of the gains; `nil` for the others, and where none is given.
  var policyOfLight: String? {
    switch policy {
    case .holdTint?, .nearestLight?: policy.map { "--policy \($0.rawValue)" }
    case .refuse?, .clampChannels?, nil: nil
    }
  }

  func loadProfile() throws -> DeviceProfile? {
    try profile.map(ProfileFile.load)
  }

  /// The range in the options; `nil` where none is given.
  var range: GainRange? {
    get throws(WhiteBalanceError) {
      try maxGain.map { maximum throws(WhiteBalanceError) in try GainRange(maximum: maximum) }
    }
  }
}

/// The option with the kind of the light that is measured. A conversion has no errors that depend on it.
struct LightKindOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The kind of light, where it is known: errors are stated for lights of this kind, and the tint is corrected "
        + "where the profile knows its mean error on them.",
      valueName: "kind"))
  var lightKind: LightKind = .any
}

/// Profiles named on the command line.
enum ProfileFile {
  static func load(_ path: String) throws -> DeviceProfile {
    let bytes = try InputFile.bytes(path, limit: DeviceProfile.largestFile)
    do throws(ProfileError) { return try DeviceProfile(iccBytes: bytes) } catch {
      let kind = ProfileFileKind(bytes).flatMap { $0.format == .icc ? nil : $0 }
      throw Failure(.badData, "\(path): \(kind?.isNot("an ICC profile", path) ?? error.description)")
    }
  }

  /// Loads a profile, and warns where its RGB is not raw. It is for commands whose result has no warnings.
  static func loadWarning(_ path: String) throws -> DeviceProfile {
    let profile = try load(path)
    if let note = Note(balanceOf: profile) { Output.error("wbcal: warning: \(path): \(note.message)") }
    return profile
  }

  /// Throws for a profile whose colours a DNG cannot have. The profile is at fault then, and not the frame.
  static func checkNegative(by profile: DeviceProfile, file: String) throws {
    do throws(ExchangeError) { _ = try profile.colorTags(of: .dng) } catch {
      throw Failure(.badData, "\(file): \(error)")
    }
  }
}

import ArgumentParser
import CommandOutput
import DeviceProfiles
import ICCProfiles

struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a camera's profile from colour charts, from gray cards, or from spectral sensitivities.",
    subcommands: [CalibrateChart.self, CalibrateCards.self, CalibrateSensitivities.self])
}

/// The profile that a calibration makes: its place, and whose it is.
struct MadeProfileOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the profile goes, an ICC file.", valueName: "file"))
  var output: String

  @Option(help: "The camera's maker; without it the input's.")
  var manufacturer: String?

  @Option(help: "The camera's model; without it the input's, or 'camera'.")
  var model: String?

  @Option(help: "The serial number of this camera, where the profile is of one unit.")
  var unit: String?

  func validate() throws {
    guard model?.isEmpty != true else { throw ValidationError("--model must not be empty") }
  }

  /// The names that were given, and else those that the input has.
  func identity(manufacturer: String? = nil, model: String? = nil) -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: self.manufacturer ?? manufacturer, model: self.model ?? model ?? "camera", unit: unit)
  }

  /// Refuses a page in the profile's place.
  func check(report: String?) throws {
    guard report != output else { throw ValidationError("--report and --output are one file: \(output)") }
  }

  /// Refuses places where the profile or its page could not be written, before the calibration.
  func checkPlaces(report: String?) throws {
    try OutputFile.check(output, for: .profile)
    if let report { try OutputFile.check(report, for: .page) }
  }

  /// Gives a profile the names that were given.
  func name(_ identity: inout DeviceIdentity) {
    identity.manufacturer = manufacturer ?? identity.manufacturer
    identity.model = model ?? identity.model
    identity.unit = unit ?? identity.unit
  }

  func write(_ profile: DeviceProfile) throws {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw Failure(.badData, "\(output): \(error)") }
    try OutputFile.write(bytes, to: output)
  }
}

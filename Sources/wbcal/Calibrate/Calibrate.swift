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

  var identity: DeviceIdentity { identity(manufacturer: nil, model: nil) }

  /// The names that were given, and else those that the input has.
  func identity(manufacturer: String?, model: String?) -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: self.manufacturer ?? manufacturer, model: self.model ?? model ?? "camera", unit: unit)
  }

  /// Refuses a page in the profile's place.
  func check(report: String?) throws {
    guard report != output else { throw ValidationError("--report and --output are one file: \(output)") }
  }

  func write(_ profile: DeviceProfile) throws {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw Failure(.badData, "\(output): \(error)") }
    try OutputFile.write(bytes, to: output)
  }
}

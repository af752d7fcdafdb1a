import ArgumentParser
import DeviceProfiles
import ProfileExchange
import SystemPackage

struct ProfileExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a profile for another program.",
    discussion: """
      What of the profile the file does not hold is printed as warnings.

      Examples:
        wbcal profile export camera.icc --format dcp --output camera.dcp
        wbcal profile export camera.icc --format libcamera --target pisp \\
          --output camera.json
      """)

  @Argument(help: ArgumentHelp("An ICC profile.", valueName: "file"))
  var profile: String

  /// Those that are written.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case icc, dcp, libcamera

    var exchanged: ExchangeFormat {
      switch self {
      case .icc: .icc
      case .dcp: .dcp
      case .libcamera: .libcamera
      }
    }
  }

  @Option(help: "The format to write.")
  var format: Format

  @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Option(help: "A DCP's copyright; without it the file says nothing of that.")
  var copyright: String?

  @Option(
    help: "A tuning file's image processor: bcm2835 (Raspberry Pi 4 and before) or pisp (5); bcm2835 where absent.")
  var target: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if copyright != nil, format != .dcp { throw ValidationError("--copyright is of a DCP; give --format dcp") }
    guard let target else { return }
    guard format == .libcamera else { throw ValidationError("--target is of a tuning file; give --format libcamera") }
    guard LibcameraTuning.targets.contains(target) else {
      throw ValidationError("--target \(target): it must be \(LibcameraTuning.targets.joined(separator: " or "))")
    }
  }

  func run() throws {
    let device = try ProfileFile.load(profile)
    let exported: ExportedProfile
    do throws(ExchangeError) {
      exported = try ExportedProfile(
        device, as: format.exchanged, copyright: copyright, target: target ?? LibcameraTuning.targets[0])
    } catch { throw Failure(.badData, "\(profile): \(error)") }
    try OutputFile.write(output) { try $0.writeAll(exported.bytes) }
    let report = ExchangeReport(
      source: profile, format: format.exchanged, device: device, warnings: exported.warnings, output: output)
    if json { try Output.line(report) } else { try Output.line(report.text) }
  }
}

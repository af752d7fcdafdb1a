import ArgumentParser
import CommandOutput
import DeviceProfiles
import ICCProfiles
import ProfileExchange
import Reports
import SystemPackage

struct ProfileExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a profile for another program.",
    discussion: """
      A warning names each thing of the profile that the file cannot hold. For darktable the camera's white \
      balance at temperatures from 2500 to 10 000 K is written, in the form of its wb_presets.json; for \
      RawTherapee, that of one --temperature as a .pp3, for DNGs written with this profile.

      Examples:
        wbcal profile export camera.icc --format dcp --output camera.dcp
        wbcal profile export camera.icc --format libcamera --target pisp \\
          --output camera.json
        wbcal profile export camera.icc --format libcamera --into imx219.json
        wbcal profile export camera.icc --format darktable --output presets.json
        wbcal profile export camera.icc --format icc --icc-version 2 \\
          --output argyll.icc
      """)

  @Argument(help: ArgumentHelp("An ICC profile.", valueName: "file"))
  var profile: String

  /// The formats for writing.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case icc, dcp, libcamera, darktable, rawtherapee
  }

  @Option(help: "The format to write.")
  var format: Format

  @Option(help: ArgumentHelp("The file to write; without it, --into's file is replaced.", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A tuning file whose white balance, colours and black level are replaced; every other byte stays.",
      valueName: "file"))
  var into: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "An ICC profile's version: 4, or 2 for programs such as Argyll; 4 where absent.", valueName: "number"))
  var iccVersion: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The black body whose white balance RawTherapee's profile sets.", valueName: "kelvin"),
    transform: KelvinArgument.read)
  var temperature: KelvinArgument?

  @Option(help: "A DCP's copyright; without it the file says nothing of that.")
  var copyright: String?

  @Option(
    help: "A tuning file's image processor: bcm2835 (Raspberry Pi 4 and before) or pisp (5); bcm2835 where absent.")
  var target: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The bits of the sensor's samples, for a tuning file's black level; the fewest that hold the white level where absent.",
      valueName: "number"))
  var bits: Int?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if let bits {
      guard format == .libcamera else {
        throw ValidationError("--bits applies to tuning files; give --format libcamera")
      }
      guard ImportedProfile.sampleBits.contains(bits) else {
        throw ValidationError("--bits", bits, mustBe: ImportedProfile.sampleBits)
      }
    }
    if copyright != nil, format != .dcp { throw ValidationError("--copyright applies to DCPs; give --format dcp") }
    guard (temperature != nil) == (format == .rawtherapee) else {
      throw ValidationError("--format rawtherapee needs a --temperature, and no other format takes one")
    }
    let temperatures = RawTherapeeBalance.temperatures
    if let temperature = temperature?.kelvin,
      !(Double(temperatures.lowerBound)...Double(temperatures.upperBound)).contains(temperature)
    {
      throw ValidationError(
        "--temperature", temperature,
        mustBe: "\(temperatures.lowerBound) to \(temperatures.upperBound) K")
    }
    if let iccVersion {
      guard format == .icc else { throw ValidationError("--icc-version applies to ICC profiles; give --format icc") }
      guard ICCVersion(rawValue: iccVersion) != nil else {
        let versions = ICCVersion.allCases.map { "\($0.rawValue)" }.joined(separator: " or ")
        throw ValidationError("--icc-version", iccVersion, mustBe: versions)
      }
    }
    guard into == nil || format == .libcamera else {
      throw ValidationError("--into applies to tuning files; give --format libcamera")
    }
    guard into != nil || output != nil else { throw ValidationError("give --output, the file to write") }
    guard into == nil || target == nil else {
      throw ValidationError("--target applies to a new file; the file of --into has its own")
    }
    guard let target else { return }
    guard format == .libcamera else {
      throw ValidationError("--target applies to tuning files; give --format libcamera")
    }
    guard LibcameraTuning.targets.contains(target) else {
      throw ValidationError("--target", target, mustBe: LibcameraTuning.targets.joined(separator: " or "))
    }
  }

  func run() throws {
    let output = output ?? into ?? ""
    try OutputFile.check(output, for: kind, beside: [profile])
    let device = try ProfileFile.load(profile)
    if bits != nil, device.levels == nil {
      throw ValidationError(
        "--bits states the depth of the black level, and \(profile) has no levels: leave it out, "
          + "or fit the profile to cards with --black, which keeps the level")
    }
    let (bytes, warnings) = try exported(device)
    try OutputFile.write(bytes, to: output)
    let report = ExchangeReport(
      source: profile, format: format.rawValue, device: device, warnings: warnings, output: output)
    try Output.report(report, text: report.text, json: json)
  }

  /// The kind of the file to write; `nil` for text.
  private var kind: OutputFile.Kind? {
    switch format {
    case .icc: .profile
    case .dcp: .cameraProfile
    case .libcamera, .darktable, .rawtherapee: nil
    }
  }

  private func exported(_ device: DeviceProfile) throws -> (bytes: [UInt8], warnings: [ExchangeWarning]) {
    let existing = try into.map {
      output == nil
        ? try InputFile.bytesToChange($0, limit: LibcameraTuning.largestSize)
        : try InputFile.bytes($0, limit: LibcameraTuning.largestSize)
    }
    if let into, let existing {
      // An error of this file is not an error of the profile.
      do throws(ExchangeError) { try LibcameraTuning.check(existing) } catch {
        throw Failure(.badData, "\(into): \(error)")
      }
    }
    do {
      let exported: ExportedProfile
      switch format {
      case .icc:
        let loss = device.standardTagsWarning.map { ExchangeWarning(code: .oneLight, text: $0) }
        let bytes = try device.iccBytes(version: iccVersion.flatMap(ICCVersion.init(rawValue:)))
        return (bytes, [ExchangeWarning(balanceOf: device), loss].compactMap(\.self))
      case .dcp: exported = try ExportedProfile(device, as: .dcp, copyright: copyright)
      case .libcamera:
        exported = try ExportedProfile(device, as: .libcamera, target: target, bits: bits, into: existing)
      case .darktable: exported = try ExportedProfile(darktablePresetsOf: device)
      case .rawtherapee:
        exported = try ExportedProfile(rawTherapeeProfileOf: device, temperature: temperature?.kelvin ?? 0)
      }
      return (exported.bytes, exported.warnings)
    } catch ExchangeError.sampleBits(let bits, let range) {
      throw ValidationError(
        "--bits", bits, mustBe: "\(range.lowerBound) to \(range.upperBound), which hold the profile's white level")
    } catch { throw Failure(.badData, "\(profile): \(error)") }
  }
}

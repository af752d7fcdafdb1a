import ArgumentParser
import CommandOutput
import DeviceProfiles
import FrameSources
import ICCProfiles
import ProfileExchange
import Reports
import StillRaws
import SystemPackage
import WhiteBalance

struct ProfileImport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make a profile from another program's file.",
    discussion: """
      Reads DCP and DNG (their colour tags), other stills of cameras (LibRaw's matrix of the model), tuning files of \
      libcamera for Raspberry Pi, and ICC profiles. A warning names each thing of the file that the profile cannot hold.

      Examples:
        wbcal profile import camera.dcp --output camera.icc
        wbcal profile import card.nef --output camera.icc
        wbcal profile import imx219.json --bits 10 --output imx219.icc
      """)

  @Argument(help: ArgumentHelp("The file to read.", valueName: "file"))
  var file: String

  @Option(help: "The file's format; by its content where absent.")
  var format: ProfileFormat?

  @Option(help: ArgumentHelp("The profile to write.", valueName: "file"))
  var output: String

  @Option(help: "The device's maker; the file's own where absent.")
  var manufacturer: String?

  @Option(help: "The device's name; the file's own where absent, and of a tuning file its name.")
  var model: String?

  @Option(
    parsing: .unconditional,
    help: "Bits of the sensor's samples, 1 to 16: gives the profile the black level of a tuning file.")
  var bits: Int?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if let bits, !ImportedProfile.sampleBits.contains(bits) {
      throw ValidationError("--bits", bits, mustBe: ImportedProfile.sampleBits)
    }
    if manufacturer == "" { throw ValidationError("--manufacturer must not be empty") }
    if model == "" { throw ValidationError("--model must not be empty") }
  }

  func run() throws {
    try OutputFile.check(output, for: .profile, beside: [file])
    let bytes = try contents()
    guard var format = format ?? ProfileFormat(detecting: bytes) else {
      throw Failure(.badData, "\(file): \(ProfileFormat.unknown)")
    }
    // The tags of a DNG and of a DCP could pass for each other. A still has its colours
    // from LibRaw where that is asked for.
    if format != .still, ProfileFileKind(bytes)?.format != format, let misplaced = misplaced(bytes) {
      throw Failure(.badData, "\(file): \(misplaced)")
    }
    guard bits == nil || format == .libcamera else {
      throw Failure(.usage, "--bits is for tuning files of libcamera; \(file) is of format \(format.rawValue)")
    }
    // NEF and ARW files have TIFF's structure like a DNG, but not its tags of colour.
    if self.format == nil, format == .dng, case .still? = try? SourceKind(of: SourceFile(bytes: bytes, name: file)) {
      format = .still
    }
    var (device, exchangeWarnings) = try format == .still ? ofStill(bytes) : imported(bytes, format)
    device.identity = device.identity.named(manufacturer: manufacturer, model: model)
    let warnings = exchangeWarnings.map { warning in
      guard format == .libcamera, warning.code == .levels, bits == nil else { return warning }
      return ExchangeWarning(code: warning.code, text: warning.text + " by --bits")
    }
    let written: [UInt8]
    do throws(ProfileError) { written = try device.iccBytes() } catch { throw Failure(.badData, "\(file): \(error)") }
    try OutputFile.write(written, to: output)
    let report = ExchangeReport(
      source: file, format: format.rawValue, device: device, warnings: warnings, output: output)
    try Output.report(report, text: report.text, json: json)
  }

  /// Returns the file's bytes. Only raw images may be larger than the largest profile.
  private func contents() throws -> [UInt8] {
    let start: [UInt8]
    do { start = try InputFile.find(file).opened().bytes(from: 0, count: Self.startLength) } catch {
      throw Failure(error)
    }
    let isImage = [.dng, .dcp, .still].contains(format ?? ProfileFormat(detecting: start))
    return try InputFile.bytes(file, limit: isImage ? SourceFile.largest : DeviceProfile.largestFile)
  }

  /// The number of bytes at the start of a file that are needed to detect its kind.
  private static let startLength = 1 << 16

  private func imported(
    _ bytes: [UInt8], _ format: ProfileFormat
  ) throws -> (device: DeviceProfile, warnings: [ExchangeWarning]) {
    guard let exchanged = format.exchanged else {
      do throws(ProfileError) {
        let device = try DeviceProfile(iccBytes: bytes)
        return (device, [ExchangeWarning(balanceOf: device)].compactMap(\.self))
      } catch { throw Failure(.badData, "\(file): \(misplaced(bytes) ?? error.description)") }
    }
    // Only the name of a tuning file states its sensor.
    let name = model ?? (format == .libcamera ? FilePath(file).lastComponent?.stem : nil)
    do throws(ExchangeError) {
      let imported = try ImportedProfile(bytes, format: exchanged, model: name, bits: bits)
      return (imported.profile, imported.warnings)
    } catch { throw Failure(.badData, "\(file): \(misplaced(bytes) ?? error.description)") }
  }

  /// Returns the colours that a still states, or those that LibRaw knows for its model.
  private func ofStill(_ bytes: [UInt8]) throws -> (device: DeviceProfile, warnings: [ExchangeWarning]) {
    let still: StillRaw
    do throws(StillRawError) { still = try StillRaw(bytes) } catch { throw Failure(.badData, "\(file): \(error)") }
    guard let device = still.profile else {
      let camera = still.identity?.description ?? "a camera without a name"
      throw Failure(.badData, "\(file): neither the file nor LibRaw knows the colours of \(camera)")
    }
    return (device, still.profileWarnings)
  }

  /// Returns the actual kind of a file that was taken for another kind.
  private func misplaced(_ bytes: [UInt8]) -> String? {
    guard let kind = ProfileFileKind(bytes) else { return nil }
    if kind.isSensitivities { return kind.isNot("a profile or tuning file", file) }
    guard let format, kind.format != format else { return nil }
    return "this is \(kind.name), not \(format.rawValue) as --format says; leave --format out"
  }
}

import ArgumentParser
import CommandOutput
import DeviceProfiles
import ICCProfiles
import Reports
import SystemPackage

struct Calibrate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a camera's profile from colour charts, from gray cards, or from spectral sensitivities.",
    subcommands: [CalibrateChart.self, CalibrateCards.self, CalibrateSensitivities.self])

  /// The name of the program in the provenance of profiles.
  static let program = "\(Release.program), calibrate"
}

/// The options of the profile that a calibration makes: its file, its device, and the page about it.
struct MadeProfileOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Where the profile goes, an ICC file.", valueName: "file"))
  var output: String

  @Option(help: "The camera's maker; without it the input's.")
  var manufacturer: String?

  @Option(help: "The camera's model; without it the input's, or 'camera'.")
  var model: String?

  @Option(help: "The serial number of this camera, where the profile is of one unit; without it the input's.")
  var unit: String?

  @Option(help: ArgumentHelp("Where a page about how good the profile is goes, an HTML file.", valueName: "file"))
  var report: String?

  func validate() throws {
    guard manufacturer?.isEmpty != true else { throw ValidationError("--manufacturer must not be empty") }
    guard model?.isEmpty != true else { throw ValidationError("--model must not be empty") }
    guard unit?.isEmpty != true else { throw ValidationError("--unit must not be empty") }
    guard report.map({ !OutputFile.isOneFile($0, output) }) ?? true else {
      throw ValidationError("--report and --output are one file: \(output)")
    }
  }

  /// Returns the device's names from the options, or else those of the input.
  func identity(manufacturer: String?, model: String?, unit: String? = nil) -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: self.manufacturer ?? manufacturer, model: self.model ?? model ?? DeviceIdentity.unnamedModel,
      unit: self.unit ?? unit)
  }

  /// Returns the device's names from the options, or else those that the inputs give it. Inputs of several units make a
  /// profile of their model.
  ///
  /// - Throws: `Failure` where two inputs are of different models.
  func identity(of inputs: [(file: String, device: DeviceIdentity?)]) throws -> DeviceIdentity {
    let named = inputs.compactMap { input in input.device.map { (file: input.file, device: $0) } }
    guard let first = named.first else { return identity(manufacturer: nil, model: nil) }
    if let other = named.first(where: { !$0.device.isOfModel(of: first.device) }) {
      throw Failure(
        .badData,
        "\(first.file) is of \(first.device) and \(other.file) of \(other.device); a profile is of one camera, so calibrate "
          + "each by its own files")
    }
    let units = Set(named.map(\.device.unit))
    return identity(
      manufacturer: first.device.manufacturer, model: first.device.model,
      unit: units.count == 1 ? first.device.unit : nil)
  }

  /// Throws before the calibration if the profile or its page could not be written, or would replace an input.
  func checkPlaces(inputs: [String]) throws {
    try OutputFile.check(output, for: .profile, beside: inputs)
    if let report { try OutputFile.check(report, for: .page) }
  }

  /// Replaces the names of a profile by those of the options.
  func name(_ identity: inout DeviceIdentity) {
    identity = identity.named(manufacturer: manufacturer, model: model, unit: unit)
  }

  /// Ends a calibration that is refused, after writing the page. Prints the JSON object, or where the page is.
  ///
  /// - Parameter place: The place of the page's name in the record.
  func refuse<Record: Encodable>(
    _ record: inout Record, _ place: WritableKeyPath<Record, String?>, page: ReportPage, json: Bool,
    because failure: Failure
  ) throws -> Never {
    let unwritten = try OutputFile.unwritten(page, to: report)
    if unwritten != nil { record[keyPath: place] = nil }
    if json {
      try Output.line(record)
    } else if let report = record[keyPath: place] {
      try Output.line(labelled([("report", report)]))
    }
    throw failure.followed(by: unwritten)
  }

  /// Writes the profile and the page about it. Where one of them cannot be written, earlier ones stay.
  func write(_ profile: DeviceProfile, page: @autoclosure () -> ReportPage) throws {
    let bytes: [UInt8]
    do throws(ProfileError) { bytes = try profile.iccBytes() } catch { throw Failure(.badData, "\(output): \(error)") }
    // The page is complete first, and gets its name once the profile has its own.
    var unfinished: UnfinishedFile?
    defer { unfinished?.discard() }
    let failure = try Failure.unwritten {
      unfinished = try report.map(UnfinishedFile.init)
      try unfinished?.write { _ = try $0.writeAll(page().html.utf8) }
    }
    if let failure { throw Failure(failure.status, "\(failure.message); \(output) is not written either") }
    try OutputFile.write(bytes, to: output)
    try unfinished?.finish()
  }
}

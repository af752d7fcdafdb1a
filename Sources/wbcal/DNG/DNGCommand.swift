import ArgumentParser
import CommandOutput
import DeviceProfiles
import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import Reports
import WhiteBalance

/// The command `wbcal dng`.
struct DNGCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dng",
    abstract: "Write a raw frame as a DNG, with the camera's profile, for raw developers.",
    discussion: """
      The DNG holds the samples as they are, their levels, the profile's matrices, and what is known of the light and the \
      exposure. A warning names each thing of the profile that it cannot hold.

      Examples:
        wbcal dng scene.raw --format RG10 --width 1920 --height 1080 \\
          --profile camera.icc --output scene.dng
        wbcal dng scene.raw --format RG10 --width 1920 --height 1080 \\
          --profile camera.icc --gains 2.1,1,1.6 --duration 0.01 --iso 200 \\
          --output scene.dng
      """)

  @Argument(help: "A raw file, a DNG, a still, or a camera such as /dev/video0 or simulated:.")
  var source: String

  @OptionGroup(title: "Source") var frames: FrameFileOptions
  @OptionGroup(title: "Levels") var levels: LevelOptions
  @OptionGroup(title: "Exposure") var exposure: ExposureOptions

  @Option(
    help: ArgumentHelp(
      "The camera's profile, an ICC file; without it, a DNG's own colours are used.", valueName: "file"))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The gains that white balance needs under the light of the frame, as wbcal measure prints them.",
      valueName: "red,green,blue"),
    transform: GainsArgument.read)
  var gains: GainsArgument?

  @Option(help: ArgumentHelp("The file to write.", valueName: "file"))
  var output: String

  @Flag(help: "Print one JSON object.")
  var json = false

  func run() throws {
    try OutputFile.check(output, for: .negative, beside: [source] + [profile].compactMap(\.self))
    let given = try profile.map(ProfileFile.load)
    let input = try frames.open(self.source, profile: given)
    let facts = input.facts
    guard var device = given ?? facts.profile else {
      throw Failure(.usage, "\(input.name) does not say how its camera sees colour; --profile must be given")
    }
    // Raw developers choose what they know of a camera by its name.
    if let named = input.device, device.identity.model == DeviceIdentity.unnamedModel { device.identity = named }
    var source = try frames.frame(of: input, levels: levels, profile: given?.levels)
    if source.blackOrigin == .assumed {
      // A DNG states its black level, and its readers cannot know that the level is a guess.
      do throws(EstimatedBlack.Absence) { source = try source.estimatingBlack() } catch {
        throw Failure(
          .refused,
          "\(input.name): the black level is not known, and the frame does not tell it; give --black, --dark or a --profile "
            + "that has it, or --black 0 for samples without a black level")
      }
    }
    try ProfileFile.checkNegative(by: device, file: profile ?? self.source)
    let made: (negative: DigitalNegative, warnings: [ExchangeWarning])
    let bytes: [UInt8]
    do throws(ExchangeError) {
      let applied = facts.appliedGains
      // The option states the total gains. The samples contain those that the camera has applied, so their neutral is
      // the applied gains divided by the total ones.
      let neutral = gains.map { LinearRGB(applied.vector / $0.gains.vector) }
      made = try DigitalNegative.made(
        of: source.frame, by: device, asShotNeutral: neutral ?? facts.asShotNeutral, analogBalance: applied,
        exposure: exposure.metadata(beside: facts.exposure), blackOrigin: source.blackOrigin)
      bytes = try made.negative.dngBytes()
    } catch {
      throw Failure(.badData, "\(self.source): \(error)")
    }
    try OutputFile.write(bytes, to: output)
    let notKept = facts.notKept.map { ExchangeWarning(code: .picture, text: $0) }
    // The negative has the levels and the gains of the samples, which no profile keeps.
    let kept: Set<ExchangeWarning.Code> = [.levels, .analogBalance]
    let ofSource = given == nil ? facts.profileWarnings.filter { !kept.contains($0.code) } : []
    let otherCamera = [input.device].compactMap(\.self).filter { $0.isOther(than: device.identity) }.map {
      ExchangeWarning(
        code: .identity, text: "the file is from \($0), and the profile, and so the DNG, is of \(device.identity)")
    }
    // What the source's colours lose when they are read, the DNG can lose again when they are written.
    let written = made.warnings.filter { !ofSource.contains($0) }
    let report = NegativeReport(
      self.source, source, made.negative, warnings: ofSource + written + notKept + otherCamera, output: output)
    try Output.report(report, text: report.text, json: json)
  }
}

/// The exposure of the frame.
struct ExposureOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("The exposure's duration, as 0.008 or 1/125.", valueName: "seconds"),
    transform: DurationArgument.read)
  var duration: DurationArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("The sensitivity, as ISO counts it.", valueName: "number"))
  var iso: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The lens's f-number.", valueName: "number"))
  var aperture: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("When the frame was taken, in UTC, such as 2026-11-21T09:30:00Z.", valueName: "date"),
    transform: DateArgument.read)
  var date: DateArgument?

  func validate() throws {
    do throws(ExposureError) { _ = try metadata() } catch { throw ValidationError(error.description) }
  }

  /// Returns the exposure of these options, with missing values from `other`.
  func metadata(beside other: ExposureMetadata) -> ExposureMetadata {
    do throws(ExposureError) { return try metadata(other) } catch { preconditionFailure("validated: \(error)") }
  }

  private func metadata(_ other: ExposureMetadata = .unknown) throws(ExposureError) -> ExposureMetadata {
    try ExposureMetadata(
      duration: duration?.seconds ?? other.duration, iso: iso ?? other.iso, gain: other.gain,
      aperture: aperture ?? other.aperture, date: date?.date ?? other.date)
  }
}

struct DateArgument: ExplainedArgument {
  static let form = "a date and time in UTC, such as 2026-11-21T09:30:00Z"

  let date: CreationDate

  init?(argument: String) {
    guard let date = CreationDate(argument) else { return nil }
    self.date = date
  }
}

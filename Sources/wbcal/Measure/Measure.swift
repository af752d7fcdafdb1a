import ArgumentParser
import CommandOutput
import DeviceProfiles
import FrameSources
import GrayCard
import RawFrames
import Reports
import WhiteBalance

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure a gray card in a raw frame: gains, chromaticity, temperature and tint.",
    discussion: """
      Put a gray card, lit by the light in question, anywhere in the frame: it is found as the largest evenly coloured \
      patch that may be neutral. Or say where it is with --region or --metering; --show makes a picture to check. A card that cannot be trusted (clipped, too \
      dark, too noisy, too small) is refused with the reason, and status 2.

      Gains need nothing but the frame. Chromaticity, temperature and tint need a --profile, or the colours of a DNG or a still.

      Examples:
        wbcal measure                                    the bundled sample
        wbcal measure card.raw --format RG10 --width 1920 --height 1080
        wbcal measure card.dng                           or another still
        wbcal measure card.nef --as-shot                 the light as shot
        wbcal measure card.dng --sidecar card.dng.xmp    its gains for darktable
        wbcal measure *.dng --json                       a line each, many at once
        wbcal measure --manifest list.jsonl              a source and options a line
        wbcal measure /dev/video0 --profile camera.icc --metering spot --json
      """)

  @Argument(
    help:
      "A raw file (- is standard input), a DNG or another still, or a camera such as /dev/video0 or simulated:. Default: the bundled sample frame."
  )
  var source: String?

  @OptionGroup(title: "Source") var frames: FrameFileOptions
  @OptionGroup(title: "Levels") var levels: LevelOptions
  @OptionGroup(title: "Region") var area: RegionOptions
  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Device") var light: LightKindOptions
  @OptionGroup(title: "Limits") var limits: CardLimitOptions

  @Option(
    help: ArgumentHelp(
      "Write a small picture of the frame, a PNG, with the region outlined; what is clipped is magenta.",
      valueName: "file"))
  var show: String?

  @Option(
    help: ArgumentHelp(
      "Write the gains for a raw developer. darktable reads card.dng.xmp beside card.dng, and RawTherapee card.dng.pp3, which only a DNG can have. "
        + "Camera Raw reads card.xmp beside card.nef, and none beside a DNG. Where the file is there already, nothing is measured.",
      valueName: "file"))
  var sidecar: String?

  @Argument(help: "More files, with the same options; needs --json.")
  var more: [String] = []

  @Option(
    help: ArgumentHelp(
      "Measure the sources of a file (- is standard input). Each line of it is a JSON object with source, options and id, and one result is "
        + "printed for each line, in order. The options here hold for every line, unless a line has its own.",
      valueName: "file"))
  var manifest: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of sources to measure at once. Default: the number of processors.", valueName: "count"))
  var workers: Int?

  @Flag(help: "Take the light that the camera balanced for, as the file states it, in place of a card.")
  var asShot = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Estimate the illuminance on the card, in lux: this constant of the camera and the card, times the card's green signal "
        + "as a share of the range from black to white, times the square of the lens's f-number, divided by the exposure's "
        + "duration in seconds and by the ISO. To find the constant, measure the card with a constant of 10000 where a light "
        + "meter tells the lux: it is 10000 times the meter's lux, divided by the lux printed here.",
      valueName: "lux-seconds"))
  var illuminanceConstant: Double?

  @Flag(help: "Print one JSON object.")
  var json = false

  /// The first given option that writes a file about its source, and so applies to one source alone.
  var ofOneSource: String? { show != nil ? "--show" : sidecar != nil ? "--sidecar" : nil }

  /// The first given option that applies only to a card.
  private var cardOption: String? {
    if let option = ofOneSource { return option }
    if illuminanceConstant != nil { return "--illuminance-constant" }
    if !area.isEmpty { return "a place of the card" }
    if let option = levels.firstGiven { return option }
    if light.lightKind != .any { return "--light-kind" }
    return limits.isEmpty ? nil : "a limit"
  }

  private static let sidecarSuffixes = [".xmp", ".pp3"]

  /// The legal numbers of workers. Each may have four frames in memory.
  private static let workerCounts = 1...1024

  func validate() throws {
    _ = try limits.limits()
    if let illuminanceConstant, !(illuminanceConstant > 0 && illuminanceConstant.isFinite) {
      throw ValidationError("--illuminance-constant", illuminanceConstant, mustBe: "above 0")
    }
    if let workers {
      guard Self.workerCounts.contains(workers) else {
        throw ValidationError("--workers", workers, mustBe: Self.workerCounts)
      }
      if manifest == nil, more.isEmpty { throw ValidationError("--workers is for several sources; there is one") }
    }
    if manifest != nil {
      if let source { throw ValidationError("--manifest has the sources; \(source) is one more") }
      if let option = ofOneSource {
        throw ValidationError("\(option) is for one source, and not for the lines of a manifest")
      }
      return
    }
    if source == nil, let option = frames.firstGiven ?? levels.firstGiven {
      throw ValidationError("\(option) needs a SOURCE, a raw file or a camera; the sample frame has its own")
    }
    if let show, let sidecar, OutputFile.isOneFile(show, sidecar) {
      throw ValidationError("--show and --sidecar are both \(show); give two names")
    }
    try FrameFileOptions.checkStandardInput([source].compactMap(\.self) + more)
    if !more.isEmpty, let option = ofOneSource { throw ValidationError("\(option) is for one source; give one") }
    if let sidecar {
      guard Self.sidecarSuffixes.contains(where: sidecar.lowercased().hasSuffix) else {
        throw ValidationError(
          "--sidecar \(sidecar): its name must end in \(Self.sidecarSuffixes.joined(separator: " or "))")
      }
      if sidecar.lowercased().hasSuffix(".pp3"), source == nil || source == "-" {
        throw ValidationError(
          "--sidecar \(sidecar) needs the file of a DNG as SOURCE, because RawTherapee computes its temperature with the "
            + "DNG's matrix")
      }
    }
    if asShot, let option = cardOption {
      throw ValidationError("\(option) is for a card; --as-shot takes the light that the camera balanced for")
    }
    if asShot, source == nil { throw ValidationError("--as-shot needs a SOURCE, a still that says its light") }
    if source == nil && device.profile != nil {
      throw ValidationError("--profile needs a SOURCE, a raw file or a camera; the sample frame has its own profile")
    }
  }

  func run() throws {
    if let manifest {
      let file = try ManifestFile(manifest)
      return try MeasureBatch(self).run(isReady: { file.isReady }, file.next, count: nil)
    }
    if !more.isEmpty {
      guard json else { throw severalSources }
      return try measureAll()
    }
    if asShot { return try printLightAsShot() }
    // A raw developer keeps a person's edits in the sidecar, so an existing one is not overwritten.
    if let sidecar { try OutputFile.checkNew(sidecar) }
    let matrix = try rawTherapeeMatrix()
    if let show { try OutputFile.check(show, for: .png, beside: [source].compactMap(\.self) + levels.dark) }
    let settings = try settings()
    let sample = source == nil ? try BundledSample.load() : nil
    let input = try sample?.source() ?? frames.open(source ?? "", profile: settings.profile)
    try checkLight(input)
    let measurement = try frames.measurement(of: input, levels: levels, settings)
    let name = input.name
    var report = try record(of: measurement, from: input)
    var unwritten: Failure?
    if let show {
      let png: [UInt8]
      let picture = Picture(
        of: measurement.source.frame, reading: measurement.reading, appliedGains: input.facts.appliedGains,
        profile: settings.profile ?? input.facts.profile)
      do throws(PictureError) { png = try picture.pngBytes() } catch {
        throw Failure(.outputFailed, "\(show): \(error)")
      }
      unwritten = try Failure.unwritten { try OutputFile.write(png, to: show) }
      if unwritten == nil { report.picture = Report.Picture(picture, file: show) }
    }
    let region = measurement.reading.region
    switch measurement.verdict {
    case .refused(let refusals):
      if json { try Output.line(report) }
      throw Failure(
        refused: [("\(name), region \(region)", refusals.map { LevelOptions.text(of: $0) })],
        notes: notes(report, refusals)
      ).followed(by: unwritten)
    case .ok(let card):
      report.truth = sample?.truth
      // A sidecar that exists is never replaced, so one of a measurement that failed would be in the way of the next.
      if card.error == nil, report.error == nil {
        let failure = try Failure.unwritten { try writeSidecar(of: card, applied: input.facts.appliedGains, matrix) }
        if failure == nil {
          report.sidecar = sidecar
          if let note = unreadSidecar { report.warn(note) }
        }
        unwritten = unwritten?.followed(by: failure) ?? failure
      }
      // The neutral and its gains are printed even if the profile or the range cannot use them.
      try Output.report(report, text: report.text, json: json)
      let noSidecar = sidecar.map { "; \($0) is not written" } ?? ""
      if let error = card.error {
        throw Failure(error, "\(name), region \(region): \(error)\(noSidecar)").followed(by: unwritten)
      }
      if let error = report.error { throw Failure(.badData, error + noSidecar).followed(by: unwritten) }
      if let unwritten { throw unwritten }
    }
  }

  /// The failure of several sources without `--json`. They may be four levels of one option that blanks separate.
  private var severalSources: Failure {
    let words = [source].compactMap(\.self) + more
    let shown = words.prefix(Self.shownSources).joined(separator: ", ") + (words.count > Self.shownSources ? ", …" : "")
    let hint =
      words.contains { Double($0) != nil } ? "; four levels are written 64,65,66,64, without blanks" : ""
    return Failure(.usage, "several sources (\(shown)) need --json, which prints a line for each\(hint)")
  }

  /// The number of sources that a message names: the four of a mosaic's levels.
  private static let shownSources = 4

  /// Returns the settings of the options.
  func settings() throws -> MeasurementSettings {
    var settings = MeasurementSettings()
    settings.profile = try device.loadProfile()
    (settings.frames, settings.levels) = (frames.selection, levels.settings)
    (settings.area, settings.policy) = (area.area, device.policy)
    (settings.range, settings.limits) = (try device.range, try limits.limits())
    settings.lightKind = light.lightKind
    return settings
  }

  /// Returns the notes that help with a refused card: how it was read, where it was searched, and the picture.
  private func notes(_ report: Report, _ refusals: [CardRefusal]) -> [String] {
    let isOfBlack = refusals.contains { [.blackLevel, .blackUnknown].contains($0.code) }
    // The reason already states that black was assumed.
    let warnings = (report.warnings ?? []).filter { !isOfBlack || $0.code != BlackOrigin.assumed.warning?.code }
    var notes = warnings.map(\.message)
    if let picture = report.picture {
      notes.append("the region is shown in \(picture.file), colours by \(picture.colors)")
    }
    return notes
  }
}

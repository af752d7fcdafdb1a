import ArgumentParser
import DeviceProfiles
import GrayCard
import RawFrames
import WhiteBalance

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure a gray card in a raw frame: gains, chromaticity, temperature and tint.",
    discussion: """
      Put a gray card, lit by the light in question, anywhere in the frame: it is found as the largest evenly coloured \
      patch that may be neutral. Or say where it is with --region or --metering; --show makes a picture to check. A card that cannot be trusted (clipped, too \
      dark, too noisy, too small) is refused with the reason, and status 2.

      Gains need nothing but the frame. Chromaticity, temperature and tint need the camera's --profile.

      Examples:
        wbcal measure                                    the bundled sample
        wbcal measure card.raw --format RG10 --width 1920 --height 1080
        wbcal measure card.dng
        wbcal measure /dev/video0 --profile camera.icc --metering spot --json
      """)

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Region") var area: RegionOptions
  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions<CardLimitHelp>

  @Option(
    help: ArgumentHelp(
      "Write a small picture of the frame, a PNG, with the region outlined; what is clipped is magenta.",
      valueName: "file"))
  var show: String?

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    _ = try limits.limits()
    if source.source == nil && device.profile != nil {
      throw ValidationError("--profile needs a SOURCE, a raw file or a camera; the sample frame has its own profile")
    }
  }

  func run() throws {
    let input = try load()
    let frame = input.source.frame
    let limits = try limits.limits()
    let area = try area.area(of: frame, profile: input.profile, limits: limits)
    let region = area.region
    var reading: GrayCardReading
    do throws(GrayCardError) {
      reading = try GrayCardEstimator(limits: limits).reading(of: frame, in: region, weighting: area.weighting)
    } catch {
      throw Failure(.badData, "\(input.name): \(error)")
    }
    reading = reading.judged(byBlackIn: frame, average: input.source.average, limits: limits)
    if let profile = input.profile { reading = reading.judged(on: profile.characterization, limits: limits) }
    var report = Report(
      source: input.name, frame: Report.Frame(input.source), region: region.description,
      regionSource: area.source.rawValue, truth: input.truth)
    if let show {
      let picture = Picture(of: frame, reading: reading, profile: input.profile)
      try OutputFile.write(picture.pngBytes(), to: show)
      report.picture = Report.Picture(picture, file: show)
    }
    if let note = input.profile.flatMap(Note.init(balanceOf:)) { report.warn(note) }
    if let warning = input.source.blackOrigin.warning { report.warn(warning) }
    if let absence = area.absence { report.warn(Note(absence)) }
    switch reading.verdict {
    case .refused(let refusals):
      report.truth = nil
      report.set(refusals)
      if json { try Output.line(report) }
      throw Failure(
        .refused,
        (["\(input.name), region \(region): refused"] + refusals.map { "  \($0)" } + notes(report)).joined(
          separator: "\n"))
    case .ok(let neutral):
      for warning in reading.warnings { report.warn(Note(warning)) }
      var failure: Failure?
      do throws(WhiteBalanceError) {
        try report.set(neutral, on: input.profile, device: device)
      } catch {
        // The neutral and its gains stand, and are printed, whatever the profile or the range makes of them.
        report.error = error.description
        failure = Failure(error, "\(input.name), region \(region): \(error)")
      }
      if json { try Output.line(report) } else { try Output.line(report.text) }
      if let failure { throw failure }
    }
  }

  /// What helps with a refused card: how it was read, where it was looked for, and the picture.
  private func notes(_ report: Report) -> [String] {
    var notes = (report.warnings ?? []).map { "  \($0.message)" }
    if let picture = report.picture {
      notes.append("  the region is shown in \(picture.file), colours by \(picture.colors)")
    }
    return notes
  }

  private struct Input {
    var name: String
    var source: SourceFrame
    var profile: DeviceProfile?
    var truth: Report.Truth?
  }

  private func load() throws -> Input {
    guard let path = source.source else {
      let sample = try BundledSample.load()
      let profile = try sample.profile()
      return Input(
        name: sample.description, source: SourceFrame(try sample.frame(profile.levels), blackOrigin: .profile),
        profile: profile, truth: sample.truth)
    }
    let profile = try device.loadProfile()
    let frame = try source.frames.source(path, profile: profile?.levels)
    return Input(name: path, source: frame, profile: profile ?? frame.file?.profile)
  }
}

extension Report {
  /// Everything that a trusted neutral tells, on a device where one is known.
  mutating func set(
    _ neutral: MeasuredNeutral, on profile: DeviceProfile?, device: DeviceOptions
  ) throws(WhiteBalanceError) {
    verdict = "ok"
    let gains = try MeasuredGains(neutralizing: neutral)
    self.neutral = RGB(neutral.value)
    self.gains = RGB(gains.value)
    let error = gains.standardError
    standardError = StandardError(red: error.red, green: error.green, blue: error.blue)
    if let profile {
      let light = try MeasuredLight(
        causing: neutral, on: profile.characterization, uncertainty: profile.uncertainty)
      set(light.estimate.chromaticity)
      if let estimate = light.estimate.temperatureAndTint { set(estimate) }
      if profile.uncertainty == nil, light.uncertainty != nil {
        warn(
          Note(
            .noProfileUncertainty,
            "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone"))
      }
      standardError?.temperature = light.uncertainty?.temperature
      standardError?.duv = light.uncertainty?.duv
      standardError?.correlation = light.uncertainty?.correlation
    }
    settable = try device.settable(gains.value, on: profile)
  }
}

extension Report.Picture {
  fileprivate init(_ picture: Picture, file: String) {
    self.init(file: file, width: picture.width, height: picture.height, colors: picture.coloring.rawValue)
  }
}

extension Note {
  init(_ absence: CardSearch.Absence) {
    self.init(.noCardFound, "no card was found (\(absence)), so the middle half of the frame was read")
  }
}

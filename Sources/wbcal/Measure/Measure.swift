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
    let name = input.source.name ?? ""
    let measurement: CardMeasurement
    let (range, limits) = (try device.range, try limits.limits())
    do throws(GrayCardError) {
      measurement = try CardMeasurement(
        of: input.source, on: input.profile, in: area.area, range: range, policy: device.policy,
        lightKind: device.lightKind, limits: limits, unknownBlack: input.unknownBlack)
    } catch {
      throw Failure(error, name)
    }
    var report = measurement.record
    if let show {
      let picture = Picture(of: input.source.frame, reading: measurement.reading, profile: input.profile)
      try OutputFile.write(picture.pngBytes(), to: show)
      report.picture = Report.Picture(picture, file: show)
    }
    let region = measurement.reading.region
    switch measurement.verdict {
    case .refused(let refusals):
      if json { try Output.line(report) }
      throw Failure(
        .refused,
        (["\(name), region \(region): refused"] + refusals.map { "  \($0)" } + notes(report)).joined(separator: "\n"))
    case .ok(let card):
      report.truth = input.truth
      // The neutral and its gains are printed, whatever the profile or the range makes of them.
      if json { try Output.line(report) } else { try Output.line(report.text) }
      if let error = card.error { throw Failure(error, "\(name), region \(region): \(error)") }
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
    var source: SourceFrame
    var profile: DeviceProfile?
    var truth: Report.Truth?
    /// A live camera's own driver may remove black; a file's frame is asked.
    var unknownBlack = CardMeasurement.UnknownBlack.assumeZero
  }

  private func load() throws -> Input {
    guard let path = source.source else {
      let sample = try BundledSample.load()
      let profile = try sample.profile()
      return Input(
        source: SourceFrame(try sample.frame(profile.levels), name: sample.description, blackOrigin: .profile),
        profile: profile, truth: sample.truth)
    }
    let profile = try device.loadProfile()
    let frame = try source.frames.source(path, profile: profile?.levels)
    return Input(source: frame.source, profile: profile ?? frame.file?.profile,
      unknownBlack: CameraSource.isCamera(path) ? .assumeZero : .estimate)
  }
}

extension Report.Picture {
  fileprivate init(_ picture: Picture, file: String) {
    self.init(file: file, width: picture.width, height: picture.height, colors: picture.coloring.rawValue)
  }
}

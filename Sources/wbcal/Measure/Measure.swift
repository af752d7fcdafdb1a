import ArgumentParser
import DeviceProfiles
import FrameSources
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
    let (sample, input) = (source.source == nil ? try BundledSample.load() : nil, try open())
    var settings = MeasurementSettings()
    settings.profile = try device.loadProfile()
    (settings.frames, settings.levels) = (source.frames.selection, source.frames.levels.settings)
    (settings.area, settings.policy) = (area.area, device.policy)
    (settings.range, settings.limits) = (try device.range, try limits.limits())
    let measurement = try source.frames.measurement(of: input, settings)
    let name = input.name
    var report = measurement.record
    if let show {
      let picture = Picture(
        of: measurement.source.frame, reading: measurement.reading, profile: settings.profile ?? input.facts.profile)
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
      report.truth = sample?.truth
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

  private func open() throws -> any FrameSource {
    guard let path = source.source else { return try BundledSample.load().source() }
    return try source.frames.open(path)
  }
}

extension Report.Picture {
  fileprivate init(_ picture: Picture, file: String) {
    self.init(file: file, width: picture.width, height: picture.height, colors: picture.coloring.rawValue)
  }
}

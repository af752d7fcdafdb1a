import ArgumentParser
import DeviceProfiles
import GrayCard
import RawFrames
import WhiteBalance

struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure a gray card in a raw frame: gains, chromaticity, temperature and tint.",
    discussion: """
      Put a gray card, lit by the light in question, where the region is. A card that cannot be trusted (clipped, too \
      dark, too noisy, too small) is refused with the reason, and status 2.

      Gains need nothing but the frame. Chromaticity, temperature and tint need the camera's --profile.

      Examples:
        wbcal measure                                    the bundled sample
        wbcal measure card.raw --format RG10 --width 1920 --height 1080
        wbcal measure /dev/video0 --profile camera.icc --metering spot --json
      """)

  @OptionGroup(title: "Source") var source: SourceOptions
  @OptionGroup(title: "Region") var area: RegionOptions
  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    if source.source == nil && device.profile != nil {
      throw ValidationError("--profile needs a SOURCE, a raw file or a camera; the sample frame has its own profile")
    }
  }

  func run() throws {
    let input = try load()
    let (region, weighting) = try area.area(of: input.frame)
    let limits = try limits.limits()
    var reading: GrayCardReading
    do throws(GrayCardError) {
      reading = try GrayCardEstimator(limits: limits).reading(of: input.frame, in: region, weighting: weighting)
    } catch {
      throw Failure(.badData, "\(input.name): \(error)")
    }
    if let profile = input.profile { reading = reading.judged(on: profile.characterization, limits: limits) }
    var report = Report(
      source: input.name, frame: Report.Frame(input.frame), region: region.description, truth: input.truth)
    switch reading.verdict {
    case .refused(let refusals):
      report.truth = nil
      report.set(refusals)
      if json { try Output.line(report) }
      throw Failure(
        .refused, "\(input.name), region \(region): refused\n" + refusals.map { "  \($0)" }.joined(separator: "\n"))
    case .ok(let neutral):
      for warning in reading.warnings { report.warn(Report.Note(warning)) }
      do throws(WhiteBalanceError) {
        try report.set(neutral, on: input.profile, device: device)
      } catch {
        // The neutral and its gains stand, and are printed, whatever the profile or the range makes of them.
        report.error = error.description
      }
      if json { try Output.line(report) } else { try Output.line(report.text) }
      if let error = report.error { throw Failure(.badData, "\(input.name), region \(region): \(error)") }
    }
  }

  private struct Input {
    var name: String
    var frame: RawFrame
    var profile: DeviceProfile?
    var truth: Report.Truth?
  }

  private func load() throws -> Input {
    guard let path = source.source else {
      let sample = try BundledSample.load()
      let profile = try sample.profile()
      return Input(
        name: sample.description, frame: try sample.frame(profile.levels), profile: profile, truth: sample.truth)
    }
    let profile = try device.loadProfile()
    let frame =
      try source.isDevice
      ? LiveCamera.frame(path, source, profile: profile?.levels)
      : source.frameOfFile(path, profile: profile?.levels)
    return Input(name: path, frame: frame, profile: profile)
  }
}

extension Report {
  /// Everything that a trusted neutral tells, on a device where one is known.
  fileprivate mutating func set(
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
            code: "no-profile-uncertainty",
            message:
              "the profile states no uncertainty, so the errors of temperature and tint are those of the frame alone"))
      }
      standardError?.temperature = light.uncertainty?.temperature
      standardError?.duv = light.uncertainty?.duv
      standardError?.correlation = light.uncertainty?.correlation
    }
    settable = try device.settable(gains.value, on: profile)
  }
}

extension Report.Note {
  fileprivate init(_ warning: Warning) {
    self.init(
      code: warning.code.rawValue, value: warning.value, limit: warning.limit, message: warning.description)
  }
}

import ArgumentParser
import Colorimetry
import DeviceProfiles
import DigitalNegatives
import GrayCard
import WhiteBalance

#if os(Linux)
  import CameraControl
  import RawFrames
#endif

struct CameraMeterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meter",
    abstract: "Read the light of a gray card before a camera, again and again.",
    discussion: """
      Writes one line in a terminal that is written over, elsewhere a line each time. Ctrl-C ends it; the camera is then \
      as it was found.

      Examples:
        wbcal camera meter /dev/video0 --profile camera.icc
        wbcal camera meter /dev/video0 --profile camera.icc --metering spot --json --count 10
      """)

  @OptionGroup var opening: CameraOpening
  @OptionGroup(title: "Region") var area: RegionOptions
  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("From one reading to the next, at least.", valueName: "seconds"))
  var interval = 0.5

  @Option(parsing: .unconditional, help: ArgumentHelp("End after so many readings.", valueName: "count"))
  var count: Int?

  @Flag(help: "Print one JSON object for each reading.")
  var json = false

  func validate() throws {
    guard interval >= 0, interval <= Self.longestInterval else {
      throw ValidationError("--interval \(interval) is not valid; it must be 0 to \(Self.longestInterval)")
    }
    if let count, count < 1 { throw ValidationError("--count \(count) is not valid; it must be at least 1") }
    guard device.profile != nil else { throw ValidationError("a light is known by the camera's --profile alone") }
  }

  private static let longestInterval = 3600.0

  func run() async throws {
    #if os(Linux)
      guard let profile = try device.loadProfile() else { preconditionFailure("validated: there is a profile") }
      let camera = try opening.open(profile)
      try await CameraSession.run(with: camera) { try await meter(camera, profile) }
    #else
      throw Failure(.deviceFailed, "\(opening.camera): cameras can be used on Linux alone, through V4L2")
    #endif
  }
}

#if os(Linux)
  extension CameraMeterCommand {
    private func meter(_ camera: Camera, _ profile: DeviceProfile) async throws {
      let limits = try limits.limits()
      var line = LiveLine()
      defer { line.end() }
      // Gains that change by themselves are known too late for the frame at hand.
      try camera.lockForConfiguration()
      defer { camera.unlockForConfiguration() }
      try camera.startRunning()
      defer { camera.stopRunning() }
      try camera.setWhiteBalanceMode(.locked)
      var (done, last): (Int, Duration?) = (0, nil)
      for await frame in camera.frames where frame.isTrusted {
        if let last, frame.timestamp - last < .seconds(interval) { continue }
        last = frame.timestamp
        let reading = try reading(of: frame, by: profile, limits)
        if json { try Output.line(reading) } else { try line.show(reading.text) }
        done += 1
        if done == count { return }
      }
      try Task.checkCancellation()
      throw camera.failure.map { Failure($0) }
        ?? Failure(.deviceFailed, "\(opening.camera): the camera stopped by itself")
    }

    private func reading(
      of frame: CameraFrame, by profile: DeviceProfile, _ limits: GrayCardLimits
    ) throws -> MeterReading {
      let area = try area.area(of: frame.frame, profile: profile)
      let reading: GrayCardReading
      do throws(GrayCardError) {
        reading = try GrayCardEstimator(limits: limits)
          .reading(of: frame.frame, in: area.region, weighting: area.weighting)
      } catch { throw Failure(.badData, "\(opening.camera): \(error)") }
      var report = Report(source: opening.camera, region: area.region.description, regionSource: area.source.rawValue)
      switch reading.verdict {
      case .refused(let refusals): report.set(refusals)
      case .ok(let neutral):
        // The device's own response: without the gains that it has applied.
        let scale = Matrix3x3(
          diagonal: [1 / frame.appliedGains.red, 1 / frame.appliedGains.green, 1 / frame.appliedGains.blue])
        let own = MeasuredNeutral(
          value: frame.nativeResponse(neutral.value), covariance: scale * neutral.covariance * scale)
        do throws(WhiteBalanceError) { try report.set(own, on: profile, device: device) } catch {
          report.error = error.description
        }
      }
      let metadata = (try? frame.exposureMetadata()) ?? .unknown
      return MeterReading(
        report: report, sequence: frame.sequence, timestamp: frame.timestamp / .seconds(1),
        exposure: metadata == .unknown ? nil : .init(metadata))
    }
  }
#endif

/// A reading as `camera meter` prints it: the keys of `measure`, and when and how its frame was taken.
struct MeterReading: Encodable {
  let report: Report
  let sequence: UInt32
  /// In seconds, on the driver's clock.
  let timestamp: Double
  let exposure: NegativeReport.Exposure?

  private enum CodingKeys: CodingKey { case sequence, timestamp, exposure }

  func encode(to encoder: any Encoder) throws {
    try report.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(sequence, forKey: .sequence)
    try container.encode(timestamp, forKey: .timestamp)
    try container.encodeIfPresent(exposure, forKey: .exposure)
  }

  var text: String {
    let exposure = exposure.map { "   \($0.text)" } ?? ""
    if let reasons = report.reasons { return "refused: \(reasons.map(\.code).joined(separator: ", "))\(exposure)" }
    var parts: [String] = []
    if let temperature = report.temperature { parts.append("\(Self.rounded(temperature, 1)) K") }
    if let tint = report.tint { parts.append("tint \(Self.rounded(tint, 10))") }
    if let gains = report.gains {
      parts.append(
        "gains \(Self.rounded(gains.red, 1e4)) \(Self.rounded(gains.green, 1e4)) \(Self.rounded(gains.blue, 1e4))")
    }
    if let light = report.chromaticity {
      parts.append("x, y \(Self.rounded(light.x, 1e4)) \(Self.rounded(light.y, 1e4))")
    }
    if let error = report.error { parts.append(error) }
    return parts.joined(separator: "   ") + exposure
  }

  private static func rounded(_ value: Double, _ scale: Double) -> Double { (value * scale).rounded() / scale }
}

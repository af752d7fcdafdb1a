public import ArgumentParser
import CameraControl
import CommandOutput
import DeviceProfiles
import GrayCard
public import Metering
import RawFrames
import Reports
import WhiteBalance

struct CameraMeterCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meter",
    abstract:
      "Meter a gray card before a camera: its light, again and again, with exposure, focus and gains that follow it.",
    discussion: """
      The light needs the profile of the camera. Without one there are gains alone. In a terminal each reading is \
      written over the one before; elsewhere each is a line. Ctrl-C ends it; the camera is then as it was found.

      Examples:
        wbcal camera meter /dev/video0
        wbcal camera meter /dev/video0 --profile camera.icc
        wbcal camera meter /dev/video0 --profile camera.icc \\
          --metering uniform --no-focus --json --count 10
      """)

  @Argument(help: .camera) var cameraName: String

  @OptionGroup var opening: CameraOpening

  @Option(help: "A spot, the whole frame, or the frame with the point counting most.")
  var metering = MeteringMode.spot

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The point in samples; the frame's middle if not given.", valueName: "x,y"),
    transform: PointArgument.read)
  var point: PointArgument?

  @Flag(inversion: .prefixedNo, help: "Let the meter set the exposure.")
  var exposure = true

  @Flag(inversion: .prefixedNo, help: "Let the meter set the focus.")
  var focus = true

  @Flag(inversion: .prefixedNo, help: "Let the meter set the gains.")
  var whiteBalance = true

  @OptionGroup(title: "Device") var device: DeviceOptions
  @OptionGroup(title: "Device") var light: LightKindOptions
  @OptionGroup(title: "Limits") var limits: CardLimitOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("From one reading to the next, at least.", valueName: "seconds"))
  var interval = 0.5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of readings after which metering ends. Default: no end.", valueName: "count"))
  var count: Int?

  @Flag(help: "Print one JSON object for each reading.")
  var json = false

  func validate() throws {
    _ = try limits.limits()
    if metering == .uniform, point != nil {
      throw ValidationError("--point needs --metering spot or weighted; the whole frame has no point")
    }
    guard interval >= 0, interval <= Self.longestInterval else {
      throw ValidationError("--interval", interval, mustBe: "0 to \(Self.longestInterval)")
    }
    if let count, count < 1 { throw ValidationError("--count", count, mustBe: "at least 1") }
    if device.profile == nil, let option = light.lightKind != .any ? "--light-kind" : device.policyOfLight {
      throw ValidationError("\(option) needs --profile: without one no light is measured")
    }
  }

  private static let longestInterval = 3600.0

  func run() async throws {
    let limits = try limits.limits()
    let camera = try opening.open(cameraName, profile: try device.loadProfile())
    try camera.checkMeasurable()
    let quantities = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    try await CameraSession.run(with: camera, setting: quantities) { try await meter(camera, limits) }
  }
}

extension MeteringMode: ExpressibleByArgument {}

extension CameraMeterCommand {
  private func meter(_ camera: Camera, _ limits: GrayCardLimits) async throws {
    try camera.startRunning()
    let first = try await firstFrame(of: camera)
    let point = try point.map { try $0.share(of: first) } ?? .center
    let meter = CameraMeter(camera, limits: limits)
    meter.meteringMode = metering
    try holdBalance(of: camera)
    let following = Task { await follow(meter, point) }
    // After the lock, nothing more is on its way to the device.
    defer {
      following.cancel()
      if isFollowing {
        try? meter.lockAtOnce(MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance))
      }
    }
    try await showReadings(of: camera) { try reading(of: $0, by: camera, about: point, limits, meter.scene) }
  }

  /// Returns the camera's first frame, after checking that it can show a card and fits the profile's levels.
  private func firstFrame(of camera: Camera) async throws -> RawFrame {
    if camera.intrusion == .testPattern {
      throw Failure(
        .usage, "\(cameraName.asLabel) a test pattern is on, which is no frame of a card; set test_pattern=0")
    }
    let first = try await camera.nextFrame(where: { _ in true }).frame
    if !json { for note in Self.notes(of: camera) { Output.error("wbcal: warning: \(note.message)") } }
    if let levels = camera.profile.levels, first.levels == SampleLevels(fullRangeOf: first.format) {
      do throws(RawFrameError) { try levels.checkDepth(of: first.format) } catch {
        throw Failure(.badData, "\(cameraName.asLabel) the profile's levels are of another format: \(error)")
      }
    }
    return first
  }

  /// The warnings that the camera and its profile have before there is a reading.
  private static func notes(of camera: Camera) -> [Note] {
    [camera.knownProfile.flatMap(Note.init(balanceOf:)), Note.blackAssumed(by: camera)].compactMap(\.self)
  }

  /// Locks the white balance. Automatic gains would be known only after the frame that they apply to.
  private func holdBalance(of camera: Camera) throws {
    if whiteBalance {
      try camera.lockForConfiguration()
      try camera.setWhiteBalanceMode(.locked)
      camera.unlockForConfiguration()
    } else if camera.whiteBalanceMode != .locked {
      throw Failure(
        .usage,
        "\(cameraName.asLabel) automatic white balance is on, so the gains of a frame are not known, and --no-white-balance "
          + "leaves it on; switch it off before with wbcal camera set")
    }
  }

  /// Prints readings at intervals, as many as were requested, and reports when another program disturbs the frames.
  ///
  /// - Throws: An error where the frames end before.
  private func showReadings(of camera: Camera, _ reading: (CameraFrame) throws -> MeterReading) async throws {
    var line = LiveLine()
    defer { line.end() }
    var (done, read) = (0, FramePacing())
    var intrusion: Camera.Intrusion?
    var told = Set(Self.notes(of: camera).map(\.code))
    for await frame in camera.frames {
      if camera.intrusion != intrusion {
        intrusion = camera.intrusion
        if let intrusion {
          Output.error(
            "wbcal: \(cameraName.asLabel) \(intrusion.rawValue); nothing is read until it is off")
        }
      }
      guard frame.isTrusted else { continue }
      guard read.isDue(frame.timestamp, every: .seconds(interval)) else { continue }
      read.note(frame.timestamp)
      let shown = try reading(frame)
      if json {
        try Output.line(shown)
      } else {
        // In JSON, every reading says for which lights its errors hold, and has its warnings. A person reads them once.
        if let lights = shown.report.lightsOfErrors {
          let correction = shown.report.duvCorrection == nil ? "" : ", and the tint is corrected for them"
          if told.insert(lights + correction).inserted {
            Output.error("wbcal: the errors are for \(lights)\(correction)")
          }
        }
        for note in shown.report.warnings ?? [] where told.insert(note.code).inserted {
          Output.error("wbcal: warning: \(note.message)")
        }
        try line.show(shown.parts)
      }
      done += 1
      if done == count { return }
    }
    try Task.checkCancellation()
    throw camera.failure.map { Failure($0) }
      ?? Failure(.deviceFailed, "\(cameraName.asLabel) the camera stopped by itself")
  }

  private var isFollowing: Bool { exposure || focus || whiteBalance }

  /// Follows the scene. A scan that fails does not end this: the scene has the reasons.
  private func follow(_ meter: CameraMeter, _ point: MeteringPoint) async {
    guard isFollowing else { return }
    do {
      try await meter.scan(
        center: point, lockDuration: Self.firstLock, exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    } catch {
      guard !Task.isCancelled else { return }
      try? await meter.unlock(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    }
  }

  /// The duration of the first lock, in seconds: long enough to appear in a line.
  private static let firstLock = 1.0

  private func reading(
    of frame: CameraFrame, by camera: Camera, about point: MeteringPoint, _ limits: GrayCardLimits,
    _ scene: MeteringScene
  ) throws -> MeterReading {
    let reader = MeteringReader(mode: metering, point: point, limits: limits)
    let source = SourceFrame(frame.frame, name: cameraName, blackOrigin: camera.blackOrigin)
    let range = try device.range
    let report: Report
    do throws(GrayCardError) {
      report = try reader.measurement(
        of: source, on: camera.knownProfile, appliedGains: frame.appliedGains, range: range, policy: device.policy,
        lightKind: light.lightKind
      ).record
    } catch { throw Failure(error, cameraName) }
    return MeterReading(report, of: frame, scene: isFollowing ? scene : nil)
  }
}

extension PointArgument {
  fileprivate func share(of frame: RawFrame) throws -> MeteringPoint {
    do throws(MeteringError) {
      return try MeteringPoint(
        x: (Double(x) + 0.5) / Double(frame.width), y: (Double(y) + 0.5) / Double(frame.height))
    } catch {
      throw Failure(.usage, "--point \(x),\(y) is outside the frame of \(frame.width) x \(frame.height) samples")
    }
  }
}

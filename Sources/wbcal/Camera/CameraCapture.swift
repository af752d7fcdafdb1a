import ArgumentParser
import CameraControl
import CommandOutput
import DeviceProfiles
import DigitalNegatives
import FrameSources
import GrayCard
import ProfileExchange
import RawFrames
import Reports
import SystemPackage
import WhiteBalance

struct CameraCapture: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Take frames of a camera, as raw data or as DNGs, one by one or as a bracket of exposures.",
    discussion: """
      A bracket is taken by durations in seconds, or by stops beside the exposure that the camera has; its controls are \
      afterwards as they were found.

      Several frames are one raw file, one after another, or a DNG each: frame-1.dng, frame-2.dng, …

      Examples:
        wbcal camera capture /dev/video0 --output frame.dng --profile camera.icc
        wbcal camera capture /dev/video0 --output frames.raw --frames 30
        wbcal camera capture /dev/video0 --output frame.dng --profile camera.icc \\
          --bracket 0.002,0.01,0.05
        wbcal camera capture /dev/video0 --output frame.dng --profile camera.icc \\
          --bracket-stops=-2,0,2
      """)

  @Argument(help: .camera) var cameraName: String

  @OptionGroup var opening: CameraOpening

  @Option(help: ArgumentHelp("The camera's profile, an ICC file; DNGs need it.", valueName: "file"))
  var profile: String?

  @Option(help: ArgumentHelp("The file to write: a DNG where it ends in .dng, else raw data.", valueName: "file"))
  var output: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of frames to take. Default: 1.", valueName: "count"))
  var frames: Int?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A bracket by durations, as 0.002 or 1/500.", valueName: "seconds,…"),
    transform: DurationsArgument.read)
  var bracket: DurationsArgument?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("A bracket beside the camera's own exposure.", valueName: "stops,…"),
    transform: NumbersArgument.read)
  var bracketStops: NumbersArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("The lens's f-number, for DNGs.", valueName: "number"))
  var aperture: Double?

  @Flag(help: "Print one JSON object for each frame.")
  var json = false

  private var writesNegatives: Bool { DigitalNegative.isName(output) }

  func validate() throws {
    if writesNegatives, profile == nil {
      throw ValidationError("a DNG says how its camera sees colour; give --profile")
    }
    if let frames, !FrameSelection.counts.contains(frames) {
      throw ValidationError("--frames", frames, mustBe: FrameSelection.counts)
    }
    if [frames != nil, bracket != nil, bracketStops != nil].count(where: \.self) > 1 {
      throw ValidationError("--frames, --bracket and --bracket-stops each say which frames to take; give one of them")
    }
    if let aperture, !(aperture > 0 && aperture.isFinite) {
      throw ValidationError("--aperture \(aperture): it must be above 0, and finite")
    }
  }

  func run() async throws {
    for path in outputs { try OutputFile.check(path, for: writesNegatives ? .negative : .samples) }
    // The report of a DNG has the warning.
    let device = try profile.map(writesNegatives ? ProfileFile.load : ProfileFile.loadWarning)
    if writesNegatives, let device, let profile { try ProfileFile.checkNegative(by: device, file: profile) }
    let camera = try opening.open(cameraName, profile: device)
    try await CameraSession.run(with: camera) { try await capture(camera) }
  }
}

extension CameraCapture {
  /// The files to write: one, or a DNG for each frame.
  private var outputs: [String] {
    let count = frames ?? bracket?.durations.count ?? bracketStops?.numbers.count ?? 1
    return writesNegatives && count > 1 ? (1...count).map(numbered) : [output]
  }

  private func capture(_ camera: Camera) async throws {
    try camera.startRunning()
    defer { camera.stopRunning() }
    if let bracketed = try await bracket(by: camera) {
      try write(bracketed, by: camera)
    } else {
      try await writeFrames(of: camera)
    }
  }

  /// Returns the frames of the bracket; `nil` where none was requested.
  private func bracket(by camera: Camera) async throws -> [CameraFrame]? {
    if let durations = bracket?.durations {
      return try await camera.captureBracket(
        durations.map {
          // The ISO is not given, so the gain stays as it is.
          ManualExposureBracketedStillImageSettings.manualExposureSettings(
            exposureDuration: .seconds($0.seconds), iso: Camera.currentISO)
        })
    }
    guard let stops = bracketStops?.numbers else { return nil }
    // The camera's exposure is known once a frame has come.
    _ = try await camera.nextFrame()
    return try await camera.captureBracket(
      stops.map { AutoExposureBracketedStillImageSettings.autoExposureSettings(exposureTargetBias: Float($0)) })
  }

  private func write(_ frames: [CameraFrame], by camera: Camera) throws {
    guard writesNegatives else {
      try OutputFile.write(output) { file in for frame in frames { try file.write(frame, of: cameraName) } }
      for frame in frames { try report(frame, output) }
      return
    }
    var told: Set<String> = []
    for (index, frame) in frames.enumerated() {
      try write(frame, by: camera, to: outputs[index], told: &told)
    }
  }

  /// Writes frames as they come, with one at a time in memory.
  private func writeFrames(of camera: Camera) async throws {
    let count = frames ?? 1
    let raw = writesNegatives ? nil : try UnfinishedFile(output)
    var isWritten = false
    defer {
      // The reports of the frames were printed before, so the missing file must be mentioned.
      if raw != nil, !isWritten, Task.isCancelled { Output.error("wbcal: \(output) is not written") }
      raw?.discard()
    }
    var told: Set<String> = []
    for index in 0..<count {
      try Task.checkCancellation()
      let frame: CameraFrame
      let isRaw = raw != nil
      do throws(CameraError) {
        // Raw output accepts whatever the sensor sends, including a test pattern.
        frame = try await camera.nextFrame { $0.isTrusted || isRaw && camera.intrusion == .testPattern }
      } catch {
        guard count > 1 else { throw error }
        let failure = Failure(error)
        let lost = raw == nil ? "" : ", and \(output) is not written"
        throw Failure(failure.status, "\(failure.message), after \(index) of \(count) frames\(lost)")
      }
      if let raw {
        try raw.write { try $0.write(frame, of: cameraName) }
        let warnings = [Note.testPattern(by: camera)].compactMap(\.self)
        try report(frame, output, warnings: json ? warnings : warnings.filter { told.insert($0.message).inserted })
      } else {
        try write(frame, by: camera, to: outputs[index], told: &told)
      }
    }
    try raw?.finish()
    isWritten = true
  }

  private func numbered(_ number: Int) -> String {
    let path = FilePath(output)
    let stem = path.lastComponent?.stem ?? "frame"
    return path.removingLastComponent().appending("\(stem)-\(number).\(path.extension ?? "dng")").string
  }

  /// Writes a frame.
  ///
  /// - Parameter told: The warnings that were already printed. They hold for the next frame too, and are not repeated.
  private func write(
    _ frame: CameraFrame, by camera: Camera, to path: String, told: inout Set<String>
  ) throws {
    let made: (negative: DigitalNegative, warnings: [ExchangeWarning])
    let bytes: [UInt8]
    do {
      made = try frame.digitalNegative(
        by: camera.profile, exposure: frame.exposureMetadata(aperture: aperture, date: .now))
      bytes = try made.negative.dngBytes()
    } catch {
      throw Failure(.badData, "\(cameraName.asLabel) \(error)")
    }
    try OutputFile.write(bytes, to: path)
    var warnings = made.warnings.map(\.finding)
    if let note = Note.blackAssumed(by: camera) {
      warnings.insert(note, at: 0)
    }
    try report(frame, path, warnings: json ? warnings : warnings.filter { told.insert($0.message).inserted })
  }

  private func report(_ frame: CameraFrame, _ path: String, warnings: [Note] = []) throws {
    let metadata = (try? frame.exposureMetadata(aperture: aperture)) ?? .unknown
    let report = CaptureReport(
      frame, of: cameraName, written: path, metadata: metadata, warnings: warnings)
    try Output.report(report, text: report.text, json: json)
  }
}

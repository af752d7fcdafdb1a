import ArgumentParser
import CommandOutput
import FrameSources
import RawFrames
import Reports
import SensorSimulation
import SystemPackage

struct Simulate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write raw frames of a simulated camera, whose truth is known.",
    discussion: """
      A gray card under a light, seen by a camera with known spectral sensitivities, with photon noise, read noise and \
      quantisation. The same options write the same bytes on every machine.

      Prints the truth, and the command that measures the file.

      Examples:
        wbcal simulate --light A --output card.raw
        wbcal simulate --light lamp.csv --sensitivities camera.csv \\
          --format pRAA --output card.raw
        wbcal simulate --dark --frames 16 --output dark.raw
      """)

  @OptionGroup(title: "Scene") var view: SceneOptions
  @OptionGroup(title: "Camera") var camera: SensorOptions

  @Option(help: ArgumentHelp("The raw file to write; one that is there is replaced.", valueName: "file"))
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Frames, one after another in the file, as v4l2-ctl writes them.", valueName: "number"))
  var frames = 1

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Another seed, other noise; 1 if not given.", valueName: "number"),
    transform: UInt64.read)
  var seed: UInt64 = 1

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    let counts = FrameSelection.counts
    guard counts.contains(frames) else {
      throw ValidationError(
        "--frames", frames, mustBe: "\(counts.lowerBound) to \(counts.upperBound), the most that wbcal reads")
    }
  }

  func run() throws {
    try OutputFile.check(output, for: .samples)
    let (sensitivities, cameraWarnings) = try camera.camera()
    let sensor = try camera.sensor(sensitivities)
    var warnings = cameraWarnings
    var card: Region?
    var meter: MeterReport?
    let shot: SimulatedShot
    do {
      if view.dark {
        shot = try SimulatedShot(
          inTheDark: sensor, width: camera.width, height: camera.height, bytesPerRow: camera.stride)
      } else {
        // The size must be checked before a position in the frame is computed.
        _ = try SimulatedShot(
          inTheDark: sensor, width: camera.width, height: camera.height, bytesPerRow: camera.stride)
        let seen = try view.scene(width: camera.width, height: camera.height)
        warnings += seen.warnings
        (card, meter) = (seen.card, seen.meter)
        shot = try SimulatedShot(
          of: seen.scene, by: sensor, width: camera.width, height: camera.height, bytesPerRow: camera.stride,
          exposure: view.signal, vignetting: view.vignetting?.vignetting() ?? Vignetting(cornerLoss: 0))
      }
    } catch let error as SimulationError {
      throw Failure(.usage, error.description)
    }
    let bytesPerFrame = try write(shot)
    let report = SimulationReport(
      shot, output: output, frames: frames, bytesPerFrame: bytesPerFrame, light: view.lightName,
      meter: meter, card: card, warnings: warnings)
    try Output.report(report, text: report.text, json: json)
  }

  /// Writes the frames.
  ///
  /// - Returns: The number of bytes in each frame.
  private func write(_ shot: SimulatedShot) throws -> Int {
    let (bytes, overflow) = shot.bytesPerRow.multipliedReportingOverflow(by: shot.height)
    guard !overflow, bytes <= SourceFile.largest else {
      throw Failure(
        .usage,
        "a frame of \(shot.width) x \(shot.height) samples, \(shot.bytesPerRow) bytes a row, is larger than "
          + "\(SourceFile.largest) bytes, the most that is read again")
    }
    try OutputFile.write(output) { descriptor in
      var seeds = NoiseGenerator(seed: seed)
      let progress = Progress(count: frames, of: "frame")
      defer { progress.clear() }
      for done in 1...frames {
        let frame = shot.frame(seed: seeds.next())
        try descriptor.writeAll(frame.paddedBytes(limit: SourceFile.largest))
        progress.advance(to: done)
      }
    }
    return bytes
  }
}

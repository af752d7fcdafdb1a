// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraControl
import CameraDevices
import CommandOutput
import Metering
import Reports

struct CameraCalibrateGain: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate-gain",
    abstract: "Measure what the codes of a camera's gain do, for sensors that nobody has measured.",
    discussion: """
      Show an even surface in steady light, then leave the camera alone. The gain is stepped from end to end, with shorter exposures where it \
      would clip. What is printed goes to --gain-law of set, capture, meter and serve. The camera is then as it was found.

      Examples:
        wbcal camera calibrate-gain /dev/video0
        wbcal camera set /dev/video0 --iso 400 --gain-law hyperbolic:512
      """)

  @Argument(help: .camera) var cameraName: String

  @OptionGroup var opening: CameraOpening

  @Option(parsing: .unconditional, help: ArgumentHelp("Codes to measure, from end to end.", valueName: "count"))
  var steps = 9

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard Self.stepCounts.contains(steps) else {
      throw ValidationError("--steps", steps, mustBe: Self.stepCounts)
    }
    guard opening.gainLaw == nil else { throw ValidationError("--gain-law is what this measures; leave it out") }
  }

  private static let stepCounts = 3...100

  func run() async throws {
    let camera = try opening.open(cameraName, profile: nil)
    try await CameraSession.run(with: camera, setting: [.exposure]) {
      try camera.startRunning()
      let report = GainReport(try await camera.calibratedGain(steps: steps), of: cameraName)
      try Output.report(report, text: report.text, json: json)
    }
  }
}

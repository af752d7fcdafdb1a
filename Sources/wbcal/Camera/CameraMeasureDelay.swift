// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraControl
import CommandOutput
import Metering
import Reports

struct CameraMeasureDelay: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure-delay",
    abstract: "Measure how many frames a change of exposure or gain takes, for sensors that nobody has measured.",
    discussion: """
      Show an even surface in steady light, then leave the camera alone. Exposure and gain are stepped up and down. What is printed goes to \
      --delay of capture, meter and serve: frames that may lack a change are not measured. A busy machine may \
      make the delay too long, and never too short: measure again, and take the shortest. The camera is then as it was found.

      Examples:
        wbcal camera measure-delay /dev/video0
        wbcal camera capture /dev/video0 --delay 3 --output frame.raw
      """)

  @Argument(help: .camera) var cameraName: String

  @OptionGroup var opening: CameraOpening

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard opening.delay == nil else { throw ValidationError("--delay is what this measures; leave it out") }
  }

  func run() async throws {
    let camera = try opening.open(cameraName, profile: nil)
    try await CameraSession.run(with: camera, setting: [.exposure]) {
      try camera.startRunning()
      let report = DelayReport(try await camera.measuredPipelineDelay(), of: cameraName)
      try Output.report(report, text: report.text, json: json)
    }
  }
}

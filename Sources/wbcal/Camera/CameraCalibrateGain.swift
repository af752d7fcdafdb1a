// SPDX-FileCopyrightText: 2026 The WhiteBalance authors
// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import CameraControl
import CameraDevices
import Metering

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

  @OptionGroup var opening: CameraOpening

  @Option(parsing: .unconditional, help: ArgumentHelp("Codes to measure, from end to end.", valueName: "count"))
  var steps = 9

  @Flag(help: "Print one JSON object.")
  var json = false

  func validate() throws {
    guard Self.stepCounts.contains(steps) else {
      throw ValidationError(
        "--steps \(steps) is not valid; it must be \(Self.stepCounts.lowerBound) to \(Self.stepCounts.upperBound)")
    }
    guard opening.gainLaw == nil else { throw ValidationError("--gain-law is what this measures; leave it out") }
  }

  private static let stepCounts = 3...100

  func run() async throws {
    let camera = try opening.open(nil)
    try await CameraSession.run(with: camera, setting: [.exposure]) {
      try camera.startRunning()
      let report = GainReport(try await camera.calibratedGain(steps: steps), of: opening.camera)
      if json { try Output.line(report) } else { try Output.line(report.text) }
    }
  }
}

/// The law of a gain as `camera calibrate-gain` prints it.
private struct GainReport: Encodable {
  struct Point: Encodable {
    var code: Int
    var gain: Double
  }

  var camera, control, law: String
  /// The largest share by which a point departs from the law.
  var misfit: Double
  var points: [Point]

  init(_ calibration: GainCalibration, of camera: String) {
    self.camera = camera
    control = calibration.control.name
    law = calibration.law.rounded.description
    misfit = calibration.misfit
    points = calibration.points.map { Point(code: Int($0.code), gain: $0.gain) }
  }

  var text: String {
    let rows = points.map { "  \($0.code)  \(fixed($0.gain, 4))" }
    return
      (["\(camera): \(control)", "  code  gain"] + rows
      + ["law  \(law)  within \(fixed(misfit * 100, 2)) %"])
      .joined(separator: "\n")
  }
}

extension ImageSensor.GainLaw {
  /// With as many digits as were measured.
  fileprivate var rounded: Self {
    func digits(_ value: Double) -> Double { Double(significant(value)) ?? value }
    return switch self {
    case .hyperbolic(let full): .hyperbolic(full: digits(full))
    case .proportional(let one): .proportional(one: digits(one))
    case .decibels(let step): .decibels(perCode: digits(step))
    case .points(let points): .points(points.map { Point(code: $0.code, gain: digits($0.gain)) })
    }
  }
}

package import CameraControl
import CameraDevices
import Metering
import RawFrames

/// The law of a gain as `camera calibrate-gain` prints it.
package struct GainReport: Encodable {
  package struct Point: Encodable {
    package var code: Int
    package var gain: Double
  }

  package var camera, control, law: String
  /// The largest share by which a point departs from the law.
  package var misfit: Double
  package var points: [Point]

  package init(_ calibration: GainCalibration, of camera: String) {
    self.camera = camera
    control = calibration.control.optionName
    law = calibration.law.rounded.description
    misfit = calibration.misfit
    // As a Double, the largest code of 64 bits is one more.
    points = calibration.points.map { Point(code: Int(exactly: $0.code) ?? .max, gain: $0.gain) }
  }

  package var text: String {
    let rows = points.map { "  \($0.code)  \(fixed($0.gain, 4))" }
    return
      (["\(camera.asLabel) \(control)", "  code  gain"] + rows
      + ["law  \(law)  within \(fixed(misfit * 100, 2)) %"])
      .joined(separator: "\n")
  }
}

extension ImageSensor.GainLaw {
  /// The numbers with as many digits as were measured.
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

package import Calibration
internal import CameraControl
internal import Colorimetry
package import DeviceProfiles
package import GrayCard
import RawFrames
internal import WhiteBalance

/// A calibration that was made on the page, with what it was made of: for a page about it.
package struct MadeCalibration: Sendable {
  /// A gray card under a known light.
  package struct Card: Sendable {
    /// The card in messages and on the page, such as `card 2`.
    package var name: String
    package let light: CalibrationLight
    package let measurement: CardMeasurement

    /// The card for a calibration; `nil` where it is refused.
    var reading: CardReading? {
      measurement.card.map { CardReading(name: name, light: light, neutral: $0.neutral) }
    }
  }

  /// A chart under a known light: the ColorChecker of 24 patches.
  package struct Chart: Sendable {
    /// The chart in messages and on the page, such as `chart 2`.
    package var name = ""
    package let light: CalibrationLight
    package let readings: [ChartReading]
    package let fit: ChartFit
    /// The frame, whose black level was judged.
    package let frame: PatchedFrame
    package var reference: ChartReference { .colorChecker24 }
  }

  /// What a profile was made of, and how.
  package enum Origin: Sendable {
    case gainCurve([Card], GainCurveCalibration)
    case refinement([Card], UnitRefinement, of: String)
    case charts([Chart], ChartCalibration)
  }

  package let profile: DeviceProfile
  package let origin: Origin

  /// Whether nothing is refused of it.
  package var isTrusted: Bool {
    guard case .charts(let charts, let calibration) = origin else { return true }
    return calibration.refusals.isEmpty && charts.allSatisfy(\.fit.refusals.isEmpty)
  }
}

/// Frames of one surface, and the gains by which the device had multiplied all of them.
struct CalibrationFrames {
  var average: FrameAverage
  var applied: WhiteBalanceGains
}

extension MadeCalibration.Chart {
  /// Reads the chart in the mean of frames, and fits it to its light.
  ///
  /// - Parameter corners: The outer corners of the corner patches as shares of the frame: top left, top right, bottom right, bottom left.
  init(
    of frames: CalibrationFrames, from camera: Camera, corners: [(x: Double, y: Double)],
    under light: CalibrationLight
  ) throws {
    let (average, reference) = (frames.average, ChartReference.colorChecker24)
    guard let columns = reference.columns else { preconditionFailure("the patches of the ColorChecker are a grid") }
    let points = corners.map { ChartFrame.Point(x: $0.x * Double(average.width), y: $0.y * Double(average.height)) }
    let chart = try ChartFrame(corners: points, columns: columns, rows: reference.patches.count / columns)
    // What the device has multiplied is not the sensor's own response.
    let applied = frames.applied
    let patched = try PatchedFrame(
      SourceFrame(average, name: camera.uniqueID, blackOrigin: camera.blackOrigin), patches: chart.insides,
      appliedGains: applied)
    if let refusal = patched.refusal { throw ScreenError(refusal.description) }
    let readings = try chart.readings(of: patched.source.frame, names: reference.patches.map(\.name)).map { reading in
      ChartReading(
        patch: reading.patch, response: reading.response.divided(by: applied),
        standardError: reading.standardError?.divided(by: applied), isClipped: reading.isClipped)
    }
    self.init(
      light: light, readings: readings,
      fit: try ChartFit(readings: readings, reference: reference, light: light),
      frame: patched)
  }
}

extension LinearRGB {
  fileprivate func divided(by gains: WhiteBalanceGains) -> LinearRGB {
    LinearRGB(red: red / gains.red, green: green / gains.green, blue: blue / gains.blue)
  }
}

extension ChartReference {
  /// The reflectances of the patches; of a chart that is known by its colours alone there are none.
  var reflectances: [SpectralDistribution] {
    patches.compactMap { patch in if case .reflectance(let reflectance) = patch.color { reflectance } else { nil } }
  }
}

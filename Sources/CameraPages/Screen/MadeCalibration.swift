package import Calibration
internal import CameraControl
internal import Colorimetry
package import DeviceProfiles
package import GrayCard
import RawFrames
internal import WhiteBalance

/// A calibration that was made on the page, with its measurements, for a page about it.
package struct MadeCalibration: Sendable {
  /// A gray card under a known light.
  package struct Card: Sendable {
    /// The name of the card in messages and on the page, such as `card 2`.
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
    /// The name of the chart in messages and on the page, such as `chart 2`.
    package var name = ""
    package let light: CalibrationLight
    package let fit: ChartFit
    package let chart: FramedChart
    package var reference: ChartReference { .colorChecker24 }
  }

  /// The measurements from which a profile was made.
  package enum Origin: Sendable {
    case gainCurve([Card], GainCurveCalibration)
    case refinement([Card], UnitRefinement, of: String)
    case charts([Chart], ChartCalibration)
  }

  package let profile: DeviceProfile
  package let origin: Origin

  /// Whether none of the measurements is refused.
  package var isTrusted: Bool {
    guard case .charts(_, let calibration) = origin else { return true }
    return calibration.refusals.isEmpty
  }
}

/// Frames of one surface, and the gains that the device has applied to all of them.
struct CalibrationFrames {
  var average: FrameAverage
  var applied: WhiteBalanceGains
}

extension MadeCalibration.Chart {
  /// Reads the chart in the mean of frames, and fits it to its light.
  ///
  /// - Parameter corners: The outer corners of the corner patches as shares of the frame: top left, top right, bottom
  ///   right, bottom left.
  init(
    of frames: CalibrationFrames, from camera: Camera, corners: [(x: Double, y: Double)],
    under light: CalibrationLight
  ) throws {
    let (average, reference) = (frames.average, ChartReference.colorChecker24)
    let points = corners.map { ChartFrame.Point(x: $0.x * Double(average.width), y: $0.y * Double(average.height)) }
    let chart = try FramedChart(
      in: SourceFrame(average, name: camera.uniqueID, blackOrigin: camera.blackOrigin), corners: points, of: reference,
      appliedGains: frames.applied)
    if let refusal = chart.frame.refusal { throw ScreenError.failed("\(refusal)") }
    self.init(
      light: light, fit: try ChartFit(readings: chart.readings, reference: reference, light: light), chart: chart)
  }
}

extension ChartReference {
  /// The reflectances of the patches. It is empty for a chart of which only the colours are known.
  var reflectances: [SpectralDistribution] {
    patches.compactMap { patch in if case .reflectance(let reflectance) = patch.color { reflectance } else { nil } }
  }
}

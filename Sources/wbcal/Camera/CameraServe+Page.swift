import Calibration
import CameraPages
import DeviceProfiles
import GrayCard
import Reports

extension MadeCalibration {
  /// Returns the page that `calibrate --report` writes about such a calibration.
  func page() throws -> String {
    let output = "camera.icc"
    switch origin {
    case .gainCurve(let cards, let calibration):
      let read = cards.map(\.read)
      var report = CardReport(read, base: nil, output: output, page: nil)
      report.set(calibration)
      return ReportPage(report, cards: read, refusals: [], profile: profile).html
    case .refinement(let cards, let refinement, let base):
      let read = cards.map(\.read)
      var report = CardReport(read, base: base, output: output, page: nil)
      report.set(refinement)
      return ReportPage(report, cards: read, refusals: [], profile: profile).html
    case .charts(let charts, let calibration):
      let report = try CalibrationReport(
        charts: charts.map(\.read), fits: charts.map(\.fit), calibration, levels: profile.levels, output: output,
        page: nil)
      return ReportPage(report, fits: charts.map(\.fit), profile: profile).html
    }
  }
}

extension MadeCalibration.Card {
  fileprivate var read: ReadCard {
    ReadCard(file: name, light: light, meter: nil, measurement: measurement, warnings: measurement.warnings)
  }
}

extension MadeCalibration.Chart {
  fileprivate var read: ReadChart {
    ReadChart(
      file: name, readings: chart.readings, reference: reference, light: light, meter: nil,
      warnings: chart.warnings, chart: chart)
  }
}

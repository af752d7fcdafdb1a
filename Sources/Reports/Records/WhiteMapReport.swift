package import Calibration
internal import NumericalMethods
package import WhiteBalance

/// The result of `wbcal calibrate sensitivities`: the errors for lights from which the white map was not learnt.
package struct WhiteMapReport: Encodable {
  package struct Quantity: Encodable {
    /// The median of the sizes of errors, and the standard error, which two thirds of them do not exceed.
    var median, standardError: Double
    var matrixMedian: Double
  }
  package struct Errors: Encodable {
    package var count: Int
    var mired, duv: Quantity
    /// The light with the largest error in CIE 1976 u', v'.
    var worst: String
    /// The error of that light in CIE 1976 u', v', in mired and in Duv; infinite where no light was found.
    var worstDistance, worstMired, worstDuv: Double
  }

  var output, sensitivities: String
  /// The page of HTML, where one was asked for.
  var report: String?
  var lamps: String?
  /// The errors for lamps, and for black bodies and daylight.
  package var lampErrors, referenceErrors: Errors
  /// The errors that the profile states, for each kind of light.
  var uncertainty: UncertaintyReport
  var leftOut: [String]
  var warnings: [Note]

  package init(
    sensitivities: String, lamps: String?, _ calibration: WhiteMapCalibration, checks: [WhiteMapCalibration.Check],
    matrix: [WhiteMapCalibration.Check], warnings: [Note],
    uncertainty: CharacterizationUncertainty, output: String, page: String?
  ) {
    self.output = output
    report = page
    self.sensitivities = sensitivities
    self.lamps = lamps
    lampErrors = Errors(checks.filter { !$0.light.isReference }, matrix: matrix.filter { !$0.light.isReference })
    referenceErrors = Errors(checks.filter(\.light.isReference), matrix: matrix.filter(\.light.isReference))
    leftOut = calibration.unusedLights.map(\.name)
    self.uncertainty = UncertaintyReport(uncertainty)
    self.warnings = warnings
    if lamps == nil {
      self.warnings.append(
        Note(
          .fewLamps,
          "learnt from the CIE's \(lampErrors.count) lamps alone; for others, give spectra of some by --lamps"))
    } else if calibration.distinctLampCount < Self.fewLamps {
      let (count, distinct) = (lampErrors.count, calibration.distinctLampCount)
      let copies = distinct < count ? " (\(distinct) if near copies count once)" : ""
      self.warnings.append(
        Note(
          .fewLamps, value: Double(distinct), limit: Double(Self.fewLamps),
          "learnt from \(count) lamps\(copies); a map needs about \(Self.fewLamps) of the kinds that it is to see"))
    }
    if lampErrors.duv.median > Self.worse * lampErrors.duv.matrixMedian {
      self.warnings.append(
        Note(
          .mapWorse, value: lampErrors.duv.median, limit: lampErrors.duv.matrixMedian,
          "the map finds lamps worse than the matrix alone does: Duv \(fixed(lampErrors.duv.median, 4)) and "
            + "\(fixed(lampErrors.duv.matrixMedian, 4)); give more lamps, and lamps that are alike side by side"))
    }
    if !leftOut.isEmpty {
      self.warnings.append(
        Note(.lampLeftOut, "left out, because a channel does not respond to them: \(leftOut.joined(separator: ", "))"))
    }
  }

  /// The number of lamps below which there is a warning. With the 36 of the CIE, other lamps are found twice as well as
  /// with matrices. Some lamps may be left out.
  private static let fewLamps = 30

  /// The ratio of a map's error to the matrix's above which it is worse. A map learns nothing of a lamp that is far
  /// from all others, and finds it as the matrix does, but for rounding.
  private static let worse = 1.01

  package var text: String {
    var errors = [
      "Lights that the map was not learnt from, median error (the matrix alone in brackets):"
    ]
    for (name, found) in [("lamps      ", lampErrors), ("black bodies and daylight", referenceErrors)] {
      errors.append(
        "  \(name)  Duv \(fixed(found.duv.median, 5)) (\(fixed(found.duv.matrixMedian, 5)))   "
          + "\(fixed(found.mired.median, 2)) mired (\(fixed(found.mired.matrixMedian, 2)))")
    }
    errors.append(
      !lampErrors.worstDistance.isFinite
        ? "  worst lamp   \(lampErrors.worst), which is found to be no light with a temperature"
        : "  worst lamp   \(lampErrors.worst), off by \(fixed(lampErrors.worstMired, 1)) mired and Duv "
          + "\(fixed(lampErrors.worstDuv, 4)), \(fixed(lampErrors.worstDistance, 4)) in u', v'")
    let top: [LabelledLine] = [
      ("camera", sensitivities),
      ("lamps", "\(lampErrors.count), \(lamps ?? "the CIE's fluorescent lamps and LEDs")"),
    ]
    var lines: [LabelledLine] = [("uncertainty", uncertainty.text)]
    lines += warnings.map { ("warning", $0.message) }
    lines.append(("profile", output))
    if let report { lines.append(("report", report)) }
    return [labelled(top), errors.joined(separator: "\n"), labelled(lines)].joined(separator: "\n\n")
  }
}

extension WhiteMapReport.Errors {
  init(_ checks: [WhiteMapCalibration.Check], matrix: [WhiteMapCalibration.Check]) {
    count = checks.count
    func quantity(_ value: (WhiteMapCalibration.Check) -> Double?) -> WhiteMapReport.Quantity {
      // A light that is not found has the largest error.
      func sizes(_ checks: [WhiteMapCalibration.Check]) -> [Double] { checks.map { abs(value($0) ?? .infinity) } }
      guard !checks.isEmpty else { return WhiteMapReport.Quantity(median: 0, standardError: 0, matrixMedian: 0) }
      let place = min(Int(Self.withinStandardError * Double(checks.count)), checks.count - 1)
      return WhiteMapReport.Quantity(
        median: sizes(checks).median, standardError: sizes(checks).sorted(at: place),
        matrixMedian: sizes(matrix).median)
    }
    (mired, duv) = (quantity(\.mired), quantity(\.duv))
    let worst = checks.max { ($0.distance ?? .infinity) < ($1.distance ?? .infinity) }
    self.worst = worst?.light.name ?? "none"
    (worstDistance, worstMired, worstDuv) = (
      worst?.distance ?? .infinity, worst?.mired ?? .infinity, worst?.duv ?? .infinity
    )
  }

  /// The share of a normal distribution within one standard error. This quantile of the errors does not depend on a few
  /// bad lamps.
  private static let withinStandardError = 0.683
}

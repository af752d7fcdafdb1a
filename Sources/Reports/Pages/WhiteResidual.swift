import Calibration
import Colorimetry
import Diagrams
import WhiteBalance

/// A known light, and the light that a characterization finds for it.
struct WhiteResidual {
  let name: String
  let light: Chromaticity
  let truth: TemperatureAndTint
  let found: Chromaticity?
  /// The found light minus the true one; `nil` where no light with a temperature was found.
  let mired, duv: Double?

  init(_ light: CalibrationLight, _ estimate: LightEstimate?) {
    name = light.name
    self.light = light.chromaticity
    truth = light.temperatureAndTint
    found = estimate?.chromaticity
    mired = estimate?.temperatureAndTint.map { $0.mired - light.temperatureAndTint.mired }
    duv = estimate?.temperatureAndTint.map { $0.duv - light.temperatureAndTint.duv }
  }

  init(_ check: WhiteMapCalibration.Check) {
    name = check.light.name
    light = check.light.chromaticity
    truth = check.light.temperatureAndTint
    (mired, duv) = (check.mired, check.duv)
    if let mired = check.mired, let duv = check.duv {
      found = try? Chromaticity(
        TemperatureAndTint(temperature: 1e6 / (truth.mired + mired), duv: truth.duv + duv))
    } else {
      found = nil
    }
  }

  // MARK: - On a page

  private static let unknown = "–"

  /// The largest residuals that a table with two and five decimals shows as zero.
  private static let exactMired = 0.005
  private static let exactDuv = 0.000005

  /// The cells of the true light: temperature and Duv.
  var placeCells: [String] { [decimal(truth.temperature, 0), signed(truth.duv, 4)] }

  /// The cells of the distance from the truth: mired and Duv.
  var residualCells: [String] {
    [mired.map { signed($0, 2) } ?? Self.unknown, duv.map { signed($0, 5) } ?? Self.unknown]
  }

  static func table(_ residuals: [WhiteResidual]) -> Markup {
    ReportPage.table(
      ["light", "off by, mired", "off by, Duv", "kelvin", "Duv", "x", "y"],
      residuals.map { residual in
        [residual.name] + residual.residualCells + residual.placeCells
          + [decimal(residual.light.x, 4), decimal(residual.light.y, 4)]
      })
  }

  /// Returns the section of a page about lights and the places where they were found.
  static func section(_ residuals: [WhiteResidual]) -> Markup {
    ReportPage.section("Lights", [figure(residuals), table(residuals)])
  }

  /// Returns a drawing of the lights, with an arrow from each to the place where it was found.
  ///
  /// - Parameters:
  ///   - labelled: The number of lights, from the first on, that are labelled with their names.
  ///   - illuminants: Whether the CIE's illuminants are drawn too.
  static func figure(_ residuals: [WhiteResidual], labelled: Int = .max, illuminants: Bool = true) -> Markup {
    let series = ChromaticityDiagram.Series(
      points: residuals.enumerated().map { index, residual in
        ChromaticityDiagram.Point(residual.light, label: index < labelled ? residual.name : "")
      },
      residuals: residuals.compactMap { residual in
        residual.found.map { .init(truth: residual.light, estimate: $0, name: residual.name) }
      })
    let diagram = ChromaticityDiagram(space: .xy, window: .lights, showsIlluminants: illuminants, series: [series])
    let isExact = residuals.allSatisfy { residual in
      abs(residual.mired ?? .infinity) < exactMired && abs(residual.duv ?? .infinity) < exactDuv
    }
    return ReportPage.figure(
      diagram.svg(title: "Chromaticity diagram of the lights and where they were found"),
      "CIE 1931 x, y. Dots are the lights"
        + (isExact
          ? "; the profile finds each where it is, as it must if it was made under them."
          : ", arrows point to where the profile finds them"
            + (diagram.residualScale == 1
              ? "." : ", drawn \(decimal(diagram.residualScale, 0)) times as long as they are."))
    )
  }
}

/// Returns a number with its sign. Zero has none.
func signed(_ value: Double, _ decimals: Int) -> String {
  let text = decimal(value, decimals)
  return text.hasPrefix("-") ? "−" + text.dropFirst() : text.allSatisfy { "0.".contains($0) } ? text : "+" + text
}

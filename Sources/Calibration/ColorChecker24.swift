internal import Colorimetry

extension ChartReference {
  /// The ColorChecker of 24 patches, from A1 (dark skin) to A6, and so on to D1 (white) to D6 (black), as mean
  /// reflectances of 30 charts.
  ///
  /// Charts differ by a ΔE of about 1, and newer ones by more, so a measurement of the chart at hand is better.
  ///
  /// Source: Pascale 2006 to 2012, "The ColorChecker pages", BabelColor; see Data/README.md.
  public static let colorChecker24: ChartReference = {
    let names = ["A", "B", "C", "D"].flatMap { row in (1...6).map { "\(row)\($0)" } }
    let table = ColorChecker24Table.self
    let patches = zip(names, table.reflectances).map { name, values in
      let wavelengths = values.indices.map { Double(table.firstWavelength + table.step * $0) }
      guard let reflectance = try? ContinuedWavelengths(wavelengths, to: nanometers).reflectance(values) else {
        preconditionFailure("the table of \(name) has ascending wavelengths and finite values")
      }
      return Patch(name: name, color: .reflectance(reflectance))
    }
    guard let chart = try? ChartReference(name: "ColorChecker 24 (BabelColor average)", patches: patches, columns: 6)
    else { preconditionFailure("the table's patches have names of their own") }
    return chart
  }()

  /// The wavelengths, in nanometres, over which the reflectances are known or continued. They hold those of the CIE's
  /// observer, and the near ultraviolet that cameras see.
  private static let nanometers = 300.0...830.0
}

internal import Colorimetry

extension GainRange: CustomStringConvertible {
  /// The range, such as `1 to 4`.
  public var description: String { "\(minimum) to \(maximum)" }
}

extension LightEstimate: CustomStringConvertible {
  /// The light as text: its temperature and Duv, or the reason why it has none.
  public var description: String {
    switch status {
    case .converged: "\(chromaticity)" + (temperatureAndTint.map { ", \($0)" } ?? "")
    case .beyondLocus(let error): "\(chromaticity), without a temperature: \(error)"
    case .notReal: "\(chromaticity), which no light has"
    }
  }
}

extension FittedGains: CustomStringConvertible {
  /// The gains as text, and the shift due to fitting them.
  public var description: String {
    guard isClamped else { return "\(gains)" }
    let shift =
      if let temperatureShift, let tintShift {
        ", \(temperatureShift) K and tint \(tintShift) from the light asked for"
      } else {
        ""
      }
    return "\(gains), fitted by \(policy.rawValue)\(shift)"
  }
}

extension MeasuredGains: CustomStringConvertible {
  /// The gains, each with its standard error.
  public var description: String {
    "red \(value.red) ± \(standardError.red), green \(value.green) ± \(standardError.green), "
      + "blue \(value.blue) ± \(standardError.blue)"
  }
}

extension MeasuredLight: CustomStringConvertible {
  /// The light, with its standard errors where they are known.
  public var description: String {
    guard let uncertainty else { return "\(estimate)" }
    return "\(estimate) ± \(uncertainty.temperature) K, Duv ± \(uncertainty.duv)"
  }
}

extension MeasuredNeutral: CustomStringConvertible {
  /// The neutral, each channel with its standard error.
  public var description: String {
    let error = standardError
    return "red \(value.red) ± \(error.red), green \(value.green) ± \(error.green), blue \(value.blue) ± \(error.blue)"
  }
}

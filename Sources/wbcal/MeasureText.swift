import Foundation

extension Report {
  /// A measurement for a person: each value beside its standard error, rounded to what the error leaves.
  var text: String {
    var lines: [(label: String, value: String)] = []
    if let source { lines.append(("source", source)) }
    if let frame { lines.append(("frame", frame.text)) }
    if let region {
      lines.append(("region", "\(region) (\(regionSource.map { "\($0); " } ?? "")x, y, width, height)"))
    }
    if let picture {
      lines.append(
        ("picture", "\(picture.file), \(picture.width) x \(picture.height), colours by \(picture.colors)"))
    }
    if let gains, let error = standardError {
      lines.append(
        (
          "gains",
          [("red", gains.red, error.red), ("green", gains.green, error.green), ("blue", gains.blue, error.blue)]
            .map { "\($0.0) \(rounded($0.1, $0.2))" }.joined(separator: "   ")
        ))
    }
    if let chromaticity { lines.append(("x, y", String(format: "%.5f, %.5f", chromaticity.x, chromaticity.y))) }
    if let temperature {
      lines.append(("temperature", rounded(temperature, standardError?.temperature) + " K"))
    }
    if let tint, let duv {
      let error = standardError?.duv
      lines.append(("tint", "\(rounded(tint, error.map { $0 * 3000 }))   (Duv \(rounded(duv, error)))"))
    }
    if let settable, settable.clamped {
      let gains = settable.gains
      lines.append(
        (
          "settable",
          String(
            format: "red %.4f   green %.4f   blue %.4f   by %@", gains.red, gains.green, gains.blue, settable.policy)
        ))
      if let temperature = settable.temperatureShift, let tint = settable.tintShift {
        lines.append(("", String(format: "which moves the light by %+.0f K and %+.1f tint", temperature, tint)))
      }
    }
    if let truth {
      lines.append(
        (
          "truth",
          String(format: "red %.4f   green %.4f   blue %.4f", truth.gains.red, truth.gains.green, truth.gains.blue)
        ))
      lines.append(
        (
          "",
          String(
            format: "x, y %.5f, %.5f   %.0f K   tint %+.2f   (Duv %+.5f)", truth.chromaticity.x, truth.chromaticity.y,
            truth.temperature, truth.tint, truth.duv)
        ))
      if let distance = standardErrors(from: truth) {
        let comparison = distance <= 3 ? "every value is within" : "NOT measured right: a value is off by"
        lines.append(("", String(format: "%@ %.1f standard errors of it", comparison, distance)))
      }
    }
    for warning in warnings ?? [] { lines.append(("warning", warning.message)) }
    if let error { lines.append(("error", error)) }
    if chromaticity == nil && error == nil {
      lines.append(("note", "give the camera's --profile for chromaticity, temperature and tint"))
    }
    return lines.map { line in
      line.label.padding(toLength: 13, withPad: " ", startingAt: 0) + line.value
    }.joined(separator: "\n")
  }
}

extension Report {
  /// How many standard errors the value that is farthest from the truth is away from it.
  private func standardErrors(from truth: Truth) -> Double? {
    guard let gains, let temperature, let duv, let error = standardError,
      let temperatureError = error.temperature, let duvError = error.duv
    else { return nil }
    return [
      (gains.red, truth.gains.red, error.red), (gains.green, truth.gains.green, error.green),
      (gains.blue, truth.gains.blue, error.blue), (temperature, truth.temperature, temperatureError),
      (duv, truth.duv, duvError),
    ].filter { $0.2 > 0 }.map { abs($0.0 - $0.1) / $0.2 }.max()
  }
}

extension Report.Frame {
  /// For a person.
  var text: String {
    var black = "black \(level(self.black))"
    if let error = blackError?.max() { black += String(format: " ± %.2g", error) }
    switch BlackOrigin(rawValue: blackSource) {
    case .darkFrames: black += " (from dark frames)"
    case .assumed: black += " (assumed)"
    case .option, .profile, .file, nil: break
    }
    return (count.map { "mean of \($0) frames, " } ?? "")
      + "\(format), \(width) x \(height), \(black), white \(level(white))"
  }
}

/// One level where the channels share it, or all four.
private func level(_ levels: [Double]) -> String {
  let texts = (Set(levels).count == 1 ? Array(levels.prefix(1)) : levels).map { String(format: "%g", $0) }
  return texts.joined(separator: " ")
}

/// A value and its standard error, both to the second digit of the error.
private func rounded(_ value: Double, _ error: Double?) -> String {
  guard let error, error > 0, error.isFinite else { return String(format: "%.5g", value) }
  let decimals = max(0, 1 - Int(log10(error).rounded(.down)))
  return String(format: "%.*f ± %.*f", decimals, value, decimals, error)
}

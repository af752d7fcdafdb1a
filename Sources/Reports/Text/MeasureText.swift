import Colorimetry
import Foundation
package import GrayCard
import RawFrames
import WhiteBalance

extension Report {
  /// The measurement as text. Each value has its standard error, and is rounded to the digits that the error justifies.
  package var text: String {
    var lines: [LabelledLine] = []
    if let source { lines.append(("source", source)) }
    if let frame { lines.append(("frame", frame.text)) }
    if let region {
      lines.append(("region", "\(region) (\(regionSource.map { "\($0); " } ?? "")x, y, width, height)"))
    }
    if let picture {
      lines.append(
        ("picture", "\(picture.file), \(picture.width) x \(picture.height), colours by \(picture.colors)"))
    }
    if let sidecar { lines.append(("sidecar", sidecar)) }
    if let profileSource { lines.append(("colours of", profileSource)) }
    if let gains, let error = standardError {
      lines.append(
        (
          "gains",
          [("red", gains.red, error.red), ("green", gains.green, error.green), ("blue", gains.blue, error.blue)]
            .map { "\($0.0) \(measured($0.1, $0.2))" }.joined(separator: "   ")
        ))
    }
    if let gains, standardError == nil {
      lines.append(("gains", channels(gains)))
    }
    if let chromaticity, let x = standardError?.x, let y = standardError?.y {
      lines.append(("x, y", "\(measured(chromaticity.x, x)), \(measured(chromaticity.y, y))"))
    } else if let chromaticity {
      lines.append(("x, y", chromaticity.text))
    }
    if let temperature {
      lines.append(("temperature", measured(temperature, standardError?.temperature) + " K"))
    }
    if let tint, let duv {
      let error = standardError?.duv
      let tintError = error.map { $0 * TemperatureAndTint.tintPerDuv }
      lines.append(("tint", "\(measuredWithSign(tint, tintError))   (Duv \(measuredWithSign(duv, error)))"))
    }
    if let duvCorrection, abs(duvCorrection) >= leastShownDuv, let plural = kindOfErrors?.plural {
      lines.append(
        (
          "corrected",
          "tint by \(fixedWithSign(duvCorrection * TemperatureAndTint.tintPerDuv, 1))   "
            + "(Duv \(fixedWithSign(duvCorrection, 4))), for \(plural)"
        ))
    }
    if let lightsOfErrors {
      lines.append(("errors for", lightsOfErrors))
    } else if hasFrameErrorsAlone {
      lines.append(("errors of", "the frame alone; those of the profile are not known"))
    }
    if let exposureValue { lines.append(("exposure", "EV \(fixed(exposureValue, 2)) at ISO 100")) }
    if let illuminance { lines.append(("illuminance", "\(significant(illuminance)) lx")) }
    if let settable, settable.clamped { lines += settable.lines }
    if let truth {
      lines.append(("truth", channels(truth.gains)))
      lines.append(
        (
          "",
          "x, y \(truth.chromaticity.text)   \(fixed(truth.temperature, 0)) K   "
            + "tint \(fixedWithSign(truth.tint, 2))   (Duv \(fixedWithSign(truth.duv, 5)))"
        ))
      if let distance = standardErrors(from: truth) {
        let comparison =
          distance <= Self.largestDistance ? "every value is within" : "NOT measured right: a value is off by"
        lines.append(("", "\(comparison) \(fixed(distance, 1)) standard errors of it"))
      }
    }
    for warning in warnings ?? [] { lines.append(("warning", warning.message)) }
    if let error { lines.append(("error", error)) }
    if chromaticity == nil && error == nil {
      lines.append(("note", "give the camera's --profile for chromaticity, temperature and tint"))
    }
    return labelled(lines)
  }
}

extension Report {
  /// The lights that the errors of the light hold for; `nil` where the profile states none.
  package var lightsOfErrors: String? {
    kindOfErrors.map { $0.plural + ($0 == .any ? "; smaller ones with --light-kind" : "") }
  }

  private var kindOfErrors: LightKind? { standardError?.lights.flatMap(LightKind.init(rawValue:)) }

  /// Whether the errors of temperature and tint do not include the profile's own.
  private var hasFrameErrorsAlone: Bool {
    let code = CardMeasurement.WarningCode.noProfileUncertainty.rawValue
    return standardError?.temperature != nil && warnings?.contains { $0.code == code } == true
  }

  /// The largest distance from the truth, in standard errors, of values that are told as right. Chance exceeds it once
  /// in 370 values.
  private static var largestDistance: Double { 3 }

  /// Returns the largest distance of a value from the truth, in standard errors.
  private func standardErrors(from truth: Truth) -> Double? {
    guard let gains, let temperature, let duv, let error = standardError,
      let temperatureError = error.temperature, let duvError = error.duv
    else { return nil }
    let quantities: [(value: Double, truth: Double, error: Double)] = [
      (gains.red, truth.gains.red, error.red), (gains.green, truth.gains.green, error.green),
      (gains.blue, truth.gains.blue, error.blue), (temperature, truth.temperature, temperatureError),
      (duv, truth.duv, duvError),
    ]
    return quantities.filter { $0.error > 0 }.map { abs($0.value - $0.truth) / $0.error }.max()
  }
}

extension Report.Settable {
  /// The lines of the text.
  package var lines: [LabelledLine] {
    let gains = ("settable", "\(channels(gains))   by \(policy)")
    guard let temperature = temperatureShift, let tint = tintShift else { return [gains] }
    let shift = "which moves the light by \(fixedWithSign(temperature, 0)) K and \(fixedWithSign(tint, 1)) tint"
    return [gains, ("", shift)]
  }
}

extension Report.Frame {
  /// The name of the samples' format.
  ///
  /// V4L2 has no code for X-Trans, so such frames have the code of gray samples. Gray frames are never measured, so
  /// this code means X-Trans.
  private var formatName: String {
    guard let known = try? PixelFormat(format), known.bayerPattern == nil else { return format }
    return "X-Trans"
  }

  /// The record as text.
  package var text: String {
    var black = "black \(level(self.black, errors: blackError))"
    switch BlackOrigin(rawValue: blackSource) {
    case .darkFrames: black += " (from dark frames)"
    case .maskedSamples: black += " (from masked samples)"
    case .assumed: black += " (assumed)"
    case .estimated: black += " (estimated from the frame)"
    case .option, .profile, .file, .device, nil: break
    }
    return (count.map { "mean of \($0) frames, " } ?? "")
      + "\(formatName), \(width) x \(height), \(black), white \(level(white))"
  }
}

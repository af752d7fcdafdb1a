internal import Colorimetry
internal import NumericalMethods
internal import RealModule

/// A device's response to black, from the line through a chart's grays over their shares of white.
///
/// A black level that is too low, and stray light, add the same to the darkest patch as to white. Errors of a reading
/// are proportional to it, so the line is fitted to response / share over 1 / share, where its slope is the black. No
/// gray is neutral, so each channel has a share of its own, by the linear fit from XYZ to the device. The slope is the
/// median of the slopes of all pairs, which a bad patch does not move. Source: Sen 1968,
/// doi:10.1080/01621459.1968.10480934.
struct GrayLine {
  /// The response to black, on the scale of the readings.
  let black: SIMD3<Double>
  /// The exponent of the response in the luminance, less 1, of the grays that are not dark, with black subtracted.
  ///
  /// It is the median over pairs of grays, or `nil` without pairs.
  let bend: SIMD3<Double>?

  private struct Gray {
    let luminance: Double
    let response, share: SIMD3<Double>
  }

  /// Fits the line. Fails where there are too few grays, they are too close in luminance, or the patches do not
  /// determine three channels.
  init?(_ problem: FitProblem) {
    guard let toDevice = problem.toDevice() else { return nil }
    let (white, whiteResponse) = (TristimulusValues(problem.white), toDevice * problem.white)
    let grays = Self.evenly(
      problem.samples.compactMap { sample -> Gray? in
        let share = toDevice * sample.color / whiteResponse
        guard CIELab(TristimulusValues(sample.color), white: white).chroma < FitProblem.grayChroma, share.min() > 0
        else { return nil }
        return Gray(luminance: sample.color.y, response: sample.response, share: share)
      })
    guard let black = Self.black(grays, share: \.share) else { return nil }
    self.black = black
    // The shares come from a linear fit. Where the response is not linear, the fit bends the shares too, which hides a
    // part of the fault. So the exponent is measured against the luminance of the reference.
    let offset = Self.black(grays) { SIMD3(repeating: $0.luminance) } ?? black
    let pairs = grays.filter { $0.luminance > Self.darkLuminance }.flatMap { dark in
      grays.filter { $0.luminance > Self.leastRatio * dark.luminance }.map { light in (light: light, dark: dark) }
    }
    bend =
      pairs.isEmpty
      ? nil
      : SIMD3(
        (0..<3).map { channel in
          pairs.map { light, dark in
            let (high, low) = (light.response[channel] - offset[channel], dark.response[channel] - offset[channel])
            // A gray that responds no more than black is far from any proportion.
            guard high > 0, low > 0 else { return .infinity }
            return Double.log(high / low) / Double.log(light.luminance / dark.luminance) - 1
          }.median
        })
  }

  /// Returns the median slope of the line of each channel, or `nil` where there are too few pairs.
  private static func black(_ grays: [Gray], share: (Gray) -> SIMD3<Double>) -> SIMD3<Double>? {
    var slopes: [SIMD3<Double>] = []
    for light in grays {
      for dark in grays where light.luminance > leastRatio * dark.luminance {
        let rise = dark.response / share(dark) - light.response / share(light)
        slopes.append(rise / (1 / share(dark) - 1 / share(light)))
      }
    }
    guard slopes.count >= fewestPairs else { return nil }
    return SIMD3((0..<3).map { channel in slopes.map { $0[channel] }.median })
  }

  /// Returns up to ``mostGrays`` grays, evenly by luminance, so that the number of pairs has a limit.
  private static func evenly(_ grays: [Gray]) -> [Gray] {
    guard grays.count > mostGrays else { return grays }
    let ordered = grays.sorted { $0.luminance < $1.luminance }
    return (0..<mostGrays).map { ordered[$0 * (ordered.count - 1) / (mostGrays - 1)] }
  }

  /// The largest number of grays whose pairs are formed. The median of their slopes hardly changes with more.
  private static let mostGrays = 256
  /// The least ratio of the luminances of a pair. Closer pairs say little about black.
  private static let leastRatio = 2.0
  /// The least number of pairs, which three grays give.
  private static let fewestPairs = 3
  /// The luminance, as a share of white, from which errors of black do not bend the line.
  private static let darkLuminance = 0.15
}

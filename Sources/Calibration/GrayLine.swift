internal import Colorimetry
internal import NumericalMethods
internal import RealModule

/// A device's response to black, from the line through a chart's grays over their luminance.
///
/// A black level that is too low, and stray light, add the same to the darkest patch as to white. Errors of a reading
/// are proportional to it, so the line is fitted to response / Y over 1 / Y, where its slope is the black. The slope is
/// the median of the slopes of all pairs, which a bad patch does not move. Source: Sen 1968,
/// doi:10.1080/01621459.1968.10480934.
struct GrayLine {
  /// The response to black, on the scale of the readings.
  let black: SIMD3<Double>
  /// The exponent of the response in the luminance, less 1, of the grays that are not dark, with ``black`` subtracted.
  ///
  /// It is the median over pairs of grays, or `nil` without pairs.
  let bend: SIMD3<Double>?

  /// Fits the line. Fails where there are too few grays, or they are too close in luminance.
  ///
  /// - Parameter white: The XYZ of the light with Y = 1.
  init?(_ samples: [FitSample], white: SIMD3<Double>) {
    let whiteValues = TristimulusValues(white)
    let grays = Self.evenly(
      samples.filter { sample in
        CIELab(TristimulusValues(sample.color), white: whiteValues).chroma < FitProblem.grayChroma && sample.color.y > 0
      })
    var slopes: [SIMD3<Double>] = []
    for light in grays {
      for dark in grays where light.color.y > Self.leastRatio * dark.color.y {
        let rise = dark.response / dark.color.y - light.response / light.color.y
        slopes.append(rise / (1 / dark.color.y - 1 / light.color.y))
      }
    }
    guard slopes.count >= Self.fewestPairs else { return nil }
    let black = SIMD3((0..<3).map { channel in slopes.map { $0[channel] }.median })
    self.black = black
    let pairs = grays.filter { $0.color.y > Self.darkLuminance }.flatMap { dark in
      grays.filter { $0.color.y > Self.leastRatio * dark.color.y }.map { light in (light: light, dark: dark) }
    }
    bend =
      pairs.isEmpty
      ? nil
      : SIMD3(
        (0..<3).map { channel in
          pairs.map { light, dark in
            let ratio = (light.response[channel] - black[channel]) / (dark.response[channel] - black[channel])
            return Double.log(ratio) / Double.log(light.color.y / dark.color.y) - 1
          }.median
        })
  }

  /// Returns up to ``mostGrays`` grays, evenly by luminance, so that the number of pairs has a limit.
  private static func evenly(_ grays: [FitSample]) -> [FitSample] {
    guard grays.count > mostGrays else { return grays }
    let ordered = grays.sorted { $0.color.y < $1.color.y }
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

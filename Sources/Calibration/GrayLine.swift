internal import Colorimetry

/// What a device gives for black, by the grays of a chart: where the line through them, over their luminance, meets 0.
///
/// A black level that is too low, and stray light, add as much to the darkest patch as to white. Errors of a reading are
/// shares of it, so that the line is that of response / Y over 1 / Y, whose slope is the black; the median of the pairs'
/// slopes, which a bad patch does not move. Source: Sen 1968, doi:10.1080/01621459.1968.10480934.
struct GrayLine {
  /// In the readings' scale.
  let black: SIMD3<Double>

  /// - Parameter white: XYZ of the light, Y = 1.
  /// - Returns: `nil` where the grays are too few, or too near each other, to tell.
  init?(_ samples: [FitSample], white: SIMD3<Double>) {
    let whiteValues = TristimulusValues(white)
    let grays = samples.filter { sample in
      CIELab(TristimulusValues(sample.color), white: whiteValues).chroma < FitProblem.grayChroma && sample.color.y > 0
    }
    var slopes: [SIMD3<Double>] = []
    for light in grays {
      for dark in grays where light.color.y > Self.leastRatio * dark.color.y {
        let rise = dark.response / dark.color.y - light.response / light.color.y
        slopes.append(rise / (1 / dark.color.y - 1 / light.color.y))
      }
    }
    guard slopes.count >= Self.fewestPairs else { return nil }
    black = SIMD3((0..<3).map { channel in median(slopes.map { $0[channel] }) })
  }

  /// Of the two luminances: what is nearer says little of black.
  private static let leastRatio = 2.0
  /// Three grays.
  private static let fewestPairs = 3
}

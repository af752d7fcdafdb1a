internal import Colorimetry
internal import RawFrames
internal import RealModule
internal import WhiteBalance

/// What a region says of the card in it, before anybody judges it. Lanes are channels, in the order of ``BayerChannel``.
struct CardEstimate {
  /// Mean signal of the card, and its variance by noise.
  let signal, signalVariance: SIMD4<Double>
  /// The variance of a sample about the mean of its tile.
  let sampleVariance: SIMD4<Double>
  let noise: NoiseModel?
  /// The share of the region that does not show the card, 0 to 1.
  let leftOutShare: Double
  /// Standard deviation of brightness from place to place inside the tiles, as a share.
  let texture: Double
  let colorVariation: ColorVariation
  /// The signal of the brightest part of the card, and its ratio to the darkest.
  let brightestSignal: SIMD4<Double>
  let brightnessRatio: Double
  private let blackError: SIMD4<Double>
  /// By which raw values are apart.
  /// By which the sensor's raw values are apart, and the variance of a sample that averaging frames has taken away.
  private let step: Double
  private let averagedVariance: SIMD4<Double>

  init(of frame: RawFrame, pattern: BayerPattern, moments: TileMoments, weighting: Weighting) {
    let black = SIMD4(frame.levels.black)
    blackError = SIMD4(frame.levels.blackError)
    var tiles = CardTiles(moments, black: black)
    let region = tiles.total
    let cleaning = SpeckCleaning(frame: frame, pattern: pattern, moments: moments, black: black)
    // A mean of frames has finer values than the frames had.
    step = max(cleaning.step, frame.rounding?.step ?? 1)
    averagedVariance = frame.rounding.map { SIMD4($0.averagedVariance) } ?? .zero
    cleaning.leaveOutSpecks(of: &tiles)
    let shading = Shading(of: tiles)
    tiles = shading.removed(from: tiles, moments, pattern: pattern)
    let noise = CardNoise(of: tiles, step: cleaning.step)
    if let noise { tiles = CardSelection(tiles, shading: shading, noise: noise).tiles }
    let card = tiles.total
    leftOutShare = region.cellCount > 0 ? 1 - card.cellCount / region.cellCount : 0
    guard card.cellCount > 0 else {
      // Of the card nothing is left, and it is refused for that; the sums still tell what is there.
      (signal, signalVariance) = (region.mean, region.sampleVariance / region.count)
      sampleVariance = region.sampleVariance
      (self.noise, texture, colorVariation, brightestSignal, brightnessRatio) = (nil, 0, .none, signal, 1)
      return
    }
    sampleVariance = card.sampleVariance
    (signal, signalVariance) = tiles.weightedMean(weighting)
    self.noise = noise?.model
    let parts = tiles.parts(columns: Self.partCount, rows: Self.partCount).filter {
      $0.cellCount >= Self.leastPartCells
    }
    if let noise {
      texture = cleaning.texture(of: tiles, shading: shading, noise: noise)
      colorVariation = .of(
        parts, about: signal, noise: noise, blackError: pointwiseMax(blackError, SIMD4(repeating: Self.rounding)))
    } else {
      (texture, colorVariation) = (0, .none)
    }
    let mean = signal
    let brightness = parts.map { ($0.mean / mean).sum() / 4 }
    let (brightest, darkest) = (brightness.max() ?? 1, brightness.min() ?? 1)
    brightestSignal = mean * brightest
    brightnessRatio = brightest / darkest
  }

  /// Parts in each direction.
  private static let partCount = 4

  private static let leastPartCells = 16.0

  /// In raw values: the standard error of a black level that is rounded to a whole one, 1 / √12.
  private static let rounding = 0.29

  /// The difference of the two greens as a share of their mean, or 0 where noise alone could make it.
  var greenDifference: Double {
    let (first, second) = (BayerChannel.greenOnRedRow.rawValue, BayerChannel.greenOnBlueRow.rawValue)
    let difference = abs(signal[first] - signal[second])
    let error = (signalVariance[first] + signalVariance[second]).squareRoot()
    return difference <= Self.significance * error ? 0 : 2 * difference / (signal[first] + signal[second])
  }

  /// In standard errors: noise alone makes such a difference once in two million cards.
  private static let significance = 5.0

  /// The squared error of a mean that noise is too small to carry from one raw value to the next: rounded alike, samples
  /// do not average, of one frame or of many.
  ///
  /// Noise of half a step and more leaves the first harmonic of the error of rounding, step / π exp(-2 π² variance / step²)
  /// (Widrow and Kollár 2008, "Quantization Noise"). With less the variance of what was rounded tells nothing of the noise,
  /// and the mean is known to a step.
  private var roundingVariance: SIMD4<Double> {
    var variance = SIMD4<Double>.zero
    for lane in 0..<4 {
      let spread = (sampleVariance[lane] + averagedVariance[lane]) / (step * step)
      variance[lane] =
        step * step
        * (spread < Self.leastDither
          ? SampleRounding.variance : Double.exp(-4 * .pi * .pi * (spread - SampleRounding.variance)) / (2 * .pi * .pi))
    }
    return variance
  }

  /// In squared steps: noise of half a step, and rounding.
  private static let leastDither = 1.0 / 3

  /// The neutral, on the scale where 1 is `range` raw values: errors by noise, by the black level's own, and by a colour
  /// that varies over the card, since nobody knows which place is meant.
  func neutral(range: Double) -> MeasuredNeutral {
    let value = signal.rgb / range
    // One error of the black level for both greens, since they share what makes it.
    let black: SIMD3<Double> = [blackError[0], max(blackError[1], blackError[2]), blackError[3]]
    let independent = ((signalVariance + roundingVariance).rgbVariance + black * black) / (range * range)
    let (red, blue) = (value[0], value[2])
    let shared = colorVariation.redBlue * red * blue
    // What makes one green differ from the other, such as columns of two readouts, makes red and blue differ from green.
    let mosaic = greenDifference * greenDifference / 4
    return MeasuredNeutral(
      value: LinearRGB(value),
      covariance: Matrix3x3(
        rows: [independent[0] + (colorVariation.red + mosaic) * red * red, 0, shared], [0, independent[1], 0],
        [shared, 0, independent[2] + (colorVariation.blue + mosaic) * blue * blue]))
  }
}

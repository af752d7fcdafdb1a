internal import Colorimetry
internal import RawFrames
internal import RealModule
internal import WhiteBalance

/// The measurements of a card in a region, before they are judged. Lanes are channels, in the order of
/// ``BayerChannel``.
struct CardEstimate {
  /// The mean signal of the card, and its variance due to noise of samples.
  let signal, signalVariance: SIMD4<Double>
  /// The variance of each mean due to noise of rows and columns, in squared raw values.
  private let lineVariance: Double
  /// The variance of a sample about the mean of its tile.
  let sampleVariance: SIMD4<Double>
  let noise: NoiseModel?
  /// The share of the region that was rejected because it does not show the card, 0 to 1.
  let leftOutShare: Double
  /// The standard deviation of brightness or colour between neighbouring cells, as a share.
  let texture: Double
  let colorVariation: ColorVariation
  /// The signal of the brightest part of the card, and the ratio of the brightest to the darkest part.
  let brightestSignal: SIMD4<Double>
  let brightnessRatio: Double
  private let black, blackError: SIMD4<Double>
  /// The part of ``blackError`` that is the same error in all channels.
  private let sharedBlackError: Double
  /// The least raw value of each channel in the region.
  private let leastValue: SIMD4<Double>
  /// The step between neighbouring raw values of the frames, and the number of frames.
  private let step: Double
  private let frameCount: Int
  /// The variance of the samples of one frame, in squared raw values, which includes the part that averaging has
  /// removed.
  ///
  /// This part is measured over the whole frame, where motion or bright surroundings increase it, so the card's own
  /// samples set its limit.
  private let varianceOfOneFrame: SIMD4<Double>

  init(of frame: RawFrame, mosaic: ColorMosaic, moments: TileMoments, weighting: Weighting) {
    black = SIMD4(frame.levels.black)
    blackError = SIMD4(frame.levels.blackError)
    sharedBlackError = frame.levels.sharedBlackError
    leastValue = moments.total.lanes { $0.count > 0 ? Double($0.minimum) : .infinity }
    var tiles = CardTiles(moments, black: black, shares: SIMD4(mosaic.shares))
    let region = tiles.total
    let cleaning = SpeckCleaning(frame: frame, mosaic: mosaic, moments: moments, black: black)
    // A mean of frames has finer values than the frames.
    step = max(cleaning.step, frame.rounding?.step ?? 1)
    let averagedVariance = frame.rounding.map { SIMD4($0.averagedVariance) } ?? .zero
    frameCount = frame.rounding?.count ?? 1
    cleaning.leaveOutSpecks(of: &tiles)
    let shading = Shading(of: tiles)
    tiles = shading.removed(from: tiles, moments, mosaic: mosaic)
    let noise = CardNoise(of: tiles, step: cleaning.step)
    if let noise { tiles = CardSelection(tiles, shading: shading, noise: noise).tiles }
    let card = tiles.total
    leftOutShare = region.cellCount > 0 ? 1 - card.cellCount / region.cellCount : 0
    guard card.cellCount > 0 else {
      // Nothing of the card is left, so it will be refused. The sums of the region still show what is there.
      (signal, signalVariance) = (region.mean, region.sampleVariance / region.count)
      sampleVariance = region.sampleVariance
      varianceOfOneFrame = sampleVariance
      (self.noise, texture, colorVariation, brightestSignal, brightnessRatio) = (nil, 0, .none, signal, 1)
      lineVariance = 0
      return
    }
    sampleVariance = card.sampleVariance
    varianceOfOneFrame = .perLane { [sampleVariance, frameCount] lane in
      min(sampleVariance[lane] + averagedVariance[lane], sampleVariance[lane] * Double(frameCount))
    }
    (signal, signalVariance) = tiles.weightedMean(weighting)
    let hasLines = if case .bayer = mosaic { signal.min() > 0 } else { false }
    let lines =
      hasLines
      ? LineNoise(of: tiles, moments, in: frame, black: black, weighting: weighting, partCount: Self.partCount) : nil
    lineVariance = lines?.variance ?? 0
    self.noise = noise?.model
    let across = min(Self.partCount, tiles.columns)
    let parts =
      tiles.parts(columns: Self.partCount, rows: Self.partCount).enumerated().compactMap { index, sums in
        sums.cellCount >= Self.leastPartCells
          ? (place: [Double(index % across), Double(index / across)], sums: sums) : nil
      } as [(place: SIMD2<Double>, sums: CardSums)]
    if let noise {
      texture = cleaning.texture(of: tiles, shading: shading, noise: noise)
      colorVariation = .of(
        parts, about: signal, noise: noise, lineVariance: lines?.varianceOfPart ?? 0,
        rounding: Self.roundingVariance(varianceOfOneFrame, step: step),
        blackError: blackError.atLeast(SIMD4(repeating: Self.rounding * step)))
    } else {
      (texture, colorVariation) = (0, .none)
    }
    let mean = signal
    let brightness = parts.map { ($0.sums.mean / mean).sum() / 4 }
    let (brightest, darkest) = (brightness.max() ?? 1, brightness.min() ?? 1)
    brightestSignal = mean * brightest
    brightnessRatio = brightest / darkest
  }

  /// The largest number of parts in each direction.
  private static let partCount = 4

  /// The least number of cells of a part whose colour and brightness are judged. A part with fewer is mostly rejected,
  /// and its mean says little beside its noise. With a larger number, less of the card would be judged.
  private static let leastPartCells = 16.0

  /// The standard error of a black level that is rounded to a whole value of the frames, in steps: 1 / √12 is 0.289,
  /// which is rounded up.
  private static let rounding = 0.29

  /// Returns the number of electrons at white from whose shot noise the samples would scatter as they do, by the least
  /// noisy of the bright channels; infinite where no channel is bright.
  ///
  /// The variance of shot noise is the signal times the range over this number. In dark channels read noise is larger,
  /// so they say nothing.
  ///
  /// - Parameter range: The range from black to white, in raw values.
  func whiteElectrons(range: Double) -> Double {
    let bright = (0..<4).filter { signal[$0] >= Self.brightShare * range }
    return bright.map { signal[$0] * range / varianceOfOneFrame[$0] }.max() ?? .infinity
  }

  /// The least signal, as a share of the range, that counts as bright. With 25 electrons at white and a read noise of
  /// 3, shot noise is half of the variance there.
  private static let brightShare = 0.4

  /// The largest share by which a channel is too bright, because noise is cut off at raw value 0.
  var cutOffShare: Double { (cutOff / signal).max() }

  /// The rise of each mean due to noise that is cut off at raw value 0, in raw values.
  ///
  /// In a single frame without a sample at 0, nothing was cut off. The samples of a mean of frames do not show this.
  private var cutOff: SIMD4<Double> {
    .perLane { lane in
      leastValue[lane] == 0 || frameCount > 1
        ? NoiseCutOff.rise(ofMean: signal[lane] + black[lane], variance: varianceOfOneFrame[lane], step: step) : 0
    }
  }

  /// The difference of the two greens as a share of their mean, or 0 where noise alone could explain it.
  var greenDifference: Double {
    let (difference, error, mean) = greens
    return difference <= Significance.limit * error ? 0 : difference / mean
  }

  /// The variance of the greens about their mean that noise does not explain, in squared raw values.
  ///
  /// Noise explains a difference of two standard errors, so the excess is almost nothing on a sensor whose greens are
  /// alike.
  private var greenExcess: Double {
    let (difference, error, _) = greens
    let explained = Significance.explainedErrors * error
    return max(difference * difference - explained * explained, 0) / 4
  }

  /// The difference of the two greens, its standard error due to noise, and their mean, in raw values.
  private var greens: (difference: Double, error: Double, mean: Double) {
    let (first, second) = (BayerChannel.greenOnRedRow.rawValue, BayerChannel.greenOnBlueRow.rawValue)
    return (
      abs(signal[first] - signal[second]),
      (signalVariance[first] + signalVariance[second] + 2 * lineVariance).squareRoot(),
      (signal[first] + signal[second]) / 2
    )
  }

  /// Returns the squared error of a mean due to rounding, in squared raw values, where noise is too weak to spread
  /// samples over several raw values.
  ///
  /// Samples that are all rounded in the same way do not average out, in one frame or in many. Noise of half a step or
  /// more leaves the first harmonic of the rounding error, step / π exp(-2 π² variance / step²) (Widrow and Kollár
  /// 2008, "Quantization Noise"). With less, the variance of the rounded values says nothing of the noise, and the mean
  /// is known to a step.
  ///
  /// - Parameter oneFrame: The variance of the samples of one frame.
  private static func roundingVariance(_ oneFrame: SIMD4<Double>, step: Double) -> SIMD4<Double> {
    var variance = SIMD4<Double>.zero
    for lane in 0..<4 {
      let spread = oneFrame[lane] / (step * step)
      variance[lane] =
        step * step
        * (spread < SampleRounding.leastDither
          ? SampleRounding.variance : Double.exp(-4 * .pi * .pi * (spread - SampleRounding.variance)) / (2 * .pi * .pi))
    }
    return variance
  }

  /// Returns the neutral on the scale where 1 is `range` raw values.
  ///
  /// Its covariance includes noise, the error of the black level, and the variation of colour over the card, since any
  /// place of the card may be the one that is meant.
  func neutral(range: Double) -> MeasuredNeutral {
    let value = signal.rgb / range
    // Both greens share one error of the black level, since they share its causes.
    let whole: SIMD3<Double> = [blackError[0], max(blackError[1], blackError[2]), blackError[3]]
    let ofAll = SIMD3<Double>(repeating: sharedBlackError)
    let squares: SIMD3<Double> = whole * whole - ofAll * ofAll
    let black: SIMD3<Double> = squares.squareRoot()
    // Both see one signal and are rounded alike, so they share that error too.
    let shared = Self.roundingVariance(varianceOfOneFrame, step: step)
    let rounding: SIMD3<Double> = [shared[0], max(shared[1], shared[2]), shared[3]]
    let rise = cutOff.rgb
    let independent = (signalVariance.rgbVariance + rounding + rise * rise + black * black) / (range * range)
    // Red has the noise of one row and blue that of the next. Green is the mean of both rows, and has half of each.
    let lines = lineVariance / (range * range)
    let (red, green, blue) = (value[0], value[1], value[2])
    let redBlue = colorVariation.redBlue * red * blue
    // Causes that make the greens differ, such as columns with two readouts, make red and blue differ from green: as a
    // share where they are gains, by as many raw values where they are levels. The larger of both is taken.
    let mosaic = greenExcess / (range * range)
    func ofMosaic(_ channel: Double) -> Double { mosaic * max(channel * channel / (green * green), 1) }
    let variation = Matrix3x3(
      rows: [colorVariation.red * red * red + ofMosaic(red), 0, redBlue], [0, 0, 0],
      [redBlue, 0, colorVariation.blue * blue * blue + ofMosaic(blue)])
    let rest = Matrix3x3(
      rows: [independent[0] + lines, lines / 2, 0], [lines / 2, independent[1] + lines / 2, lines / 2],
      [0, lines / 2, independent[2] + lines])
    return MeasuredNeutral(
      value: LinearRGB(value), covariance: rest + variation + Matrix3x3(outerProductOf: ofAll / range),
      blackError: LinearRGB(black / range), sharedBlackError: LinearRGB(ofAll / range), colorVariation: variation)
  }
}

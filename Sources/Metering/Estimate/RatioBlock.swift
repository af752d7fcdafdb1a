internal import Colorimetry
internal import GrayCard
internal import RealModule
internal import WhiteBalance

/// The neutrals of a block of frames that follow one another, as they come.
///
/// Their weighted sum is what counts, not a mean of ratios: it is the light's mean over the block, as a longer exposure would
/// see it. Sums are plain numbers, because this is what runs for every frame.
struct RatioBlock: Hashable, Sendable {
  private(set) var count = 0
  private var red = 0.0
  private var green = 0.0
  private var blue = 0.0
  /// Of single frames' ln R/G and ln B/G, as stated by their readings.
  private var stated = LogRatios()
  /// Of the ratios about those of the first frame: what varies from frame to frame.
  private var firstRed = 0.0
  private var firstBlue = 0.0
  private var redSum = 0.0
  private var blueSum = 0.0
  private var redSquares = 0.0
  private var blueSquares = 0.0

  /// - Returns: the block's mean once it is complete, after which the next block begins.
  mutating func add(_ neutral: MeasuredNeutral, dividedBy gains: WhiteBalanceGains) -> BlockRatios? {
    let value = neutral.value
    let covariance = neutral.covariance
    let weight = Taper.weights[count]
    red += weight * value.red / gains.red
    green += weight * value.green / gains.green
    blue += weight * value.blue / gains.blue
    let greenVariance = covariance[1, 1] / (value.green * value.green)
    let redGreen = covariance[0, 1] / (value.red * value.green)
    let blueGreen = covariance[1, 2] / (value.blue * value.green)
    stated.redVariance += covariance[0, 0] / (value.red * value.red) + greenVariance - 2 * redGreen
    stated.blueVariance += covariance[2, 2] / (value.blue * value.blue) + greenVariance - 2 * blueGreen
    stated.covariance += covariance[0, 2] / (value.red * value.blue) + greenVariance - redGreen - blueGreen
    let redRatio = value.red * gains.green / (value.green * gains.red)
    let blueRatio = value.blue * gains.green / (value.green * gains.blue)
    if count == 0 { (firstRed, firstBlue) = (redRatio, blueRatio) }
    let (redChange, blueChange) = (redRatio / firstRed - 1, blueRatio / firstBlue - 1)
    redSum += redChange
    blueSum += blueChange
    redSquares += redChange * redChange
    blueSquares += blueChange * blueChange
    count += 1
    guard count == Taper.count else { return nil }
    let block = mean
    self = RatioBlock()
    return block
  }

  private var mean: BlockRatios {
    let frames = Double(Taper.count)
    let perFrame = stated.scalingVariance(by: 1 / frames)
    func spread(_ sum: Double, _ squares: Double) -> Double {
      max((squares - sum * sum / frames) / (frames - 1), 0)
    }
    // What every frame has alike does not show between them, and no number of frames makes it less.
    let redShare = RatioBlock.varyingShare(spread(redSum, redSquares), of: perFrame.redVariance)
    let blueShare = RatioBlock.varyingShare(spread(blueSum, blueSquares), of: perFrame.blueVariance)
    var mean = LogRatios()
    mean.red = Double.log(red / green)
    mean.blue = Double.log(blue / green)
    mean.redVariance = perFrame.redVariance * redShare * Taper.variance
    mean.blueVariance = perFrame.blueVariance * blueShare * Taper.variance
    mean.covariance = perFrame.covariance * (redShare * blueShare).squareRoot() * Taper.variance
    var common = LogRatios()
    common.redVariance = perFrame.redVariance * (1 - redShare)
    common.blueVariance = perFrame.blueVariance * (1 - blueShare)
    common.covariance = perFrame.covariance * ((1 - redShare) * (1 - blueShare)).squareRoot()
    return BlockRatios(mean: mean, common: common)
  }

  /// The part of a stated variance that varies from frame to frame. Where frames vary by more than is stated the light does,
  /// which the next blocks tell of.
  private static func varyingShare(_ spread: Double, of stated: Double) -> Double {
    stated > 0 ? min(spread / stated, 1) : 0
  }
}

/// What a block of frames says.
struct BlockRatios: Hashable, Sendable {
  /// With the variance that averages out over blocks.
  var mean: LogRatios
  /// Variance alone: what all frames have alike, such as the black level's error and the variation of colour over the card.
  var common: LogRatios
}

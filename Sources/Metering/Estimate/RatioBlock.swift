internal import Colorimetry
internal import GrayCard
internal import RealModule
internal import WhiteBalance

/// The sums of the neutrals of a block of consecutive frames.
///
/// The ratio comes from weighted sums of the neutrals, not from a mean of ratios. So it is the mean of the light over
/// the block, as a longer exposure would see it. The sums are plain numbers, because this code runs for every frame.
struct RatioBlock: Hashable, Sendable {
  private(set) var count = 0
  private var red = 0.0
  private var green = 0.0
  private var blue = 0.0
  /// The sums of the covariances of ln R/G and ln B/G that the readings of single frames state.
  private var stated = RatioCovariance.zero
  /// The sums of the parts of these covariances that all frames are known to share.
  private var shared = RatioCovariance.zero
  /// The ratios of the first frame.
  private var firstRed = 0.0
  private var firstBlue = 0.0
  /// The sums of the ratios' changes relative to the first frame, and of their squares. They show the variation from
  /// frame to frame.
  private var redSum = 0.0
  private var blueSum = 0.0
  private var redSquares = 0.0
  private var blueSquares = 0.0

  /// Adds a frame.
  ///
  /// - Returns: The block's mean once it is complete, after which the next block begins.
  mutating func add(_ neutral: MeasuredNeutral, dividedBy gains: WhiteBalanceGains) -> BlockRatios? {
    let value = neutral.value
    let weight = HannWindow.weights[count]
    red += weight * value.red / gains.red
    green += weight * value.green / gains.green
    blue += weight * value.blue / gains.blue
    stated = stated + RatioCovariance(of: neutral.covariance, at: value)
    shared = shared + RatioCovariance(of: neutral.sharedCovariance, at: value)
    let redRatio = value.red * gains.green / (value.green * gains.red)
    let blueRatio = value.blue * gains.green / (value.green * gains.blue)
    if count == 0 { (firstRed, firstBlue) = (redRatio, blueRatio) }
    let (redChange, blueChange) = (redRatio / firstRed - 1, blueRatio / firstBlue - 1)
    redSum += redChange
    blueSum += blueChange
    redSquares += redChange * redChange
    blueSquares += blueChange * blueChange
    count += 1
    guard count == HannWindow.count else { return nil }
    let block = mean
    self = RatioBlock()
    return block
  }

  private var mean: BlockRatios {
    let frames = Double(HannWindow.count)
    let shared = shared.scaled(by: 1 / frames)
    let perFrame = stated.scaled(by: 1 / frames) + shared.scaled(by: -1)
    func spread(_ sum: Double, _ squares: Double) -> Double {
      max((squares - sum * sum / frames) / (frames - 1), 0)
    }
    // The frames may share more of their errors than is known, such as a fixed pattern of the sensor. That does not
    // show as variation between them, and more frames do not reduce it.
    let redShare = RatioBlock.varyingShare(spread(redSum, redSquares), of: perFrame.red)
    let blueShare = RatioBlock.varyingShare(spread(blueSum, blueSquares), of: perFrame.blue)
    /// The part of the covariance that these shares of the two variances have.
    func part(_ ofRed: Double, _ ofBlue: Double) -> RatioCovariance {
      RatioCovariance(
        red: perFrame.red * ofRed, blue: perFrame.blue * ofBlue, both: perFrame.both * (ofRed * ofBlue).squareRoot())
    }
    let mean = LogRatios(
      red: Double.log(red / green), blue: Double.log(blue / green),
      covariance: part(redShare, blueShare).scaled(by: HannWindow.variance))
    return BlockRatios(mean: mean, common: part(1 - redShare, 1 - blueShare) + shared)
  }

  /// Returns the share of a stated variance that varies from frame to frame. Frames that vary by more than stated show
  /// a light that varies, which the next blocks will show.
  private static func varyingShare(_ spread: Double, of stated: Double) -> Double {
    stated > 0 ? min(spread / stated, 1) : 0
  }
}

/// The result of a block of frames.
struct BlockRatios: Hashable, Sendable {
  /// The mean ratios, with the variance that averages out over blocks.
  var mean: LogRatios
  /// The covariance that all frames share, such as that of the black level's error and of the variation of colour over
  /// the card.
  var common: RatioCovariance
}

internal import WhiteBalance

/// The latest blocks, and the ratios on which they agree.
struct RatioWindow: Hashable, Sendable {
  private(set) var blocks: [BlockRatios] = []

  /// The largest number of blocks.
  ///
  /// The noisiest reading that is not refused has an error of 2 % in a channel, and so of 2.8 % in a ratio. 36 blocks
  /// reduce it to 2.8 % · √(1.5 / 12 / 36) = 0.165 %, which is below ``MeterSettings/ratioError``.
  static let mostBlocks = 36

  /// The least standard error of a block's mean, as a share. Rounding of raw values leaves some error in every reading.
  static let leastError = 1e-4

  mutating func add(_ block: BlockRatios) {
    if blocks.count == Self.mostBlocks { blocks.removeFirst() }
    blocks.append(block)
  }

  /// Returns the mean of the smallest number of the latest blocks, at least `count`, that is known to `error`, or `nil`
  /// where there is none.
  func agreed(within error: Double, count least: Int) -> LogRatios? {
    guard blocks.count >= least else { return nil }
    for count in least...blocks.count {
      let mean = mean(ofLast: count)
      if mean.standardError <= error { return mean }
    }
    return nil
  }

  /// Returns the mean of the latest `count` blocks. Where they differ by more than their errors, the errors are
  /// increased by Birge's ratio, at which the blocks agree.
  ///
  /// Source: Birge 1932, "The calculation of errors by the method of least squares", doi:10.1103/PhysRev.40.207.
  func mean(ofLast count: Int) -> LogRatios {
    let latest = blocks.suffix(count)
    let number = Double(count)
    var mean = LogRatios()
    for block in latest {
      mean.red += block.mean.red / number
      mean.blue += block.mean.blue / number
      mean.covariance = mean.covariance + Self.floored(block.mean.covariance).scaled(by: 1 / (number * number))
    }
    guard count > 1 else { return mean }
    var chiSquared = 0.0
    for block in latest {
      let error = Self.floored(block.mean.covariance)
      let (red, blue) = (block.mean.red - mean.red, block.mean.blue - mean.blue)
      chiSquared += red * red / error.red + blue * blue / error.blue
    }
    mean.covariance = mean.covariance.scaled(by: max(chiSquared / (2 * (number - 1)), 1))
    return mean
  }

  /// The covariance that all frames share, from the latest block.
  var common: RatioCovariance { blocks.last?.common ?? .zero }

  private static func floored(_ covariance: RatioCovariance) -> RatioCovariance {
    let least = leastError * leastError
    return RatioCovariance(red: max(covariance.red, least), blue: max(covariance.blue, least), both: covariance.both)
  }
}

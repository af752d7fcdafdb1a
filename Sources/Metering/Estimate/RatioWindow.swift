/// The latest blocks, and what they agree upon.
struct RatioWindow: Hashable, Sendable {
  private(set) var blocks: [BlockRatios] = []

  /// As many as bring the noisiest reading that is not refused, 2 % a channel and so 2.8 % a ratio, to a standard error of a
  /// sixth of a percent: 2.8² × 1.5 / 12 × 6².
  static let mostBlocks = 36

  /// The error of a block's mean that no reading is without: a share of what roundings of raw values leave.
  static let leastError = 1e-4

  mutating func add(_ block: BlockRatios) {
    if blocks.count == Self.mostBlocks { blocks.removeFirst() }
    blocks.append(block)
  }

  /// The mean of the fewest of the latest blocks, at least `count`, that is known to `error`; `nil` where none is.
  func agreed(within error: Double, count least: Int) -> LogRatios? {
    guard blocks.count >= least else { return nil }
    for count in least...blocks.count {
      let mean = mean(ofLast: count)
      if mean.standardError <= error { return mean }
    }
    return nil
  }

  /// The mean of the latest `count` blocks. Where they differ by more than their errors, these are made larger by the ratio
  /// that would have them agree.
  ///
  /// Source: Birge 1932, "The calculation of errors by the method of least squares", doi:10.1103/PhysRev.40.207.
  func mean(ofLast count: Int) -> LogRatios {
    let latest = blocks.suffix(count)
    let number = Double(count)
    var mean = LogRatios()
    for block in latest {
      mean.red += block.mean.red / number
      mean.blue += block.mean.blue / number
      mean = mean.addingVariance(of: Self.floored(block.mean).scalingVariance(by: 1 / (number * number)))
    }
    guard count > 1 else { return mean }
    var chiSquared = 0.0
    for block in latest {
      let error = Self.floored(block.mean)
      let (red, blue) = (block.mean.red - mean.red, block.mean.blue - mean.blue)
      chiSquared += red * red / error.redVariance + blue * blue / error.blueVariance
    }
    return mean.scalingVariance(by: max(chiSquared / (2 * (number - 1)), 1))
  }

  /// What all frames have alike, of the latest block.
  var common: LogRatios { blocks.last?.common ?? LogRatios() }

  private static func floored(_ ratios: LogRatios) -> LogRatios {
    var floored = ratios
    floored.redVariance = max(ratios.redVariance, leastError * leastError)
    floored.blueVariance = max(ratios.blueVariance, leastError * leastError)
    return floored
  }
}

public import RawFrames
internal import WhiteBalance

/// Reads the neutral of a gray card from a region of a raw frame, and judges whether it can be trusted.
///
///     let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 40, y: 30, width: 80, height: 60))
///     if case .ok(let neutral) = reading.verdict {
///       let gains = try MeasuredGains(neutralizing: neutral)
///     }
public struct GrayCardEstimator: Hashable, Sendable {
  /// The limits beyond which a card is refused or has a warning.
  public var limits: GrayCardLimits

  /// Creates an estimator with these limits.
  public init(limits: GrayCardLimits = GrayCardLimits()) {
    self.limits = limits
  }

  /// Reads the card in a region.
  ///
  /// The neutral is a ratio of sums over the card, never a mean of ratios, and noise below the black level keeps its
  /// sign. Both matter in the dark. Where the file has cut off much of it at 0, the card is refused. Specks, bad
  /// samples, a finger or an edge do not show the card and are rejected, up to ``GrayCardLimits/leftOutShare``.
  ///
  /// - Parameters:
  ///   - frame: A frame with colours.
  ///   - region: The region to read. Its last columns and rows that fill no period of the mosaic are not read, because
  ///     they have more samples of some channels than of others.
  ///   - weighting: The weights of samples by their position in the region.
  /// - Returns: The neutral, or the reasons to refuse it. A card that is clipped, too dark or scattered is judged by
  ///   its size besides, and by nothing else.
  /// - Throws: ``GrayCardError/monochrome(_:)``. A card that cannot be trusted is refused in the verdict and does not
  ///   throw.
  public func reading(
    of frame: RawFrame, in region: Region, weighting: Weighting = .uniform
  ) throws(GrayCardError) -> GrayCardReading {
    guard let mosaic = frame.mosaic else { throw .monochrome(frame.format.fourCC) }
    guard region.isInside(width: frame.width, height: frame.height) else {
      return GrayCardReading(region: region, refusals: [misplacement(region, in: frame)])
    }
    let whole = region.wholePeriods(of: mosaic)
    guard whole.width > 0, whole.height > 0 else { return GrayCardReading(region: region, refusals: [tooSmall(0)]) }
    let moments = TileMoments(
      of: frame, in: whole, side: mosaic.wholePeriods(Self.tileSide(for: whole)), by: .fastest)
    let clipped = Saturation.clippedCounts(moments, of: frame)
    let card = CardEstimate(of: frame, mosaic: mosaic, moments: moments, weighting: weighting)
    return judge(
      card, clipped: clipped, samples: moments.total.map(\.count), beyondFormat: beyondFormat(moments, frame.format),
      region: region, levels: frame.levels)
  }

  /// Returns the side of a tile for up to about a thousand tiles: enough to reject small things, and few enough to cost
  /// nothing compared to the samples.
  private static func tileSide(for region: Region) -> Int {
    let area = Double(region.width) * Double(region.height)
    let side = max(Int((area / tileCount).squareRoot().rounded(.up)), leastTileSide)
    // Large tiles hold whole vectors of samples.
    let unit = side > vectorLength ? vectorLength : 2
    return (side + unit - 1) / unit * unit
  }

  /// The number of samples that the fastest loops take at once.
  private static let vectorLength = 32

  /// The number of tiles that a region is divided into, about.
  private static let tileCount = 1024.0

  /// The shortest side of a tile, in samples. 16 of each channel have a median and a spread.
  private static let leastTileSide = 8

  // MARK: - Verdict

  private func judge(
    _ card: CardEstimate, clipped: BayerValues<Int>, samples: BayerValues<Int>, beyondFormat: CardRefusal?,
    region: Region, levels: SampleLevels
  ) -> GrayCardReading {
    let channels = BayerValues { channel in
      let lane = channel.rawValue
      return ChannelStatistics(
        count: samples[channel], clippedCount: clipped[channel], signal: card.signal[lane],
        standardDeviation: card.sampleVariance[lane].squareRoot(),
        standardError: card.signalVariance[lane].squareRoot())
    }
    let range = levels.range
    let refusals = refusals(channels, card, beyondFormat, range: range)
    return GrayCardReading(
      region: region, channels: channels,
      verdict: refusals.isEmpty ? .ok(card.neutral(range: range)) : .refused(refusals),
      warnings: refusals.isEmpty ? warnings(card, levels) : [], noise: card.noise, leftOutShare: card.leftOutShare)
  }

  private func refusals(
    _ channels: BayerValues<ChannelStatistics>, _ card: CardEstimate, _ beyondFormat: CardRefusal?, range: Double
  ) -> [CardRefusal] {
    var refusals: [CardRefusal] = []
    // The comparison is negated so that a value that is not a number is refused.
    func check(_ code: CardRefusal.Code, _ value: Double, atMost limit: Double) {
      if !(value <= limit) { refusals.append(CardRefusal(code: code, value: value, limit: limit)) }
    }
    let fewest = channels.all.map(\.count).min() ?? 0
    if fewest < leastSampleCount { refusals.append(tooSmall(fewest)) }
    // Without a sample in every channel nothing else can be judged.
    guard fewest > 0 else { return refusals }
    let clippedShare = channels.all.map(\.clippedShare).max() ?? 0
    if let beyondFormat, clippedShare > limits.clippedShare { return refusals + [beyondFormat] }
    check(.clipped, clippedShare, atMost: limits.clippedShare)
    let weakest = channels.all.map { $0.signal / range }.min() ?? 0
    // No limit allows a channel without signal, whose ratios to the others are not numbers.
    guard weakest > 0, weakest >= limits.signalShare else {
      return refusals + [CardRefusal(code: .tooDark, value: weakest, limit: limits.signalShare)]
    }
    // Clipped channels vary too little and have another colour, so nothing more can be judged.
    guard fewest > 1, !refusals.contains(where: { $0.code == .clipped }) else { return refusals }
    let electrons = card.whiteElectrons(range: range)
    // Bytes that are no samples have other faults by chance, which would mislead. In a texture, samples beside each
    // other vary together.
    guard electrons >= limits.whiteElectrons || card.texture > limits.textureShare else {
      return refusals + [CardRefusal(code: .scattered, value: electrons, limit: limits.whiteElectrons)]
    }
    check(.cutOff, card.cutOffShare, atMost: limits.cutOffShare)
    check(
      .tooNoisy, channels.all.map { $0.standardError / $0.signal }.max() ?? 0, atMost: limits.relativeStandardError)
    check(.greensDiffer, card.greenDifference, atMost: limits.greenDifferenceShare)
    check(.notUniform, card.leftOutShare, atMost: limits.leftOutShare)
    check(.textured, card.texture, atMost: limits.textureShare)
    check(.colorVaries, card.colorVariation.largest, atMost: limits.colorDifference)
    return refusals
  }

  private func warnings(_ card: CardEstimate, _ levels: SampleLevels) -> [CardWarning] {
    var warnings: [CardWarning] = []
    func check(_ code: CardWarning.Code, _ value: Double, atMost limit: Double) {
      if value > limit { warnings.append(CardWarning(code: code, value: value, limit: limit)) }
    }
    let brightest = BayerChannel.allCases.map { channel in
      card.brightestSignal[channel.rawValue] / levels.range(of: channel)
    }
    check(.nearClipping, brightest.max() ?? 0, atMost: limits.brightShare)
    check(.strongShading, card.brightnessRatio, atMost: limits.shading)
    check(.colorVaries, card.colorVariation.largest, atMost: limits.colorDifferenceWarning)
    check(.partlyLeftOut, card.leftOutShare, atMost: limits.leftOutShareWarning)
    return warnings
  }

  /// Returns the refusal of samples that the format cannot have, such as those of 12 bits that are read as 10. A stray
  /// word is in one tile, and is clipped.
  private func beyondFormat(_ moments: TileMoments, _ format: PixelFormat) -> CardRefusal? {
    let largest = format.maximumSample
    let count = moments.tiles.count { tile in tile.all.contains { Int($0.maximum) > largest } }
    guard 2 * count > moments.tiles.count, let value = moments.total.all.map(\.maximum).max() else { return nil }
    return CardRefusal(code: .beyondFormat, value: Double(value), limit: Double(largest))
  }

  /// Returns a refusal for the first edge of the frame that the region crosses. A region without a sample is too small.
  private func misplacement(_ region: Region, in frame: RawFrame) -> CardRefusal {
    guard region.width > 0, region.height > 0 else {
      return tooSmall(0)
    }
    for (start, length, end) in [(region.x, region.width, frame.width), (region.y, region.height, frame.height)] {
      if start < 0 { return CardRefusal(code: .outsideFrame, value: Double(start), limit: 0) }
      // The sum could overflow as an integer.
      let reach = Double(start) + Double(length)
      if reach > Double(end) { return CardRefusal(code: .outsideFrame, value: reach, limit: Double(end)) }
    }
    preconditionFailure("the region \(region) is inside the frame")
  }

  /// Returns the refusal of a region that has too few samples of a channel.
  private func tooSmall(_ count: Int) -> CardRefusal {
    CardRefusal(code: .tooSmall, value: Double(count), limit: Double(leastSampleCount))
  }

  /// The least number of samples in a channel.
  private var leastSampleCount: Int { max(limits.sampleCount, GrayCardLimits.leastSampleCount) }
}

extension GrayCardReading {
  /// Creates the reading of a region that has no samples to read.
  fileprivate init(region: Region, refusals: [CardRefusal]) {
    let none = ChannelStatistics(count: 0, clippedCount: 0, signal: 0, standardDeviation: 0, standardError: 0)
    self.init(
      region: region, channels: BayerValues(repeating: none), verdict: .refused(refusals), warnings: [], noise: nil,
      leftOutShare: 0)
  }
}

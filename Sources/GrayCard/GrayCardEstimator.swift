public import RawFrames
internal import WhiteBalance

/// Reads the neutral of a gray card from a region of a raw frame, and judges whether it can be trusted.
public struct GrayCardEstimator: Hashable, Sendable {
  public var limits: GrayCardLimits

  public init(limits: GrayCardLimits = GrayCardLimits()) {
    self.limits = limits
  }

  /// The neutral is a ratio of sums over the card, never a mean of ratios, and noise below the black level keeps its
  /// sign: both matter in the dark. What does not show the card (specks, bad samples, a finger, an edge) is left out,
  /// up to ``GrayCardLimits/leftOutShare``.
  ///
  /// - Throws: ``GrayCardError/monochrome(_:)``. A card that is there but cannot be trusted is not an error but a
  ///   verdict.
  public func reading(
    of frame: RawFrame, in region: Region, weighting: Weighting = .uniform
  ) throws(GrayCardError) -> GrayCardReading {
    guard let pattern = frame.format.bayerPattern else { throw .monochrome(frame.format.fourCC) }
    guard region.isInside(width: frame.width, height: frame.height) else {
      return GrayCardReading(region: region, refusals: [misplacement(region, in: frame)])
    }
    let moments = TileMoments(of: frame, in: region, side: Self.tileSide(for: region))
    let clipped = Saturation.clippedCounts(moments, of: frame)
    let card = CardEstimate(of: frame, pattern: pattern, moments: moments, weighting: weighting)
    return judge(card, clipped: clipped, samples: moments.total.map(\.count), region: region, levels: frame.levels)
  }

  /// Up to a thousand tiles: enough to leave out what is small, few enough to cost nothing beside the samples.
  private static func tileSide(for region: Region) -> Int {
    let area = Double(region.width) * Double(region.height)
    let side = max(Int((area / tileCount).squareRoot().rounded(.up)), leastTileSide)
    // Whole vectors of samples, where tiles are large.
    let unit = side > vectorLength ? vectorLength : 2
    return (side + unit - 1) / unit * unit
  }

  /// Samples that the fastest loops take at once.
  private static let vectorLength = 32

  private static let tileCount = 1024.0

  /// In samples: 16 of each channel, so that they have a middle and a spread.
  private static let leastTileSide = 8

  // MARK: - Verdict

  private func judge(
    _ card: CardEstimate, clipped: BayerValues<Int>, samples: BayerValues<Int>, region: Region, levels: SampleLevels
  ) -> GrayCardReading {
    let channels = BayerValues { channel in
      let lane = channel.rawValue
      return ChannelStatistics(
        count: samples[channel], clippedCount: clipped[channel], signal: card.signal[lane],
        standardDeviation: card.sampleVariance[lane].squareRoot(),
        standardError: card.signalVariance[lane].squareRoot())
    }
    let range = levels.range
    let refusals = refusals(channels, card, range: range)
    return GrayCardReading(
      region: region, channels: channels,
      verdict: refusals.isEmpty ? .ok(card.neutral(range: range)) : .refused(refusals),
      warnings: refusals.isEmpty ? warnings(card, levels) : [], noise: card.noise, leftOutShare: card.leftOutShare)
  }

  private func refusals(
    _ channels: BayerValues<ChannelStatistics>, _ card: CardEstimate, range: Double
  ) -> [Refusal] {
    var refusals: [Refusal] = []
    // Written so that a number that is not one is refused.
    func check(_ code: Refusal.Code, _ value: Double, atMost limit: Double) {
      if !(value <= limit) { refusals.append(Refusal(code: code, value: value, limit: limit)) }
    }
    let fewest = channels.all.map(\.count).min() ?? 0
    // Of fewer than two samples no noise can be told, whatever the limit.
    let least = max(limits.sampleCount, 2)
    if fewest < least { refusals.append(Refusal(code: .tooSmall, value: Double(fewest), limit: Double(least))) }
    // Without a sample in every channel nothing else can be told.
    guard fewest > 0 else { return refusals }
    check(.clipped, channels.all.map(\.clippedShare).max() ?? 0, atMost: limits.clippedShare)
    let weakest = channels.all.map { $0.signal / range }.min() ?? 0
    guard weakest >= limits.signalShare else {
      return refusals + [Refusal(code: .tooDark, value: weakest, limit: limits.signalShare)]
    }
    // What is cut off varies too little and has another colour: nothing more can be told.
    guard fewest > 1, !refusals.contains(where: { $0.code == .clipped }) else { return refusals }
    check(
      .tooNoisy, channels.all.map { $0.standardError / $0.signal }.max() ?? 0, atMost: limits.relativeStandardError)
    check(.greensDiffer, card.greenDifference, atMost: limits.greenDifferenceShare)
    check(.notUniform, card.leftOutShare, atMost: limits.leftOutShare)
    check(.textured, card.texture, atMost: limits.textureShare)
    check(.colorVaries, card.colorVariation.largest, atMost: limits.colorDifference)
    return refusals
  }

  private func warnings(_ card: CardEstimate, _ levels: SampleLevels) -> [Warning] {
    var warnings: [Warning] = []
    func check(_ code: Warning.Code, _ value: Double, atMost limit: Double) {
      if value > limit { warnings.append(Warning(code: code, value: value, limit: limit)) }
    }
    let brightest = BayerChannel.allCases.map { channel in
      card.brightestSignal[channel.rawValue] / (levels.white[channel] - levels.black[channel])
    }
    check(.nearClipping, brightest.max() ?? 0, atMost: limits.brightShare)
    check(.strongShading, card.brightnessRatio, atMost: limits.shading)
    check(.colorVaries, card.colorVariation.largest, atMost: limits.colorDifferenceWarning)
    check(.partlyLeftOut, card.leftOutShare, atMost: limits.leftOutShareWarning)
    return warnings
  }

  /// The first edge of the frame that the region crosses; a region without a sample is too small.
  private func misplacement(_ region: Region, in frame: RawFrame) -> Refusal {
    guard region.width > 0, region.height > 0 else {
      return Refusal(code: .tooSmall, value: 0, limit: Double(limits.sampleCount))
    }
    for (start, length, end) in [(region.x, region.width, frame.width), (region.y, region.height, frame.height)] {
      if start < 0 { return Refusal(code: .outsideFrame, value: Double(start), limit: 0) }
      // As doubles: the sum could overflow.
      let reach = Double(start) + Double(length)
      if reach > Double(end) { return Refusal(code: .outsideFrame, value: reach, limit: Double(end)) }
    }
    preconditionFailure("the region \(region) is inside the frame")
  }
}

extension GrayCardReading {
  /// Of a region that has no samples to read.
  fileprivate init(region: Region, refusals: [Refusal]) {
    let none = ChannelStatistics(count: 0, clippedCount: 0, signal: 0, standardDeviation: 0, standardError: 0)
    self.init(
      region: region, channels: BayerValues(repeating: none), verdict: .refused(refusals), warnings: [], noise: nil,
      leftOutShare: 0)
  }
}

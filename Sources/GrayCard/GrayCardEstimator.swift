public import RawFrames
internal import WhiteBalance

/// Reads the neutral of a gray card from a region of a raw frame, and judges whether it can be trusted.
public struct GrayCardEstimator: Hashable, Sendable {
  public var limits: GrayCardLimits

  public init(limits: GrayCardLimits = GrayCardLimits()) {
    self.limits = limits
  }

  /// The neutral is a ratio of sums, never a mean of ratios, and noise below the black level keeps its sign: both
  /// matter in the dark.
  ///
  /// - Throws: ``GrayCardError/monochrome(_:)``. A card that is there but cannot be trusted is not an error but a
  ///   verdict.
  public func reading(
    of frame: RawFrame, in region: Region, weighting: Weighting = .uniform
  ) throws(GrayCardError) -> GrayCardReading {
    guard let pattern = frame.format.bayerPattern else { throw .monochrome(frame.format.fourCC) }
    guard region.isInside(width: frame.width, height: frame.height) else {
      let channels = BayerValues(repeating: ChannelSums().statistics(black: 0, white: 1))
      return GrayCardReading(region: region, channels: channels, verdict: .refused([misplacement(region, in: frame)]))
    }
    let channels = statistics(of: frame, pattern: pattern, in: region, weighting: weighting)
    var refusals = refusals(channels, frame.levels)
    let neutral = neutral(channels, frame.levels)
    if refusals.isEmpty {
      let difference = colorDifference(of: frame, pattern: pattern, in: region, whole: neutral)
      if difference > limits.colorDifference {
        refusals.append(Refusal(code: .notUniform, value: difference, limit: limits.colorDifference))
      }
    }
    return GrayCardReading(
      region: region, channels: channels, verdict: refusals.isEmpty ? .ok(neutral) : .refused(refusals))
  }

  // MARK: - Sums

  private func statistics(
    of frame: RawFrame, pattern: BayerPattern, in region: Region, weighting: Weighting
  ) -> BayerValues<ChannelStatistics> {
    let columnWeights = weighting.weights(count: region.width)
    let rowWeights = weighting.weights(count: region.height)
    var sums = BayerValues(repeating: ChannelSums())
    var samples: [UInt16] = []
    for row in region.y..<region.y + region.height {
      frame.readSamples(row: row, columns: region.x..<region.x + region.width, into: &samples)
      let rowWeight = rowWeights[row - region.y]
      // A row holds two channels, by turns.
      for first in 0..<min(2, region.width) {
        let channel = pattern.channel(column: region.x + first, row: row)
        let white = frame.levels.white[channel]
        var channelSums = sums[channel]
        for index in stride(from: first, to: samples.count, by: 2) {
          channelSums.add(samples[index], weight: rowWeight * columnWeights[index], white: white)
        }
        sums[channel] = channelSums
      }
    }
    return BayerValues { channel in
      sums[channel].statistics(black: frame.levels.black[channel], white: frame.levels.white[channel])
    }
  }

  /// By how much the colour of a part of the region differs at the most from that of the whole, as a share of R/G or B/G;
  /// differences that noise could make do not count. Light that falls off across the card changes no ratio.
  private func colorDifference(
    of frame: RawFrame, pattern: BayerPattern, in region: Region, whole: MeasuredNeutral
  ) -> Double {
    let blackError = Self.blackError / Self.range(frame.levels)
    var largest = 0.0
    for part in region.parts(leastSide: Self.leastPartSide, count: Self.partCount) {
      let channels = statistics(of: frame, pattern: pattern, in: part, weighting: .uniform)
      let here = neutral(channels, frame.levels)
      for channel in [0, 2] {
        let ratio = here.value.vector[channel] / here.value.vector[1]
        let difference = abs(ratio / (whole.value.vector[channel] / whole.value.vector[1]) - 1)
        let errors = here.standardError.vector * here.standardError.vector + blackError * blackError
        let relative = errors / (here.value.vector * here.value.vector)
        let error = (relative[channel] + relative[1]).squareRoot()
        if !(difference <= Self.significance * error) { largest = max(largest, difference) }
      }
    }
    return largest
  }

  /// In raw values: the standard error of a black level that is rounded to a whole one, 1 / √12. It shifts the colour of
  /// the darker parts of a card against that of the lighter ones.
  private static let blackError = 0.29

  /// Parts in each direction.
  private static let partCount = 4

  /// In samples: a part has at least 16 of each channel.
  private static let leastPartSide = 8

  /// The mean of the two greens stands for green: both have the same filter, and their own standard errors.
  private func neutral(_ channels: BayerValues<ChannelStatistics>, _ levels: SampleLevels) -> MeasuredNeutral {
    let range = Self.range(levels)
    let (first, second) = (channels.greenOnRedRow, channels.greenOnBlueRow)
    let greenError =
      (first.standardError * first.standardError + second.standardError * second.standardError).squareRoot() / 2
    return MeasuredNeutral(
      value: LinearRGB(
        red: channels.red.signal / range, green: (first.signal + second.signal) / 2 / range,
        blue: channels.blue.signal / range),
      standardError: LinearRGB(
        red: channels.red.standardError / range, green: greenError / range, blue: channels.blue.standardError / range))
  }

  /// One scale for all channels, so that a white level of its own does not act as a gain.
  private static func range(_ levels: SampleLevels) -> Double {
    BayerChannel.allCases.map { levels.white[$0] - levels.black[$0] }.max() ?? 1
  }

  // MARK: - Verdict

  private func refusals(_ channels: BayerValues<ChannelStatistics>, _ levels: SampleLevels) -> [Refusal] {
    var refusals: [Refusal] = []
    let fewest = channels.all.map(\.count).min() ?? 0
    if fewest < limits.sampleCount {
      refusals.append(Refusal(code: .tooSmall, value: Double(fewest), limit: Double(limits.sampleCount)))
    }
    // Without a sample in every channel nothing else can be told.
    guard fewest > 0 else { return refusals }
    let clipped = channels.all.map(\.clippedShare).max() ?? 0
    if clipped > limits.clippedShare {
      refusals.append(Refusal(code: .clipped, value: clipped, limit: limits.clippedShare))
    }
    let range = Self.range(levels)
    let weakest = channels.all.map { $0.signal / range }.min() ?? 0
    // Written so that a number that is not one is refused.
    if !(weakest >= limits.signalShare) {
      refusals.append(Refusal(code: .tooDark, value: weakest, limit: limits.signalShare))
    } else if fewest > 1, let noisiest = channels.all.map({ $0.standardError / $0.signal }).max(),
      !(noisiest <= limits.relativeStandardError)
    {
      refusals.append(Refusal(code: .tooNoisy, value: noisiest, limit: limits.relativeStandardError))
    } else if let difference = greenDifference(channels), difference > limits.greenDifferenceShare {
      refusals.append(Refusal(code: .greensDiffer, value: difference, limit: limits.greenDifferenceShare))
    }
    return refusals
  }

  /// The difference of the two greens as a share of their mean, or `nil` where noise alone could make it.
  private func greenDifference(_ channels: BayerValues<ChannelStatistics>) -> Double? {
    let (first, second) = (channels.greenOnRedRow, channels.greenOnBlueRow)
    let difference = abs(first.signal - second.signal)
    let noise = first.standardError * first.standardError + second.standardError * second.standardError
    guard difference * difference > Self.significance * Self.significance * noise else { return nil }
    return 2 * difference / (first.signal + second.signal)
  }

  /// In standard errors: noise alone makes such a difference once in two million cards.
  private static let significance = 5.0

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

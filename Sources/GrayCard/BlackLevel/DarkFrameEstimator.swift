public import RawFrames
internal import WhiteBalance

/// Measures the black level from frames taken without light, and judges whether they are dark.
///
/// A uniform light that adds less than ``DarkFrameLimits/channelDifference`` to the difference between the channels
/// cannot be told from a pedestal.
public struct DarkFrameEstimator: Hashable, Sendable {
  /// The limits beyond which frames are not taken for dark.
  public var limits: DarkFrameLimits

  /// Creates an estimator with these limits.
  public init(limits: DarkFrameLimits = DarkFrameLimits()) {
    self.limits = limits
  }

  /// Returns the black level, or every reason why the frames are not dark. A frame that is too small is judged no
  /// further.
  ///
  /// - Parameter frames: One dark frame or more. Of their levels only white is used.
  /// - Throws: ``GrayCardError/monochrome(_:)`` or ``GrayCardError/notBayer(_:)``. Frames that are not dark are refused
  ///   in the verdict and do not throw.
  public func verdict(on frames: FrameAverage) throws(GrayCardError) -> DarkFrameVerdict {
    guard let mosaic = frames.mosaic else { throw .monochrome(frames.format.fourCC) }
    guard case .bayer(let pattern) = mosaic else { throw .notBayer(frames.format.fourCC) }
    let side = min(frames.width, frames.height)
    let leastSide = max(limits.side, DarkFrameSums.blocksAcross * Self.leastPartSide)
    guard side >= leastSide else {
      return .refused([DarkFrameRefusal(code: .tooSmall, value: Double(side), limit: Double(leastSide))])
    }
    let mean = frames.mean()
    let white = frames.levels.white.all.min() ?? 0
    let parts = Region(x: 0, y: 0, width: mean.width, height: mean.height)
      .parts(leastSide: Self.leastPartSide, count: Self.partCount)
    let sums = DarkFrameSums.channels(
      of: mean, pattern: pattern, parts: parts,
      bounds: bounds(mean, pattern: pattern, step: Double(frames.scale * frames.step)))
    let channels = BayerValues<DarkChannel> { channel in
      DarkChannel(
        sums[channel], scale: Double(frames.scale), step: Double(frames.step),
        // This much variance of a single frame's noise was removed by averaging.
        averaged: (frames.temporalVariance[channel] ?? 0) * (1 - 1 / Double(frames.count)))
    }
    let refusals = refusals(channels, white: white)
    guard refusals.isEmpty else { return .refused(refusals) }
    // Warm places and glowing amplifiers shade all channels of a dark sensor, and each channel measures the shading
    // independently.
    let shading = max(channels.all.map(\.shadingVariance).reduce(0, +) / 4, 0)
    let ofMean = max(Self.varianceBetween(frames), 0)
    // A level that changes from frame to frame is another one in the frame that it is taken off.
    let ofOneFrame = ofMean * Double(frames.count)
    let common = shading + ofMean + ofOneFrame
    return .ok(
      BlackLevel(
        value: channels.map(\.level), standardError: channels.map { ($0.noiseVariance + common).squareRoot() },
        format: frames.format,
        width: frames.width, height: frames.height))
  }

  /// The largest number of parts in each direction.
  private static let partCount = 16

  /// The shortest side of a part, in samples. A part has at least 16 of each channel.
  private static let leastPartSide = 8

  /// Returns the variance of the level of the frames' mean due to a level that changes from frame to frame, as a
  /// clamp and the noise of rows move it, in the mean of the channels. It may be negative by chance, and is 0 for one
  /// frame.
  private static func varianceBetween(_ frames: FrameAverage) -> Double {
    let whole = Region(x: 0, y: 0, width: frames.width, height: frames.height)
    guard frames.count > 1, let (counts, means) = frames.meansOfFrames(in: whole) else { return 0 }
    let count = Double(means.count)
    let mean = means.reduce(.zero, +) / count
    let scatter = means.reduce(into: SIMD4<Double>.zero) { $0 += ($1 - mean) * ($1 - mean) } / (count - 1)
    let ofNoise = SIMD4(frames.temporalVariance.map { $0 ?? 0 }) / counts
    return (scatter - ofNoise).sum() / 4 / Double(frames.count)
  }

  // MARK: - What stands out

  /// Returns the range of values of each channel beyond which a sample stands out.
  ///
  /// It comes from the median and the middle two thirds of each channel, which a few hot samples do not move.
  private func bounds(
    _ frame: RawFrame, pattern: BayerPattern, step: Double
  ) -> BayerValues<ClosedRange<UInt16>> {
    // The arrays are indexed by the position in the 2 x 2 cell. An array inside a channel's value would be copied for
    // each sample.
    var chosen = Array(repeating: [UInt16](), count: 4)
    // The step is odd, so that it alternates between columns and rows.
    let every = max(frame.width * frame.height / (4 * Self.chosenCount), 1) | 1
    // Each position is counted separately. A common count could skip some positions at certain widths.
    var seen = Array(repeating: 0, count: 4)
    var samples: [UInt16] = []
    for row in 0..<frame.height {
      frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
      for first in 0..<2 {
        let place = 2 * (row & 1) + first
        for column in stride(from: first, to: frame.width, by: 2) {
          if seen[place].isMultiple(of: every) { chosen[place].append(samples[column]) }
          seen[place] += 1
        }
      }
    }
    var bounds = BayerValues(repeating: UInt16.min...UInt16.max)
    for place in 0..<4 {
      let channel = pattern.channel(column: place & 1, row: place >> 1)
      let sorted = chosen[place].sorted()
      func quantile(_ share: Double) -> Double { Double(sorted[Int(share * Double(sorted.count - 1))]) }
      let deviation = (quantile(Self.oneDeviationAbove) - quantile(1 - Self.oneDeviationAbove)) / 2
      // A sample is not hot if it is one whole value away, or within the difference that a part of the frame is
      // allowed.
      let margin = max(step, limits.unevenness * frame.levels.white[channel])
      let reach = Self.outlierDeviations * deviation + margin
      let middle = quantile(0.5)
      bounds[channel] = UInt16(max(middle - reach, 0))...UInt16(min(middle + reach, Double(UInt16.max)))
    }
    return bounds
  }

  /// The number of samples of a channel that are sorted. They determine its median to a fiftieth of its standard
  /// deviation.
  private static let chosenCount = 4096

  /// The share of normal noise below one standard deviation above the mean.
  package static let oneDeviationAbove = 0.8413

  /// The limit for outliers, in standard deviations. One in 16 000 samples of normal noise is farther away.
  package static let outlierDeviations = 4.0

  // MARK: - Verdict

  private func refusals(_ channels: BayerValues<DarkChannel>, white: Double) -> [DarkFrameRefusal] {
    let all = channels.all
    var refusals: [DarkFrameRefusal] = []
    func refuse(_ code: DarkFrameRefusal.Code, _ value: Double?, above limit: Double) {
      // A limit that is not a number refuses.
      if let value, !(value <= limit) { refusals.append(DarkFrameRefusal(code: code, value: value, limit: limit)) }
    }
    refuse(.tooBright, all.map { $0.level / white }.max(), above: limits.level)
    if let lowest = all.map(\.levelInDeviations).min(), !(lowest >= limits.levelInDeviations) {
      refusals.append(DarkFrameRefusal(code: .cutOff, value: lowest, limit: limits.levelInDeviations))
    }
    // A small frame may exceed the limit by chance.
    let hot = all.filter { channel in
      let chance = Significance.limit * (limits.hotShare / channel.sampleCount).squareRoot()
      return !(channel.hotShare <= limits.hotShare + chance)
    }
    refuse(.hotSamples, hot.map(\.hotShare).max(), above: limits.hotShare)
    refuse(.patch, all.map(\.patchShare).max(), above: limits.patchShare)
    refuse(.uneven, all.map { $0.unevenness / white }.max(), above: limits.unevenness)
    refuse(.channelsDiffer, difference(all) / white, above: limits.channelDifference)
    return refusals
  }

  /// Returns the difference between the highest and the lowest channel, or 0 where noise alone could explain it.
  private func difference(_ channels: [DarkChannel]) -> Double {
    guard let low = channels.min(by: { $0.level < $1.level }), let high = channels.max(by: { $0.level < $1.level })
    else { return 0 }
    let error = (low.noiseVariance + high.noiseVariance).squareRoot()
    return high.level - low.level > Significance.limit * error ? high.level - low.level : 0
  }
}

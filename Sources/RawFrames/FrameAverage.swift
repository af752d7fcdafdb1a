/// The mean of several frames of one scene, sample by sample.
///
/// Noise that differs from frame to frame falls with the square root of their number. Noise that all frames share, such
/// as fixed pattern noise, stays as it is.
///
/// ``mean()`` has a scale of 16 bits. On that scale the mean of N frames is exact where N is a power of two and N times
/// the format's largest value fits, such as 64 frames of 10 bits. Otherwise it is rounded, with a standard deviation of
/// 1 / √12 of a step, which is far below the noise of a sensor of 14 bits or less. Samples of 16 bits keep their scale.
public struct FrameAverage: Sendable {
  /// The pixel format of the frames.
  public let format: PixelFormat
  /// The places of the frames' colours, or `nil` for monochrome frames.
  public let mosaic: ColorMosaic?
  /// The size of the frames, in samples.
  public let width, height: Int
  /// The black and white levels of the frames.
  public let levels: SampleLevels
  /// The number of steps of ``mean()`` in one raw value of the frames.
  package let scale: Int
  /// The step between neighbouring raw values of the frames, which the first one shows: 4 where 8 bits were shifted to
  /// 10.
  package let step: Int
  /// The number of frames added so far, at least 1.
  public private(set) var count = 0

  /// The largest number of frames. The sums have room for this many frames of 16 bits.
  package static let largestCount = 1 << 16

  private var sums: [UInt32]
  /// The largest value of each sample in any frame. A sample clipped in one frame counts as clipped in the mean.
  private var peaks: [UInt16]
  private var last: [UInt16]
  /// The sums of differences in each part of the frame, row by row.
  private var differences: [BayerValues<DifferenceSums>]
  private let parts: [Region]
  private var means: FrameMeans

  /// Creates the average of one frame.
  public init(_ first: RawFrame) {
    format = first.format
    mosaic = first.mosaic
    width = first.width
    height = first.height
    levels = first.levels
    scale = 1 << (16 - first.format.bitsPerSample)
    step = first.sampleStep
    // The frame's bytes hold as many samples, so the product does not overflow.
    sums = Array(repeating: 0, count: width * height)
    peaks = Array(repeating: 0, count: width * height)
    last = peaks
    parts = Region(x: 0, y: 0, width: width, height: height)
      .parts(leastSide: Self.leastPartSide, count: Self.partCount)
    differences = Array(repeating: BayerValues(repeating: DifferenceSums()), count: parts.count)
    means = FrameMeans(parts)
    accumulate(first)
  }

  /// Adds a frame. If it throws, the average stays as it was.
  ///
  /// - Throws: ``FrameAverageError`` where the format, size or levels differ from those of the first frame, or where
  ///   65 536 frames have been added.
  public mutating func add(_ frame: RawFrame) throws(FrameAverageError) {
    guard frame.format == format, frame.mosaic == mosaic else {
      throw .formatDiffers(frame.format.fourCC, first: format.fourCC)
    }
    guard frame.width == width, frame.height == height else {
      throw .sizeDiffers(width: frame.width, height: frame.height, firstWidth: width, firstHeight: height)
    }
    guard frame.levels == levels else { throw .levelsDiffer(frame.levels, first: levels) }
    guard count < Self.largestCount else { throw .tooMany(limit: Self.largestCount) }
    accumulate(frame)
  }

  private mutating func accumulate(_ frame: RawFrame) {
    var samples: [UInt16] = []
    for (index, part) in parts.enumerated() {
      var pair = BayerValues(repeating: DifferenceSums.Pair())
      for row in part.y..<part.y + part.height {
        frame.readSamples(row: row, columns: part.x..<part.x + part.width, into: &samples)
        accumulate(samples, row: row, of: part, into: &pair)
      }
      means.add(SIMD4(pair.all.map(\.sum)), SIMD4(pair.all.map(\.sampleCount)), part: index)
      guard count > 0 else { continue }
      for channel in BayerChannel.allCases { differences[index][channel].add(pair[channel]) }
    }
    count += 1
  }

  private mutating func accumulate(
    _ samples: [UInt16], row: Int, of part: Region, into pair: inout BayerValues<DifferenceSums.Pair>
  ) {
    let start = row * width + part.x
    let (period, white) = (places.period, wholeWhite)
    for first in 0..<min(period, part.width) {
      let channel = channel(column: part.x + first, row: row)
      let limit = white[channel]
      var sums = pair[channel]
      for column in stride(from: first, to: part.width, by: period) {
        let (index, sample) = (start + column, samples[column])
        let before = last[index]
        self.sums[index] &+= UInt32(sample)
        peaks[index] = max(peaks[index], sample)
        last[index] = sample
        sums.sum &+= UInt64(sample)
        // Clipped samples do not show their noise.
        let isUsed = max(sample, before) < limit
        let difference = isUsed ? Int64(sample) - Int64(before) : 0
        sums.difference &+= difference
        sums.squares &+= UInt64(difference * difference)
        sums.values &+= isUsed ? UInt64(sample) + UInt64(before) : 0
        sums.count += isUsed ? 1 : 0
      }
      // The columns of this channel, of which the last may be cut off.
      sums.sampleCount &+= UInt64((part.width - first + period - 1) / period)
      pair[channel] = sums
    }
  }

  /// Returns the position in the cell of a mosaic. A monochrome frame is read as a mosaic whose channels share one
  /// level.
  private func channel(column: Int, row: Int) -> BayerChannel {
    places.channel(column: column, row: row)
  }

  private var places: ColorMosaic { mosaic ?? .bayer(.rggb) }

  /// The smallest whole value of each channel that counts as clipped.
  private var wholeWhite: BayerValues<UInt16> { levels.white.map { UInt16($0.rounded(.up)) } }
}

// MARK: - The mean

extension FrameAverage {
  /// Returns the mean as a frame of 16-bit little-endian words, with the same order of colours. Samples and levels are
  /// multiplied by `scale`.
  ///
  /// A sample that was clipped in any frame has the largest value of the format in the mean. A mean of clipped and
  /// unclipped values would hide the clipping.
  public func mean() -> RawFrame {
    let limit = clippingPeaks
    let (count, scale) = (UInt64(count), UInt64(scale))
    let clipped = UInt16(format.maximumSample * self.scale)
    var bytes = [UInt8](repeating: 0, count: 2 * sums.count)
    for row in 0..<height {
      for column in 0..<width {
        let index = row * width + column
        // The mean is rounded to nearest. A mean below the white level stays below it on this scale.
        let mean = (2 * UInt64(sums[index]) * scale + count) / (2 * count)
        let word = peaks[index] >= limit[channel(column: column, row: row)] ? clipped : UInt16(mean)
        bytes[2 * index] = UInt8(truncatingIfNeeded: word)
        bytes[2 * index + 1] = UInt8(word >> 8)
      }
    }
    do throws(RawFrameError) {
      return try RawFrame(
        format: format.sixteenBit, width: width, height: height, bytes: bytes, levels: levels.scaled(by: self.scale),
        mosaic: mosaic
      ).rounded(rounding)
    } catch {
      preconditionFailure("the size is that of a frame, and its white level is within 16 bits: \(error)")
    }
  }

  private var rounding: SampleRounding {
    let factor = Double(scale) * Double(scale) * (1 - 1 / Double(count))
    return SampleRounding(
      step: Double(scale * step), averagedVariance: temporalVariance.map { ($0 ?? 0) * factor }, count: count)
  }

  /// The smallest value of each channel that counts as clipped: the white level, or a plateau close below it at which
  /// many sensors end.
  ///
  /// In a mean, samples that were on the plateau in only some frames may lie anywhere below it.
  private var clippingPeaks: BayerValues<UInt16> {
    var tops = BayerValues(repeating: (value: UInt16(0), count: 0, countOfNext: 0, next: UInt16(0)))
    for row in 0..<height {
      for column in 0..<width {
        let (peak, channel) = (peaks[row * width + column], channel(column: column, row: row))
        guard peak >= tops[channel].next else { continue }
        if peak > tops[channel].value {
          tops[channel] = (peak, 1, tops[channel].count, tops[channel].value)
        } else if peak == tops[channel].value {
          tops[channel].count += 1
        } else if peak > tops[channel].next {
          (tops[channel].next, tops[channel].countOfNext) = (peak, 1)
        } else {
          tops[channel].countOfNext += 1
        }
      }
    }
    return BayerValues { channel in
      let (top, white) = (tops[channel], wholeWhite[channel])
      let (low, high) = (levels.black[channel], levels.white[channel])
      let isPlateau = top.count >= Plateau.leastCount && top.count > top.countOfNext
      return isPlateau && Double(top.value) - low >= Plateau.nearWhite * (high - low) ? min(top.value, white) : white
    }
  }
}

// MARK: - Noise

extension FrameAverage {
  /// The variance of a sample from frame to frame, in squared raw values of the frames.
  ///
  /// It is `nil` for fewer than two frames, or where a channel has no two unclipped samples. It is half the variance of
  /// the differences between successive frames about their mean in a part of the frame. So neither a lamp's flicker,
  /// which moves all samples alike, nor fixed differences between samples count as noise.
  package var temporalVariance: BayerValues<Double?> { noise(of: differences).map { $0?.variance } }

  /// Returns the noise from frame to frame in `region`, from the parts of the frame that lie wholly inside it.
  ///
  /// The frame has at most 32 x 32 parts. A channel is `nil` where no part lies inside, and for the reasons given at
  /// ``temporalVariance``.
  package func temporalNoise(in region: Region) -> BayerValues<TemporalNoise?> {
    noise(
      of: zip(parts, differences).filter { region.contains($0.0) }.map(\.1))
  }

  /// Returns the number of samples in the parts of the frame that lie wholly inside `region`, and their mean in each
  /// frame, in raw values with black not subtracted; `nil` where no part does.
  ///
  /// The frame has at most 32 x 32 parts. Lanes are channels, in the order of ``BayerChannel``. Of more than 1024
  /// frames the first ones are returned.
  package func meansOfFrames(in region: Region) -> (counts: SIMD4<Double>, means: [SIMD4<Double>])? {
    means.inside(region)
  }

  private func noise(of parts: [BayerValues<DifferenceSums>]) -> BayerValues<TemporalNoise?> {
    BayerValues { channel in
      parts.reduce(into: DifferenceSums()) { $0.add($1[channel]) }.noise(pairCount: count - 1)
    }
  }

  /// The largest number of parts in each direction.
  private static let partCount = 32
  /// The shortest side of a part, in samples. A part has at least 16 of each channel.
  private static let leastPartSide = 8
}

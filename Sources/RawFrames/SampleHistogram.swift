/// How many samples of a channel have each raw value: what is asked of it is exact.
public struct SampleHistogram: Hashable, Sendable {
  /// Of the values 0...65535; black level still in.
  public let counts: [UInt32]
  /// Samples in all.
  public let count: Int

  init(counts: [UInt32]) {
    self.counts = counts
    count = counts.reduce(0) { $0 + Int($1) }
  }

  /// The histograms of the channels in `region` of `frame`.
  ///
  /// - Precondition: the frame has a Bayer pattern, the region is inside it and has less than 2^32 samples.
  public static func channels(of frame: RawFrame, in region: Region) -> BayerValues<SampleHistogram> {
    channels(of: frame, in: region, by: .fastest)
  }

  /// As ``channels(of:in:)``, by a reader of choice.
  package static func channels(
    of frame: RawFrame, in region: Region, by reader: SampleReader
  ) -> BayerValues<SampleHistogram> {
    guard let pattern = frame.format.bayerPattern else { preconditionFailure("\(frame.format.fourCC) has no colours") }
    precondition(region.isInside(width: frame.width, height: frame.height), "region \(region) is not in the frame")
    precondition(
      region.width <= Int(UInt32.max) / region.height, "region \(region) has more samples than 32 bits can count")
    // By the parity of the row and of the column, from the region's first.
    var counts = Array(repeating: Array(repeating: UInt32(0), count: 1 << 16), count: 4)
    let columns = region.x..<region.x + region.width
    for parity in 0..<2 {
      var even = counts[2 * parity]
      var odd = counts[2 * parity + 1]
      for row in stride(from: region.y + parity, to: region.y + region.height, by: 2) {
        reader.count(frame, row: row, columns: columns, into: &even, &odd)
      }
      (counts[2 * parity], counts[2 * parity + 1]) = (even, odd)
    }
    var histograms = BayerValues(repeating: SampleHistogram(counts: counts[0]))
    for (index, counts) in counts.enumerated() {
      histograms[pattern.channel(column: region.x + index % 2, row: region.y + index / 2)] = SampleHistogram(
        counts: counts)
    }
    return histograms
  }

  /// The middle value, or the mean of the two in the middle; `nil` without samples.
  public var median: Double? { quantile(0.5) }

  /// The value below which a share of the samples lies, between two samples in proportion (Hyndman and Fan's definition
  /// 7, numpy's default); `nil` without samples.
  ///
  /// - Precondition: `share` is 0 to 1.
  public func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "a share of \(share) is not from 0 to 1")
    guard count > 0 else { return nil }
    let place = Double(count - 1) * share
    let below = Int(place)
    let low = value(at: below)
    let fraction = place - Double(below)
    return fraction == 0 ? Double(low) : Double(low) + fraction * Double(value(at: below + 1) - low)
  }

  /// The sample at `index` of all in rising order.
  private func value(at index: Int) -> Int {
    var before = 0
    for (value, count) in counts.enumerated() {
      before += Int(count)
      if before > index { return value }
    }
    preconditionFailure("no sample \(index) of \(count)")
  }

  /// The sums of the samples; clipped are those at or above `white`.
  public func moments(white: Int) -> SampleMoments {
    var moments = SampleMoments()
    for (value, count) in counts.enumerated() where count > 0 {
      let sum = UInt64(value) * UInt64(count)
      moments.count += Int(count)
      moments.sum += sum
      moments.sumOfSquares += sum * UInt64(value)
      if value >= white { moments.clippedCount += Int(count) }
      moments.minimum = min(moments.minimum, UInt16(value))
      moments.maximum = UInt16(value)
    }
    return moments
  }
}

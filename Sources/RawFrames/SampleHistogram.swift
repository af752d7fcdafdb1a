/// The number of samples of a channel at each raw value. All statistics from it are exact.
package struct SampleHistogram: Hashable, Sendable {
  /// The counts of the raw values 0...65535. The black level is not subtracted.
  package let counts: [UInt32]
  /// The total number of samples.
  package let count: Int

  /// The largest number of samples. If they were all equal, a count of 32 bits would still hold them.
  package static let largestCount = Int(UInt32.max)

  init(counts: [UInt32]) {
    self.counts = counts
    var total = 0
    for index in counts.indices { total += Int(counts[index]) }
    count = total
  }

  /// Returns the histogram of each channel in `region` of `frame`.
  ///
  /// - Throws: ``RawFrameError/noColors(_:)``, ``RawFrameError/regionOutside(_:width:height:)``, or
  ///   ``RawFrameError/regionTooLarge(_:limit:)`` for more than `limit` samples.
  package static func channels(
    of frame: RawFrame, in region: Region, limit: Int = largestCount
  ) throws(RawFrameError) -> BayerValues<SampleHistogram> {
    _ = try frame.mosaic(toRead: region)
    guard region.width <= limit / region.height else { throw .regionTooLarge(region, limit: limit) }
    return channels(of: frame, in: region, by: .fastest)
  }

  /// Returns the histograms as ``channels(of:in:)`` does, by a given reader, for arguments that were checked.
  package static func channels(
    of frame: RawFrame, in region: Region, by reader: SampleReader
  ) -> BayerValues<SampleHistogram> {
    guard let mosaic = frame.mosaic else { preconditionFailure("\(frame.format.fourCC) has no colours") }
    precondition(region.isInside(width: frame.width, height: frame.height), "region \(region) is not in the frame")
    precondition(
      region.width <= largestCount / region.height, "region \(region) has more samples than 32 bits can count")
    guard case .bayer(let pattern) = mosaic else { return channels(of: frame, in: region, mosaic: mosaic, by: reader) }
    // A row alternates between two channels.
    let empty = Array(repeating: UInt32(0), count: 1 << 16)
    var (first, second, third, fourth) = (empty, empty, empty, empty)
    let columns = region.x..<region.x + region.width
    for row in region.y..<region.y + region.height {
      if (row - region.y).isMultiple(of: 2) {
        reader.count(frame, row: row, columns: columns, into: &first, &second)
      } else {
        reader.count(frame, row: row, columns: columns, into: &third, &fourth)
      }
    }
    return BayerValues { channel in
      func isAt(_ column: Int, _ row: Int) -> Bool {
        pattern.channel(column: region.x + column, row: region.y + row) == channel
      }
      return SampleHistogram(counts: isAt(0, 0) ? first : isAt(1, 0) ? second : isAt(0, 1) ? third : fourth)
    }
  }

  private static func channels(
    of frame: RawFrame, in region: Region, mosaic: ColorMosaic, by reader: SampleReader
  ) -> BayerValues<SampleHistogram> {
    var counts = BayerValues(repeating: Array(repeating: UInt32(0), count: 1 << 16))
    var samples: [UInt16] = []
    for row in region.y..<region.y + region.height {
      reader.read(frame, row: row, columns: region.x..<region.x + region.width, into: &samples)
      for phase in 0..<min(mosaic.period, region.width) {
        let channel = mosaic.channel(column: region.x + phase, row: row)
        // Taken out, the counts have one owner and are changed in place. Through the subscript, builds with coverage copied all
        // of them for each sample.
        var own: [UInt32] = []
        swap(&own, &counts[channel])
        for index in stride(from: phase, to: samples.count, by: mosaic.period) { own[Int(samples[index])] &+= 1 }
        swap(&own, &counts[channel])
      }
    }
    return counts.map(SampleHistogram.init)
  }

  /// The middle value, or the mean of the two in the middle; `nil` without samples.
  package var median: Double? { quantile(0.5) }

  /// Returns the value below which a share of the samples lies, or `nil` without samples.
  ///
  /// It interpolates linearly between two samples (definition 7 of Hyndman and Fan, numpy's default).
  ///
  /// - Precondition: `share` is from 0 to 1.
  package func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "a share of \(share) is not from 0 to 1")
    guard count > 0 else { return nil }
    let place = Double(count - 1) * share
    let below = Int(place)
    let low = value(at: below)
    let fraction = place - Double(below)
    return fraction == 0 ? Double(low) : Double(low) + fraction * Double(value(at: below + 1) - low)
  }

  /// Returns the sample at `index` in rising order.
  private func value(at index: Int) -> Int {
    var before = 0
    for value in counts.indices {
      before += Int(counts[value])
      if before > index { return value }
    }
    preconditionFailure("no sample \(index) of \(count)")
  }

  /// Returns the sums of the samples. Samples at or above `white` count as clipped.
  package func moments(white: Int) -> SampleMoments {
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

/// The number of samples of a channel at each raw value.
package struct SampleHistogram: Hashable, Sendable {
  /// The counts of the raw values 0...65535. The black level is not subtracted.
  package let counts: [UInt32]

  /// The largest number of samples. If they were all equal, a count of 32 bits would still hold them.
  package static let largestCount = Int(UInt32.max)

  /// Returns the histogram of each channel.
  ///
  /// - Parameters:
  ///   - frame: A frame with colours.
  ///   - region: The region to count, inside the frame, with at most ``largestCount`` samples.
  ///   - reader: The loops that count.
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
        // The counts are taken out of the table while they change, so that they have one owner and are changed in
        // place. Through the subscript, builds with coverage copied all of them for each sample.
        var own: [UInt32] = []
        swap(&own, &counts[channel])
        for index in stride(from: phase, to: samples.count, by: mosaic.period) { own[Int(samples[index])] &+= 1 }
        swap(&own, &counts[channel])
      }
    }
    return counts.map(SampleHistogram.init)
  }
}

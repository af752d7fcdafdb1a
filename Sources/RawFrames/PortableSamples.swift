extension RawFrame {
  /// Returns the same sums as `vectorTiles`, in portable Swift.
  func portableTiles(
    in region: Region, side: Int, rowStep: Int, pattern: BayerPattern, white: BayerValues<UInt16>
  ) -> [BayerValues<SampleMoments>] {
    mosaicTiles(in: region, side: side, rowStep: rowStep, mosaic: .bayer(pattern), white: white, by: .portable)
  }

  /// Returns the sums of tiles of any mosaic, in portable Swift. The samples are read by `reader`.
  func mosaicTiles(
    in region: Region, side: Int, rowStep: Int = 1, mosaic: ColorMosaic, white: BayerValues<UInt16>,
    by reader: SampleReader
  ) -> [BayerValues<SampleMoments>] {
    let columns = (region.width - 1) / side + 1
    let rows = (region.height - 1) / side + 1
    var tiles = Array(repeating: BayerValues(repeating: SampleMoments()), count: columns * rows)
    var samples: [UInt16] = []
    for row in 0..<region.height where (row % side).isMultiple(of: rowStep) {
      reader.read(self, row: region.y + row, columns: region.x..<region.x + region.width, into: &samples)
      // A span of `Array` needs macOS 26; that of a slice does not.
      let slice = samples[...]
      // A tile starts a whole number of periods after the region does.
      for phase in 0..<min(mosaic.period, region.width) {
        let channel = mosaic.channel(column: region.x + phase, row: region.y + row)
        for column in 0..<columns {
          let end = min(side, region.width - column * side) + column * side
          let part = SampleMoments(
            of: slice.span, from: column * side + phase, to: end, by: mosaic.period, white: white[channel])
          tiles[row / side * columns + column][channel] += part
        }
      }
    }
    return tiles
  }

  func portableRead(row: Int, columns: Range<Int>, into samples: inout [UInt16]) {
    let (group, bits) = (format.packing.group(bitsPerSample: format.bitsPerSample), format.bitsPerSample)
    let first = columns.lowerBound / group.samples
    let groups = (columns.upperBound + group.samples - 1) / group.samples - first
    let start = row * bytesPerRow + first * group.bytes
    let slice = bytes[start..<start + groups * group.bytes]
    format.packing.decode(
      slice.span, bitsPerSample: bits, into: &samples)
    // The first and last groups hold samples that were not asked for.
    samples.removeLast(samples.count - (columns.upperBound - first * group.samples))
    samples.removeFirst(columns.lowerBound - first * group.samples)
  }

  func portableCount(row: Int, columns: Range<Int>, into even: inout [UInt32], _ odd: inout [UInt32]) {
    var samples: [UInt16] = []
    portableRead(row: row, columns: columns, into: &samples)
    for index in stride(from: 0, to: samples.count, by: 2) { even[Int(samples[index])] &+= 1 }
    for index in stride(from: 1, to: samples.count, by: 2) { odd[Int(samples[index])] &+= 1 }
  }
}

extension SampleMoments {
  fileprivate init(of samples: Span<UInt16>, from start: Int, to end: Int, by step: Int, white: UInt16) {
    // Local variables stay in registers.
    var (sum, sumOfSquares, clipped) = (UInt64(0), UInt64(0), 0)
    var (minimum, maximum) = (UInt16.max, UInt16.min)
    for index in stride(from: start, to: end, by: step) {
      let sample = samples[index]
      sum &+= UInt64(sample)
      sumOfSquares &+= UInt64(UInt32(sample) &* UInt32(sample))
      clipped &+= sample >= white ? 1 : 0
      minimum = min(minimum, sample)
      maximum = max(maximum, sample)
    }
    count = max(end - start + step - 1, 0) / step
    self.sum = sum
    self.sumOfSquares = sumOfSquares
    clippedCount = clipped
    self.minimum = minimum
    self.maximum = maximum
  }
}

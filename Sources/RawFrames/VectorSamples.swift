#if canImport(CRawSamples)
  internal import CRawSamples

  // This is the only file of the module that passes memory to C: the frame's bytes, up to the end that `RawFrame` has
  // checked, and arrays that are large enough. C reads nothing beyond that end, and keeps nothing after a call.

  extension SampleReader {
    /// The number of instruction sets that this processor has, of those that the vectors are compiled for.
    static var instructionSetCount: Int { crs_instruction_set_count() }
  }

  extension RawFrame {
    /// Returns the same sums as `portableTiles`, with the vectors of one of C's instruction sets.
    func vectorTiles(
      in region: Region, side: Int, rowStep: Int, pattern: BayerPattern, white: BayerValues<UInt16>,
      instructionSet: Int
    ) -> [BayerValues<SampleMoments>] {
      precondition((0..<crs_instruction_set_count()).contains(instructionSet), "no instruction set \(instructionSet)")
      let places = ChannelPlaces(pattern: pattern, region: region)
      var least = crs_white(
        channels: (
          (white[places.channel(0, 0)], white[places.channel(1, 0)]),
          (white[places.channel(0, 1)], white[places.channel(1, 1)])
        ))
      let columns = (region.width - 1) / side + 1
      var sums = Array(repeating: crs_tile(), count: columns)
      var tiles: [BayerValues<SampleMoments>] = []
      tiles.reserveCapacity(columns * ((region.height - 1) / side + 1))
      for top in stride(from: 0, to: region.height, by: side) {
        let rowCount = (min(side, region.height - top) - 1) / rowStep + 1
        // `sums` has room for a row of tiles.
        unsafe withRows(from: region.y + top, step: rowStep) { rows in
          unsafe crs_read_tiles(
            instructionSet, &rows, rowCount, region.x, region.width, side, &least, &sums)
        }
        for column in 0..<columns {
          let width = min(side, region.width - column * side)
          tiles.append(places.values(of: sums[column], width: width, height: rowCount))
        }
      }
      return tiles
    }

    /// Does the same as `portableRead`, with vectors.
    func vectorRead(row: Int, columns: Range<Int>, instructionSet: Int, into samples: inout [UInt16]) {
      if samples.count != columns.count { samples = Array(repeating: 0, count: columns.count) }
      // `samples` has room for the columns.
      unsafe withRows(from: row) { rows in
        unsafe crs_unpack_row(instructionSet, &rows, columns.lowerBound, columns.count, &samples)
      }
    }

    /// Does the same as `portableCount`, with vectors.
    func vectorCount(
      row: Int, columns: Range<Int>, instructionSet: Int, into even: inout [UInt32], _ odd: inout [UInt32]
    ) {
      precondition(even.count == 1 << 16 && odd.count == 1 << 16, "a table has a count for each value of 16 bits")
      unsafe withRows(from: row) { rows in
        unsafe crs_count_row(instructionSet, &rows, columns.lowerBound, columns.count, &even, &odd)
      }
    }

    /// Calls `body` with every `step`th row of the frame's memory from `row` on.
    ///
    /// `RawFrame` has checked that `bytes` holds all samples, and C is told where they end. Callers have checked that
    /// rows and columns lie inside the frame.
    private func withRows(from row: Int, step: Int = 1, _ body: (inout crs_rows) -> Void) {
      guard let packed = format.minimumBytesPerRow(width: width) else { preconditionFailure("a frame without a width") }
      let checked = (height - 1) * bytesPerRow + packed
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return }
        var rows = unsafe crs_rows(
          // The stride of a single row may be any number.
          start: start + row * bytesPerRow, end: start + checked, bytes_per_row: bytesPerRow &* step,
          packing: format.vectorPacking)
        unsafe body(&rows)
      }
    }
  }

  /// The positions of the channels in the tiles of a region. C identifies channels by parity alone.
  private struct ChannelPlaces {
    let pattern: BayerPattern
    let region: Region

    func channel(_ column: Int, _ row: Int) -> BayerChannel {
      pattern.channel(column: region.x + column, row: region.y + row)
    }

    func values(of tile: crs_tile, width: Int, height: Int) -> BayerValues<SampleMoments> {
      var values = BayerValues(repeating: SampleMoments())
      func set(_ column: Int, _ row: Int, _ sums: crs_moments) {
        let count = (width + 1 - column) / 2 * ((height + 1 - row) / 2)
        values[channel(column, row)] = SampleMoments(count: count, sums)
      }
      set(0, 0, tile.channels.0.0)
      set(1, 0, tile.channels.0.1)
      set(0, 1, tile.channels.1.0)
      set(1, 1, tile.channels.1.1)
      return values
    }
  }

  extension SampleMoments {
    fileprivate init(count: Int, _ sums: crs_moments) {
      self.count = count
      sum = sums.sum
      sumOfSquares = sums.sum_of_squares
      clippedCount = Int(sums.clipped)
      minimum = sums.minimum
      maximum = sums.maximum
    }
  }

  extension PixelFormat {
    var vectorPacking: crs_packing {
      switch packing {
      case .byte: CRS_BYTE
      case .littleEndianWord: CRS_WORD
      case .mipi: bitsPerSample == 10 ? CRS_MIPI_10 : bitsPerSample == 12 ? CRS_MIPI_12 : CRS_MIPI_14
      case .ipu3: CRS_IPU3
      }
    }
  }
#endif

/// An implementation of the loops over samples. All implementations give the same results.
package enum SampleReader: Hashable, Sendable {
  /// Swift, on every platform.
  case portable
  /// C with vectors, for the instruction set with this index.
  case vectors(Int)

  /// The readers that work on this machine, the fastest last.
  package static var available: [SampleReader] {
    #if canImport(CRawSamples)
      [.portable] + (0..<instructionSetCount).map { .vectors($0) }
    #else
      [.portable]
    #endif
  }

  package static var fastest: SampleReader {
    #if canImport(CRawSamples)
      .vectors(instructionSetCount - 1)
    #else
      .portable
    #endif
  }

  /// Returns the sums of the tiles of `region`, row by row. Samples at or above `white` count as clipped.
  ///
  /// Only every `rowStep`th row of each tile is read.
  func tiles(
    of frame: RawFrame, in region: Region, side: Int, rowStep: Int, pattern: BayerPattern, white: BayerValues<UInt16>
  ) -> [BayerValues<SampleMoments>] {
    switch self {
    case .portable:
      return frame.portableTiles(in: region, side: side, rowStep: rowStep, pattern: pattern, white: white)
    case .vectors(let instructionSet):
      #if canImport(CRawSamples)
        return frame.vectorTiles(
          in: region, side: side, rowStep: rowStep, pattern: pattern, white: white, instructionSet: instructionSet)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }

  /// Replaces `samples` with those of `columns` in one row.
  package func read(_ frame: RawFrame, row: Int, columns: Range<Int>, into samples: inout [UInt16]) {
    switch self {
    case .portable:
      frame.portableRead(row: row, columns: columns, into: &samples)
    case .vectors(let instructionSet):
      #if canImport(CRawSamples)
        frame.vectorRead(row: row, columns: columns, instructionSet: instructionSet, into: &samples)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }

  /// Counts the samples of `columns` in one row, alternately in two tables that have a count for each 16-bit value.
  func count(_ frame: RawFrame, row: Int, columns: Range<Int>, into even: inout [UInt32], _ odd: inout [UInt32]) {
    switch self {
    case .portable:
      frame.portableCount(row: row, columns: columns, into: &even, &odd)
    case .vectors(let instructionSet):
      #if canImport(CRawSamples)
        frame.vectorCount(row: row, columns: columns, instructionSet: instructionSet, into: &even, &odd)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }
}

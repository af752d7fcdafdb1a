#if canImport(CRawSamples)
  internal import CRawSamples
#endif

/// What adds up the samples of tiles. All readers give the same numbers.
package enum TileReader: Hashable, Sendable {
  /// Swift, on every platform.
  case portable
  /// C's vectors, where they are: by the number of the instruction set, of those that they are compiled for.
  case vectors(Int)

  /// Those that work on this machine, the fastest last.
  package static var available: [TileReader] {
    #if canImport(CRawSamples)
      [.portable] + (0..<crs_instruction_set_count()).map { .vectors($0) }
    #else
      [.portable]
    #endif
  }

  static var fastest: TileReader {
    #if canImport(CRawSamples)
      .vectors(crs_instruction_set_count() - 1)
    #else
      .portable
    #endif
  }

  /// The sums of the tiles of `region`, row by row; clipped are the samples at or above `white`.
  func tiles(
    of frame: RawFrame, in region: Region, side: Int, pattern: BayerPattern, white: BayerValues<UInt16>
  ) -> [BayerValues<SampleMoments>] {
    switch self {
    case .portable:
      return frame.portableTiles(in: region, side: side, pattern: pattern, white: white)
    case .vectors(let instructionSet):
      #if canImport(CRawSamples)
        return frame.vectorTiles(
          in: region, side: side, pattern: pattern, white: white, instructionSet: instructionSet)
      #else
        preconditionFailure("instruction set \(instructionSet) is not on this platform")
      #endif
    }
  }
}

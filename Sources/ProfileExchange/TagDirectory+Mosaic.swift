internal import NumericalMethods
package import RawFrames

/// The tags that describe the samples of a DNG's mosaic.
extension TagDirectory {
  /// Returns the directory of the mosaic: this one, or one of those that it points at.
  package func rawDirectory() throws(ExchangeError) -> TagDirectory? {
    try first { directory throws(ExchangeError) in
      try directory.numbers(.photometricInterpretation)?.first == Self.colorFilterArray
    }
  }

  /// Throws where a tile of lossy JPEG lies beyond the end of the file.
  ///
  /// libjpeg makes what is missing gray, and LibRaw passes over its warning. Samples of other compressions that are cut
  /// short cannot be decoded.
  package func checkLossyTiles() throws(ExchangeError) {
    let lossy = try first { directory throws(ExchangeError) in
      try directory.numbers(.compression)?.first == Self.lossyJPEG
    }
    guard let lossy, let offsets = try lossy.numbers(.tileOffsets), let counts = try lossy.numbers(.tileByteCounts)
    else {
      return
    }
    for (offset, count) in zip(offsets, counts) where offset + count > Double(file.bytes.count) {
      throw .invalidTag(
        DNGTag.tileByteCounts.name, value: "\(count.whole) from byte \(offset.whole)",
        expected: "bytes within the file's \(file.bytes.count); the file is cut short")
    }
  }

  /// Returns the first of this directory and those that it points at for which `isWanted` holds. Deeper ones are not
  /// searched.
  ///
  /// No directory is read twice, and all of them together have no more entries than fit into the file, so the time
  /// grows with the file's size and not with its square.
  private func first(
    where isWanted: (TagDirectory) throws(ExchangeError) -> Bool
  ) throws(ExchangeError) -> TagDirectory? {
    if try isWanted(self) { return self }
    var followed: Set<Double> = []
    var entryCount = 0
    for offset in try numbers(.subIFDs) ?? [] where offset >= 0 && offset < Double(UInt32.max) {
      guard followed.insert(offset.rounded(.towardZero)).inserted else { continue }
      let directory = try file.directory(at: Int(offset))
      entryCount += directory.entryCount
      guard entryCount <= file.bytes.count / TagFile.entrySize else {
        throw .damagedDirectory(
          "its sub-directories lie on each other: they have more entries than the file has room for")
      }
      if try isWanted(directory) { return directory }
    }
    return nil
  }

  /// Returns the black and white levels of a mosaic, or `nil` where no black level is given, or it differs among the
  /// samples of a channel.
  ///
  /// A white level that is not given is the largest value of BitsPerSample, as the DNG specification has it.
  ///
  /// - Parameter levels: The levels to use where one is not given.
  package func levels(assuming levels: SampleLevels? = nil) throws(ExchangeError) -> SampleLevels? {
    let (stated, largest) = (try numbers(.whiteLevel)?.first, try largestSample())
    let given = has(.blackLevel) ? try blackLevels()?.constant : levels.map { BayerValues(repeating: $0.black.red) }
    guard let black = given, let white = stated ?? levels?.white.red ?? largest else { return nil }
    do throws(RawFrameError) {
      return try SampleLevels(black: black, white: BayerValues(repeating: white))
    } catch { throw .levels(error) }
  }

  private func largestSample() throws(ExchangeError) -> Double? {
    guard let bits = try numbers(.bitsPerSample)?.first.flatMap({ Int(exactly: $0) }),
      ImportedProfile.sampleBits.contains(bits)
    else { return nil }
    return Double(1 << bits - 1)
  }

  /// The patterns of CFAPattern, in which 0 is red, 1 is green and 2 is blue. Source: TIFF/EP.
  package static let patterns: [[Double]: BayerPattern] = [
    [0, 1, 1, 2]: .rggb, [1, 0, 2, 1]: .grbg, [1, 2, 0, 1]: .gbrg, [2, 1, 1, 0]: .bggr,
  ]
  /// The value of PhotometricInterpretation for a mosaic of colours. Source: TIFF/EP.
  package static let colorFilterArray = 32803.0
  /// The compression of lossy JPEG. Source: Digital Negative Specification 1.7, Compression.
  private static let lossyJPEG = 34892.0
}

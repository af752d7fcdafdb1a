internal import RawFrames

/// The rows of a mosaic as TIFF packs them.
///
/// Each row begins on a byte. Samples of 10, 12 and 14 bits are packed with the highest bit first, in files of either
/// byte order; samples of 16 bits are in the file's order. Source: TIFF 6.0, FillOrder 1; Digital Negative
/// Specification, BitsPerSample.
enum MosaicRows {
  static func byteCount(width: Int, bits: Int) -> Int { (width * bits + 7) / 8 }

  /// Returns the number of columns in a written row: at least `width`, and enough for the samples to fill whole bytes.
  ///
  /// TIFF lets a row end inside a byte, but rawspeed, which darktable uses, refuses such rows.
  static func columns(width: Int, bits: Int) -> Int {
    // For every depth of 8 to 16 bits, at most 8 samples end on a byte.
    (width..<width + 8).first { ($0 * bits).isMultiple(of: 8) } ?? width
  }

  /// Returns all rows of a frame, little-endian, each with ``columns(width:bits:)`` samples.
  ///
  /// The samples after the frame's last one repeat the last of the same colour.
  static func bytes(of frame: RawFrame) -> [UInt8] {
    let bits = frame.format.bitsPerSample
    let columns = columns(width: frame.width, bits: bits)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount(width: columns, bits: bits) * frame.height)
    var samples: [UInt16] = []
    for row in 0..<frame.height {
      frame.readSamples(row: row, columns: 0..<frame.width, into: &samples)
      for column in frame.width..<columns { samples.append(samples[max(column - 2, 0)]) }
      append(samples, bits: bits, to: &bytes)
    }
    return bytes
  }

  /// Appends samples, highest bit first.
  ///
  /// A word of memory may hold more than the format's bits. Such a sample is clipped, and the largest number says so.
  ///
  /// - Precondition: The samples fill whole bytes.
  private static func append(_ samples: [UInt16], bits: Int, to bytes: inout [UInt8]) {
    if bits == 16 {
      for sample in samples {
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(sample >> 8))
      }
      return
    }
    let largest = UInt16(1) << bits - 1
    var (waiting, count): (UInt32, Int) = (0, 0)
    for sample in samples {
      waiting = waiting << bits | UInt32(min(sample, largest))
      count += bits
      while count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: waiting >> count))
      }
    }
  }

  /// Appends the samples of `columns` in a row, in the layout of the frame's formats: bytes, or little-endian words.
  ///
  /// - Precondition: `row` holds these columns.
  static func unpack(
    _ row: ArraySlice<UInt8>, columns: Range<Int>, bits: Int, isBigEndian: Bool, to bytes: inout [UInt8]
  ) {
    if bits == 8 {
      bytes += row.dropFirst(columns.lowerBound).prefix(columns.count)
      return
    }
    for column in columns {
      let sample: UInt32
      if bits == 16 {
        let at = row.startIndex + 2 * column
        let (first, second) = (UInt32(row[at]), UInt32(row[at + 1]))
        sample = isBigEndian ? first << 8 | second : second << 8 | first
      } else {
        // A sample of at most 14 bits spans at most three bytes.
        let (byte, bit) = (column * bits).quotientAndRemainder(dividingBy: 8)
        var (at, window) = (row.startIndex + byte, UInt32(0))
        let end = at + 3
        while at < end {
          window = window << 8 | (at < row.endIndex ? UInt32(row[at]) : 0)
          at += 1
        }
        sample = window >> (24 - bit - bits) & (1 << bits - 1)
      }
      bytes.append(UInt8(truncatingIfNeeded: sample))
      bytes.append(UInt8(sample >> 8))
    }
  }
}

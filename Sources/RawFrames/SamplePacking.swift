/// How the samples of a row lie in memory. A packing is code once; every format that uses it is a row of data in
/// ``PixelFormat/all``.
public enum SamplePacking: Hashable, Sendable {
  /// A byte a sample.
  case byte
  /// A 16-bit little-endian word a sample, the value in its low bits.
  case littleEndianWord
  /// MIPI CSI-2's packing: the high 8 bits of a group of samples, a byte each, then their low bits as one little-endian
  /// bit string. 10, 12 and 14 bits a sample differ only in the length of that string.
  case mipi
  /// Intel IPU3's packing: 25 samples of 10 bits as one little-endian bit string in 32 bytes, the last 6 bits unused.
  case ipu3

  /// Samples in the smallest group that starts and ends on a byte, and the bytes that it fills.
  func group(bitsPerSample: Int) -> (samples: Int, bytes: Int) {
    switch self {
    case .byte: (1, 1)
    case .littleEndianWord: (1, 2)
    case .mipi: bitsPerSample == 12 ? (2, 3) : (4, bitsPerSample / 2)
    case .ipu3: (25, 32)
    }
  }

  /// Appends to `samples` the values of `columns`, read from the bytes of one row.
  ///
  /// - Precondition: `row` holds every group that `columns` touches.
  func decode(_ row: ArraySlice<UInt8>, columns: Range<Int>, bitsPerSample: Int, into samples: inout [UInt16]) {
    let start = row.startIndex
    switch self {
    case .byte:
      for column in columns { samples.append(UInt16(row[start + column])) }
    case .littleEndianWord:
      for column in columns {
        let word = start + 2 * column
        samples.append(UInt16(row[word]) | UInt16(row[word + 1]) << 8)
      }
    case .mipi:
      let group = group(bitsPerSample: bitsPerSample)
      let lowBits = bitsPerSample - 8
      for column in columns {
        let (index, place) = column.quotientAndRemainder(dividingBy: group.samples)
        let base = start + index * group.bytes
        let low = bits(lowBits, at: place * lowBits, of: row, from: base + group.samples)
        samples.append(UInt16(row[base + place]) << lowBits | low)
      }
    case .ipu3:
      for column in columns {
        let (index, place) = column.quotientAndRemainder(dividingBy: 25)
        samples.append(bits(bitsPerSample, at: place * bitsPerSample, of: row, from: start + index * 32))
      }
    }
  }

  /// `count` bits (at most 10) of a little-endian bit string that starts at byte `start`, beginning with bit `position`.
  private func bits(_ count: Int, at position: Int, of bytes: ArraySlice<UInt8>, from start: Int) -> UInt16 {
    let (byte, shift) = position.quotientAndRemainder(dividingBy: 8)
    var word = UInt32(bytes[start + byte])
    if shift + count > 8 { word |= UInt32(bytes[start + byte + 1]) << 8 }
    if shift + count > 16 { word |= UInt32(bytes[start + byte + 2]) << 16 }
    return UInt16(word >> shift & (1 << UInt32(count) - 1))
  }
}

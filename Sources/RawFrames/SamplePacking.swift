/// The layout of the samples of a row in memory.
///
/// ``PixelFormat/all`` lists the formats that use each packing. The packings are decoded here, encoded in
/// `SamplePacking+Encoding.swift`, and decoded with vectors in `CRawSamples`.
package enum SamplePacking: Hashable, Sendable {
  /// One byte for each sample.
  case byte
  /// One 16-bit little-endian word for each sample, with the value in its low bits.
  case littleEndianWord
  /// MIPI CSI-2's packing: the high 8 bits of a group of samples, one byte each, then their low bits as one
  /// little-endian bit string.
  ///
  /// The layouts of 10, 12 and 14 bits differ only in the length of that string.
  case mipi
  /// Intel IPU3's packing: 25 samples of 10 bits as one little-endian bit string in 32 bytes, the last 6 bits unused.
  case ipu3

  /// Returns the smallest group of samples that starts and ends on a byte, and the number of bytes that it fills.
  func group(bitsPerSample: Int) -> (samples: Int, bytes: Int) {
    switch self {
    case .byte: (1, 1)
    case .littleEndianWord: (1, 2)
    case .mipi: bitsPerSample == 12 ? (2, 3) : (4, bitsPerSample / 2)
    case .ipu3: (25, 32)
    }
  }

  /// Replaces `samples` with the samples of whole groups.
  func decode(_ bytes: Span<UInt8>, bitsPerSample: Int, into samples: inout [UInt16]) {
    let group = group(bitsPerSample: bitsPerSample)
    let groups = bytes.count / group.bytes
    samples.removeAll(keepingCapacity: true)
    samples.reserveCapacity(groups * group.samples)
    switch self {
    case .byte:
      for index in bytes.indices { samples.append(UInt16(bytes[index])) }
    case .littleEndianWord:
      for index in 0..<groups { samples.append(UInt16(bytes[2 * index]) | UInt16(bytes[2 * index + 1]) << 8) }
    case .mipi:
      let lowBits = bitsPerSample - 8
      for start in stride(from: 0, to: groups * group.bytes, by: group.bytes) {
        var low: UInt32 = 0
        for index in group.samples..<group.bytes {
          low |= UInt32(bytes[start + index]) << (8 * (index - group.samples))
        }
        for index in 0..<group.samples {
          samples.append(UInt16(bytes[start + index]) << lowBits | UInt16(low & (1 << lowBits - 1)))
          low >>= lowBits
        }
      }
    case .ipu3:
      for start in stride(from: 0, to: groups * group.bytes, by: group.bytes) {
        // Ten bits lie within two bytes, wherever they start.
        for bit in stride(from: 0, to: group.samples * bitsPerSample, by: bitsPerSample) {
          let byte = start + bit / 8
          let word = UInt16(bytes[byte]) | UInt16(bytes[byte + 1]) << 8
          samples.append(word >> (bit % 8) & (1 << bitsPerSample - 1))
        }
      }
    }
  }
}

public import RawFrames

/// Writes samples as a sensor would: the way back of `SamplePacking`, written apart from it, a bit at a time.
public enum FrameWriter {
  /// The bytes of a frame whose sample at a column and row is `sample`; padding is filled with `0xA5`.
  public static func bytes(
    _ format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil,
    sample: (_ column: Int, _ row: Int) -> UInt16
  ) throws -> [UInt8] {
    let stride = try RawFrame.byteCount(format: format, width: width, height: height, bytesPerRow: bytesPerRow).perRow
    return (0..<height).flatMap { row in
      let packed = pack((0..<width).map { sample($0, row) }, format)
      return packed + Array(repeating: 0xA5, count: stride - packed.count)
    }
  }

  private static func pack(_ samples: [UInt16], _ format: PixelFormat) -> [UInt8] {
    switch format.packing {
    case .byte: samples.map { UInt8($0) }
    case .littleEndianWord:
      // An array for each sample would take most of the time of a debug build.
      samples.map(\.littleEndian).withUnsafeBytes(Array.init)
    case .mipi:
      groups(of: format.bitsPerSample == 12 ? 2 : 4, samples).flatMap { group in
        let lowBits = format.bitsPerSample - 8
        let high = group.map { UInt8($0 >> lowBits) }
        let low = group.flatMap { bits(Int($0), count: lowBits) }
        return high + bytes(low)
      }
    case .ipu3:
      groups(of: 25, samples).flatMap { group in
        bytes(group.flatMap { bits(Int($0), count: 10) } + Array(repeating: false, count: 6))
      }
    }
  }

  /// The samples in groups, the last one filled up with zeros.
  private static func groups(of count: Int, _ samples: [UInt16]) -> [[UInt16]] {
    stride(from: 0, to: samples.count, by: count).map { start in
      let group = Array(samples[start..<min(start + count, samples.count)])
      return group + Array(repeating: 0, count: count - group.count)
    }
  }

  /// Lowest bit first.
  private static func bits(_ value: Int, count: Int) -> [Bool] {
    (0..<count).map { value >> $0 & 1 == 1 }
  }

  private static func bytes(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }
}

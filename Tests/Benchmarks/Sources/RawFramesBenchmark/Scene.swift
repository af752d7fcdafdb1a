import Foundation
import RawFrames

/// A gray card of 4000 x 3000 samples of 14 bits with the noise of its electrons, RGGB: no two samples in a row are
/// likely to be equal, and none is predicted by the one before.
struct Scene {
  static let width = 4000
  static let height = 3000
  /// About 400 of 1023 in green.
  private static let means: [[Double]] = [[3200, 6400], [6400, 3700]]
  /// Values of 14 bits for each electron, about.
  private static let gain = 1.6

  let samples: [UInt16]

  init() {
    // Knuth's MMIX generator; its high bits are good. Four 16-bit uniforms make a nearly normal number.
    var state: UInt64 = 1931
    func normal() -> Double {
      var sum = 0.0
      for _ in 0..<4 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        sum += Double(state >> 48) / 65536
      }
      return (sum - 2) * 3.0.squareRoot()
    }
    samples = (0..<Self.width * Self.height).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.width)
      let mean = Self.means[row & 1][column & 1]
      return UInt16(mean + normal() * (mean * Self.gain).squareRoot())
    }
  }

  /// The frame's bytes in `format`, the lowest bits of each sample cut off.
  func bytes(_ format: PixelFormat) -> [UInt8] {
    let shift = UInt16(max(14 - format.bitsPerSample, 0))
    var bytes: [UInt8] = []
    for row in 0..<Self.height {
      let values = samples[row * Self.width..<(row + 1) * Self.width].map { $0 >> shift }
      switch format.packing {
      case .byte: bytes += values.map { UInt8($0) }
      case .littleEndianWord: bytes += values.flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] }
      case .mipi:
        let lowBits = format.bitsPerSample - 8
        let count = format.bitsPerSample == 12 ? 2 : 4
        for start in stride(from: 0, to: values.count, by: count) {
          let group = values[start..<start + count]
          bytes += group.map { UInt8($0 >> lowBits) }
          append(group, bits: lowBits, byteCount: count * lowBits / 8, to: &bytes)
        }
      case .ipu3:
        for start in stride(from: 0, to: values.count, by: 25) {
          append(values[start..<start + 25], bits: 10, byteCount: 32, to: &bytes)
        }
      }
    }
    return bytes
  }

  /// Appends the lowest `bits` of each value as one little-endian bit string.
  private func append(_ values: ArraySlice<UInt16>, bits: Int, byteCount: Int, to bytes: inout [UInt8]) {
    var (string, filled) = (UInt64(0), 0)
    let end = bytes.count + byteCount
    for value in values {
      string |= UInt64(value & (1 << bits - 1)) << filled
      filled += bits
      while filled >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: string))
        string >>= 8
        filled -= 8
      }
    }
    if bytes.count < end { bytes.append(UInt8(truncatingIfNeeded: string)) }
    while bytes.count < end { bytes.append(0) }
  }
}

import RawFrames
import TestSupport
import Testing

@Suite struct SamplePackingTests {
  /// Rows written by hand from the layouts in the Linux kernel's documentation of each format.
  @Test(
    arguments: [
      ("RGGB", [0x00, 0x7f, 0xff], [0, 127, 255]),
      ("RG10", [0x34, 0x01, 0xff, 0x03], [0x134, 0x3ff]),
      ("RG12", [0xbc, 0x0a, 0xff, 0x0f], [0xabc, 0xfff]),
      ("RG14", [0xcd, 0x2b, 0xff, 0x3f], [0x2bcd, 0x3fff]),
      ("RG16", [0xcd, 0xab, 0xff, 0xff], [0xabcd, 0xffff]),
      // Bits 9-2 of four samples; then bits 1-0 of the first in the lowest bits.
      ("pRAA", [0x01, 0x02, 0x03, 0xff, 0b11_10_01_00], [0x004, 0x009, 0x00e, 0x3ff]),
      // Bits 11-4 of two samples; then bits 3-0 of the first in the low half.
      ("pRCC", [0xab, 0x12, 0x3c], [0xabc, 0x123]),
      // Bits 13-6 of four samples; then their bits 5-0, the first in the lowest.
      ("pREE", [0x01, 0x02, 0x03, 0x04, 0b10_000001, 0b0100_0000, 0b111111_00], [0x041, 0x082, 0x0c4, 0x13f]),
      // One bit string of 25 samples, the first in the lowest bits; 6 bits stay unused.
      (
        "ip3r", [0x01, 0x08, 0x30] + Array(repeating: 0, count: 28) + [0xff],
        [1, 2, 3, 0] + Array(repeating: 0, count: 20) + [0x300]
      ),
    ] as [(String, [UInt8], [UInt16])])
  func `a row reads as the kernel documents it`(code: String, row: [UInt8], expected: [UInt16]) throws {
    let frame = try RawFrame(format: PixelFormat(code), width: expected.count, height: 1, bytes: row)
    var samples: [UInt16] = []
    frame.readSamples(row: 0, columns: 0..<expected.count, into: &samples)
    #expect(samples == expected)
    SampleReader.portable.read(frame, row: 0, columns: 0..<expected.count, into: &samples)
    #expect(samples == expected)
  }

  @Test(arguments: PixelFormat.all)
  func `every sample of every format comes back, wherever the columns start`(format: PixelFormat) throws {
    let (width, height) = (53, 3)
    // Visits high and low bits of every width: the multiplier is odd, so it permutes the values.
    func sample(_ column: Int, _ row: Int) -> UInt16 {
      UInt16((column * 40503 + row * 9973 + 12345) & format.maximumSample)
    }
    let packed = try #require(format.minimumBytesPerRow(width: width))
    for padding in [0, 1, 13] {
      let bytes = try FrameWriter.bytes(
        format, width: width, height: height, bytesPerRow: packed + padding, sample: sample)
      let frame = try RawFrame(
        format: format, width: width, height: height, bytesPerRow: packed + padding, bytes: bytes)
      var samples: [UInt16] = []
      for row in 0..<height {
        for columns in [0..<width, 1..<width, 7..<8, 24..<27, width - 1..<width, 5..<5] {
          for reader in SampleReader.available {
            reader.read(frame, row: row, columns: columns, into: &samples)
            #expect(samples == columns.map { sample($0, row) }, "\(reader)")
          }
        }
      }
    }
  }
}

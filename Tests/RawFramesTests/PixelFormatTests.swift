import RawFrames
import Testing

@Suite struct PixelFormatTests {
  @Test func `the table has every Bayer order of every depth and packing, and eight monochrome formats`() {
    #expect(PixelFormat.all.count == 9 * 4 + 8)
    #expect(Set(PixelFormat.all.map(\.fourCC)).count == PixelFormat.all.count)
    let kinds = Dictionary(grouping: PixelFormat.all.filter { $0.bayerPattern != nil }) {
      "\($0.bitsPerSample) \($0.packing)"
    }
    #expect(kinds.count == 9)
    for (kind, formats) in kinds {
      #expect(Set(formats.compactMap(\.bayerPattern)) == Set(BayerPattern.allCases), "\(kind)")
    }
  }

  /// Codes whose name does not tell the order, from the Linux kernel's videodev2.h.
  @Test(arguments: [
    ("BA81", BayerPattern.bggr, 8), ("BA10", .grbg, 10), ("BA12", .grbg, 12), ("BYR2", .bggr, 16), ("GR14", .grbg, 14),
    ("pgAA", .grbg, 10), ("pGAA", .gbrg, 10), ("ip3g", .gbrg, 10), ("ip3G", .grbg, 10),
  ])
  func `a code names its order and depth`(code: String, pattern: BayerPattern, bits: Int) throws {
    let format = try PixelFormat(code)
    #expect(format.bayerPattern == pattern)
    #expect(format.bitsPerSample == bits)
  }

  @Test(arguments: [
    ("RGGB", 7, 7), ("RG10", 7, 14), ("pRAA", 8, 10), ("pRAA", 9, 15), ("pRCC", 3, 6), ("pREE", 5, 14),
    ("ip3r", 26, 64),
  ])
  func `a row fills whole groups of samples`(code: String, width: Int, bytes: Int) throws {
    #expect(try PixelFormat(code).minimumBytesPerRow(width: width) == bytes)
  }

  @Test(arguments: [0, -1, Int.min, Int.max])
  func `a width that is not positive, or does not fit in memory, has no row`(width: Int) throws {
    #expect(try PixelFormat("RG10").minimumBytesPerRow(width: width) == nil)
  }

  @Test func `an unknown code is refused`() {
    #expect(throws: RawFrameError.unknownFormat("YUYV")) { try PixelFormat("YUYV") }
    #expect(throws: RawFrameError.unknownFormat("")) { try PixelFormat("") }
  }
}

#if os(Linux)
  import CRawSamples
  import Glibc
  import TestSupport
  import Testing

  @testable import RawFrames

  @Suite struct GuardedMemoryTests {
    /// A frame against the end of a page, behind which no memory may be touched:
    /// reading a byte too far ends the process.
    @Test(arguments: TileMomentsTests.formats)
    func `C reads nothing behind the frame`(format: PixelFormat) throws {
      let page = Int(getpagesize())
      let pages = try #require(mmap(nil, 16 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
      defer { munmap(pages, 16 * page) }
      try #require(pages != MAP_FAILED && mprotect(pages + 15 * page, page, PROT_NONE) == 0)
      for width in [1, 2, 7, 25, 31, 32, 33, 64, 65, 127, 150] {
        let bytes = try FrameWriter.bytes(format, width: width, height: 3) { column, row in
          UInt16((column * 40503 + row * 9973) & format.maximumSample)
        }
        let end = pages + 15 * page
        let start = end - bytes.count
        start.copyMemory(from: bytes, byteCount: bytes.count)
        let frame = try RawFrame(format: format, width: width, height: 3, bytes: bytes)
        for x in Set([0, 1, width / 2, width - 1]) where x < width {
          let region = Region(x: x, y: 0, width: width - x, height: 3)
          let expected = TileMoments(of: frame, in: region, side: 64, by: .portable)
          for set in 0..<crs_instruction_set_count() {
            var rows = crs_rows(
              start: start.assumingMemoryBound(to: UInt8.self), end: end.assumingMemoryBound(to: UInt8.self),
              bytes_per_row: frame.bytesPerRow, packing: format.vectorPacking)
            var white = crs_white()
            var tiles = Array(repeating: crs_tile(), count: expected.columns)
            crs_read_tiles(set, &rows, 3, x, width - x, 64, &white, &tiles)
            let sum = tiles.reduce(0) {
              $0 + $1.channels.0.0.sum + $1.channels.0.1.sum + $1.channels.1.0.sum + $1.channels.1.1.sum
            }
            #expect(sum == expected.total.all.reduce(0) { $0 + $1.sum })
          }
        }
      }
    }
  }
#endif

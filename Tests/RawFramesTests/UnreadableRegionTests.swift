import RawFrames
import TestSupport
import Testing

/// Requests for tiles or histograms that cannot be met throw an error and do not end the program. Such requests can
/// come from a caller's data.
@Suite struct UnreadableRegionTests {
  private static let frame = Result { () throws(RawFrameError) in
    try RawFrame(format: PixelFormat("RG10"), width: 8, height: 6, bytes: Array(repeating: 0, count: 96))
  }

  @Test(arguments: [
    Region(x: 0, y: 0, width: 9, height: 6), Region(x: 0, y: 0, width: 8, height: 7),
    Region(x: -1, y: 0, width: 2, height: 2), Region(x: 0, y: 0, width: 0, height: 6),
    Region(x: 7, y: 5, width: Int.max, height: 1), Region(x: 0, y: 0, width: 2, height: -2),
  ])
  func `a region that is not inside the frame is thrown, by tiles and by histograms`(region: Region) throws {
    let frame = try Self.frame.get()
    let expected = RawFrameError.regionOutside(region, width: 8, height: 6)
    #expect(throws: expected) { try TileMoments(of: frame, in: region, side: 2) }
    #expect(throws: expected) { try SampleHistogram.channels(of: frame, in: region) }
  }

  @Test(arguments: [0, -2, 3, Int.min])
  func `a side that does not hold whole periods is thrown`(side: Int) throws {
    let frame = try Self.frame.get()
    #expect(throws: RawFrameError.invalidTileSide(side, period: 2)) {
      try TileMoments(of: frame, in: Region(x: 0, y: 0, width: 8, height: 6), side: side)
    }
  }

  @Test func `a format without colours is thrown`() throws {
    let gray = try PixelFormat("Y10 ")
    let frame = try RawFrame(format: gray, width: 8, height: 6, bytes: Array(repeating: 0, count: 96))
    let region = Region(x: 0, y: 0, width: 8, height: 6)
    #expect(throws: RawFrameError.noColors(gray.fourCC)) { try TileMoments(of: frame, in: region, side: 2) }
    #expect(throws: RawFrameError.noColors(gray.fourCC)) { try SampleHistogram.channels(of: frame, in: region) }
  }

  @Test func `a region with more samples than a histogram can count is thrown`() throws {
    let frame = try Self.frame.get()
    let region = Region(x: 0, y: 0, width: 8, height: 6)
    #expect(throws: RawFrameError.regionTooLarge(region, limit: 47)) {
      try SampleHistogram.channels(of: frame, in: region, limit: 47)
    }
    #expect(
      try SampleHistogram.channels(of: frame, in: region, limit: 48) == SampleHistogram.channels(of: frame, in: region))
    #expect(SampleHistogram.largestCount == Int(UInt32.max))
  }

  @Test func `what can be read is read as by the reader itself`() throws {
    let frame = try Self.frame.get()
    let region = Region(x: 2, y: 1, width: 6, height: 5)
    #expect(
      try TileMoments(of: frame, in: region, side: 4).tiles
        == TileMoments(of: frame, in: region, side: 4, by: .portable).tiles)
    #expect(
      try SampleHistogram.channels(of: frame, in: region)
        == SampleHistogram.channels(of: frame, in: region, by: .portable))
  }
}

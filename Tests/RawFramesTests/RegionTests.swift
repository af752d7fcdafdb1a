import RawFrames
import Testing

@Suite struct RegionTests {
  @Test(arguments: [
    Region(x: 0, y: 0, width: 10, height: 6), Region(x: 9, y: 5, width: 1, height: 1),
    Region(x: 3, y: 1, width: 7, height: 5),
  ])
  func `a region that touches the edges is inside`(region: Region) {
    #expect(region.isInside(width: 10, height: 6))
  }

  @Test(arguments: [
    Region(x: 0, y: 0, width: 11, height: 6), Region(x: 1, y: 0, width: 10, height: 6),
    Region(x: -1, y: 0, width: 2, height: 2),
    Region(x: 0, y: -1, width: 2, height: 2), Region(x: 10, y: 0, width: 1, height: 1),
    Region(x: 0, y: 0, width: 0, height: 6),
    Region(x: 0, y: 0, width: 2, height: -1), Region(x: Int.max, y: 0, width: Int.max, height: 1),
    Region(x: 1, y: 1, width: Int.max, height: Int.max),
  ])
  func `a region that is empty or leaves the frame is not, however large its numbers`(region: Region) {
    #expect(!region.isInside(width: 10, height: 6))
  }

  @Test func `the centre is half of the width and half of the height`() throws {
    let frame = try RawFrame(format: PixelFormat("RGGB"), width: 8, height: 4, bytes: Array(repeating: 0, count: 32))
    #expect(Region(centerOf: frame) == Region(x: 2, y: 1, width: 4, height: 2))
  }
}

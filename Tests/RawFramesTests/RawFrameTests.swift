import RawFrames
import Testing

@Suite struct RawFrameTests {
  let format: PixelFormat

  init() throws { format = try PixelFormat("RG10") }

  @Test func `the last row needs no padding, and bytes behind it are ignored`() throws {
    _ = try RawFrame(format: format, width: 2, height: 2, bytesPerRow: 6, bytes: Array(repeating: 0, count: 10))
    let longer = try RawFrame(format: format, width: 2, height: 2, bytes: Array(repeating: 1, count: 100))
    var samples: [UInt16] = []
    longer.readSamples(row: 1, columns: 0..<2, into: &samples)
    #expect(samples == [0x101, 0x101])
  }

  @Test func `a truncated frame is refused with both counts`() {
    #expect(throws: RawFrameError.truncated(byteCount: 9, needed: 10)) {
      try RawFrame(format: format, width: 2, height: 2, bytesPerRow: 6, bytes: Array(repeating: 0, count: 9))
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-4, 4), (4, -4), (Int.max, 2), (2, Int.max), (Int.max / 2, 3), (1 << 32, 1 << 32)])
  func `a size that is not positive or overflows is refused`(width: Int, height: Int) {
    #expect(throws: RawFrameError.invalidSize(width: width, height: height)) {
      try RawFrame.byteCount(format: format, width: width, height: height)
    }
  }

  @Test(arguments: [-1, 0, 7]) func `a stride shorter than the row is refused`(stride: Int) {
    #expect(throws: RawFrameError.strideTooShort(bytesPerRow: stride, needed: 8, width: 4)) {
      try RawFrame.byteCount(format: format, width: 4, height: 4, bytesPerRow: stride)
    }
  }

  @Test func `a stride that is too long for memory is told with the longest that is not`() throws {
    let longest = (Int.max - 8) / 3
    #expect(try RawFrame.byteCount(format: format, width: 4, height: 4, bytesPerRow: longest).total == 3 * longest + 8)
    for stride in [longest + 1, Int.max] {
      #expect(throws: RawFrameError.strideTooLong(bytesPerRow: stride, limit: longest, height: 4)) {
        try RawFrame.byteCount(format: format, width: 4, height: 4, bytesPerRow: stride)
      }
    }
  }

  @Test func `padding is written behind the last row, and a stride that is too long for it is thrown`() throws {
    let frame = try RawFrame(format: format, width: 2, height: 2, bytesPerRow: 6, bytes: Array(repeating: 1, count: 10))
    #expect(try frame.paddedBytes(limit: 12) == Array(repeating: 1, count: 10) + [0, 0])
    #expect(throws: RawFrameError.strideTooLong(bytesPerRow: 6, limit: 5, height: 2)) {
      try frame.paddedBytes(limit: 11)
    }
  }

  @Test(arguments: [5, 1 << 40, Int.max]) func `the only row of a frame is read whatever its stride`(stride: Int) throws
  {
    let frame = try RawFrame(format: format, width: 2, height: 1, bytesPerRow: stride, bytes: [1, 0, 2, 0])
    let region = Region(x: 0, y: 0, width: 2, height: 1)
    for reader in SampleReader.available + [.portable] {
      var samples: [UInt16] = []
      reader.read(frame, row: 0, columns: 0..<2, into: &samples)
      #expect(samples == [1, 2])
      #expect(TileMoments(of: frame, in: region, side: Int.max - 1, by: reader).total.all.map(\.sum).reduce(0, +) == 3)
    }
    #expect(throws: RawFrameError.strideTooLong(bytesPerRow: stride, limit: 4, height: 1)) {
      try frame.paddedBytes(limit: 4)
    }
  }

  @Test func `a frame of any collection has the places of colours that it is given`() throws {
    let mosaic = ColorMosaic.bayer(.bggr)
    let monochrome = try PixelFormat("Y10 ")
    let bytes = ArraySlice<UInt8>(repeating: 0, count: 8)
    let ofBytes = try RawFrame(format: monochrome, width: 2, height: 2, bytes: bytes, mosaic: mosaic)
    let samples: [UInt16] = [0, 0, 0, 0]
    let ofSamples = try RawFrame(format: monochrome, width: 2, height: 2, samples: samples, mosaic: mosaic)
    #expect(ofBytes.mosaic == mosaic && ofSamples.mosaic == mosaic)
    #expect(try RawFrame(format: monochrome, width: 2, height: 2, samples: samples).mosaic == nil)
  }

  @Test func `a white level above the format's largest value is refused`() throws {
    let levels = try SampleLevels(black: 64, white: 1024)
    #expect(throws: RawFrameError.whiteAboveFormat(white: 1024, maximum: 1023, format: format.fourCC)) {
      try RawFrame(format: format, width: 2, height: 2, bytes: Array(repeating: 0, count: 8), levels: levels)
    }
  }

  @Test func `levels are of samples whose white they neither double nor halve`() throws {
    let wide = try PixelFormat("RG12")
    func check(_ white: Double) throws(RawFrameError) {
      try SampleLevels(black: 0, white: white).checkDepth(of: wide, with: BayerValues(repeating: 1024))
    }
    try check(513)
    try check(2047)
    #expect(throws: RawFrameError.levelsOfFewerBits(white: 512, maximum: 1024, format: wide.fourCC)) { try check(512) }
    #expect(throws: RawFrameError.whiteAboveFormat(white: 2048, maximum: 1024, format: wide.fourCC)) { try check(2048) }
  }

  @Test(arguments: [(-1.0, 10.0), (10, 10), (11, 10), (.nan, 10), (0, .nan), (0, .infinity), (0, 4_294_967_296)])
  func `levels must be what 32 bits can hold, with black at least 0 and below white`(black: Double, white: Double) {
    #expect(throws: RawFrameError.self) { try SampleLevels(black: black, white: white) }
  }

  @Test(arguments: [-0.5, .nan, .infinity, 4_294_967_296])
  func `the standard error of black must be a number of at least 0 that a sample can have`(error: Double) throws {
    let thrown = #expect(throws: RawFrameError.self) { try SampleLevels(black: 0, white: 1, blackError: error) }
    guard case .invalidBlackError(let value) = thrown else {
      Issue.record("\(String(describing: thrown))")
      return
    }
    #expect(value == error || error.isNaN && value.isNaN)
  }

  @Test func `the range is the longest way from black to white of any channel`() throws {
    let black = BayerValues(red: 10.0, greenOnRedRow: 20, greenOnBlueRow: 30, blue: 0)
    for (longest, channel) in [(1010.0, BayerChannel.red), (1030, .greenOnBlueRow), (1000, .blue)] {
      var white = black.map { $0 + 500 }
      white[channel] = longest
      #expect(try SampleLevels(black: black, white: white).range == 1000)
    }
  }

  @Test func `other levels come with their error`() throws {
    let frame = try RawFrame(format: format, width: 1, height: 1, bytes: [0, 0])
    #expect(frame.levels.blackError.all == [0, 0, 0, 0])
    let levels = try SampleLevels(black: 64, white: 1023, blackError: 0.25)
    #expect(try frame.replacingLevels(levels).levels.blackError.all == [0.25, 0.25, 0.25, 0.25])
  }

  @Test func `without levels the whole range of the format counts`() throws {
    let frame = try RawFrame(format: format, width: 1, height: 1, bytes: [0, 0])
    #expect(frame.levels == (try SampleLevels(black: 0, white: 1023)))
  }
}

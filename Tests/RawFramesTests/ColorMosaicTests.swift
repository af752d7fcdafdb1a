import RawFrames
import TestSupport
import Testing

/// The places of colours in a mosaic.
@Suite struct ColorMosaicTests {
  /// The cell as LibRaw writes it for an X-Pro1. Source: LibRaw's documentation of `xtrans`.
  static let xTrans = "GBGGRGRGRBGBGBGGRGGRGGBGBGBRGRGRGGBG"

  private static func letter(_ channel: BayerChannel) -> Character {
    switch channel {
    case .red: "R"
    case .greenOnRedRow, .greenOnBlueRow: "G"
    case .blue: "B"
    }
  }

  private static func shifted(_ letters: String, across: Int, down: Int) -> String {
    let letters = Array(letters)
    return String((0..<36).map { letters[($0 / 6 + down) % 6 * 6 + ($0 % 6 + across) % 6] })
  }

  @Test func `X-Trans in each phase has the colours of its letters`() throws {
    for (across, down) in (0..<6).flatMap({ across in (0..<6).map { (across, $0) } }) {
      let letters = Self.shifted(Self.xTrans, across: across, down: down)
      let pattern = try #require(XTransPattern(letters))
      let found = (0..<36).map { Self.letter(pattern.channel(column: $0 % 6 + 12, row: $0 / 6 + 6)) }
      #expect(String(found) == letters)
    }
  }

  @Test func `what is no X-Trans is none`() {
    #expect(XTransPattern("") == nil)
    #expect(XTransPattern(String(repeating: "RGGBGR", count: 6)) == nil)
    var letters = Array(Self.xTrans)
    letters.swapAt(0, 1)
    #expect(XTransPattern(String(letters)) == nil)
  }

  @Test func `the two greens of X-Trans have as many samples, and are called after their row's other colour`() throws {
    let mosaic = ColorMosaic.xTrans(try #require(XTransPattern(Self.xTrans)))
    let (eight, ten): (Double, Double) = (8 / 36, 10 / 36)
    let shares = BayerValues(red: eight, greenOnRedRow: ten, greenOnBlueRow: ten, blue: eight)
    #expect(mosaic.shares == shares)
    // The first block is GBG RGR GBG.
    #expect(mosaic.channels(inRow: 0).prefix(3) == [.greenOnBlueRow, .blue, .greenOnBlueRow])
    #expect(mosaic.channels(inRow: 1).prefix(3) == [.red, .greenOnRedRow, .red])
  }

  @Test func `tiles of X-Trans have the sums of their samples, and so has the histogram`() throws {
    let mosaic = ColorMosaic.xTrans(try #require(XTransPattern(Self.shifted(Self.xTrans, across: 1, down: 4))))
    let (width, height) = (41, 33)
    let format = try PixelFormat("Y16")
    func sample(_ column: Int, _ row: Int) -> UInt16 { UInt16((column * 397 + row * 1013) % 5000) }
    let frame = try RawFrame(
      format: format, width: width, height: height,
      bytes: FrameWriter.bytes(format, width: width, height: height, sample: sample),
      levels: SampleLevels(black: 10, white: 4000), mosaic: mosaic)
    let region = Region(x: 5, y: 3, width: 31, height: 26)
    let tiles = TileMoments(of: frame, in: region, side: 12, by: .fastest)
    for tile in 0..<tiles.columns * tiles.rows {
      let place = tiles.region(column: tile % tiles.columns, row: tile / tiles.columns)
      var expected = BayerValues(repeating: SampleMoments())
      for row in place.y..<place.y + place.height {
        for column in place.x..<place.x + place.width {
          let (channel, sample) = (mosaic.channel(column: column, row: row), sample(column, row))
          expected[channel].count += 1
          expected[channel].sum += UInt64(sample)
          expected[channel].sumOfSquares += UInt64(sample) * UInt64(sample)
          expected[channel].clippedCount += sample >= 4000 ? 1 : 0
          expected[channel].minimum = min(expected[channel].minimum, sample)
          expected[channel].maximum = max(expected[channel].maximum, sample)
        }
      }
      #expect(tiles.tiles[tile] == expected)
    }
    var counts = BayerValues(repeating: Array(repeating: UInt32(0), count: 1 << 16))
    for row in region.y..<region.y + region.height {
      for column in region.x..<region.x + region.width {
        counts[mosaic.channel(column: column, row: row)][Int(sample(column, row))] += 1
      }
    }
    let histograms = SampleHistogram.channels(of: frame, in: region, by: .fastest)
    for channel in BayerChannel.allCases { #expect(histograms[channel].counts == counts[channel]) }
  }

  @Test func `a mean of frames keeps their mosaic`() throws {
    let mosaic = ColorMosaic.xTrans(try #require(XTransPattern(Self.xTrans)))
    let format = try PixelFormat("Y16")
    let frame = try RawFrame(
      format: format, width: 12, height: 6,
      bytes: FrameWriter.bytes(format, width: 12, height: 6) { UInt16($0 + 12 * $1) }, mosaic: mosaic)
    var average = FrameAverage(frame)
    try average.add(frame)
    #expect(average.mean().mosaic == mosaic)
    #expect(average.mean().bytes == frame.bytes)
  }
}

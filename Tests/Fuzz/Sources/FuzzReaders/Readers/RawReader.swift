import GrayCard
import RawFrames

extension FuzzedReader {
  /// A frame's geometry and levels, as options and drivers give them, in 24 bytes; then the frame's bytes.
  static let raw = FuzzedReader(name: "raw") { bytes -> (frame: RawFrame, bytes: [UInt8])? in
    guard bytes.count > headerSize else { return nil }
    let formats = PixelFormat.all
    let format = formats[Int(bytes[0]) % formats.count]
    let frame = try RawFrame(
      format: format, width: size(bytes[1], bytes[2]), height: size(bytes[3], bytes[4]),
      bytesPerRow: bytes[5] == 0 ? nil : size(bytes[5], bytes[6]), bytes: Array(bytes[headerSize...]),
      levels: try levels(bytes, format))
    try checkSamples(of: frame)
    return (frame, bytes)
  } use: { value in
    guard let (frame, bytes) = value else { return }
    let format = frame.format
    try hold(try PixelFormat(format.fourCC.description) == format, "the name of \(format.fourCC) is another format's")
    try attempt { try frame.levels.checkDepth(of: format) }
    try attempt {
      let padded = try frame.paddedBytes(limit: 1 << 16)
      try hold(padded.count == frame.bytesPerRow * frame.height, "a padded frame has \(padded.count) bytes")
      let again = try RawFrame(
        format: format, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow, bytes: padded)
      try hold(again.bytesPerRow == frame.bytesPerRow, "a padded frame has another stride")
    }
    _ = try RawFrame.byteCount(format: format, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow)
    _ = try mustHold("a frame does not take its own levels") { try frame.replacingLevels(frame.levels) }
    guard format.bayerPattern != nil else { return }
    let region = Region(
      x: size(bytes[16], bytes[17]), y: size(bytes[18], bytes[19]), width: size(bytes[20], bytes[21]),
      height: size(bytes[22], bytes[23]))
    if region.isInside(width: frame.width, height: frame.height) {
      try checkSums(of: frame, in: region, side: 2 + Int(bytes[15] % 32) * 2)
      try hold(
        region.parts(leastSide: 2, count: 4).allSatisfy { $0.isInside(width: frame.width, height: frame.height) },
        "\(region) has parts outside")
      // Tables of all raw values take longer than all else.
      if bytes[15] % 32 == 0 { try checkCounts(of: frame, in: region) }
    }
    _ = try CardMeasurement(of: SourceFrame(frame), in: .region(region))
    _ = try CardMeasurement(of: SourceFrame(frame))
  }

  private static let headerSize = 24

  /// A size: mostly small, in places one at which arithmetic ends.
  private static func size(_ high: UInt8, _ low: UInt8) -> Int {
    let extremes = [Int.max, Int.min, -1, 1 << 31, 1 << 32, 1 << 62, Int.max / 2, Int.max - 1]
    return high < 248 ? Int(high & 3) << 8 | Int(low) : extremes[Int(high) - 248]
  }

  private static func levels(_ bytes: [UInt8], _ format: PixelFormat) throws -> SampleLevels {
    let extremes = [-1, 0, .infinity, .nan, 1e308, -.infinity, 4_294_967_295, 0.5]
    func level(_ place: Int) -> Double {
      bytes[place] < 248
        ? Double(format.maximumSample) * Double(bytes[place]) / 247 : extremes[Int(bytes[place]) - 248]
    }
    return try SampleLevels(
      black: BayerValues(
        red: level(7), greenOnRedRow: level(8), greenOnBlueRow: level(9), blue: level(10)),
      white: BayerValues(
        red: level(11), greenOnRedRow: level(12), greenOnBlueRow: level(13), blue: level(14)))
  }

  private static func checkSamples(of frame: RawFrame) throws(BrokenLaw) {
    var expected: [UInt16] = []
    var samples: [UInt16] = []
    for row in Set([0, frame.height / 2, frame.height - 1]) {
      SampleReader.portable.read(frame, row: row, columns: 0..<frame.width, into: &expected)
      for reader in SampleReader.available {
        reader.read(frame, row: row, columns: 0..<frame.width, into: &samples)
        try hold(samples == expected, "\(reader) reads row \(row) of \(frame.format.fourCC) otherwise")
      }
    }
  }

  private static func checkCounts(of frame: RawFrame, in region: Region) throws(BrokenLaw) {
    let expected = SampleHistogram.channels(of: frame, in: region, by: .portable)
    for reader in SampleReader.available {
      let counted = SampleHistogram.channels(of: frame, in: region, by: reader)
      try hold(counted == expected, "\(reader) counts samples of \(frame.format.fourCC) otherwise")
    }
  }

  private static func checkSums(of frame: RawFrame, in region: Region, side: Int) throws(BrokenLaw) {
    let sums = TileMoments(of: frame, in: region, side: side, by: .portable)
    let expected = sums.tiles
    try hold(expected.count == sums.columns * sums.rows, "tiles are missing")
    for reader in SampleReader.available {
      let tiles = TileMoments(of: frame, in: region, side: side, by: reader).tiles
      try hold(tiles == expected, "\(reader) sums tiles of \(frame.format.fourCC) otherwise")
    }
  }
}

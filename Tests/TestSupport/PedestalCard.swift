public import RawFrames

/// A card in a frame that shows, around the card, nothing but the sensor's pedestal. So the frame itself tells that a
/// black level of ``wrongBlack`` is wrong.
public enum PedestalCard {
  /// The black level of the frame, of 10 bits, and one of 8 bits.
  public static let (black, wrongBlack) = (64.0, 16.0)
  /// The format and size of the frame.
  public static let (code, width, height) = ("RG10", 160, 120)
  /// A region inside the card.
  public static let region = Region(x: 44, y: 34, width: 72, height: 52)

  /// Returns the bytes of a frame.
  public static func bytes(seed: UInt64) throws -> [UInt8] {
    var generator = SeededGenerator(seed: seed)
    let format = try PixelFormat(code)
    return try FrameWriter.bytes(format, width: width, height: height) { column, row in
      let isCard = (40..<120).contains(column) && (30..<90).contains(row)
      let channel = BayerPattern.rggb.channel(column: column, row: row)
      let signal = !isCard ? 0.0 : channel == .red ? 130 : channel == .blue ? 180 : 300
      return UInt16((black + signal + (0.2 * signal + 1).squareRoot() * generator.normal()).rounded())
    }
  }

  /// Returns the frame, read at a black level.
  public static func frame(black: Double, seed: UInt64 = 5) throws -> RawFrame {
    try RawFrame(
      format: PixelFormat(code), width: width, height: height, bytes: bytes(seed: seed),
      levels: SampleLevels(black: black, white: 1023))
  }
}

public import ProfileExchange
internal import RawFrames

extension DigitalNegative {
  /// Returns the DNG file: one directory with the uncompressed mosaic in the bits of the frame's format, and one with
  /// EXIF's tags.
  ///
  /// Where the frame's rows do not fill whole bytes, columns outside of the active area do.
  ///
  /// - Throws: ``/ProfileExchange/ExchangeError/unwritable(_:_:)`` where the file would be larger than 4 GiB, or a
  ///   number of the colours does not fit a fraction; ``/ProfileExchange/ExchangeError/notPrintable(field:)`` where a
  ///   text has a null character.
  public func dngBytes() throws(ExchangeError) -> [UInt8] {
    guard case .bayer(let pattern)? = frame.mosaic else {
      throw .unwritable(.dng, "format \(frame.format.fourCC) has no colours")
    }
    try colors.checkTexts()
    try colors.checkNumbers(of: .dng)
    let bits = frame.format.bitsPerSample
    let columns = MosaicRows.columns(width: frame.width, bits: bits)
    let perRow = MosaicRows.byteCount(width: columns, bits: bits)
    // The frame's samples are in memory, so neither product overflows.
    guard perRow * frame.height <= Self.largestMosaic else {
      throw .unwritable(
        .dng, "\(frame.width) x \(frame.height) samples of \(bits) bits are more than \(Self.largestMosaic) bytes")
    }
    var writer = TagWriter()
    let version = Version(of: colors.lights)
    writer.set(.dngVersion, bytes: version.own)
    writer.set(.dngBackwardVersion, bytes: version.backward)
    colors.write(to: &writer)
    if let model = colors.model { writer.set(.model, text: model) }

    writer.set(.newSubfileType, longs: 0)
    writer.set(.imageWidth, longs: columns)
    writer.set(.imageLength, longs: frame.height)
    writer.set(.bitsPerSample, shorts: bits)
    writer.set(.samplesPerPixel, shorts: 1)
    writer.set(.compression, shorts: MosaicTags.uncompressed)
    writer.set(.photometricInterpretation, shorts: Int(TagDirectory.colorFilterArray))
    writer.set(.orientation, shorts: MosaicTags.upright)
    writer.set(.rowsPerStrip, longs: frame.height)
    writer.set(.stripByteCounts, longs: perRow * frame.height)
    writer.set(.stripOffsets, placeOf: MosaicRows.bytes(of: frame))
    writer.set(.activeArea, longs: 0, 0, frame.height, frame.width)

    let cell = [(0, 0), (1, 0), (0, 1), (1, 1)].map { pattern.channel(column: $0.0, row: $0.1) }
    writer.set(.cfaRepeatPatternDim, shorts: 2, 2)
    writer.set(.cfaPattern, bytes: cell.map { UInt8($0.plane) })
    writer.set(.blackLevelRepeatDim, shorts: 2, 2)
    writer.set(.blackLevel, fractions: cell.map { frame.levels.black[$0] }, isSigned: false)
    writer.set(.whiteLevel, longs: Int(frame.levels.white.red.rounded(.up)))
    exposure.write(to: &writer)
    var fields = DNGPrivateFields()
    exposure.write(to: &fields)
    fields.setBlack(of: frame.levels, isEstimated: blackOrigin == .estimated)
    fields.write(to: &writer)
    return writer.bytes(magic: MosaicTags.magic)
  }

  /// The largest number of bytes in a mosaic. Offsets have 32 bits, and the tags need less than what is left.
  private static let largestMosaic = 0xffff_0000

  /// The versions DNGVersion and DNGBackwardVersion.
  private struct Version {
    let own, backward: [UInt8]

    init(of lights: [DNGColorTags.CalibratedLight]) {
      self = lights.count > 2 ? .threeLights : lights.contains { $0.writtenWhite != nil } ? .describedLights : .usual
    }

    private init(own: [UInt8], backward: [UInt8]) { (self.own, self.backward) = (own, backward) }

    /// The versions for up to two lights. ForwardMatrix and the signatures came with 1.2, and a reader of 1.1 may
    /// ignore them.
    static let usual = Version(own: [1, 2, 0, 0], backward: [1, 1, 0, 0])
    /// The versions for a light that is described by its chromaticity. An older reader treats such a light as
    /// unknown.
    static let describedLights = Version(own: [1, 6, 0, 0], backward: [1, 1, 0, 0])
    /// The versions for three lights. A reader of an older version would blend the other two, and show other colours.
    static let threeLights = Version(own: [1, 6, 0, 0], backward: [1, 6, 0, 0])
  }
}

/// Values of a mosaic's tags. Source: TIFF 6.0, TIFF/EP.
enum MosaicTags {
  static let magic = "II*\0"
  static let uncompressed = 1
  static let upright = 1
}

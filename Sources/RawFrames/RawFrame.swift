/// A frame as a sensor delivered it, with what is needed to read its samples.
///
/// Two frames are equal if their memory is, with the padding of rows and the bytes after the last sample. Compare the
/// samples where these may differ, as between frames of a driver.
///
///     let frame = try RawFrame(
///       format: PixelFormat("RG10"), width: 1296, height: 972, bytes: bytes,
///       levels: SampleLevels(black: 64, white: 1023))
public struct RawFrame: Hashable, Sendable {
  /// The layout of the bytes.
  public let format: PixelFormat
  /// The size of the frame, in samples.
  public let width, height: Int
  /// The distance from one row to the next, in bytes (V4L2's `bytesperline`). Padding may make it larger than `width`
  /// samples need.
  public let bytesPerRow: Int
  /// The frame's memory from its first row on. Bytes after the last sample are ignored.
  public let bytes: [UInt8]
  /// The black and white levels of the samples.
  public let levels: SampleLevels
  /// The places of colours, or `nil` for a monochrome frame.
  public let mosaic: ColorMosaic?
  /// The rounding of the frames of a mean, or `nil` for a frame as a sensor delivered it.
  package private(set) var rounding: SampleRounding?

  /// Creates a frame, and checks that its bytes hold all of its samples.
  ///
  /// - Parameters:
  ///   - format: The layout of the bytes.
  ///   - width: The number of samples in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  ///   - bytes: The frame's memory from its first row on.
  ///   - levels: The black and white levels; `nil` for the full range of the format.
  ///   - mosaic: The places of colours; `nil` for those of the format. V4L2 has no format for X-Trans, so such a frame
  ///     has a monochrome one.
  /// - Throws: ``RawFrameError`` where the size is not positive, the stride is too short for the width, the bytes are
  ///   too few for the size, or the white level is above the format's largest value.
  public init(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, bytes: [UInt8], levels: SampleLevels? = nil,
    mosaic: ColorMosaic? = nil
  ) throws(RawFrameError) {
    let needed = try Self.byteCount(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
    guard bytes.count >= needed.total else { throw .truncated(byteCount: bytes.count, needed: needed.total) }
    let levels = levels ?? SampleLevels(fullRangeOf: format)
    try levels.check(for: format)
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = needed.perRow
    self.bytes = bytes
    self.levels = levels
    self.mosaic = mosaic ?? format.bayerPattern.map(ColorMosaic.bayer)
  }

  /// Returns the bytes of all rows, with padding after the last one, as drivers deliver a frame.
  ///
  /// - Parameter limit: The largest number of bytes to return. The stride of a frame with a single row may be any
  ///   number, because its bytes do not show it.
  /// - Throws: ``RawFrameError/strideTooLong(bytesPerRow:limit:height:)``.
  package func paddedBytes(limit: Int) throws(RawFrameError) -> [UInt8] {
    guard bytesPerRow <= limit / height else {
      throw .strideTooLong(bytesPerRow: bytesPerRow, limit: limit / height, height: height)
    }
    let count = bytesPerRow * height
    return bytes.count < count
      ? bytes + [UInt8](repeating: 0, count: count - bytes.count) : Array(bytes.prefix(count))
  }

  /// Returns the same samples with other levels.
  ///
  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)`` where the format cannot hold the white level.
  public func replacingLevels(_ levels: SampleLevels) throws(RawFrameError) -> RawFrame {
    var frame = try RawFrame(
      format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes, levels: levels,
      mosaic: mosaic)
    frame.rounding = rounding
    return frame
  }

  /// Returns the same frame, marked as a mean of frames that were rounded in this way.
  package func rounded(_ rounding: SampleRounding) -> RawFrame {
    var frame = self
    frame.rounding = rounding
    return frame
  }

  /// Returns the number of bytes in a row, with its padding, and in a whole frame, without the padding of its last row.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The number of samples in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  /// - Throws: ``RawFrameError/invalidSize(width:height:)``,
  ///   ``RawFrameError/strideTooShort(bytesPerRow:needed:width:)`` or
  ///   ``RawFrameError/strideTooLong(bytesPerRow:limit:height:)``.
  package static func byteCount(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil
  ) throws(RawFrameError) -> (perRow: Int, total: Int) {
    guard height > 0, let packed = format.minimumBytesPerRow(width: width) else {
      throw .invalidSize(width: width, height: height)
    }
    let stride = bytesPerRow ?? packed
    guard stride >= packed else { throw .strideTooShort(bytesPerRow: stride, needed: packed, width: width) }
    let (rows, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    let (total, tooLarge) = rows.addingReportingOverflow(packed)
    guard !overflow, !tooLarge else {
      // A single row does not overflow, so there are two rows or more.
      let limit = (Int.max - packed) / (height - 1)
      guard limit < packed else { throw .strideTooLong(bytesPerRow: stride, limit: limit, height: height) }
      throw .invalidSize(width: width, height: height)
    }
    return (stride, total)
  }

  /// Replaces `samples` with the raw values of `columns` in one row. The black level is not subtracted.
  ///
  /// - Parameters:
  ///   - row: The row, counted from 0.
  ///   - columns: The columns to read, counted from 0.
  ///   - samples: The array that receives the raw values, one for each column.
  /// - Precondition: `row` and `columns` lie inside the frame.
  public func readSamples(row: Int, columns: Range<Int>, into samples: inout [UInt16]) {
    precondition((0..<height).contains(row), "row \(row) is outside 0..<\(height)")
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "columns \(columns) are outside 0..<\(width)")
    SampleReader.fastest.read(self, row: row, columns: columns, into: &samples)
  }
}

extension RawFrame: CustomStringConvertible {
  /// The format, the size and the levels as text.
  public var description: String { "\(format), \(width) x \(height), \(levels)" }
}

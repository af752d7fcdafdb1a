/// A frame as a sensor delivered it, with what is needed to read it.
public struct RawFrame: Hashable, Sendable {
  public let format: PixelFormat
  /// In samples.
  public let width, height: Int
  /// The distance from one row to the next, V4L2's `bytesperline`: at least what `width` samples fill, often more.
  public let bytesPerRow: Int
  /// The frame's memory from its first row on; bytes behind the last sample are ignored.
  public let bytes: [UInt8]
  public let levels: SampleLevels
  /// How the samples were rounded before they were averaged; `nil` for a frame as a sensor delivered it.
  package private(set) var rounding: SampleRounding?

  /// - Parameters:
  ///   - bytesPerRow: the stride; `nil` for rows without padding.
  ///   - levels: black and white; `nil` for the full range of the format.
  /// - Throws: ``RawFrameError`` where the size is not positive, the stride is too short for the width, there are
  ///   fewer bytes than the size asks for, or the white level is above the format's largest value.
  public init(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil, bytes: [UInt8], levels: SampleLevels? = nil
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
  }

  /// The same samples with other levels.
  ///
  /// - Throws: ``RawFrameError/whiteAboveFormat(white:maximum:format:)``.
  public func replacingLevels(_ levels: SampleLevels) throws(RawFrameError) -> RawFrame {
    var frame = try RawFrame(
      format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes, levels: levels)
    frame.rounding = rounding
    return frame
  }

  /// The same frame as the mean of frames that were rounded so.
  package func rounded(_ rounding: SampleRounding) -> RawFrame {
    var frame = self
    frame.rounding = rounding
    return frame
  }

  /// The bytes that a frame fills: a row's, with its padding, and all rows' without the padding of the last.
  ///
  /// - Throws: ``RawFrameError/invalidSize(width:height:)`` or ``RawFrameError/strideTooShort(bytesPerRow:needed:width:)``.
  public static func byteCount(
    format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil
  ) throws(RawFrameError) -> (perRow: Int, total: Int) {
    guard height > 0, let packed = format.minimumBytesPerRow(width: width) else {
      throw .invalidSize(width: width, height: height)
    }
    let stride = bytesPerRow ?? packed
    guard stride >= packed else { throw .strideTooShort(bytesPerRow: stride, needed: packed, width: width) }
    let (rows, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    let (total, tooLarge) = rows.addingReportingOverflow(packed)
    guard !overflow, !tooLarge else { throw .invalidSize(width: width, height: height) }
    return (stride, total)
  }

  /// Replaces `samples` with the raw values of `columns` in one row, black level still in.
  ///
  /// - Precondition: `row` and `columns` lie inside the frame.
  public func readSamples(row: Int, columns: Range<Int>, into samples: inout [UInt16]) {
    precondition((0..<height).contains(row), "row \(row) is outside 0..<\(height)")
    precondition(columns.lowerBound >= 0 && columns.upperBound <= width, "columns \(columns) are outside 0..<\(width)")
    SampleReader.fastest.read(self, row: row, columns: columns, into: &samples)
  }
}

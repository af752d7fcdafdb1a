public import RawFrames

/// The format and size of a source's frames, and the distance between frames in a file.
public struct FrameLayout: Hashable, Sendable {
  /// The pixel format.
  public let format: PixelFormat
  /// The size, in samples.
  public let width, height: Int
  /// The bytes from one row to the next.
  public let bytesPerRow: Int
  /// The bytes from a frame's first to its last sample's.
  public let byteCount: Int
  /// The bytes from one frame to the next, with the padding behind the last row, as cameras deliver it.
  package let spacing: Int

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The samples in a row.
  ///   - height: The rows.
  ///   - bytesPerRow: The bytes from one row to the next; `nil` for rows without padding.
  /// - Throws: ``/RawFrames/RawFrameError`` where no frame can have this size, or the rows do not fit.
  public init(format: PixelFormat, width: Int, height: Int, bytesPerRow: Int? = nil) throws(RawFrameError) {
    let needed = try RawFrame.byteCount(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
    (self.format, self.width, self.height) = (format, width, height)
    (self.bytesPerRow, byteCount) = (needed.perRow, needed.total)
    let (spacing, overflow) = needed.perRow.multipliedReportingOverflow(by: height)
    self.spacing = overflow ? Int.max : spacing
  }

  /// Creates the layout of a frame.
  public init(_ frame: RawFrame) {
    do throws(RawFrameError) {
      try self.init(
        format: frame.format, width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow)
    } catch { preconditionFailure("a frame has been checked: \(error)") }
  }

  func frame(_ bytes: [UInt8]) throws(RawFrameError) -> RawFrame {
    try RawFrame(format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes)
  }

  /// Returns the number of whole frames in so many bytes. The padding behind the last one may be missing.
  func frameCount(in byteCount: Int) -> Int {
    byteCount < self.byteCount ? 0 : (byteCount - self.byteCount) / spacing + 1
  }
}

extension FrameLayout: CustomStringConvertible {
  /// The size, the format and the bytes of a row.
  public var description: String {
    "\(width) x \(height) samples of \(format.fourCC) with \(bytesPerRow) bytes a row"
  }
}

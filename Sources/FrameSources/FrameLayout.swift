public import RawFrames

/// The format and size of a source's frames, and the distance between frames in a file.
public struct FrameLayout: Hashable, Sendable {
  /// The pixel format.
  public let format: PixelFormat
  /// The size, in samples.
  public let width, height: Int
  /// The distance from one row to the next, in bytes.
  public let bytesPerRow: Int
  /// The number of bytes from a frame's first sample to its last.
  public let byteCount: Int
  /// The distance from one frame to the next, in bytes. It includes padding after the last row, as cameras deliver it.
  package let spacing: Int

  /// Creates a layout.
  ///
  /// - Parameters:
  ///   - format: The pixel format.
  ///   - width: The number of samples in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
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

  /// Returns the number of whole frames in a number of bytes. The last frame may lack its padding.
  func frameCount(in byteCount: Int) -> Int {
    byteCount < self.byteCount ? 0 : (byteCount - self.byteCount) / spacing + 1
  }
}

extension FrameLayout: CustomStringConvertible {
  /// The layout as text: size, format and bytes per row.
  public var description: String {
    "\(width) x \(height) samples of \(format.fourCC) with \(bytesPerRow) bytes a row"
  }
}

import RawFrames
import SystemPackage

/// What the bytes of a source's frames mean, and how far the frames are apart in a file.
struct FrameLayout {
  let format: PixelFormat
  let width, height, bytesPerRow: Int
  /// From a frame's first byte to its last sample's.
  let byteCount: Int
  /// From one frame to the next: the padding behind the last row included, as cameras deliver it.
  let spacing: Int

  init(format: PixelFormat, width: Int, height: Int, bytesPerRow: Int?) throws(RawFrameError) {
    let needed = try RawFrame.byteCount(format: format, width: width, height: height, bytesPerRow: bytesPerRow)
    self.format = format
    self.width = width
    self.height = height
    self.bytesPerRow = needed.perRow
    byteCount = needed.total
    let (spacing, overflow) = needed.perRow.multipliedReportingOverflow(by: height)
    self.spacing = overflow ? Int.max : spacing
  }

  func frame(_ bytes: [UInt8], levels: SampleLevels? = nil) throws(RawFrameError) -> RawFrame {
    try RawFrame(
      format: format, width: width, height: height, bytesPerRow: bytesPerRow, bytes: bytes, levels: levels)
  }
}

extension FrameLayout: CustomStringConvertible {
  var description: String { "\(width) x \(height) samples of \(format.fourCC) with \(bytesPerRow) bytes a row" }
}

/// A raw file with frames one after another, as `v4l2-ctl --stream-to` writes it. One frame at a time is in memory.
struct FrameFile {
  let path: String
  let layout: FrameLayout
  let byteCount: Int
  /// The whole frames that it has; the padding behind the last may be missing.
  let count: Int

  init(_ path: String, _ layout: FrameLayout) throws {
    let size = Int(try InputFile.check(path).size)
    guard layout.byteCount <= InputFile.largest else {
      throw Failure(.badData, "\(path): a frame of \(layout) is larger than \(InputFile.largest) bytes")
    }
    self.path = path
    self.layout = layout
    byteCount = size
    count = size < layout.byteCount ? 0 : (size - layout.byteCount) / layout.spacing + 1
  }

  /// Whether nothing is behind the last frame but its padding.
  var isWhole: Bool { count > 0 && (byteCount - 1) / layout.spacing + 1 == count }

  /// Calls `body` with the first `limit` frames, in order.
  func forEach(first limit: Int, _ body: (RawFrame) throws -> Void) throws {
    let file = try InputFile.open(path)
    var progress = Progress(count: limit, of: "frame")
    defer { progress.end() }
    try file.closeAfter {
      for index in 0..<limit {
        let bytes: [UInt8]
        do {
          bytes = try InputFile.bytes(of: file, from: Int64(index * layout.spacing), count: layout.byteCount)
        } catch {
          throw Failure(.noInput, "\(path): \(error)")
        }
        let frame: RawFrame
        do throws(RawFrameError) { frame = try layout.frame(bytes) } catch {
          throw Failure(.badData, "\(path), frame \(index + 1): \(error)")
        }
        try body(frame)
        progress.advance()
      }
    }
  }
}

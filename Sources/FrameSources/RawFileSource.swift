internal import RawFrames

/// A file of samples alone, or standard input, with one or more frames.
///
/// The frames follow one another, as `v4l2-ctl --stream-to` writes them. One frame at a time is in memory.
public struct RawFileSource: FrameSource {
  public let layout: FrameLayout
  private let file: SourceFile

  public var name: String { file.name }
  /// The facts, which are empty because samples alone state none.
  public var facts: SourceFacts { SourceFacts() }

  /// Creates a source from a file and the layout of its frames.
  public init(_ file: SourceFile, layout: FrameLayout) {
    (self.file, self.layout) = (file, layout)
  }

  /// Opens a raw file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The pixel format by its V4L2 code, such as `RG10`.
  ///   - width: The number of samples in a row.
  ///   - height: The number of rows.
  ///   - bytesPerRow: The distance from one row to the next, in bytes; `nil` for rows without padding.
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/frame(_:)`` for a format or a size that no frame has, or
  ///   one of the errors of ``SourceFile/init(path:)``.
  public init(
    path: String, format: String, width: Int, height: Int, bytesPerRow: Int? = nil
  ) throws(FrameSourceError) {
    let layout: FrameLayout
    do throws(RawFrameError) {
      layout = try FrameLayout(
        format: PixelFormat(format), width: width, height: height, bytesPerRow: bytesPerRow)
    } catch { throw FrameSourceError(path, .frame(error)) }
    self.init(try SourceFile(path: path), layout: layout)
  }

  /// Starts to read frames.
  ///
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/severalFrames(byteCount:_:)`` for more bytes than the only
  ///   frame can have, ``FrameSourceFault/frame(_:)`` for fewer,
  ///   ``FrameSourceFault/tooFewFrames(byteCount:_:wanted:)``, or ``FrameSourceFault/contents(_:)`` for a frame larger
  ///   than ``SourceFile/largest``, or, where the file has changed or cannot be opened,
  ///   ``FrameSourceFault/missing(_:)`` or ``FrameSourceFault/notRegularFile``.
  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    switch frames {
    case .only:
      // The padding after the last row may be missing. Any other bytes after it mean that the size is wrong.
      guard file.byteCount <= layout.spacing else {
        throw FrameSourceError(name, .severalFrames(byteCount: file.byteCount, layout))
      }
      guard file.byteCount >= layout.byteCount else {
        throw FrameSourceError(
          name, .frame(.truncated(byteCount: file.byteCount, needed: layout.byteCount)))
      }
    case .first(let count):
      guard frameCount >= count else {
        throw FrameSourceError(name, .tooFewFrames(byteCount: file.byteCount, layout, wanted: count))
      }
    }
    guard layout.byteCount <= SourceFile.largest else {
      throw FrameSourceError(name, .contents("a frame of \(layout) is larger than \(SourceFile.largest) bytes"))
    }
    return Reader(name: name, file: try file.opened(), layout: layout, count: frames.count)
  }

  /// The number of whole frames in the file.
  package var frameCount: Int { layout.frameCount(in: file.byteCount) }

  /// Throws unless the file consists of whole frames and their padding.
  func checkWholeFrames() throws(FrameSourceError) {
    guard frameCount > 0, (file.byteCount - 1) / layout.spacing + 1 == frameCount else {
      throw FrameSourceError(name, .partialDarkFrame(byteCount: file.byteCount, layout))
    }
  }

  private final class Reader: FrameReader {
    private let name: String
    private let file: OpenSourceFile
    private let layout: FrameLayout
    private let count: Int
    private var index = 0

    init(name: String, file: OpenSourceFile, layout: FrameLayout, count: Int) {
      (self.name, self.file, self.layout, self.count) = (name, file, layout, count)
    }

    func next() throws(FrameSourceError) -> RawFrame? {
      guard index < count else { return nil }
      defer { index += 1 }
      let bytes = try file.bytes(from: index * layout.spacing, count: layout.byteCount)
      do throws(RawFrameError) { return try layout.frame(bytes) } catch {
        throw FrameSourceError(name, .frame(error))
      }
    }
  }
}

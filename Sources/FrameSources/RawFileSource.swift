internal import RawFrames

/// A file of samples alone, or standard input, with one frame or several, one after another as `v4l2-ctl --stream-to` writes
/// them. One frame at a time is in memory.
public struct RawFileSource: FrameSource {
  public let layout: FrameLayout
  private let file: SourceFile

  public var name: String { file.name }
  /// Samples alone tell nothing.
  public var facts: SourceFacts { SourceFacts() }

  /// Takes a file as frames of a layout.
  public init(_ file: SourceFile, layout: FrameLayout) {
    (self.file, self.layout) = (file, layout)
  }

  /// Finds a raw file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - format: The pixel format by its V4L2 code, such as `RG10`.
  ///   - width: The samples in a row.
  ///   - height: The rows.
  ///   - bytesPerRow: The bytes from one row to the next; `nil` for rows without padding.
  /// - Throws: ``FrameSourceFault/missing(_:)`` where there is no such file, or ``FrameSourceFault/frame(_:)`` for a format or
  ///   a size that no frame has.
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
  /// - Throws: ``FrameSourceFault/severalFrames(byteCount:_:)`` for more bytes than the only frame can have,
  ///   ``FrameSourceFault/frame(_:)`` for fewer, ``FrameSourceFault/tooFewFrames(byteCount:_:wanted:)``, or
  ///   ``FrameSourceFault/contents(_:)`` for a frame larger than ``SourceFile/largest``.
  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    switch frames {
    case .only:
      // The padding behind the last row may be there or not. Anything else behind it means that the size is wrong.
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

  /// Checks that nothing is in the file but whole frames and their padding.
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

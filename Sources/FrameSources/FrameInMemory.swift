public import RawFrames

/// A frame that is in memory, with what is known of it, as a source.
public struct FrameInMemory: FrameSource {
  public let name: String
  public let facts: SourceFacts
  /// The frame.
  public let frame: RawFrame

  public var layout: FrameLayout { FrameLayout(frame) }

  /// Takes a frame as a source.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - name: The name by which messages call it.
  ///   - facts: The facts that are known about the frame. Its own levels count for nothing beside these.
  public init(_ frame: RawFrame, name: String, facts: SourceFacts = SourceFacts()) {
    (self.frame, self.name, self.facts) = (frame, name, facts)
  }

  /// Starts to read the frame.
  ///
  /// - Throws: ``FrameSourceFault/request(_:)`` for more than one.
  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    guard frames.count == 1 else {
      throw FrameSourceError(name, .request("it has one frame, and \(frames.count) are asked for"))
    }
    return Reader(frame)
  }

  private final class Reader: FrameReader {
    private var frame: RawFrame?

    init(_ frame: RawFrame) { self.frame = frame }

    func next() -> RawFrame? {
      defer { frame = nil }
      return frame
    }
  }
}

public import RawFrames

/// A source with one frame that is in memory, and its known facts.
public struct FrameInMemory: FrameSource {
  public let name: String
  public let facts: SourceFacts
  /// The frame.
  public let frame: RawFrame

  public var layout: FrameLayout { FrameLayout(frame) }

  /// Creates a source from a frame.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - name: The name of the source in messages.
  ///   - facts: The known facts about the frame. Where they have no levels, those of `frame` count as the caller's,
  ///     unless they are the full range of its format.
  public init(_ frame: RawFrame, name: String, facts: SourceFacts = SourceFacts()) {
    var facts = facts
    if facts.levels == nil, frame.levels != SampleLevels(fullRangeOf: frame.format) {
      (facts.levels, facts.blackOrigin) = (frame.levels, .option)
    }
    (self.frame, self.name, self.facts) = (frame, name, facts)
  }

  /// Starts to read the frame.
  ///
  /// - Throws: ``FrameSourceError`` with ``FrameSourceFault/request(_:)``
  ///   where another number of frames than one is requested.
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

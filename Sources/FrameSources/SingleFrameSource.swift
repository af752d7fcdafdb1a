/// A source with one frame that is in memory from the start, together with its facts: a still picture.
public protocol SingleFrameSource: FrameSource {
  /// The frame.
  var frameInMemory: FrameInMemory { get }
}

extension SingleFrameSource {
  public var name: String { frameInMemory.name }
  public var layout: FrameLayout { frameInMemory.layout }
  public var facts: SourceFacts { frameInMemory.facts }

  public func reader(of frames: FrameSelection) throws(FrameSourceError) -> any FrameReader {
    try frameInMemory.reader(of: frames)
  }
}

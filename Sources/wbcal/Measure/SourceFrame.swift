import RawFrames

/// A frame named on the command line.
struct InputFrame {
  let source: SourceFrame
  /// All that a DNG holds; `nil` for another source.
  var file: NegativeFile?
}

/// Takes the frames of a source as they come, so that one of them at a time is in memory.
struct FrameCollector {
  let name: String
  let levels: FrameLevels
  private var first: RawFrame?
  private var average: FrameAverage?

  init(name: String, levels: FrameLevels) {
    self.name = name
    self.levels = levels
  }

  var count: Int { average?.count ?? (first == nil ? 0 : 1) }

  mutating func add(_ frame: RawFrame) throws {
    let frame = try levels.applied(to: frame)
    guard let first else {
      self.first = frame
      return
    }
    if average == nil { average = FrameAverage(first) }
    try average?.add(frame)
  }

  /// `nil` before the first frame.
  var result: SourceFrame? {
    average.map { SourceFrame($0, name: name, blackOrigin: levels.origin) }
      ?? first.map { SourceFrame($0, name: name, blackOrigin: levels.origin) }
  }
}

import RawFrames

/// The frame to measure, and how it came about.
struct SourceFrame {
  /// One frame of the source, or the mean of several on a scale of 16 bits.
  let frame: RawFrame
  /// As the source's frames have them.
  let format: PixelFormat
  let levels: SampleLevels
  /// How many frames the frame is the mean of.
  let count: Int
  /// What it is the mean of; `nil` for one frame.
  let average: FrameAverage?
  let blackOrigin: BlackOrigin
  /// Of a DNG, all that it holds.
  let file: NegativeFile?

  init(_ frame: RawFrame, blackOrigin: BlackOrigin, file: NegativeFile? = nil) {
    self.frame = frame
    format = frame.format
    levels = frame.levels
    count = 1
    average = nil
    self.blackOrigin = blackOrigin
    self.file = file
  }

  init(_ average: FrameAverage, blackOrigin: BlackOrigin) {
    frame = average.mean()
    format = average.format
    levels = average.levels
    count = average.count
    self.average = average
    self.blackOrigin = blackOrigin
    file = nil
  }
}

/// Takes the frames of a source as they come, so that one of them at a time is in memory.
struct FrameCollector {
  let levels: FrameLevels
  private var first: RawFrame?
  private var average: FrameAverage?

  init(levels: FrameLevels) { self.levels = levels }

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
    average.map { SourceFrame($0, blackOrigin: levels.origin) }
      ?? first.map { SourceFrame($0, blackOrigin: levels.origin) }
  }
}

internal import WhiteBalance

/// The settings that the pixels of a frame depend on, as far as the camera knows them.
struct FrameSettings: Hashable {
  var applied = WhiteBalanceGains(red: 1, green: 1, blue: 1)
  var software = WhiteBalanceGains(red: 1, green: 1, blue: 1)
  var exposure = FrameExposure()
  /// Whether the device may have others.
  var isUnknown = false
}

/// The settings that each frame has. A change is in effect from the first frame that began after the device had it, and the
/// frames that its pipeline takes to follow; a frame in between has either, or half of each.
struct SettingsTimeline {
  struct Change {
    var settings: FrameSettings
    /// When the device had it, on the clock of frames.
    var time: Duration
    /// The number of frames that had come by then.
    var frameCount: Int
    let number: Int
  }

  private(set) var current: FrameSettings
  private(set) var pending: [Change] = []
  /// The last change that was made; 0 before the first.
  private(set) var lastNumber = 0
  private var frameCount = 0
  /// The last change that is in effect; 0 before the first.
  private(set) var numberInEffect = 0
  private var lastTimestamp: Duration?
  /// The time from frame to frame, as the driver states it, or as it was seen last where that was longer.
  var nominalInterval = Duration.milliseconds(33)
  private var seenInterval = Duration.zero
  /// Frames between the one in which a change reaches the device and the first that has it.
  let pipelineDelay: Int
  /// The number of frames that may lie filled, and older than a change, when it is made.
  var bufferCount: Int

  init(_ settings: FrameSettings, pipelineDelay: Int, bufferCount: Int) {
    current = settings
    self.pipelineDelay = pipelineDelay
    self.bufferCount = bufferCount
  }

  /// The settings that were asked for last.
  var newest: FrameSettings { pending.last?.settings ?? current }

  /// Notes that the device has `settings` since `time`.
  ///
  /// - Returns: a number by which to know when it is in effect; they rise.
  @discardableResult
  mutating func change(to settings: FrameSettings, at time: Duration) -> Int {
    lastNumber += 1
    pending.append(Change(settings: settings, time: time, frameCount: frameCount, number: lastNumber))
    return lastNumber
  }

  /// Notes that no frames are on their way: all changes are in effect for the next.
  mutating func settle() {
    current = newest
    numberInEffect = lastNumber
    pending = []
    lastTimestamp = nil
    seenInterval = .zero
  }

  /// Takes note of a frame.
  ///
  /// - Returns: its settings, and whether they are surely its own.
  mutating func settings(timestamp: Duration, arrival: Duration) -> (settings: FrameSettings, isTrusted: Bool) {
    frameCount += 1
    if let lastTimestamp, timestamp > lastTimestamp {
      seenInterval = min(timestamp - lastTimestamp, Self.longestInterval)
    }
    lastTimestamp = timestamp
    let effective = pending.prefix { isInEffect($0, timestamp: timestamp, arrival: arrival) }
    if let last = effective.last {
      current = last.settings
      numberInEffect = last.number
      pending.removeFirst(effective.count)
    }
    return (current, pending.isEmpty && !current.isUnknown)
  }

  private func isInEffect(_ change: Change, timestamp: Duration, arrival: Duration) -> Bool {
    // Drivers give the time of a frame's start or of its end: the frame began an interval earlier at most. A time that
    // the frame cannot have is one of another clock, and then frames are counted.
    let isSane = timestamp <= arrival && arrival - timestamp < Self.longestInterval
    guard isSane else { return frameCount - change.frameCount > bufferCount + pipelineDelay }
    let interval = max(nominalInterval, seenInterval)
    return timestamp - interval >= change.time + interval * pipelineDelay
  }

  /// Beyond it a camera does not run but hangs.
  private static let longestInterval = Duration.seconds(2)
}

internal import WhiteBalance

/// The settings that a frame's pixels depend on, as far as the camera knows them.
struct FrameSettings: Hashable {
  var applied = WhiteBalanceGains.unity
  var software = WhiteBalanceGains.unity
  var exposure = FrameExposure()
  /// Whether the device may have other settings.
  var isUnknown = false
}

/// The settings of each frame.
///
/// The frames that begin after a change may lack it for as many frames as the pipeline's delay. They have the old
/// settings, the new ones, or a mixture. The next frame surely has the change, which is then in effect.
struct SettingsTimeline {
  struct Change {
    var settings: FrameSettings
    /// The time of the change, on the clock of frames.
    var time: Duration
    /// The number of frames that had come by the time of the change.
    var frameCount: Int
    let number: Int
    /// The number of frames that surely began after the change.
    var framesBehind = 0
  }

  private(set) var current: FrameSettings
  private(set) var pending: [Change] = []
  /// The last change that was made; 0 before the first.
  private(set) var lastNumber = 0
  private var frameCount = 0
  /// The number of frames that had come when the run began.
  private var countBefore = 0
  /// The last change that is in effect; 0 before the first.
  private(set) var numberInEffect = 0
  private var lastTimestamp: Duration?
  /// Whether the timestamp of the last frame was on the camera's clock; true before the first.
  private var isOnClock = true
  /// The interval between frames that the driver states, but not more than a frame is waited for.
  var nominalInterval = Self.usualInterval
  /// The interval where the driver states none: that of 30 frames a second.
  static let usualInterval = Duration.milliseconds(33)
  private var seenInterval = Duration.zero
  /// The delay, in frames, from the frame in which a change reaches the device to the first that has it.
  let pipelineDelay: Int
  /// The number of frames after a start that are not certain, because they are often dark or half exposed.
  static let startingFrames = 2
  /// The number of filled frames that may be waiting, older than a change, when it is made.
  var bufferCount: Int

  init(_ settings: FrameSettings, pipelineDelay: Int, bufferCount: Int) {
    current = settings
    self.pipelineDelay = pipelineDelay
    self.bufferCount = bufferCount
  }

  /// The newest settings.
  var newest: FrameSettings { pending.last?.settings ?? current }

  /// Notes that the device has `settings` since `time`.
  ///
  /// - Returns: The number of the change. Numbers rise, so a later change has a larger one.
  @discardableResult
  mutating func change(to settings: FrameSettings, at time: Duration) -> Int {
    lastNumber += 1
    pending.append(Change(settings: settings, time: time, frameCount: frameCount, number: lastNumber))
    return lastNumber
  }

  /// Notes that no frames are on their way, so that all changes are in effect for the next.
  mutating func settle() {
    current = newest
    numberInEffect = lastNumber
    pending = []
    lastTimestamp = nil
    seenInterval = .zero
    countBefore = frameCount
  }

  /// Notes a frame.
  ///
  /// - Returns: The frame's settings, and whether the frame surely has them.
  mutating func settings(timestamp: Duration, arrival: Duration) -> (settings: FrameSettings, isTrusted: Bool) {
    frameCount += 1
    // Frames may be much longer than the driver says, as in dim light, so the first one of a run is understood only
    // with the second.
    var understood = seenInterval == .zero && isOnClock ? [lastTimestamp].compactMap(\.self) : []
    if let lastTimestamp, timestamp > lastTimestamp {
      seenInterval = min(timestamp - lastTimestamp, .seconds(Self.longestExposure))
    }
    lastTimestamp = timestamp
    // An impossible time comes from another clock.
    isOnClock = timestamp <= arrival && arrival - timestamp < Self.longestWay
    if isOnClock, seenInterval > .zero {
      understood.append(timestamp)
      // Drivers date a frame by its start or its end, so it began at most an interval earlier.
      for index in pending.indices {
        pending[index].framesBehind += understood.count { $0 - interval >= pending[index].time }
      }
    }
    let effective = pending.prefix(while: isInEffect)
    if let last = effective.last {
      current = last.settings
      numberInEffect = last.number
      pending.removeFirst(effective.count)
    }
    let isStarting = frameCount - countBefore <= Self.startingFrames
    return (current, pending.isEmpty && !current.isUnknown && !isStarting)
  }

  private func isInEffect(_ change: Change) -> Bool {
    // The times of another clock do not tell which frames began after the change.
    isOnClock
      ? change.framesBehind > pipelineDelay : frameCount - change.frameCount > framesOnTheirWay
  }

  /// The largest number of frames that a change may not be in yet, in the buffers and in the pipeline.
  private var framesOnTheirWay: Int { bufferCount + pipelineDelay }

  /// The longest interval between frames that is known.
  private var interval: Duration { max(nominalInterval, seenInterval) }

  /// Returns the time by which the first frame with new settings has come, where frames are not longer than is known.
  func longestWait(for settings: FrameSettings) -> Duration {
    let frames = isOnClock ? max(pipelineDelay, Self.startingFrames) : framesOnTheirWay
    return max(longestFrame, Self.time(ofExposure: settings.exposure.duration)) * (frames + 2)
  }

  /// The longest time that a frame with the newest settings takes, as far as is known.
  var longestFrame: Duration { max(interval, Self.time(ofExposure: newest.exposure.duration)) }

  /// Returns the time that an exposure is waited for, by its duration in seconds; zero where that is not known.
  static func time(ofExposure duration: Double?) -> Duration {
    guard let duration, duration > 0 else { return .zero }
    return .seconds(min(duration, longestExposure))
  }

  /// The longest exposure and interval that is waited for, in seconds, which is the largest frame timeout. A driver may
  /// state any number.
  static let longestExposure = 3600.0

  /// The longest time from a frame's timestamp to its arrival, on one clock.
  private static let longestWay = Duration.seconds(2)
}

internal import CameraControl

/// The frames of a camera as a screen looks at them: which of them are shown, and how many come.
struct FrameView {
  /// The frame that came last.
  private(set) var last: CameraFrame?
  /// Frames a second, over the last second.
  private(set) var rate: Double?
  var picture: ScreenPicture?
  /// When somebody last wanted a picture.
  private var wanted: Duration?
  /// Whether no picture has been made since somebody wanted one.
  private var isOwed = false
  private var pictureCount = 0
  private var lastShown: Duration?
  private var lastMeasured: Duration?
  /// Before this moment a frame is shown only where it is the first with a change.
  private var restEnd: Duration?
  private var times: [Duration] = []

  /// The uses that a frame is taken for.
  struct Due: Equatable {
    var isShown = false
    var isPictured = false
    var isMeasured = false
    var pictureNumber = 0
  }

  /// Notes that somebody wants pictures. The next frame that is shown is one, however late it comes.
  mutating func want(at time: Duration) { (wanted, isOwed) = (time, true) }

  /// Notes a frame. The first that has a change is shown at once; of the others as many as the interval allows.
  mutating func take(_ frame: CameraFrame, interval: Duration) -> Due {
    let isFirstWithChange = frame.isTrusted && last?.isTrusted == false
    last = frame
    noteRate(frame.timestamp)
    var due = Due()
    let time = frame.timestamp
    // A little early is better than a frame late.
    let isRested = restEnd.map { time >= $0 || $0 - time > Self.longestRest } ?? true
    due.isShown =
      isFirstWithChange || isRested && lastShown.map { time - $0 >= interval - Self.slack || time < $0 } ?? true
    guard due.isShown else { return due }
    lastShown = time
    due.isMeasured =
      frame.isTrusted
      && (isFirstWithChange
        || lastMeasured.map { time - $0 >= Self.measuringInterval - Self.slack || time < $0 } ?? true)
    if due.isMeasured { lastMeasured = time }
    if let wanted, isOwed || time - wanted < Self.demand {
      isOwed = false
      pictureCount += 1
      (due.isPictured, due.pictureNumber) = (true, pictureCount)
    }
    return due
  }

  /// Notes that showing a frame has taken from one moment to another. As long again no other is shown: where the processor
  /// is slow it has half of its time for what pages ask.
  mutating func note(shownFrom start: Duration, to end: Duration) {
    restEnd = end + min(max(end - start, .zero), Self.longestRest)
  }

  private mutating func noteRate(_ time: Duration) {
    times.append(time)
    // Three tell the rate of frames that are further apart.
    while times.count > 3, time - times[0] > Self.ratedTime { times.removeFirst() }
    if times.count > Self.mostTimes { times.removeFirst() }
    guard let first = times.first, times.count > 2, time > first else { return }
    rate = Double(times.count - 1) / ((time - first) / .seconds(1))
  }

  private static let slack = Duration.milliseconds(5)
  private static let measuringInterval = Duration.milliseconds(200)
  /// The time for which pictures are made after somebody has asked for one.
  private static let demand = Duration.seconds(2)
  private static let ratedTime = Duration.seconds(1)
  /// The frames of a second of the fastest cameras.
  private static let mostTimes = 1000
  /// A picture that took longer did not have the processor, and none would help by waiting longer.
  private static let longestRest = Duration.milliseconds(250)
}

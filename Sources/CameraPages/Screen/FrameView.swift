internal import CameraControl

/// A record of the frames that a screen has received. It decides which are shown, and measures their rate.
struct FrameView {
  /// The latest frame.
  private(set) var last: CameraFrame?
  /// The number of frames in a second, over the last second.
  private(set) var rate: Double?
  var picture: ScreenPicture?
  /// The time of the last request for a picture.
  private var wanted: Duration?
  /// Whether no picture has been made since the last request.
  private var isOwed = false
  private var pictureCount: Int
  private var shown = FramePacing()
  private var measured = FramePacing()
  /// The time from the start of showing the last frame to the end of the pause after it. During that time, only the
  /// first frame with a change is shown.
  private var rest: (start: Duration, end: Duration)?
  private var times: [Duration] = []

  /// Creates a view without frames.
  ///
  /// - Parameter former: The view of the camera before, from whose last number the numbers of pictures go on.
  init(after former: FrameView? = nil) { pictureCount = former?.pictureCount ?? 0 }

  /// The uses that a frame is taken for.
  struct Due: Equatable {
    var isShown = false
    var isPictured = false
    var isMeasured = false
    var pictureNumber = 0
  }

  /// Notes a request for pictures. The next frame to be shown becomes a picture, however late it comes.
  ///
  /// - Returns: The number of the first picture that is recent enough for the request. It is the number of the last
  ///   picture if that was made since the previous request and the previous request is less than two seconds old.
  ///   Otherwise it is the number of the next picture.
  mutating func want(at time: Duration) -> Int {
    defer { (wanted, isOwed) = (time, true) }
    let isLastOfNow = !isOwed && wanted.map { time - $0 < Self.demand } == true
    return isLastOfNow ? pictureCount : pictureCount + 1
  }

  /// Notes a frame. The first one with a change is shown at once, the others at the interval.
  ///
  /// - Parameter now: The present time of the camera's clock. A frame may have been taken long before.
  mutating func take(_ frame: CameraFrame, interval: Duration, now: Duration) -> Due {
    let isFirstWithChange = frame.isTrusted && last?.isTrusted == false
    last = frame
    noteRate(frame.timestamp)
    var due = Due()
    let time = frame.timestamp
    let isRested = rest.map { now >= $0.end || now < $0.start } ?? true
    due.isShown = isFirstWithChange || isRested && shown.isDue(time, every: interval)
    guard due.isShown else { return due }
    shown.note(time)
    due.isMeasured = frame.isTrusted && (isFirstWithChange || measured.isDue(time, every: Self.measuringInterval))
    if due.isMeasured { measured.note(time) }
    if let wanted, isOwed || now - wanted < Self.demand {
      isOwed = false
      pictureCount += 1
      (due.isPictured, due.pictureNumber) = (true, pictureCount)
    }
    return due
  }

  /// Notes how long showing a frame took, and starts a pause of the same length, at most ``longestRest``.
  ///
  /// During the pause only the first frame with a change is shown. This leaves a slow processor time for the requests
  /// of pages.
  mutating func note(shownFrom start: Duration, to end: Duration) {
    rest = (start, end + min(max(end - start, .zero), Self.longestRest))
  }

  private mutating func noteRate(_ time: Duration) {
    times.append(time)
    // Three times are kept in any case, for the rate of frames that are further apart.
    while times.count > 3, time - times[0] > Self.ratedTime { times.removeFirst() }
    if times.count > Self.mostTimes { times.removeFirst() }
    guard let first = times.first, times.count > 2, time > first else { return }
    rate = Double(times.count - 1) / ((time - first) / .seconds(1))
  }

  /// The least time between two frames that are measured.
  private static let measuringInterval = Duration.milliseconds(200)
  /// The time for which pictures are made after a request.
  private static let demand = Duration.seconds(2)
  /// The time over which the rate of frames is counted.
  private static let ratedTime = Duration.seconds(1)
  /// The largest number of times that are kept: a second of the fastest cameras.
  private static let mostTimes = 1000
  /// The longest pause after a picture. A picture that took longer was short of processor time, and a longer pause
  /// would not help.
  static let longestRest = Duration.milliseconds(250)
}

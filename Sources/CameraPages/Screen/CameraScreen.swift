public import CameraControl
internal import CameraDevices
internal import Colorimetry
public import DeviceProfiles
internal import Dispatch
public import GrayCard
internal import Metering
internal import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A manual camera screen.
///
/// It follows a camera's frames, makes pictures of them, measures the card in them, and performs the commands of pages.
/// Pages see its state. A ``CameraPageServer`` shows it in browsers.
public final class CameraScreen: Sendable {
  /// The options of a screen.
  public struct Options: Sendable {
    /// The simulated camera whose light the page may change; `nil` for a real one.
    public var simulatedCamera: SimulatedCamera?
    /// The limits beyond which a card is refused.
    public var limits = GrayCardLimits()
    /// A function that opens the camera again, with its profile, after it was unplugged; `nil` to leave it closed.
    public var reopen: (@Sendable (DeviceProfile) throws -> Camera)?
    /// A function that makes a file of a profile that was calibrated on the page; `nil` to offer none.
    public var profileFile: (@Sendable (DeviceProfile) throws -> [UInt8])?
    /// A function that makes an HTML page about a calibration that was made on the page; `nil` to offer none.
    package var calibrationPage: (@Sendable (MadeCalibration) throws -> String)?
    /// A function that waits before the next search for a camera that is gone.
    package var pause: @Sendable (Duration) async -> Void = { duration in try? await Task.sleep(for: duration) }
    /// The least time between two pictures.
    public var pictureInterval = Duration.milliseconds(100)
    /// The longest time for the frames of one reading of a calibration. A person can hold a card still for that long.
    package var readingTime = Duration.seconds(1)

    /// Creates the options of a real camera with a profile.
    public init() {}
  }

  let options: Options
  let state: Mutex<State>
  /// The queue that stops and starts the camera as pages and the device come and go. Stopping waits for the device.
  let attention = DispatchQueue(label: "camera-screen.attention")

  /// The present state. The lock is held briefly, never during a request to the camera.
  struct State {
    var camera: Camera
    var meter: CameraMeter
    var found: CameraSettings?
    var connection = Connection.running
    /// The reason why the last attempt to reopen a camera that is gone failed.
    var reopeningFailure: String?
    var isWatched = true
    /// Whether the camera is being restored or has been, so that commands of pages are refused.
    var hasEnded = false
    /// The number of commands that are being performed. The camera is restored after them.
    var commandCount = 0
    /// The end of the screen, which waits for the last command.
    var lastCommand: CheckedContinuation<Void, Never>?
    /// Whether a card or a chart is being taken. Its frames are kept meanwhile.
    var isTaking = false
    var asked = Asked()
    /// The position of the lens when the screen last asked the device for it.
    var lensPosition: Float?
    var point = MeteringPoint.center
    var mode = MeteringMode.spot
    var view = FrameView()
    var readings = ReadingHistory()
    /// The camera's time when the frame of the last reading came to the screen.
    var readingTime: Duration?
    var calibration = ScreenCalibration()
    var scene: ScreenState.Scene?
    var scan: Task<MeteringScene, any Error>?
    var notice: String?
    var number = 0
    var observers: [Int: @Sendable (ScreenUpdate) -> Void] = [:]
    var lastObserver = 0
  }

  /// The settings that pages asked for. The camera may not have made them.
  struct Asked {
    var light: ScreenState.Light?
    var gains: WhiteBalance.WhiteBalanceGains?
    var shift: ScreenState.Light?
    var policy = GainPolicy.nearestLight
    var limit: Double?
    var duration, iso, lensPosition: Double?
    /// The values that the camera set for these requests.
    var doneGains: CameraControl.Camera.WhiteBalanceGains?
    var doneDuration: Duration?
    var doneISO, doneLensPosition: Float?

    /// Returns the requested settings that the camera still has.
    ///
    /// The meter, an automatic mode, or another program has changed the others.
    ///
    /// - Parameters:
    ///   - camera: The camera.
    ///   - lensPosition: The position of its lens.
    func held(by camera: Camera, lensPosition: Float?) -> Self {
      var held = self
      if camera.whiteBalanceMode != .locked || doneGains != camera.deviceWhiteBalanceGains {
        (held.light, held.gains, held.shift, held.doneGains) = (nil, nil, nil, nil)
      }
      // The meter's lock leaves the values as a person set them.
      let isManual = [.custom, .locked].contains(camera.exposureMode)
      if !isManual || doneDuration != camera.exposureDuration { (held.duration, held.doneDuration) = (nil, nil) }
      if !isManual || doneISO != camera.iso { (held.iso, held.doneISO) = (nil, nil) }
      if camera.focusMode != .locked || doneLensPosition != lensPosition {
        (held.lensPosition, held.doneLensPosition) = (nil, nil)
      }
      return held
    }
  }

  enum Connection: String {
    case running, silent, unplugged
    /// Nobody watches, so the camera is stopped.
    case resting
  }

  /// Creates the screen of a camera.
  ///
  /// - Parameters:
  ///   - camera: The camera, which ``run()`` starts. If its profile is ``/DeviceProfiles/DeviceProfile/unknown``, the
  ///     screen shows gains and no light, until a profile that was made on the page is used.
  ///   - options: The limits, times and files of the screen.
  public init(_ camera: Camera, options: Options = Options()) {
    self.options = options
    var first = State(camera: camera, meter: CameraMeter(camera, limits: options.limits))
    if let world = options.simulatedCamera {
      let light = world.view.light
      first.scene = ScreenState.Scene(
        lights: ScreenLight.illuminantNames,
        light: CIEIlluminant.allCases.first { $0.distribution == light }?.rawValue ?? "",
        brightness: world.view.brightness, subject: "card", isPluggedIn: true)
    }
    state = Mutex(first)
  }

  var camera: Camera { state.withLock { $0.camera } }
  var meter: CameraMeter { state.withLock { $0.meter } }

  // MARK: - Running

  /// Runs the camera until the task is cancelled, then restores its settings.
  ///
  /// A camera that is unplugged is opened again once it is back.
  ///
  /// - Throws: ``/CameraControl/CameraError`` where the camera does not start or has no colours, or its settings cannot
  ///   be restored.
  public func run() async throws(CameraError) {
    try begin(camera)
    // The last page may have closed while the camera started.
    await attend(to: {})
    let maker = PictureMaker()
    var rests = 0
    while !Task.isCancelled {
      for await frame in camera.frames {
        take(frame, maker)
        // On a single processor a picture may take longer than a frame. Yielding lets the requests of pages run between
        // two.
        await Task.yield()
      }
      guard !Task.isCancelled else { break }
      await attend(to: noteEnd)
      switch state.withLock({ $0.connection }) {
      case .running: continue
      case .resting:
        await options.pause(Self.restPause)
        rests += 1
        if rests.isMultiple(of: Self.restsBetweenLooks) { await attend(to: lookAtResting) }
      case .silent, .unplugged:
        publishState()
        await options.pause(Self.searchInterval)
        guard !Task.isCancelled else { break }
        await attend(to: reopen)
      }
    }
    try await end()
  }

  /// The time between two searches for a camera that is gone.
  private static let searchInterval = Duration.seconds(1)
  /// The time between two checks whether anybody watches.
  private static let restPause = Duration.milliseconds(50)
  /// The number of checks for watchers, one every ``restPause``, after which a resting camera is checked for
  /// unplugging. Together they take one second.
  private static let restsBetweenLooks = 20

  private func begin(_ camera: Camera) throws(CameraError) {
    // Without these a page would have no picture, or wrong readings.
    try camera.checkMeasurable()
    let found = try camera.currentSettings()
    try camera.lockForConfiguration()
    do throws(CameraError) { try camera.startRunning() } catch {
      camera.unlockForConfiguration()
      throw error
    }
    let position = camera.lensPosition
    state.withLock { state in
      (state.found, state.lensPosition) = (found, position)
      (state.connection, state.hasEnded) = (.running, false)
    }
  }

  /// Notes that frames have ended, unless the camera rests or has been started again. It runs on the queue of
  /// attention.
  private func noteEnd() {
    state.withLock { state in
      guard state.connection != .resting, !state.camera.isRunning else { return }
      state.connection = state.camera.isConnected ? .silent : .unplugged
    }
  }

  /// Starts the camera again or reopens it. It runs on the queue of attention, which then stops a camera that nobody
  /// watches.
  private func reopen() {
    let old = camera
    do {
      if old.isConnected {
        try old.startRunning()
        noteStart()
        return
      }
      guard let new = try options.reopen?(old.profile) else { return }
      guard (new.identity.driver, new.identity.card) == (old.identity.driver, old.identity.card) else {
        throw ScreenError.otherCamera(new.identity.card, before: old.identity.card)
      }
      try begin(new)
      goOn(with: new)
      publishState()
    } catch {
      // The search goes on. Meanwhile pages show the reason: another program may have the camera.
      state.withLock { $0.reopeningFailure = "\(error)" }
    }
  }

  /// Notes that the camera has been started again.
  func noteStart() { state.withLock { ($0.connection, $0.reopeningFailure) = (.running, nil) } }

  /// Replaces the camera.
  func goOn(with new: Camera) {
    let meter = CameraMeter(new, limits: options.limits)
    state.withLock { state in
      (state.camera, state.meter) = (new, meter)
      (meter.meteringMode, meter.meteringPoint) = (state.mode, state.point)
      // The new camera has not been asked for the settings of the old one.
      state.asked = Asked(policy: state.asked.policy, limit: state.asked.limit)
      // The readings of the old camera may be by another profile.
      (state.view, state.readings, state.readingTime) = (FrameView(after: state.view), ReadingHistory(), nil)
      (state.notice, state.reopeningFailure) = (nil, nil)
    }
    // Where the device refuses the point, it keeps the middle, as a newly opened camera does.
    try? setExposurePoint(of: new)
  }

  /// Restores the camera's settings. A camera that is gone cannot be restored.
  ///
  /// - Throws: ``/CameraControl/CameraError/Reason/notRestored(after:_:)`` where the device does not take them.
  private func end() async throws(CameraError) {
    // This waits for pending work on the queue, and later work sees that the screen has ended.
    attention.sync { state.withLock { $0.hasEnded = true } }
    let (camera, found) = state.withLock { ($0.camera, $0.found) }
    stopFollowing()
    // A command that waits for a frame or for a scan ends here.
    camera.stopRunning()
    // From here on the camera refuses a command that is still running.
    // The meter does not, so the command is waited for.
    camera.unlockForConfiguration()
    await waitForCommands()
    // The meter may be setting the camera by one of the last frames, because a command let it follow.
    await withCheckedContinuation { continuation in meter.queue.async { continuation.resume() } }
    guard let found else { return }
    let end = CameraError(device: camera.uniqueID, reason: .cancelled)
    let outcome = camera.restoring(found, after: end)
    if outcome != end { throw outcome }
  }

  // MARK: - Frames

  private func take(_ frame: CameraFrame, _ maker: PictureMaker) {
    let camera = camera
    let start = camera.now
    let due = state.withLock { state in
      // The last frames of a camera may arrive after it was stopped.
      if state.connection != .resting { state.connection = .running }
      return state.view.take(frame, interval: options.pictureInterval, now: start)
    }
    guard due.isShown else { return }
    defer {
      let end = camera.now
      state.withLock { $0.view.note(shownFrom: start, to: end) }
    }
    noteLens(of: camera)
    if due.isMeasured { measure(frame, at: start) }
    if due.isPictured,
      let picture = maker.picture(of: frame, by: camera.knownProfile, number: due.pictureNumber)
    {
      let observers = state.withLock { state in
        state.view.picture = picture
        return Array(state.observers.values)
      }
      for observer in observers { observer(.picture(picture)) }
    }
    publishState()
  }

  /// Asks the device where its lens is, notes the answer, and returns it.
  ///
  /// The state of pages has this position, because a page must not wait for a device.
  @discardableResult func noteLens(of camera: Camera) -> Float? {
    let position = camera.lensPosition
    state.withLock { state in if state.camera === camera { state.lensPosition = position } }
    return position
  }

  private func measure(_ frame: CameraFrame, at time: Duration) {
    let (mode, point, camera) = state.withLock { ($0.mode, $0.point, $0.camera) }
    guard let measurement = try? measurement(of: frame, mode, point, camera) else { return }
    let reading = ScreenState.Reading(measurement, of: frame)
    state.withLock { state in
      state.readings.add(reading, at: time)
      state.readingTime = time
    }
  }

  func measurement(
    of frame: CameraFrame, _ mode: MeteringMode, _ point: MeteringPoint, _ camera: Camera
  ) throws(ScreenError) -> CardMeasurement {
    let source = SourceFrame(frame.frame, name: camera.uniqueID, blackOrigin: camera.blackOrigin)
    return try measurement(of: source, frame.appliedGains, mode, point, camera)
  }

  func measurement(
    of source: SourceFrame, _ applied: WhiteBalance.WhiteBalanceGains, _ mode: MeteringMode, _ point: MeteringPoint,
    _ camera: Camera, unknownBlack: CardMeasurement.UnknownBlack = .assumeZero
  ) throws(ScreenError) -> CardMeasurement {
    let reader = MeteringReader(mode: mode, point: point, limits: options.limits)
    let range = gainRange(camera)
    let policy = camera.knownProfile == nil ? .clampChannels : state.withLock { $0.asked.policy }
    do throws(GrayCardError) {
      return try reader.measurement(
        of: source, on: camera.knownProfile, appliedGains: applied, range: range, policy: policy,
        unknownBlack: unknownBlack)
    } catch { throw .frame(error, device: camera.uniqueID) }
  }

  /// Returns the gains that a page may set, up to its own limit where it has set one.
  func gainRange(_ camera: Camera) -> GainRange {
    let device = Double(camera.maxWhiteBalanceGain)
    let limit = state.withLock { $0.asked.limit }.map { min($0, device) } ?? device
    return (try? GainRange(maximum: limit)) ?? .standard
  }

  // MARK: - Observers

  /// Calls `observer` with every state and picture from now on, on an unspecified thread.
  ///
  /// - Returns: The number for ``removeObserver(_:)``.
  func observe(_ observer: @escaping @Sendable (ScreenUpdate) -> Void) -> Int {
    state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = observer
      return state.lastObserver
    }
  }

  func removeObserver(_ number: Int) { state.withLock { _ = $0.observers.removeValue(forKey: number) } }

  /// Requests pictures for the next two seconds.
  ///
  /// - Returns: The number of the first picture that shows the present scene. The picture may not have been made yet.
  @discardableResult func wantPicture() -> Int {
    let now = camera.now
    return state.withLock { $0.view.want(at: now) }
  }

  var picture: ScreenPicture? { state.withLock { $0.view.picture } }

  /// Sends the present state to the observers. Call it regularly while no frames come.
  func publishState() {
    let json = currentState().json
    for observer in state.withLock({ Array($0.observers.values) }) { observer(.state(json)) }
  }
}

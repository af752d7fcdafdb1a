public import CameraDevices
public import DeviceProfiles
internal import Metering
package import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A camera with white balance, exposure and focus, as AVFoundation's `AVCaptureDevice` has them and by its names, on a
/// device whose response to light is known: one of the system's, or a ``SimulatedCamera``.
///
/// It may be used from any thread. Frames come on a thread of its own; what a caller hands over is called on none of
/// the camera's locks, in the order in which it was handed over.
public final class Camera: Sendable {
  /// The device's response to light, gains and levels. Conversions between gains and light use it.
  public let profile: DeviceProfile
  /// The driver's description of the device.
  public let identity: CaptureDeviceIdentity
  /// The options that the camera was opened with.
  public let options: CameraOptions
  /// The way in which the camera applies gains.
  public var balanceMethod: BalanceMethod { balance.method }

  let device: any CameraBackend
  /// The clock that all times of the camera are on.
  let clock: any CameraClock
  let balance: GainControl
  /// Replaced where the device's own unit of exposure changes. Taken behind `controlLock` and never before another.
  private let exposureControls: Mutex<ExposureControls>
  var exposure: ExposureControls { exposureControls.withLock(\.self) }
  let focus: FocusControls
  let levels: SampleLevels
  /// The origin of the frames' black level.
  package let blackOrigin: BlackOrigin
  let size: FrameSize
  /// Whether its frames have colours.
  let isColor: Bool
  /// Held while controls are set, so that two settings do not mix. Taken before `state`, never behind it.
  let controlLock = Mutex<Void>(())
  /// Held for moments: never while the device is asked, nor while somebody is called.
  let state: Mutex<State>
  let handlers = SerialCalls()

  /// The name by which the device was opened, such as `/dev/video0`.
  public var uniqueID: String { device.name }

  /// The name of the product, for people to read.
  public var localizedName: String { identity.card }

  /// The present time, on the clock of frames' timestamps: the system's monotonic one.
  public var now: Duration { clock.now }

  /// Makes a camera of a device, and leaves its controls as they are.
  ///
  /// - Parameters:
  ///   - device: The device, such as a ``SimulatedCamera``.
  ///   - profile: The device's profile. `ICCProfiles` reads it from a file.
  ///   - options: The options that the camera is opened with.
  /// - Throws: ``CameraError`` where an option is out of range or its levels are of another depth than the frames, the device fails, or it
  ///   has no raw format.
  public init(
    device: any CameraBackend, profile: DeviceProfile, options: CameraOptions = CameraOptions()
  ) throws(CameraError) {
    if let fault = options.fault { throw CameraError(device: device.name, reason: fault) }
    let format: ActiveFormat
    do throws(CameraDeviceError) { format = try Self.configure(device, options) } catch { throw CameraError(error) }
    do throws(RawFrameError) { try options.levels?.checkDepth(of: format.pixelFormat) } catch {
      throw CameraError(device: device.name, reason: .levels(error))
    }
    do throws(CameraDeviceError) {
      // From now on the device tells what others change.
      _ = try device.changedControls()
      let balance = try GainControl(device, profile.characterization, options)
      let applied = try balance.appliedGains(device)
      let exposure = try ExposureControls(device, width: format.size.width, law: options.gainLaw)
      let focus = try FocusControls(device)
      self.profile = profile
      self.options = options
      self.balance = balance
      exposureControls = Mutex(exposure)
      self.focus = focus
      identity = device.identity
      let told = options.levels ?? device.levels ?? profile.levels
      levels = Self.levels(for: format.pixelFormat, told)
      blackOrigin =
        levels != told
        ? .assumed : options.levels != nil ? .option : device.levels != nil ? .device : .profile
      isColor = format.pixelFormat.bayerPattern != nil
      size = format.size
      let activity = try DeviceActivity(device, balance)
      var timeline = SettingsTimeline(
        FrameSettings(applied: applied, exposure: try exposure.current(device, baseISO: options.baseISO)),
        pipelineDelay: options.delay(of: device.sensor), bufferCount: Self.bufferCount)
      if let interval = try device.frameInterval() { timeline.nominalInterval = .seconds(interval.seconds) }
      var state = State(
        clock: device.clock, timeline: timeline, asked: applied.normalized,
        whiteBalanceMode: activity.balancesWhite ? .continuousAutoWhiteBalance : .locked, activity: activity)
      state.note(state.timeline.newest)
      if try exposure.isAutomatic(device) { state.exposure.mode = .continuousAutoExposure }
      if focus.continuous, try device.value(of: .continuousAutoFocus) != 0 { state.focus.mode = .continuousAutoFocus }
      self.state = Mutex(state)
      clock = device.clock
      self.device = device
    } catch { throw CameraError(error) }
  }

  /// Makes a camera of the same device with another profile. The camera before must be stopped, and not used any more.
  ///
  /// - Throws: ``CameraError`` where the device fails.
  package convenience init(_ other: Camera, profile: DeviceProfile) throws(CameraError) {
    try self.init(device: other.device, profile: profile, options: other.options)
  }

  deinit { endRunning() }

  /// The buffers that the driver fills ahead.
  static let bufferCount = 4

  /// Whether the device has not been found unplugged.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// The values in use at the moment.
  struct State {
    let clock: any CameraClock
    var timeline: SettingsTimeline
    /// The gains that were asked for, or that automatic balance has come to: in the device and in software together.
    var asked: LinearGains
    var whiteBalanceMode: WhiteBalanceMode
    var automatic = AutomaticBalance()
    var outcome: WhiteBalanceOutcome?
    /// The activity of the device by itself, as it said last.
    var activity: DeviceActivity
    /// Whether the device has settings that it has not told yet.
    var isUnread = false
    /// Whether the camera steps through settings whose effect it measures.
    var isBeingMeasured = false
    var exposure = ExposureState()
    var focus = FocusState()
    var configurationCount = 0
    var isConnected = true
    /// The reason why the camera did not start or stopped by itself, or did not do what a member without an error was
    /// asked for.
    var failure: CameraError?
    /// The watch for another subject; `nil` where nobody has asked for it.
    var subjectArea: SubjectArea?
    var lastSubjectAreaChange: Duration?
    var run: CaptureRun?
    /// The damage of the frames that came last; `nil` since a whole one came.
    var damage: CameraDeviceFault?
    var latest: CameraFrame?
    var latestTrusted: CameraFrame?
    var observers: [Int: @Sendable (FrameEvent) -> Void] = [:]
    var lastObserver = 0
    /// The camera's meter, once somebody has asked for it.
    var meter: KeptMeter?
    /// The meter as somebody holds it.
    weak var heldMeter: CameraMeter?
    /// The quantities that somebody has set, and not the meter; it follows that when it is asked to.
    var setByHand: Set<MeteringQuantity> = []
    /// The number of the first change whose frames a meter uses: those of a bracket are not exposed for it. The largest number there
    /// is while a bracket is taken.
    var unmeteredBefore = 0
    var isBracketing: Bool { unmeteredBefore == .max }
    var waiters: [FrameWaiter] = []
  }

  /// The activity of a device by itself, mostly because another program told it to, so that its frames cannot be
  /// measured.
  public enum Intrusion: String, Hashable, Sendable {
    /// The device balances white by itself, without telling the gains of each frame.
    case automaticWhiteBalance = "automatic white balance is on"
    /// The sensor makes a picture by itself in place of what it sees.
    case testPattern = "a test pattern is on"
  }

  /// The activity of the device by itself, which is why no frame is trusted; `nil` where it does nothing of the kind.
  public var intrusion: Intrusion? { state.withLock(\.intrusion) }

  // MARK: - Opening

  /// Reads what the units of the device's exposure are: its lines have another length when another program changes the blanking behind them.
  func readExposureControls(_ device: any CameraBackend) throws(CameraDeviceError) -> ExposureControls {
    let controls = try ExposureControls(device, width: size.width, law: options.gainLaw)
    exposureControls.withLock { $0 = controls }
    return controls
  }

  private static func configure(
    _ device: any CameraBackend, _ options: CameraOptions
  ) throws(CameraDeviceError) -> ActiveFormat {
    let current = try? device.currentFormat()
    let isBayer = current?.pixelFormat.bayerPattern != nil
    if let current, options.size.map({ $0 == current.size }) ?? true,
      options.format.map({ $0 == current.pixelFormat }) ?? isBayer
    {
      return current
    }
    let deepest = try device.rawFormats().filter { $0.bayerPattern != nil }
      .max { $0.bitsPerSample < $1.bitsPerSample }
    guard let format = options.format ?? (isBayer ? current?.pixelFormat : deepest) ?? current?.pixelFormat else {
      return try device.currentFormat()
    }
    if let size = options.size { return try device.setFormat(format, size: size, match: .exact) }
    let size = device.currentSize() ?? CameraFrameSource.largestSize
    return try device.setFormat(format, size: size, match: .nearest)
  }

  private static func levels(
    for format: PixelFormat, _ known: SampleLevels?
  ) -> SampleLevels {
    let fullRange = SampleLevels(fullRangeOf: format)
    guard let known else { return fullRange }
    // A profile's levels may be of another depth.
    do { try known.checkDepth(of: format) } catch { return fullRange }
    return known
  }

  // MARK: - Configuration

  /// Takes the camera for configuration; what sets a mode needs it. May be called again before it is unlocked.
  ///
  /// - Throws: ``CameraError/Reason/unplugged``.
  public func lockForConfiguration() throws(CameraError) {
    try checkConnection()
    state.withLock { $0.configurationCount += 1 }
  }

  /// Gives the camera free for others to configure, once for each ``lockForConfiguration()``.
  public func unlockForConfiguration() {
    state.withLock { $0.configurationCount = max($0.configurationCount - 1, 0) }
  }

  func checkConfiguration() throws(CameraError) {
    try checkConnection()
    guard state.withLock({ $0.configurationCount > 0 }) else { throw error(.notLockedForConfiguration) }
  }

  func checkConnection() throws(CameraError) {
    guard isConnected else { throw error(.unplugged) }
  }

  /// The reason why the camera did not start or stopped by itself, or why a property that was set has not changed:
  /// Swift's setters cannot throw.
  public var failure: CameraError? { state.withLock { $0.failure } }

  /// Does what may fail, and keeps the failure for ``failure``.
  func attempt(_ body: () throws(CameraError) -> Void) {
    do throws(CameraError) {
      try body()
    } catch {
      state.withLock { $0.failure = error }
    }
  }

  func error(_ reason: CameraError.Reason) -> CameraError { CameraError(device: uniqueID, reason: reason) }

  func checkRunning() throws(CameraError) {
    try checkConnection()
    guard isRunning else { throw error(.notRunning) }
  }

  /// Asks the device; notices where it is gone.
  func ask<Result>(_ body: (any CameraBackend) throws(CameraDeviceError) -> Result) throws(CameraError) -> Result {
    try checkConnection()
    do throws(CameraDeviceError) { return try body(device) } catch {
      if case .gone = error.fault { disconnect() }
      throw CameraError(error)
    }
  }
}

extension CameraError {
  /// Creates the error of a camera from that of its device.
  package init(_ error: CameraDeviceError) {
    if case .gone = error.fault {
      self.init(device: error.device, reason: .unplugged)
    } else {
      self.init(device: error.device, reason: .device(error.fault))
    }
  }
}

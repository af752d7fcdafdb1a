public import CameraDevices
public import DeviceProfiles
internal import Metering
public import RawFrames
internal import Synchronization
internal import WhiteBalance

/// A camera with white balance, exposure and focus under the names of AVFoundation's `AVCaptureDevice`.
///
/// The device's response to light must be known. It is one of the system's devices or a ``SimulatedCamera``.
///
/// A camera may be used from any thread. Frames arrive on the camera's own thread. Closures of callers run without any
/// of the camera's locks, in the order in which they were passed.
public final class Camera: Sendable {
  /// The device's response to light, gains and levels. Conversions between gains and light use it.
  public let profile: DeviceProfile
  /// The profile, or `nil` where it is ``/DeviceProfiles/DeviceProfile/unknown``, which tells nothing of light.
  ///
  /// Measure cards with this one: ``/GrayCard/CardMeasurement`` then says that it has no profile, and finds no light by
  /// the placeholder's matrix.
  public let knownProfile: DeviceProfile?
  /// The driver's description of the device.
  public let identity: CaptureDeviceIdentity
  /// The options that the camera was opened with.
  public let options: CameraOptions
  /// The method by which the camera applies gains.
  public var balanceMethod: BalanceMethod { balance.method }

  let device: any CameraBackend
  /// The clock of all times in this class.
  let clock: any CameraClock
  let balance: GainControl
  /// The controls of exposure, replaced when the device's unit of exposure changes.
  ///
  /// This lock is taken after `controlLock`. No other lock is taken while it is held.
  private let exposureControls: Mutex<ExposureControls>
  var exposure: ExposureControls { exposureControls.withLock(\.self) }
  let focus: FocusControls
  package let levels: SampleLevels
  /// The origin of the frames' black level: the options, the device or the profile, in this order.
  ///
  /// With ``/RawFrames/BlackOrigin/assumed`` none of them states a level for these frames, and the camera uses 0. The
  /// stated errors do not include this assumption, and a light may be wrong by tens of mired. Set
  /// ``CameraOptions/levels``, or use a profile with levels.
  public let blackOrigin: BlackOrigin
  /// The format of the frames, which the camera sets again at each start.
  let format: ActiveFormat
  var size: FrameSize { format.size }
  /// The interval between frames that the device stated, or the usual one.
  let frameInterval: Duration
  /// Whether the frames have colours.
  let isColor: Bool
  /// The lock of all settings, so that two of them do not mix. It is taken before `state`, never after it.
  let controlLock = Mutex<Void>(())
  /// The values in use. The lock is held briefly, never during a request to the device or a call of a closure.
  let state: Mutex<State>
  let handlers = SerialCalls()

  /// The name by which the device was opened, such as `/dev/video0`.
  public var uniqueID: String { device.name }

  /// The name of the product, for people to read.
  public var localizedName: String { identity.card }

  /// The present time, on the clock of frames' timestamps: the device's ``/CameraDevices/CameraBackend/clock``, which
  /// is the system's monotonic one on Linux.
  public var now: Duration { clock.now }

  /// Creates a camera on a device, and leaves the device's controls as they are.
  ///
  /// - Parameters:
  ///   - device: The device, such as a ``SimulatedCamera``.
  ///   - profile: The device's profile. `ICCProfiles` reads it from a file. Its levels are used only where neither
  ///     the options nor the device have levels, and only if they fit the depth of the frames.
  ///   - options: The options of the camera.
  /// - Throws: ``CameraError`` where an option is out of range, the levels of the options or of the device have another
  ///   depth than the frames, the device fails, or it has no raw format.
  public init(
    device: any CameraBackend, profile: DeviceProfile, options: CameraOptions = CameraOptions()
  ) throws(CameraError) {
    if let fault = options.fault { throw CameraError(device: device.name, reason: fault) }
    if let fault = device.sensor?.fault { throw CameraError(device: device.name, reason: .device(.failed(fault))) }
    let format: ActiveFormat
    do throws(CameraDeviceError) {
      format = try device.configured(options.format, width: options.size?.width, height: options.size?.height)
    } catch { throw CameraError(error) }
    do throws(RawFrameError) { try (options.levels ?? device.levels)?.checkDepth(of: format.pixelFormat) } catch {
      throw CameraError(device: device.name, reason: .levels(error))
    }
    do throws(CameraDeviceError) {
      // The first call starts the watch for changes by others.
      _ = try device.changedControls()
      let balance = try GainControl(device, profile.knownCharacterization, options)
      let applied = try balance.appliedGains(device)
      let exposure = try ExposureControls(device, width: format.size.width, law: options.gainLaw)
      let focus = try FocusControls(device)
      self.profile = profile
      knownProfile = profile.isUnknown ? nil : profile
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
      self.format = format
      let activity = try DeviceActivity(device, balance)
      var timeline = SettingsTimeline(
        FrameSettings(applied: applied, exposure: try exposure.current(device, baseISO: options.baseISO)),
        pipelineDelay: options.delay(of: device.sensor), bufferCount: Self.bufferCount)
      // A driver may state any number.
      frameInterval = min(
        try device.frameInterval().map { .seconds($0.seconds) } ?? SettingsTimeline.usualInterval,
        .seconds(SettingsTimeline.longestExposure))
      // A driver may state an interval that is far too long. Frames that are farther apart than the timeout show it by
      // their timestamps.
      timeline.nominalInterval = min(frameInterval, options.frameTimeout)
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

  /// Creates a camera on the same device with another profile, and with the same bias and point of interest. Stop the
  /// other camera before, and do not use it afterwards.
  ///
  /// - Throws: ``CameraError`` where the device fails.
  package convenience init(_ other: Camera, profile: DeviceProfile) throws(CameraError) {
    try self.init(device: other.device, profile: profile, options: other.options)
    let exposure = other.state.withLock(\.exposure)
    state.withLock { ($0.exposure.bias, $0.exposure.point) = (exposure.bias, exposure.point) }
  }

  deinit { endRunning() }

  /// The number of buffers that the driver fills ahead.
  static let bufferCount = 4

  /// Whether the device is still connected, as far as the camera has noticed.
  public var isConnected: Bool { state.withLock { $0.isConnected } }

  /// The values in use.
  struct State {
    let clock: any CameraClock
    var timeline: SettingsTimeline
    /// The total gains, of device and software together, that were set or that automatic balance has reached.
    var asked: LinearGains
    var whiteBalanceMode: WhiteBalanceMode
    var automatic = AutomaticBalance()
    var outcome: WhiteBalanceOutcome?
    /// The device's own activity, as it last reported it.
    var activity: DeviceActivity
    /// Whether the device has settings that have not been read yet.
    var isUnread = false
    /// Whether a bracket, a measurement or a ``CameraChange`` is in progress.
    ///
    /// No other of these may begin meanwhile, because each restores the settings that it found. Single settings can
    /// still be made.
    var isOccupied = false
    /// Whether the camera is measuring the effect of its settings. Only a measurement that occupies them sets it.
    var isBeingMeasured = false
    var exposure = ExposureState()
    var focus = FocusState()
    var configurationCount = 0
    var isConnected = true
    /// The reason why the run ended or gives no frames; `nil` where neither is so.
    var failure: CameraError?
    /// The error of the last assignment that could not throw, and of the last such conversion;
    /// `nil` where it succeeded.
    var assignmentFailure, conversionFailure: CameraError?
    /// The error of the last request that an automatic mode made of each quantity.
    /// An assignment that succeeds ends them.
    var automaticFailures: [MeteringQuantity: CameraError] = [:]
    /// The watch for a change of the subject; `nil` where it is off.
    var subjectArea: SubjectArea?
    var lastSubjectAreaChange: Duration?
    var run: CaptureRun?
    /// The reason why the last run did not start or ended by itself;
    /// `nil` while the camera runs, or where it was stopped.
    var endOfRun: CameraError?
    /// The reason why the last frames were of no use; `nil` once an intact frame with known settings has come.
    var trouble: NoFrameCause?
    var latest: CameraFrame?
    /// The camera's time when the latest frame came.
    var latestArrival: Duration?
    var latestTrusted: CameraFrame?
    var observers: [Int: FrameObserver] = [:]
    /// The functions that are called when the camera turns out to be unplugged,
    /// also while it does not run, by their owners.
    var lifeWatchers: [ObjectIdentifier: @Sendable (LifeEvent) -> Void] = [:]
    var lastObserver = 0
    /// The camera's meter; `nil` before the first access to it.
    var meter: KeptMeter?
    /// The object of the meter that callers hold.
    weak var heldMeter: CameraMeter?
    /// The quantities that a caller has set. The meter does not follow them until a caller asks for it.
    var setByHand: Set<MeteringQuantity> = []
    /// The number of the first change after which the meter may use frames.
    ///
    /// It is the largest integer during a bracket, whose frames have exposures of their own.
    var unmeteredBefore = 0
    var isBracketing: Bool { unmeteredBefore == .max }
    var waiters: [FrameWaiter] = []
  }

  /// An activity of the device because of which its frames cannot be measured. Mostly another program has switched it
  /// on.
  public enum Intrusion: String, Hashable, Sendable {
    /// The device balances white automatically, and does not report the gains of each frame.
    case automaticWhiteBalance = "automatic white balance is on"
    /// The sensor sends a test pattern.
    case testPattern = "a test pattern is on"
  }

  /// The device's activity because of which no frame is trusted; `nil` where there is none.
  public var intrusion: Intrusion? { state.withLock(\.intrusion) }

  // MARK: - Opening

  /// Reads the units of the device's exposure. They change when another program changes the blanking, and so the length
  /// of a line.
  func readExposureControls(_ device: any CameraBackend) throws(CameraDeviceError) -> ExposureControls {
    let controls = try ExposureControls(device, width: size.width, law: options.gainLaw)
    exposureControls.withLock { $0 = controls }
    return controls
  }

  private static func levels(
    for format: PixelFormat, _ known: SampleLevels?
  ) -> SampleLevels {
    let fullRange = SampleLevels(fullRangeOf: format)
    guard let known else { return fullRange }
    // The profile's levels may be of another depth.
    do { try known.checkDepth(of: format) } catch { return fullRange }
    return known
  }

  // MARK: - Configuration

  /// Locks the camera for configuration, which setters of modes need. Locks may be nested.
  ///
  /// - Throws: ``CameraError/Reason/unplugged``.
  public func lockForConfiguration() throws(CameraError) {
    try checkConnection()
    state.withLock { $0.configurationCount += 1 }
  }

  /// Releases one ``lockForConfiguration()``.
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

  /// The reason why the camera did not start, stopped by itself, gives no frames for now, or ignored the value last
  /// assigned to a property, or why ``deviceWhiteBalanceGains(for:)-(WhiteBalanceTemperatureAndTintValues)`` has no
  /// gains.
  ///
  /// Swift's property setters cannot throw, so the reason is kept here until the next assignment, whichever property it
  /// is of. The reason of a conversion is kept until the next conversion. A reason that concerns the run comes first.
  /// The failure of an automatic mode to set the device comes last.
  public var failure: CameraError? {
    state.withLock { state in
      state.failure ?? state.assignmentFailure ?? state.conversionFailure
        ?? MeteringQuantity.allCases.compactMap { state.automaticFailures[$0] }.first
    }
  }

  /// Runs the body of an assignment, which cannot throw, and keeps its error, or that there was none, for ``failure``.
  func attempt(_ body: () throws(CameraError) -> Void) {
    let failure = Self.error(of: body)
    state.withLock { state in
      state.assignmentFailure = failure
      if failure == nil { state.automaticFailures = [:] }
    }
  }

  /// Runs the body of a conversion, which cannot throw, and keeps its error, or that there was none, for ``failure``.
  func attemptConversion(_ body: () throws(CameraError) -> Void) {
    let failure = Self.error(of: body)
    state.withLock { $0.conversionFailure = failure }
  }

  /// Runs a request that an automatic mode makes of a quantity,
  /// and keeps its error, or that there was none, for ``failure``.
  func attemptAutomatically(_ quantity: MeteringQuantity, _ body: () throws(CameraError) -> Void) {
    let failure = Self.error(of: body)
    state.withLock { $0.automaticFailures[quantity] = failure }
  }

  private static func error(of body: () throws(CameraError) -> Void) -> CameraError? {
    do throws(CameraError) { try body() } catch { return error }
    return nil
  }

  /// The reason why the camera does not run.
  var reasonNotToRun: CameraError {
    state.withLock { state in state.isConnected ? state.endOfRun ?? error(.notRunning) : error(.unplugged) }
  }

  /// Checks that frames have colours, and that the gains that the device applies to them are known.
  package func checkMeasurable() throws(CameraError) {
    guard isColor else { throw error(.monochrome(format.pixelFormat.fourCC)) }
    try checkGains()
  }

  /// Checks that the gains that the device applies are known.
  func checkGains() throws(CameraError) {
    if let setting = balance.unknownSetting { throw error(.device(.refused(setting))) }
    guard balance.knowsGains else { throw error(.noProfile) }
  }

  func error(_ reason: CameraError.Reason) -> CameraError { CameraError(device: uniqueID, reason: reason) }

  func checkRunning() throws(CameraError) {
    guard isConnected, isRunning else { throw reasonNotToRun }
  }

  /// Runs a request to the device, and notices when the device is gone.
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

public import CameraDevices
public import Colorimetry
internal import DeviceProfiles
public import RawFrames
public import SensorSimulation
internal import Synchronization
public import WhiteBalance

/// A camera without hardware: a simulated sensor in front of a gray card. Its frames follow the light and its controls.
///
/// It has automatic modes, a lens, and the balance, exposure and gain controls of a UVC camera. A change of a control
/// shows in the frames some time later. Noise and clipping are those of ``/SensorSimulation/SimulatedSensor``. So an
/// app that uses ``Camera`` or ``CameraMeter`` can be tested on any machine:
///
///     let simulated = SimulatedCamera()
///     let camera = try Camera(device: simulated, profile: SimulatedCamera.profile)
///     try camera.startRunning()
///     try simulated.setLight(CIEIlluminant.a.distribution)
public final class SimulatedCamera: CameraBackend {
  /// The properties of the camera, and the scene that it sees at first.
  public struct Setup: Sendable {
    /// The light. Its scale does not matter; see ``brightness``.
    public var light = CIEIlluminant.d65.distribution
    /// The amount of light, as a factor: 1 brings the card's brightest channel to two fifths of the range at the
    /// default exposure.
    public var brightness = 1.0
    /// The sensitivities of the sensor; `nil` for those of ``SimulatedCamera/profile``.
    public var sensitivities: SpectralSensitivities?
    /// The size of a frame, in samples.
    public var size = FrameSize(width: 320, height: 240)
    /// The lens position at which the card is sharp, 0 the nearest to 1 the farthest.
    public var cardPosition: Float = 0.6
    /// The seed of the noise. The same seed gives the same frames.
    public var seed: UInt64 = 1

    /// Creates a setup in daylight.
    public init() {}
  }

  public let name: String
  public let identity = CaptureDeviceIdentity(
    driver: "simulation", card: "Simulated Camera", bus: "simulated", driverVersion: "1")
  public let clock: any CameraClock
  /// The black and white level of its frames.
  public var levels: SampleLevels? { sensor.levels }

  let sensor: SimulatedSensor
  let seed: UInt64
  let state: Mutex<SimulatedState>
  private let size: FrameSize

  /// Creates a camera.
  ///
  /// - Parameters:
  ///   - setup: The properties of the camera, and its scene.
  ///   - name: The name of the camera in errors.
  ///   - clock: The clock that times and dates its frames.
  /// - Throws: ``/SensorSimulation/SimulationError`` where the sensor has no response to the light, the brightness is
  ///   not above 0 or too large to compute with, or no frame can have the size.
  public init(
    _ setup: Setup, name: String = "simulated:", clock: any CameraClock = SystemClock()
  ) throws(SimulationError) {
    sensor = try SimulatedSensor(
      setup.sensitivities ?? Self.sensitivities, format: Self.format, levels: Self.frameLevels,
      fullWell: Self.fullWell, readNoise: Self.readNoise)
    self.name = name
    self.clock = clock
    (size, seed) = (setup.size, setup.seed)
    let scene = SimulatedView(
      light: setup.light, brightness: setup.brightness, cardPosition: setup.cardPosition, size: setup.size)
    let initial = try SimulatedState(scene, sensor, at: clock.now)
    state = Mutex(initial)
  }

  /// Creates the camera of ``profile`` in daylight.
  public convenience init() {
    do throws(SimulationError) { try self.init(Setup()) } catch {
      preconditionFailure("a setup without faults: \(error)")
    }
  }

  // MARK: - The scene

  /// Changes the light. Frames that are exposed from now on have it.
  ///
  /// - Parameters:
  ///   - light: The spectrum of the light; its scale does not matter.
  ///   - brightness: The amount of light, as in ``Setup/brightness``.
  /// - Throws: ``/SensorSimulation/SimulationError`` where the sensor has no response to the light, or the brightness
  ///   is not above 0 or too large to compute with.
  public func setLight(_ light: SpectralDistribution, brightness: Double = 1) throws(SimulationError) {
    try see { ($0.light, $0.brightness) = (light, brightness) }
  }

  /// The present light and its amount, as in ``Setup/brightness``.
  package var view: (light: SpectralDistribution, brightness: Double) {
    state.withLock { ($0.view.light, $0.view.brightness) }
  }

  /// The object in front of the camera.
  public enum Subject: Sendable {
    /// A gray card of 18 %.
    case card
    /// A chart of patches: their reflectances row by row, and the number of patches in a row.
    case chart([SpectralDistribution], columns: Int)
  }

  /// Puts another object in front of the camera. Frames that are exposed from now on show it.
  ///
  /// ``truth`` remains that of the gray card.
  ///
  /// - Precondition: A chart has patches, and its rows are full.
  /// - Throws: ``/SensorSimulation/SimulationError`` where a patch reflects more light than can be computed with.
  public func show(_ subject: Subject) throws(SimulationError) {
    if case .chart(let patches, let columns) = subject {
      precondition(columns > 0 && !patches.isEmpty && patches.count % columns == 0, "a chart of full rows")
    }
    try see { $0.subject = subject }
  }

  /// Changes what the camera sees, or nothing where that cannot be simulated.
  private func see(_ change: (inout SimulatedView) -> Void) throws(SimulationError) {
    let now = clock.now
    try state.withLock { (state) throws(SimulationError) in
      var view = state.view
      change(&view)
      try state.see(view, sensor, at: now)
    }
  }

  /// Unplugs the camera. From now on its members fail like those of an unplugged device.
  public func unplug() { state.withLock { $0.isUnplugged = true } }

  /// Plugs the camera in again after ``unplug()``.
  ///
  /// As on a real device, the controls then have their default values, and programs must open the camera again.
  public func plugIn() {
    let now = clock.now
    state.withLock { state in
      guard state.isUnplugged else { return }
      state.isUnplugged = false
      state.closeStream()
      state.set(SimulatedControls.defaults, at: now)
    }
  }

  /// The result of a perfect measurement of the card under the present light.
  public var truth: SimulatedTruth { state.withLock { $0.truth } }

  // MARK: - CameraBackend

  public func formats() throws(CameraDeviceError) -> [CaptureFormat] {
    try check()
    return [CaptureFormat(fourCC: Self.format.fourCC, name: "10-bit Bayer RGRG/GBGB")]
  }

  public func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
    try check()
    return format == Self.format ? .discrete([size]) : nil
  }

  public func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
    try check()
    do throws(RawFrameError) { return try ActiveFormat(Self.format, size: size) } catch {
      preconditionFailure("the size was checked: \(error)")
    }
  }

  @discardableResult
  public func setFormat(
    _ format: PixelFormat, size: FrameSize, match: SizeMatch
  ) throws(CameraDeviceError) -> ActiveFormat {
    guard format == Self.format else {
      throw error(.refused("no format \(format.fourCC): the driver chose \(Self.format.fourCC) in its place"))
    }
    guard match == .nearest || size == self.size else {
      throw error(.refused("no size \(size): the driver offers \(self.size) in its place"))
    }
    return try currentFormat()
  }

  public func frameInterval() throws(CameraDeviceError) -> FrameInterval? {
    try check()
    return FrameInterval(numerator: 1, denominator: Self.frameRate)
  }

  public func controls() throws(CameraDeviceError) -> [CaptureControl] {
    try check()
    let values = state.withLock { $0.values }
    return SimulatedControls.all.map { SimulatedControls.now($0, values) }
  }

  public func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
    try controls().first { $0.id == id }
  }

  public func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
    try check()
    guard let value = state.withLock({ $0.values[id] }) else { throw error(.noControl(id)) }
    return value
  }

  @discardableResult
  public func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
    let known = try controls()
    for (id, value) in values {
      guard let control = known.first(where: { $0.id == id }) else { throw error(.noControl(id)) }
      if let fault = control.fault(setting: value) { throw error(.control(control, fault)) }
      if control.isInactive { throw error(.control(control, .inactive)) }
    }
    let now = clock.now
    return state.withLock { state in
      var next = state.values
      for (id, value) in values { next[id] = value }
      state.set(next, at: now)
      return values.map(\.value)
    }
  }

  public func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
    try check()
    let now = clock.now
    guard let number = state.withLock({ $0.openStream(at: now) }) else {
      throw error(.failed("another stream of the camera is open; it has one at a time"))
    }
    return SimulatedStream(self, number: number, bufferCount: bufferCount)
  }

  func error(_ fault: CameraDeviceFault) -> CameraDeviceError { CameraDeviceError(device: name, fault: fault) }

  func check() throws(CameraDeviceError) {
    guard !state.withLock({ $0.isUnplugged }) else { throw error(.gone("the simulated camera was unplugged")) }
  }
}

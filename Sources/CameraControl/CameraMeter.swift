#if os(Linux)
  package import Dispatch
  public import GrayCard
  public import Metering
  internal import Synchronization
  internal import VideoCapture

  /// Measures a gray card with a camera that runs, sets exposure, focus and white balance by it, and locks them.
  ///
  /// What is decided is decided by a ``Metering/Meter``, from frames that can be trusted; see Docs/Methods/Metering.md. It may be
  /// used from any thread. Of two meters on one camera each would undo what the other does.
  public final class CameraMeter: Sendable {
    public let camera: Camera
    public let settings: MeterSettings
    public let limits: GrayCardLimits
    /// What the camera can be set in. White balance can always be: what the device does not do travels with its frames.
    public let supportedQuantities: Set<MeteringQuantity>

    let state: Mutex<State>
    /// Frames, and everything that asks the device or changes the meter, one after another: on none of the callers'
    /// threads, and not among Swift's tasks, which wait for each other.
    package let queue = DispatchQueue(label: "CameraControl.meter", qos: .userInitiated)

    /// The newest frame that has not been looked at.
    let inbox = Mutex<Arrival?>(nil)

    /// A frame, and the number of the last change of the camera before it.
    struct Arrival {
      let frame: CameraFrame
      let lastChange: Int
    }

    struct State {
      var meter: Meter
      var mode = MeteringMode.spot
      var point = MeteringPoint.center
      var scan: Scan?
      /// When the scan ends by the camera's clock.
      var deadline = Duration.zero
      var lastScan = 0
      /// Those that have neither begun nor been cancelled.
      var scansToCome: Set<Int> = []
      /// By this number the camera knows the meter; `nil` while it does not take the camera's frames.
      var observer: Int?
      /// The camera's last change by the meter: frames from before it may still be on their way.
      var lastChange = 0
      var consumers: [Int: AsyncStream<MeteringScene>.Continuation] = [:]
      var lastConsumer = 0
      var failure: CameraError?

      /// Changes the meter, and tells those who look at its scene.
      mutating func change<Result, Failure: Error>(
        _ body: (inout Meter) throws(Failure) -> Result
      ) throws(Failure) -> Result {
        let before = meter.scene
        let result = try body(&meter)
        if meter.scene != before {
          for consumer in consumers.values { consumer.yield(meter.scene) }
        }
        return result
      }
    }

    /// A scan that somebody waits for.
    struct Scan {
      let number: Int
      let quantities: Set<MeteringQuantity>
      let continuation: CheckedContinuation<Result<MeteringScene, CameraMeterError>, Never>
    }

    public init(
      _ camera: Camera, settings: MeterSettings = MeterSettings(), limits: GrayCardLimits = GrayCardLimits()
    ) {
      self.camera = camera
      self.settings = settings
      self.limits = limits
      supportedQuantities = camera.meteredQuantities
      state = Mutex(State(meter: Meter(settings: settings)))
    }

    deinit {
      let (observer, consumers) = state.withLock { ($0.observer, $0.consumers) }
      if let observer { camera.removeObserver(observer) }
      for consumer in consumers.values { consumer.finish() }
    }

    // MARK: - What is seen

    /// Where the card is looked for, about the point of the last scan.
    public var meteringMode: MeteringMode {
      get { state.withLock { $0.mode } }
      set { state.withLock { $0.mode = newValue } }
    }

    /// Exposure, focus and white balance at the moment.
    public var scene: MeteringScene { state.withLock { $0.meter.scene } }

    /// The scene now and whenever it changes, the newest ones where the reader is slow. It ends when the camera is unplugged.
    public var scenes: AsyncStream<MeteringScene> {
      let (stream, continuation) = AsyncStream.makeStream(
        of: MeteringScene.self, bufferingPolicy: .bufferingNewest(Self.keptScenes))
      let isConnected = camera.isConnected
      let number = state.withLock { state in
        continuation.yield(state.meter.scene)
        guard isConnected else { return 0 }
        state.lastConsumer += 1
        state.consumers[state.lastConsumer] = continuation
        return state.lastConsumer
      }
      guard isConnected else {
        continuation.finish()
        return stream
      }
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.consumers.removeValue(forKey: number) }
      }
      // By its frames the end is seen, also where nothing is measured.
      if camera.isRunning { follow() }
      return stream
    }

    /// As many as a scan has statuses, three for each quantity, and a few: converged may last for one frame.
    private static let keptScenes = 16

    /// Why the device could not be set while nobody waited for it; `nil` where it could.
    public var failure: CameraError? { state.withLock { $0.failure } }

    // MARK: - What can be asked

    /// Measures the card at `center` from the next frame on, sets the device by it, and locks it.
    ///
    /// - Parameters:
    ///   - lockDuration: in seconds of the frames' time, after which the camera follows the scene; 0, negative or infinite to
    ///     lock for good.
    ///   - throwIfUnsupported: whether to refuse what the device cannot be set in. Without, it is left out, and the scene's
    ///     reason says so.
    /// - Returns: the scene, with what was asked for locked.
    /// - Throws: ``CameraMeterError``: among others ``CameraMeterError/notConverged(_:)`` after ``Metering/MeterSettings/timeLimit``,
    ///   with the reason; ``CameraMeterError/cancelled`` where the task was, and what was locked before is locked again.
    @discardableResult
    public func scan(
      center: MeteringPoint = .center, lockDuration: Double = 0, exposure: Bool = true, focus: Bool = true,
      whiteBalance: Bool = true, throwIfUnsupported: Bool = false
    ) async throws(CameraMeterError) -> MeteringScene {
      guard !lockDuration.isNaN else { throw .metering(.lockDurationNotANumber) }
      let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
      let quantities = try supported(asked, throwIfUnsupported: throwIfUnsupported)
      try checkRunning()
      let number = state.withLock { state in
        state.lastScan += 1
        state.scansToCome.insert(state.lastScan)
        return state.lastScan
      }
      let result = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let scan = Scan(number: number, quantities: quantities, continuation: continuation)
          queue.async { self.begin(scan, about: center, lockDuration: lockDuration, leavingOut: asked) }
        }
      } onCancel: {
        // At once: where the queue is busy it does not begin at all.
        state.withLock { _ = $0.scansToCome.remove(number) }
        queue.async { self.cancel(number) }
      }
      return try result.get()
    }

    /// Holds the device as it is, its automatic modes off.
    ///
    /// - Parameter duration: as that of a scan's lock.
    /// - Throws: ``CameraMeterError``, among others where the lock is to run out and the camera does not run.
    public func lock(
      exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true, duration: Double = 0
    ) throws(CameraMeterError) {
      let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
      // Before the device is touched.
      guard !duration.isNaN else { throw .metering(.lockDurationNotANumber) }
      let quantities = try supported(asked, throwIfUnsupported: false)
      // A lock runs out by the frames' time.
      let runsOut = duration > 0 && duration.isFinite
      if runsOut { try checkRunning() }
      try take(over: quantities)
      do throws(MeteringError) {
        try state.withLock { (state) throws(MeteringError) in
          try state.change { (meter) throws(MeteringError) in try meter.lock(quantities, duration: duration) }
        }
      } catch { throw .metering(error) }
      if runsOut { follow() }
      finishScan()
    }

    /// Follows the scene: measures, and sets the device when the scene departs from what it is set to.
    ///
    /// - Throws: ``CameraMeterError``.
    public func unlock(
      exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true
    ) throws(CameraMeterError) {
      let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
      let quantities = try supported(asked, throwIfUnsupported: false)
      try checkRunning()
      try take(over: quantities)
      state.withLock { state in state.change { $0.unlock(quantities) } }
      follow()
      finishScan()
    }

    // MARK: - Checks

    private func supported(
      _ asked: Set<MeteringQuantity>, throwIfUnsupported: Bool
    ) throws(CameraMeterError) -> Set<MeteringQuantity> {
      // What an unplugged camera lacks is not what was asked for.
      do throws(CameraError) { try camera.checkConnection() } catch { throw .camera(error) }
      let missing = asked.subtracting(supportedQuantities)
      guard !asked.isEmpty else { throw .metering(.nothingToMeter) }
      if !missing.isEmpty, throwIfUnsupported || missing == asked {
        throw .notSupported(MeteringQuantity.allCases.filter(missing.contains))
      }
      state.withLock { state in state.change { $0.stop(missing, because: .unsupported) } }
      return asked.subtracting(missing)
    }

    private func checkRunning() throws(CameraMeterError) {
      guard camera.isRunning else { throw .camera(camera.failure ?? camera.error(.notRunning)) }
    }

    private func take(over quantities: Set<MeteringQuantity>) throws(CameraMeterError) {
      let result: Result<Void, CameraError> = queue.sync {
        do throws(CameraError) { return .success(try takeOver(quantities)) } catch {
          return .failure(error)
        }
      }
      if case .failure(let error) = result { throw .camera(error) }
    }
  }

  extension MeteringQuantity {
    fileprivate static func set(exposure: Bool, focus: Bool, whiteBalance: Bool) -> Set<MeteringQuantity> {
      Set((exposure ? [.exposure] : []) + (focus ? [.focus] : []) + (whiteBalance ? [.whiteBalance] : []))
    }
  }
#endif

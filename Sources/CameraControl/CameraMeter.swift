internal import CameraDevices
package import Dispatch
public import GrayCard
public import Metering
internal import Synchronization

/// Measures a gray card with a camera that runs, sets exposure, focus and white balance by it, and locks them.
///
/// A ``/Metering/Meter`` decides, from frames that can be trusted; see Docs/Methods/Metering.md.
/// It may be used from any thread. A camera has one, ``Camera/meter``; of two that an app makes each would undo what
/// the other does. Who holds a meter holds its camera.
public final class CameraMeter: Sendable {
  /// The camera.
  public let camera: Camera
  /// The thresholds of the meter.
  public var settings: MeterSettings { kept.settings }
  /// The limits beyond which a card is refused or has a warning.
  public var limits: GrayCardLimits { kept.limits }
  /// The quantities in which the camera can be set. White balance always can: the gains that the device does not apply
  /// travel with its frames.
  public var supportedQuantities: Set<MeteringQuantity> { kept.supportedQuantities }

  /// The state that outlives the meter where it is the camera's.
  let kept: KeptMeter
  /// Frames, and everything that asks the device or changes the meter, one after another: on none of the callers'
  /// threads, and not among Swift's tasks, which wait for each other.
  package var queue: DispatchQueue { kept.queue }

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
    /// The scans that have neither begun nor been cancelled.
    var scansToCome: Set<Int> = []
    /// The number by which the camera knows the meter; `nil` while the meter does not take the camera's frames.
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

  /// Creates a meter on a camera that does nothing until it is asked. ``Camera/meter`` is the one that all share.
  public convenience init(
    _ camera: Camera, settings: MeterSettings = MeterSettings(), limits: GrayCardLimits = GrayCardLimits()
  ) {
    self.init(camera, KeptMeter(camera, settings, limits))
  }

  /// Creates a meter from what was kept of it.
  init(_ camera: Camera, _ kept: KeptMeter) {
    self.camera = camera
    self.kept = kept
  }

  // MARK: - What is seen

  /// The names of the previews that a point may refer to. A camera has one picture: its frames.
  public let surfaces = ["frames"]

  /// The part of the frame about ``meteringPoint`` in which the card is looked for.
  public var meteringMode: MeteringMode {
    get { kept.state.withLock { $0.mode } }
    set { kept.state.withLock { $0.mode = newValue } }
  }

  /// The point at which the card is looked for in the frame: the center of the last scan, or the point that was set
  /// since.
  public var meteringPoint: MeteringPoint {
    get { kept.state.withLock { $0.point } }
    set { kept.state.withLock { $0.point = newValue } }
  }

  /// The quantities that the meter sets by itself: now, or when a lock runs out.
  package var followedQuantities: Set<MeteringQuantity> {
    kept.state.withLock { state in
      let scene = state.meter.scene
      return state.meter.measuredQuantities.union(MeteringQuantity.allCases.filter { scene.lockExpiry(of: $0) != nil })
    }
  }

  /// Exposure, focus and white balance at the moment.
  public var scene: MeteringScene { kept.scene }

  /// The time by which locks expire, in seconds from the meter's first frame to its newest.
  package var elapsed: Double { kept.state.withLock { $0.meter.elapsed } }

  /// The scene now and whenever it changes, the newest ones where the reader is slow. It ends when the camera is
  /// unplugged.
  public var scenes: AsyncStream<MeteringScene> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MeteringScene.self, bufferingPolicy: .bufferingNewest(Self.keptScenes))
    let isConnected = camera.isConnected
    let number = kept.state.withLock { state in
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
    continuation.onTermination = { [weak kept] _ in
      kept?.state.withLock { _ = $0.consumers.removeValue(forKey: number) }
    }
    // By its frames the end is seen, also where nothing is measured.
    if camera.isRunning { follow() }
    return stream
  }

  /// The number of scenes that are kept: as many as a scan has statuses, three for each quantity, and a few: converged
  /// may last for one frame.
  private static let keptScenes = 16

  /// The reason why the device could not be set while nobody waited for it; `nil` where it could.
  public var failure: CameraError? { kept.state.withLock { $0.failure } }

  // MARK: - What can be asked

  /// Measures the card at `center` from the next frame on, sets the device by it, and locks it.
  ///
  /// - Parameters:
  ///   - center: Where the card is; `nil` for the middle of the frame.
  ///   - surface: The name of the preview that `center` refers to, among ``surfaces``; `nil` for the first.
  ///   - lockDuration: In seconds of the frames' time, after which the camera follows the scene; 0, negative or
  ///     infinite to lock for good.
  ///   - exposure: Whether to meter the exposure.
  ///   - focus: Whether to meter the focus.
  ///   - whiteBalance: Whether to meter the white balance.
  ///   - throwIfUnsupported: Whether to refuse what the device cannot be set in. Without, it is left out, and the
  ///     scene's reason says so.
  /// - Returns: The scene, with what was asked for locked.
  /// - Throws: ``CameraMeterError``: among others ``CameraMeterError/notConverged(_:)`` after
  ///   ``/Metering/MeterSettings/timeLimit``, with the reason; ``CameraMeterError/cancelled`` where the task was, and
  ///   what was locked before is locked again.
  @discardableResult
  public func scan(
    center: MeteringPoint? = nil, surface: String? = nil, lockDuration: Double = 6, exposure: Bool = true,
    focus: Bool = true, whiteBalance: Bool = true, throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) -> CameraScene {
    if let surface, !surfaces.contains(surface) { throw .unknownSurface(surface, known: surfaces) }
    guard !lockDuration.isNaN else { throw .metering(.lockDurationNotANumber) }
    do throws(MeteringError) { try settings.checkTimeLimit() } catch { throw .metering(error) }
    let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    let quantities = try supported(asked, throwIfUnsupported: throwIfUnsupported)
    try checkRunning()
    let number = kept.state.withLock { state in
      state.lastScan += 1
      state.scansToCome.insert(state.lastScan)
      return state.lastScan
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let scan = Scan(number: number, quantities: quantities, continuation: continuation)
        queue.async { self.begin(scan, about: center ?? .center, lockDuration: lockDuration) }
      }
    } onCancel: {
      // At once: where the queue is busy it does not begin at all.
      kept.state.withLock { _ = $0.scansToCome.remove(number) }
      queue.async { self.cancel(number) }
    }
    return try result.get()
  }

  /// Holds the device as it is, its automatic modes off.
  ///
  /// - Parameters:
  ///   - duration: In seconds of the frames' time, after which the camera follows the scene; 0, negative or infinite to
  ///     lock for good.
  ///   - exposure: Whether to hold the exposure.
  ///   - focus: Whether to hold the focus.
  ///   - whiteBalance: Whether to hold the white balance.
  ///   - throwIfUnsupported: Whether to refuse what the device cannot be set in.
  /// - Throws: ``CameraMeterError``, among others where the lock is to run out and the camera does not run.
  public func lock(
    duration: Double = -1, exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true,
    throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) {
    let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    try await onQueue { self.lock(asked, duration: duration, throwIfUnsupported: throwIfUnsupported) }
  }

  /// Holds the device as it is, as ``lock(duration:exposure:focus:whiteBalance:throwIfUnsupported:)`` does, and keeps
  /// the calling thread until that is done: for the way out, where nothing can be awaited.
  package func lockAtOnce(
    duration: Double = -1, exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true
  ) throws(CameraMeterError) {
    let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    try queue.sync { self.lock(asked, duration: duration, throwIfUnsupported: false) }.get()
  }

  /// Follows the scene: measures, and sets the device when the scene departs from what it is set to.
  ///
  /// - Parameters:
  ///   - exposure: Whether to follow with the exposure.
  ///   - focus: Whether to follow with the focus.
  ///   - whiteBalance: Whether to follow with the white balance.
  /// - Throws: ``CameraMeterError``.
  public func unlock(
    exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true
  ) async throws(CameraMeterError) {
    let asked = MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance)
    try await onQueue { self.unlock(asked) }
  }

  // MARK: - On the queue

  private func onQueue(
    _ body: @escaping @Sendable () -> Result<Void, CameraMeterError>
  ) async throws(CameraMeterError) {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
    try result.get()
  }

  private func lock(
    _ asked: Set<MeteringQuantity>, duration: Double, throwIfUnsupported: Bool
  ) -> Result<Void, CameraMeterError> {
    do throws(CameraMeterError) {
      // Before the device is touched.
      guard !duration.isNaN else { throw .metering(.lockDurationNotANumber) }
      let quantities = try supported(asked, throwIfUnsupported: throwIfUnsupported)
      // A lock runs out by the frames' time.
      let runsOut = duration > 0 && duration.isFinite
      if runsOut { try checkRunning() }
      try take(over: quantities)
      let failure: MeteringError? = kept.state.withLock { state in
        do throws(MeteringError) {
          try state.change { (meter) throws(MeteringError) in try meter.lock(quantities, duration: duration) }
          return nil
        } catch { return error }
      }
      if let failure { throw .metering(failure) }
      if runsOut { follow() }
      finishScan()
      return .success(())
    } catch { return .failure(error) }
  }

  private func unlock(_ asked: Set<MeteringQuantity>) -> Result<Void, CameraMeterError> {
    do throws(CameraMeterError) {
      let quantities = try supported(asked, throwIfUnsupported: false)
      try checkRunning()
      try take(over: quantities)
      kept.state.withLock { state in state.change { $0.unlock(quantities) } }
      follow()
      finishScan()
      return .success(())
    } catch { return .failure(error) }
  }

  // MARK: - By itself

  /// Follows what the camera's options name, where nobody has asked for it or set it. The end of a run ends that, and the next begins it
  /// anew.
  func followByItself() {
    later { meter in
      let camera = meter.camera
      guard camera.isRunning else { return }
      let idle = camera.options.continuousMetering.intersection(meter.supportedQuantities)
        .subtracting(camera.state.withLock { $0.setByHand })
        .filter { [.notMetered, .deviceFailed].contains(meter.scene.reason(of: $0)) }
      guard !idle.isEmpty else { return }
      if case .failure(.camera(let error)) = meter.unlock(idle) { meter.fail(error) }
    }
  }

  // MARK: - Checks

  private func supported(
    _ asked: Set<MeteringQuantity>, throwIfUnsupported: Bool
  ) throws(CameraMeterError) -> Set<MeteringQuantity> {
    // An unplugged camera lacks more than was asked for.
    do throws(CameraError) { try camera.checkConnection() } catch { throw .camera(error) }
    let missing = asked.subtracting(supportedQuantities)
    guard !asked.isEmpty else { throw .metering(.nothingToMeter) }
    if !missing.isEmpty, throwIfUnsupported || missing == asked {
      throw .notSupported(MeteringQuantity.allCases.filter(missing.contains))
    }
    kept.state.withLock { state in state.change { $0.stop(missing, because: .unsupported) } }
    return asked.subtracting(missing)
  }

  private func checkRunning() throws(CameraMeterError) {
    guard camera.isRunning else { throw .camera(camera.failure ?? camera.error(.notRunning)) }
  }

  private func take(over quantities: Set<MeteringQuantity>) throws(CameraMeterError) {
    do throws(CameraError) { try takeOver(quantities) } catch { throw .camera(error) }
  }
}

extension MeteringQuantity {
  /// The quantities that are asked for.
  package static func set(exposure: Bool, focus: Bool, whiteBalance: Bool) -> Set<MeteringQuantity> {
    Set((exposure ? [.exposure] : []) + (focus ? [.focus] : []) + (whiteBalance ? [.whiteBalance] : []))
  }
}

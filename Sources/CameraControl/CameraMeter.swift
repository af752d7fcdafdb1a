internal import CameraDevices
package import Dispatch
public import GrayCard
public import Metering
internal import Synchronization

/// Measures a gray card with a running camera, sets exposure, focus and white balance by it, and locks them.
///
/// A ``/Metering/Meter`` makes the decisions, from trusted frames only; see Docs/Methods/Metering.md. A meter may be
/// used from any thread, and keeps its camera alive. Use ``Camera/meter``, the camera's own: two meters on one camera
/// would undo each other's settings.
public final class CameraMeter: Sendable {
  /// The camera.
  public let camera: Camera
  /// The thresholds of the meter.
  public var settings: MeterSettings { kept.settings }
  /// The limits beyond which a card is refused or has a warning.
  public var limits: GrayCardLimits { kept.limits }
  /// The quantities that the camera can set.
  ///
  /// White balance is among them for every camera whose frames have colours, because gains that the device does not
  /// apply are attached to its frames.
  public var supportedQuantities: Set<MeteringQuantity> { kept.supportedQuantities }

  /// The state of the meter. The state of ``Camera/meter`` outlives this object.
  let kept: KeptMeter
  /// The queue of frames, requests to the device, and changes of the meter.
  ///
  /// It is not one of Swift's tasks, which wait for each other, nor a thread of a caller.
  package var queue: DispatchQueue { kept.queue }

  /// A frame, and the number of the camera's last change before it.
  struct Arrival {
    let frame: CameraFrame
    let lastChange: Int
  }

  struct State {
    var meter: Meter
    var mode = MeteringMode.spot
    var point = MeteringPoint.center
    var scan: Scan?
    /// The end of the scan on the camera's clock.
    var deadline = Duration.zero
    /// The settings of what the meter did not follow before the scan, and what a caller had set then.
    var settingsBefore: [MeteringQuantity: CameraSettings] = [:]
    var setByHandBefore: Set<MeteringQuantity> = []
    /// The quantities of the scan in progress that a caller has set on the camera since it began, and whether each was
    /// left to an automatic mode.
    var setInScan: [MeteringQuantity: Bool] = [:]
    var lastScan = 0
    /// The scans that have neither begun nor been cancelled.
    var scansToCome: Set<Int> = []
    /// The camera's number for the meter; `nil` while the meter does not take frames.
    var observer: Int?
    /// The number of the meter's last change to the camera. Frames from before it may still arrive.
    var lastChange = 0
    var consumers: [Int: AsyncStream<MeteringScene>.Continuation] = [:]
    var lastConsumer = 0
    var failure: CameraError?
    /// The number of the meter's requests that have failed since one succeeded.
    var failuresInARow = 0

    /// Changes the meter, and notifies the readers of its scenes.
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

    /// Gives up a quantity that a caller has set: locks it, or leaves it to the camera's automatic mode, because a
    /// device that moves the value by itself has nothing locked.
    mutating func giveUp(_ quantity: MeteringQuantity, isAutomatic: Bool) {
      change { meter in
        guard !isAutomatic else { return meter.stop([quantity], because: .leftToCamera) }
        // It throws for no quantity and for a duration that is not a number.
        try? meter.lock([quantity])
      }
    }

    /// Notes that a caller has locked or unlocked these quantities. A scan of them ends as
    /// ``CameraMeterError/superseded``, and does not restore them where it is cancelled.
    mutating func takeFromScan(_ quantities: Set<MeteringQuantity>) {
      if scan?.quantities.isDisjoint(with: quantities) == false { scan?.isTakenOver = true }
      for quantity in quantities { (settingsBefore[quantity], setInScan[quantity]) = (nil, nil) }
      setByHandBefore.subtract(quantities)
    }
  }

  /// A scan that a caller waits for.
  struct Scan {
    let number: Int
    let quantities: Set<MeteringQuantity>
    /// Whether somebody has locked or unlocked some of the quantities since.
    var isTakenOver = false
    let continuation: CheckedContinuation<Result<MeteringScene, CameraMeterError>, Never>
  }

  /// Creates a meter that does nothing until it is asked. Prefer ``Camera/meter``, which all callers share.
  public convenience init(
    _ camera: Camera, settings: MeterSettings = MeterSettings(), limits: GrayCardLimits = GrayCardLimits()
  ) {
    self.init(camera, KeptMeter(camera, settings, limits))
  }

  /// Creates a meter from kept state.
  init(_ camera: Camera, _ kept: KeptMeter) {
    self.camera = camera
    self.kept = kept
  }

  // MARK: - State

  /// The names of the previews that a point may refer to. A camera has one: its frames.
  public let surfaces = ["frames"]

  /// The part of the frame around ``meteringPoint`` in which the meter looks for the card.
  public var meteringMode: MeteringMode {
    get { kept.state.withLock { $0.mode } }
    set { kept.state.withLock { $0.mode = newValue } }
  }

  /// The point at which the meter looks for the card.
  ///
  /// It is the center of the last scan, or a point that was set since.
  public var meteringPoint: MeteringPoint {
    get { kept.state.withLock { $0.point } }
    set { kept.state.withLock { $0.point = newValue } }
  }

  /// The quantities that the meter sets by itself, now or when their lock expires.
  package var followedQuantities: Set<MeteringQuantity> {
    kept.state.withLock { state in
      let scene = state.meter.scene
      return state.meter.measuredQuantities.union(MeteringQuantity.allCases.filter { scene.lockExpiry(of: $0) != nil })
    }
  }

  /// The present state of exposure, focus and white balance.
  public var scene: MeteringScene { kept.scene }

  /// The time that locks count, in seconds from the meter's first frame to its newest.
  ///
  /// A lock has ``MeteringScene``'s `lockExpiry` minus this time left.
  public var elapsed: Double { kept.state.withLock { $0.meter.elapsed } }

  /// The number of frames that the meter did not look at, because nothing had changed in those before.
  package var skippedCount: Int { kept.state.withLock { $0.meter.skippedCount } }

  /// The scene now and after each change. A slow reader misses the older ones.
  ///
  /// The stream ends when the camera is unplugged.
  public var scenes: AsyncStream<MeteringScene> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: MeteringScene.self, bufferingPolicy: .bufferingNewest(Self.keptScenes))
    let number: Int? = kept.state.withLock { state in
      continuation.yield(state.meter.scene)
      // The end of frames ends the consumers under this lock, after the camera is no longer connected. So a camera that
      // is connected here ends this consumer too.
      guard camera.isConnected else { return nil }
      state.lastConsumer += 1
      state.consumers[state.lastConsumer] = continuation
      return state.lastConsumer
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak kept] _ in
      kept?.state.withLock { _ = $0.consumers.removeValue(forKey: number) }
    }
    watchCamera()
    // The stream ends with the camera, and the meter learns of that from the end of the frames. So it takes frames even
    // where it measures nothing. A camera that was unplugged meanwhile has ended already.
    if camera.isRunning || !camera.isConnected { follow() }
    return stream
  }

  /// The number of scenes kept for a slow reader.
  ///
  /// It covers the statuses of a scan, three for each quantity, and a few more: converged may last for one frame.
  private static let keptScenes = 16

  /// The error of the last setting that no caller waited for; `nil` where it succeeded.
  public var failure: CameraError? { kept.state.withLock { $0.failure } }
}

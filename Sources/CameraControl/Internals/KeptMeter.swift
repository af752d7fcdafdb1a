internal import Dispatch
internal import GrayCard
internal import Metering
internal import Synchronization

/// The state of a meter.
///
/// A camera keeps the state of ``Camera/meter`` as long as it lives, so that locks and metering go on while no caller
/// holds a ``CameraMeter``. A ``CameraMeter`` in turn keeps the camera alive.
final class KeptMeter: Sendable {
  let settings: MeterSettings
  let limits: GrayCardLimits
  let supportedQuantities: Set<MeteringQuantity>
  let state: Mutex<CameraMeter.State>
  /// The newest frame that has not been handled.
  let inbox = Mutex<CameraMeter.Arrival?>(nil)
  let queue = DispatchQueue(label: "CameraControl.meter", qos: .userInitiated)
  private weak let camera: Camera?

  init(_ camera: Camera, _ settings: MeterSettings, _ limits: GrayCardLimits) {
    self.camera = camera
    self.settings = settings
    self.limits = limits
    supportedQuantities = camera.meteredQuantities
    state = Mutex(CameraMeter.State(meter: Meter(settings: settings)))
    queue.setSpecific(key: Self.owner, value: ObjectIdentifier(self))
  }

  deinit {
    let (observer, consumers) = state.withLock { ($0.observer, $0.consumers) }
    if let observer { camera?.removeObserver(observer) }
    camera?.removeLifeWatcher(of: ObjectIdentifier(self))
    for consumer in consumers.values { consumer.finish() }
  }

  private static let owner = DispatchSpecificKey<ObjectIdentifier>()

  /// Whether the current code runs on the meter's queue.
  var isOnQueue: Bool { DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self) }

  var scene: MeteringScene { state.withLock { $0.meter.scene } }

  /// Locks a quantity that a caller has set, without a time limit, or leaves it to the camera's automatic mode.
  ///
  /// Otherwise the meter would set it again, at once or when its lock expires. A scan goes on, because a caller asked
  /// for it. If that is cancelled, the quantity stays as the caller has set it.
  func giveUp(_ quantity: MeteringQuantity, isAutomatic: Bool) {
    queue.async { [weak self] in
      self?.state.withLock { state in
        let scene = state.meter.scene
        let isMeasured = state.meter.measuredQuantities.contains(quantity)
        let wasLeft = scene.reason(of: quantity) == .leftToCamera
        guard state.scan?.quantities.contains(quantity) != true else {
          state.setInScan[quantity] = isAutomatic
          return
        }
        guard isMeasured || wasLeft || scene.status(of: quantity) == .locked else { return }
        state.giveUp(quantity, isAutomatic: isAutomatic)
      }
    }
  }
}

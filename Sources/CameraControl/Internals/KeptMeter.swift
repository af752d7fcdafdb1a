internal import Dispatch
internal import GrayCard
internal import Metering
internal import Synchronization

/// All that a meter knows. A camera keeps that of ``Camera/meter`` as long as it lives, so that locks and metering go on while nobody
/// holds a ``CameraMeter``, which holds the camera.
final class KeptMeter: Sendable {
  let settings: MeterSettings
  let limits: GrayCardLimits
  let supportedQuantities: Set<MeteringQuantity>
  let state: Mutex<CameraMeter.State>
  /// The newest frame that has not been looked at.
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
    for consumer in consumers.values { consumer.finish() }
  }

  private static let owner = DispatchSpecificKey<ObjectIdentifier>()

  /// Whether this is called by the meter itself.
  var isOnQueue: Bool { DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(self) }

  var scene: MeteringScene { state.withLock { $0.meter.scene } }

  /// Holds a quantity that somebody has set, for good: what is followed would be set anew, and so would what is locked when its lock
  /// runs out. A scan goes on, because it was asked for.
  func hold(_ quantity: MeteringQuantity) {
    queue.async { [weak self] in
      self?.state.withLock { state in
        let isMeasured = state.meter.measuredQuantities.contains(quantity)
        guard isMeasured || state.meter.scene.status(of: quantity) == .locked,
          state.scan?.quantities.contains(quantity) != true
        else { return }
        try? state.change { (meter) throws(MeteringError) in try meter.lock([quantity]) }
      }
    }
  }
}

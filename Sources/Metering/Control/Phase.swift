/// The phase that the meter is in for one quantity.
enum Phase: Hashable, Sendable {
  /// The quantity is left alone, because it was not requested or a scan failed.
  case resting
  /// The quantity is measured once, and then locked.
  case scanning
  /// The quantity follows the scene. The value is the time since when it has been metering, in seconds, or `nil` while
  /// it is converged.
  case following(since: Double?)
  /// The quantity is held until this time, in seconds, or for good where it is `nil`.
  case locked(until: Double?)

  var isFollowing: Bool {
    if case .following = self { return true }
    return false
  }

  var isActive: Bool { self == .scanning || isFollowing }
}

/// The phase of each quantity. The fields have names, because every frame asks for them.
struct Phases: Hashable, Sendable {
  private var exposure = Phase.resting
  private var focus = Phase.resting
  private var whiteBalance = Phase.resting

  subscript(quantity: MeteringQuantity) -> Phase {
    get {
      switch quantity {
      case .exposure: exposure
      case .focus: focus
      case .whiteBalance: whiteBalance
      }
    }
    set {
      switch quantity {
      case .exposure: exposure = newValue
      case .focus: focus = newValue
      case .whiteBalance: whiteBalance = newValue
      }
    }
  }
}

/// The measurements of each quantity.
struct Controls: Hashable, Sendable {
  var exposure = ExposureControl()
  var focus = FocusControl()
  var whiteBalance = WhiteBalanceControl()

  /// Discards the current blocks, because their frames must be consecutive and some are missing.
  mutating func interrupt() {
    exposure.interrupt()
    focus.interrupt()
    whiteBalance.interrupt()
  }
}

/// The state before a scan.
struct Origin: Hashable, Sendable {
  var phases = Phases()
  var scene = MeteringScene()
  var controls = Controls()

  /// Replaces the state of one quantity.
  mutating func take(_ quantity: MeteringQuantity, from other: Origin) {
    phases[quantity] = other.phases[quantity]
    switch quantity {
    case .exposure: (scene.exposure, controls.exposure) = (other.scene.exposure, other.controls.exposure)
    case .focus: (scene.focus, controls.focus) = (other.scene.focus, other.controls.focus)
    case .whiteBalance:
      (scene.whiteBalance, controls.whiteBalance) = (other.scene.whiteBalance, other.controls.whiteBalance)
    }
  }
}

extension MeteringScene {
  mutating func set(_ status: MeteringStatus, _ reason: MeteringReason?, of quantity: MeteringQuantity) {
    switch quantity {
    case .exposure: (exposure.status, exposure.reason) = (status, reason)
    case .focus: (focus.status, focus.reason) = (status, reason)
    case .whiteBalance: (whiteBalance.status, whiteBalance.reason) = (status, reason)
    }
  }

  mutating func setExpiry(_ expiry: Double?, of quantity: MeteringQuantity) {
    switch quantity {
    case .exposure: exposure.lockExpiry = expiry
    case .focus: focus.lockExpiry = expiry
    case .whiteBalance: whiteBalance.lockExpiry = expiry
    }
  }
}

extension MeteringReason {
  /// Whether the reason may accompany a converged quantity.
  var isLimit: Bool { self == .exposureAtLimit }
}

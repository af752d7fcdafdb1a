public import GrayCard
public import WhiteBalance

/// The quantities that a meter measures and holds.
public enum MeteringQuantity: String, CaseIterable, Hashable, Sendable {
  /// The brightness of the card.
  case exposure
  /// The position of the lens.
  case focus
  /// The gains that make the card neutral.
  case whiteBalance = "white-balance"
}

/// The relation between a quantity's setting on the device and the scene.
public enum MeteringStatus: String, CaseIterable, Hashable, Sendable {
  /// The setting does not match the scene, or it is not known whether it does. The reason tells why.
  case diverged
  /// The scene is being measured.
  case metering
  /// The setting matches the scene, within the thresholds of ``MeterSettings``.
  case converged
  /// The setting matched the scene, or was declared good, and is held whatever the scene does.
  case locked
}

/// The reason why a quantity is not converged, or the limit of a converged one.
public indirect enum MeteringReason: Hashable, Sendable {
  /// The quantity has not been requested.
  case notMetered
  /// The device has no control for the quantity.
  case unsupported
  /// The device failed or is gone.
  case deviceFailed
  /// A caller has left the quantity to an automatic mode of the camera.
  case leftToCamera
  /// The card of the last frame was refused.
  case refused([CardRefusalCode])
  /// The light, or the scene in front of the lens, changes faster than it can be measured.
  case unsteady
  /// The frames are too noisy for the threshold.
  case noisy
  /// The device can expose no more, or no less.
  case exposureAtLimit
  /// No position of the lens is sharper than the others.
  case noContrast
  /// No trusted frame came.
  case noFrames
  /// The scan, or the attempt to follow, reached its limit, in seconds. The reason is the obstacle at the end.
  case timedOut(Double, MeteringReason?)
  /// The scan was cancelled.
  case cancelled
}

extension MeteringReason: CustomStringConvertible {
  /// The reason, as a clause.
  public var description: String {
    switch self {
    case .notMetered: "not metered yet"
    case .unsupported: "the device has no control for it"
    case .deviceFailed: "the device failed"
    case .leftToCamera: "left to the camera's automatic mode"
    case .refused(let codes): "the card is refused: \(codes.map(\.rawValue).joined(separator: ", "))"
    case .unsteady: "the light or the scene changes faster than it can be measured"
    case .noisy: "the frames are too noisy"
    case .exposureAtLimit: "the device's exposure is at its limit"
    case .noContrast: "no position of the lens is sharper than the others"
    case .noFrames: "no frames that could be trusted"
    case .timedOut(let seconds, let reason):
      "not done within \(seconds) s" + (reason.map { ": \($0)" } ?? "")
    case .cancelled: "the scan was cancelled"
    }
  }
}

/// A quantity's status, with what was measured.
public struct MeteredQuantity<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The relation between the setting and the scene.
  public var status: MeteringStatus
  /// The reason why the quantity is not converged, or the limit of one that is; `nil` without a reason.
  public var reason: MeteringReason?
  /// The latest value; `nil` before the first one. For focus and white balance it is what the device was last asked to
  /// set, and for exposure the level that was last measured.
  public var value: Value?
  /// The time when the lock expires, in seconds from the meter's first frame; `nil` where it is not locked, or locked
  /// for good.
  public var lockExpiry: Double?

  /// Creates a quantity, for example for the test of an app. Without arguments it has not been metered.
  public init(
    status: MeteringStatus = .diverged, reason: MeteringReason? = .notMetered, value: Value? = nil,
    lockExpiry: Double? = nil
  ) {
    (self.status, self.reason, self.value, self.lockExpiry) = (status, reason, value, lockExpiry)
  }
}

/// Exposure, focus and white balance as the meter knows them.
public struct MeteringScene: Hashable, Sendable {
  /// The level of the card's brightest channel, as a share of the range from black to white.
  public var exposure: MeteredQuantity<Double>
  /// The position of the lens, 0 to 1.
  public var focus: MeteredQuantity<Double>
  /// The gains that make the card neutral, with their standard error.
  public var whiteBalance: MeteredQuantity<MeasuredGains>

  /// Creates a scene, for example for the test of an app. Without arguments nothing has been metered.
  public init(
    exposure: MeteredQuantity<Double> = .init(), focus: MeteredQuantity<Double> = .init(),
    whiteBalance: MeteredQuantity<MeasuredGains> = .init()
  ) {
    (self.exposure, self.focus, self.whiteBalance) = (exposure, focus, whiteBalance)
  }

  /// Returns the status of a quantity.
  public func status(of quantity: MeteringQuantity) -> MeteringStatus {
    switch quantity {
    case .exposure: exposure.status
    case .focus: focus.status
    case .whiteBalance: whiteBalance.status
    }
  }

  /// Returns the time at which the lock of a quantity expires, or `nil` without such a time.
  package func lockExpiry(of quantity: MeteringQuantity) -> Double? {
    switch quantity {
    case .exposure: exposure.lockExpiry
    case .focus: focus.lockExpiry
    case .whiteBalance: whiteBalance.lockExpiry
    }
  }

  /// Returns the reason of a quantity, or `nil` where there is none.
  public func reason(of quantity: MeteringQuantity) -> MeteringReason? {
    switch quantity {
    case .exposure: exposure.reason
    case .focus: focus.reason
    case .whiteBalance: whiteBalance.reason
    }
  }
}

extension MeteringScene: CustomStringConvertible {
  /// The status of each quantity, with its reason where there is one.
  public var description: String {
    MeteringQuantity.allCases.map { quantity in
      "\(quantity.rawValue) \(status(of: quantity).rawValue)" + (reason(of: quantity).map { " (\($0))" } ?? "")
    }.joined(separator: ", ")
  }
}

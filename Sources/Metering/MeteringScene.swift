public import GrayCard

/// What a meter measures and holds.
public enum MeteringQuantity: String, CaseIterable, Hashable, Sendable {
  case exposure
  case focus
  case whiteBalance = "white-balance"
}

/// How what the device is set to stands to the scene.
public enum MeteringStatus: String, CaseIterable, Hashable, Sendable {
  /// They do not match, or nobody knows; the reason says why.
  case diverged
  /// The scene is being measured.
  case metering
  /// They match, within ``MeterSettings``' thresholds.
  case converged
  /// They matched, or were said to be good, and are held whatever the scene does.
  case locked
}

/// Why a quantity is not converged, or what limits it though it is.
public indirect enum MeteringReason: Hashable, Sendable {
  /// Nobody asked.
  case notMetered
  /// The device cannot be set.
  case unsupported
  /// The device failed, or is gone.
  case deviceFailed
  /// The card of the last frame was refused.
  case refused([Refusal.Code])
  /// The light, or what is before the lens, changes faster than it can be measured.
  case unsteady
  /// The noise of the frames is too much for the threshold.
  case noisy
  /// The device cannot expose more, or less.
  case exposureAtLimit
  /// No position of the lens is sharper than the others.
  case noContrast
  /// Frames were not to be trusted, or none came.
  case noFrames
  /// The scan, or the attempt to follow, took as long as it may, in seconds; and what was in the way at the end.
  case timedOut(Double, MeteringReason?)
  /// The scan was cancelled.
  case cancelled
}

extension MeteringReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notMetered: "not metered yet"
    case .unsupported: "the device has no control for it"
    case .deviceFailed: "the device failed"
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

/// A quantity's status, and what was measured.
public struct MeteredQuantity<Value: Hashable & Sendable>: Hashable, Sendable {
  public internal(set) var status = MeteringStatus.diverged
  public internal(set) var reason: MeteringReason? = .notMetered
  /// What the device was last asked to be set to; `nil` before.
  public internal(set) var value: Value?
  /// When the lock runs out, in seconds of the frames' time; `nil` where it is not locked, or for good.
  public internal(set) var lockExpiry: Double?
}

/// Exposure, focus and white balance as the meter knows them.
public struct MeteringScene: Hashable, Sendable {
  /// The card's brightest channel, as a share of the range from black to white.
  public internal(set) var exposure = MeteredQuantity<Double>()
  /// The position of the lens, 0 to 1.
  public internal(set) var focus = MeteredQuantity<Double>()
  /// The gains that make the card neutral, with their standard error.
  public internal(set) var whiteBalance = MeteredQuantity<MeasuredGains>()

  public init() {}

  public func status(of quantity: MeteringQuantity) -> MeteringStatus {
    switch quantity {
    case .exposure: exposure.status
    case .focus: focus.status
    case .whiteBalance: whiteBalance.status
    }
  }

  public func reason(of quantity: MeteringQuantity) -> MeteringReason? {
    switch quantity {
    case .exposure: exposure.reason
    case .focus: focus.reason
    case .whiteBalance: whiteBalance.reason
    }
  }
}

package import Calibration
package import GrayCard
package import WhiteBalance

/// Whether a result is to be trusted.
package enum Verdict: String, Encodable {
  case ok
  case refused

  package init(_ refusals: [CalibrationRefusal]) { self = refusals.isEmpty ? .ok : .refused }
}

extension Report.Reason {
  package init(_ refusal: LimitBreach<some LimitCode>) {
    self.init(code: refusal.code.rawValue, value: refusal.value, limit: refusal.limit)
  }
}

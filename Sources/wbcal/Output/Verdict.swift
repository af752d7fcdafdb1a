import Calibration
import GrayCard
import WhiteBalance

/// Whether a result is to be trusted.
enum Verdict: String, Encodable {
  case ok
  case refused

  init(_ refusals: [CalibrationRefusal]) { self = refusals.isEmpty ? .ok : .refused }
}

extension Report.Reason {
  init(_ refusal: some LimitedFinding) {
    self.init(code: refusal.code.rawValue, value: refusal.value, limit: refusal.limit)
  }
}

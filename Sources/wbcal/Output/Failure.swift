import WhiteBalance

/// An end of the tool other than success. Scripts depend on the numbers; 64 and up are those of BSD's sysexits.h.
enum Status: Int32 {
  /// A measurement that cannot be trusted, or gains that the policy does not allow.
  case refused = 2
  case usage = 64
  case badData = 65
  case noInput = 66
  case deviceFailed = 69
  case outputFailed = 74
}

struct Failure: Error, Hashable {
  let status: Status
  /// Names the file or device, the value, and what would have been right.
  let message: String

  init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  init(_ error: WhiteBalanceError, _ message: String) {
    let isRefusal = if case .gainsOutOfRange = error { true } else { false }
    self.init(isRefusal ? .refused : .badData, message)
  }
}

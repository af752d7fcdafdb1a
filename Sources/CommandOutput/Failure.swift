package import WhiteBalance

/// An end of the tool other than success. Scripts depend on the numbers; 64 and up are those of BSD's sysexits.h.
package enum Status: Int32 {
  /// A measurement or a calibration that cannot be trusted, or gains that the policy does not allow.
  case refused = 2
  case usage = 64
  case badData = 65
  case noInput = 66
  case deviceFailed = 69
  case outputFailed = 74
}

package struct Failure: Error, Hashable {
  package let status: Status
  /// The message. It names the file or device, the value, and what would have been right.
  package let message: String

  package init(_ status: Status, _ message: String) {
    self.status = status
    self.message = message
  }

  /// Creates the refusal of a measurement or a calibration.
  ///
  /// - Parameters:
  ///   - subjects: The results that are refused, each with its reasons.
  ///   - notes: Lines that are no reasons: warnings, and what else helps.
  package init(refused subjects: [(name: String, reasons: [String])], notes: [String] = []) {
    let lines = subjects.flatMap { ["\($0.name): refused"] + $0.reasons.map { "  \($0)" } }
    self.init(.refused, (lines + notes.map { "  note: \($0)" }).joined(separator: "\n"))
  }

  /// Returns the failure of writing a file that goes with a result, or `nil` where it was written.
  ///
  /// The failure to write a page or a picture must not hide the result. So the caller prints the result first, and
  /// throws this failure afterwards.
  package static func unwritten(_ write: () throws -> Void) throws -> Failure? {
    do { try write() } catch let failure as Failure { return failure }
    return nil
  }

  /// Returns this failure with another one below it, which decides the status.
  package func followed(by other: Failure?) -> Failure {
    other.map { Failure($0.status, "\(message)\n\($0.message)") } ?? self
  }

  package init(_ error: WhiteBalanceError, _ message: String) {
    self.init(error.isRefusal ? .refused : .badData, message)
  }
}

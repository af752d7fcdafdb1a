package import Calibration
package import GrayCard
internal import Testing
internal import WhiteBalance

/// The reasons and warnings in JSON as values of the rooms that they come from, which have their words.
extension JSONValue {
  package func refusals() throws -> [CardRefusal] {
    try reasons { code, value, limit in
      CardRefusal(code: try #require(.init(rawValue: code)), value: value, limit: limit)
    }
  }

  package func calibrationRefusals() throws -> [CalibrationRefusal] {
    try reasons { code, value, limit in
      CalibrationRefusal(code: try #require(.init(rawValue: code)), value: value, limit: limit)
    }
  }

  /// A warning of a card that has a value and a limit.
  package func cardWarning() throws -> CardWarning {
    let code = try #require(self["code"]?.text)
    return CardWarning(
      code: try #require(.init(rawValue: code)), value: try #require(self["value"]?.number),
      limit: try #require(self["limit"]?.number))
  }

  private func reasons<Reason>(_ make: (String, Double, Double) throws -> Reason) throws -> [Reason] {
    try #require(self["reasons"]?.array).map { reason in
      let code = try #require(reason["code"]?.text)
      let value = try #require(reason["value"].flatMap { $0.text == "Infinity" ? .infinity : $0.number })
      return try make(code, value, #require(reason["limit"]?.number))
    }
  }
}

/// The refusal of `what` with its reasons below it, and then the lines that are no reasons, as the tool prints them.
package func refused(_ what: String, _ reasons: [String], notes: [String] = []) -> String {
  listed("\(what): refused", reasons + notes.map { "note: \($0)" })
}

package func listed(_ heading: String, _ lines: [String]) -> String {
  ([heading] + lines.map { "  \($0)" }).joined(separator: "\n")
}

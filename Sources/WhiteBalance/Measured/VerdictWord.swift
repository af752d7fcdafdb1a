/// The words for a verdict. They are the same in every JSON object, report and page, and scripts depend on them.
package enum VerdictWord: String, Codable, Sendable {
  /// The result can be trusted.
  case ok
  /// There is a reason not to trust the result.
  case refused

  /// Creates the word for a result with these reasons not to trust it.
  package init(_ refusals: [LimitBreach<some LimitCode>]) { self = refusals.isEmpty ? .ok : .refused }
}

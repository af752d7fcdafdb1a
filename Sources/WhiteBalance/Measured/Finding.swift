/// A finding that a person should know in addition to a result, with its value, the limit that it passed, and a
/// sentence.
public struct Finding: Codable, Hashable, Sendable {
  /// The kind of finding, a word that scripts can depend on.
  public var code: String
  /// The value found and the limit that it passed, in the unit of the code; `nil` where the finding is not a number.
  public var value, limit: Double?
  /// The finding as a sentence for a person.
  public var message: String

  /// Creates a finding.
  ///
  /// - Parameters:
  ///   - code: The kind of finding.
  ///   - value: The value found, in the unit of the code.
  ///   - limit: The limit that the value passed, in the same unit.
  ///   - message: The finding as a sentence.
  public init(code: String, value: Double? = nil, limit: Double? = nil, message: String) {
    self.code = code
    self.value = value
    self.limit = limit
    self.message = message
  }
}

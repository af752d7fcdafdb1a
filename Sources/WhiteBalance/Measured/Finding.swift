/// A finding that a person should know in addition to a result, with its value, the limit that it passed, and a
/// sentence. As in a record, a number in JSON that is not finite is the text "Infinity", "-Infinity" or "NaN".
public struct Finding: Codable, Hashable, Sendable {
  /// The kind of finding, a word that scripts can depend on.
  public var code: String
  /// The value found and the limit that it passed, in the unit of the code; `nil` where the finding is not a number.
  public var value, limit: Double?
  /// The finding as a sentence for a person.
  public var message: String

  enum CodingKeys: String, CodingKey { case code, value, limit, message }

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

// JSON has no infinity, and the limit of a refusal may be infinite. The compiler's own coding of a finding calls these.
extension KeyedEncodingContainer<Finding.CodingKeys> {
  fileprivate mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    try encodeIfPresent(value.map(RecordNumber.init), forKey: key)
  }
}

extension KeyedDecodingContainer<Finding.CodingKeys> {
  fileprivate func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try decodeIfPresent(RecordNumber.self, forKey: key)?.value
  }
}

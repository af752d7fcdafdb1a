internal import Colorimetry

/// A profile as JSON: the entries that its ICC file holds in the dictionary, so that both read back to the same bits.
extension DeviceProfile: Codable {
  /// Writes the profile's entries as one object of texts.
  ///
  /// - Throws: `EncodingError` for a look-up table, which only an ICC file can hold.
  public func encode(to encoder: any Encoder) throws {
    if case .lookUpTable = characterization {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "a look-up table is kept in its ICC file; matrices, white maps and curves can be JSON")
      )
    }
    var container = encoder.singleValueContainer()
    let entries = ProfileDictionary.entries(of: self)
    try container.encode(Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) }))
  }

  /// Reads a profile from the object that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` where an entry is missing, unknown or out of range, with its ``ProfileError``.
  public init(from decoder: any Decoder) throws {
    let entries = try decoder.singleValueContainer().decode([String: String].self).map {
      (key: $0.key, value: $0.value)
    }
    do throws(ProfileError) {
      self = try ProfileDictionary.deviceProfile(entries) { () throws(ProfileError) in throw .noColorimetry }
    } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension CreationDate: Codable, Comparable {
  /// Writes the date in ISO 8601.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a date in ISO 8601, to the second and in UTC.
  ///
  /// - Throws: `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let date = CreationDate(text) else {
      throw decoder.corrupted("'\(text)' is not a date such as 2026-11-21T09:30:00Z")
    }
    self = date
  }

  /// Whether a date is before another.
  public static func < (first: CreationDate, second: CreationDate) -> Bool { first.description < second.description }
}

internal import Colorimetry

/// A profile as JSON: the entries that its ICC file holds in the dictionary, so that both read back to the same bits.
extension DeviceProfile: Codable {
  /// Writes the profile's entries as one object of texts.
  ///
  /// - Throws: `EncodingError` for a look-up table, which only an ICC file can hold, and for a profile that could not
  ///   be read again, such as one without a model, with its ``ProfileError``.
  public func encode(to encoder: any Encoder) throws {
    if case .lookUpTable = characterization {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "a look-up table is kept in its ICC file; matrices, white maps and curves can be JSON")
      )
    }
    let entries = ProfileDictionary.entries(of: self)
    do throws(ProfileError) { _ = try Self(entries) } catch {
      throw EncodingError.invalidValue(
        self, .init(codingPath: encoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
    var container = encoder.singleValueContainer()
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
      // An ICC file's dictionary may have entries of other programs. An object has not.
      if let other = entries.map(\.key).filter({ !ProfileDictionary.isOwn($0) }).min() { throw .unknownEntry(other) }
      try self.init(entries)
    } catch { throw decoder.corrupted(error) }
  }

  /// Restores a profile that is no look-up table from its entries.
  private init(_ entries: [(key: String, value: String)]) throws(ProfileError) {
    self = try ProfileDictionary.deviceProfile(entries) { () throws(ProfileError) in throw .noColorimetry }
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

/// Values that check their numbers. Decoding checks them again, and its errors have the reason.
extension Matrix3x3: Codable {
  /// Writes the nine entries, row by row, as an array.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }

  /// Reads nine entries, row by row.
  ///
  /// - Throws: `DecodingError` where there are not nine numbers.
  public init(from decoder: any Decoder) throws {
    let m = try decoder.singleValueContainer().decode([Double].self)
    guard m.count == 9 else {
      throw decoder.corrupted("a matrix has 9 entries, and there are \(m.count)")
    }
    self.init(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8])
  }
}

extension SpectralDistribution: Codable {
  private enum Key: CodingKey { case wavelengths, values }

  /// Writes the wavelengths, in nanometres, and the values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(wavelengths, forKey: .wavelengths)
    try container.encode(values, forKey: .values)
  }

  /// Reads wavelengths, in nanometres, and values.
  ///
  /// - Throws: `DecodingError` where they are not a spectral distribution, with its ``SpectralDistributionError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let wavelengths = try container.decode([Double].self, forKey: .wavelengths)
    let values = try container.decode([Double].self, forKey: .values)
    do throws(SpectralDistributionError) { try self.init(wavelengths: wavelengths, values: values) } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension Decoder {
  /// Returns the error of a value that was read and cannot be used, for a reason in words or an error.
  package func corrupted(_ reason: some CustomStringConvertible) -> DecodingError {
    .dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "\(reason)", underlyingError: reason as? any Error))
  }
}

internal import Colorimetry

/// Values that check their numbers. Decoding checks them again, and its errors have the reason.
extension GainRange: Codable {
  private enum Key: CodingKey { case maximum }

  /// Writes the largest gain.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(maximum, forKey: .maximum)
  }

  /// Reads the largest gain.
  ///
  /// - Throws: `DecodingError` where it is not the maximum of a range, with its ``WhiteBalanceError``.
  public init(from decoder: any Decoder) throws {
    let maximum = try decoder.container(keyedBy: Key.self).decode(Double.self, forKey: .maximum)
    do throws(WhiteBalanceError) { try self.init(maximum: maximum) } catch { throw decoder.corrupted(error) }
  }
}

extension CharacterizationUncertainty: Codable {
  private enum Key: CodingKey { case mired, duv, miredPerMired, duvPerMired }

  /// Writes the errors, and their growth outside of the calibrated lights.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(mired, forKey: .mired)
    try container.encode(duv, forKey: .duv)
    try container.encode(miredPerMired, forKey: .miredPerMired)
    try container.encode(duvPerMired, forKey: .duvPerMired)
  }

  /// Reads the errors, and their growth outside of the calibrated lights, which is 0 where it is absent.
  ///
  /// - Throws: `DecodingError` where the errors are not valid. Its underlying error is the ``WhiteBalanceError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let mired = try container.decode(Double.self, forKey: .mired)
    let duv = try container.decode(Double.self, forKey: .duv)
    let miredPerMired = try container.decodeIfPresent(Double.self, forKey: .miredPerMired) ?? 0
    let duvPerMired = try container.decodeIfPresent(Double.self, forKey: .duvPerMired) ?? 0
    do throws(WhiteBalanceError) {
      try self.init(mired: mired, duv: duv, miredPerMired: miredPerMired, duvPerMired: duvPerMired)
    } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension MatrixCharacterization: Codable {
  private enum Key: CodingKey { case lights, unitResponse }

  /// Writes the calibrated lights and the response of the unit.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(lights, forKey: .lights)
    try container.encode(unitResponse, forKey: .unitResponse)
  }

  /// Reads the calibrated lights and the response of the unit.
  ///
  /// - Throws: `DecodingError` where they do not form a characterization. Its underlying error is the
  ///   ``WhiteBalanceError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let lights = try container.decode([CalibratedLight].self, forKey: .lights)
    let unitResponse = try container.decode(LinearRGB.self, forKey: .unitResponse)
    do throws(WhiteBalanceError) { try self.init(lights: lights, unitResponse: unitResponse) } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension LightEstimate: Codable {
  private enum Key: CodingKey { case chromaticity, residual }

  /// Writes the chromaticity and the residual, from which the other properties follow.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(chromaticity, forKey: .chromaticity)
    try container.encode(residual, forKey: .residual)
  }

  /// Reads the chromaticity and the residual.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      chromaticity: try container.decode(Chromaticity.self, forKey: .chromaticity),
      residual: try container.decode(Double.self, forKey: .residual))
  }
}

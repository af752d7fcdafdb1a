internal import Colorimetry

// Decoding checks the numbers again, as the initializers do. The underlying error of a `DecodingError` is the
// `WhiteBalanceError`.

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
  private enum Key: CodingKey { case mired, duv, miredPerMired, duvPerMired, lights }

  /// Writes the errors, their growth outside of the calibrated lights, and the errors by kind of light where they are
  /// known.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(mired, forKey: .mired)
    try container.encode(duv, forKey: .duv)
    try container.encode(miredPerMired, forKey: .miredPerMired)
    try container.encode(duvPerMired, forKey: .duvPerMired)
    try container.encodeIfPresent(lights, forKey: .lights)
  }

  /// Reads the errors, their growth outside of the calibrated lights, which is 0 where it is absent, and the errors by
  /// kind of light.
  ///
  /// - Throws: `DecodingError` where the errors are not valid. Its underlying error is the ``WhiteBalanceError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let mired = try container.decode(Double.self, forKey: .mired)
    let duv = try container.decode(Double.self, forKey: .duv)
    let miredPerMired = try container.decodeIfPresent(Double.self, forKey: .miredPerMired) ?? 0
    let duvPerMired = try container.decodeIfPresent(Double.self, forKey: .duvPerMired) ?? 0
    let lights = try container.decodeIfPresent(LightErrorTable.self, forKey: .lights)
    do throws(WhiteBalanceError) {
      try self.init(mired: mired, duv: duv, miredPerMired: miredPerMired, duvPerMired: duvPerMired, lights: lights)
    } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension LightErrorTable: Codable {
  /// Writes the errors under the name of their kind.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Dictionary(uniqueKeysWithValues: kinds.map { ($0.rawValue, $1) }))
  }

  /// Reads errors under the name of their kind. A kind that is not known is skipped.
  package init(from decoder: any Decoder) throws {
    let named = try decoder.singleValueContainer().decode([String: LightErrors].self)
    let kinds = named.compactMap { name, errors in LightKind(rawValue: name).map { ($0, errors) } }
    do throws(WhiteBalanceError) { try self.init(Dictionary(uniqueKeysWithValues: kinds)) } catch {
      throw decoder.corrupted(error)
    }
  }
}

extension LightErrors.Node {
  /// Reads the errors at one temperature. The mean error of Duv is 0 where it is absent.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      reciprocalTemperature: try container.decode(Double.self, forKey: .reciprocalTemperature),
      mired: try container.decode(Double.self, forKey: .mired),
      duv: try container.decode(Double.self, forKey: .duv),
      lowestDuv: try container.decode(Double.self, forKey: .lowestDuv),
      highestDuv: try container.decode(Double.self, forKey: .highestDuv),
      duvBias: try container.decodeIfPresent(Double.self, forKey: .duvBias) ?? 0)
  }
}

extension LightErrors: Codable {
  private enum Key: CodingKey { case nodes, edge, miredPerDuv, duvPerDuv }

  /// Writes the errors by temperature, and their growth away from the locus.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(edge, forKey: .edge)
    try container.encode(miredPerDuv, forKey: .miredPerDuv)
    try container.encode(duvPerDuv, forKey: .duvPerDuv)
  }

  /// Reads the errors by temperature, and their growth away from the locus.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let nodes = try container.decode([Node].self, forKey: .nodes)
    let edge = try container.decode(Double.self, forKey: .edge)
    let miredPerDuv = try container.decode(Double.self, forKey: .miredPerDuv)
    let duvPerDuv = try container.decode(Double.self, forKey: .duvPerDuv)
    do throws(WhiteBalanceError) {
      try self.init(nodes: nodes, edge: edge, miredPerDuv: miredPerDuv, duvPerDuv: duvPerDuv)
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

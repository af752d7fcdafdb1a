extension SampleLevels: Codable {
  private enum Key: CodingKey { case black, white, blackError, sharedBlackError }

  /// Writes the levels of the four channels, and the errors of the black ones.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(black, forKey: .black)
    try container.encode(white, forKey: .white)
    try container.encode(blackError, forKey: .blackError)
    if sharedBlackError > 0 { try container.encode(sharedBlackError, forKey: .sharedBlackError) }
  }

  /// Reads the levels of the four channels, and the errors of the black ones (0 where they are absent).
  ///
  /// - Throws: `DecodingError` where they do not fit each other, with its ``RawFrameError``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let black = try container.decode(BayerValues<Double>.self, forKey: .black)
    let white = try container.decode(BayerValues<Double>.self, forKey: .white)
    let blackError = try container.decodeIfPresent(BayerValues<Double>.self, forKey: .blackError)
    let shared = try container.decodeIfPresent(Double.self, forKey: .sharedBlackError)
    do throws(RawFrameError) {
      try self.init(
        black: black, white: white, blackError: blackError ?? BayerValues(repeating: 0), sharedBlackError: shared ?? 0)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

extension PixelFormat: Codable {
  /// Writes the format's V4L2 code, such as `RG10`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// Reads a format by its V4L2 code.
  ///
  /// - Throws: `DecodingError` where no format has the code, with its ``RawFrameError``.
  public init(from decoder: any Decoder) throws {
    let code = try decoder.singleValueContainer().decode(String.self)
    do throws(RawFrameError) { try self.init(code) } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

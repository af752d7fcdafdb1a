public import DeviceProfiles
internal import RealModule

/// The exposure of a frame. Values that are not known are `nil`.
public struct ExposureMetadata: Hashable, Sendable {
  /// The exposure time, in seconds.
  public let duration: Double?
  /// The sensitivity, as defined by ISO 12232.
  public let iso: Double?
  /// The gain of the sensor's amplifier, 1 for none. Many devices report no other sensitivity.
  public let gain: Double?
  /// The f-number.
  public let aperture: Double?
  /// The time at which the frame was taken.
  public let date: CreationDate?

  /// Creates an exposure from the values that are known.
  ///
  /// - Parameters:
  ///   - duration: The exposure time, in seconds.
  ///   - iso: The sensitivity, as defined by ISO 12232.
  ///   - gain: The gain of the sensor's amplifier, 1 for none.
  ///   - aperture: The f-number.
  ///   - date: The time at which the frame was taken.
  /// - Throws: ``ExposureError/notPositive(_:_:)`` unless each number is finite and above 0.
  public init(
    duration: Double? = nil, iso: Double? = nil, gain: Double? = nil, aperture: Double? = nil,
    date: CreationDate? = nil
  ) throws(ExposureError) {
    for (field, value) in [("duration", duration), ("ISO", iso), ("gain", gain), ("aperture", aperture)] {
      guard let value else { continue }
      guard value.isFinite, value > 0 else { throw .notPositive(field, value) }
    }
    (self.duration, self.iso, self.gain, self.aperture) = (duration, iso, gain, aperture)
    self.date = date
  }

  /// The exposure without the values that EXIF's fractions do not hold.
  var writable: Self {
    Self(
      known: duration.flatMap { Self.isFraction($0) ? $0 : nil }, iso, gain,
      aperture.flatMap { Self.isFraction($0) ? $0 : nil }, date)
  }

  /// Returns the exposure with another's values where this one has none.
  package func completed(by other: Self) -> Self {
    Self(
      known: duration ?? other.duration, iso ?? other.iso, gain ?? other.gain, aperture ?? other.aperture,
      date ?? other.date)
  }

  /// Creates an exposure from checked values.
  private init(known duration: Double?, _ iso: Double?, _ gain: Double?, _ aperture: Double?, _ date: CreationDate?) {
    (self.duration, self.iso, self.gain, self.aperture, self.date) = (duration, iso, gain, aperture, date)
  }

  /// The exposure of which nothing is known.
  public static let unknown = ExposureMetadata()

  private init() { self.init(known: nil, nil, nil, nil, nil) }

  /// The exposure value at ISO 100, log₂(aperture² / duration) - log₂(ISO / 100), or `nil` unless all three are known.
  ///
  /// Source: CIPA DC-008 (EXIF), annex C: APEX.
  public var exposureValue: Double? {
    guard let duration, let aperture, let iso else { return nil }
    return .log2(aperture * aperture / duration) - .log2(iso / 100)
  }
}

/// The reason why an exposure cannot be described.
public enum ExposureError: Error, Hashable, Sendable {
  /// A field has a value that is not finite or not above 0.
  case notPositive(String, Double)
}

extension ExposureError: CustomStringConvertible {
  /// A message with the value at fault and what would have been right.
  public var description: String {
    switch self {
    case .notPositive(let field, let value):
      "an exposure's \(field) of \(value) is not valid; it must be finite and above 0"
    }
  }
}

extension ExposureMetadata {
  /// Returns the illuminance on a card in lux: constant · signal · N² / (t · S); `nil` unless duration, f-number and
  /// ISO are known.
  ///
  /// - Parameters:
  ///   - signal: The green of the card's neutral, as a share of the range from black to white.
  ///   - constant: The constant of the camera and the card, in lux seconds, above 0.
  package func illuminance(ofCardWith signal: Double, constant: Double) -> Double? {
    guard let duration, let aperture, let iso else { return nil }
    return constant * signal * aperture * aperture / (duration * iso)
  }
}

public import DeviceProfiles
internal import RealModule

/// How a frame was exposed. What is not known is absent.
public struct ExposureMetadata: Hashable, Sendable {
  /// In seconds.
  public let duration: Double?
  /// The sensitivity, as ISO 12232 counts it.
  public let iso: Double?
  /// What the sensor's amplifier multiplies with, 1 for none: all that many devices tell of their sensitivity.
  public let gain: Double?
  /// The f-number.
  public let aperture: Double?
  public let date: CreationDate?

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

  /// Nothing is known.
  public static let unknown = ExposureMetadata()

  private init() { (duration, iso, gain, aperture, date) = (nil, nil, nil, nil, nil) }

  /// The exposure value at ISO 100: log₂(aperture² / duration) - log₂(ISO / 100). `nil` unless all three are known.
  ///
  /// Source: CIPA DC-008 (EXIF), annex C: APEX.
  public var exposureValue: Double? {
    guard let duration, let aperture, let iso else { return nil }
    return .log2(aperture * aperture / duration) - .log2(iso / 100)
  }
}

public enum ExposureError: Error, Hashable, Sendable {
  case notPositive(String, Double)
}

extension ExposureError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notPositive(let field, let value): "an exposure's \(field) of \(value) is not valid; it must be above 0"
    }
  }
}

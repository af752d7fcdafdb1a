public import Colorimetry

/// How a device responds to light: the link between chromaticity and its red, green and blue.
public protocol DeviceCharacterization: Sendable {
  /// The neutral of a light, in any scale.
  ///
  /// The light may be one that does not exist, as a temperature with a large tint is, as long as the device would
  /// respond to it.
  ///
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)``, or ``WhiteBalanceError/colorimetry(_:)`` for a
  ///   chromaticity that is not finite or whose y is not above 0.
  func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB

  /// The light whose neutral is `neutral`: the way back of ``response(to:)``.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate

  /// The temperatures in kelvin between which the device was calibrated; `nil` where that is not known. Outside of them
  /// both ways extrapolate.
  var calibratedTemperatures: ClosedRange<Double>? { get }
}

extension DeviceCharacterization {
  public var calibratedTemperatures: ClosedRange<Double>? { nil }

  /// How far the temperature of `light` is outside of those calibrated, in mired; 0 between them, `nil` where they are not
  /// known.
  public func miredOutside(_ light: TemperatureAndTint) -> Double? {
    guard let calibrated = calibratedTemperatures else { return nil }
    return abs(light.mired - 1e6 / min(max(light.temperature, calibrated.lowerBound), calibrated.upperBound))
  }
}

/// The light that causes a neutral, and how far it can be trusted.
public struct LightEstimate: Hashable, Sendable {
  public enum Status: Hashable, Sendable {
    /// A real light with a temperature.
    case converged
    /// A real light that is too blue or too far below the locus to have a temperature.
    case beyondLocus(ColorimetryError)
    /// The neutral is not one of a real light: X, Y or Z is negative.
    case notReal
  }

  public let chromaticity: Chromaticity
  /// Absent where the chromaticity has no temperature.
  public let temperatureAndTint: TemperatureAndTint?
  public let status: Status
  /// By how many mired the temperature that the solution was computed at differs from its own; 0 where the
  /// characterization does not depend on temperature.
  public let residual: Double

  /// The estimate for a chromaticity that a characterization has found.
  public init(chromaticity: Chromaticity, residual: Double) {
    self.chromaticity = chromaticity
    self.residual = residual
    do throws(ColorimetryError) {
      temperatureAndTint = try TemperatureAndTint(UniformChromaticity(chromaticity))
      status = chromaticity.isReal ? .converged : .notReal
    } catch {
      temperatureAndTint = nil
      status = chromaticity.isReal ? .beyondLocus(error) : .notReal
    }
  }
}

// MARK: - Conversions

extension DeviceCharacterization {
  /// The gains, least gain 1, that make a gray card neutral under `light`. They may exceed the device's range: see
  /// ``fitted(_:to:by:)``.
  public func gains(for light: Chromaticity) throws(WhiteBalanceError) -> WhiteBalanceGains {
    try WhiteBalanceGains(neutralizing: response(to: light))
  }

  /// The gains, least gain 1, for a temperature and tint. They may exceed the device's range: see ``fitted(_:to:by:)``.
  public func gains(for light: TemperatureAndTint) throws(WhiteBalanceError) -> WhiteBalanceGains {
    let chromaticity: Chromaticity
    do throws(ColorimetryError) { chromaticity = try Chromaticity(light) } catch { throw .colorimetry(error) }
    return try gains(for: chromaticity)
  }

  /// The light that `gains` make neutral.
  public func light(neutralizedBy gains: WhiteBalanceGains) throws(WhiteBalanceError) -> LightEstimate {
    try light(causing: gains.neutral())
  }

  /// The chromaticity of the light that `gains` make neutral.
  public func chromaticity(for gains: WhiteBalanceGains) throws(WhiteBalanceError) -> Chromaticity {
    try light(neutralizedBy: gains).chromaticity
  }

  /// The temperature and tint of the light that `gains` make neutral.
  ///
  /// - Throws: ``WhiteBalanceError``; where the light has no temperature, ``WhiteBalanceError/colorimetry(_:)``.
  public func temperatureAndTint(for gains: WhiteBalanceGains) throws(WhiteBalanceError) -> TemperatureAndTint {
    let estimate = try light(neutralizedBy: gains)
    do throws(ColorimetryError) {
      return try TemperatureAndTint(UniformChromaticity(estimate.chromaticity))
    } catch {
      throw .colorimetry(error)
    }
  }
}

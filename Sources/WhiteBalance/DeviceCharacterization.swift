public import Colorimetry
internal import RealModule

/// A model of a device's response to light. It links chromaticity to the device's red, green and blue.
public protocol DeviceCharacterization: Sendable {
  /// Returns the neutral of a light, in any scale.
  ///
  /// The light need not exist: a large tint is accepted as long as every channel of the device would respond to it.
  ///
  /// - Parameter light: The chromaticity of the light.
  /// - Returns: The device's linear response to a white surface under the light.
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)``, ``WhiteBalanceError/lightNotCovered(_:)`` for a light
  ///   that a table does not reach, or ``WhiteBalanceError/colorimetry(_:)`` for a chromaticity that is not finite or
  ///   whose y is not above 0.
  func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB

  /// Returns the light that gives the device this neutral. It is the inverse of ``response(to:)``.
  ///
  /// - Parameter neutral: The device's linear response to a white or gray surface, in any scale.
  /// - Returns: The light, with what is known of its reliability.
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate

  /// The correlated colour temperatures, in kelvin, between which the device was calibrated, or `nil` where they are
  /// not known.
  ///
  /// Outside of them, ``response(to:)`` and ``light(forNeutral:)`` extrapolate.
  var calibratedTemperatures: ClosedRange<Double>? { get }

  /// Returns the characterization that describes the device best under lights of a kind.
  ///
  /// A white map moves daylight and filament lamps as black bodies and daylight, where their kind is known. Other
  /// characterizations are the same for all kinds.
  ///
  ///     let daylight = profile.characterization.specialized(for: .daylight)
  ///     let light = try daylight.light(forNeutral: neutral)
  ///
  /// - Parameter kind: The kind of the light.
  /// - Returns: A characterization of the same device.
  func specialized(for kind: LightKind) -> any DeviceCharacterization
}

extension DeviceCharacterization {
  /// The default is `nil`: the calibrated temperatures are not known.
  public var calibratedTemperatures: ClosedRange<Double>? { nil }

  /// The default is this characterization.
  public func specialized(for kind: LightKind) -> any DeviceCharacterization { self }

  /// Returns how far the temperature of `light` is outside of the calibrated temperatures, as
  /// ``CharacterizationUncertainty/errors(at:kind:miredOutside:)`` takes it.
  ///
  /// - Returns: The distance in mired, 0 between them, or `nil` where they are not known.
  public func miredOutside(_ light: TemperatureAndTint) -> Double? {
    guard let calibrated = calibratedTemperatures else { return nil }
    return abs(light.mired - 1e6 / min(max(light.temperature, calibrated.lowerBound), calibrated.upperBound))
  }
}

/// The light that explains a neutral, with what is known of its reliability.
public struct LightEstimate: Hashable, Sendable {
  /// The relation of a light to the Planckian locus and to real lights.
  public enum Status: Hashable, Sendable {
    /// The light is real and has a temperature.
    case converged
    /// The light is real and has no temperature: it is bluer than any black body, colder than 500 K, or too far from
    /// the locus. The error says which.
    case beyondLocus(ColorimetryError)
    /// No real light has this neutral: X, Y or Z is negative.
    case notReal
  }

  /// The chromaticity of the light.
  public let chromaticity: Chromaticity
  /// The temperature and tint of the light, or `nil` where the chromaticity has no temperature.
  public let temperatureAndTint: TemperatureAndTint?
  /// Whether the light is real and has a temperature.
  public let status: Status
  /// The error that is left in the solution, in mired: the temperature of this light, limited to the calibrated ones,
  /// minus the temperature that the solution was computed at.
  ///
  /// It is 0 where the characterization does not depend on temperature.
  public let residual: Double

  /// Creates an estimate from the chromaticity that a characterization has found.
  ///
  /// - Parameters:
  ///   - chromaticity: The chromaticity of the light.
  ///   - residual: The error that is left in the solution, in mired.
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

extension LightEstimate {
  /// Returns the estimate without the mean error of Duv on lights of its kind.
  ///
  /// - Parameter stated: The errors that the characterization states for the light that it found.
  /// - Returns: The light of the same temperature, what was added to its Duv, and the error of Duv. Where no real light
  ///   has the corrected Duv, the estimate stays as it is, and the mean error is a part of the error.
  package func corrected(
    by stated: CharacterizationUncertainty.Stated
  ) -> (estimate: LightEstimate, duvCorrection: Double, duvError: Double) {
    guard stated.duvBias != 0 else { return (self, 0, stated.duv) }
    if status == .converged, let light = temperatureAndTint,
      let chromaticity = try? Chromaticity(
        TemperatureAndTint(temperature: light.temperature, duv: light.duv - stated.duvBias))
    {
      let corrected = LightEstimate(chromaticity: chromaticity, residual: residual)
      if corrected.status == .converged { return (corrected, -stated.duvBias, stated.duv) }
    }
    return (self, 0, .hypot(stated.duv, stated.duvBias))
  }
}

// MARK: - Conversions

extension DeviceCharacterization {
  /// Returns the gains that make a gray card neutral under `light`.
  ///
  /// They may exceed the device's range; ``fitted(_:to:by:)`` brings them into it.
  ///
  /// - Parameter light: The chromaticity of the light.
  /// - Returns: The gains, least gain 1.
  /// - Throws: The errors of ``response(to:)``.
  public func gains(for light: Chromaticity) throws(WhiteBalanceError) -> WhiteBalanceGains {
    try WhiteBalanceGains(neutralizing: response(to: light))
  }

  /// Returns the gains that make a gray card neutral under a light of this temperature and tint.
  ///
  /// They may exceed the device's range; ``fitted(_:to:by:)`` brings them into it.
  ///
  /// - Parameter light: The temperature, in kelvin, and tint of the light.
  /// - Returns: The gains, least gain 1.
  /// - Throws: ``WhiteBalanceError/colorimetry(_:)`` where the temperature is out of range, and what ``response(to:)``
  ///   throws.
  public func gains(for light: TemperatureAndTint) throws(WhiteBalanceError) -> WhiteBalanceGains {
    let chromaticity: Chromaticity
    do throws(ColorimetryError) { chromaticity = try Chromaticity(light) } catch { throw .colorimetry(error) }
    return try gains(for: chromaticity)
  }

  /// Returns the light that `gains` make neutral.
  ///
  /// - Throws: ``WhiteBalanceError/gainsNotPositive(_:)``, and what ``light(forNeutral:)`` throws.
  public func light(neutralizedBy gains: WhiteBalanceGains) throws(WhiteBalanceError) -> LightEstimate {
    try light(forNeutral: gains.neutral())
  }

  /// Returns the chromaticity of the light that `gains` make neutral.
  ///
  /// - Throws: The errors of ``light(neutralizedBy:)``.
  public func chromaticity(for gains: WhiteBalanceGains) throws(WhiteBalanceError) -> Chromaticity {
    try light(neutralizedBy: gains).chromaticity
  }

  /// Returns the temperature and tint of the light that `gains` make neutral.
  ///
  /// Gains far from those of any light have an answer too, by the same arithmetic. The status of
  /// ``light(neutralizedBy:)`` says where no light has such a chromaticity.
  ///
  /// - Throws: ``WhiteBalanceError/colorimetry(_:)`` where the light has no temperature, and what
  ///   ``light(neutralizedBy:)`` throws.
  public func temperatureAndTint(for gains: WhiteBalanceGains) throws(WhiteBalanceError) -> TemperatureAndTint {
    let estimate = try light(neutralizedBy: gains)
    if let found = estimate.temperatureAndTint { return found }
    // The conversion fails again, and its error says why there is no temperature.
    do throws(ColorimetryError) {
      return try TemperatureAndTint(UniformChromaticity(estimate.chromaticity))
    } catch {
      throw .colorimetry(error)
    }
  }
}

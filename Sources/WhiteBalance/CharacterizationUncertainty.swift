public import Colorimetry

/// The standard uncertainty (k = 1) of the lights that a characterization finds.
///
/// It is the root mean square of the errors on lights whose values are known.
public struct CharacterizationUncertainty: Hashable, Sendable {
  /// The standard error of the reciprocal temperature, in mired, within the calibrated temperatures.
  public let mired: Double
  /// The standard error of Duv, within the calibrated temperatures.
  public let duv: Double
  /// The growth of ``mired`` and ``duv`` for each mired outside of the calibrated temperatures.
  ///
  /// The growth is an independent error, added in quadrature. It is 0 where none is known.
  public let miredPerMired, duvPerMired: Double
  /// The errors by kind of light, temperature and Duv; `nil` where only ``mired`` and ``duv`` are known.
  package let lights: LightErrorTable?

  /// Creates an uncertainty from its standard errors.
  ///
  /// - Parameters:
  ///   - mired: The standard error of the reciprocal temperature, in mired.
  ///   - duv: The standard error of Duv.
  ///   - miredPerMired: The growth of `mired` for each mired outside of the calibrated temperatures.
  ///   - duvPerMired: The growth of `duv` for each mired outside of the calibrated temperatures.
  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` unless all four are between 0 and 1e6.
  public init(
    mired: Double, duv: Double, miredPerMired: Double = 0, duvPerMired: Double = 0
  ) throws(WhiteBalanceError) {
    try self.init(mired: mired, duv: duv, miredPerMired: miredPerMired, duvPerMired: duvPerMired, lights: nil)
  }

  /// Creates an uncertainty with errors by kind of light, temperature and Duv, which replace `mired` and `duv`.
  package init(
    mired: Double, duv: Double, miredPerMired: Double = 0, duvPerMired: Double = 0, lights: LightErrorTable?
  ) throws(WhiteBalanceError) {
    for (mired, duv) in [(mired, duv), (miredPerMired, duvPerMired)] {
      guard (0...Self.largestError).contains(mired), (0...Self.largestError).contains(duv) else {
        throw .invalidUncertainty(mired: mired, duv: duv)
      }
    }
    self.mired = mired
    self.duv = duv
    self.miredPerMired = miredPerMired
    self.duvPerMired = duvPerMired
    self.lights = lights
  }

  /// Creates an uncertainty from errors by kind of light, temperature and Duv, and their growth outside of the
  /// calibrated temperatures. ``mired`` and ``duv`` are the root mean squares of the errors over lamps of any kind.
  package init(
    lights: LightErrorTable, miredPerMired: Double = 0, duvPerMired: Double = 0
  ) throws(WhiteBalanceError) {
    let lamps = lights.ofAny.rootMeanSquare
    try self.init(
      mired: lamps.mired, duv: lamps.duv, miredPerMired: miredPerMired, duvPerMired: duvPerMired, lights: lights)
  }

  /// The largest error. The whole range of temperatures is 2000 mired long, and squares of larger errors could
  /// overflow.
  static let largestError = 1e6

  /// Returns the standard errors for a light outside of the calibrated temperatures.
  ///
  /// - Parameter distance: The distance from the nearest calibrated temperature, in mired; 0 between them.
  /// - Returns: The standard errors of the reciprocal temperature, in mired, and of Duv.
  package func errors(miredOutside distance: Double) -> (mired: Double, duv: Double) {
    grown((mired, duv), miredOutside: distance)
  }

  /// Returns errors within the calibrated temperatures as they grow with the distance from these, in mired.
  private func grown(
    _ inside: (mired: Double, duv: Double), miredOutside distance: Double
  ) -> (mired: Double, duv: Double) {
    func length(_ inside: Double, _ growth: Double) -> Double {
      (inside * inside + growth * distance * (growth * distance)).squareRoot()
    }
    return (length(inside.mired, miredPerMired), length(inside.duv, duvPerMired))
  }

  /// The standard uncertainties of a light that was found, and the kind of lights for which they hold.
  public struct Stated: Hashable, Sendable {
    /// The standard errors of the reciprocal temperature, in mired, and of Duv.
    public let mired, duv: Double
    /// The kind of lights for which the errors hold; `nil` where the profile does not say.
    public let kind: LightKind?
    /// Whether lights of that kind were learnt near this one. It is true where the profile does not say.
    public let isFamiliar: Bool
    /// The mean error of Duv on lights of that kind, found minus true. The errors hold after it is subtracted from
    /// Duv.
    ///
    /// It is 0 where the kind is not known or has no such error, and where the profile does not say.
    public let duvBias: Double
  }

  /// Returns the standard errors for a light that was found.
  ///
  /// - Parameters:
  ///   - light: The light that the characterization found.
  ///   - kind: The kind of the light. Where nothing was learnt about the kind, the errors are those for any light.
  ///   - distance: The distance from the nearest calibrated temperature, in mired; 0 between them.
  /// - Returns: The errors, and the kind of lights for which they hold.
  public func errors(
    at light: TemperatureAndTint, kind: LightKind = .any, miredOutside distance: Double = 0
  ) -> Stated {
    guard let lights, let errors = lights.kinds[lights.known(kind)] else {
      let errors = self.errors(miredOutside: distance)
      return Stated(mired: errors.mired, duv: errors.duv, kind: nil, isFamiliar: true, duvBias: 0)
    }
    let bias = duvBias(at: light, kind: kind)
    let light = TemperatureAndTint(temperature: light.temperature, duv: light.duv - bias)
    let (mired, duv) = grown(lights.errors(at: light, kind: kind), miredOutside: distance)
    return Stated(
      mired: mired, duv: duv, kind: lights.known(kind), isFamiliar: errors.covers(light), duvBias: bias)
  }

  /// Returns the mean error of Duv on lights of a kind, found minus true; 0 where it is not known.
  package func duvBias(at light: TemperatureAndTint, kind: LightKind) -> Double {
    lights?.kinds[kind]?.interpolated(at: light.mired).duvBias ?? 0
  }
}

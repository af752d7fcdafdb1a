internal import NumericalMethods

/// The base lights relative to which a program defines tint: black bodies up to 4000 K, and CIE daylights above.
///
/// Daylight is greener than a black body, so the base light jumps at 4000 K. The two kinds also overlap in their ratio
/// of blue to red, so a light in the overlap can be expressed relative to either.
struct BaseLight {
  /// The temperatures that each kind covers, in kelvin.
  let blackBodies, daylights: ClosedRange<Double>

  /// The program's range of tint.
  let tints: ClosedRange<Double>

  /// The matrix from X, Y, Z to the space in which the program compares lights. Its components stand for red, green and
  /// blue.
  let space: Matrix3x3

  var temperatures: ClosedRange<Double> { blackBodies.lowerBound...daylights.upperBound }

  /// Returns the base light in the program's space, in any scale.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``.
  func components(temperature: Double) throws(ColorimetryError) -> SIMD3<Double> {
    guard temperatures.contains(temperature) else { throw .temperatureOutsideMethod(temperature, temperatures) }
    if daylights.contains(temperature) {
      let factors = try Chromaticity.daylight(temperature: temperature).daylightFactors
      return space * (Self.daylightComponents * factors)
    }
    return space * SIMD3(try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0)))
  }

  /// Returns the light of a temperature, in kelvin, and a tint: the base light with its green divided by `tint`.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)`` or ``ColorimetryError/tintOutsideMethod(_:_:)``.
  func light(temperature: Double, tint: Double) throws(ColorimetryError) -> Chromaticity {
    guard tints.contains(tint) else { throw .tintOutsideMethod(tint, tints) }
    var components = try components(temperature: temperature)
    components.y /= tint
    return Chromaticity(TristimulusValues(space.inverse * components))
  }

  /// Returns the temperature, in kelvin, of the base light with the same ratio of blue to red, and the tint: the base
  /// light's ratio of green to red divided by the light's.
  ///
  /// Where two base lights match, the result is the one whose tint is nearer to 1 by ratio.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, ``ColorimetryError/lightOutsideMethod(_:)`` where no base light has
  ///   the light's ratio of blue to red, or ``ColorimetryError/tintOutsideMethod(_:_:)``.
  func place(of light: Chromaticity) throws(ColorimetryError) -> (temperature: Double, tint: Double) {
    guard light.isReal else { throw .notReal(light) }
    let target = space * SIMD3(light)
    guard target.x > 0 else { throw .lightOutsideMethod(light) }
    var nearest: (temperature: Double, tint: Double)?
    for kind in [daylights, blackBodies] {
      guard let temperature = try temperature(in: kind, blueToRed: target.z / target.x) else { continue }
      let base = try components(temperature: temperature)
      let tint = base.y / base.x * (target.x / target.y)
      if let other = nearest, max(other.tint, 1 / other.tint) <= max(tint, 1 / tint) { continue }
      nearest = (temperature, tint)
    }
    guard let nearest else { throw .lightOutsideMethod(light) }
    let tint = min(max(nearest.tint, tints.lowerBound), tints.upperBound)
    guard abs(nearest.tint - tint) <= Self.tintTolerance * tint else { throw .tintOutsideMethod(nearest.tint, tints) }
    return (nearest.temperature, tint)
  }

  /// Returns the temperature, in kelvin, at which lights of one kind have this ratio of blue to red, which rises with
  /// temperature, or `nil` outside the range.
  private func temperature(
    in kind: ClosedRange<Double>, blueToRed target: Double
  ) throws(ColorimetryError) -> Double? {
    func lack(_ temperature: Double) throws(ColorimetryError) -> Double {
      let base = try components(temperature: temperature)
      return target - base.z / base.x
    }
    guard try lack(kind.lowerBound) >= -Self.endTolerance, try lack(kind.upperBound) <= Self.endTolerance else {
      return nil
    }
    return try bracketedRoot(in: kind, of: lack)
  }

  /// The distance, in the ratio of blue to red, by which a light may lie beyond the end of a range and still count as
  /// the end. Rounding of x and y leaves 1e-15 beside the base light. The tolerance moves the temperature by less than
  /// 1e-7 K.
  private static let endTolerance = 1e-13

  /// The same tolerance for the ends of the tints, as a ratio. Rounding of x and y leaves 1e-14.
  private static let tintTolerance = 1e-12

  /// X, Y, Z of the components S0, S1 and S2, in columns. Daylight is linear in them, so its tristimulus values are
  /// too.
  private static let daylightComponents: Matrix3x3 = {
    func sum(_ component: Int) -> SIMD3<Double> {
      TristimulusValues(
        SpectralDistribution(
          table: CIEIlluminantTables.daylightComponents.map { $0[component] },
          firstWavelength: CIEIlluminantTables.firstDaylightWavelength, step: 5)
      ).vector
    }
    return Matrix3x3(columns: sum(0), sum(1), sum(2))
  }()
}

extension SIMD3<Double> {
  /// Creates X, Y, Z on the scale where their sum is 1.
  fileprivate init(_ light: Chromaticity) { self.init(light.x, light.y, 1 - light.x - light.y) }
}

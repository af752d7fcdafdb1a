/// The lights from which a program counts its tint: black bodies up to 4000 K, the CIE's daylights above.
///
/// Daylight is greener than the black body, so the base light jumps there, and the two kinds overlap in blue against
/// red: a light in the overlap has a place by either.
struct BaseLight {
  /// What each kind serves, in kelvin.
  let blackBodies, daylights: ClosedRange<Double>

  /// The program's limits.
  let tints: ClosedRange<Double>

  /// The space in which the program compares lights, from X, Y, Z: what stands for red, for green and for blue.
  let space: Matrix3x3

  var temperatures: ClosedRange<Double> { blackBodies.lowerBound...daylights.upperBound }

  /// The base light in the program's space, in any scale.
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

  /// The light of a temperature and tint: the base light with its green divided by `tint`.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)``, ``ColorimetryError/tintOutsideMethod(_:_:)``.
  func light(temperature: Double, tint: Double) throws(ColorimetryError) -> Chromaticity {
    guard tints.contains(tint) else { throw .tintOutsideMethod(tint, tints) }
    var components = try components(temperature: temperature)
    components.y /= tint
    let values = space.inverse * components
    return Chromaticity(TristimulusValues(x: values.x, y: values.y, z: values.z))
  }

  /// The temperature of the base light with the light's blue against red, and the base light's green against red over
  /// the light's. Of two places the one whose tint is nearer to 1, by ratio.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, ``ColorimetryError/lightOutsideMethod(_:)`` where no base light has
  ///   the light's blue against red.
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

  /// The temperature at which lights of one kind have a given blue against red, which rises with it; `nil` outside.
  private func temperature(
    in kind: ClosedRange<Double>, blueToRed target: Double
  ) throws(ColorimetryError) -> Double? {
    func excess(_ temperature: Double) throws(ColorimetryError) -> Double {
      let base = try components(temperature: temperature)
      return base.z / base.x - target
    }
    var (low, high) = (kind.lowerBound, kind.upperBound)
    let (atLow, atHigh) = (try excess(low), try excess(high))
    guard atLow <= Self.endTolerance, atHigh >= -Self.endTolerance else { return nil }
    if atLow >= 0 { return low }
    if atHigh <= 0 { return high }
    while true {
      let middle = low + (high - low) / 2
      guard low < middle, middle < high else { return middle }
      if try excess(middle) > 0 { high = middle } else { low = middle }
    }
  }

  /// How far, in blue against red, a light may lie past an end of a range and still be taken as the end's. Rounding of
  /// x and y leaves 1e-15 beside the base light; it moves the temperature by less than 1e-7 K.
  private static let endTolerance = 1e-13

  /// The same for an end of the tints, relative to it. Rounding of x and y leaves 1e-14.
  private static let tintTolerance = 1e-12

  /// X, Y, Z of S0, S1 and S2, in columns: daylight is linear in them, so its sums are too.
  private static let daylightComponents: Matrix3x3 = {
    func sum(_ component: Int) -> SIMD3<Double> {
      let values = TristimulusValues(
        SpectralDistribution(
          table: CIEIlluminantTables.daylightComponents.map { $0[component] },
          firstWavelength: CIEIlluminantTables.firstDaylightWavelength, step: 5))
      return [values.x, values.y, values.z]
    }
    return Matrix3x3(columns: sum(0), sum(1), sum(2))
  }()
}

extension SIMD3<Double> {
  /// X, Y, Z in the scale in which their sum is 1.
  fileprivate init(_ light: Chromaticity) { self.init(light.x, light.y, 1 - light.x - light.y) }
}

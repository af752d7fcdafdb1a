/// Temperature and Duv by interpolation between 31 isotherms, from 1667 K to infinity.
///
/// Robertson's paper gives the temperature. Duv is computed along the interpolated isotherm, as in the DNG SDK.
///
/// Source: Robertson 1968, "Computation of correlated color temperature and distribution temperature",
/// doi:10.1364/JOSA.58.001528; the table as in Wyszecki and Stiles 1982, "Color Science", page 228.
public struct Robertson1968: TemperatureMethod {
  private let isotherms: [Isotherm]

  private struct Isotherm {
    let mired: Double
    let point, direction: SIMD2<Double>

    /// Creates an isotherm.
    ///
    /// - Parameter slope: The slope dv/du. `direction` points along it towards greater u.
    init(_ mired: Double, _ u: Double, _ v: Double, _ slope: Double) {
      self.mired = mired
      point = [u, v]
      direction = SIMD2(1, slope) / (1 + slope * slope).squareRoot()
    }

    /// Returns the signed distance of `target` from the isotherm, above 0 on the side of lower temperatures.
    func distance(of target: SIMD2<Double>) -> Double {
      let offset = target - point
      return offset.y * direction.x - offset.x * direction.y
    }
  }

  /// The lowest temperature of the table, in kelvin: 600 mired.
  package static let lowestTemperature = 1e6 / 600

  /// Returns the temperature, in kelvin, and Duv of a point.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, ``ColorimetryError/beyondInfiniteTemperature(_:)`` or
  ///   ``ColorimetryError/pointColderThanMethod(_:_:)``.
  public func temperatureAndTint(of target: UniformChromaticity) throws(ColorimetryError) -> TemperatureAndTint {
    let point = SIMD2(target.u, target.v)
    guard target.u.isFinite, target.v.isFinite else { throw .notReal(Chromaticity(target)) }
    guard isotherms[0].distance(of: point) >= 0 else { throw .beyondInfiniteTemperature(target) }
    for (low, high) in zip(isotherms, isotherms.dropFirst()) {
      let (before, after) = (low.distance(of: point), -high.distance(of: point))
      guard after >= 0, before + after > 0 else { continue }
      let weight = before / (before + after)
      let (locus, direction) = Self.blend(low, high, weight)
      return TemperatureAndTint(
        temperature: 1e6 / (low.mired + weight * (high.mired - low.mired)), duv: -((point - locus) * direction).sum())
    }
    throw .pointColderThanMethod(target, Self.lowestTemperature)
  }

  /// Returns the point with this temperature and Duv, interpolated between the same isotherms. It is the DNG SDK's
  /// inverse.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutsideMethod(_:_:)`` below 1667 K, or
  ///   ``ColorimetryError/duvOutOfRange(_:)`` where Duv is not finite.
  public func point(of light: TemperatureAndTint) throws(ColorimetryError) -> UniformChromaticity {
    guard light.temperature >= Self.lowestTemperature,
      let next = isotherms.dropFirst().firstIndex(where: { light.mired <= $0.mired })
    else { throw .temperatureOutsideMethod(light.temperature, Self.lowestTemperature...Double.infinity) }
    guard light.duv.isFinite else { throw .duvOutOfRange(light.duv) }
    let (low, high) = (isotherms[next - 1], isotherms[next])
    let (locus, direction) = Self.blend(low, high, (light.mired - low.mired) / (high.mired - low.mired))
    let point = locus - light.duv * direction
    return UniformChromaticity(u: point.x, v: point.y)
  }

  private static func blend(
    _ low: Isotherm, _ high: Isotherm, _ weight: Double
  ) -> (locus: SIMD2<Double>, direction: SIMD2<Double>) {
    let locus = low.point * (1 - weight) + high.point * weight
    let direction = low.direction * (1 - weight) + high.direction * weight
    return (locus, direction / (direction * direction).sum().squareRoot())
  }

  /// Creates the method from its table.
  ///
  /// - Parameter uAt325: The table's u at 325 mired, which is misprinted in the paper.
  fileprivate init(uAt325: Double) {
    isotherms = [
      Isotherm(0, 0.18006, 0.26352, -0.24341), Isotherm(10, 0.18066, 0.26589, -0.25479),
      Isotherm(20, 0.18133, 0.26846, -0.26876), Isotherm(30, 0.18208, 0.27119, -0.28539),
      Isotherm(40, 0.18293, 0.27407, -0.30470), Isotherm(50, 0.18388, 0.27709, -0.32675),
      Isotherm(60, 0.18494, 0.28021, -0.35156), Isotherm(70, 0.18611, 0.28342, -0.37915),
      Isotherm(80, 0.18740, 0.28668, -0.40955), Isotherm(90, 0.18880, 0.28997, -0.44278),
      Isotherm(100, 0.19032, 0.29326, -0.47888), Isotherm(125, 0.19462, 0.30141, -0.58204),
      Isotherm(150, 0.19962, 0.30921, -0.70471), Isotherm(175, 0.20525, 0.31647, -0.84901),
      Isotherm(200, 0.21142, 0.32312, -1.0182), Isotherm(225, 0.21807, 0.32909, -1.2168),
      Isotherm(250, 0.22511, 0.33439, -1.4512), Isotherm(275, 0.23247, 0.33904, -1.7298),
      Isotherm(300, 0.24010, 0.34308, -2.0637), Isotherm(325, uAt325, 0.34655, -2.4681),
      Isotherm(350, 0.25591, 0.34951, -2.9641), Isotherm(375, 0.26400, 0.35200, -3.5814),
      Isotherm(400, 0.27218, 0.35407, -4.3633), Isotherm(425, 0.28039, 0.35577, -5.3762),
      Isotherm(450, 0.28863, 0.35714, -6.7262), Isotherm(475, 0.29685, 0.35823, -8.5955),
      Isotherm(500, 0.30505, 0.35907, -11.324), Isotherm(525, 0.31320, 0.35968, -15.628),
      Isotherm(550, 0.32129, 0.36011, -23.325), Isotherm(575, 0.32931, 0.36038, -40.770),
      Isotherm(600, 0.33724, 0.36051, -116.45),
    ]
  }
}

extension TemperatureMethod where Self == Robertson1968 {
  /// The method with the table's misprint corrected: u is 0.24792 at 325 mired. Source of the correction: Lindbloom.
  public static var robertson1968: Robertson1968 { Robertson1968(uAt325: 0.24792) }

  /// The method with the misprint, u = 0.24702 at 325 mired, for numbers that agree with the DNG SDK and LittleCMS,
  /// which have it too.
  ///
  /// It is up to 23 K off near 3100 K. Above 100 000 K the DNG SDK stays at 100 000 K; this method goes on.
  public static var robertson1968DNG: Robertson1968 { Robertson1968(uAt325: 0.24702) }
}

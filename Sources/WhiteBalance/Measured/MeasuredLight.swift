public import Colorimetry
internal import NumericalMethods

/// The light that explains a measured neutral, with standard errors.
public struct MeasuredLight: Codable, Hashable, Sendable {
  /// The light, with what is known of its reliability.
  public let estimate: LightEstimate
  /// What was added to the Duv that the characterization found: minus its mean error on lights of the given kind.
  ///
  /// It is 0 where the kind is not known or has no such error, and where ``uncertainty`` is `nil`.
  public let duvCorrection: Double
  /// The light that the characterization finds without the kind of the light; `nil` where it has no temperature.
  ///
  /// A program that has only the characterization turns this light into the gains of the card. It turns ``estimate``
  /// into other gains where the kind changed what was found.
  public let uncorrected: TemperatureAndTint?
  /// The standard errors of temperature, Duv, x and y; `nil` where the light has no finite temperature, or where an
  /// error of the neutral leads to no light with a temperature.
  public let uncertainty: Uncertainty?

  /// Standard errors of a light. Those of temperature and Duv are correlated, because an error of one gain moves both.
  public struct Uncertainty: Codable, Hashable, Sendable {
    /// The standard error of the temperature, in kelvin.
    public let temperature: Double
    /// The standard error of Duv.
    public let duv: Double
    /// The correlation of the errors of temperature and Duv, -1 to 1; 0 where either is 0.
    public let correlation: Double
    /// The standard errors of CIE 1931 x and y. They are nearly proportional along the locus, so together they tell
    /// less than temperature and Duv do.
    public let x, y: Double
    /// The kind of lights for which the errors hold; `nil` where no characterization states it.
    public let kind: LightKind?
    /// Whether the characterization learnt lights of that kind near this one. It is true where this is not known.
    public let isFamiliar: Bool
  }

  /// Creates the light that gives `neutral` on a device.
  ///
  /// The neutral is moved by 1, 2, 3 and 4 times each of its independent errors, in both directions, and the largest
  /// change for each standard error counts. The slope at the neutral itself could mislead, for example at a corner of a
  /// gain curve. The characterization's own errors are added as independent ones.
  ///
  /// A characterization that never saw lamps finds nearly all of them too green, and a white map many of them. Where
  /// the kind of the lamp is known, the mean error of Duv on lamps of that kind is subtracted. Photometry calls this a
  /// correction of spectral mismatch (ISO/CIE 19476:2014). A white map finds daylight and filament lamps by
  /// ``DeviceCharacterization/specialized(for:)``.
  ///
  /// - Parameters:
  ///   - neutral: The measured neutral.
  ///   - characterization: The response of the device to light.
  ///   - own: The characterization's own uncertainty, on lights that it was not made from.
  ///   - kind: The kind of the light, which the characterization's own uncertainty depends on. The light is found as
  ///     one of this kind, and Duv is corrected for it.
  /// - Throws: The errors of ``DeviceCharacterization/light(forNeutral:)``.
  public init(
    forNeutral neutral: MeasuredNeutral, on characterization: some DeviceCharacterization,
    uncertainty own: CharacterizationUncertainty? = nil, of kind: LightKind = .any
  ) throws(WhiteBalanceError) {
    let best = characterization.specialized(for: kind)
    let found = try best.light(forNeutral: neutral.value)
    uncorrected =
      kind.isSmooth
      ? (try? characterization.light(forNeutral: neutral.value))?.temperatureAndTint : found.temperatureAndTint
    guard let light = found.temperatureAndTint, light.temperature.isFinite,
      let changes = Self.changes(of: light, at: neutral, on: best),
      let slopesOfFound = Self.chromaticitySlopes(of: light)
    else {
      // This also happens at the limit of the characterization. Stating no error is better than stating one that is too
      // small.
      (estimate, duvCorrection, uncertainty) = (found, 0, nil)
      return
    }
    let stated = own?.errors(at: light, kind: kind, miredOutside: characterization.miredOutside(light) ?? 0)
    let corrected = stated.map { found.corrected(by: $0) }
    (estimate, duvCorrection) = (corrected?.estimate ?? found, corrected?.duvCorrection ?? 0)
    let chromaticitySlopes = estimate.temperatureAndTint.flatMap(Self.chromaticitySlopes) ?? slopesOfFound
    let own = (mired: stated?.mired ?? 0, duv: corrected?.duvError ?? 0)
    let mired = changes.reduce(own.mired * own.mired) { $0 + $1.mired * $1.mired }.squareRoot()
    let duv = changes.reduce(own.duv * own.duv) { $0 + $1.duv * $1.duv }.squareRoot()
    let both = mired * duv
    let covariance = changes.reduce(0) { $0 + $1.mired * $1.duv }
    let (byMired, byDuv) = chromaticitySlopes
    let chromaticity =
      byMired * byMired * (mired * mired) + byDuv * byDuv * (duv * duv) + 2 * covariance * byMired * byDuv
    uncertainty = Uncertainty(
      // dT = -T² / 1e6 x d(mired), because a lower temperature has more mired.
      temperature: mired * light.temperature * (light.temperature / 1e6), duv: duv,
      // Where all changes have one ratio, rounding may leave a number beyond 1.
      correlation: both > 0 ? min(max(-covariance / both, -1), 1) : 0,
      // Where both errors cancel, rounding may leave a negative number.
      x: max(chromaticity.x, 0).squareRoot(), y: max(chromaticity.y, 0).squareRoot(),
      kind: stated?.kind, isFamiliar: stated?.isFamiliar ?? true)
  }

  /// Returns the errors of mired and Duv that each independent error of the neutral makes; `nil` where one of them
  /// leads to no light with a temperature.
  private static func changes(
    of light: TemperatureAndTint, at neutral: MeasuredNeutral, on characterization: some DeviceCharacterization
  ) -> [(mired: Double, duv: Double)]? {
    var changes: [(mired: Double, duv: Double)] = []
    for error in neutral.independentErrors {
      let found = reaches.compactMap {
        change(of: light, at: neutral.value, with: error, over: $0, on: characterization)
      }
      guard !found.isEmpty else { return nil }
      func largest(_ changes: [Double]) -> Double { changes.max { abs($0) < abs($1) } ?? 0 }
      changes.append((largest(found.map(\.mired)), largest(found.map(\.duv))))
    }
    return changes
  }

  /// Returns the changes of mired and Duv with one standard error, from both sides of the light, or from one where the
  /// other has no temperature.
  ///
  /// - Parameter reach: The distance over which the change is taken, in standard errors.
  private static func change(
    of light: TemperatureAndTint, at neutral: LinearRGB, with error: SIMD3<Double>, over reach: Double,
    on characterization: some DeviceCharacterization
  ) -> (mired: Double, duv: Double)? {
    let reach = max(reach, leastStep / (error / neutral.vector).largestMagnitude)
    let sides = [-reach, reach].compactMap { errors -> (errors: Double, light: TemperatureAndTint)? in
      let moved = LinearRGB(neutral.vector + errors * error)
      guard let light = try? characterization.light(forNeutral: moved).temperatureAndTint else { return nil }
      return (errors, light)
    }
    guard let first = sides.first, let last = sides.last else { return nil }
    let (from, to) = sides.count == 2 ? (first, last) : ((errors: 0, light: light), last)
    let distance = to.errors - from.errors
    return ((to.light.mired - from.light.mired) / distance, (to.light.duv - from.light.duv) / distance)
  }

  /// Returns the changes of x and y with mired and Duv; `nil` at the end of the temperatures that have a chromaticity.
  private static func chromaticitySlopes(of light: TemperatureAndTint) -> (mired: SIMD2<Double>, duv: SIMD2<Double>)? {
    func place(_ mired: Double, _ duv: Double) -> SIMD2<Double>? {
      (try? Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: duv))).map { SIMD2($0.x, $0.y) }
    }
    // Light of a million kelvin and more has so few mired that a share of them would be lost in rounding.
    let (miredStep, duvStep) = (max(light.mired, 1) * relativeStep, relativeStep)
    let (least, most) = (max(light.mired - miredStep, 0), light.mired + miredStep)
    guard let moreMired = place(most, light.duv), let fewerMired = place(least, light.duv),
      let above = place(light.mired, light.duv + duvStep), let below = place(light.mired, light.duv - duvStep)
    else { return nil }
    return ((moreMired - fewerMired) / (most - least), (above - below) / (2 * duvStep))
  }

  /// The distances, in standard errors, over which changes are taken. The largest change counts.
  ///
  /// A slope at the neutral itself says nothing of a characterization whose corners are closer than the errors. Corners
  /// beyond four standard errors do not matter. Where there are none, all distances give nearly the same.
  private static let reaches = [1.0, 2, 3, 4]

  /// The least change of a channel, as a share. It is large against rounding.
  private static let leastStep = 1e-5

  /// The step of a chromaticity, as a share of mired, and in Duv. It is small against any error worth stating, and
  /// large against rounding.
  private static let relativeStep = 1e-5
}

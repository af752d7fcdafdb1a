internal import Colorimetry
internal import WhiteBalance

/// The matrix that is exact for surfaces whose reflectance is a polynomial of degree 2 in wavelength, under one light.
/// Three surfaces, one of them white, give three equations for each channel.
///
/// The ratio of the spectra of two black bodies or daylights is almost such a reflectance, so this matrix is nearly
/// exact for all of them.
struct SmoothSurfaceMatrix {
  private(set) var matrix: Matrix3x3
  /// The condition number of the matrix from balanced RGB to XYZ in shares of white; infinite where the channels are
  /// not independent.
  let conditionNumber: Double
  /// The channels' responses to the light.
  private let neutral: SIMD3<Double>

  init(of sensitivities: SpectralSensitivities, under light: SpectralDistribution) throws(SpectralDistributionError) {
    var colors: [SIMD3<Double>] = []
    var responses: [SIMD3<Double>] = []
    for degree in 0..<3 {
      let reflectance = try SpectralDistribution(
        firstWavelength: Double(Self.nanometers.lowerBound), step: 1,
        values: Self.nanometers.map { wavelength in
          (0..<degree).reduce(1) { power, _ in power * (Double(wavelength) - Self.middle) / Self.scale }
        })
      colors.append(TristimulusValues(of: reflectance, under: light).vector)
      responses.append(sensitivities.response(to: light, reflectance: reflectance).vector)
    }
    neutral = responses[0]
    matrix =
      Matrix3x3(columns: responses[0], responses[1], responses[2])
      * Matrix3x3(columns: colors[0], colors[1], colors[2]).inverse
    let toShares = Matrix3x3(diagonal: 1 / colors[0]) * matrix.inverse * Matrix3x3(diagonal: responses[0])
    conditionNumber = toShares.isFinite ? toShares.conditionNumber : .infinity
    // The largest entry is scaled to 1 for readability.
    matrix = matrix * (1 / (matrix.entries.map(abs).max() ?? 1))
  }

  /// Gives a positive Y to the neutral of every gain within `range`, so that each neutral has a chromaticity.
  ///
  /// If a device's blue overlaps its green less than the observer's does, a saturated blue would get a negative Y. So
  /// the Y of blue is raised as far as the bluest legal gains need. The Y of green is lowered by the amount that
  /// keeps the light's own white exact, unless other legal gains would then have too little Y. Y is linear in the
  /// neutral, so it is enough to check the corners of the range.
  mutating func giveLight(toNeutralsWithin range: GainRange) {
    let toXYZ = matrix.inverse
    let least = 1 / range.maximum
    let corners = [
      SIMD3(least, least, 1), SIMD3(1, least, 1), SIMD3(least, 1, 1), SIMD3(least, 1, least), SIMD3(1, least, least),
    ]
    // Each corner bounds the share of Y from below where it gains by it, and from above where it loses.
    func shares(_ change: SIMD3<Double>) -> (least: Double, most: Double) {
      corners.reduce((0, .infinity)) { bounds, corner in
        let (color, gained) = (toXYZ * corner, (change * corner).sum())
        guard gained != 0 else { return bounds }
        let share = (Self.leastY * color.sum() - color.y) / ((1 - Self.leastY) * gained)
        return gained > 0 ? (max(bounds.0, share), bounds.1) : (bounds.0, min(bounds.1, share))
      }
    }
    var change = SIMD3(0, -neutral.z / neutral.y, 1)
    if shares(change).least > shares(change).most { change = [0, 0, 1] }
    let share = shares(change).least
    guard share > 0 else { return }
    matrix = (toXYZ + Matrix3x3(rows: [0, 0, 0], share * change, [0, 0, 0])).inverse
  }

  /// The wavelengths of the CIE's observer, in nanometres.
  private static let nanometers = 360...830
  /// The wavelength that is subtracted from a wavelength, and the one by which the difference is divided, in
  /// nanometres. They keep the powers of wavelengths near 1. With others the matrix is the same but for rounding.
  private static let (middle, scale) = (560.0, 200.0)

  /// The least y of the light of the bluest gains. Monochromatic light of 450 nm has 0.018.
  private static let leastY = 0.01
}

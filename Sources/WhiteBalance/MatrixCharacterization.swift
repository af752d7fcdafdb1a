public import Colorimetry

/// A device as matrices from CIE XYZ to its linear response, one for each calibrated light.
///
/// The matrices are blended linearly in reciprocal temperature between neighbouring lights, and are constant outside
/// them:
///
///     neutral = unitResponse · M(T) · XYZ
///
/// With two lights this is DNG's model of ColorMatrix1 and ColorMatrix2, and `unitResponse` is the diagonal of its
/// AnalogBalance times CameraCalibration. Source: Adobe, Digital Negative Specification 1.7, chapter 6.
public struct MatrixCharacterization: Hashable, Sendable {
  /// The device's response to one light.
  public struct CalibratedLight: Hashable, Sendable {
    /// The correlated colour temperature of the light, in kelvin.
    public let temperature: Double
    /// The matrix from CIE XYZ to linear device RGB. Its scale does not matter.
    public let matrix: Matrix3x3

    /// Creates a calibrated light.
    ///
    /// - Parameters:
    ///   - temperature: The correlated colour temperature of the light, in kelvin.
    ///   - matrix: The matrix from CIE XYZ to linear device RGB, in any scale.
    public init(temperature: Double, matrix: Matrix3x3) {
      self.temperature = temperature
      self.matrix = matrix
    }

    fileprivate var mired: Double { 1e6 / temperature }
  }

  /// The calibrated lights, from the highest temperature to the lowest.
  public let lights: [CalibratedLight]

  /// The responses of this unit's channels relative to those of the device that the matrices were measured on. They are
  /// (1, 1, 1) for that device itself.
  public let unitResponse: LinearRGB

  /// Creates a characterization from calibrated lights.
  ///
  /// - Parameters:
  ///   - lights: One light or more, in any order.
  ///   - unitResponse: The responses of this unit's channels relative to those of the measured device, above 0.
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where there is no light, a temperature is too low or
  ///   repeated, a matrix has no inverse, two neighbouring matrices have determinants of opposite sign, or
  ///   `unitResponse` is not positive.
  public init(
    lights: [CalibratedLight], unitResponse: LinearRGB = LinearRGB(red: 1, green: 1, blue: 1)
  ) throws(WhiteBalanceError) {
    guard !lights.isEmpty else { throw .invalidCharacterization(.noMatrix) }
    let sorted = lights.sorted { $0.mired < $1.mired }
    for light in sorted {
      guard light.temperature >= PlanckianLocus.lowestTemperature else {
        throw .invalidCharacterization(.temperature(light.temperature))
      }
      guard light.matrix.isFinite, light.matrix.inverse.isFinite else {
        throw .invalidCharacterization(.singularMatrix(temperature: light.temperature))
      }
    }
    for (light, next) in zip(sorted, sorted.dropFirst()) where light.temperature == next.temperature {
      throw .invalidCharacterization(.repeatedTemperature(light.temperature))
    }
    // A blend of matrices whose determinants differ in sign can be singular.
    for (light, next) in zip(sorted, sorted.dropFirst())
    where (light.matrix.determinant > 0) != (next.matrix.determinant > 0) {
      throw .invalidCharacterization(.oppositeOrientation(light.temperature, next.temperature))
    }
    guard unitResponse.isPositive else { throw .invalidCharacterization(.unitResponse(unitResponse)) }
    self.lights = sorted
    self.unitResponse = unitResponse
  }

  /// The temperatures of the coldest and the hottest calibrated light, in kelvin.
  public var calibratedTemperatures: ClosedRange<Double>? {
    lights[lights.count - 1].temperature...lights[0].temperature
  }

  /// Returns the matrix from CIE XYZ to this unit's response under a light of `temperature`, in kelvin.
  public func matrix(atTemperature temperature: Double) -> Matrix3x3 {
    Matrix3x3(diagonal: unitResponse.vector) * matrix(mired: 1e6 / temperature)
  }

  /// The calibrated range, in mired.
  private var miredRange: ClosedRange<Double> { lights[0].mired...lights[lights.count - 1].mired }

  /// Returns the matrix from XYZ of surfaces under `light` to the device's response.
  package func matrix(under light: Chromaticity) -> Matrix3x3 {
    Matrix3x3(diagonal: unitResponse.vector)
      * matrix(mired: PlanckianLocus.nearestMired(to: UniformChromaticity(light)))
  }

  /// Returns M at a reciprocal temperature, in mired.
  private func matrix(mired: Double) -> Matrix3x3 {
    guard let next = lights.firstIndex(where: { mired < $0.mired }) else { return lights[lights.count - 1].matrix }
    guard next > 0 else { return lights[0].matrix }
    let (low, high) = (lights[next - 1], lights[next])
    let weight = (mired - low.mired) / (high.mired - low.mired)
    return low.matrix * (1 - weight) + high.matrix * weight
  }
}

extension MatrixCharacterization: DeviceCharacterization {
  /// Returns the neutral of a light, through the matrix at the temperature nearest to it.
  ///
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)`` or ``WhiteBalanceError/colorimetry(_:)``.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let values = TristimulusValues(light)
    guard values.x.isFinite, values.z.isFinite, light.y > 0 else { throw .colorimetry(.notReal(light)) }
    let mired = PlanckianLocus.nearestMired(to: UniformChromaticity(light))
    let response = LinearRGB(unitResponse.vector * (matrix(mired: mired) * [values.x, values.y, values.z]))
    guard response.isPositive else { throw .noPositiveResponse(light, response) }
    return response
  }

  /// Returns the light that gives this neutral, through the matrix at that light's own temperature.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let response = neutral.vector / neutral.vector.max() / unitResponse.vector
    // The only unknown is the temperature at which the matrix is taken. It must be that of the light found with it. The
    // ends of the calibrated range bracket a root, because the matrix is constant outside the range.
    let offset = { (mired: Double) throws(WhiteBalanceError) in
      let own = PlanckianLocus.nearestMired(to: try chromaticity(of: response, mired: mired).uniform)
      return min(max(own, miredRange.lowerBound), miredRange.upperBound) - mired
    }
    let mired = lights.count == 1 ? lights[0].mired : try bracketedRoot(in: miredRange, of: offset)
    let residual = try offset(mired)
    guard abs(residual) <= Self.largestResidual else { throw .noConsistentTemperature(neutral, residual: residual) }
    return LightEstimate(chromaticity: try chromaticity(of: response, mired: mired).light, residual: residual)
  }

  /// Returns the light that gives `response`, which has this unit's share divided out, through the matrix at `mired`.
  private func chromaticity(
    of response: SIMD3<Double>, mired: Double
  ) throws(WhiteBalanceError) -> (light: Chromaticity, uniform: UniformChromaticity) {
    let values = matrix(mired: mired).inverse * response
    let light = Chromaticity(TristimulusValues(x: values.x, y: values.y, z: values.z))
    let uniform = UniformChromaticity(light)
    guard values.y > 0, values.sum() > 0, uniform.u.isFinite, uniform.v.isFinite else {
      throw .noLight(LinearRGB(response * unitResponse.vector))
    }
    return (light, uniform)
  }

  /// The largest residual of a root, in mired. A root is found to about 1e-12. A larger residual is a jump of the
  /// nearest temperature, which occurs far below the locus, and not a root.
  private static let largestResidual = 1e-9
}

public import Colorimetry
internal import NumericalMethods

/// A device as matrices from CIE XYZ to its linear response, one for each calibrated light.
///
/// The matrices are blended linearly in reciprocal temperature between neighbouring lights, and are constant outside
/// them:
///
///     neutral = unitResponse · M(T) · XYZ
///
/// With two lights this is DNG's model of ColorMatrix1 and ColorMatrix2, and `unitResponse` is the diagonal of its
/// CameraCalibration. DNG's AnalogBalance is no part of it: those are gains of a file's samples, by which a neutral is
/// divided before it is converted. Source: Adobe, Digital Negative Specification 1.7, chapter 6.
public struct MatrixCharacterization: Hashable, Sendable {
  /// The device's response to one light.
  public struct CalibratedLight: Codable, Hashable, Sendable {
    /// The correlated colour temperature of the light, in kelvin.
    public let temperature: Double
    /// The Duv of the light, or `nil` where it is not known.
    public let duv: Double?
    /// The matrix from CIE XYZ to linear device RGB. The scale of a single light does not matter; those of several
    /// lights must agree, because their matrices are blended.
    public let matrix: Matrix3x3

    /// Creates a calibrated light.
    ///
    /// - Parameters:
    ///   - temperature: The correlated colour temperature of the light, in kelvin.
    ///   - duv: The Duv of the light, or `nil` where it is not known.
    ///   - matrix: The matrix from CIE XYZ to linear device RGB, in a scale that all lights share.
    public init(temperature: Double, duv: Double? = nil, matrix: Matrix3x3) {
      self.temperature = temperature
      self.duv = duv
      self.matrix = matrix
    }

    /// The temperature and Duv of the light. A light whose Duv is not known is taken for a black body.
    package var light: TemperatureAndTint { TemperatureAndTint(temperature: temperature, duv: duv ?? 0) }

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
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where there is no light or more than 1000, a
  ///   temperature is too low, repeated or within 1e-6 mired of another, a Duv is not finite or not above -0.09, a
  ///   matrix has no inverse, two neighbouring matrices have determinants of opposite sign, or a factor of
  ///   `unitResponse` is outside of 1e-6 to 1e6.
  public init(
    lights: [CalibratedLight], unitResponse: LinearRGB = LinearRGB(red: 1, green: 1, blue: 1)
  ) throws(WhiteBalanceError) {
    guard !lights.isEmpty else { throw .invalidCharacterization(.noMatrix) }
    guard lights.count <= Self.largestCount else { throw .invalidCharacterization(.tooManyLights(lights.count)) }
    let sorted = lights.sorted { $0.temperature > $1.temperature }
    for light in sorted {
      guard light.temperature >= PlanckianLocus.lowestTemperature else {
        throw .invalidCharacterization(.temperature(light.temperature))
      }
      if let duv = light.duv, !(duv > PlanckianLocus.lowestDuv && duv.isFinite) {
        throw .invalidCharacterization(.duv(duv, temperature: light.temperature))
      }
      guard light.matrix.isInvertible else {
        throw .invalidCharacterization(.singularMatrix(temperature: light.temperature))
      }
    }
    for (light, next) in zip(sorted, sorted.dropFirst()) where light.temperature == next.temperature {
      throw .invalidCharacterization(.repeatedTemperature(light.temperature))
    }
    for (light, next) in zip(sorted, sorted.dropFirst()) where next.mired - light.mired < Self.leastDistance {
      throw .invalidCharacterization(.lightsTooClose(light.temperature, next.temperature))
    }
    // A blend of matrices whose determinants differ in sign can be singular.
    for (light, next) in zip(sorted, sorted.dropFirst())
    where (light.matrix.determinant > 0) != (next.matrix.determinant > 0) {
      throw .invalidCharacterization(.oppositeOrientation(light.temperature, next.temperature))
    }
    guard [unitResponse.red, unitResponse.green, unitResponse.blue].allSatisfy(Self.unitFactors.contains) else {
      throw .invalidCharacterization(.unitResponse(unitResponse))
    }
    self.lights = sorted
    self.unitResponse = unitResponse
  }

  /// The largest number of lights. A profile writes a matrix for each.
  package static let largestCount = 1000

  /// The least distance of two lights, in mired. The rounding of a reciprocal temperature is 1e-13 mired, which shifts
  /// the weight between two lights at this distance by 1e-7.
  static let leastDistance = 1e-6

  /// The factors that ``unitResponse`` may have. Units of one model differ by a few percent, and the sensitivities of
  /// libcamera's files by less than 2.
  static let unitFactors = 1e-6...1e6

  /// The lowest and the highest temperature of the calibrated lights, in kelvin.
  public var calibratedTemperatures: ClosedRange<Double>? {
    lights[lights.count - 1].temperature...lights[0].temperature
  }

  /// Returns the matrix from CIE XYZ to this unit's response under a light of a temperature.
  ///
  /// - Parameter temperature: The temperature in kelvin, above 0, which may be infinite. Beyond the calibrated lights
  ///   the matrix is that of the nearest one. Its entries are NaN where the temperature is not above 0, or NaN.
  public func matrix(atTemperature temperature: Double) -> Matrix3x3 {
    guard temperature > 0 else { return Matrix3x3(diagonal: SIMD3(repeating: 1)) * .nan }
    return Matrix3x3(diagonal: unitResponse.vector) * matrix(mired: 1e6 / temperature)
  }

  /// The calibrated range, in mired.
  var miredRange: ClosedRange<Double> { lights[0].mired...lights[lights.count - 1].mired }

  /// Returns the matrix from XYZ of surfaces under `light` to the device's response.
  package func matrix(under light: Chromaticity) -> Matrix3x3 {
    Matrix3x3(diagonal: unitResponse.vector)
      * matrix(mired: PlanckianLocus.nearestMired(to: UniformChromaticity(light)))
  }

  /// Returns M at a reciprocal temperature, in mired.
  func matrix(mired: Double) -> Matrix3x3 {
    // The search halves the interval, because finding a root calls this many times and a file may have many lights.
    var (next, end) = (0, lights.count)
    while next < end {
      let middle = (next + end) / 2
      if mired < lights[middle].mired { end = middle } else { next = middle + 1 }
    }
    guard next < lights.count else { return lights[lights.count - 1].matrix }
    guard next > 0 else { return lights[0].matrix }
    let (low, high) = (lights[next - 1], lights[next])
    let weight = (mired - low.mired) / (high.mired - low.mired)
    return low.matrix * (1 - weight) + high.matrix * weight
  }
}

extension MatrixCharacterization: TemperatureDependentMatrix {}

extension MatrixCharacterization: DeviceCharacterization {
  /// Returns the neutral of a light, through the matrix at the temperature nearest to it.
  ///
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)`` or ``WhiteBalanceError/colorimetry(_:)``.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB { try neutral(under: light) }

  /// Returns the light that gives this neutral, through the matrix at that light's own temperature.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  public func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    try estimate(forNeutral: neutral)
  }
}

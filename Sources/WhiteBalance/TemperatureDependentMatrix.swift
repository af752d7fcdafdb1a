internal import Colorimetry
internal import NumericalMethods

/// A matrix from CIE XYZ to a device's response that depends on the temperature of the light:
///
///     neutral = unitResponse · M(T) · XYZ
protocol TemperatureDependentMatrix {
  /// The responses of this unit's channels relative to those of the measured device.
  var unitResponse: LinearRGB { get }
  /// The reciprocal temperatures, in mired, outside of which the matrix is constant.
  var miredRange: ClosedRange<Double> { get }
  /// Returns M at a reciprocal temperature, in mired.
  func matrix(mired: Double) -> Matrix3x3
}

extension TemperatureDependentMatrix {
  /// Returns the neutral of a light, through the matrix at the temperature nearest to it.
  func neutral(under light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    let values = TristimulusValues(light)
    guard values.x.isFinite, values.z.isFinite, light.y > 0 else { throw .colorimetry(.notReal(light)) }
    let mired = PlanckianLocus.nearestMired(to: UniformChromaticity(light))
    let response = LinearRGB(unitResponse.vector * (matrix(mired: mired) * values.vector))
    guard response.isPositive else { throw .noPositiveResponse(light, response) }
    return response
  }

  /// Returns the light that gives this neutral, through the matrix at that light's own temperature.
  func estimate(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    guard neutral.isPositive else { throw .neutralNotPositive(neutral) }
    let response = neutral.vector / neutral.vector.max() / unitResponse.vector
    let range = miredRange
    // The only unknown is the temperature at which the matrix is taken. It must be that of the light found with it. The
    // ends of the calibrated range bracket a root, because the matrix is constant outside the range.
    let offset = { (mired: Double) throws(WhiteBalanceError) in
      let own = PlanckianLocus.nearestMired(to: try chromaticity(of: response, mired: mired).uniform)
      return min(max(own, range.lowerBound), range.upperBound) - mired
    }
    let mired = range.lowerBound == range.upperBound ? range.lowerBound : try bracketedRoot(in: range, of: offset)
    let residual = try offset(mired)
    guard abs(residual) <= largestResidual else { throw .noConsistentTemperature(neutral, residual: residual) }
    return LightEstimate(chromaticity: try chromaticity(of: response, mired: mired).light, residual: residual)
  }

  /// Returns the light that gives `response`, computed with the matrix at `mired`.
  ///
  /// - Parameter response: The response, divided by this unit's own response.
  private func chromaticity(
    of response: SIMD3<Double>, mired: Double
  ) throws(WhiteBalanceError) -> (light: Chromaticity, uniform: UniformChromaticity) {
    let values = matrix(mired: mired).inverse * response
    let light = Chromaticity(TristimulusValues(values))
    let uniform = UniformChromaticity(light)
    guard values.y > 0, values.sum() > 0, uniform.u.isFinite, uniform.v.isFinite else {
      throw .noLight(LinearRGB(response * unitResponse.vector))
    }
    return (light, uniform)
  }

  /// The largest residual of a root, in mired. A root is found to about 1e-12. A larger residual is a jump of the
  /// nearest temperature, which occurs far below the locus, and not a root.
  private var largestResidual: Double { 1e-9 }
}

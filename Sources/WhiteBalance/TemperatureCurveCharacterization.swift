public import Colorimetry

/// A device of which the neutrals of black bodies are known as a curve over temperature, as a tuning file of libcamera
/// describes it.
///
/// The ratios R/G and B/G are linear in temperature between neighbouring points. Matrices from white-balanced RGB to
/// linear sRGB, linear in temperature too, describe the device's colours, and with them how it sees lights beside the
/// locus. Where there are none, a typical camera's matrix stands in for them.
///
/// Let n(T) be the neutral of the curve, C(T) the matrix of colours, S the matrix from sRGB to XYZ, and A(T) the
/// adaptation from sRGB's D65 to a black body. The image is sRGB = C(T) · diag(1 / n(T)) · device, so the matrix from
/// XYZ to the device is
///
///     M(T) = diag(n(T)) · (A(T) · S · C(T))⁻¹
///
/// Each row of C is scaled so that its entries add up to 1. So M(T) maps the white of the black body to n(T). Beyond
/// the ends of the curve M is constant.
public struct TemperatureCurveCharacterization: Hashable, Sendable {
  /// The neutral of a black body.
  public struct Point: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    public let temperature: Double
    /// The ratios R/G and B/G of the neutral on the device that the curve was measured on.
    public let redRatio, blueRatio: Double

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - temperature: The temperature of the light, in kelvin.
    ///   - redRatio: The ratio R/G of the neutral, above 0.
    ///   - blueRatio: The ratio B/G of the neutral, above 0.
    package init(temperature: Double, redRatio: Double, blueRatio: Double) {
      (self.temperature, self.redRatio, self.blueRatio) = (temperature, redRatio, blueRatio)
    }
  }

  /// A matrix of colours for one light.
  package struct ColorMatrix: Hashable, Sendable {
    /// The temperature of the light, in kelvin.
    package let temperature: Double
    /// The matrix from white-balanced device RGB to linear sRGB. Apart from rounding, its rows add up to 1.
    package let matrix: Matrix3x3

    /// Creates a matrix of colours.
    ///
    /// - Parameters:
    ///   - temperature: The temperature of the light, in kelvin.
    ///   - matrix: The matrix from white-balanced device RGB to linear sRGB.
    package init(temperature: Double, matrix: Matrix3x3) {
      (self.temperature, self.matrix) = (temperature, matrix)
    }
  }

  /// The points by rising temperature, at least two.
  public let points: [Point]
  /// The matrices of colours by rising temperature; empty where the device's colours are not known.
  package let colors: [ColorMatrix]
  /// The responses of this unit's channels relative to those of the device that the curve was measured on.
  package let unitResponse: LinearRGB
  /// M at the points, for formats that hold matrices.
  package let matrices: MatrixCharacterization

  /// Creates a characterization from the points of a curve.
  ///
  /// - Parameters:
  ///   - points: Two points or more, by rising temperature.
  ///   - colors: The matrices of colours by rising temperature; empty where they are not known.
  ///   - unitResponse: The responses of this unit's channels relative to those of the measured device, above 0.
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where there are fewer than two points or more than
  ///   1000, temperatures do not rise, are infinite or below 500 K, ratios are not above 0, or a matrix has no inverse
  ///   or a row whose sum is not above 0.
  package init(
    points: [Point], colors: [ColorMatrix] = [], unitResponse: LinearRGB = LinearRGB(red: 1, green: 1, blue: 1)
  ) throws(WhiteBalanceError) {
    guard points.count >= Self.leastCount else { throw .invalidCharacterization(.tooFewCurvePoints(points.count)) }
    let most = MatrixCharacterization.largestCount
    for count in [points.count, colors.count] where count > most {
      throw .invalidCharacterization(.tooManyLights(count))
    }
    for point in points where !LinearRGB(red: point.redRatio, green: 1, blue: point.blueRatio).isPositive {
      throw .invalidCharacterization(
        .curveRatios(
          .init(temperature: point.temperature, redRatio: point.redRatio, blueRatio: point.blueRatio)))
    }
    for color in colors {
      guard color.temperature.isFinite else { throw .invalidCharacterization(.temperature(color.temperature)) }
      guard color.matrix.isInvertible, (color.matrix * [1, 1, 1]).min() > 0 else {
        throw .invalidCharacterization(.singularMatrix(temperature: color.temperature))
      }
    }
    for temperatures in [points.map(\.temperature), colors.map(\.temperature)] {
      for (low, high) in zip(temperatures, temperatures.dropFirst()) where !(low < high) {
        throw .invalidCharacterization(.repeatedTemperature(high))
      }
    }
    (self.points, self.colors, self.unitResponse) = (points, colors, unitResponse)
    var lights: [MatrixCharacterization.CalibratedLight] = []
    for point in points {
      guard point.temperature >= PlanckianLocus.lowestTemperature, point.temperature.isFinite else {
        throw .invalidCharacterization(.temperature(point.temperature))
      }
      let ratios = SIMD3(point.redRatio, 1, point.blueRatio)
      lights.append(
        .init(
          temperature: point.temperature, duv: 0,
          matrix: Matrix3x3(diagonal: ratios) * (try Self.balanced(point.temperature, colors))))
    }
    matrices = try MatrixCharacterization(lights: lights, unitResponse: unitResponse)
  }

  /// The smallest number of points, between which the curve runs.
  static let leastCount = 2

  /// Returns the characterization of a unit whose channels respond `factors` times as strongly as this one's.
  ///
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a channel's response times its factor is outside
  ///   of 1e-6 to 1e6.
  package func scaled(by factors: LinearRGB) throws(WhiteBalanceError) -> TemperatureCurveCharacterization {
    try TemperatureCurveCharacterization(
      points: points, colors: colors, unitResponse: LinearRGB(unitResponse.vector * factors.vector))
  }
}

// MARK: - Between the points

extension TemperatureCurveCharacterization {
  /// Returns the ratios R/G and B/G of a black body on the measured device, constant beyond the ends of the curve.
  ///
  /// The arithmetic is that of `Pwl::eval` (libcamera, src/ipa/libipa/pwl.cpp), in the same order, after the clamping
  /// of `Awb::setColourTemperature` (src/ipa/rpi/controller/rpi/awb.cpp).
  ///
  /// - Parameter temperature: The temperature, in kelvin.
  package func ratios(atTemperature temperature: Double) -> (red: Double, blue: Double) {
    let x = min(max(temperature, points[0].temperature), points[points.count - 1].temperature)
    let last = points.count - 2
    let start = min(max(points.firstPlace { x < $0.temperature } - 1, 0), last)
    let (low, high) = (points[start], points[start + 1])
    func value(_ ratio: KeyPath<Point, Double>) -> Double {
      low[keyPath: ratio] + (x - low.temperature) * (high[keyPath: ratio] - low[keyPath: ratio])
        / (high.temperature - low.temperature)
    }
    return (value(\.redRatio), value(\.blueRatio))
  }

  /// Returns C, constant beyond the ends, or `nil` where the colours are not known.
  ///
  /// The arithmetic is that of `calculateCcm` (libcamera, src/ipa/rpi/controller/rpi/ccm.cpp).
  ///
  /// - Parameter temperature: The temperature, in kelvin.
  package func colorMatrix(atTemperature temperature: Double) -> Matrix3x3? {
    Self.colorMatrix(atTemperature: temperature, colors)
  }

  private static func colorMatrix(atTemperature temperature: Double, _ colors: [ColorMatrix]) -> Matrix3x3? {
    guard let first = colors.first, let last = colors.last else { return nil }
    if temperature <= first.temperature { return first.matrix }
    if temperature >= last.temperature { return last.matrix }
    let next = colors.firstPlace { temperature <= $0.temperature }
    let (low, high) = (colors[next - 1], colors[next])
    let weight = (temperature - low.temperature) / (high.temperature - low.temperature)
    return high.matrix * weight + low.matrix * (1 - weight)
  }

  /// Returns the matrix from XYZ to white-balanced RGB under a black body, whose white becomes 1, 1, 1.
  private static func balanced(
    _ temperature: Double, _ colors: [ColorMatrix]
  ) throws(WhiteBalanceError) -> Matrix3x3 {
    let toXYZ = try SRGB.toXYZ(underTemperature: temperature)
    let white = toXYZ * [1, 1, 1]
    guard let color = colorMatrix(atTemperature: temperature, colors) else {
      return Matrix3x3(diagonal: 1 / (TypicalCamera.matrix * white)) * TypicalCamera.matrix
    }
    let fromXYZ = (toXYZ * Matrix3x3(diagonal: 1 / (color * [1, 1, 1])) * color).inverse
    return Matrix3x3(diagonal: 1 / (fromXYZ * white)) * fromXYZ
  }
}

extension Array {
  /// Returns the first index from which on `isBeyond` is true, by bisection; the count where it is never true.
  fileprivate func firstPlace(where isBeyond: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension TemperatureCurveCharacterization: TemperatureDependentMatrix {
  var miredRange: ClosedRange<Double> { 1e6 / points[points.count - 1].temperature...1e6 / points[0].temperature }

  func matrix(mired: Double) -> Matrix3x3 {
    let temperature = min(max(1e6 / mired, points[0].temperature), points[points.count - 1].temperature)
    let ratios = ratios(atTemperature: temperature)
    // Both ends of the curve have a matrix, which the initializer has made, and so has every temperature between them.
    let balanced = (try? Self.balanced(temperature, colors)) ?? Matrix3x3(diagonal: SIMD3(repeating: .nan))
    return Matrix3x3(diagonal: [ratios.red, 1, ratios.blue]) * balanced
  }
}

extension TemperatureCurveCharacterization: DeviceCharacterization {
  /// The temperatures of the coldest and the hottest point, in kelvin.
  public var calibratedTemperatures: ClosedRange<Double>? {
    points[0].temperature...points[points.count - 1].temperature
  }

  /// Returns the neutral of a light. That of a black body is the curve's.
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

public import Colorimetry

/// A device of which only the neutrals under a few lights are known: a curve of gains over temperature.
///
/// A curve says nothing of lights off the curve or of colours. A base matrix of another device supplies both. Its
/// channels are scaled at each point so that the point's neutral is exact; the scales are blended linearly in
/// reciprocal temperature between neighbouring points, and are constant outside them.
///
/// Beyond ``calibratedTemperatures`` the answers are those of the scaled base. With a single point, only that point's
/// temperature counts as calibrated.
public struct GainCurveCharacterization: Hashable, Sendable {
  /// The device's response to one light.
  public struct Point: Hashable, Sendable {
    /// The correlated colour temperature of the light, in kelvin.
    public let temperature: Double
    /// The Duv of the light; 0 on the Planckian locus.
    public let duv: Double
    /// The ratios R/G and B/G of the neutral. Their reciprocals are the gains relative to green.
    public let redRatio, blueRatio: Double

    /// Creates a point from a light and the ratios of its neutral.
    ///
    /// - Parameters:
    ///   - temperature: The correlated colour temperature of the light, in kelvin.
    ///   - duv: The Duv of the light; 0 on the Planckian locus.
    ///   - redRatio: The ratio R/G of the neutral, above 0.
    ///   - blueRatio: The ratio B/G of the neutral, above 0.
    public init(temperature: Double, duv: Double = 0, redRatio: Double, blueRatio: Double) {
      self.temperature = temperature
      self.duv = duv
      self.redRatio = redRatio
      self.blueRatio = blueRatio
    }

    fileprivate var isPositive: Bool {
      LinearRGB(red: redRatio, green: 1, blue: blueRatio).isPositive
    }
  }

  /// The points, from the highest temperature to the lowest.
  public let points: [Point]
  /// The matrix from CIE XYZ to linear RGB of the device that stands in for this one off the curve.
  package let base: Matrix3x3
  /// The base matrix with its channels scaled, one for each point.
  package let matrices: MatrixCharacterization

  /// Creates a characterization from the points of a curve.
  ///
  /// - Parameters:
  ///   - points: One point or more, in any order.
  ///   - base: A matrix from CIE XYZ to the linear response of a similar device.
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where there is no point or more than 1000, a point's
  ///   ratios or light cannot be used, two points share a temperature, or R/B does not fall with rising temperature.
  public init(points: [Point], base: Matrix3x3 = TypicalCamera.matrix) throws(WhiteBalanceError) {
    guard !points.isEmpty else { throw .invalidCharacterization(.noCurvePoint) }
    guard points.count <= Self.largestCount else { throw .invalidCharacterization(.tooManyLights(points.count)) }
    let sorted = points.sorted { $0.temperature > $1.temperature }
    var lights: [MatrixCharacterization.CalibratedLight] = []
    for point in sorted {
      guard point.isPositive else { throw .invalidCharacterization(.curveRatios(point)) }
      guard let white = Self.white(temperature: point.temperature, duv: point.duv), (base * white).min() > 0 else {
        throw .invalidCharacterization(.curveLight(point))
      }
      let scale = [point.redRatio, 1, point.blueRatio] / (base * white)
      lights.append(
        .init(
          temperature: point.temperature, duv: point.duv, matrix: Matrix3x3(diagonal: scale / scale.y) * base))
    }
    matrices = try MatrixCharacterization(lights: lights)
    self.points = sorted
    self.base = base
    for (hotter, colder) in zip(sorted, sorted.dropFirst()) where !rises(from: hotter, to: colder) {
      throw .invalidCharacterization(.curveNotMonotone(hotter, colder))
    }
  }

  /// Returns XYZ of a light with Y = 1, or `nil` where no real light is there.
  private static func white(temperature: Double, duv: Double) -> SIMD3<Double>? {
    let place = TemperatureAndTint(temperature: temperature, duv: duv)
    guard let light = try? Chromaticity(place), light.isReal else { return nil }
    return TristimulusValues(light).vector
  }

  /// Returns whether R/B rises with every step of reciprocal temperature between two points.
  ///
  /// Then no neutral of the curve belongs to two lights.
  private func rises(from hotter: Point, to colder: Point) -> Bool {
    let (start, end) = (1e6 / hotter.temperature, 1e6 / colder.temperature)
    var last = -Double.infinity
    for step in 0...Self.stepCount {
      let mired = start + (end - start) * Double(step) / Double(Self.stepCount)
      guard let white = Self.white(temperature: 1e6 / mired, duv: 0) else { return false }
      let response = matrices.matrix(atTemperature: 1e6 / mired) * white
      guard response.min() > 0, response.x / response.z > last else { return false }
      last = response.x / response.z
    }
    return true
  }

  /// The number of steps that are checked between two points. Between A and D65 a step is 6 mired, over which the locus
  /// is nearly straight.
  private static let stepCount = 32

  /// The largest number of points, each of which is a light of ``matrices``. Libcamera's curves have up to 16.
  package static let largestCount = MatrixCharacterization.largestCount
}

extension GainCurveCharacterization: DeviceCharacterization {
  /// The lowest and the highest temperature of the points, in kelvin.
  public var calibratedTemperatures: ClosedRange<Double>? { matrices.calibratedTemperatures }

  /// Returns the neutral of a light, from the blended matrices.
  ///
  /// - Throws: ``WhiteBalanceError/noPositiveResponse(_:_:)`` or ``WhiteBalanceError/colorimetry(_:)``.
  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    try matrices.response(to: light)
  }

  /// Returns the light that gives this neutral, from the blended matrices.
  ///
  /// - Throws: ``WhiteBalanceError/neutralNotPositive(_:)``, ``WhiteBalanceError/noLight(_:)`` or
  ///   ``WhiteBalanceError/noConsistentTemperature(_:residual:)``.
  public func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    try matrices.light(forNeutral: neutral)
  }
}

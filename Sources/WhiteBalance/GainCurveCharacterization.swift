public import Colorimetry

/// A device that is known by its neutral under a few lights alone: by its gains at some temperatures.
///
/// A curve says nothing of lights beside it, nor of colours. Both come from another device: a matrix, whose channels are
/// scaled at each point so that the point's neutral is exact. The scales are blended linearly in reciprocal temperature
/// between neighbouring points and constant outside them.
///
/// Beyond ``calibratedTemperatures`` the answers are those of the other device, scaled. A single point is calibrated
/// for its own temperature and no other.
public struct GainCurveCharacterization: Hashable, Sendable {
  /// What the device reads of a light.
  public struct Point: Hashable, Sendable {
    /// Correlated colour temperature of the light, in kelvin.
    public let temperature: Double
    /// Of the light; 0 on the Planckian locus.
    public let duv: Double
    /// Ratios of the neutral: R/G and B/G. The gains are their reciprocals.
    public let redRatio, blueRatio: Double

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

  /// From the highest temperature to the lowest.
  public let points: [Point]
  /// From CIE XYZ to the response of the device that stands in for this one beside the curve.
  public let base: Matrix3x3
  /// The base, with its channels scaled, at each point.
  public let matrices: MatrixCharacterization

  /// - Parameters:
  ///   - points: one or more, in any order.
  ///   - base: from CIE XYZ to the linear response of a device like this one.
  /// - Throws: ``WhiteBalanceError/invalidCharacterization(_:)`` where a point is none, two have one temperature, or red
  ///   against blue does not fall with rising temperature.
  public init(points: [Point], base: Matrix3x3 = TypicalCamera.matrix) throws(WhiteBalanceError) {
    guard !points.isEmpty else { throw .invalidCharacterization(.noCurvePoint) }
    let sorted = points.sorted { $0.temperature > $1.temperature }
    var lights: [MatrixCharacterization.CalibratedLight] = []
    for point in sorted {
      guard point.isPositive else { throw .invalidCharacterization(.curveRatios(point)) }
      guard let white = Self.white(temperature: point.temperature, duv: point.duv), (base * white).min() > 0 else {
        throw .invalidCharacterization(.curveLight(point))
      }
      let scale = [point.redRatio, 1, point.blueRatio] / (base * white)
      lights.append(.init(temperature: point.temperature, matrix: Matrix3x3(diagonal: scale / scale.y) * base))
    }
    matrices = try MatrixCharacterization(lights: lights)
    self.points = sorted
    self.base = base
    for (hotter, colder) in zip(sorted, sorted.dropFirst()) where !falls(from: hotter, to: colder) {
      throw .invalidCharacterization(.curveNotMonotone(hotter, colder))
    }
  }

  /// XYZ of a light, Y = 1.
  private static func white(temperature: Double, duv: Double) -> SIMD3<Double>? {
    let place = TemperatureAndTint(temperature: temperature, duv: duv)
    guard let light = try? Chromaticity(place), light.isReal else { return nil }
    let values = TristimulusValues(light)
    return [values.x, values.y, values.z]
  }

  /// Whether red against blue rises with every step of reciprocal temperature between two points: no neutral of the curve
  /// is then one of two lights.
  private func falls(from hotter: Point, to colder: Point) -> Bool {
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

  /// Between two points: a step is a few mired, over which the locus is straight.
  private static let stepCount = 32

  /// More than a person measures; libcamera's curves have up to 16.
  package static let largestCount = 1000
}

extension GainCurveCharacterization: DeviceCharacterization {
  public var calibratedTemperatures: ClosedRange<Double>? { matrices.calibratedTemperatures }

  public func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB {
    try matrices.response(to: light)
  }

  public func light(causing neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
    try matrices.light(causing: neutral)
  }
}

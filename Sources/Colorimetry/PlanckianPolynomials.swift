/// Evaluation of ``PlanckianTable``.
///
/// The parameter on the locus is 120 q with q = mired / (mired + 700): 0 at infinite temperature, and 71 at 1000 K. The
/// polynomials are in t, the parameter minus the centre of its segment, which is a whole number.
package enum PlanckianPlace {
  /// The parameter of `PlanckianLocus.lowestTemperature`.
  package static let highest = place(temperature: PlanckianLocus.lowestTemperature, scale: temperatureScale)

  /// The temperature at which q is one half, in kelvin for c2 = 1.4388e-2 m K.
  static let temperatureScale = 1e6 / PlanckianTable.miredScale

  @inline(__always)
  static func place(temperature: Double, scale: Double) -> Double {
    PlanckianTable.segmentsPerUnit * scale / (scale + temperature)
  }

  @inline(__always)
  static func temperature(place: Double, scale: Double) -> Double {
    scale * (PlanckianTable.segmentsPerUnit - place) / place
  }

  package static func mired(place: Double) -> Double {
    PlanckianTable.miredScale * place / (PlanckianTable.segmentsPerUnit - place)
  }
}

/// A point of the diagram in CIE 1960 u, v, relative to the table's origin.
///
/// The origin is exact in x, y and next to infinite temperature, so that high temperatures are small numbers and lose
/// no digits.
package struct TablePoint {
  package var u, v: Double

  @inline(__always)
  init(u: Double, v: Double) {
    self.u = u
    self.v = v
  }

  @inline(__always)
  package init(x: Double, y: Double) {
    let x0 = x - PlanckianTable.originX
    let y0 = y - PlanckianTable.originY
    let inverse = 1 / (12 * y - (x + x) + 3)
    u = (x0 * Self.uOfX - y0 * Self.uOfY) * inverse
    v = (x0 * Self.vOfX + y0 * Self.vOfY) * inverse
  }

  package init(_ point: UniformChromaticity) {
    u = point.u - PlanckianTable.originU - PlanckianTable.originURest
    v = point.v - PlanckianTable.originV - PlanckianTable.originVRest
  }

  package var uniform: UniformChromaticity {
    UniformChromaticity(
      u: PlanckianTable.originU + (u + PlanckianTable.originURest),
      v: PlanckianTable.originV + (v + PlanckianTable.originVRest))
  }

  @inline(__always)
  var chromaticity: Chromaticity {
    let (x0, y0) = chromaticityFromOrigin
    return Chromaticity(x: PlanckianTable.originX + x0, y: PlanckianTable.originY + y0)
  }

  /// The coordinates x and y from the table's origin.
  @inline(__always)
  var chromaticityFromOrigin: (x: Double, y: Double) {
    let inverse = 1 / (Self.denominatorAtOrigin + (2 * u - 8 * v))
    return ((u * Self.xOfU + v * Self.xOfV) * inverse, (v * Self.yOfV - u * Self.yOfU) * inverse)
  }

  // The projections' coefficients about the origin.
  @inline(__always) static var uOfX: Double { 4 + 2 * PlanckianTable.originU }
  @inline(__always) static var uOfY: Double { 12 * PlanckianTable.originU }
  @inline(__always) static var vOfX: Double { 2 * PlanckianTable.originV }
  @inline(__always) static var vOfY: Double { 6 - 12 * PlanckianTable.originV }
  @inline(__always) static var xOfU: Double { 3 - 2 * PlanckianTable.originX }
  @inline(__always) static var xOfV: Double { 8 * PlanckianTable.originX }
  @inline(__always) static var yOfU: Double { 2 * PlanckianTable.originY }
  @inline(__always) static var yOfV: Double { 2 + 8 * PlanckianTable.originY }
  @inline(__always) static var denominatorAtOrigin: Double {
    4 + 2 * PlanckianTable.originU - 8 * PlanckianTable.originV
  }
}

/// The frame of tangent and normal at one point of the locus, and the position of the point.
package struct PlanckianFrame {
  /// The unit tangent towards lower temperature. The normal, towards positive Duv, is (-tangentV, tangentU).
  package var tangentU, tangentV: Double
  /// The coordinates of the locus's point, from the table's origin, along the tangent and across it.
  var along, across: Double
  /// The rotation of the tangent to the left, and the movement of the point along it, for each unit of the parameter.
  var turn, speed: Double

  /// Computes the frame at a point of a segment.
  ///
  /// - Parameters:
  ///   - coefficients: The coefficients of ``PlanckianTable/coefficients``.
  ///   - number: The number of the segment, counted from the table's first.
  ///   - t: The parameter minus the segment's centre, within ``PlanckianTable/reach``.
  @inline(__always)
  init(_ coefficients: ContiguousArray<Double>, segment number: Int, t: Double) {
    let first = number &* PlanckianTable.segmentSize
    let segment = coefficients.span.extracting(first..<first &+ PlanckianTable.segmentSize)
    let t2 = t * t
    tangentU = Self.polynomial(segment, 0, t, t2)
    tangentV = Self.polynomial(segment, 1, t, t2)
    along = Self.polynomial(segment, 2, t, t2)
    across = Self.polynomial(segment, 3, t, t2)
    turn = Self.slope(segment, 4, t, t2)
    speed = Self.slope(segment, 5, t, t2)
  }

  package init(place: Double) {
    let shifted = place + PlanckianFoot.roundingShift
    self.init(
      PlanckianTable.coefficients, segment: PlanckianFoot.segmentNumber(shifted: shifted),
      t: place - PlanckianFoot.center(shifted: shifted))
  }

  /// Evaluates a polynomial of degree 7 by Estrin's scheme: the processor computes its halves and quarters at once.
  @inline(__always)
  private static func polynomial(_ c: borrowing Span<Double>, _ i: Int, _ t: Double, _ t2: Double) -> Double {
    let low = (c[i &+ 18] * t + c[i &+ 12]) * t2 + (c[i &+ 6] * t + c[i])
    let high = (c[i &+ 40] * t + c[i &+ 36]) * t2 + (c[i &+ 30] * t + c[i &+ 24])
    return high * (t2 * t2) + low
  }

  /// Evaluates a polynomial of degree 5, which is enough where only the last part of a step depends on it.
  @inline(__always)
  private static func slope(_ c: borrowing Span<Double>, _ i: Int, _ t: Double, _ t2: Double) -> Double {
    let low = (c[i &+ 18] * t + c[i &+ 12]) * t2 + (c[i &+ 6] * t + c[i])
    let high = c[i &+ 30] * t + c[i &+ 24]
    return high * (t2 * t2) + low
  }

  /// Returns the distance of a point ahead of the locus's point, along the tangent.
  @inline(__always)
  package func along(to point: TablePoint) -> Double { point.u * tangentU + point.v * tangentV - along }

  /// Returns the distance of a point from the locus's point, across the tangent.
  @inline(__always)
  package func across(to point: TablePoint) -> Double { point.v * tangentU - point.u * tangentV - across }

  /// Returns the point at a distance from the locus's point, across the tangent.
  @inline(__always)
  package func point(across duv: Double) -> TablePoint {
    Self.point(tangentU: tangentU, tangentV: tangentV, along: along, normal: across + duv)
  }

  /// Returns the point with these coordinates along the tangent and across it.
  @inline(__always)
  static func point(tangentU: Double, tangentV: Double, along: Double, normal: Double) -> TablePoint {
    TablePoint(u: along * tangentU - normal * tangentV, v: along * tangentV + normal * tangentU)
  }
}

extension PlanckianTable {
  /// The number of coefficients of a segment in ``coefficients``.
  static let segmentSize = 6 * 6 + 2 * 4

  /// The number of coefficients of a segment in ``starts``.
  static let startSize = 4 * 3

  /// A cubic polynomial in x, y.
  struct Cubic {
    let one, y, yy, yyy, x, xy, xyy, xx, xxy, xxx: Float

    @inline(__always)
    func callAsFunction(_ x: Float, _ y: Float) -> Float {
      let a = ((yyy * y + yy) * y + self.y) * y + one
      let b = (xyy * y + xy) * y + self.x
      let c = xxy * y + xx
      return a + x * (b + x * (c + x * xxx))
    }
  }
}

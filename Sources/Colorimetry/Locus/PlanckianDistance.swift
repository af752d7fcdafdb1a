/// The distance of a point from the locus, in the frame at the parameter t of one segment: ahead of the locus, along
/// its tangent, and across it. Both are polynomials in t.
///
/// The frame is a polynomial in t, and the distance is linear in it. So the coefficients of the distance are known
/// before t is, and a step towards the foot waits for nothing but t.
package struct PlanckianDistance {
  /// The coefficients of the powers of t.
  private let along, across: SIMD8<Double>

  /// Creates the distance of a point.
  ///
  /// - Parameters:
  ///   - point: The point.
  ///   - coefficients: The coefficients of ``PlanckianTable/coefficients``.
  ///   - number: The number of the segment, counted from the table's first.
  @inline(__always)
  init(of point: TablePoint, _ coefficients: ContiguousArray<Double>, segment number: Int) {
    let first = number &* PlanckianTable.segmentSize
    let segment = coefficients.span.extracting(first..<first &+ PlanckianTable.segmentSize)
    let tangentU = PlanckianTable.polynomial(0, of: segment)
    let tangentV = PlanckianTable.polynomial(1, of: segment)
    along = point.u * tangentU + point.v * tangentV - PlanckianTable.polynomial(2, of: segment)
    across = point.v * tangentU - point.u * tangentV - PlanckianTable.polynomial(3, of: segment)
  }

  /// The root of the distance along the tangent, by one step of Householder's method of the third order from t = 0. Its
  /// one division comes last.
  @inline(__always)
  var root: Double {
    let (c0, c1, c2, c3) = (along[0], along[1], along[2], along[3])
    let numerator = c0 * (c0 * c2 - c1 * c1)
    let denominator = c1 * (c1 * c1) - (c0 * c1) * (c2 + c2) + (c0 * c0) * c3
    return numerator / denominator
  }

  /// The distances at one parameter.
  package struct Position {
    /// The distance of the point ahead of the locus, along the tangent, and its derivative.
    package let along, slope: Double
    /// The distance of the point from the locus, across the tangent, and its derivative.
    package let across, rise: Double
    /// Half of the second derivative of `along`, without its terms from t² on, which do not affect a last step.
    let bend: Double
  }

  @inline(__always)
  func position(at t: Double) -> Position {
    let powers = PowersOfPlace(t)
    return Position(
      along: powers.value(along), slope: powers.slope(along), across: powers.value(across), rise: powers.slope(across),
      bend: along[2] + 3 * t * along[3])
  }

  /// Returns the distances of a point at a place of the locus.
  package static func position(of point: TablePoint, place: Double) -> Position {
    let shifted = place + PlanckianPlace.roundingShift
    return PlanckianDistance(
      of: point, PlanckianTable.coefficients, segment: PlanckianPlace.segmentNumber(shifted: shifted)
    ).position(at: place - PlanckianPlace.center(shifted: shifted))
  }
}

/// The foot of the perpendicular from a point to the Planckian locus, computed without branches. Single conversions and
/// batches do the same operations in the same order, and so return the same bits.
package struct PlanckianFoot {
  /// The parameter on the locus.
  package var place: Double
  /// The signed distance from the locus.
  var duv: Double
  /// Whether the steps converged inside the segment in which they began.
  var hasConverged: Bool
  /// The parameter, and what is left of a unit of q above it, as numerators over one denominator. The temperature is
  /// their quotient, and so does not wait for the division that ``place`` needs.
  private var placeNumerator, restNumerator: Double
}

extension PlanckianFoot {
  /// Returns a guess of the foot's parameter. From 1000 K up and for Duv within 0.05 it is right to a quarter of a
  /// segment; elsewhere, NaN included, it is anywhere in the table.
  ///
  /// It is a function of x, y, not of u, v, so that it need not wait for the division that these need.
  ///
  /// - Parameters:
  ///   - x: The coordinate x from the table's origin.
  ///   - y: The coordinate y from the table's origin.
  @inline(__always)
  static func guess(x: Float, y: Float) -> Float {
    let guess = PlanckianTable.guessNumerator(x, y) / PlanckianTable.guessDenominator(x, y)
    let low = Float(PlanckianTable.firstSegment)
    let high = Float(PlanckianTable.lastSegment)
    // Comparisons with NaN are false, so NaN becomes an end of the table.
    let raised = guess > low ? guess : low
    return raised < high ? raised : high
  }

  /// The constant that, added to a guess, leaves the number of the nearest segment in the low bits, as
  /// ``PlanckianPlace/roundingShift`` does in double precision.
  static let roundingShift = 0x1.8p23 - Float(PlanckianTable.firstSegment)

  /// Returns the number of the segment of a shifted guess.
  @inline(__always)
  static func segmentNumber(shifted: Float) -> Int { Int(truncatingIfNeeded: shifted.bitPattern & 0xff) }

  /// Returns the centre of the segment of a shifted guess.
  @inline(__always)
  static func center(shifted: Float) -> Double { Double(shifted - roundingShift) }

  /// Takes one step of Halley's method from t.
  @inline(__always)
  init(center: Double, t: Double, _ position: PlanckianDistance.Position) {
    let numerator = position.along * position.slope
    let denominator = position.slope * position.slope - position.along * position.bend
    let step = numerator / denominator
    let end = t - step
    place = center + end
    let start = center + t
    placeNumerator = start * denominator - numerator
    restNumerator = (PlanckianTable.segmentsPerUnit - start) * denominator + numerator
    // The foot is where the distance is stationary, so its derivative falls to 0 along the step, linearly.
    duv = position.across - 0.5 * position.rise * step
    hasConverged =
      step * step <= Self.longestStep * Self.longestStep
      && end * end <= PlanckianTable.reach * PlanckianTable.reach
  }

  /// The longest step of a converged foot. In the stated domain, 1000 K up and Duv within 0.05, every step is shorter.
  /// The error after a step grows with its square.
  static let longestStep = 6e-5

  /// Whether the foot is the nearest point of the locus.
  package var isAnswer: Bool {
    hasConverged && placeNumerator >= 0 && place >= 0 && place <= PlanckianPlace.highest
      && duv > PlanckianLocus.lowestDuv
  }

  /// Returns the temperature of the foot, in kelvin. It is as good as that of ``place``, and known earlier.
  ///
  /// - Parameter scale: The temperature at which q is one half.
  @inline(__always)
  func temperature(scale: Double) -> Double { scale * restNumerator / placeNumerator }

  /// Computes the foot for a point near the locus, from 1000 K up. Elsewhere it may be marked as not converged.
  package init(near point: TablePoint) {
    let (x, y) = point.chromaticityFromOrigin
    self.init(near: point, x: x, y: y)
  }

  /// Computes the foot, as ``init(near:)`` does, of a point whose x and y from the table's origin are known.
  @inline(__always)
  init(near point: TablePoint, x: Double, y: Double) {
    let shifted = Self.guess(x: Float(x), y: Float(y)) + Self.roundingShift
    let distance = PlanckianDistance(
      of: point, PlanckianTable.coefficients, segment: Self.segmentNumber(shifted: shifted))
    let t = distance.root
    self.init(center: Self.center(shifted: shifted), t: t, distance.position(at: t))
  }
}

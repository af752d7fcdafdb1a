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

  /// The constant that, added to a parameter, leaves the number of the nearest segment in the low bits: 1.5 x 2^52 is
  /// so large that neighbouring doubles are 1 apart.
  static let roundingShift = 0x1.8p52 - Double(PlanckianTable.firstSegment)

  /// Returns the number of the segment of a shifted parameter.
  @inline(__always)
  static func segmentNumber(shifted: Double) -> Int { Int(truncatingIfNeeded: shifted.bitPattern & 0xff) }

  /// Returns the centre of the segment of a shifted parameter.
  @inline(__always)
  static func center(shifted: Double) -> Double { shifted - roundingShift }

  /// The distance of a point ahead of the locus as a cubic in t: the first terms of a nearly linear function.
  struct Cubic {
    let c0, c1, c2, c3: Float

    @inline(__always)
    init(_ c0: Float, _ c1: Float, _ c2: Float, _ c3: Float) {
      (self.c0, self.c1, self.c2, self.c3) = (c0, c1, c2, c3)
    }

    /// Creates the cubic of a point in a segment.
    ///
    /// - Parameter starts: The coefficients of ``PlanckianTable/starts``.
    @inline(__always)
    init(_ starts: ContiguousArray<Float>, segment number: Int, u: Float, v: Float) {
      let first = number &* PlanckianTable.startSize
      let start = starts.span.extracting(first..<first &+ PlanckianTable.startSize)
      c0 = u * start[0] + v * start[4] - start[8]
      c1 = u * start[1] + v * start[5] - start[9]
      c2 = u * start[2] + v * start[6] - start[10]
      c3 = u * start[3] + v * start[7] - start[11]
    }

    /// The root, by one step of Householder's method of the third order from t = 0. Its one division comes last.
    @inline(__always)
    var root: Float {
      let numerator = c0 * (c0 * c2 - c1 * c1)
      let denominator = c1 * (c1 * c1) - (c0 * c1) * (c2 + c2) + (c0 * c0) * c3
      return numerator / denominator
    }

    /// Returns half of the second derivative.
    @inline(__always)
    func bend(at t: Float) -> Float { c2 + 3 * t * c3 }
  }

  /// Takes one step of Halley's method from t.
  ///
  /// - Parameters:
  ///   - along: The distance of the point ahead of the locus at t, along the tangent.
  ///   - across: The distance of the point from the locus at t, across the tangent.
  ///   - bend: Half of the second derivative of `along`.
  @inline(__always)
  init(
    center: Double, t: Double, along: Double, across: Double, turn: Double, speed: Double, bend: Double
  ) {
    let slope = turn * across - speed
    let numerator = along * slope
    let denominator = slope * slope - along * bend
    let step = numerator / denominator
    let end = t - step
    place = center + end
    let start = center + t
    placeNumerator = start * denominator - numerator
    restNumerator = (PlanckianTable.segmentsPerUnit - start) * denominator + numerator
    // Along the step the distance changes by -turn times the rest of `along`, which falls to 0 linearly.
    duv = across + 0.5 * turn * along * step
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
    let shifted = Double(Self.guess(x: Float(x), y: Float(y))) + Self.roundingShift
    let number = Self.segmentNumber(shifted: shifted)
    let cubic = Self.Cubic(PlanckianTable.starts, segment: number, u: Float(point.u), v: Float(point.v))
    let t = cubic.root
    let frame = PlanckianFrame(PlanckianTable.coefficients, segment: number, t: Double(t))
    self.init(
      center: Self.center(shifted: shifted), t: Double(t), along: frame.along(to: point),
      across: frame.across(to: point), turn: frame.turn, speed: frame.speed, bend: Double(cubic.bend(at: t)))
  }
}

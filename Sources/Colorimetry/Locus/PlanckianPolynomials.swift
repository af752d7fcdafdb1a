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

  /// The constant that, added to a parameter, leaves the number of the nearest segment in the low bits: 1.5 x 2^52 is
  /// so large that neighbouring doubles are 1 apart.
  static let roundingShift = 0x1.8p52 - Double(PlanckianTable.firstSegment)

  /// Returns the number of the segment of a shifted parameter.
  @inline(__always)
  static func segmentNumber(shifted: Double) -> Int { Int(truncatingIfNeeded: shifted.bitPattern & 0xff) }

  /// Returns the centre of the segment of a shifted parameter.
  @inline(__always)
  static func center(shifted: Double) -> Double { shifted - roundingShift }
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
    let powers = PowersOfPlace(t)
    tangentU = powers.value(PlanckianTable.polynomial(0, of: segment))
    tangentV = powers.value(PlanckianTable.polynomial(1, of: segment))
    along = powers.value(PlanckianTable.polynomial(2, of: segment))
    across = powers.value(PlanckianTable.polynomial(3, of: segment))
  }

  package init(place: Double) {
    let shifted = place + PlanckianPlace.roundingShift
    self.init(
      PlanckianTable.coefficients, segment: PlanckianPlace.segmentNumber(shifted: shifted),
      t: place - PlanckianPlace.center(shifted: shifted))
  }

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

/// The powers of the parameter from the centre of a segment, at which polynomials of degree 7 are evaluated.
///
/// Each sum is Estrin's: the processor computes its halves and quarters at once.
struct PowersOfPlace {
  let t, t2, t4: Double

  @inline(__always)
  init(_ t: Double) {
    self.t = t
    t2 = t * t
    t4 = t2 * t2
  }

  @inline(__always)
  func value(_ c: SIMD8<Double>) -> Double {
    let low = (c[3] * t + c[2]) * t2 + (c[1] * t + c[0])
    let high = (c[7] * t + c[6]) * t2 + (c[5] * t + c[4])
    return high * t4 + low
  }

  /// Returns the derivative without its last term, which is below what rounding leaves of a step.
  @inline(__always)
  func slope(_ c: SIMD8<Double>) -> Double {
    let low = (4 * c[4] * t + 3 * c[3]) * t2 + ((c[2] + c[2]) * t + c[1])
    return (6 * c[6] * t + 5 * c[5]) * t4 + low
  }
}

extension PlanckianTable {
  /// The number of coefficients of a segment in ``coefficients``: eight of each of four functions.
  static let segmentSize = 4 * 8

  /// Returns the coefficients of one of the functions of a segment.
  @inline(__always)
  static func polynomial(_ function: Int, of segment: borrowing Span<Double>) -> SIMD8<Double> {
    let c = 8 &* function
    return SIMD8(
      segment[c], segment[c &+ 1], segment[c &+ 2], segment[c &+ 3], segment[c &+ 4], segment[c &+ 5],
      segment[c &+ 6], segment[c &+ 7])
  }

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

/// Temperature and Duv by their definition: the closest point of the Planckian locus in CIE 1960 u, v.
extension PlanckianLocus {
  /// The reciprocal temperature, in mired, of the point of the locus that is nearest to `point`, looked for between
  /// infinite and the lowest temperature; where the nearest lies past an end, that end.
  ///
  /// Answers for every finite point; unique where Duv is above ``lowestDuv``.
  package static func nearestMired(to point: UniformChromaticity) -> Double {
    let target = SIMD2(point.u, point.v)
    let nearest = grid.indices.min { squaredDistance(target, grid[$0]) < squaredDistance(target, grid[$1]) } ?? 0
    var low = gridStep * Double(max(nearest - 1, 0))
    var high = gridStep * Double(min(nearest + 1, grid.count - 1))
    var mired = gridStep * Double(nearest)
    // Newton's steps on the distance along the tangent, kept inside a bracket that every step narrows.
    for _ in 0..<iterationLimit {
      let (along, slope) = offset(of: target, alongTangentAt: mired)
      if along > 0 { low = mired } else { high = mired }
      var next = mired - along / slope
      if !(next > low && next < high) || slope >= 0 { next = (low + high) / 2 }
      if abs(next - mired) <= 4 * mired.ulp || high - low <= 4 * high.ulp { return next }
      mired = next
    }
    return mired
  }

  /// How far `target` lies ahead of the locus's point, measured along the derivative there, and the derivative of that
  /// by mired: half the (negative) first and second derivative of the squared distance.
  private static func offset(
    of target: SIMD2<Double>, alongTangentAt mired: Double
  ) -> (along: Double, slope: Double) {
    let locus = jet(mired: mired)
    let toTarget = target - locus.point
    return (
      (toTarget * locus.first).sum(), (toTarget * locus.second).sum() - (locus.first * locus.first).sum()
    )
  }

  private static func squaredDistance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
    ((a - b) * (a - b)).sum()
  }

  /// Bisection alone narrows two grid steps to the last bit in 60 steps.
  private static let iterationLimit = 64

  /// In mired: short beside the locus's radius of curvature, so that two steps hold the nearest point alone.
  private static let gridStep = 8.0

  private static let grid = (0...Int(highestMired / gridStep)).map { jet(mired: gridStep * Double($0)).point }
}

extension TemperatureAndTint {
  /// The correlated colour temperature and Duv of a light: those of the closest point of the Planckian locus.
  ///
  /// - Throws: ``ColorimetryError/notReal(_:)``, or as for ``init(_:)-(UniformChromaticity)``.
  public init(_ chromaticity: Chromaticity) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    try self.init(UniformChromaticity(chromaticity))
  }

  /// The correlated colour temperature and Duv of a point of the diagram, whether or not a light can have it.
  ///
  /// - Throws: ``ColorimetryError`` where the point is not finite, past either end of the locus, or so far below it
  ///   that the closest point is not unique.
  public init(_ point: UniformChromaticity) throws(ColorimetryError) {
    guard point.u.isFinite, point.v.isFinite else { throw .notReal(Chromaticity(point)) }
    let mired = PlanckianLocus.nearestMired(to: point)
    let locus = PlanckianLocus.jet(mired: mired)
    let toPoint = SIMD2(point.u, point.v) - locus.point
    let along = (toPoint * locus.unitTangent).sum()
    let duv = (toPoint * locus.unitNormal).sum()
    // A foot of the perpendicular has nothing left along the locus; at an end of the locus something may be.
    if mired <= PlanckianLocus.endTolerance && along < -PlanckianLocus.footTolerance {
      throw .beyondInfiniteTemperature(point)
    }
    if mired >= PlanckianLocus.highestMired - PlanckianLocus.endTolerance && along > PlanckianLocus.footTolerance {
      throw .tooCold(point)
    }
    guard duv > PlanckianLocus.lowestDuv else { throw .tooFarBelowLocus(point) }
    self.init(temperature: 1e6 / mired, duv: duv)
  }
}

extension PlanckianLocus {
  /// In mired: 1e-9 is a temperature of 1e15 K.
  fileprivate static let endTolerance = 1e-9
  /// In CIE 1960 units: rounding of u and v leaves 1e-16.
  fileprivate static let footTolerance = 1e-13
}

extension UniformChromaticity {
  /// The point of the diagram with a given temperature and Duv. A point that no light can have is allowed: the lower the
  /// temperature, the less Duv a real light can have (0.0009 at 1100 K, 0.02 at 2500 K).
  ///
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(_ light: TemperatureAndTint) throws(ColorimetryError) {
    guard light.temperature >= PlanckianLocus.lowestTemperature else {
      throw .temperatureOutOfRange(light.temperature)
    }
    guard light.duv.isFinite, light.duv > PlanckianLocus.lowestDuv else { throw .duvOutOfRange(light.duv) }
    let locus = PlanckianLocus.jet(mired: light.mired)
    let point = locus.point + light.duv * locus.unitNormal
    self.init(u: point.x, v: point.y)
  }
}

extension Chromaticity {
  /// The chromaticity of a given temperature and Duv. It may be one that no light can have, as for
  /// ``UniformChromaticity/init(_:)-(TemperatureAndTint)``; ``isReal`` tells.
  ///
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(_ light: TemperatureAndTint) throws(ColorimetryError) {
    self.init(try UniformChromaticity(light))
    // Far above the locus the projection from u, v to x, y turns over; there is no such point of the x, y diagram.
    guard x > 0, y > 0 else { throw .duvOutOfRange(light.duv) }
  }
}

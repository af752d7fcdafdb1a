/// Temperature and Duv by their definition: the closest point of the Planckian locus in CIE 1960 u, v.
extension PlanckianLocus {
  /// Returns the reciprocal temperature, in mired, of the point of the locus that is nearest to `point`.
  ///
  /// The locus reaches from infinite to the lowest temperature; beyond an end, the result is that end. There is an
  /// answer for every finite point. It is unique where Duv is above ``lowestDuv``.
  package static func nearestMired(to point: UniformChromaticity) -> Double {
    PlanckianPlace.mired(place: NearestPlace(to: TablePoint(point)).place)
  }
}

/// The parameter of the nearest point on the locus between its ends, and the position of the given point relative to
/// it.
package struct NearestPlace {
  package var place: Double
  package var duv: Double
  /// The component of the distance along the tangent: 0 at a foot, and beyond an end of the locus the distance past it.
  package var along: Double

  package init(to point: TablePoint) {
    let foot = PlanckianFoot(near: point)
    if foot.isAnswer {
      self.init(place: foot.place, duv: foot.duv, along: 0)
    } else {
      self.init(searchingFor: point)
    }
  }

  private init(place: Double, duv: Double, along: Double) {
    self.place = place
    self.duv = duv
    self.along = along
  }

  /// Searches all segments by their centres, and then takes Newton's steps inside a bracket that every step narrows.
  fileprivate init(searchingFor point: TablePoint) {
    let nearest = Self.nearestCenter(to: point)
    var low = max(nearest - 1, 0)
    var high = min(nearest + 1, PlanckianPlace.highest)
    for end in [low, high] where end == 0 || end == PlanckianPlace.highest {
      let position = PlanckianDistance.position(of: point, place: end)
      if end == 0 ? position.along <= 0 : position.along >= 0 {
        self.init(place: end, duv: position.across, along: position.along)
        return
      }
    }
    var place = min(nearest, PlanckianPlace.highest)
    for _ in 0..<Self.iterationLimit {
      let position = PlanckianDistance.position(of: point, place: place)
      if position.along > 0 { low = place } else { high = place }
      let step = -position.along / position.slope
      if abs(step) <= 2 * place.ulp || high - low <= 2 * high.ulp { break }
      let next = place + step
      place = position.slope < 0 && next > low && next < high ? next : (low + high) / 2
    }
    self.init(place: place, duv: PlanckianDistance.position(of: point, place: place).across, along: 0)
  }

  private static func nearestCenter(to point: TablePoint) -> Double {
    var nearest = 0.0
    var least = Double.infinity
    for center in 0...Int(PlanckianPlace.highest.rounded()) {
      let locus = PlanckianFrame(place: Double(center)).point(across: 0)
      let distance = (locus.u - point.u) * (locus.u - point.u) + (locus.v - point.v) * (locus.v - point.v)
      if distance < least { (nearest, least) = (Double(center), distance) }
    }
    return nearest
  }

  /// The largest number of steps. Bisection alone narrows two segments to the last bit in 60.
  private static let iterationLimit = 64
}

extension TemperatureAndTint {
  /// Creates the correlated colour temperature and Duv of a light: those of the nearest point of the Planckian locus.
  ///
  ///     let light = try TemperatureAndTint(Chromaticity.d65)  // 6503.0 K, Duv 0.0032
  ///
  /// - Parameters:
  ///   - chromaticity: The chromaticity of the light.
  ///   - secondRadiationConstant: The constant that the temperature refers to.
  /// - Throws: ``ColorimetryError/notReal(_:)``, and what ``init(_:secondRadiationConstant:)-(UniformChromaticity,_)``
  ///   throws.
  public init(
    _ chromaticity: Chromaticity, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    let point = TablePoint(x: chromaticity.x, y: chromaticity.y)
    let foot = PlanckianFoot(
      near: point, x: chromaticity.x - PlanckianTable.originX, y: chromaticity.y - PlanckianTable.originY)
    try self.init(
      foot, of: point, asked: UniformChromaticity(chromaticity),
      temperatureScale: secondRadiationConstant.temperatureScale)
  }

  /// Creates the correlated colour temperature and Duv of a point of the diagram, whether or not a light can have it.
  ///
  /// - Parameters:
  ///   - point: The CIE 1960 point.
  ///   - secondRadiationConstant: The constant that the temperature refers to.
  /// - Throws: ``ColorimetryError`` where the point is not finite, beyond either end of the locus, or so far below it
  ///   that the nearest point is not unique.
  public init(
    _ point: UniformChromaticity, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    guard point.u.isFinite, point.v.isFinite else { throw .notReal(Chromaticity(point)) }
    let tablePoint = TablePoint(point)
    try self.init(
      PlanckianFoot(near: tablePoint), of: tablePoint, asked: point,
      temperatureScale: secondRadiationConstant.temperatureScale)
  }

  /// Creates the temperature and Duv of a foot, or of what a search finds where the foot is not the answer.
  ///
  /// - Parameter asked: The point that an error names.
  @inline(__always)
  private init(
    _ foot: PlanckianFoot, of point: TablePoint, asked: @autoclosure () -> UniformChromaticity,
    temperatureScale: Double
  ) throws(ColorimetryError) {
    if foot.isAnswer {
      self.init(temperature: foot.temperature(scale: temperatureScale), duv: foot.duv)
    } else {
      try self.init(searchingFor: point, asked: asked(), temperatureScale: temperatureScale)
    }
  }

  @inline(never)
  private init(
    searchingFor point: TablePoint, asked: UniformChromaticity, temperatureScale: Double
  ) throws(ColorimetryError) {
    let nearest = NearestPlace(searchingFor: point)
    guard nearest.duv.isFinite else { throw .notReal(Chromaticity(asked)) }
    if nearest.along < -PlanckianLocus.footTolerance { throw .beyondInfiniteTemperature(asked) }
    if nearest.along > PlanckianLocus.footTolerance { throw .tooCold(asked) }
    guard nearest.duv > PlanckianLocus.lowestDuv else { throw .tooFarBelowLocus(asked) }
    self.init(
      temperature: PlanckianPlace.temperature(place: nearest.place, scale: temperatureScale), duv: nearest.duv)
  }
}

extension PlanckianLocus {
  /// The distance, in CIE 1960 units, by which a point may lie beyond an end of the locus and still count as the end.
  /// Rounding of x and y leaves 1e-16.
  fileprivate static let footTolerance = 1e-13
}

extension UniformChromaticity {
  /// Creates the point of the diagram with this temperature and Duv, which may be one that no light can have.
  ///
  /// The largest Duv of a real light falls with the temperature: it is 0.02 at 2500 K and 0.0009 at 1100 K.
  ///
  /// - Parameters:
  ///   - light: The temperature, in kelvin, and Duv.
  ///   - secondRadiationConstant: The constant that the temperature refers to.
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(
    _ light: TemperatureAndTint, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    self = try TablePoint(light, secondRadiationConstant).uniform
  }
}

extension Chromaticity {
  /// Creates the chromaticity of a temperature and Duv, which may be one that no light can have; ``isReal`` tells.
  ///
  /// - Parameters:
  ///   - light: The temperature, in kelvin, and Duv.
  ///   - secondRadiationConstant: The constant that the temperature refers to.
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(
    _ light: TemperatureAndTint, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    self = try TablePoint(light, secondRadiationConstant).chromaticity
    guard isInDiagram else { throw .duvOutOfRange(light.duv) }
  }

  /// Whether the point lies in the x, y diagram. Far above the locus the projection from u, v to x, y turns over, and
  /// there is no such point.
  @inline(__always)
  var isInDiagram: Bool { x > 0 && y > 0 && x.isFinite && y.isFinite }
}

extension TablePoint {
  /// The temperatures and Duvs that have a chromaticity.
  struct Domain {
    let lowestTemperature: Double
    let temperatureScale: Double

    init(_ secondRadiationConstant: SecondRadiationConstant) {
      lowestTemperature = PlanckianLocus.lowestTemperature * secondRadiationConstant.temperatureRatio
      temperatureScale = secondRadiationConstant.temperatureScale
    }

    @inline(__always)
    func contains(temperature: Double) -> Bool { temperature >= lowestTemperature }

    @inline(__always)
    static func contains(duv: Double) -> Bool { duv > PlanckianLocus.lowestDuv && duv < .infinity }

    @inline(__always)
    func contains(_ light: TemperatureAndTint) -> Bool {
      contains(temperature: light.temperature) && Self.contains(duv: light.duv)
    }
  }

  fileprivate init(
    _ light: TemperatureAndTint, _ secondRadiationConstant: SecondRadiationConstant
  ) throws(ColorimetryError) {
    let domain = Domain(secondRadiationConstant)
    guard domain.contains(temperature: light.temperature) else { throw .temperatureOutOfRange(light.temperature) }
    guard Domain.contains(duv: light.duv) else { throw .duvOutOfRange(light.duv) }
    let place = PlanckianPlace.place(temperature: light.temperature, scale: domain.temperatureScale)
    self = PlanckianFrame(place: place).point(across: light.duv)
  }
}

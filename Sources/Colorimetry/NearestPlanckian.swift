/// Temperature and Duv by their definition: the closest point of the Planckian locus in CIE 1960 u, v.
extension PlanckianLocus {
  /// The reciprocal temperature, in mired, of the point of the locus that is nearest to `point`, looked for between
  /// infinite and the lowest temperature; where the nearest lies past an end, that end.
  ///
  /// Answers for every finite point; unique where Duv is above ``lowestDuv``.
  package static func nearestMired(to point: UniformChromaticity) -> Double {
    PlanckianPlace.mired(place: NearestPlace(to: TablePoint(point)).place)
  }
}

/// The nearest place of the locus between its ends, and where the point lies seen from there.
package struct NearestPlace {
  package var place: Double
  package var duv: Double
  /// What is left along the tangent: nothing at a foot; at an end of the locus, how far the point lies past it.
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

  /// By looking at every segment's centre, then by Newton's steps kept inside a bracket that every step narrows.
  private init(searchingFor point: TablePoint) {
    let nearest = Self.nearestCenter(to: point)
    var low = max(nearest - 1, 0)
    var high = min(nearest + 1, PlanckianPlace.highest)
    for end in [low, high] where end == 0 || end == PlanckianPlace.highest {
      let frame = PlanckianFrame(place: end)
      let along = frame.along(to: point)
      if end == 0 ? along <= 0 : along >= 0 {
        self.init(place: end, duv: frame.across(to: point), along: along)
        return
      }
    }
    var place = min(nearest, PlanckianPlace.highest)
    for _ in 0..<Self.iterationLimit {
      let frame = PlanckianFrame(place: place)
      let along = frame.along(to: point)
      let slope = frame.turn * frame.across(to: point) - frame.speed
      if along > 0 { low = place } else { high = place }
      let step = -along / slope
      if abs(step) <= 2 * place.ulp || high - low <= 2 * high.ulp { break }
      let next = place + step
      place = slope < 0 && next > low && next < high ? next : (low + high) / 2
    }
    self.init(place: place, duv: PlanckianFrame(place: place).across(to: point), along: 0)
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

  /// Bisection alone narrows two segments to the last bit in 60 steps.
  private static let iterationLimit = 64
}

extension TemperatureAndTint {
  /// The correlated colour temperature and Duv of a light: those of the closest point of the Planckian locus.
  ///
  /// - Parameter secondRadiationConstant: the constant that the temperature is stated for.
  /// - Throws: ``ColorimetryError/notReal(_:)``, or as for ``init(_:secondRadiationConstant:)-(UniformChromaticity,_)``.
  public init(
    _ chromaticity: Chromaticity, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    guard chromaticity.isReal else { throw .notReal(chromaticity) }
    let point = TablePoint(x: chromaticity.x, y: chromaticity.y)
    try self.init(
      point, asked: UniformChromaticity(chromaticity), temperatureScale: secondRadiationConstant.temperatureScale)
  }

  /// The correlated colour temperature and Duv of a point of the diagram, whether or not a light can have it.
  ///
  /// - Parameter secondRadiationConstant: the constant that the temperature is stated for.
  /// - Throws: ``ColorimetryError`` where the point is not finite, past either end of the locus, or so far below it
  ///   that the closest point is not unique.
  public init(
    _ point: UniformChromaticity, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    guard point.u.isFinite, point.v.isFinite else { throw .notReal(Chromaticity(point)) }
    try self.init(
      TablePoint(point), asked: point, temperatureScale: secondRadiationConstant.temperatureScale)
  }

  /// - Parameter asked: the point for the error to name.
  private init(
    _ point: TablePoint, asked: @autoclosure () -> UniformChromaticity, temperatureScale: Double
  ) throws(ColorimetryError) {
    let nearest = NearestPlace(to: point)
    guard nearest.duv.isFinite else { throw .notReal(Chromaticity(asked())) }
    if nearest.along < -PlanckianLocus.footTolerance { throw .beyondInfiniteTemperature(asked()) }
    if nearest.along > PlanckianLocus.footTolerance { throw .tooCold(asked()) }
    guard nearest.duv > PlanckianLocus.lowestDuv else { throw .tooFarBelowLocus(asked()) }
    self.init(
      temperature: PlanckianPlace.temperature(place: nearest.place, scale: temperatureScale), duv: nearest.duv)
  }
}

extension PlanckianLocus {
  /// In CIE 1960 units: how far past an end of the locus a point may lie and still be taken as the end's. Rounding of x
  /// and y leaves 1e-16.
  fileprivate static let footTolerance = 1e-13
}

extension UniformChromaticity {
  /// The point of the diagram with a given temperature and Duv. A point that no light can have is allowed: the lower the
  /// temperature, the less Duv a real light can have (0.0009 at 1100 K, 0.02 at 2500 K).
  ///
  /// - Parameter secondRadiationConstant: the constant that the temperature is stated for.
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(
    _ light: TemperatureAndTint, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    self = try TablePoint(light, secondRadiationConstant).uniform
  }
}

extension Chromaticity {
  /// The chromaticity of a given temperature and Duv. It may be one that no light can have, as for
  /// ``UniformChromaticity/init(_:secondRadiationConstant:)-(TemperatureAndTint,_)``; ``isReal`` tells.
  ///
  /// - Parameter secondRadiationConstant: the constant that the temperature is stated for.
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` or ``ColorimetryError/duvOutOfRange(_:)``.
  public init(
    _ light: TemperatureAndTint, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) throws(ColorimetryError) {
    self = try TablePoint(light, secondRadiationConstant).chromaticity
    guard isInDiagram else { throw .duvOutOfRange(light.duv) }
  }

  /// Far above the locus the projection from u, v to x, y turns over; there is no such point of the x, y diagram.
  @inline(__always)
  var isInDiagram: Bool { x > 0 && y > 0 && x.isFinite && y.isFinite }
}

extension TablePoint {
  /// The temperatures and Duv that have a chromaticity.
  struct Domain {
    private let lowestTemperature: Double
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

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

/// Conversions of many temperatures and tints at once. They return the same bits as single conversions, and allocate
/// nothing.
extension Chromaticity {
  /// Converts every temperature and Duv, in order, to a chromaticity or to the error that
  /// ``init(_:secondRadiationConstant:)`` throws for it.
  ///
  /// - Parameters:
  ///   - lights: The temperatures, in kelvin, and Duvs. There may be none.
  ///   - results: The results. There must be as many as lights.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  public static func convert(
    _ lights: Span<TemperatureAndTint>, into results: inout MutableSpan<Result<Chromaticity, ColorimetryError>>,
    secondRadiationConstant: SecondRadiationConstant = .cie15
  ) {
    precondition(
      lights.count == results.count,
      "\(lights.count) temperatures and tints do not go into \(results.count) results")
    var block = ChromaticityBlock(secondRadiationConstant)
    var start = 0
    while start < lights.count {
      let end = min(start + ChromaticityBlock.size, lights.count)
      block.convert(lights.extracting(start..<end))
      block.store(lights.extracting(start..<end), into: &results, from: start)
      start = end
    }
  }
}

/// The conversion of up to 64 temperatures and tints in stages; see ``PlanckianBlock``.
private struct ChromaticityBlock {
  static let size = 64

  private let secondRadiationConstant: SecondRadiationConstant
  private var place = InlineArray<64, Double>(repeating: 0)
  private var shifted = InlineArray<64, Double>(repeating: 0)
  private var duv = InlineArray<64, Double>(repeating: 0)
  /// The first four functions of ``PlanckianFrame`` for each light.
  private var frames = InlineArray<256, Double>(repeating: 0)
  private var x = InlineArray<64, Double>(repeating: 0)
  private var y = InlineArray<64, Double>(repeating: 0)
  private var isInDomain = InlineArray<64, Bool>(repeating: false)

  init(_ secondRadiationConstant: SecondRadiationConstant) {
    self.secondRadiationConstant = secondRadiationConstant
  }

  mutating func convert(_ lights: Span<TemperatureAndTint>) {
    let domain = TablePoint.Domain(secondRadiationConstant)
    if lights.count == Self.size {
      for i in 0..<Self.size { enter(lights[i], at: i, domain) }
    } else {
      for i in lights.indices { enter(lights[i], at: i, domain) }
    }
    for i in 0..<Self.size {
      let number = PlanckianFoot.segmentNumber(shifted: shifted[i])
      let t = place[i] - PlanckianFoot.center(shifted: shifted[i])
      let frame = PlanckianFrame(PlanckianTable.coefficients, segment: number, t: t)
      frames[4 &* i] = frame.tangentU
      frames[4 &* i &+ 1] = frame.tangentV
      frames[4 &* i &+ 2] = frame.along
      frames[4 &* i &+ 3] = frame.across
    }
    for i in 0..<Self.size {
      let point = PlanckianFrame.point(
        tangentU: frames[4 &* i], tangentV: frames[4 &* i &+ 1], along: frames[4 &* i &+ 2],
        normal: frames[4 &* i &+ 3] + duv[i])
      let chromaticity = point.chromaticity
      x[i] = chromaticity.x
      y[i] = chromaticity.y
    }
  }

  /// Enters a light. One outside the domain gets a parameter inside the table, and its result will be an error.
  @inline(__always)
  private mutating func enter(_ light: TemperatureAndTint, at i: Int, _ domain: TablePoint.Domain) {
    let isInDomain = domain.contains(light)
    let place = PlanckianPlace.place(temperature: light.temperature, scale: domain.temperatureScale)
    self.place[i] = isInDomain ? place : 0
    shifted[i] = self.place[i] + PlanckianFoot.roundingShift
    duv[i] = light.duv
    self.isInDomain[i] = isInDomain
  }

  /// Stores the results. The method is mutating so that elements are read in place; otherwise the compiler copies an
  /// array for each.
  mutating func store(
    _ lights: Span<TemperatureAndTint>, into results: inout MutableSpan<Result<Chromaticity, ColorimetryError>>,
    from start: Int
  ) {
    for i in lights.indices {
      let chromaticity = Chromaticity(x: x[i], y: y[i])
      if isInDomain[i] && chromaticity.isInDiagram {
        results[start &+ i] = .success(chromaticity)
      } else {
        results[start &+ i] = Self.convertOne(lights[i], secondRadiationConstant)
      }
    }
  }

  @inline(never)
  private static func convertOne(
    _ light: TemperatureAndTint, _ secondRadiationConstant: SecondRadiationConstant
  ) -> Result<Chromaticity, ColorimetryError> {
    Result { () throws(ColorimetryError) in
      try Chromaticity(light, secondRadiationConstant: secondRadiationConstant)
    }
  }
}

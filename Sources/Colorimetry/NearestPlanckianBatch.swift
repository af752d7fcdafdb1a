/// Conversions of many lights at once. They return the same bits as single conversions, and allocate nothing.
extension TemperatureAndTint {
  /// Converts every chromaticity, in order, to a temperature and Duv or to the error that
  /// ``init(_:secondRadiationConstant:)-(Chromaticity,_)`` throws for it.
  ///
  /// - Parameters:
  ///   - chromaticities: The chromaticities. There may be none.
  ///   - results: The results. There must be as many as chromaticities.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  public static func convert(
    _ chromaticities: Span<Chromaticity>,
    into results: inout MutableSpan<Result<TemperatureAndTint, ColorimetryError>>,
    secondRadiationConstant: SecondRadiationConstant = .cie15
  ) {
    precondition(
      chromaticities.count == results.count,
      "\(chromaticities.count) chromaticities do not go into \(results.count) results")
    var block = PlanckianBlock(secondRadiationConstant)
    var start = 0
    while start < chromaticities.count {
      let end = min(start + PlanckianBlock.size, chromaticities.count)
      block.project(chromaticities.extracting(start..<end))
      block.store(chromaticities.extracting(start..<end), into: &results, from: start)
      start = end
    }
  }
}

/// The conversion of up to 64 chromaticities in stages. Each stage is a loop over all of them, which the compiler can
/// turn into vector instructions.
///
/// In longer stages operations would wait for each other's results, and a single loop for all stages would not be
/// vectorized.
struct PlanckianBlock {
  static let size = 64

  private var isReal = InlineArray<64, Bool>(repeating: false)
  private let secondRadiationConstant: SecondRadiationConstant
  private var u = InlineArray<64, Double>(repeating: 0)
  private var v = InlineArray<64, Double>(repeating: 0)
  private var singleU = InlineArray<64, Float>(repeating: 0)
  private var singleV = InlineArray<64, Float>(repeating: 0)
  private var guess = InlineArray<64, Float>(repeating: 0)
  private var shifted = InlineArray<64, Double>(repeating: 0)
  private var cubics = InlineArray<256, Float>(repeating: 0)
  private var t = InlineArray<64, Float>(repeating: 0)
  private var bend = InlineArray<64, Float>(repeating: 0)
  private var frames = InlineArray<512, Double>(repeating: 0)
  private var temperature = InlineArray<64, Double>(repeating: 0)
  private var duv = InlineArray<64, Double>(repeating: 0)
  private var isAnswer = InlineArray<64, Bool>(repeating: false)

  init(_ secondRadiationConstant: SecondRadiationConstant) {
    self.secondRadiationConstant = secondRadiationConstant
  }

  mutating func project(_ points: Span<Chromaticity>) {
    let temperatureScale = secondRadiationConstant.temperatureScale
    if points.count == Self.size {
      for i in 0..<Self.size { enter(points[i], at: i) }
    } else {
      for i in points.indices { enter(points[i], at: i) }
    }
    for i in 0..<Self.size {
      guess[i] = PlanckianFoot.guess(u: singleU[i], v: singleV[i])
    }
    for i in 0..<Self.size {
      shifted[i] = Double(guess[i]) + PlanckianFoot.roundingShift
    }
    for i in 0..<Self.size {
      let number = PlanckianFoot.segmentNumber(shifted: shifted[i])
      let cubic = PlanckianFoot.Cubic(PlanckianTable.starts, segment: number, u: singleU[i], v: singleV[i])
      cubics[4 &* i] = cubic.c0
      cubics[4 &* i &+ 1] = cubic.c1
      cubics[4 &* i &+ 2] = cubic.c2
      cubics[4 &* i &+ 3] = cubic.c3
    }
    for i in 0..<Self.size {
      let cubic = PlanckianFoot.Cubic(
        cubics[4 &* i], cubics[4 &* i &+ 1], cubics[4 &* i &+ 2], cubics[4 &* i &+ 3])
      t[i] = cubic.root
      bend[i] = cubic.bend(at: t[i])
    }
    for i in 0..<Self.size {
      let number = PlanckianFoot.segmentNumber(shifted: shifted[i])
      let frame = PlanckianFrame(PlanckianTable.coefficients, segment: number, t: Double(t[i]))
      let base = i &* 8
      frames[base] = frame.tangentU
      frames[base &+ 1] = frame.tangentV
      frames[base &+ 2] = frame.along
      frames[base &+ 3] = frame.across
      frames[base &+ 4] = frame.turn
      frames[base &+ 5] = frame.speed
    }
    for i in 0..<Self.size {
      let base = i &* 8
      let along = u[i] * frames[base] + v[i] * frames[base &+ 1] - frames[base &+ 2]
      let across = v[i] * frames[base] - u[i] * frames[base &+ 1] - frames[base &+ 3]
      let foot = PlanckianFoot(
        center: PlanckianFoot.center(shifted: shifted[i]), t: Double(t[i]), along: along, across: across,
        turn: frames[base &+ 4], speed: frames[base &+ 5], bend: Double(bend[i]))
      temperature[i] = PlanckianPlace.temperature(place: foot.place, scale: temperatureScale)
      duv[i] = foot.duv
      isAnswer[i] = foot.isAnswer && isReal[i]
    }
  }

  @inline(__always)
  private mutating func enter(_ chromaticity: Chromaticity, at i: Int) {
    let point = TablePoint(x: chromaticity.x, y: chromaticity.y)
    u[i] = point.u
    v[i] = point.v
    singleU[i] = Float(point.u)
    singleV[i] = Float(point.v)
    isReal[i] = chromaticity.isReal
  }

  /// Stores the results. The method is mutating so that elements are read in place; otherwise the compiler copies an
  /// array for each.
  mutating func store(
    _ points: Span<Chromaticity>, into results: inout MutableSpan<Result<TemperatureAndTint, ColorimetryError>>,
    from start: Int
  ) {
    for i in points.indices {
      if isAnswer[i] {
        results[start &+ i] = .success(TemperatureAndTint(temperature: temperature[i], duv: duv[i]))
      } else {
        results[start &+ i] = Self.convertOne(points[i], secondRadiationConstant)
      }
    }
  }

  @inline(never)
  private static func convertOne(
    _ chromaticity: Chromaticity, _ secondRadiationConstant: SecondRadiationConstant
  ) -> Result<TemperatureAndTint, ColorimetryError> {
    Result { () throws(ColorimetryError) in
      try TemperatureAndTint(chromaticity, secondRadiationConstant: secondRadiationConstant)
    }
  }
}

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
    var x = InlineArray<64, Double>(repeating: 0)
    var y = InlineArray<64, Double>(repeating: 0)
    var temperatures = InlineArray<64, Double>(repeating: 0)
    var duvs = InlineArray<64, Double>(repeating: 0)
    var failures = InlineArray<64, Bool>(repeating: false)
    let loops = PlanckianLoops.fastest
    var start = 0
    while start < chromaticities.count {
      let count = min(x.count, chromaticities.count - start)
      for i in 0..<count {
        x[i] = chromaticities[start &+ i].x
        y[i] = chromaticities[start &+ i].y
      }
      var temperatureSpan = temperatures.mutableSpan
      var duvSpan = duvs.mutableSpan
      var failureSpan = failures.mutableSpan
      _ = loops.nearest(
        x: x.span, y: y.span, temperatures: &temperatureSpan, duvs: &duvSpan, failures: &failureSpan,
        secondRadiationConstant)
      for i in 0..<count {
        results[start &+ i] =
          failures[i]
          ? convertOne(chromaticities[start &+ i], secondRadiationConstant)
          : .success(TemperatureAndTint(temperature: temperatures[i], duv: duvs[i]))
      }
      start += count
    }
  }

  /// Converts planes of x and y to planes of temperature and Duv. This is the fastest way for many lights.
  ///
  /// - Parameters:
  ///   - x: The coordinates x. There may be none.
  ///   - y: The coordinates y, as many as those of x.
  ///   - temperatures: The correlated colour temperatures in kelvin, as many as lights; NaN where there is none.
  ///   - duvs: The distances from the locus in CIE 1960 u, v, as many as lights; NaN where there is none.
  ///   - failures: `true` where ``init(_:secondRadiationConstant:)-(Chromaticity,_)`` throws, as many as lights.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  /// - Returns: The number of failures.
  @discardableResult
  public static func convert(
    x: Span<Double>, y: Span<Double>, temperatures: inout MutableSpan<Double>, duvs: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) -> Int {
    convert(
      x: x, y: y, temperatures: &temperatures, duvs: &duvs, failures: &failures,
      secondRadiationConstant: secondRadiationConstant, by: .fastest)
  }

  /// Converts planes by one implementation of the loops.
  package static func convert(
    x: Span<Double>, y: Span<Double>, temperatures: inout MutableSpan<Double>, duvs: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, secondRadiationConstant: SecondRadiationConstant, by loops: PlanckianLoops
  ) -> Int {
    precondition(
      [y.count, temperatures.count, duvs.count, failures.count].allSatisfy { $0 == x.count },
      "planes of \(x.count) x need as many y, temperatures, Duvs and failures, not \(y.count), \(temperatures.count), "
        + "\(duvs.count) and \(failures.count)")
    let unanswered = loops.nearest(
      x: x, y: y, temperatures: &temperatures, duvs: &duvs, failures: &failures, secondRadiationConstant)
    guard unanswered > 0 else { return 0 }
    var failureCount = 0
    for i in x.indices where failures[i] {
      switch convertOne(Chromaticity(x: x[i], y: y[i]), secondRadiationConstant) {
      case .success(let light):
        (temperatures[i], duvs[i], failures[i]) = (light.temperature, light.duv, false)
      case .failure:
        (temperatures[i], duvs[i]) = (.nan, .nan)
        failureCount += 1
      }
    }
    return failureCount
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

  /// Converts planes of one count.
  ///
  /// - Returns: The number of failures.
  mutating func convert(
    _ x: Span<Double>, _ y: Span<Double>, _ temperatures: inout MutableSpan<Double>,
    _ duvs: inout MutableSpan<Double>, _ failures: inout MutableSpan<Bool>
  ) -> Int {
    var failureCount = 0
    var start = 0
    while start < x.count {
      let end = min(start + Self.size, x.count)
      project(x.extracting(start..<end), y.extracting(start..<end))
      for i in 0..<end - start {
        temperatures[start &+ i] = temperature[i]
        duvs[start &+ i] = duv[i]
        failures[start &+ i] = !isAnswer[i]
        failureCount &+= isAnswer[i] ? 0 : 1
      }
      start = end
    }
    return failureCount
  }

  private mutating func project(_ x: Span<Double>, _ y: Span<Double>) {
    let temperatureScale = secondRadiationConstant.temperatureScale
    if x.count == Self.size {
      for i in 0..<Self.size { enter(Chromaticity(x: x[i], y: y[i]), at: i) }
    } else {
      for i in x.indices { enter(Chromaticity(x: x[i], y: y[i]), at: i) }
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
}

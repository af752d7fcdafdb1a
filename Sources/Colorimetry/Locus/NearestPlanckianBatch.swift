/// Conversions of many lights at once. They return the same bits as single conversions.
///
/// Outside of Linux, spans of `Array` and `InlineArray` need systems of 2025; those of `ContiguousArray` do not.
extension TemperatureAndTint {
  /// Converts every chromaticity, in order, to a temperature and Duv or to the error that
  /// ``init(_:secondRadiationConstant:)-(Chromaticity,_)`` throws for it.
  ///
  /// - Parameters:
  ///   - chromaticities: The chromaticities. There may be none.
  ///   - results: The results. There must be as many as chromaticities.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  /// - Precondition: There are as many results as chromaticities.
  public static func convert(
    _ chromaticities: Span<Chromaticity>,
    into results: inout MutableSpan<Result<TemperatureAndTint, ColorimetryError>>,
    secondRadiationConstant: SecondRadiationConstant = .cie15
  ) {
    precondition(
      chromaticities.count == results.count,
      "\(chromaticities.count) chromaticities do not go into \(results.count) results")
    var x = ContiguousArray(repeating: 0.0, count: PlanckianBlock.size)
    var (y, temperatures, duvs) = (x, x, x)
    var failures = ContiguousArray(repeating: false, count: PlanckianBlock.size)
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
  /// - Precondition: All planes have one count.
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

  private let secondRadiationConstant: SecondRadiationConstant
  private var doubles = ContiguousArray(repeating: 0.0, count: Doubles.count * size)
  private var singles = ContiguousArray(repeating: Float(0), count: Singles.count * size)
  private var hasAnswer = ContiguousArray(repeating: false, count: size)

  /// The places where the planes of ``doubles`` begin.
  private enum Doubles {
    static let count = 4
    @inline(__always) static var u: Int { 0 }
    @inline(__always) static var v: Int { size }
    @inline(__always) static var temperature: Int { 2 * size }
    @inline(__always) static var duv: Int { 3 * size }
  }

  /// The places where the planes of ``singles`` begin.
  private enum Singles {
    static let count = 3
    @inline(__always) static var x: Int { 0 }
    @inline(__always) static var y: Int { size }
    @inline(__always) static var shifted: Int { 2 * size }
  }

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
      Self.project(
        x.extracting(start..<end), y.extracting(start..<end), &doubles, &singles, &hasAnswer,
        temperatureScale: secondRadiationConstant.temperatureScale)
      for i in 0..<end - start {
        temperatures[start &+ i] = doubles[Doubles.temperature &+ i]
        duvs[start &+ i] = doubles[Doubles.duv &+ i]
        failures[start &+ i] = !hasAnswer[i]
        failureCount &+= hasAnswer[i] ? 0 : 1
      }
      start = end
    }
    return failureCount
  }

  /// Converts up to a block of lights. Then `hasAnswer` tells which have an answer.
  private static func project(
    _ x: Span<Double>, _ y: Span<Double>, _ doubles: inout ContiguousArray<Double>,
    _ singles: inout ContiguousArray<Float>, _ hasAnswer: inout ContiguousArray<Bool>, temperatureScale: Double
  ) {
    var d = doubles.mutableSpan
    var s = singles.mutableSpan
    var isAnswer = hasAnswer.mutableSpan
    // The compiler now knows that every index is inside.
    precondition(
      d.count == Doubles.count * size && s.count == Singles.count * size && isAnswer.count == size,
      "a block has room for its planes")
    if x.count == size {
      for i in 0..<size { enter(Chromaticity(x: x[i], y: y[i]), at: i, &d, &s, &isAnswer) }
    } else {
      for i in x.indices { enter(Chromaticity(x: x[i], y: y[i]), at: i, &d, &s, &isAnswer) }
    }
    for i in 0..<size {
      s[Singles.shifted &+ i] =
        PlanckianFoot.guess(x: s[Singles.x &+ i], y: s[Singles.y &+ i]) + PlanckianFoot.roundingShift
    }
    for i in 0..<size {
      let shifted = s[Singles.shifted &+ i]
      let distance = PlanckianDistance(
        of: TablePoint(u: d[Doubles.u &+ i], v: d[Doubles.v &+ i]), PlanckianTable.coefficients,
        segment: PlanckianFoot.segmentNumber(shifted: shifted))
      let t = distance.root
      let foot = PlanckianFoot(
        center: PlanckianFoot.center(shifted: shifted), t: t, distance.position(at: t))
      d[Doubles.temperature &+ i] = foot.temperature(scale: temperatureScale)
      d[Doubles.duv &+ i] = foot.duv
      isAnswer[i] = foot.isAnswer && isAnswer[i]
    }
  }

  @inline(__always)
  private static func enter(
    _ chromaticity: Chromaticity, at i: Int, _ d: inout MutableSpan<Double>, _ s: inout MutableSpan<Float>,
    _ isReal: inout MutableSpan<Bool>
  ) {
    let point = TablePoint(x: chromaticity.x, y: chromaticity.y)
    d[Doubles.u &+ i] = point.u
    d[Doubles.v &+ i] = point.v
    s[Singles.x &+ i] = Float(chromaticity.x - PlanckianTable.originX)
    s[Singles.y &+ i] = Float(chromaticity.y - PlanckianTable.originY)
    isReal[i] = chromaticity.isReal
  }
}

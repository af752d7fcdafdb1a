/// Conversions of many temperatures and tints at once. They return the same bits as single conversions.
extension Chromaticity {
  /// Converts every temperature and Duv, in order, to a chromaticity or to the error that
  /// ``init(_:secondRadiationConstant:)`` throws for it.
  ///
  /// - Parameters:
  ///   - lights: The temperatures, in kelvin, and Duvs. There may be none.
  ///   - results: The results. There must be as many as lights.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  /// - Precondition: There are as many results as lights.
  public static func convert(
    _ lights: Span<TemperatureAndTint>, into results: inout MutableSpan<Result<Chromaticity, ColorimetryError>>,
    secondRadiationConstant: SecondRadiationConstant = .cie15
  ) {
    precondition(
      lights.count == results.count,
      "\(lights.count) temperatures and tints do not go into \(results.count) results")
    var x = ContiguousArray(repeating: 0.0, count: ChromaticityBlock.size)
    var (y, temperatures, duvs) = (x, x, x)
    var failures = ContiguousArray(repeating: false, count: ChromaticityBlock.size)
    let loops = PlanckianLoops.fastest
    var start = 0
    while start < lights.count {
      let count = min(x.count, lights.count - start)
      for i in 0..<count {
        temperatures[i] = lights[start &+ i].temperature
        duvs[i] = lights[start &+ i].duv
      }
      var xSpan = x.mutableSpan
      var ySpan = y.mutableSpan
      var failureSpan = failures.mutableSpan
      _ = loops.points(
        temperatures: temperatures.span, duvs: duvs.span, x: &xSpan, y: &ySpan, failures: &failureSpan,
        secondRadiationConstant)
      for i in 0..<count {
        results[start &+ i] =
          failures[i]
          ? convertOne(lights[start &+ i], secondRadiationConstant)
          : .success(Chromaticity(x: x[i], y: y[i]))
      }
      start += count
    }
  }

  /// Converts planes of temperature and Duv to planes of x and y. This is the fastest way for many lights.
  ///
  /// - Parameters:
  ///   - temperatures: The temperatures in kelvin. There may be none.
  ///   - duvs: The distances from the locus in CIE 1960 u, v, as many as temperatures.
  ///   - x: The coordinates x, as many as lights; NaN where there is none.
  ///   - y: The coordinates y, as many as lights; NaN where there is none.
  ///   - failures: `true` where ``init(_:secondRadiationConstant:)`` throws, as many as lights.
  ///   - secondRadiationConstant: The constant that the temperatures refer to.
  /// - Returns: The number of failures.
  /// - Precondition: All planes have one count.
  @discardableResult
  public static func convert(
    temperatures: Span<Double>, duvs: Span<Double>, x: inout MutableSpan<Double>, y: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, secondRadiationConstant: SecondRadiationConstant = .cie15
  ) -> Int {
    convert(
      temperatures: temperatures, duvs: duvs, x: &x, y: &y, failures: &failures,
      secondRadiationConstant: secondRadiationConstant, by: .fastest)
  }

  /// Converts planes by one implementation of the loops.
  package static func convert(
    temperatures: Span<Double>, duvs: Span<Double>, x: inout MutableSpan<Double>, y: inout MutableSpan<Double>,
    failures: inout MutableSpan<Bool>, secondRadiationConstant: SecondRadiationConstant, by loops: PlanckianLoops
  ) -> Int {
    precondition(
      [duvs.count, x.count, y.count, failures.count].allSatisfy { $0 == temperatures.count },
      "planes of \(temperatures.count) temperatures need as many Duvs, x, y and failures, not \(duvs.count), "
        + "\(x.count), \(y.count) and \(failures.count)")
    let failureCount = loops.points(
      temperatures: temperatures, duvs: duvs, x: &x, y: &y, failures: &failures, secondRadiationConstant)
    guard failureCount > 0 else { return 0 }
    for i in x.indices where failures[i] { (x[i], y[i]) = (.nan, .nan) }
    return failureCount
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

/// The conversion of up to 64 temperatures and tints in stages; see ``PlanckianBlock``.
struct ChromaticityBlock {
  static let size = 64

  private let secondRadiationConstant: SecondRadiationConstant
  private var doubles = ContiguousArray(repeating: 0.0, count: Doubles.count * size)
  private var isInDomain = ContiguousArray(repeating: false, count: size)

  /// The places where the planes of ``doubles`` begin.
  private enum Doubles {
    static let count = 9
    @inline(__always) static var place: Int { 0 }
    @inline(__always) static var shifted: Int { size }
    @inline(__always) static var duv: Int { 2 * size }
    @inline(__always) static var x: Int { 3 * size }
    @inline(__always) static var y: Int { 4 * size }
    /// The functions of each light's ``PlanckianFrame`` side by side, because they are computed together.
    @inline(__always) static var frames: Int { 5 * size }
  }

  init(_ secondRadiationConstant: SecondRadiationConstant) {
    self.secondRadiationConstant = secondRadiationConstant
  }

  /// Converts planes of one count.
  ///
  /// - Returns: The number of failures.
  mutating func convert(
    _ temperatures: Span<Double>, _ duvs: Span<Double>, _ x: inout MutableSpan<Double>,
    _ y: inout MutableSpan<Double>, _ failures: inout MutableSpan<Bool>
  ) -> Int {
    var failureCount = 0
    var start = 0
    while start < temperatures.count {
      let end = min(start + Self.size, temperatures.count)
      Self.convert(
        temperatures.extracting(start..<end), duvs.extracting(start..<end), &doubles, &isInDomain,
        TablePoint.Domain(secondRadiationConstant))
      for i in 0..<end - start {
        let chromaticity = Chromaticity(x: doubles[Doubles.x &+ i], y: doubles[Doubles.y &+ i])
        let isAnswer = isInDomain[i] && chromaticity.isInDiagram
        x[start &+ i] = chromaticity.x
        y[start &+ i] = chromaticity.y
        failures[start &+ i] = !isAnswer
        failureCount &+= isAnswer ? 0 : 1
      }
      start = end
    }
    return failureCount
  }

  private static func convert(
    _ temperatures: Span<Double>, _ duvs: Span<Double>, _ doubles: inout ContiguousArray<Double>,
    _ isInDomain: inout ContiguousArray<Bool>, _ domain: TablePoint.Domain
  ) {
    var d = doubles.mutableSpan
    var isInDomain = isInDomain.mutableSpan
    // The compiler now knows that every index is inside.
    precondition(
      d.count == Doubles.count * size && isInDomain.count == size, "a block has room for its planes")
    if duvs.count == size {
      for i in 0..<size {
        enter(.init(temperature: temperatures[i], duv: duvs[i]), at: i, domain, &d, &isInDomain)
      }
    } else {
      for i in duvs.indices {
        enter(.init(temperature: temperatures[i], duv: duvs[i]), at: i, domain, &d, &isInDomain)
      }
    }
    for i in 0..<size {
      let number = PlanckianPlace.segmentNumber(shifted: d[Doubles.shifted &+ i])
      let t = d[Doubles.place &+ i] - PlanckianPlace.center(shifted: d[Doubles.shifted &+ i])
      let frame = PlanckianFrame(PlanckianTable.coefficients, segment: number, t: t)
      let base = Doubles.frames &+ 4 &* i
      d[base] = frame.tangentU
      d[base &+ 1] = frame.tangentV
      d[base &+ 2] = frame.along
      d[base &+ 3] = frame.across
    }
    for i in 0..<size {
      let base = Doubles.frames &+ 4 &* i
      let point = PlanckianFrame.point(
        tangentU: d[base], tangentV: d[base &+ 1], along: d[base &+ 2], normal: d[base &+ 3] + d[Doubles.duv &+ i])
      let chromaticity = point.chromaticity
      d[Doubles.x &+ i] = chromaticity.x
      d[Doubles.y &+ i] = chromaticity.y
    }
  }

  /// Enters a light. One outside the domain gets a parameter inside the table, and its result will be an error.
  @inline(__always)
  private static func enter(
    _ light: TemperatureAndTint, at i: Int, _ domain: TablePoint.Domain, _ d: inout MutableSpan<Double>,
    _ isInDomain: inout MutableSpan<Bool>
  ) {
    isInDomain[i] = domain.contains(light)
    let place = PlanckianPlace.place(temperature: light.temperature, scale: domain.temperatureScale)
    let placeInside = isInDomain[i] ? place : 0
    d[Doubles.place &+ i] = placeInside
    d[Doubles.shifted &+ i] = placeInside + PlanckianPlace.roundingShift
    d[Doubles.duv &+ i] = light.duv
  }
}

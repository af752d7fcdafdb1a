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
    var temperatures = InlineArray<64, Double>(repeating: 0)
    var duvs = InlineArray<64, Double>(repeating: 0)
    var x = InlineArray<64, Double>(repeating: 0)
    var y = InlineArray<64, Double>(repeating: 0)
    var failures = InlineArray<64, Bool>(repeating: false)
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
      convert(temperatures.extracting(start..<end), duvs.extracting(start..<end))
      for i in 0..<end - start {
        let isAnswer = isInDomain[i] && Chromaticity(x: self.x[i], y: self.y[i]).isInDiagram
        x[start &+ i] = self.x[i]
        y[start &+ i] = self.y[i]
        failures[start &+ i] = !isAnswer
        failureCount &+= isAnswer ? 0 : 1
      }
      start = end
    }
    return failureCount
  }

  private mutating func convert(_ temperatures: Span<Double>, _ duvs: Span<Double>) {
    let domain = TablePoint.Domain(secondRadiationConstant)
    if duvs.count == Self.size {
      for i in 0..<Self.size { enter(.init(temperature: temperatures[i], duv: duvs[i]), at: i, domain) }
    } else {
      for i in duvs.indices { enter(.init(temperature: temperatures[i], duv: duvs[i]), at: i, domain) }
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
}

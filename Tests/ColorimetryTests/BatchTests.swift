import Colorimetry
import TestSupport
import Testing

/// A batch answers as single calls do, bit for bit and error for error.
@Suite struct BatchTests {
  /// Counts that include 0 and those just below and above a block's size.
  static let counts = [0, 1, 2, 3, 63, 64, 65, 127, 128, 129, 1000]

  @Test(arguments: counts, SecondRadiationConstant.allCases)
  func `x, y to temperature and Duv`(count: Int, constant: SecondRadiationConstant) throws {
    let points = Self.chromaticities(count)
    let canary = Result<TemperatureAndTint, ColorimetryError>.failure(.duvOutOfRange(12_345))
    var results = Array(repeating: canary, count: count)
    var span = results.mutableSpan
    TemperatureAndTint.convert(points.span, into: &span, secondRadiationConstant: constant)
    for (point, result) in zip(points, results) {
      let single = Result { () throws(ColorimetryError) in
        try TemperatureAndTint(point, secondRadiationConstant: constant)
      }
      #expect(result.isSame(as: single) { [$0.temperature, $0.duv] }, "\(point): \(result), single \(single)")
    }
  }

  @Test(arguments: counts, SecondRadiationConstant.allCases)
  func `temperature and Duv to x, y`(count: Int, constant: SecondRadiationConstant) throws {
    let lights = Self.lights(count)
    var results = Array(repeating: Result<Chromaticity, ColorimetryError>.failure(.duvOutOfRange(12_345)), count: count)
    var span = results.mutableSpan
    Chromaticity.convert(lights.span, into: &span, secondRadiationConstant: constant)
    for (light, result) in zip(lights, results) {
      let single = Result { () throws(ColorimetryError) in try Chromaticity(light, secondRadiationConstant: constant) }
      #expect(result.isSame(as: single) { [$0.x, $0.y] }, "\(light): \(result), single \(single)")
    }
  }

  @Test func `the loops are Swift and, on Linux, one of C's for each instruction set of the processor`() {
    #if os(Linux) && arch(x86_64)
      #expect(PlanckianLoops.available.count == 1 + Processor.instructionSetCount)
    #elseif os(Linux)
      #expect(PlanckianLoops.available.count > 1)
    #endif
    #expect(PlanckianLoops.available.first == .portable)
    #expect(PlanckianLoops.available.last == .fastest)
  }

  @Test(arguments: PlanckianLoops.available, SecondRadiationConstant.allCases)
  func `planes of x and y have the bits of single calls, by every instruction set`(
    loops: PlanckianLoops, constant: SecondRadiationConstant
  ) throws {
    for count in Self.counts + [20_000] {
      let points = Self.edges.prefix(count) + Self.chromaticities(max(count - Self.edges.count, 0))
      var temperatures = Array(repeating: 12_345.0, count: points.count)
      var duvs = temperatures
      var failures = Array(repeating: false, count: points.count)
      let failureCount = Self.nearest(
        points.map(\.x), points.map(\.y), &temperatures, &duvs, &failures, constant, loops)
      #expect(failureCount == failures.count(where: \.self))
      let different = points.indices.filter { index in
        let single = try? TemperatureAndTint(points[index], secondRadiationConstant: constant)
        return failures[index] != (single == nil)
          || temperatures[index].bitPattern != (single?.temperature ?? .nan).bitPattern
          || duvs[index].bitPattern != (single?.duv ?? .nan).bitPattern
      }
      #expect(different.isEmpty, "\(different.prefix(3).map { points[$0] })")
    }
  }

  @Test(arguments: PlanckianLoops.available, SecondRadiationConstant.allCases)
  func `planes of temperature and Duv have the bits of single calls, by every instruction set`(
    loops: PlanckianLoops, constant: SecondRadiationConstant
  ) throws {
    for count in Self.counts + [20_000] {
      let lights = Self.lights(count)
      var x = Array(repeating: 12_345.0, count: count)
      var y = x
      var failures = Array(repeating: false, count: count)
      let failureCount = Self.points(
        lights.map(\.temperature), lights.map(\.duv), &x, &y, &failures, constant, loops)
      #expect(failureCount == failures.count(where: \.self))
      let different = lights.indices.filter { index in
        let single = try? Chromaticity(lights[index], secondRadiationConstant: constant)
        return failures[index] != (single == nil) || x[index].bitPattern != (single?.x ?? .nan).bitPattern
          || y[index].bitPattern != (single?.y ?? .nan).bitPattern
      }
      #expect(different.isEmpty, "\(different.prefix(3).map { lights[$0] })")
    }
  }

  @Test func `planes of different counts are refused`() async {
    await #expect(processExitsWith: .failure) {
      var (a, b, failures) = ([0.0], [0.0, 0], [false])
      _ = BatchTests.nearest([0.3], [0.3], &a, &b, &failures, .cie15, .fastest)
    }
    await #expect(processExitsWith: .failure) {
      var (a, b, failures) = ([0.0], [0.0], [Bool]())
      _ = BatchTests.points([5000], [0], &a, &b, &failures, .cie15, .fastest)
    }
  }

  private static func nearest(
    _ x: [Double], _ y: [Double], _ temperatures: inout [Double], _ duvs: inout [Double], _ failures: inout [Bool],
    _ constant: SecondRadiationConstant, _ loops: PlanckianLoops
  ) -> Int {
    var temperatureSpan = temperatures.mutableSpan
    var duvSpan = duvs.mutableSpan
    var failureSpan = failures.mutableSpan
    return TemperatureAndTint.convert(
      x: x.span, y: y.span, temperatures: &temperatureSpan, duvs: &duvSpan, failures: &failureSpan,
      secondRadiationConstant: constant, by: loops)
  }

  private static func points(
    _ temperatures: [Double], _ duvs: [Double], _ x: inout [Double], _ y: inout [Double], _ failures: inout [Bool],
    _ constant: SecondRadiationConstant, _ loops: PlanckianLoops
  ) -> Int {
    var xSpan = x.mutableSpan
    var ySpan = y.mutableSpan
    var failureSpan = failures.mutableSpan
    return Chromaticity.convert(
      temperatures: temperatures.span, duvs: duvs.span, x: &xSpan, y: &ySpan, failures: &failureSpan,
      secondRadiationConstant: constant, by: loops)
  }

  /// Numbers that are not finite or extreme, the corners of real colours, and both ends of the locus with their
  /// neighbours.
  static let edges: [Chromaticity] = {
    let unusual = [0, -0.0, 1, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1.0 / 3]
    let ends = [TemperatureAndTint(temperature: .infinity, duv: 0), .init(temperature: 500, duv: 0)]
      .compactMap { try? Chromaticity($0) }
    return unusual.flatMap { x in unusual.map { Chromaticity(x: x, y: $0) } }
      + ends.flatMap { end in
        [end.x.nextDown, end.x, end.x.nextUp].flatMap { x in
          [end.y.nextDown, end.y, end.y.nextUp].map { Chromaticity(x: x, y: $0) }
        }
      }
  }()

  @Test func `a batch holds answers and errors of every kind`() {
    let points = Self.chromaticities(1000)
    let single = points.map { point in Result { () throws(ColorimetryError) in try TemperatureAndTint(point) } }
    let kinds = Set(
      single.map { result in
        switch result {
        case .success: "answer"
        case .failure(let error): Mirror(reflecting: error).children.first?.label ?? "\(error)"
        }
      })
    #expect(kinds.count >= 4, "\(kinds)")
    #expect(single.count { (try? $0.get()) != nil } > 500)
  }

  @Test func `counts that differ are refused`() async {
    await #expect(processExitsWith: .failure) {
      var results: [Result<TemperatureAndTint, ColorimetryError>] = []
      var span = results.mutableSpan
      TemperatureAndTint.convert([Chromaticity.d65].span, into: &span)
    }
  }

  /// Mostly lights near the locus; each eighth anything, one that is no number included.
  static func chromaticities(_ count: Int) -> [Chromaticity] {
    var generator = SeededGenerator(seed: 3)
    return (0..<count).map { index in
      if index == 40 { return Chromaticity(x: .nan, y: 0.3) }
      if index == 41 { return Chromaticity(x: 0.3, y: -.infinity) }
      if index % 8 == 7 { return Chromaticity(x: generator.uniform(), y: generator.uniform()) }
      let light = TemperatureAndTint(
        temperature: 1e6 / (400 * generator.uniform()), duv: -0.05 + 0.1 * generator.uniform())
      return (try? Chromaticity(light)) ?? .d65
    }
  }

  static func lights(_ count: Int) -> [TemperatureAndTint] {
    var generator = SeededGenerator(seed: 4)
    let unusual: [TemperatureAndTint] = [
      .init(temperature: .nan, duv: 0), .init(temperature: .infinity, duv: 0), .init(temperature: 5000, duv: .nan),
      .init(temperature: 499, duv: 0), .init(temperature: -.infinity, duv: 0), .init(temperature: 5000, duv: 10),
      .init(temperature: 5000, duv: -0.09), .init(temperature: -2000, duv: 0), .init(temperature: 5000, duv: .infinity),
    ]
    return (0..<count).map { index in
      if index % 16 == 15 { return unusual[index / 16 % unusual.count] }
      return TemperatureAndTint(
        temperature: 1e6 / (2000 * generator.uniform()), duv: -0.09 + 0.2 * generator.uniform())
    }
  }
}

extension Result where Failure == ColorimetryError {
  /// The same bits, or the same words.
  fileprivate func isSame(as other: Self, by numbers: (Success) -> [Double]) -> Bool {
    switch (self, other) {
    case (.success(let a), .success(let b)): numbers(a).map(\.bitPattern) == numbers(b).map(\.bitPattern)
    case (.failure(let a), .failure(let b)): a == b || "\(a)" == "\(b)"
    default: false
    }
  }
}

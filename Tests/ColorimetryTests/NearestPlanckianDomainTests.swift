import Colorimetry
import TestSupport
import Testing

@Suite struct NearestPlanckianDomainTests {
  // MARK: - Outside, with the reason

  @Test func `bluer than any black body`() {
    let blue = Chromaticity(x: 0.2, y: 0.15)
    guard case .failure(.beyondInfiniteTemperature(let point)) = reading(blue) else {
      Issue.record("\(reading(blue))")
      return
    }
    // The error carries the point that was asked for.
    let asked = UniformChromaticity(blue)
    #expect(Tolerance.chromaticityOfTemperature.allows(largest(abs(point.u - asked.u), abs(point.v - asked.v))))
  }

  @Test func `colder than 500 K`() {
    guard case .failure(.tooCold) = reading(Chromaticity(x: 0.73, y: 0.265)) else {
      Issue.record("\(reading(Chromaticity(x: 0.73, y: 0.265)))")
      return
    }
  }

  @Test func `too far below the locus`() {
    guard case .failure(.tooFarBelowLocus) = reading(Chromaticity(x: 0.35, y: 0.15)) else {
      Issue.record("\(reading(Chromaticity(x: 0.35, y: 0.15)))")
      return
    }
  }

  @Test(arguments: [
    Chromaticity(x: -0.01, y: 0.3), Chromaticity(x: 0.3, y: 0), Chromaticity(x: 0.6, y: 0.41),
    Chromaticity(x: .nan, y: 0.3), Chromaticity(x: 0.3, y: .infinity),
  ])
  func `no real colour`(chromaticity: Chromaticity) {
    guard case .failure(.notReal) = reading(chromaticity) else {
      Issue.record("\(reading(chromaticity))")
      return
    }
  }

  @Test func `the ends of Duv and of temperature`() throws {
    let limit = PlanckianLocus.lowestDuv
    let inside = TemperatureAndTint(temperature: 5192, duv: limit.nextUp)
    #expect(throws: ColorimetryError.duvOutOfRange(limit)) {
      try Chromaticity(TemperatureAndTint(temperature: 5192, duv: limit))
    }
    let back = try TemperatureAndTint(Chromaticity(TemperatureAndTint(temperature: 5192, duv: limit + 1e-12)))
    #expect(Tolerance.temperatureAtLowestDuv.allows(abs(back.temperature / 5192 - 1)))
    _ = try Chromaticity(inside)
    _ = try Chromaticity(TemperatureAndTint(temperature: 500, duv: 0))
    for temperature in [Double(499.999), 0, -1, -Double.infinity] {
      #expect(throws: ColorimetryError.temperatureOutOfRange(temperature)) {
        try Chromaticity(TemperatureAndTint(temperature: temperature, duv: 0))
      }
    }
    for duv in [Double.infinity, -Double.infinity, -1, 10] {
      #expect(throws: ColorimetryError.duvOutOfRange(duv)) {
        try Chromaticity(TemperatureAndTint(temperature: 5000, duv: duv))
      }
    }
    #expect(throws: ColorimetryError.self) { try Chromaticity(TemperatureAndTint(temperature: .nan, duv: 0)) }
    #expect(throws: ColorimetryError.self) { try Chromaticity(TemperatureAndTint(temperature: 5000, duv: .nan)) }
  }

  // MARK: - Everywhere

  /// A point of every kind: over and around the diagram, past both ends, and numbers at their limits.
  static let points: [Chromaticity] = {
    var points = grid(step: 0.023)
    let extremes: [Double] = [
      0, -0.0, .leastNonzeroMagnitude, 1e-300, 0.3, 1, -1, 1e16, 1e300, -1e300, .infinity, -.infinity, .nan,
    ]
    for x in extremes { for y in extremes { points.append(Chromaticity(x: x, y: y)) } }
    return points
  }()

  static func grid(step: Double) -> [Chromaticity] {
    stride(from: -0.5, through: 1.5, by: step).flatMap { x in
      stride(from: -0.5, through: 1.5, by: step).map { y in Chromaticity(x: x, y: y) }
    }
  }

  @Test func `an answer is a temperature from 500 K up and a finite Duv above the limit, or an error`() {
    var answers = 0
    for point in Self.points {
      for result in [reading(point), uniformReading(UniformChromaticity(point))] {
        guard case .success(let light) = result else { continue }
        answers += 1
        #expect(light.temperature >= PlanckianLocus.lowestTemperature, "\(point)")
        #expect(light.duv > PlanckianLocus.lowestDuv && light.duv.isFinite, "\(point)")
      }
    }
    #expect(answers > 500)
  }

  @Test func `a real colour has an answer exactly where its nearest point is no end and not too far above`() throws {
    for point in Self.grid(step: 0.083) where point.isReal {
      let uniform = UniformChromaticity(point)
      let mired = PlanckianDefinition.nearestMired(u: uniform.u, v: uniform.v)
      let locus = PlanckianDefinition.jet(mired: mired)
      let duv = (SIMD2(uniform.u, uniform.v) - locus.point).dot(locus.unitNormal)
      let isEnd = Tolerance.endOfLocus.allows(min(mired, 2000 - mired))
      let isInside = !isEnd && duv > PlanckianLocus.lowestDuv
      #expect((try? TemperatureAndTint(point)) != nil || !isInside, "\(point): \(mired) mired, Duv \(duv)")
      #expect((try? TemperatureAndTint(point)) == nil || isInside, "\(point): \(mired) mired, Duv \(duv)")
    }
  }

  @Test func `the nearest mired of any finite point is that of the definition, or as near`() {
    for point in Self.grid(step: 0.17).map(UniformChromaticity.init)
    where (-10..<10).contains(point.u) && (-10..<10).contains(point.v) {
      let mired = PlanckianLocus.nearestMired(to: point)
      let expected = PlanckianDefinition.nearestMired(u: point.u, v: point.v)
      let isSame = Tolerance.anyNearestMired.allows(abs(mired - expected) / max(expected, 1))
      // Where two points are as near, either will do.
      let distances = [mired, expected].map { mired in
        let away = SIMD2(point.u, point.v) - PlanckianDefinition.jet(mired: mired).point
        return away.dot(away).squareRoot()
      }
      let isAsNear = Tolerance.equallyNear.allows(distances[0] - distances[1])
      #expect(isSame || isAsNear, "\(point): \(mired), expected \(expected) mired")
    }
  }

  @Test func `there and back`() throws {
    var generator = SeededGenerator(seed: 7)
    var worst = 0.0
    for _ in 0..<2000 {
      let mired = 10 + 990 * generator.uniform()
      let light = TemperatureAndTint(temperature: 1e6 / mired, duv: -0.05 + 0.1 * generator.uniform())
      let back = try TemperatureAndTint(UniformChromaticity(light))
      worst = largest(worst, abs(back.temperature / light.temperature - 1))
      #expect(Tolerance.nearestDuv.allows(abs(back.duv - light.duv)))
    }
    #expect(Tolerance.uniformChromaticityRounding.allows(worst), "\(worst)")
  }

  @Test(arguments: [-0.05, 0, 0.05]) func `infinite temperature goes there and back`(duv: Double) throws {
    let light = TemperatureAndTint(temperature: .infinity, duv: duv)
    let back = try TemperatureAndTint(Chromaticity(light))
    #expect(back.temperature > 1e16)
    #expect(Tolerance.nearestDuv.allows(abs(back.duv - duv)))
  }

  // MARK: - The constant

  @Test func `another radiation constant relabels the temperature alone`() throws {
    // h c / k of the defining constants beside 1.4388e-2, to 18 digits.
    let ratio = 0.999983929318830833
    let d65 = try TemperatureAndTint(.d65)
    let relabelled = try TemperatureAndTint(.d65, secondRadiationConstant: .si2019)
    #expect(Tolerance.relabelledTemperature.allows(abs(relabelled.temperature / d65.temperature / ratio - 1)))
    #expect(relabelled.duv == d65.duv)
    let there = try Chromaticity(relabelled, secondRadiationConstant: .si2019)
    let error = largest(abs(there.x - Chromaticity.d65.x), abs(there.y - Chromaticity.d65.y))
    #expect(Tolerance.chromaticityOfTemperature.allows(error))
    #expect(SecondRadiationConstant.cie15.inNanometerMegakelvin == 14.388)
    let published = SecondRadiationConstant.si2019.inNanometerMegakelvin
    #expect(Tolerance.publishedRadiationConstant.allows(abs(published - 14.38776877)))
  }

  @Test func `the lowest temperature follows the constant, and the next below is refused`() throws {
    let (cie, si) = (SecondRadiationConstant.cie15, SecondRadiationConstant.si2019)
    let lowest = PlanckianLocus.lowestTemperature * (si.inNanometerMegakelvin / cie.inNanometerMegakelvin)
    let coldest = try Chromaticity(TemperatureAndTint(temperature: PlanckianLocus.lowestTemperature, duv: 0))
    let found = try Chromaticity(TemperatureAndTint(temperature: lowest, duv: 0), secondRadiationConstant: si)
    #expect(Tolerance.projectedChromaticity.allows(largest(abs(found.x - coldest.x), abs(found.y - coldest.y))))
    #expect(throws: ColorimetryError.temperatureOutOfRange(lowest.nextDown)) {
      try Chromaticity(TemperatureAndTint(temperature: lowest.nextDown, duv: 0), secondRadiationConstant: si)
    }
  }

  private func reading(_ chromaticity: Chromaticity) -> Result<TemperatureAndTint, ColorimetryError> {
    Result { () throws(ColorimetryError) in try TemperatureAndTint(chromaticity) }
  }

  private func uniformReading(_ point: UniformChromaticity) -> Result<TemperatureAndTint, ColorimetryError> {
    Result { () throws(ColorimetryError) in try TemperatureAndTint(point) }
  }
}

extension SIMD2<Double> {
  fileprivate func dot(_ other: Self) -> Double { (self * other).sum() }
}

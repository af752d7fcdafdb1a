import Colorimetry
import TestSupport
import Testing
import WhiteBalance

@Suite struct WhiteMapTests {
  let cameras: [Camera]

  init() throws { cameras = try Camera.all() }

  /// A map over all legal gains, as rough as it may be: each coordinate rises by 0.05 to 3 a knot.
  private func map(_ draws: inout Draws) throws -> WhiteMap {
    let grid = WhiteMap.Grid(
      slope: draws.number(in: -0.5...0.5), origin: SIMD2(-1.5, -1.5), spacing: SIMD2(0.5, 0.5), warmthCount: 7,
      tintCount: 7)
    // Falls are shared between the knots, so that no neighbour is more than 0.95 below.
    func values() -> (inout Draws) -> [Double] {
      { draws in (0..<49).map { _ in draws.number(in: -0.45...0.5, edges: [0]) } }
    }
    let (warmth, tint) = (values()(&draws), values()(&draws))
    return try WhiteMap(grid: grid, warmth: warmth, tint: tint)
  }

  private func device(_ draws: inout Draws) throws -> WhiteMapCharacterization {
    let light = draws.one(of: cameras).lights[1]
    let unit = LinearRGB(
      red: draws.number(in: 0.8...1.25, edges: [1]), green: 1, blue: draws.number(in: 0.8...1.25, edges: [1]))
    return WhiteMapCharacterization(
      matrices: try MatrixCharacterization(lights: [light], unitResponse: unit), map: try map(&draws))
  }

  private func difference(_ one: LinearRGB, _ other: LinearRGB) -> Double {
    let (a, b) = (one.red + one.green + one.blue, other.red + other.green + other.blue)
    return largest(
      abs(one.red / a - other.red / b), abs(one.green / a - other.green / b), abs(one.blue / a - other.blue / b))
  }

  // MARK: - There and back

  @Test func `gains come back from their light`() {
    expectLaw(within: .mappedNeutral) { draws in
      (device: Result { try device(&draws) }, gains: draws.legalGains())
    } law: { device, gains in
      let device = try device.get()
      // The matrices alone may know no light for it; the map always has a way.
      guard let estimate = try? device.light(neutralizedBy: gains) else { return nil }
      return difference(try device.response(to: estimate.chromaticity), try gains.neutral())
    }
  }

  @Test func `a light comes back from its neutral`() {
    expectLaw(within: .mappedChromaticity) { draws in
      (device: Result { try device(&draws) }, light: draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.019))
    } law: { device, light in
      let device = try device.get()
      let chromaticity = try Chromaticity(light)
      guard let response = try? device.response(to: chromaticity) else { return nil }
      let back = try device.light(forNeutral: response).chromaticity
      return largest(abs(back.x - chromaticity.x), abs(back.y - chromaticity.y))
    }
  }

  @Test(arguments: [LightKind.daylight, .incandescent])
  func `a light of a smooth kind comes back from its neutral`(kind: LightKind) {
    expectLaw(within: .mappedChromaticity) { draws in
      (device: Result { try device(&draws) }, light: draws.temperatureAndTint(in: 1500...30_000, duv: -0.01...0.015))
    } law: { device, light in
      let device = try device.get().specialized(for: kind)
      let chromaticity = try Chromaticity(light)
      guard let response = try? device.response(to: chromaticity) else { return nil }
      let back = try device.light(forNeutral: response).chromaticity
      return largest(abs(back.x - chromaticity.x), abs(back.y - chromaticity.y))
    }
  }

  @Test func `a lamp is found by the map, whatever is known of its kind`() {
    expectLaw(within: .exact) { draws in
      (device: Result { try device(&draws) }, gains: draws.legalGains())
    } law: { device, gains in
      let device = try device.get()
      let neutral = try gains.neutral()
      guard let found = try? device.light(forNeutral: neutral) else { return nil }
      let lamps: [LightKind] = [.any, .phosphorLED, .mixedLED, .fluorescent, .discharge]
      return try lamps.allSatisfy { try device.specialized(for: $0).light(forNeutral: neutral) == found } ? 0 : 1
    }
  }

  // MARK: - What it is

  /// Control values on a plane give the plane: a B-spline's weights add up to 1, and their mean place is the place.
  @Test func `control values on a plane move a light by the plane`() throws {
    let grid = WhiteMap.Grid(
      slope: 0.2, origin: SIMD2(-1, -1), spacing: SIMD2(0.25, 0.1), warmthCount: 9, tintCount: 21)
    let plane = { (warmth: Int, tint: Int) in 0.1 * Double(warmth) - 0.05 * Double(tint) }
    let warmth = (0..<9).flatMap { w in (0..<21).map { plane(w, $0) } }
    // The plane's edge falls to 0 by up to 1.6, which is not invertible; halved it is.
    let halved = warmth.map { $0 / 2 }
    let map = try WhiteMap(grid: grid, warmth: halved, tint: Array(repeating: 0, count: halved.count))
    let device = WhiteMapCharacterization(matrices: try Self.identity, map: map)
    for (x, y) in [(-0.1, 0.03), (0.2, -0.2), (0.0, 0.0), (0.13, 0.21)] {
      let place = SIMD2((x + 1) / 0.25, (y + 1) / 0.1)
      let moved = x + 0.25 * (0.05 * place.x - 0.025 * place.y)
      let neutral = { (warmth: Double) in
        let sum = y + 0.2 * warmth
        return LinearRGB(red: exponential((sum + warmth) / 2), green: 1, blue: exponential((sum - warmth) / 2))
      }
      let found = try device.light(forNeutral: neutral(x)).chromaticity
      let expected = try device.matrices.light(forNeutral: neutral(moved)).chromaticity
      #expect(Tolerance.mappedChromaticity.allows(largest(abs(found.x - expected.x), abs(found.y - expected.y))))
      let unmoved = try device.matrices.light(forNeutral: neutral(x)).chromaticity
      #expect(!Tolerance.unmovedLight.allows(abs(found.x - unmoved.x)))
    }
  }

  /// On a plateau the splines are their control values: a light is moved by the whole of the largest.
  @Test(arguments: [-2.5, 2.5]) func `a shift by the largest control value is undone`(knots: Double) throws {
    let count = 15
    let grid = WhiteMap.Grid(
      slope: 0.2, origin: SIMD2(-0.7, -0.7), spacing: SIMD2(0.1, 0.1), warmthCount: count, tintCount: count)
    // Up to the plateau and down from it by less than a knot, which is what can be undone.
    let rise: [Double] = (0..<count).map { index in
      let fromEnd = Double(min(index, count - 1 - index) + 1)
      return min(abs(knots), 0.9 * fromEnd) * knots / abs(knots)
    }
    let warmth: [Double] = rise.flatMap { Array(repeating: $0, count: count) }
    let tint: [Double] = (0..<count).flatMap { _ in rise }
    let none = Array(repeating: 0.0, count: count * count)
    let middle = LinearRGB(red: 1, green: 1, blue: 1)
    for (warmth, tint, ratio) in [(warmth, none, \LinearRGB.warmth), (none, tint, \LinearRGB.tint)] {
      let device = WhiteMapCharacterization(
        matrices: try Self.identity, map: try WhiteMap(grid: grid, warmth: warmth, tint: tint))
      let light = try device.light(forNeutral: middle).chromaticity
      let moved = try device.matrices.response(to: light)
      #expect(abs(moved[keyPath: ratio] / exponential(0.1 * knots) - 1) < Tolerance.mappedNeutral.limit)
      #expect(Tolerance.mappedNeutral.allows(difference(try device.response(to: light), middle)))
    }
  }

  private static var identity: MatrixCharacterization {
    get throws { try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: .identity)]) }
  }

  @Test func `a unit's map covers the neutrals of the lights that the device's map covers`() {
    expectLaw(within: .exact, count: 1000) { draws in
      (
        map: Result { try map(&draws) }, factors: [draws.number(in: 0.5...2), draws.number(in: 0.5...2)],
        neutral: [draws.logarithmicNumber(in: 0.05...20), draws.logarithmicNumber(in: 0.05...20)]
      )
    } law: { map, factors, neutral in
      let map = try map.get()
      let unit = LinearRGB(red: factors[0], green: 1, blue: factors[1])
      let device = WhiteMapCharacterization(
        matrices: try MatrixCharacterization(lights: cameras[0].lights, unitResponse: unit), map: map)
      let read = LinearRGB(red: unit.red * neutral[0], green: 1, blue: unit.blue * neutral[1])
      return device.covers(read) == map.covers(LinearRGB(red: neutral[0], green: 1, blue: neutral[1])) ? 0 : 1
    }
  }

  @Test func `beyond the grid the matrices answer to the bit`() {
    expectLaw(within: .exact) { draws in
      (device: Result { try device(&draws) }, far: draws.number(in: 40...1000))
    } law: { device, far in
      let device = try device.get()
      let neutral = LinearRGB(red: far, green: 1, blue: 1)
      guard !device.covers(neutral), let own = try? device.light(forNeutral: neutral) else { return nil }
      return own == (try device.matrices.light(forNeutral: neutral)) ? 0 : 1
    }
  }

  // MARK: - Refusals

  private func grid(
    slope: Double = 0, origin: Double = 0, spacing: Double = 1, warmthCount: Int = 3, tintCount: Int = 2
  ) -> WhiteMap.Grid {
    WhiteMap.Grid(
      slope: slope, origin: SIMD2(origin, 0), spacing: SIMD2(1, spacing), warmthCount: warmthCount, tintCount: tintCount
    )
  }

  @Test func `a grid that is none is refused`() {
    for bad in [
      grid(slope: .nan), grid(origin: .infinity), grid(spacing: 0), grid(spacing: -1), grid(spacing: .nan),
      grid(warmthCount: 0), grid(tintCount: -1), grid(warmthCount: .max), grid(tintCount: 1001),
    ] {
      let error = #expect(throws: WhiteBalanceError.self) { try WhiteMap(grid: bad, warmth: [], tint: []) }
      guard case .invalidCharacterization(.mapGrid) = error else {
        Issue.record("\(bad): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func `values that are none, or not as many as the knots, are refused`() {
    let zeros = Array(repeating: 0.0, count: 6)
    #expect(throws: WhiteBalanceError.invalidCharacterization(.mapCount(5, expected: 6))) {
      try WhiteMap(grid: grid(), warmth: zeros, tint: Array(zeros.dropLast()))
    }
    #expect(throws: WhiteBalanceError.invalidCharacterization(.mapDisplacement(.infinity))) {
      try WhiteMap(grid: grid(), warmth: zeros.dropLast() + [.infinity], tint: zeros)
    }
    #expect(throws: WhiteBalanceError.self) {
      try WhiteMap(grid: grid(), warmth: zeros.dropLast() + [.nan], tint: zeros)
    }
  }

  /// Each sheet along its own axis, between knots and at both edges.
  @Test func `a map that folds is refused`() {
    let zeros = Array(repeating: 0.0, count: 6)
    for (warmth, tint) in [
      ([0.8, 0, -0.3, 0, 0, 0], zeros), ([0, 0, 0, 0, 0, 1], zeros), ([-1, 0, 0, 0, 0, 0], zeros),
      (zeros, [0.5, -0.6, 0, 0, 0, 0]), (zeros, [0, 0, 0, 0, 0, 1]), (zeros, [-1, 0, 0, 0, 0, 0]),
    ] {
      let error = #expect(throws: WhiteBalanceError.self) { try WhiteMap(grid: grid(), warmth: warmth, tint: tint) }
      guard case .invalidCharacterization(.mapNotInvertible(let slope)) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(slope < 0.01)
    }
    // Across its axis a sheet may fall as it likes.
    #expect(throws: Never.self) { try WhiteMap(grid: grid(), warmth: [0.9, -0.9, 0.9, -0.9, 0.9, -0.9], tint: zeros) }
  }
}

extension LinearRGB {
  /// The map's warmth and tint, at no slope: as ratios, not their logarithms.
  fileprivate var warmth: Double { red / blue }
  fileprivate var tint: Double { red * blue / (green * green) }
}

private func exponential(_ value: Double) -> Double {
  var (term, sum) = (1.0, 1.0)
  for index in 1...30 {
    term *= value / Double(index)
    sum += term
  }
  return sum
}

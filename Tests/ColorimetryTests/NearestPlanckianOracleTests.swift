import Colorimetry
import TestSupport
import Testing

/// Every row of the oracle's table. It gives temperature and Duv as exact doubles and, beside their chromaticity, the
/// temperature and Duv of that chromaticity rounded to doubles: what is measured is the error of the library alone.
@Suite struct NearestPlanckianOracleTests {
  struct Row {
    let light: TemperatureAndTint
    let uniform: UniformChromaticity
    let chromaticity: Chromaticity
    /// The values of the chromaticity after it was rounded.
    let mired, duv: Double

    /// Whether the stated accuracy holds for it.
    var isInStatedDomain: Bool { isInStatedRange && (-0.05...0.05).contains(light.duv) }

    var isInStatedRange: Bool { (1000...100_000).contains(light.temperature) }
  }

  let rows: [Row]

  init() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/nearest-planckian.csv")
    rows = table.rows.map {
      Row(
        light: TemperatureAndTint(temperature: $0[0], duv: $0[1]), uniform: UniformChromaticity(u: $0[2], v: $0[3]),
        chromaticity: Chromaticity(x: $0[4], y: $0[5]), mired: $0[6], duv: $0[7])
    }
    try #require(rows.count == 4077)
  }

  @Test func `the nearest point of every x, y agrees with the oracle`() throws {
    var worst = (stated: 0.0, cold: 0.0, hot: 0.0, aside: 0.0, duv: 0.0)
    for row in rows {
      let nearest = NearestPlace(to: TablePoint(x: row.chromaticity.x, y: row.chromaticity.y))
      let mired = PlanckianPlace.mired(place: nearest.place)
      // At infinite temperature rounding may put the point just past the end.
      let error = abs(mired - max(row.mired, 0))
      if row.isInStatedDomain { worst.stated = largest(worst.stated, error / row.mired) }
      if row.light.temperature < 1000 { worst.cold = largest(worst.cold, error / row.mired) }
      if row.light.temperature > 100_000 { worst.hot = largest(worst.hot, error) }
      if row.isInStatedRange { worst.aside = largest(worst.aside, error / row.mired) }
      worst.duv = largest(worst.duv, abs(nearest.duv - row.duv))
    }
    #expect(Tolerance.nearestTemperature.allows(worst.stated), "\(worst)")
    #expect(Tolerance.temperatureBelow1000K.allows(worst.cold), "\(worst)")
    #expect(Tolerance.miredAbove100000K.allows(worst.hot), "\(worst)")
    #expect(Tolerance.temperatureAside.allows(worst.aside), "\(worst)")
    #expect(Tolerance.nearestDuv.allows(worst.duv), "\(worst)")
  }

  @Test func `the temperature and Duv of every real x, y are those of its nearest point`() throws {
    var count = 0
    var worst = 0.0
    for row in rows where row.chromaticity.isReal && row.isInStatedDomain {
      let light = try TemperatureAndTint(row.chromaticity)
      worst = largest(worst, abs(light.temperature * row.mired / 1e6 - 1))
      count += 1
      #expect(Tolerance.nearestDuv.allows(abs(light.duv - row.duv)), "\(row.light)")
    }
    #expect(count > 1000)
    #expect(Tolerance.nearestTemperature.allows(worst), "\(worst)")
  }

  @Test func `the temperature and Duv of every u, v agree with the oracle`() throws {
    var worst = (temperature: 0.0, duv: 0.0)
    for row in rows {
      let light = try TemperatureAndTint(row.uniform)
      if row.isInStatedDomain {
        worst.temperature = largest(worst.temperature, abs(light.temperature / row.light.temperature - 1))
      }
      worst.duv = largest(worst.duv, abs(light.duv - row.light.duv))
    }
    #expect(Tolerance.uniformChromaticityRounding.allows(worst.temperature), "\(worst)")
    #expect(Tolerance.nearestDuv.allows(worst.duv), "\(worst)")
  }

  @Test func `the point of every temperature and Duv agrees with the oracle`() throws {
    var worst = (stated: 0.0, around: 0.0)
    for row in rows {
      let uv = try UniformChromaticity(row.light)
      let xy = try Chromaticity(row.light)
      let error = largest(
        abs(uv.u - row.uniform.u), abs(uv.v - row.uniform.v), abs(xy.x - row.chromaticity.x),
        abs(xy.y - row.chromaticity.y))
      worst.around = largest(worst.around, error)
      if row.isInStatedDomain { worst.stated = largest(worst.stated, error) }
    }
    #expect(Tolerance.chromaticityOfTemperature.allows(worst.stated), "\(worst)")
    #expect(Tolerance.chromaticityAround.allows(worst.around), "\(worst)")
  }
}

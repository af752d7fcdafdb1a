import Colorimetry
import TestSupport
import Testing

@Suite struct NearestPlanckianTests {
  let oracle: ReferenceTable

  init() throws {
    oracle = try ReferenceTable(repositoryPath: "Tests/ReferenceData/planckian-oracle.csv")
  }

  @Test func `temperature and Duv of every point agree with the oracle`() throws {
    var worst = (temperature: 0.0, duv: 0.0)
    for row in oracle.rows {
      let light = try TemperatureAndTint(UniformChromaticity(u: row[2], v: row[3]))
      worst.temperature = max(worst.temperature, abs(light.temperature / row[0] - 1))
      worst.duv = max(worst.duv, abs(light.duv - row[1]))
    }
    print(worst)
    #expect(worst.temperature < 1e-9)
    #expect(worst.duv < 1e-9)
  }

  @Test func `the point of every temperature and Duv agrees with the oracle`() throws {
    var worst = (uv: 0.0, xy: 0.0)
    for row in oracle.rows {
      let light = TemperatureAndTint(temperature: row[0], duv: row[1])
      let uv = try UniformChromaticity(light)
      let xy = try Chromaticity(light)
      worst.uv = max(worst.uv, abs(uv.u - row[2]), abs(uv.v - row[3]))
      worst.xy = max(worst.xy, abs(xy.x / row[4] - 1), abs(xy.y / row[5] - 1))
    }
    print(worst)
    #expect(worst.uv < 1e-9)
    #expect(worst.xy < 1e-9)
  }
}

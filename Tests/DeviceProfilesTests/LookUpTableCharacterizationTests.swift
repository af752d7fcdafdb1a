import Colorimetry
import DeviceProfiles
import Foundation
import TestSupport
import Testing
import WhiteBalance

@Suite struct LookUpTableCharacterizationTests {
  @Test func explore() throws {
    for file in try SharedData.files(in: "icc", withExtension: "icc") {
      let profile = try DeviceProfile(iccBytes: SharedData.bytes(file))
      guard case .lookUpTable(let table) = profile.characterization else { continue }
      print(profile.identity, profile.creationDate?.description ?? "-", profile.provenance, table.adoptedLight)
      var worst = 0.0
      var count = 0
      var failed = 0
      let clock = ContinuousClock()
      var unreached: [TemperatureAndTint] = []
      let time = clock.measure {
        for mired in stride(from: 40.0, through: 500, by: 20) {
          for duv in stride(from: -0.03, through: 0.03, by: 0.01) {
            let t = TemperatureAndTint(temperature: 1e6 / mired, duv: duv)
            guard let light = try? Chromaticity(t), light.isReal else { continue }
            count += 1
            guard let response = try? table.response(to: light), let back = try? table.light(causing: response) else {
              failed += 1
              unreached.append(t)
              continue
            }
            worst = max(worst, abs(back.chromaticity.x - light.x), abs(back.chromaticity.y - light.y))
          }
        }
      }
      print(count, failed, worst, time / count)
      print(unreached.prefix(100).map { "\(Int($0.temperature)) \(($0.duv*1000).rounded())" })
      // gains
      var w2 = 0.0
      var f2 = 0
      for r in stride(from: 0.2, through: 3, by: 0.2) {
        for b in stride(from: 0.2, through: 3, by: 0.2) {
          guard let l = try? table.light(causing: LinearRGB(red: r, green: 1, blue: b)) else {
            f2 += 1
            continue
          }
          guard let n = try? table.response(to: l.chromaticity) else {
            f2 += 1
            continue
          }
          w2 = max(w2, abs(n.red / n.green / r - 1), abs(n.blue / n.green / b - 1))
        }
      }
      print("neutral", w2, f2)
    }
  }
}

import Calibration
import Colorimetry
import Foundation
import MeasuredData
import SpectralData
import WhiteBalance

let data = URL(filePath: CommandLine.arguments[1], directoryHint: .isDirectory)
let measured = try MeasuredData(data)
let lamps = try measured.lamps()
let references = try LightPopulation.references().filter { (1900...15_000).contains($0.temperatureAndTint.temperature) }
func cie(_ names: [CIEIlluminant]) throws -> [CalibrationLight] { try names.map { try CalibrationLight(name: $0.rawValue, spectrum: $0.distribution) } }
let sets: [[CIEIlluminant]] = [[.a], [.d50], [.d65], [.ledB1], [.ledB3], [.fl2], [.fl11], [.a, .d65], [.a, .d50], [.d50, .d65], [.ledB1, .ledB4], [.a, .ledB5],[.fl2,.d65],[.fl12, .fl7], [.a, .d50, .ledB5]]
print("camera,set,loo,after,cond,light,ref,test,distance,dmired,dduv")
for (name, s) in try measured.cameras() {
  for set in sets {
    let fits = try cie(set).map { light -> ChartFit in
      let readings = ChartReference.colorChecker24.patches.map { patch -> ChartReading in
        guard case .reflectance(let r) = patch.color else { fatalError() }
        return ChartReading(patch: patch.name, response: s.response(to: light.spectrum!, reflectance: r))
      }
      return try ChartFit(readings: readings, reference: .colorChecker24, light: light)
    }
    let c = try ChartCalibration(fits)
    let loo = fits.map(\.meanLeftOut).max()!
    let range = c.characterization.calibratedTemperatures!
    for l in references + lamps {
      let n = s.response(to: l.spectrum)
      guard n.isPositive else { continue }
      let t = l.temperatureAndTint
      let near = min(max(t.temperature, range.lowerBound), range.upperBound)
      let d = abs(t.mired - 1e6 / near)
      let f = (try? c.characterization.light(causing: n))?.temperatureAndTint
      print("\(name),\(set.map(\.rawValue).joined(separator: "+")),\(loo),\(fits.map(\.meanAfter).max()!),\(fits.map(\.conditionNumber).max()!),\(l.name.replacing(",", with: ";")),\(l.isReference ? 1 : 0),\(t.temperature),\(d),\(f.map { $0.mired - t.mired } ?? .nan),\(f.map { $0.duv - t.duv } ?? .nan)")
    }
  }
}
// wrong lights
let typical = try MatrixCharacterization(lights: [.init(temperature: 5000, matrix: TypicalCamera.matrix)])
let all: [CIEIlluminant] = [.a, .d50, .d65, .fl2, .fl11, .ledB1, .ledB3, .ledB5]
func chart(_ s: SpectralSensitivities, _ t: CIEIlluminant, pedestal: Double = 0, order: (Int) -> Int = { $0 }) -> [ChartReading] {
  let light = t.distribution
  let w = s.response(to: light)
  let all = ChartReference.colorChecker24.patches.map { patch -> LinearRGB in
    guard case .reflectance(let r) = patch.color else { fatalError() }
    let v = s.response(to: light, reflectance: r)
    let m = max(w.red, w.green, w.blue) * pedestal
    return LinearRGB(red: v.red + m, green: v.green + m, blue: v.blue + m)
  }
  return ChartReference.colorChecker24.patches.enumerated().map { ChartReading(patch: $1.name, response: all[order($0)]) }
}
func mired(_ e: LightEstimate?, _ l: CalibrationLight) -> (Double, Double) { e?.temperatureAndTint.map { ($0.mired - l.temperatureAndTint.mired, $0.duv - l.temperatureAndTint.duv) } ?? (.nan, .nan) }
for (name, s) in try measured.cameras() {
  var right: [CIEIlluminant: ChartFit] = [:]
  for t in all { right[t] = try ChartFit(readings: chart(s, t), reference: .colorChecker24, light: try cie([t])[0]) }
  for t in all {
    for declared in all {
      let l = try cie([declared])[0]
      guard let f = try? ChartFit(readings: chart(s, t), reference: .colorChecker24, light: l) else { print("W,\(name),\(t.rawValue),\(declared.rawValue),fail"); continue }
      let ty = mired(try? typical.light(causing: f.neutral), l)
      print("W,\(name),\(t.rawValue),\(declared.rawValue),\(f.meanAfter),\(f.meanLeftOut),\(f.excluded.count),\(f.conditionNumber),\(ty.0),\(ty.1)")
      for o in all where o != t {
        let c = try ChartCalibration([right[o]!])
        let x = mired(try? c.characterization.light(causing: f.neutral), l)
        print("X,\(name),\(t.rawValue),\(declared.rawValue),\(o.rawValue),\(x.0),\(x.1)")
      }
    }
    for p in [0, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.06, 0.1] {
      if let f = try? ChartFit(readings: chart(s, t, pedestal: p), reference: .colorChecker24, light: try cie([t])[0]) {
        let e = mired(try? ChartCalibration([right[t]!]).characterization.light(causing: f.neutral), f.light)
        print("P,\(name),\(t.rawValue),\(p),\(f.meanAfter),\(f.meanLeftOut),\(f.excluded.count),\(e.0),\(e.1)")
      } else { print("P,\(name),\(t.rawValue),\(p),fail") }
    }
    for (n, shift) in [("col", 1), ("row", 6), ("swapRC", 0)] {
      let order: (Int) -> Int = n == "swapRC" ? { p in let (r, c) = (p / 6, p % 6); let x = Double(3 - r) / 4 + 0.125, y = (Double(c) + 0.5) / 6; return min(Int(y * 4), 3) * 6 + min(Int(x * 6), 5) } : { ($0 + shift) % 24 }
      if let f = try? ChartFit(readings: chart(s, t, order: order), reference: .colorChecker24, light: try cie([t])[0]) {
        print("O,\(name),\(t.rawValue),\(n),\(f.meanAfter),\(f.meanLeftOut),\(f.excluded.count),\(f.orientation.rawValue)")
      } else { print("O,\(name),\(t.rawValue),\(n),fail") }
    }
  }
}

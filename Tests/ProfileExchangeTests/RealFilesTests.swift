import Colorimetry
import DeviceProfiles
import Foundation
import ProfileExchange
import TestSupport
import Testing
import WhiteBalance

/// Every real file of the formats is read, or refused with its reason.
@Suite struct RealFilesTests {
  static func read(_ path: String) throws -> String {
    let url = SharedData.folder.appending(path: path)
    do throws(ExchangeError) {
      let imported = try ImportedProfile(try! SharedData.bytes(url), model: "x")
      return "\(imported.profile.identity) \(imported.warnings)"
    } catch { return "\(error)" }
  }
  @Test func `dump`() throws {
    for folder in ["dcp", "icc", "libcamera-tuning/vc4", "libcamera-tuning/pisp", "raw"] {
      for ext in ["dcp", "icc", "json", "dng"] {
        for file in try SharedData.files(in: folder, withExtension: ext) {
          print(folder, file.lastPathComponent, try Self.read("\(folder)/\(file.lastPathComponent)"))
          guard folder.hasPrefix("libc"), let tuning = try? LibcameraTuning(SharedData.bytes(file)) else { continue }
          let m = try tuning.characterization().0
          var line = "   T:"
          for (p, q) in zip(tuning.curve, tuning.curve.dropFirst() + [tuning.curve.last!]) {
            for f in [0.0, 0.5] {
              let n = LinearRGB(red: (p.red * (1 - f) + q.red * f) / tuning.redSensitivity, green: 1, blue: (p.blue * (1 - f) + q.blue * f)/tuning.blueSensitivity)
              do {
              let l = try m.light(causing: n)
              line += " \(Int(p.temperature * (1 - f) + q.temperature * f)):\(l.temperatureAndTint.map { String(format: "%.1f/%.4f", $0.temperature, $0.duv) } ?? "nil")"
              } catch { line += " \(error)" }
            }
          }
          print(line)
        }
      }
    }
  }
}

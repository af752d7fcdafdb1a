import Colorimetry
import DeviceProfiles
import Foundation
import TestSupport
import Testing
import WhiteBalance

/// Tables that are functions; `ICCProfilesTests` has those of files.
@Suite struct LookUpTableTests {
  /// sRGB's primaries with a bend of a few percent, whose amount no scale of the device changes.
  static func table(name: String = "bent", gamma: Double = 1) throws(ProfileError) -> LookUpTableCharacterization {
    let matrix = Matrix3x3(rows: [0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505])
    return try LookUpTableCharacterization(
      adoptedLight: .d65, fromConnectionSpace: .identity, file: [], parts: ["name": Array(name.utf8)[...]]
    ) { device in
      let bend = 0.03 * (device.x - device.z) * (device.x - device.z) / max(device.sum(), 1e-9)
      let bent = matrix * (device + [bend, 0, -0.5 * bend])
      let scale = pow(max(device.max(), 1e-9), gamma - 1)
      return bent * scale
    }
  }

  @Test func `light to neutral to light comes back through a table`() throws {
    let table = try Self.table()
    expectLaw(within: .solvedTable, count: 30) { draws in
      TemperatureAndTint(temperature: draws.number(in: 3500...12000), duv: draws.number(in: -0.01...0.01))
    } law: { place in
      let light = try Chromaticity(place)
      let back = try table.light(forNeutral: table.response(to: light)).chromaticity
      return largest(abs(back.x - light.x), abs(back.y - light.y))
    }
  }

  @Test func `a neutral has no scale`() throws {
    let table = try Self.table()
    let neutral = LinearRGB(red: 0.7, green: 1, blue: 0.4)
    let light = try table.light(forNeutral: neutral).chromaticity
    #expect(try table.light(forNeutral: LinearRGB(neutral.vector * 16)).chromaticity == light)
  }

  @Test func `a table for encoded RGB is refused`() throws {
    // Twice the device's values give 2 to the power of gamma times the light: 1.74 and 2.30, beside 1.87 and 2.14.
    for gamma in [0.8, 1.2, 1.8] {
      let error = #expect(throws: ProfileError.self) { try Self.table(gamma: gamma) }
      guard case .unusableColorimetry? = error else {
        Issue.record("\(gamma): \(String(describing: error))")
        continue
      }
    }
    for gamma in [0.9, 1.1] { #expect(throws: Never.self) { try Self.table(gamma: gamma) } }
  }

  @Test func `a light that no device value reaches is refused`() throws {
    let table = try Self.table()
    let green = Chromaticity(x: 0.1, y: 0.8)
    #expect(throws: WhiteBalanceError.lightNotCovered(green)) { try table.response(to: green) }
  }

  @Test func `a neutral whose light the table cuts off at its top has none`() throws {
    // The largest number of ICC's encoding of XYZ.
    let top = 1 + 32767.0 / 32768
    let table = try LookUpTableCharacterization(
      adoptedLight: .d65, fromConnectionSpace: .identity, file: [], parts: [:]
    ) { device in (device * [1, 1, 5]).clamped(lowerBound: .zero, upperBound: .init(repeating: top)) }
    let (whole, cut) = (LinearRGB(red: 1, green: 1, blue: 0.5), LinearRGB(red: 1, green: 1, blue: 1))
    #expect(throws: Never.self) { try table.light(forNeutral: whole) }
    #expect(throws: WhiteBalanceError.noLight(cut)) { try table.light(forNeutral: cut) }
  }

  @Test func `tables are equal where the parts of their files are`() throws {
    #expect(try Self.table() == Self.table())
    #expect(try Self.table() != Self.table(name: "another"))
  }
}

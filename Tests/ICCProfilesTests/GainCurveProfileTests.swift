import Colorimetry
import DeviceProfiles
import ICCProfiles
import TestSupport
import Testing
import WhiteBalance

@Suite struct GainCurveProfileTests {
  /// A profile with every number drawn; the base is an odd camera.
  private func random(using generator: inout SeededGenerator) throws -> DeviceProfile {
    var profile = try DeviceProfile.random(lights: 1, using: &generator)
    let entries = TypicalCamera.matrix.entries.map { $0 * .random(in: 0.97...1.03, using: &generator) }
    let base = Matrix3x3(
      rows: [entries[0], entries[1], entries[2]], [entries[3], entries[4], entries[5]],
      [entries[6], entries[7], entries[8]])
    let points = (0..<Int.random(in: 1...6, using: &generator)).map { index in
      GainCurveCharacterization.Point(
        temperature: 2500 + 1000 * Double(index) + .random(in: -100...100, using: &generator),
        duv: .random(in: -0.005...0.005, using: &generator),
        redRatio: 0.9 - 0.08 * Double(index) + .random(in: -0.01...0.01, using: &generator),
        blueRatio: 0.3 + 0.07 * Double(index) + .random(in: -0.01...0.01, using: &generator))
    }
    profile.characterization = .gainCurve(try GainCurveCharacterization(points: points, base: base))
    return profile
  }

  private func curve(_ profile: DeviceProfile) throws -> GainCurveCharacterization {
    guard case .gainCurve(let curve) = profile.characterization else { throw ProfileError.missingEntry("the curve") }
    return curve
  }

  private func bits(_ curve: GainCurveCharacterization) -> [UInt64] {
    (curve.points.flatMap { [$0.temperature, $0.duv, $0.redRatio, $0.blueRatio] } + curve.base.entries)
      .map(\.bitPattern) + curve.matrices.bits
  }

  @Test func `what is written reads back to the bit`() throws {
    var generator = SeededGenerator(state: 21)
    for _ in 0..<60 {
      let profile = try random(using: &generator)
      let back = try DeviceProfile(iccBytes: profile.iccBytes())
      #expect(back == profile)
      #expect(try bits(curve(back)) == bits(curve(profile)))
      #expect(try back.iccBytes() == profile.iccBytes())
    }
  }

  /// Other readers are told of the point nearest to D50, with the other camera's colours.
  @Test func `the standard tags are those of the scaled matrices`() throws {
    var generator = SeededGenerator(state: 22)
    let profile = try random(using: &generator)
    try expectStandardTags(of: profile, areThoseOf: curve(profile).matrices)
  }

  @Test func `a damaged curve is refused or another curve, and never a crash`() throws {
    try expectDamageIsRefusedOrRead(seed: 23) { try random(using: &$0) }
  }
}

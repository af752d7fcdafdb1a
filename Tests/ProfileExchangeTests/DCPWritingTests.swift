import Colorimetry
import DeviceProfiles
import Foundation
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@testable import ProfileExchange

@Suite struct DCPWritingTests {
  private func largestDifference(_ a: Matrix3x3, _ b: Matrix3x3) -> Double {
    zip(a.entries, b.entries).map { abs($0 - $1) }.largest() ?? .infinity
  }

  /// The lights of a DCP, at any matrices.
  private func camera(_ draws: inout Draws, scale: Double = 1) -> MatrixCharacterization? {
    let lights = [(2850.0, TagFileBuilder.warm), (6500.0, TagFileBuilder.cold)].map { temperature, entries in
      let m = entries.map { scale * ($0 + draws.number(in: -0.02...0.02)) }
      return MatrixCharacterization.CalibratedLight(
        temperature: temperature, matrix: Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]))
    }
    return try? MatrixCharacterization(lights: lights)
  }

  @Test func `a DCP reads back to the matrices that were written`() {
    expectLaw(within: .fraction32) { draws in
      camera(&draws)
    } law: { camera in
      guard let camera else { return nil }
      let read = try DNGColorTags(DNGColorTags(camera, model: "x").dcpBytes()).characterization().0
      #expect(read.lights.map(\.temperature) == camera.lights.map(\.temperature))
      return zip(read.lights, camera.lights).map { largestDifference($0.matrix, $1.matrix) }.largest()
    }
  }

  @Test func `matrices of decimals read back to the same bits`() throws {
    let tags = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes)
    let (camera, _) = try tags.characterization()
    let again = try DNGColorTags(DNGColorTags(camera, model: "x").dcpBytes()).characterization().0
    #expect(again == camera)
  }

  @Test func `a text with a null character is refused, and not cut`() throws {
    let tags = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes)
    let fields: [(String, WritableKeyPath<DNGColorTags, String?>)] = [
      ("manufacturer", \.manufacturer), ("model", \.model), ("unit", \.serialNumber),
      ("profile's name", \.profileName), ("copyright", \.copyright),
    ]
    for (name, field) in fields {
      var changed = tags
      changed[keyPath: field] = "A\0B"
      #expect(throws: ExchangeError.notPrintable(field: name)) { try changed.dcpBytes() }
    }
  }

  @Test func `lights that say what they are read back as they were`() throws {
    let tags = try DNGColorTags(TagFileBuilder("IIRC", TagFileBuilder.statedLights).bytes)
    let again = try DNGColorTags(tags.dcpBytes())
    #expect(again.lights == tags.lights && again.lights.map(\.white) == TagFileBuilder.statedWhites)
    #expect(try again.characterization().0 == tags.characterization().0)
  }

  @Test func `ForwardMatrix takes white to the white of D50`() {
    expectLaw(within: .forwardWhite) { draws in
      camera(&draws)
    } law: { camera in
      guard let camera else { return nil }
      let read = try DNGColorTags(DNGColorTags(camera, model: "x").dcpBytes())
      return try read.lights.map { light in
        let white = try #require(light.forwardMatrix) * [1, 1, 1]
        return largest(abs(white.x - 0.9642), abs(white.y - 1), abs(white.z - 0.8249))
      }.largest()
    }
  }

  @Test func `ForwardMatrix takes what ColorMatrix sees back to its colour`() throws {
    let (camera, _) = try DNGColorTags(TagFileBuilder("IIRC", TagFileBuilder.twoLights).bytes).characterization()
    let lights = try DNGColorTags(DNGColorTags(camera, model: "x").dcpBytes()).lights
    try #require(lights.map(\.illuminant) == [17, 21])
    for (light, source) in zip(lights, [Chromaticity.a, .d65]) {
      let white = TristimulusValues(source)
      let color = TristimulusValues(x: 0.3 * white.x, y: 0.2 * white.y, z: 0.4 * white.z)
      let balanced =
        light.colorMatrix * [color.x, color.y, color.z] / (light.colorMatrix * [white.x, white.y, white.z])
      let found = try #require(light.forwardMatrix) * balanced
      let expected = try color.adapted(from: source, to: .d50)
      for (value, expected) in zip([found.x, found.y, found.z], [expected.x, expected.y, expected.z]) {
        #expect(Tolerance.roundedD50.allows(abs(value - expected)), "\(found), \(expected)")
      }
    }
  }

  /// At 3800 K, 263 mired, D50 is 63 mired away and A 88. In kelvin A would be nearer.
  @Test func `a light is written as the standard light that is nearest in mired`() throws {
    let m = TagFileBuilder.warm
    let camera = try MatrixCharacterization(lights: [
      .init(temperature: 3800, matrix: Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]))
    ])
    #expect(try DNGColorTags(camera, model: "x").lights.map(\.illuminant) == [23])
  }

  @Test func `the scale of a matrix does not matter, however far from 1`() throws {
    for scale in [1e-90, 1e-3, 1e6, 1e90] {
      let lights = [(2850.0, TagFileBuilder.warm), (6500.0, TagFileBuilder.cold)].map { temperature, m in
        MatrixCharacterization.CalibratedLight(
          temperature: temperature,
          matrix: Matrix3x3(rows: [m[0], m[1], m[2]], [m[3], m[4], m[5]], [m[6], m[7], m[8]]) * scale)
      }
      let camera = try MatrixCharacterization(lights: lights)
      let read = try DNGColorTags(DNGColorTags(camera, model: "x").dcpBytes()).characterization().0
      for light in [Chromaticity.a, .d65] {
        let (own, found) = (try camera.gains(for: light), try read.gains(for: light))
        #expect(Tolerance.scaledMatrices.allows(abs(own.red - found.red) + abs(own.blue - found.blue)))
      }
    }
  }

  @Test func `what a DCP does not hold is said, each once`() throws {
    func codes(_ profile: DeviceProfile) throws -> [String] {
      try ExportedProfile(profile, as: .dcp).warnings.map(\.code.rawValue)
    }
    let camera = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes).characterization().0
    var profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(camera),
      provenance: "test")
    #expect(try codes(profile) == ["provenance"])
    profile.levels = try SampleLevels(black: 64, white: 1023)
    profile.uncertainty = try CharacterizationUncertainty(mired: 1, duv: 0.001)
    profile.gainRange = try GainRange(maximum: 8)
    profile.identity.unit = "7"
    #expect(try codes(profile) == ["levels", "uncertainty", "gain-range", "identity", "provenance"])
    let own = camera.lights
    profile.characterization = .matrices(
      try MatrixCharacterization(
        lights: [
          .init(temperature: 2300, matrix: own[1].matrix), .init(temperature: 4000, matrix: own[0].matrix * 1.1),
        ]
          + [.init(temperature: 6600, matrix: own[0].matrix)],
        unitResponse: LinearRGB(red: 1.1, green: 1, blue: 1)))
    let all = try codes(profile)
    #expect(
      Array(all.prefix(5)) == ["unit-response", "lights-left-out", "light-moved", "light-moved", "drift"], "\(all)")
  }

  /// The third light is where the difference is largest, and the profile's own range goes far beyond the file's lights.
  @Test(arguments: [3333.0, 4711, 5555])
  func `the stated drift is the largest difference between the lights of the file`(
    temperature: Double
  ) throws {
    let own = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes).characterization().0.lights
    let characterization = try MatrixCharacterization(lights: [
      .init(temperature: 1500, matrix: own[1].matrix), .init(temperature: temperature, matrix: own[0].matrix * 1.01),
      .init(temperature: 9000, matrix: own[0].matrix),
    ])
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(characterization), provenance: "test")
    let exported = try ExportedProfile(profile, as: .dcp)
    let copy = try ImportedProfile(exported.bytes, model: "x").profile.characterization
    // The profile's own lights are outside of those of the file.
    let ends = try #require(characterization.calibratedTemperatures)
    #expect(try #require(copy.calibratedTemperatures).upperBound < ends.upperBound)
    var worst = (mired: 0.0, duv: 0.0)
    for mired in stride(from: 1e6 / ends.upperBound, through: 1e6 / ends.lowerBound, by: 0.05) {
      let light = try Chromaticity(TemperatureAndTint(temperature: 1e6 / mired, duv: 0))
      let found = try #require(try copy.light(forNeutral: characterization.response(to: light)).temperatureAndTint)
      worst = (largest(worst.mired, abs(found.mired - mired)), largest(worst.duv, abs(found.duv)))
    }
    for light in characterization.lights.map(\.light) {
      let neutral = try characterization.response(to: Chromaticity(light))
      let found = try #require(try copy.light(forNeutral: neutral).temperatureAndTint)
      worst = (largest(worst.mired, abs(found.mired - light.mired)), largest(worst.duv, abs(found.duv - light.duv)))
    }
    let text = try #require(exported.warnings.first { $0.code == .drift }).text
    let (mired, duv) = ((worst.mired * 10).rounded() / 10, Int((worst.duv * 1e5).rounded()))
    #expect(
      text.hasPrefix("on black bodies of \(ends.lowerBound) to \(ends.upperBound) K and the calibrated lights "),
      "\(text)")
    #expect(text.contains(" \(mired) mired ") && text.hasSuffix(String("\(100_000 + duv)".dropFirst())), "\(text)")
  }

  /// A copy of a characterization that is off in Duv alone, and only at lights above the locus.
  private struct CopyBesideTheLocus: DeviceCharacterization {
    let own: MatrixCharacterization

    var calibratedTemperatures: ClosedRange<Double>? { own.calibratedTemperatures }

    func response(to light: Chromaticity) throws(WhiteBalanceError) -> LinearRGB { try own.response(to: light) }

    func light(forNeutral neutral: LinearRGB) throws(WhiteBalanceError) -> LightEstimate {
      let found = try own.light(forNeutral: neutral)
      guard let place = found.temperatureAndTint, place.duv > 0.005 else { return found }
      do throws(ColorimetryError) {
        let moved = try Chromaticity(TemperatureAndTint(temperature: place.temperature, duv: place.duv + 0.001))
        return LightEstimate(chromaticity: moved, residual: found.residual)
      } catch { throw .colorimetry(error) }
    }
  }

  @Test func `a copy that is off in Duv alone, at the profile's own lights beside the locus, is told`() throws {
    let lights = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes).characterization().0.lights
    let own = try MatrixCharacterization(
      lights: lights.map { light in
        MatrixCharacterization.CalibratedLight(temperature: light.temperature, duv: 0.01, matrix: light.matrix)
      })
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "x"), characterization: .matrices(own), provenance: "test")
    #expect(profile.drift(to: own).isEmpty)
    #expect(profile.drift(to: CopyBesideTheLocus(own: own)).map(\.code) == [.drift])
  }

  @Test func `colours without a light are refused, and none is written`() {
    let tags = DNGColorTags(model: "Camera", lights: [])
    let error = ExchangeError.missingTag("ColorMatrix1", needed: "colours need the matrix of one light at least")
    #expect(throws: error) { try tags.characterization() }
    #expect(throws: error) { try tags.dcpBytes() }
  }

  @Test func `a number that its tag does not hold is refused`() {
    let (huge, large) = (Matrix3x3(diagonal: [1e12, 1, 1]), LinearRGB(red: 1e12, green: 1, blue: 1))
    let changes: [(text: String, change: (inout DNGColorTags) -> Void)] = [
      ("a matrix has 1000000000000.0", { $0.lights[0].colorMatrix = huge }),
      ("a matrix has 1000000000000.0", { $0.lights[0].forwardMatrix = huge }),
      ("a matrix has 1000000000000.0", { $0.lights[0].cameraCalibration = huge }),
      ("a matrix has -1000000000000.0", { $0.lights[0].forwardMatrix = huge * -1 }),
      ("a matrix has nan", { $0.lights[0].cameraCalibration = Matrix3x3(diagonal: [1, .nan, 1]) }),
      (
        "a matrix has entries of at most 0.0004",
        { $0.lights[0].colorMatrix = Matrix3x3(diagonal: [4e-4, 4e-4, 4e-4]) }
      ),
      ("a matrix has no inverse", { $0.lights[0].colorMatrix = Matrix3x3(diagonal: [0, 1, 1]) }),
      ("the number -1 ", { $0.lights[0].illuminant = -1 }),
      ("the number 65557 ", { $0.lights[0].illuminant = 65557 }),
      ("a neutral or a balance", { $0.asShotNeutral = large }),
      ("a neutral or a balance", { $0.analogBalance = large }),
    ]
    for (text, change) in changes {
      var tags = DNGColorTags(
        model: "Camera", lights: [.init(illuminant: .d65, colorMatrix: Matrix3x3(diagonal: [1, 1, 1]))])
      change(&tags)
      #expect {
        try tags.dcpBytes()
      } throws: {
        guard case .unwritable(.dcp, let reason)? = $0 as? ExchangeError else { return false }
        return reason.contains(text)
      }
    }
  }

  @Test(.enabled(if: Exiftool.isThere, "exiftool is not installed"))
  func `exiftool reads the tags that were written`() throws {
    let (camera, _) = try DNGColorTags(TagFileBuilder("MMCR", TagFileBuilder.twoLights).bytes).characterization()
    let tags = try DNGColorTags(camera, model: "Test model", copyright: "Somebody")
    let file = FileManager.default.temporaryDirectory.appending(path: "exchange-\(UUID().uuidString).dcp")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(tags.dcpBytes()).write(to: file)
    let read = try Exiftool.tags(file)
    #expect(read.text("UniqueCameraModel") == "Test model" && read.text("ProfileName") == "Test model")
    #expect(read.text("ProfileCopyright") == "Somebody" && read.text("ProfileEmbedPolicy") == "0")
    #expect(read.text("CalibrationIlluminant1") == "17" && read.text("CalibrationIlluminant2") == "21")
    #expect(read.numbers("ColorMatrix1") == TagFileBuilder.warm && read.numbers("ColorMatrix2") == TagFileBuilder.cold)
    for (name, light) in zip(["ForwardMatrix1", "ForwardMatrix2"], tags.lights) {
      try #require(read.numbers(name).count == 9)
      for (value, own) in zip(read.numbers(name), try #require(light.forwardMatrix).entries) {
        #expect(Tolerance.fraction32.allows(abs(value - own)))
      }
    }
  }
}

import ArgumentParser
import Calibration
import CameraControl
import CameraDevices
import Colorimetry
import DeviceProfiles
import DigitalNegatives
import Foundation
import ICCProfiles
import RawFrames
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@testable import wbcal

@Suite struct CalibrateTests {
  @Test func `two charts make a profile that keeps both whites, and check says so`() throws {
    let (tungsten, daylight) = (try readings(.a), try readings(.d65))
    let profile = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "chart", tungsten.path, "--light", "A", daylight.path, "--light", "D65", "--output",
      profile.path, "--model", "EOS 5D Mark II", "--json")
    #expect(made.status == 0, "\(made.errors)")
    let report = try made.object()
    let lights = try #require(report["lights"]?.array)
    #expect(lights.count == 2 && report["warnings"]?.array?.isEmpty == true)
    for light in lights {
      let difference = try #require(light["difference"])
      let (before, after, left) = (
        try #require(difference["before"]?.number), try #require(difference["after"]?.number),
        try #require(difference["leaveOneOut"]?.number)
      )
      #expect(after < left && left < before / 5)
      #expect(light["patches"]?.array?.count == 24 && light["excluded"]?.array?.isEmpty == true)
    }
    let loaded = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: profile.url)))
    #expect(loaded.identity.model == "EOS 5D Mark II")
    for (light, illuminant) in zip(lights, [CIEIlluminant.a, .d65]) {
      let neutral = try #require(light["neutral"])
      let estimate = try loaded.characterization.light(
        forNeutral: LinearRGB(
          red: try #require(neutral["red"]?.number), green: try #require(neutral["green"]?.number),
          blue: try #require(neutral["blue"]?.number)))
      let truth = Chromaticity(illuminant.distribution)
      #expect(Tolerance.characterizedChromaticity.allows(abs(estimate.chromaticity.x - truth.x)))
      #expect(Tolerance.characterizedChromaticity.allows(abs(estimate.chromaticity.y - truth.y)))
    }
    let led = try readings(.ledB3)
    let checked = try Tool.run("profile", "check", profile.path, "--chart", led.path, "--light", "LED-B3", "--json")
    let check = try checked.object()
    // A lamp that it was not made for: matrices are off by some mired there, and no more.
    #expect(Tolerance.unlearntLamp.allows(abs(try #require(check["residual"]?["mired"]?.number))))
    #expect(try #require(check["difference"]?.number) < 3)
    let again = try Tool.run("profile", "check", profile.path, "--chart", daylight.path, "--light", "D65", "--json")
    let own = try again.object()
    // Its grays are those of another start, without the patches that the fit weighs.
    #expect(Tolerance.residualMired.allows(abs(try #require(own["residual"]?["mired"]?.number))))
  }

  @Test func `the worst patches are those that differ most, in calibration and in a check`() throws {
    let (chart, led, profile) = (try readings(.d65), try readings(.ledB3), try ScratchFile([]))
    func worst(_ patches: JSONValue?, _ key: String) throws -> [String] {
      let differences = try (patches?.array ?? []).map { patch in
        (name: try #require(patch["name"]?.text), value: try #require(patch[key]?.number))
      }
      let largest = differences.sorted { $0.value > $1.value }.prefix(3)
      return [largest.map { "\($0.name) \(String(format: "%.1f", $0.value))" }.joined(separator: "   ")]
    }
    let calibrate = ["calibrate", "chart", chart.path, "--light", "D65", "--output", profile.path]
    let light = try #require(try Tool.run(calibrate + ["--json"]).object()["lights"]?.array?.first)
    #expect(try Tool.run(calibrate).values("worst") == worst(light["patches"], "after"))
    let check = ["profile", "check", profile.path, "--chart", led.path, "--light", "LED-B3"]
    let found = try Tool.run(check + ["--json"]).object()
    #expect(try Tool.run(check).values("worst") == worst(found["patches"], "difference"))
  }

  @Test func `bad patches are named, and the rest makes the profile`() throws {
    let chart = try readings(.d65, scale: 130)
    let profile = try ScratchFile([])
    let result = try Tool.run("calibrate", "chart", chart.path, "--light", "D65", "--output", profile.path)
    #expect(result.status == 0, "\(result.errors)")
    // White of 130 puts patch D1's channels over 100: a scale that is not known clips nothing.
    #expect(result.values("left out") == [])
    let clipped = try readings(.d65, scale: 130) { _, rows in
      rows = rows.map { [$0[0]] + $0.dropFirst().map { "\(min(Double($0) ?? 0, 100))" } }
    }
    let second = try Tool.run("calibrate", "chart", clipped.path, "--light", "D65", "--output", profile.path)
    #expect(second.status == 0, "\(second.errors)")
    let leftOut = ExcludedPatch(patch: "D1", reason: .clipped)
    #expect(second.values("left out") == [leftOut.description])
    let light = try CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution)
    let warning = CalibrationWarning.oneLight(temperature: light.temperatureAndTint.temperature)
    #expect(second.values("warning") == [warning.description])
  }

  /// A change of a table of 24 readings, and what is wrong with it then.
  private struct Spoilt: Sendable {
    var change: @Sendable (_ fields: inout [String], _ rows: inout [[String]]) -> Void
    var error: @Sendable (_ file: String) -> any Error
  }

  private static let spoilt = [
    Spoilt { _, rows in
      rows = Array(rows.suffix(6))
    } error: { _ in
      CalibrationError.noSpreadOfColors(usable: 6)
    },
    Spoilt { fields, _ in
      fields[3] = "RGB_X"
    } error: { file in
      ChartTableError.missingFields(["RGB_B"], file: file, has: ["SAMPLE_ID", "RGB_R", "RGB_G", "RGB_X"])
    },
    Spoilt { _, rows in
      rows[3] = rows[2]
    } error: { _ in
      CalibrationError.repeatedPatch("A3", file: "the readings' table")
    },
    Spoilt { _, rows in
      rows = Array(rows.prefix(3))
    } error: { _ in
      CalibrationError.tooFewPatches(usable: 3, needed: 6, excluded: [])
    },
    Spoilt { _, rows in
      rows = rows.map { [$0[0], "100", "100", "100"] }
    } error: { _ in
      CalibrationError.tooFewPatches(
        usable: 0, needed: 6,
        excluded: ChartReference.colorChecker24.patches.map { ExcludedPatch(patch: $0.name, reason: .clipped) })
    },
    Spoilt { _, rows in
      rows = rows.map { [$0[0], "20", "40", "30"] }
    } error: { _ in
      CalibrationError.sameReadings(LinearRGB(red: 20, green: 40, blue: 30), count: 24)
    },
    Spoilt { _, rows in
      rows[7][2] = "much"
    } error: { file in
      ChartTableError.notANumber("much", field: "RGB_G", patch: "B2", file: file)
    },
  ]

  private func expectNoProfile(
    _ chart: ScratchFile, light: String = "D65", status: Int32 = 65, _ message: String
  ) throws {
    let profile = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).icc")
    let result = try Tool.run("calibrate", "chart", chart.path, "--light", light, "--output", profile.path)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.message == message)
    #expect(!FileManager.default.fileExists(atPath: profile.path))
  }

  @Test(arguments: spoilt.indices) func `bad readings end with their reason and status 65, and no profile`(
    number: Int
  ) throws {
    let chart = try readings(.d65, change: Self.spoilt[number].change)
    let error = Self.spoilt[number].error(chart.path)
    // A fault of the table itself names its file; a fault of its patches, the light too.
    try expectNoProfile(chart, (error is ChartTableError ? "" : "\(chart.path) under D65: ") + "\(error)")
  }

  @Test func `a file that is no table of readings, and a light that none can be made for, are refused`() throws {
    let text = try ScratchFile(Array("CTI3\nBEGIN_DATA\n".utf8))
    try expectNoProfile(text, "\(text.path): \(CGATSError(line: 2, .noFields))")
    let violet = CalibrationError.light(
      name: "0.7,0.2", .tooCold(UniformChromaticity(Chromaticity(x: 0.7, y: 0.2))))
    try expectNoProfile(readings(.d65), light: "0.7,0.2", status: 64, "--light: \(violet)")
  }

  @Test func `colours that do not fit end with status 2, the coldest light too`() throws {
    let mixed = try readings(.d65) { _, rows in
      rows = zip(rows, Self.otherOrder).map { [$0[0]] + rows[$1].dropFirst() }
    }
    for (chart, light) in [(mixed, "D65"), (try readings(.d65), "500")] {
      let profile = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).icc")
      let result = try Tool.run(
        "calibrate", "chart", chart.path, "--light", light, "--output", profile.path, "--json")
      let report = try #require(result.object()["lights"]?.array?.first)
      let reasons = try report.calibrationRefusals()
      #expect(result.status == 2 && reasons.first?.code == .difference)
      #expect(
        result.message
          == refused(
            "\(chart.path) under \(light)",
            reasons.map(\.description) + report.messages("warnings").map { "note: \($0)" }
              + (report["excluded"]?.array ?? []).compactMap { $0["message"]?.text.map { "left out: \($0)" } }))
      #expect(!FileManager.default.fileExists(atPath: profile.path))
    }
  }

  /// The patches of a ColorChecker, each in the place of another.
  private static let otherOrder = [
    12, 3, 22, 7, 0, 19, 5, 23, 14, 9, 1, 20, 16, 2, 11, 8, 18, 4, 21, 13, 6, 17, 10, 15,
  ]

  /// The reflectances of a ColorChecker.
  private func reflectances(order: [Int] = Array(0..<24)) throws -> ScratchFile {
    let patches = ChartReference.colorChecker24.patches
    let spectra = patches.compactMap { patch -> SpectralDistribution? in
      if case .reflectance(let reflectance) = patch.color { reflectance } else { nil }
    }
    try #require(spectra.count == order.count)
    let rows = zip(patches, order).map { [$0.name] + spectra[$1].values.map { "\($0)" } }
    let table = CGATSFile.Table(
      type: "CTI2", keywords: [:], fields: ["SAMPLE_ID"] + spectra[0].wavelengths.map { "SPEC_\($0)" }, rows: rows)
    return try ScratchFile(Array(CGATSFile(tables: [table]).description.utf8))
  }

  @Test func `each chart is held against its own colours, where they are given`() throws {
    let (tungsten, daylight, profile) = (try readings(.a), try readings(.d65), try ScratchFile([]))
    let (right, wrong) = (try reflectances(), try reflectances(order: Self.otherOrder))
    let result = try Tool.run(
      "calibrate", "chart", tungsten.path, "--light", "A", daylight.path, "--light", "D65", "--reference",
      right.path, "--reference", wrong.path, "--output", profile.path, "--json")
    let lights = try #require(result.object()["lights"]?.array)
    #expect(result.status == 2 && lights.map { $0["verdict"]?.text } == ["ok", "refused"], "\(result.errors)")
    #expect(lights.map { $0["reference"]?.text } == [right.path, wrong.path])
  }

  /// A chart under D65 in patches of 40 x 40 samples without gaps, in words
  /// of 16 bits of which 12 are used, over black 64.
  ///
  /// - Parameters:
  ///   - largest: The largest value above black, before the gains.
  ///   - gains: The factors of the values above black.
  private func painted(largest: Double, gains: (red: UInt16, blue: UInt16) = (1, 1)) throws -> [UInt8] {
    let sensitivities = try SpectralSensitivities.canon5DMarkII()
    let spectrum = CIEIlluminant.d65.distribution
    let responses = ChartReference.colorChecker24.patches.compactMap { patch -> LinearRGB? in
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      return sensitivities.response(to: spectrum, reflectance: reflectance)
    }
    try #require(responses.count == 24)
    let scale = largest / (try #require(responses.map { max($0.red, $0.green, $0.blue) }.max()))
    return try FrameWriter.bytes(PixelFormat("RG12"), width: 240, height: 160) { column, row in
      let response = responses[row / 40 * 6 + column / 40]
      let (value, gain): (Double, UInt16) =
        switch (column % 2, row % 2) {
        case (0, 0): (response.red, gains.red)
        case (1, 1): (response.blue, gains.blue)
        default: (response.green, 1)
        }
      return 64 + gain * UInt16((scale * value).rounded())
    }
  }

  @Test func `a chart in a DNG whose samples have gains is read as one without`() throws {
    let corners = ["--corners", "0,0,240,0,240,160,0,160", "--light", "D65"]
    func made(_ gains: (red: UInt16, blue: UInt16)) throws -> (profile: DeviceProfile, check: JSONValue) {
      let frame = try RawFrame(
        format: PixelFormat("RG12"), width: 240, height: 160, bytes: painted(largest: 900, gains: gains),
        levels: SampleLevels(black: 64, white: 4095))
      let negative = try DigitalNegative.made(
        of: frame, by: SimulatedCamera.profile,
        analogBalance: WhiteBalanceGains(red: Double(gains.red), green: 1, blue: Double(gains.blue))
      ).negative
      let (file, profile) = (try ScratchFile(negative.dngBytes()), try ScratchFile([]))
      let calibrated = try Tool.run(["calibrate", "chart", file.path, "--output", profile.path] + corners)
      #expect(calibrated.status == 0, "\(calibrated.errors)")
      let checked = try Tool.run(["profile", "check", profile.path, "--chart", file.path, "--json"] + corners)
      #expect(checked.status == 0, "\(checked.errors)")
      return (try DeviceProfile(contentsOf: profile.path), try #require(try checked.object()["residual"]))
    }
    let (plain, multiplied) = (try made((1, 1)), try made((2, 4)))
    #expect(plain.profile.characterization == multiplied.profile.characterization && plain.check == multiplied.check)
  }

  @Test func `a chart in a raw frame is calibrated from by its corners, and upside down too`() throws {
    let frame = try ScratchFile(painted(largest: 3600))
    let profile = try ScratchFile([])
    func calibrate(_ corners: String, width: String = "240") throws -> Tool.Result {
      try Tool.run(
        "calibrate", "chart", frame.path, "--format", "RG12", "--width", width, "--height", "160", "--black", "64",
        "--corners", corners, "--light", "D65", "--output", profile.path, "--json")
    }
    let upright = try calibrate("0,0,240,0,240,160,0,160")
    let light = try #require(try upright.object()["lights"]?.array?.first)
    #expect(try #require(light["difference"]?["leaveOneOut"]?.number) < 1 && light["patches"]?.array?.count == 24)
    let turned = try #require(try calibrate("240,160,0,160,0,0,240,0").object()["lights"]?.array?.first)
    #expect(turned["orientation"]?.text == "upside down")
    let crossed = [(0, 0), (240, 160), (240, 0), (0, 160)].map { ChartFrame.Point(x: $0.0, y: $0.1) }
    for (arguments, error) in [
      ("0,0,240,160,240,0,0,160", ChartFrameError.corners(crossed)),
      ("0,0,400,0,400,160,0,160", .outsideFrame(patch: "A4", width: 240, height: 160)),
    ] {
      let result = try calibrate(arguments)
      #expect(result.status == 65 && result.message == "\(frame.path): \(error)", "\(result.errors)")
    }
    #expect(try calibrate("0,0,240,0,240,160,0,160", width: "238").status == 65)
  }

  @Test func `a chart before a camera that multiplies its samples is read as the sensor gives it`() throws {
    let chart = ChartReference.colorChecker24
    let light = try CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution)
    var setup = SimulatedCamera.Setup()
    setup.brightness = 0.3
    let camera = try SimulatedCamera(setup)
    try camera.show(
      .chart(
        chart.patches.compactMap { patch in
          if case .reflectance(let reflectance) = patch.color { reflectance } else { nil }
        }, columns: 6))
    try camera.set([.redBalance: 512, .blueBalance: 384])
    let corners = try #require(ChartOptions.CornersArgument(argument: "40,30,280,30,280,210,40,210"))
    let profile = SimulatedCamera.profile
    let read = try ChartOptions.parse([]).chart(
      in: CameraFrameSource(camera), corners: corners, reference: chart, FrameFileOptions.parse([]),
      LevelOptions.parse([]), profile: profile)
    let check = try ChartCheck(
      readings: read.readings, reference: chart, light: light, profile: profile)
    let error = try #require(check.residual)
    #expect(Tolerance.simulatedLight.allows(abs(error.mired)), "\(error)")
  }
}

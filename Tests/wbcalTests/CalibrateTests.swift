import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import RawFrames
import TestSupport
import Testing
import WhiteBalance

@Suite struct CalibrateTests {
  @Test func `two charts make a profile that keeps both whites, and check says so`() throws {
    let (tungsten, daylight) = (try readings(.a), try readings(.d65))
    let profile = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "--chart", tungsten.path, "--light", "A", "--chart", daylight.path, "--light", "D65", "--output",
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
        causing: LinearRGB(
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
    #expect(abs(try #require(check["residual"]?["mired"]?.number)) < 20)
    #expect(try #require(check["difference"]?.number) < 3)
    let again = try Tool.run("profile", "check", profile.path, "--chart", daylight.path, "--light", "D65", "--json")
    let own = try again.object()
    // Its grays are those of another start, without the patches that the fit weighs.
    #expect(abs(try #require(own["residual"]?["mired"]?.number)) < 1e-6)
  }

  @Test func `bad patches are named, and the rest makes the profile`() throws {
    let chart = try readings(.d65, scale: 130)
    let profile = try ScratchFile([])
    let result = try Tool.run("calibrate", "--chart", chart.path, "--light", "D65", "--output", profile.path)
    #expect(result.status == 0, "\(result.errors)")
    // White of 130 puts patch D1's channels over 100: a scale that is not known clips nothing.
    #expect(!result.output.contains("left out  "))
    let clipped = try readings(.d65, scale: 130) { _, rows in
      rows = rows.map { [$0[0]] + $0.dropFirst().map { "\(min(Double($0) ?? 0, 100))" } }
    }
    let second = try Tool.run("calibrate", "--chart", clipped.path, "--light", "D65", "--output", profile.path)
    #expect(second.status == 0 && second.output.contains("left out      D1: clipped"), "\(second.output)")
    #expect(second.output.contains("warning       one light, 6503 K"))
  }

  @Test func `bad input ends with its reason and status 65, and no profile`() throws {
    let profile = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).icc")
    func expectError(_ chart: ScratchFile, light: String = "D65", status: Int32 = 65, _ text: String) throws {
      let result = try Tool.run("calibrate", "--chart", chart.path, "--light", light, "--output", profile.path)
      #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: profile.path))
    }
    try expectError(try readings(.d65) { _, rows in rows = Array(rows.suffix(6)) }, "grays or of one hue")
    try expectError(try readings(.d65) { fields, _ in fields[3] = "RGB_X" }, "no column RGB_B")
    try expectError(try readings(.d65) { _, rows in rows[3] = rows[2] }, "has the patch A3 more than once")
    try expectError(try readings(.d65) { _, rows in rows = Array(rows.prefix(3)) }, "6 are needed")
    try expectError(try readings(.d65) { _, rows in rows = rows.map { [$0[0], "100", "100", "100"] } }, "clipped")
    try expectError(
      try readings(.d65) { _, rows in rows = rows.map { [$0[0], "20", "40", "30"] } }, "all 24 patches read the same")
    try expectError(try readings(.d65) { _, rows in rows[7][2] = "much" }, "patch B2: RGB_G is 'much'")
    try expectError(
      try readings(.d65) { _, rows in
        rows = zip(rows, [12, 3, 22, 7, 0, 19, 5, 23, 14, 9, 1, 20, 16, 2, 11, 8, 18, 4, 21, 13, 6, 17, 10, 15]).map {
          [$0[0]] + rows[$1].dropFirst()
        }
      }, status: 2, "the colours do not fit: a mean")
    try expectError(try ScratchFile(Array("CTI3\nBEGIN_DATA\n".utf8)), "line 2: BEGIN_DATA before any field")
    let coldest = try Tool.run(
      "calibrate", "--chart", readings(.d65).path, "--light", "500", "--output", profile.path)
    #expect(coldest.status != 0 && !coldest.errors.contains("499.9"), "\(coldest.errors)")
    try expectError(try readings(.d65), light: "0.7,0.2", status: 64, "cannot be calibrated for")
    let unpaired = try Tool.run("calibrate", "--chart", "x", "--output", profile.path)
    #expect(unpaired.status == 64 && unpaired.errors.contains("1 --chart and 0 --light"))
  }

  /// Patches of 40 x 40 samples without gaps.
  @Test func `a chart in a raw frame is calibrated from by its corners, and upside down too`() throws {
    let sensitivities = try SpectralSensitivities.canon5DMarkII()
    let spectrum = CIEIlluminant.d65.distribution
    let responses = ChartReference.colorChecker24.patches.compactMap { patch -> LinearRGB? in
      guard case .reflectance(let reflectance) = patch.color else { return nil }
      return sensitivities.response(to: spectrum, reflectance: reflectance)
    }
    let scale = 3600 / (responses.map { max($0.red, $0.green, $0.blue) }.max() ?? 1)
    let format = try PixelFormat("RG12")
    let frame = try ScratchFile(
      FrameWriter.bytes(format, width: 240, height: 160) { column, row in
        let response = responses[row / 40 * 6 + column / 40]
        let value =
          switch (column % 2, row % 2) {
          case (0, 0): response.red
          case (1, 1): response.blue
          default: response.green
          }
        return UInt16((64 + scale * value).rounded())
      })
    let profile = try ScratchFile([])
    func calibrate(_ corners: String, width: String = "240") throws -> Tool.Result {
      try Tool.run(
        "calibrate", "--chart", frame.path, "--format", "RG12", "--width", width, "--height", "160", "--black", "64",
        "--corners", corners, "--light", "D65", "--output", profile.path, "--json")
    }
    let upright = try calibrate("0,0,240,0,240,160,0,160")
    let light = try #require(try upright.object()["lights"]?.array?.first)
    #expect(try #require(light["difference"]?["leaveOneOut"]?.number) < 1 && light["patches"]?.array?.count == 24)
    let turned = try #require(try calibrate("240,160,0,160,0,0,240,0").object()["lights"]?.array?.first)
    #expect(turned["orientation"]?.text == "upside down")
    for (arguments, text) in [
      ("0,0,240,160,240,0,0,160", "are no chart"), ("0,0,400,0,400,160,0,160", "patch A4 is not inside the frame"),
    ] {
      let result = try calibrate(arguments)
      #expect(result.status == 65 && result.errors.contains(text), "\(result.errors)")
    }
    let wrongSize = try calibrate("0,0,240,0,240,160,0,160", width: "238")
    #expect(wrongSize.status == 65 && wrongSize.errors.contains("check --width, --height, --format"))
    let missing = try Tool.run(
      "calibrate", "--chart", frame.path, "--corners", "0,0,1,0,1,1,0,1", "--light", "D65", "--output", profile.path)
    #expect(missing.status == 64 && missing.errors.contains("--format must be given beside --corners"))
  }
}

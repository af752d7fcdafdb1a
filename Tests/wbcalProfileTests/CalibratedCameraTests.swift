import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport

/// The names of the camera in a profile that is made from frames.
@Suite struct CalibratedCameraTests {
  private static let camera = DeviceIdentity(manufacturer: "Maker", model: "One", unit: "1234")
  private static let unnamed = DeviceProfile.unknown.identity

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Writes a raw frame as a DNG that a camera with this name took.
  private func negative(of raw: String, _ geometry: [String], by camera: DeviceIdentity) throws -> String {
    var profile = try DeviceProfile(contentsOf: SampleFiles.profile)
    profile.identity = camera
    let (icc, file) = (try ScratchFile(profile.iccBytes()), folder.path("\(UUID().uuidString).dng"))
    let made = try Tool.run(["dng", raw, "--profile", icc.path, "--black", "64", "--output", file] + geometry)
    try #require(made.status == 0, "\(made.errors)")
    return file
  }

  /// A gray card under a light as a DNG.
  private func card(under light: String, by camera: DeviceIdentity) throws -> String {
    let raw = try ScratchFile([])
    try #require(try Tool.run("simulate", "--light", light, "--output", raw.path).status == 0)
    return try negative(of: raw.path, ["--format", "RG10", "--width", "640", "--height", "480"], by: camera)
  }

  /// Makes a profile and returns the camera that it is of.
  private func calibrated(_ arguments: String...) throws -> DeviceIdentity {
    let output = folder.path("camera.icc")
    let made = try Tool.run(["calibrate"] + arguments + ["--output", output])
    try #require(made.status == 0, "\(made.errors)")
    return try DeviceProfile(contentsOf: output).identity
  }

  @Test func `cards name the camera by the first file that names it, and options go first`() throws {
    let (a, d65) = (try card(under: "A", by: Self.unnamed), try card(under: "D65", by: Self.camera))
    #expect(try calibrated("cards", a, "--light", "A").model == "camera")
    #expect(try calibrated("cards", a, "--light", "A", d65, "--light", "D65") == Self.camera)
    #expect(
      try calibrated("cards", a, "--light", "A", d65, "--light", "D65", "--model", "Two", "--unit", "5")
        == DeviceIdentity(manufacturer: "Maker", model: "Two", unit: "5"))
  }

  @Test func `a profile that is fitted to a unit is of the unit in the cards, if their camera is that model`() throws {
    let model = try DeviceProfile(contentsOf: SampleFiles.profile).identity
    let unit = DeviceIdentity(manufacturer: model.manufacturer, model: model.model, unit: "1234")
    for (camera, expected) in [(unit, unit), (Self.camera, model)] {
      let d65 = try card(under: "D65", by: camera)
      #expect(try calibrated("cards", d65, "--light", "D65", "--profile", SampleFiles.profile) == expected)
    }
  }

  @Test func `files of two cameras make no profile, and files of two units one of their model`() throws {
    let (two, unit) = (
      DeviceIdentity(manufacturer: "Maker", model: "Two"),
      DeviceIdentity(manufacturer: "Maker", model: "One", unit: "5")
    )
    let (a, other, same) = (
      try card(under: "A", by: Self.camera), try card(under: "D65", by: two), try card(under: "D65", by: unit)
    )
    let output = folder.path("none.icc")
    let refused = try Tool.run("calibrate", "cards", a, "--light", "A", other, "--light", "D65", "--output", output)
    #expect(
      refused.status == 65
        && refused.message
          == "\(a) is of Maker One unit 1234 and \(other) of Maker Two; a profile is of one camera, so calibrate each by its own "
          + "files"
    )
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(
      try calibrated("cards", a, "--light", "A", same, "--light", "D65")
        == DeviceIdentity(manufacturer: "Maker", model: "One"))
  }

  @Test func `a file of another camera than the profile's is warned of, and its DNG keeps a name`() throws {
    let own = try card(under: "D65", by: Self.camera)
    let words = try Tool.run("measure", own, "--profile", SampleFiles.profile, "--json").object()
    let name = try DeviceProfile(contentsOf: SampleFiles.profile).identity
    #expect(
      words.messages("warnings").contains(
        "the file is from Maker One unit 1234, and the profile is of \(name); light and errors hold only for the profile's camera"
      ))
    #expect(words.codes("warnings").contains("other-camera"))
    let negative = folder.path("other.dng")
    let made = try Tool.run("dng", own, "--profile", SampleFiles.profile, "--output", negative, "--json").object()
    #expect(
      made.messages("warnings").contains(
        "the file is from Maker One unit 1234, and the profile, and so the DNG, is of \(name)"))
    // A profile without a name leaves the DNG the file's.
    var unnamed = try DeviceProfile(contentsOf: SampleFiles.profile)
    unnamed.identity = DeviceIdentity(model: "camera")
    let icc = try ScratchFile(unnamed.iccBytes())
    let kept = folder.path("kept.dng")
    let again = try Tool.run("dng", own, "--profile", icc.path, "--output", kept, "--json").object()
    #expect(!again.codes("warnings").contains("identity"))
    let plain = try Tool.run("measure", own, "--profile", icc.path, "--json").object()
    #expect(!plain.codes("warnings").contains("other-camera"))
    #expect(try calibrated("cards", kept, "--light", "D65") == Self.camera)
  }

  @Test func `a chart names the camera by its frame`() throws {
    let raw = repositoryRoot.appending(path: "Data/sample-chart/daylight.raw").path
    let chart = try negative(of: raw, ["--format", "RG10", "--width", "252", "--height", "172"], by: Self.camera)
    #expect(
      try calibrated("chart", chart, "--light", "D65", "--corners", "6,6,246,6,246,166,6,166") == Self.camera)
  }
}

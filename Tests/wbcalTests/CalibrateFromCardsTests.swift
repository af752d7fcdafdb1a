import Colorimetry
import DeviceProfiles
import Foundation
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import WhiteBalance

@Suite struct CalibrateFromCardsTests {
  /// The Canon of Data/cameras as another unit: its red and blue behind filters of 4 % and 3 % less.
  private static func unit() throws -> SpectralSensitivities {
    let model = try SpectralSensitivities.canon5DMarkII()
    func scaled(_ channel: SpectralDistribution, _ factor: Double) throws -> SpectralDistribution {
      try SpectralDistribution(wavelengths: channel.wavelengths, values: channel.values.map { $0 * factor })
    }
    return SpectralSensitivities(
      red: try scaled(model.red, 0.96), green: model.green, blue: try scaled(model.blue, 0.97))
  }

  private func frame(
    _ light: SpectralDistribution, exposure: Double = 0.6, seed: UInt64 = 1
  ) throws -> ScratchFile {
    let sensor = try SimulatedSensor(
      Self.unit(), format: PixelFormat("RG12"), levels: SampleLevels(black: 256, white: 4095), fullWell: 20_000,
      readNoise: 4)
    let shot = try SimulatedShot(
      of: SimulatedScene(card: SpectralDistribution(wavelengths: [360, 830], values: [0.18, 0.18]), under: light),
      by: sensor, width: 96, height: 64, exposure: exposure)
    return try ScratchFile(shot.frame(seed: seed).bytes)
  }

  private static let frames = ["--format", "RG12", "--width", "96", "--height", "64", "--black", "256"]

  private func calibrate(
    _ cards: [(file: ScratchFile, light: String)], to profile: ScratchFile, _ options: String...
  ) throws -> Tool.Result {
    try Tool.run(
      ["calibrate"] + cards.flatMap { ["--card", $0.file.path, "--light", $0.light] }
        + ["--output", profile.path, "--metering", "uniform"] + Self.frames + options)
  }

  /// Of the model, not of the unit, with a stated error.
  private func base(uncertainty: CharacterizationUncertainty?) throws -> ScratchFile {
    let model = try SpectralSensitivities.canon5DMarkII()
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "EOS 5D Mark II"),
      characterization: .matrices(
        try MatrixCharacterization(lights: [
          .init(CIEIlluminant.a.distribution, on: model), .init(CIEIlluminant.d65.distribution, on: model),
        ])), uncertainty: uncertainty, provenance: "its sensitivities")
    return try ScratchFile(profile.iccBytes())
  }

  // MARK: - A unit

  @Test func `cards under A and D65 fit a model's profile to the unit, which then finds lights it has not seen`() throws
  {
    let (a, d65) = (try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, seed: 2))
    let (model, output) = (
      try base(uncertainty: CharacterizationUncertainty(mired: 2, duv: 0.001)), try ScratchFile([])
    )
    let result = try calibrate(
      [(a, "A"), (d65, "D65")], to: output, "--profile", model.path, "--unit", "12", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try result.object()
    let unit = try #require(report["unit"]?.numbers)
    let (red, redError) = (try #require(unit["red"]), try #require(unit["redError"]))
    let (blue, blueError) = (try #require(unit["blue"]), try #require(unit["blueError"]))
    #expect(abs(red - 0.96) < 2 * redError && abs(blue - 0.97) < 2 * blueError && redError < 0.02)
    #expect(report["warnings"]?.array?.isEmpty == true && report["cards"]?.array?.count == 2)
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: output.url)))
    #expect(profile.identity == DeviceIdentity(model: "EOS 5D Mark II", unit: "12"))
    #expect(profile.levels?.black == BayerValues(repeating: 256))
    let stated = try #require(profile.uncertainty)
    let before = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: model.url)))
    for temperature in [3000.0, 4000, 5500] {
      let light = try SpectralDistribution.planck(temperature: temperature)
      let (truth, neutral) = (try TemperatureAndTint(Chromaticity(light)), try Self.unit().response(to: light))
      let found = try #require(profile.characterization.light(causing: neutral).temperatureAndTint)
      let unrefined = try #require(before.characterization.light(causing: neutral).temperatureAndTint)
      #expect(abs(found.mired - truth.mired) < 2 * stated.mired && abs(found.duv - truth.duv) < 2 * stated.duv)
      #expect(
        abs(found.mired - truth.mired) + 3000 * abs(found.duv - truth.duv)
          < abs(unrefined.mired - truth.mired) + 3000 * abs(unrefined.duv - truth.duv))
    }
  }

  @Test func `what is doubtful is a warning, in text too`() throws {
    let (a, output) = (try frame(CIEIlluminant.a.distribution), try ScratchFile([]))
    let model = try base(uncertainty: nil)
    let one = try calibrate([(a, "A")], to: output, "--profile", model.path)
    #expect(one.status == 0 && one.output.contains("warning       one light, 28"), "\(one.output)\(one.errors)")
    #expect(one.output.contains("warning       the profile states no uncertainty"))
    #expect(one.output.contains("this unit     red 0.9"))
    let brighter = try frame(.planck(temperature: 2700))
    let twice = try calibrate([(a, "A"), (brighter, "A")], to: output, "--profile", model.path)
    #expect(
      twice.status == 0 && twice.output.contains("show one light and differ by"), "\(twice.output)\(twice.errors)")
  }

  // MARK: - A gain curve

  @Test func `without a profile cards make a gain curve that finds their lights, and one light says what it is`() throws
  {
    let (a, d65) = (try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, seed: 2))
    let output = try ScratchFile([])
    let result = try calibrate([(a, "A"), (d65, "D65")], to: output, "--model", "New", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try result.object()
    #expect(report["unit"] == nil && report["temperatures"]?.array?.count == 2)
    let shown = try Tool.run("profile", "show", output.path, "--json").object()
    #expect(shown["characterization"]?.text == "gain curve" && shown["points"]?.array?.count == 2)
    let measured = try Tool.run(
      ["measure", a.path, "--profile", output.path, "--metering", "uniform", "--json"] + Self.frames
    ).object()
    let truth = try TemperatureAndTint(Chromaticity(CIEIlluminant.a.distribution))
    #expect(abs(1e6 / (try #require(measured["temperature"]?.number)) - truth.mired) < 1e-6)
    let one = try calibrate([(a, "A")], to: output)
    #expect(one.status == 0 && one.output.contains("at every other temperature this is a typical camera"))
    // And whoever measures another light with it is told.
    let other = try Tool.run(["measure", d65.path, "--profile", output.path, "--metering", "uniform"] + Self.frames)
    #expect(other.output.contains("temperature and tint are extrapolated"), "\(other.output)")
    let checked = try Tool.run("convert", "--from", "temperature", "--profile", output.path, "2856", "0")
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.output)\(checked.errors)")
    for form in [["temperature", "5000", "0"], ["gains", "1.9", "1", "1.6"], ["xy", "0.33", "0.34"]] {
      let far = try Tool.run(["convert", "--profile", output.path, "--from"] + form)
      #expect(far.errors.contains("temperature and tint are extrapolated"), "\(far.output)\(far.errors)")
    }
  }

  // MARK: - Refusals

  @Test func `a card that cannot be trusted ends with its reason and status 2, and no profile`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).icc")
    let (a, clipped) = (
      try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, exposure: 3)
    )
    let result = try Tool.run(
      [
        "calibrate", "--card", a.path, "--light", "A", "--card", clipped.path, "--light", "D65", "--output",
        output.path, "--metering", "uniform", "--json",
      ] + Self.frames)
    #expect(result.status == 2 && result.errors.contains("\(clipped.path), region 0,0,96,64: refused\n  clipped"))
    let verdicts = try result.object()["cards"]?.array?.compactMap { $0["verdict"]?.text }
    #expect(verdicts == ["ok", "refused"])
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  @Test func `wrong lights and wrong options are refused`() throws {
    let (a, d65) = (try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, seed: 2))
    let (model, output) = (try base(uncertainty: nil), try ScratchFile([]))
    func expectError(_ result: Tool.Result, _ status: Int32, _ text: String) {
      #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
    }
    let swapped = try calibrate([(a, "D65"), (d65, "A")], to: output, "--profile", model.path)
    expectError(swapped, 65, "check which light belongs to which card")
    #expect(swapped.errors.contains(a.path) || swapped.errors.contains(d65.path))
    expectError(
      try calibrate([(a, "D65")], to: output, "--profile", model.path), 65, "not of a unit of the profile's camera")
    expectError(try calibrate([(a, "D65"), (d65, "A")], to: output), 65, "the gain curve turns back")
    expectError(try calibrate([(d65, "D65"), (d65, "6450")], to: output), 65, "leave one out")
    expectError(
      try calibrate([(a, "0.7,0.29")], to: output, "--profile", model.path), 65,
      "the profile has no answer for its light: the device would not respond to x 0.7, y 0.29")
    expectError(
      try Tool.run("calibrate", "--card", a.path, "--output", output.path), 64, "1 --card and 0 --light")
    expectError(
      try Tool.run("calibrate", "--card", a.path, "--light", "A", "--output", output.path), 64,
      "--format must be given beside --card")
    expectError(
      try calibrate([(a, "A")], to: output, "--chart", "x.ti3"), 64, "--chart and --card are ways to one profile")
    expectError(
      try Tool.run("calibrate", "--chart", "x.ti3", "--light", "A", "--profile", "x.icc", "--output", output.path), 64,
      "--profile needs --card")
    expectError(try calibrate([(a, "A")], to: output, "--corners", "0,0,1,0,1,1,0,1"), 64, "--corners")
  }
}

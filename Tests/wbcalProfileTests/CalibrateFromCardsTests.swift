import Calibration
import Colorimetry
import DeviceProfiles
import Foundation
import GrayCard
import ICCProfiles
import RawFrames
import SensorSimulation
import TestSupport
import Testing
import ToolSupport
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
      ["calibrate", "cards"] + cards.flatMap { [$0.file.path, "--light", $0.light] }
        + ["--output", profile.path, "--metering", "uniform"] + Self.frames + options)
  }

  @Test func `a black level that was estimated from cards is not a profile's`() throws {
    let (a, daylight) = (try ScratchFile([]), try ScratchFile([]))
    for (light, file) in [("A", a), ("D65", daylight)] {
      let sensor = ["--full-well", "40000", "--read-noise", "1", "--format", "RG12"]
      let made = try Tool.run(["simulate", "--light", light, "--surround", "0", "--output", file.path] + sensor)
      #expect(made.status == 0, "\(made.errors)")
    }
    let profile = try ScratchFile([])
    let cards = ["calibrate", "cards", a.path, "--light", "A", daylight.path, "--light", "D65"]
    let geometry = ["--format", "RG12", "--width", "640", "--height", "480"]
    let made = try Tool.run(cards + geometry + ["--output", profile.path, "--json"])
    #expect(made.status == 0, "\(made.errors)")
    let read = try #require(made.object()["cards"]?.array)
    #expect(read.count == 2 && read.allSatisfy { $0.codes("warnings").contains("black-estimated") })
    #expect(try DeviceProfile(iccBytes: Array(Data(contentsOf: profile.url))).levels == nil)
  }

  /// A profile of the model, not of the unit, with a stated error. The unit is only a name.
  private func base(
    uncertainty: CharacterizationUncertainty?, unit: String? = nil,
    lights: [SpectralDistribution] = [CIEIlluminant.a.distribution, CIEIlluminant.d65.distribution]
  ) throws -> ScratchFile {
    let model = try SpectralSensitivities.canon5DMarkII()
    let calibrated = try lights.map { try MatrixCharacterization.CalibratedLight($0, on: model) }
    let profile = DeviceProfile(
      identity: DeviceIdentity(model: "EOS 5D Mark II", unit: unit),
      characterization: .matrices(try MatrixCharacterization(lights: calibrated)), uncertainty: uncertainty,
      provenance: "its sensitivities")
    return try ScratchFile(profile.iccBytes())
  }

  // MARK: - A card that is refused

  @Test func `a card at a wrong black level is refused, and makes no profile`() throws {
    let (card, output) = (try ScratchFile(PedestalCard.bytes(seed: 5)), try ScratchFile([]))
    func calibrate(_ black: Double) throws -> Tool.Result {
      try Tool.run([
        "calibrate", "cards", card.path, "--light", "D65", "--output", output.path, "--json", "--region",
        PedestalCard.region.description, "--format", PedestalCard.code, "--width", "\(PedestalCard.width)", "--height",
        "\(PedestalCard.height)", "--black", "\(black)",
      ])
    }
    let wrong = try calibrate(PedestalCard.wrongBlack)
    #expect(wrong.status == 2)
    #expect(try Data(contentsOf: output.url).isEmpty)
    #expect(try wrong.object()["cards"]?.array?.first?.codes("reasons") == ["black-level"])
    let right = try calibrate(PedestalCard.black)
    #expect(right.status == 0, "\(right.errors)")
  }

  @Test func `a refused card is told with its warnings`() throws {
    let (card, output) = (try ScratchFile([]), try ScratchFile([]))
    #expect(try Tool.run("simulate", "--exposure", "1.5", "--output", card.path).status == 0)
    let result = try Tool.run([
      "calibrate", "cards", card.path, "--light", "D65", "--format", "RG10", "--width", "640", "--height", "480",
      "--black",
      "64", "--output", output.path,
    ])
    #expect(result.status == 2 && result.message.contains("no card was found"), "\(result.errors)")
  }

  /// The value of such an option counts as a card.
  @Test(arguments: ["cards", "chart"]) func `a mistyped option is told by its name`(kind: String) throws {
    let geometry = ["--format", "RG10", "--width", "160", "--height", "120"]
    for (option, value, given) in [
      ("--blakc", "64", geometry), ("--hight", "120", ["--format", "RG10", "--width", "160"]),
      ("--conrers", "0,0,9,0,9,9,0,9", geometry),
    ] {
      let result = try Tool.run(
        ["calibrate", kind, SampleFiles.frame, "--light", "D65", option, value, "--output", "none.icc"] + given)
      #expect(result.status == 64 && result.message.contains("Unknown option '\(option)'"), "\(result.errors)")
    }
  }

  @Test func `more cards do not make a black level surer`() throws {
    let files = try (1...4).map { try frame(CIEIlluminant.a.distribution, seed: $0) }
    let output = try ScratchFile([])
    func stated(_ count: Int, blackError: Double) throws -> Double {
      let cards = files.prefix(count).map { (file: $0, light: "A") }
      let result = try calibrate(
        cards, to: output, "--black-error", "\(blackError)", "--limit", "too-noisy=1", "--json")
      #expect(result.status == 0, "\(result.errors)")
      let kinds = try #require(result.object()["uncertainty"]?["lights"]?.array)
      let filament = try #require(kinds.first { $0["kind"]?.text == "incandescent" })
      return try #require(filament["nodes"]?.array?.first?["mired"]?.number)
    }
    let (exact, one, four) = (
      try stated(1, blackError: 0), try stated(1, blackError: 60), try stated(4, blackError: 60)
    )
    #expect(one > 1.2 * exact && four > one - 0.05 * (one - exact), "\(exact), \(one), \(four)")
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
    #expect(Tolerance.twoStandardErrors.allows(abs(red - 0.96) / redError))
    #expect(Tolerance.twoStandardErrors.allows(abs(blue - 0.97) / blueError))
    #expect(redError < 0.02 && blueError < 0.02)
    #expect(report["warnings"]?.array?.isEmpty == true && report["cards"]?.array?.count == 2)
    #expect(report["verdict"]?.text == "ok" && report["output"]?.text == output.path)
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: output.url)))
    #expect(profile.identity == DeviceIdentity(model: "EOS 5D Mark II", unit: "12"))
    #expect(profile.levels?.black == BayerValues(repeating: 256))
    let stated = try #require(profile.uncertainty)
    let before = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: model.url)))
    for temperature in [3000.0, 4000, 5500] {
      let light = try SpectralDistribution.planck(temperature: temperature)
      let (truth, neutral) = (try TemperatureAndTint(Chromaticity(light)), try Self.unit().response(to: light))
      let found = try #require(profile.characterization.light(forNeutral: neutral).temperatureAndTint)
      let unrefined = try #require(before.characterization.light(forNeutral: neutral).temperatureAndTint)
      #expect(Tolerance.twoStandardErrors.allows(abs(found.mired - truth.mired) / stated.mired))
      #expect(Tolerance.twoStandardErrors.allows(abs(found.duv - truth.duv) / stated.duv))
      #expect(
        abs(found.mired - truth.mired) + 3000 * abs(found.duv - truth.duv)
          < abs(unrefined.mired - truth.mired) + 3000 * abs(unrefined.duv - truth.duv))
    }
  }

  @Test func `what is doubtful is a warning, in text too`() throws {
    let (a, output) = (try frame(CIEIlluminant.a.distribution), try ScratchFile([]))
    let model = try base(uncertainty: nil)
    let one = try calibrate([(a, "A")], to: output, "--profile", model.path, "--json").object()
    #expect(one.codes("warnings") == ["assumed-uncertainty", "unchecked-base"])
    let text = try calibrate([(a, "A")], to: output, "--profile", model.path)
    #expect(text.status == 0 && text.values("warning") == one.messages("warnings"), "\(text.output)\(text.errors)")
    let measured = try Tool.run(["measure", a.path, "--profile", model.path, "--metering", "uniform"] + Self.frames)
    #expect(measured.values("errors of") == ["the frame alone; those of the profile are not known"])
    let unit = try #require(one["unit"]?.numbers)
    let (red, blue) = (unit["red", default: 0], unit["blue", default: 0])
    let (redError, blueError) = (unit["redError", default: 0], unit["blueError", default: 0])
    #expect(
      text.values("this unit") == [
        String(format: "red %.4f ± %.4f   blue %.4f ± %.4f   times the profile's", red, redError, blue, blueError)
      ])
    let brighter = try frame(.planck(temperature: 2700))
    let twice = try calibrate([(a, "A"), (brighter, "A")], to: output, "--profile", model.path, "--json").object()
    #expect(twice.codes("warnings").contains("cards-of-one-light-differ"), "\(twice.codes("warnings"))")
  }

  @Test func `cards that name no unit keep the base's unit`() throws {
    let (a, output) = (try frame(CIEIlluminant.a.distribution), try ScratchFile([]))
    let model = try base(uncertainty: nil, unit: "7")
    let result = try calibrate([(a, "A")], to: output, "--profile", model.path, "--model", "EOS 5D Mark II")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: output.url))).identity.unit == "7")
  }

  @Test func `a card far from the base's lights has one warning of that`() throws {
    let (card, output) = (try frame(.planck(temperature: 4000)), try ScratchFile([]))
    // 4000 K is 50 mired outside.
    let model = try base(
      uncertainty: nil, lights: [.planck(temperature: 5000), CIEIlluminant.d65.distribution])
    let result = try calibrate([(card, "4000")], to: output, "--profile", model.path, "--json")
    #expect(result.status == 0, "\(result.errors)")
    let warnings = try #require(result.object()["cards"]?.array?.first).codes("warnings")
    #expect(warnings.count { $0 == "far-from-calibration" } == 1, "\(warnings)")
  }

  @Test func `a card under two lights is as far off as each of them has it`() throws {
    let (a, model, output) = (try frame(CIEIlluminant.a.distribution), try base(uncertainty: nil), try ScratchFile([]))
    let report = try calibrate([(a, "A"), (a, "2900")], to: output, "--profile", model.path, "--json").object()
    let off = (report["cards"]?.array ?? []).map { $0["residual"]?["mired"]?.number }
    // The unit is fitted to both, so that its light lies between them, and 2900 K has fewer mired than A.
    let (warm, cold) = (try #require(off.first ?? nil), try #require(off.last ?? nil))
    #expect(off.count == 2 && warm < 0 && cold > 0, "\(off)")
    let duvs = (report["cards"]?.array ?? []).map { $0["residual"]?["duv"]?.number ?? .nan }
    let text = try calibrate([(a, "A"), (a, "2900")], to: output, "--profile", model.path)
    let expected = zip([warm, cold], duvs).map { mired, duv in
      String(format: "%.2f mired, Duv %.5f", mired, duv).replacing("-0.00000", with: "0.00000")
    }
    #expect(text.values("off by") == expected)
  }

  @Test func `the page of a unit has its lights as far off as the text and the JSON have them`() throws {
    let (tube, lamp) = (
      try frame(CIEIlluminant.fl11.distribution), try frame(CIEIlluminant.ledB3.distribution, seed: 2)
    )
    let (model, output) = (try base(uncertainty: ChartCalibration.uncertaintyOfMatrices()), try ScratchFile([]))
    let page = try ScratchFile([])
    let cards = [(tube, "FL11"), (lamp, "LED-B3")]
    let text = try calibrate(cards, to: output, "--profile", model.path, "--report", page.path).values("off by")
    let json = try calibrate(cards, to: output, "--profile", model.path, "--json").object()
    let shown = String(decoding: try Data(contentsOf: page.url), as: UTF8.self).replacing("−", with: "-")
    for (line, card) in zip(text, try #require(json["cards"]?.array)) {
      let off = try #require(card["residual"]?.numbers)
      let (mired, duv) = (off["mired", default: .nan], off["duv", default: .nan])
      #expect(duv != 0 && line.hasPrefix(String(format: "%.2f mired, Duv %.5f, ", mired, duv)), "\(line)")
      let correction = String(format: "%+.4f", off["duvCorrection", default: .nan])
      #expect(line.hasSuffix("with Duv corrected by \(correction)"), "\(line)")
      #expect(shown.contains("<td>\(correction)</td>"), "\(correction)")
      let cells = String(format: "<td>%+.2f</td><td>%+.5f</td>", mired, duv)
      #expect(shown.contains(cells), "\(cells)")
    }
    #expect(text.count == 2)
  }

  @Test func `cards under one light in two spellings have the same distance`() throws {
    let (a, model, output) = (try frame(CIEIlluminant.a.distribution), try base(uncertainty: nil), try ScratchFile([]))
    let report = try calibrate(
      [(a, "0.4476,0.4074"), (a, "0.4476,0.40740")], to: output, "--profile", model.path, "--json"
    ).object()
    let off = (report["cards"]?.array ?? []).map { $0["residual"]?["mired"]?.number }
    #expect(off.count == 2 && off[0] != nil && off[0] == off[1], "\(off)")
  }

  // MARK: - A gain curve

  @Test func `without a profile cards make a gain curve that finds their lights, and one light says what it is`() throws
  {
    let (a, d65) = (try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, seed: 2))
    let output = try ScratchFile([])
    let result = try calibrate([(a, "A"), (d65, "D65")], to: output, "--model", "New", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try result.object()
    let ends = (report["temperatures"]?.array ?? []).compactMap(\.number)
    #expect(report["unit"] == nil && ends.count == 2)
    let text = try calibrate([(a, "A"), (d65, "D65")], to: output, "--model", "New")
    #expect(text.values("gain curve") == [String(format: "%.0f to %.0f K", ends[0], ends[1])])
    let shown = try Tool.run("profile", "show", output.path, "--json").object()
    #expect(shown["characterization"]?.text == "gain curve" && shown["points"]?.array?.count == 2)
    let measured = try Tool.run(
      ["measure", a.path, "--profile", output.path, "--metering", "uniform", "--json"] + Self.frames
    ).object()
    let truth = try TemperatureAndTint(Chromaticity(CIEIlluminant.a.distribution))
    let found = 1e6 / (try #require(measured["temperature"]?.number))
    #expect(Tolerance.residualMired.allows(abs(found - truth.mired)))
    let one = try calibrate([(a, "A")], to: output, "--json")
    #expect(one.status == 0)
    #expect(try one.object().codes("warnings") == ["one-point"])
    #expect(try calibrate([(a, "A")], to: output).values("gain curve") == ["at 2856 K"])
    // A measurement of another light with this profile has a warning.
    let other = ["measure", d65.path, "--profile", output.path, "--metering", "uniform"] + Self.frames
    let warning = try #require(Tool.run(other + ["--json"]).object()["warnings"]?.array?.first)
    #expect(warning["code"]?.text == "far-from-calibration")
    #expect(try Tool.run(other).values("warning") == [warning.cardWarning().description])
    let checked = try Tool.run("convert", "--from", "temperature", "--profile", output.path, "2856", "0")
    #expect(checked.status == 0 && checked.errors.isEmpty, "\(checked.output)\(checked.errors)")
    let forms = [["temperature", "5000", "0"], ["gains", "1.9", "1", "1.6"], ["xy", "0.33", "0.34"]]
    let byMethod = forms.dropFirst().map { $0 + ["--method", "mccamy1992"] }
    for form in forms + byMethod {
      let conversion = ["convert", "--profile", output.path, "--from"] + form
      let warning = try #require(Tool.run(conversion + ["--json"]).object()["warnings"]?.array?.first)
      #expect(warning["code"]?.text == "far-from-calibration")
      #expect(try Tool.run(conversion).errors == "wbcal: warning: \(warning.cardWarning())\n")
    }
  }

  @Test func `the colours that a card's own file states do not judge it`() throws {
    // Red and green are exchanged in these matrices, so the DNG shows no light by them.
    let exchange = Matrix3x3(rows: [0, 1, 0], [1, 0, 0], [0, 0, 1])
    let right = try #require(DeviceProfile(contentsOf: SampleFiles.profile).characterization.matrices)
    let lights = right.lights.map { light in
      MatrixCharacterization.CalibratedLight(temperature: light.temperature, matrix: exchange * light.matrix)
    }
    let wrong = try ScratchFile(
      DeviceProfile(
        identity: DeviceIdentity(model: "wrong"),
        characterization: .matrices(MatrixCharacterization(lights: lights))
      ).iccBytes())
    let (raw, negative, output) = (try frame(CIEIlluminant.d65.distribution), try ScratchFile([]), try ScratchFile([]))
    let made = try Tool.run(["dng", raw.path, "--profile", wrong.path, "--output", negative.path] + Self.frames)
    #expect(made.status == 0, "\(made.errors)")
    let measured = try Tool.run("measure", negative.path, "--metering", "uniform")
    #expect(measured.status == 2 && measured.errors.contains("not a light"), "\(measured.output)\(measured.errors)")
    let curve = try Tool.run(
      "calibrate", "cards", negative.path, "--light", "D65", "--metering", "uniform", "--output", output.path, "--json")
    #expect(curve.status == 0, "\(curve.errors)")
    #expect(try curve.object()["cards"]?.array?.first?.codes("warnings") == [])
  }

  // MARK: - Refusals

  @Test func `a card that cannot be trusted ends with its reason and status 2, and no profile`() throws {
    let output = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString).icc")
    let (a, clipped) = (
      try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, exposure: 3)
    )
    let result = try Tool.run(
      [
        "calibrate", "cards", a.path, "--light", "A", clipped.path, "--light", "D65", "--output",
        output.path, "--metering", "uniform", "--json",
      ] + Self.frames)
    let cards = try #require(result.object()["cards"]?.array)
    #expect(cards.map { $0["verdict"]?.text } == ["ok", "refused"])
    #expect(try result.object()["verdict"]?.text == "refused" && result.object()["output"] == nil)
    let reasons = try cards[1].refusals()
    #expect(reasons.map(\.code) == [.clipped])
    #expect(result.status == 2)
    #expect(result.message == refused("\(clipped.path), region 0,0,96,64", reasons.map(\.description)))
    #expect(!FileManager.default.fileExists(atPath: output.path))
  }

  /// The readings of such cards that the room of calibration is given.
  private func readings(_ cards: [(file: ScratchFile, light: CalibrationLight)]) throws -> [CardReading] {
    try cards.map { file, light in
      let frame = try RawFrame(
        format: PixelFormat("RG12"), width: 96, height: 64, bytes: [UInt8](Data(contentsOf: file.url)),
        levels: SampleLevels(black: 256, white: 4095))
      let reading = try GrayCardEstimator().reading(of: frame, in: Region(x: 0, y: 0, width: 96, height: 64))
      guard case .ok(let neutral) = reading.verdict else { throw Refused(verdict: reading.verdict) }
      return CardReading(name: file.path, light: light, neutral: neutral)
    }
  }

  private struct Refused: Error { var verdict: GrayCardReading.Verdict }

  @Test func `cards under wrong lights are refused with what is wrong with them`() throws {
    let (a, d65) = (try frame(CIEIlluminant.a.distribution), try frame(CIEIlluminant.d65.distribution, seed: 2))
    let (model, output) = (try base(uncertainty: nil), try ScratchFile([]))
    let characterization = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: model.url))).characterization
    let lights = try [
      "A": CalibrationLight(name: "A", spectrum: CIEIlluminant.a.distribution),
      "D65": CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution),
      "6450": CalibrationLight(name: "6450", spectrum: .planck(temperature: 6450)),
      "0.7,0.29": CalibrationLight(name: "0.7,0.29", chromaticity: Chromaticity(x: 0.7, y: 0.29)),
    ]
    func expectRefusal(
      _ cards: [(file: ScratchFile, light: String)], ofUnit: Bool, _ isExpected: (CalibrationError) -> Bool
    ) throws {
      let readings = try readings(cards.map { ($0.file, try #require(lights[$0.light])) })
      let error = try #require(
        throws: CalibrationError.self, "\(cards.map(\.light))",
        performing: {
          if ofUnit {
            _ = try UnitRefinement(of: characterization, uncertainty: nil, cards: readings)
          } else {
            _ = try GainCurveCalibration(cards: readings)
          }
        })
      #expect(isExpected(error), "\(error)")
      let result =
        try ofUnit
        ? calibrate(cards, to: output, "--profile", model.path) : calibrate(cards, to: output)
      #expect(result.status == 2 && result.message == error.description, "\(result.errors)")
      // Scripts tell the reasons apart, and the page has them.
      let page = try ScratchFile([])
      let arguments = (ofUnit ? ["--profile", model.path] : []) + ["--json", "--report", page.path]
      let printed = try Tool.run(
        ["calibrate", "cards"] + cards.flatMap { [$0.file.path, "--light", $0.light] }
          + ["--output", output.path, "--metering", "uniform"] + Self.frames + arguments
      ).object()
      #expect(printed["verdict"]?.text == "refused" && printed["output"] == nil)
      #expect(printed.codes("reasons") == [error.ofCards?.rawValue])
      #expect(printed["cards"]?.array?.count == cards.count)
      #expect(try String(contentsOf: page.url, encoding: .utf8).contains("refused"))
    }
    try expectRefusal([(a, "D65"), (d65, "A")], ofUnit: true) {
      $0 == .exchangedLights(a.path, d65.path)
    }
    try expectRefusal([(a, "D65")], ofUnit: true) { if case .notThisDevice = $0 { true } else { false } }
    try expectRefusal([(a, "0.7,0.29")], ofUnit: true) {
      if case .lightNotSeen(a.path, _) = $0 { true } else { false }
    }
    try expectRefusal([(a, "D65"), (d65, "A")], ofUnit: false) { $0 == .exchangedLights(a.path, d65.path) }
    try expectRefusal([(d65, "D65"), (d65, "6450")], ofUnit: false) {
      if case .lightsTooClose = $0 { true } else { false }
    }
  }
}

import ArgumentParser
import CameraDevices
import CameraPages
import Colorimetry
import CommandOutput
import RawFrames
import Testing
import ToolSupport
import WhiteBalance

@testable import wbcal

/// Values of options that are made of several numbers, and lights.
@Suite struct ArgumentTests {
  @Test func `numbers may have blanks beside their commas`() {
    #expect(Region(argument: "10, 20,30 , 40") == Region(x: 10, y: 20, width: 30, height: 40))
    #expect(PointArgument(argument: "10, 20")?.position == SamplePosition(x: 10, y: 20))
    #expect(NumbersArgument(argument: "1, -2.5")?.numbers == [1, -2.5])
    #expect(LevelArgument(argument: "64, 65, 66, 67")?.values.blue == 67)
    for text in ["", "1,", "1 2", "1,,2", "1;2"] { #expect(NumbersArgument(argument: text) == nil, "\(text)") }
  }

  @Test func `a number alone is the port of a page`() {
    #expect(ListenAddress(argument: "8081") == ListenAddress(host: ListenAddress.standard.host, port: 8081))
    #expect(ListenAddress(argument: "10.0.0.1") == ListenAddress(host: "10.0.0.1", port: ListenAddress.standard.port))
    for text in ["65536", "99999999999999999999", "8081:"] { #expect(ListenAddress(argument: text) == nil, "\(text)") }
  }

  @Test func `a temperature may have its unit, and a tint`() {
    let light = TemperatureAndTint(temperature: 5000, tint: -5)
    for text in ["5000K,-5", "5000,-5", "5000K, -5"] {
      #expect(TemperatureArgument(argument: text)?.light == light, "\(text)")
    }
    #expect(TemperatureArgument(argument: "5000K")?.light == TemperatureAndTint(temperature: 5000, tint: 0))
    for text in ["5000", "5000K", "5e3K"] { #expect(KelvinArgument(argument: text)?.kelvin == 5000, "\(text)") }
    for text in ["", "K", "5000 K", "5000,0", "5000KK"] { #expect(KelvinArgument(argument: text) == nil, "\(text)") }
    for text in ["", "K", "0", "-5000", "5000,5K", "5000,1,2", "nan"] {
      #expect(TemperatureArgument(argument: text) == nil, "\(text)")
    }
  }

  @Test(arguments: [
    ("simulate --output x --light -5", "-5.0 K is out of range"),
    ("simulate --output x --second-light -5", "-5.0 K is out of range"),
    ("simulate --output x --card -5", "--card -5 is not valid"),
    ("simulate --output x --surround -5", "--surround -5 is not valid"),
    ("simulate --output x --seed -1", UInt64.form), ("simulate --output x --unit -1", UInt64.form),
    ("measure x y --json --workers -1", "--workers -1 is not valid"),
    ("measure --illuminance-constant -1", "--illuminance-constant -1.0 is not valid"),
    ("calibrate cards simulated: --light -5 --output x.icc", "-5.0 K is out of range"),
    ("calibrate chart x --light -5 --output x.icc", "-5.0 K is out of range"),
    ("calibrate chart x --light A --corners -6,6,246 --output x.icc", ChartOptions.CornersArgument.form),
    ("profile import x --output x.icc --bits -1", "--bits -1 is not valid"),
    ("profile export x --output x.icc --format icc --icc-version -1", "--icc-version -1 is not valid"),
    ("dng x --output x.dng --date -5", DateArgument.form), ("camera serve simulated: --listen -5", ListenAddress.form),
  ]) func `a value that begins with a minus is a value, and what is wrong with it is told`(
    arguments: String, told: String
  ) throws {
    let result = try Tool.run(arguments.split(separator: " ").map(String.init))
    #expect(result.status == 64 && result.message.contains(told), "\(result.errors)")
  }

  @Test(arguments: [0, -1, .infinity] as [Double]) func `an aperture is above 0, and finite`(aperture: Double) throws {
    let result = try Tool.run("camera", "capture", "simulated:", "--output", "x.raw", "--aperture", "\(aperture)")
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.message.contains("--aperture \(aperture): it must be above 0, and finite"), "\(result.errors)")
  }

  @Test(arguments: [
    (["--iso", "200"], ControlID.digitalGain), (["--iso", "200"], .autoExposure), (["--iso", "200"], .autoGain),
    (["--duration", "0.01"], .horizontalBlanking), (["--duration", "0.01"], .exposure),
    (["--gains", "2,1,1"], .whiteBalanceTemperature), (["--lens-position", "1"], .continuousAutoFocus),
  ]) func `an option of a camera excludes the controls that its value depends on`(
    arguments: [String], control: ControlID
  ) throws {
    let settings = try CameraSettingOptions.parse(arguments)
    func check(_ id: ControlID) throws {
      let control = CaptureControl(id: id, name: "control", kind: .integer, range: 0...9, defaultValue: 0)
      try settings.checkBeside([control], of: "camera")
    }
    #expect { try check(control) } throws: { ($0 as? Failure)?.status == .usage }
    try check(.testPattern)
  }

  @Test(arguments: [
    (["camera", "set", "simulated:", "--temperature", "5000,x"], TemperatureArgument.form),
    (["camera", "set", "simulated:", "--gains", "0,0,0"], GainsArgument.form),
    (["camera", "serve", "simulated:", "--listen", "127.0.0.1:99999"], "127.0.0.1:8480"),
    (["camera", "capture", "simulated:", "--output", "x", "--bracket", "1/500,0"], DurationsArgument.form),
    (["camera", "capture", "simulated:", "--output", "x", "--bracket-stops", "a"], NumbersArgument.form),
    (["camera", "set", "simulated:", "--duration", "1/0"], DurationArgument.form),
    (["camera", "set", "simulated:", "--duration", "1/2/3"], DurationArgument.form),
    (["dng", "x", "--output", "x.dng", "--duration", "1000001"], DurationArgument.form),
    (["camera", "meter", "simulated:", "--point", "1"], PointArgument.form),
    (["measure", "x", "--black", "1,2"], LevelArgument.form),
    (
      ["calibrate", "chart", "x", "--light", "A", "--corners", "1,2,3", "--output", "x.icc"],
      ChartOptions.CornersArgument.form
    ),
    (["simulate", "--output", "x", "--seed", "1.5"], UInt64.form),
    (
      ["profile", "export", "x", "--format", "rawtherapee", "--temperature", "5000,5", "--output", "x.pp3"],
      KelvinArgument.form
    ),
    (["dng", "x", "--output", "x.dng", "--date", "yesterday"], DateArgument.form),
  ]) func `what a value must be is told`(arguments: [String], form: String) throws {
    let result = try Tool.run(arguments)
    #expect(result.status == 64 && result.message.contains(": it must be ") && result.message.contains(form))
  }

  @Test func `an x,y with a blank is one, and not a file that is missing`() throws {
    let simulated = try Tool.run("simulate", "--light", "0.44, 0.40", "--output", "x")
    #expect(simulated.status == 64 && simulated.message.hasPrefix("--light 0.44, 0.40: many spectra have"))
    let torn = try Tool.run("simulate", "--light", "0. 44,0.40", "--output", "x")
    #expect(torn.status != 0 && !torn.message.contains("many spectra have"), "\(torn.errors)")
    let calibrated = try Tool.run("calibrate", "chart", "x.ti3", "--light", "0.44, 0.40", "--output", "x.icc")
    #expect(calibrated.status == 66 && calibrated.message.hasPrefix("x.ti3"), "\(calibrated.errors)")
  }

  @Test func `a menu entry is named by its beginning, and by its whole name where another begins like it`() throws {
    let control = CaptureControl(
      id: .autoExposure, name: "Test Pattern", kind: .menu, range: 0...3, defaultValue: 0,
      menu: [0: .name("Disabled"), 1: .name("Color Bars"), 2: .name("Color Bars, Fading"), 3: .number(-40)])
    let names = [("dis", 0), ("color bars", 1), ("Color Bars, f", 2), ("-40", -40), ("3", 3)] as [(String, Int64)]
    for (name, value) in names { #expect(try control.value(named: name) == value, "\(name)") }
    for name in ["color", "", "bars"] { #expect(throws: ControlNameError.self) { try control.value(named: name) } }
  }
}

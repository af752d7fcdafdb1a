import CameraControl
import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

/// The commands of cameras, with the simulated one: they run on any machine.
@Suite(.waiting) struct SimulatedCameraToolTests {
  private static let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path

  @Test func `list and show tell its formats and controls`() throws {
    let listed = try Tool.run("camera", "list", "simulated:", "--json")
    #expect(listed.status == 0, "\(listed.errors)")
    let camera = try listed.object()
    #expect(camera["device"]?.text == "simulated:")
    let shown = try Tool.run("camera", "show", "simulated:")
    #expect(shown.status == 0, "\(shown.errors)")
    for text in ["RG10 320x240", "gains by      balance controls", "red_balance", "auto_exposure", "focus_absolute"] {
      #expect(shown.output.contains(text), "\(shown.output)")
    }
  }

  @Test func `set sets gains, exposure, focus and controls by their names`() throws {
    let gains = try Tool.run(
      "camera", "set", "simulated:", "--gains", "2,1,1.5", "--duration", "0.02", "--iso", "200", "--lens-position",
      "0.5",
      "--json")
    #expect(gains.status == 0, "\(gains.errors)")
    let made = try gains.objects()
    #expect(made.map { $0["setting"]?.text } == ["white balance", "exposure", "focus"])
    #expect(made.first?["asked"]?.numbers == ["red": 2, "green": 1, "blue": 1.5])
    #expect(made.first?["controls"]?.array?.map { $0["control"]?.text } == ["red_balance", "blue_balance"])
    let rounded = try Tool.run(
      "camera", "set", "simulated:", "--gains", "2.1,1,1.6", "--duration", "1/3000", "--iso", "133", "--json")
    let asked = try rounded.objects()
    #expect(asked.first?["asked"]?.numbers == ["red": 2.1, "green": 1, "blue": 1.6])
    // A duration is told to a nanosecond.
    #expect(asked.last?["askedDuration"]?.number == 0.000333333)
    #expect(asked.last?["duration"]?.number == 0.0003)
    #expect(asked.last?["askedIso"]?.number == 133 && asked.last?["iso"]?.number == 131.25)
    let text = try Tool.run("camera", "set", "simulated:", "--duration", "1/3000", "--iso", "200")
    #expect(text.output == "exposure  0.0003 s (asked for 0.00033333 s)  ISO 200\n")
    #expect(try Tool.run("camera", "set", "simulated:", "red_balance=300", "auto_exposure=aperture").status == 0)
    let wrong = try Tool.run("camera", "set", "simulated:", "red_balance=1")
    #expect(wrong.status == 64)
    #expect(wrong.message == "simulated: the control 'Red Balance' takes 256 to 1024, not 1")
    // No sensor tells lights of 500 K apart: blue is dark.
    let light = try Tool.run("camera", "set", "simulated:", "--temperature", "500", "--profile", Self.profile)
    #expect(light.status == 65)
    let characterization = try DeviceProfile(contentsOf: Self.profile).characterization
    let conversion = #expect(throws: WhiteBalanceError.self) {
      try characterization.gains(for: TemperatureAndTint(temperature: 500, tint: 0))
    }
    #expect(light.message == "simulated: \(try #require(conversion))")
    #expect(try Tool.run("camera", "set", "simulated:", "--auto", "white-balance", "--auto", "exposure").status == 0)
  }

  @Test(arguments: [
    ("--duration 0.02 exposure_time_absolute=100", "--duration and exposure_time_absolute both say the exposure"),
    ("--duration 0.02 auto_exposure=aperture", "--duration and auto_exposure both say the exposure"),
    ("--iso 200 gain=40", "--iso and gain both say the exposure"),
    ("--gains 2,1,1 0x0098090e=300", "--gains and red_balance both say the white balance"),
    ("--auto focus focus_absolute=3", "--auto focus and focus_absolute both say the focus"),
  ]) func `a control by name that would undo an option is refused`(arguments: String, message: String) throws {
    let words = arguments.split(separator: " ").map(String.init)
    let result = try Tool.run(["camera", "set", "simulated:"] + words)
    #expect(result.status == 64 && result.output.isEmpty)
    #expect(result.message == "simulated: \(message); give one of them")
    // A control of another quantity goes beside it.
    #expect(try Tool.run("camera", "set", "simulated:", "--duration", "0.02", "gain=40", "red_balance=300").status == 0)
  }

  @Test func `capture takes frames and brackets, raw and DNG`() throws {
    let folder = try Folder()
    let raw = try Tool.run(
      "camera", "capture", "simulated:", "--frames", "3", "--output", folder.file("frames.raw"), "--json")
    #expect(raw.status == 0, "\(raw.errors)")
    #expect(try raw.objects().count == 3)
    #expect(try Data(contentsOf: URL(filePath: folder.file("frames.raw"))).count == 3 * 320 * 240 * 2)
    let stops = try Tool.run(
      "camera", "capture", "simulated:", "--bracket-stops=-1,1", "--profile", Self.profile, "--output",
      folder.file("stops.dng"), "--json")
    #expect(stops.status == 0, "\(stops.errors)")
    let durations = try stops.objects().map { try #require($0["exposure"]?["duration"]?.number) }
    #expect(durations.count == 2 && 4 * durations[0] == durations[1], "\(durations)")
    let bracket = try Tool.run(
      "camera", "capture", "simulated:", "--bracket", "1/500,0.01", "--profile", Self.profile, "--output",
      folder.file("frame.dng"))
    #expect(bracket.status == 0, "\(bracket.errors)")
    let measured = try Tool.run("measure", folder.file("frame-2.dng"), "--json")
    #expect(measured.status == 0, "\(measured.errors)")
  }

  @Test func `a bracket waits as many frames for a change as --delay says`() throws {
    let (folder, delay) = (try Folder(), 9)
    let bracket = try Tool.run(
      "camera", "capture", "simulated:", "--bracket", "0.002,0.01", "--delay", "\(delay)", "--output",
      folder.file("frames.raw"), "--json")
    #expect(bracket.status == 0, "\(bracket.errors)")
    let numbers = try bracket.objects().map { try #require($0["sequence"]?.number) }
    #expect(numbers.count == 2 && numbers[1] - numbers[0] > Double(delay), "\(numbers)")
  }

  #if os(Linux)
    @Test func `a capture that is interrupted says that its file is not written`() throws {
      let scratch = try ScratchFolder()
      let frames = scratch.path("frames.raw")
      let (child, line, reader) = try Tool.begin(
        ["camera", "capture", "simulated:", "--frames", "1000", "--output", frames], in: scratch)
      defer { close(reader) }
      kill(child, SIGINT)
      #expect(Tool.wait(for: child) == 128 + SIGINT)
      // The first two frames of a run are not trusted, and a busy machine drops more.
      let number = line.firstMatch(of: #/^(.+)  frame ([0-9]+)  /#)
      #expect(number?.1 == frames[...] && number.flatMap { Int($0.2) } ?? 0 >= 3, "\(line)")
      #expect(try String(decoding: scratch.bytes("errors"), as: UTF8.self) == "wbcal: \(frames) is not written\n")
      #expect(try scratch.names.sorted() == ["errors", "output"])
    }
  #endif

  /// The exposure that a DNG states, by a DNG that is made of it.
  private func exposure(of file: String) throws -> JSONValue {
    let copy = file + "-copy.dng"
    let made = try Tool.run("dng", file, "--output", copy, "--json")
    return try #require(made.object()["exposure"])
  }

  @Test func `the gain and the time of a capture stay when its DNG is written again`() throws {
    let folder = try Folder()
    let taken = try Tool.run(
      "camera", "capture", "simulated:", "--profile", Self.profile, "--output", folder.file("frame.dng"))
    #expect(taken.status == 0, "\(taken.errors)")
    let exposure = try exposure(of: folder.file("frame.dng"))
    #expect(exposure["gain"]?.number == 1 && exposure["date"]?.text != nil, "\(exposure)")
  }

  @Test func `the time of a capture is in UTC, wherever the machine is`() throws {
    let folder = try Folder()
    let taken = try ReadersShell().run(
      """
      take() { wbcal camera capture simulated: --profile Data/sample/sample.icc --output "$1"; }
      TZ=UTC take '\(folder.file("before.dng"))'
      TZ=Asia/Tokyo take '\(folder.file("there.dng"))'
      TZ=UTC take '\(folder.file("after.dng"))'
      """)
    #expect(taken.status == 0, "\(taken.printed)")
    let dates = try ["before", "there", "after"].map {
      try #require(exposure(of: folder.file("\($0).dng"))["date"]?.text)
    }
    #expect(dates == dates.sorted())
  }

  @Test(arguments: [("A", 2856.0), ("D50", 5003)]) func `meter and measure find the light`(
    light: String, kelvin: Double
  ) throws {
    let name = "simulated:?light=\(light)"
    let metered = try Tool.run(
      "camera", "meter", name, "--profile", Self.profile, "--metering", "spot", "--interval", "0.1", "--count", "3",
      "--no-focus", "--json")
    #expect(metered.status == 0, "\(metered.errors)")
    let lines = try metered.objects()
    #expect(lines.count == 3)
    for line in lines {
      let temperature = try #require(line["temperature"]?.number, "\(metered.output)")
      #expect(Tolerance.simulatedLight.allows(abs(1e6 / temperature - 1e6 / kelvin)), "\(temperature)")
    }
    let measured = try Tool.run("measure", name, "--profile", Self.profile, "--json")
    #expect(measured.status == 0, "\(measured.errors)")
    let temperature = try #require(try measured.object()["temperature"]?.number)
    #expect(Tolerance.simulatedLight.allows(abs(1e6 / temperature - 1e6 / kelvin)), "\(temperature)")
  }

  @Test func `the meter's errors are those of the kind of light that is told`() throws {
    let meter = [
      "camera", "meter", "simulated:?light=D65", "--profile", Self.profile, "--no-exposure", "--no-focus",
      "--no-white-balance", "--count", "1", "--json",
    ]
    let (any, told) = try (Tool.run(meter).object(), Tool.run(meter + ["--light-kind", "daylight"]).object())
    #expect(any["standardError"]?["lights"]?.text == "any" && told["standardError"]?["lights"]?.text == "daylight")
    let errors = try [any, told].map { try #require($0["standardError"]?["temperature"]?.number) }
    #expect(errors[1] < errors[0] / 2, "\(errors)")
  }

  @Test func `a scene in which the gain cannot be measured refuses the calibration`() throws {
    let bright = try Tool.run("camera", "calibrate-gain", "simulated:?brightness=12", "--steps", "3")
    #expect(bright.status == 2 && bright.output.isEmpty)
    // How bright the first frame beyond the limit is depends on which frames a busy machine drops.
    let reason = GainCalibrationFault.exposure(1).description.split(separator: "range").last ?? "?"
    #expect(
      bright.message.hasPrefix("simulated:?brightness=12: ") && bright.message.hasSuffix(reason), "\(bright.errors)")
  }

  @Test func `a scene in which the delay cannot be measured refuses the measurement`() throws {
    let bright = try Tool.run("camera", "measure-delay", "simulated:?brightness=1000")
    #expect(bright.status == 2 && bright.output.isEmpty)
    #expect(bright.message == "simulated:?brightness=1000: \(PipelineDelayFault.exposure(1))")
  }

  @Test(arguments: [
    ("simulated:x", "it must be simulated:, or simulated:?light=A&brightness=0.5"),
    ("simulated:?lamp=A", "there is no 'lamp'"), ("simulated:?brightness=much", "a brightness of 'much'"),
    ("simulated:?light=moon", "is no light"), ("simulated:?brightness=0", "a brightness of '0'"),
    ("simulated:?brightness=-1", "a brightness of '-1'"), ("simulated:?brightness=inf", "a brightness of 'inf'"),
  ]) func `what it does not know is refused`(name: String, message: String) throws {
    let result = try Tool.run("camera", "show", name)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }

  /// A folder that is gone with the value.
  private final class Folder {
    private let url = FileManager.default.temporaryDirectory.appending(path: "wbcal-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func file(_ name: String) -> String { url.appending(path: name).path }
  }
}

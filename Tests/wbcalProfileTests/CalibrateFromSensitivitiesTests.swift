import Calibration
import DeviceProfiles
import Foundation
import FrameSources
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct CalibrateFromSensitivitiesTests {
  private let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json")
    .path(percentEncoded: false)

  @Test func `sensitivities make a profile with a white map, and its uncertainty is what was found`() throws {
    let profile = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--output", profile.path, "--model", "EOS 5D Mark II mine", "--json")
    #expect(made.status == 0, "\(made.errors)")
    let report = try made.object()
    let lamps = try #require(report["lampErrors"])
    let references = try #require(report["referenceErrors"])
    #expect(lamps["count"]?.number == 36 && references["count"]?.number == 155)
    for quantity in ["duv", "mired"] {
      let found = try #require(references[quantity]?["median"]?.number)
      let matrix = try #require(references[quantity]?["matrixMedian"]?.number)
      #expect(found < matrix / 4)
    }
    #expect(report["warnings"]?.array?.count == 1)
    let loaded = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: profile.url)))
    // The file tells the maker, and the option the model.
    #expect(loaded.identity.manufacturer == "Canon" && loaded.identity.model == "EOS 5D Mark II mine")
    #expect(loaded.provenance.hasSuffix("36 lamps of CIE 15:2018"))
    let renamed = try Tool.run(
      "calibrate", "sensitivities", camera, "--output", profile.path, "--manufacturer", "Mine")
    #expect(renamed.status == 0, "\(renamed.errors)")
    #expect(try DeviceProfile(contentsOf: profile.path).identity.manufacturer == "Mine")
    guard case .whiteMap(let map) = loaded.characterization else {
      Issue.record("\(loaded.characterization)")
      return
    }
    #expect(map.calibratedTemperatures != nil)
    let uncertainty = try #require(loaded.uncertainty)
    let calibration = try WhiteMapCalibration(.canon5DMarkII(), lights: .standard())
    #expect(try uncertainty == calibration.uncertainty(.canon5DMarkII(), calibration.checks()))
    #expect(uncertainty.mired == report["uncertainty"]?["mired"]?.number)
    #expect(report["uncertainty"]?["lights"]?.array?.count == LightKind.allCases.count)
    let shown = try Tool.run("profile", "show", profile.path, "--json").object()
    #expect(shown["characterization"]?.text == "white map")
  }

  @Test func `what lights outside of the profile's own add to its error is said for 100 mired`() throws {
    let profile = try ScratchFile([])
    let made = try Tool.run("calibrate", "sensitivities", camera, "--output", profile.path)
    #expect(made.status == 0, "\(made.errors)")
    let own = try #require(DeviceProfile(contentsOf: profile.path).uncertainty)
    #expect(own.miredPerMired > 0 && own.duvPerMired > 0)
    let expected = String(
      format: "; a light 100 mired outside of its lights has a further %.1f mired and Duv %.4f, added in quadrature",
      100 * own.miredPerMired,
      100 * own.duvPerMired)
    let said = try #require(made.values("uncertainty").first)
    #expect(said.hasSuffix(expected), "\(said)")
  }

  @Test func `lamps of a file are learnt, and few of them are warned of`() throws {
    let rows = stride(from: 380, through: 780, by: 5).map { wavelength in
      "\(wavelength),\(wavelength),\(1200 - wavelength),0"
    }
    let lamps = try ScratchFile(
      Array("nm,red,blue\n".utf8) + Array(rows.map { $0.dropLast(2) }.joined(separator: "\n").utf8))
    let profile = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--lamps", lamps.path, "--output", profile.path, "--json")
    #expect(made.status == 0, "\(made.errors)")
    let warning = try #require(made.object()["warnings"]?.array?.first)
    #expect(warning["code"]?.text == "few-lamps")
    #expect(warning["value"]?.number == 2 && warning["limit"]?.number == 30)
    #expect(try DeviceProfile(contentsOf: profile.path).provenance.hasSuffix("2 lamps of the user's"))
  }

  /// Returns the result for lamps of lines, each given by its wavelength in nm and its height above a flat floor.
  private func made(fromLampsOfLines lamps: [[(place: Double, height: Double)]]) throws -> JSONValue {
    let rows = stride(from: 380.0, through: 780, by: 5).map { wavelength in
      let powers = lamps.map { lines in
        lines.reduce(0.1) { power, line in
          let distance = (wavelength - line.place) / 10
          return power + line.height * exp(-distance * distance)
        }
      }
      return ([wavelength] + powers).map { "\($0)" }.joined(separator: ",")
    }
    let names = lamps.indices.map { "lamp \($0)" }.joined(separator: ",")
    let table = try ScratchFile(Array("nm,\(names)\n\(rows.joined(separator: "\n"))".utf8))
    let profile = try ScratchFile([])
    return try Tool.run(
      "calibrate", "sensitivities", camera, "--lamps", table.path, "--output", profile.path, "--json"
    ).object()
  }

  @Test func `a map that finds lamps worse than the matrix is warned of, one that learnt nothing is not`() throws {
    // Two lamps of nearly one neutral lead each other astray.
    let near = try made(fromLampsOfLines: [
      [(440, 4), (460, 5), (640, 4), (570, 1)], [(650, 1), (450, 6), (580, 6), (430, 9)],
      [(640, 8), (530, 1), (590, 3), (580, 1)], [(570, 4), (510, 4), (560, 2), (520, 2)],
    ])
    let warning = try #require(near["warnings"]?.array?.first { $0["code"]?.text == "map-worse" })
    let error = try #require(near["lampErrors"]?["duv"])
    #expect(warning["value"]?.number == error["median"]?.number)
    #expect(warning["limit"]?.number == error["matrixMedian"]?.number)
    let far = try made(fromLampsOfLines: [
      [(540, 7), (430, 5), (580, 8)], [(540, 5), (570, 6), (600, 4)], [(580, 3), (510, 3), (660, 2)],
    ])
    let same = try #require(far["lampErrors"]?["duv"])
    #expect(try #require(same["median"]?.number) > #require(same["matrixMedian"]?.number))
    #expect(far.codes("warnings") == ["few-lamps"])
  }

  @Test func `a lamp that no temperature is near is left out, and named`() throws {
    let lamps = try ScratchFile(Array("nm,a,b,c\n380,1,2,5\n480,1,1,5\n500,1,1,0\n780,2,1,0\n".utf8))
    let profile = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--lamps", lamps.path, "--output", profile.path, "--json"
    ).object()
    let message = try #require(zip(made.codes("warnings"), made.messages("warnings")).first { $0.0 == "lamp-left-out" })
    #expect(message.1.hasPrefix("\(lamps.path): c is left out: "), "\(message)")
  }

  @Test func `wrong usage and bad files are refused`() throws {
    let profile = try ScratchFile([])
    let output = ["--output", profile.path]
    func run(_ arguments: String...) throws -> Tool.Result {
      try Tool.run(["calibrate", "sensitivities"] + arguments + output)
    }
    #expect(try run().status == 64)
    #expect(try run("--lamps", camera).status == 64)
    #expect(try run(camera, "--chart", "a.ti3", "--light", "A").status == 64)
    #expect(try run(camera + "x").status == 66)
    let blind = try ScratchFile(Array("nm,r,g,b\n380,1,1,0\n780,1,1,0\n".utf8))
    let dark = try run(blind.path)
    #expect(
      dark.status == 65
        && dark.message == "\(blind.path): spectrum 3 is 0 at every wavelength; it must have a value above 0")
    let alike = try ScratchFile(Array("nm,r,g,b\n380,1,1,1\n580,3,3,3\n780,1,1,1\n".utf8))
    let same = try run(alike.path)
    #expect(same.status == 65 && same.message == "\(alike.path): \(SensitivityError.alikeChannels)")
    let text = try ScratchFile(Array("hello\n".utf8))
    #expect(try run(camera, "--lamps", text.path).status == 65)
    let large = try ScratchFile([])
    try FileHandle(forWritingTo: large.url).truncate(atOffset: (64 << 20) + 1)
    let limit = FrameSourceFault.tooLarge(byteCount: (64 << 20) + 1, limit: 64 << 20)
    #expect(
      try run(camera, "--lamps", large.path).message
        == FrameSourceError(source: large.path, fault: limit).description)
  }
}

import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct PlotTests {
  private let profile = repositoryRoot.appending(path: "Data/sample/sample.icc").path(percentEncoded: false)

  private func drawing(_ svg: String) throws -> (XMLDocumentText, DrawnAxes) {
    let document = try XMLDocumentText(svg)
    return (document, try #require(DrawnAxes(document.elements, numbers: ("x", "y"))))
  }

  private func points(_ svg: String) throws -> [String: SIMD2<Double>] {
    let (document, axes) = try drawing(svg)
    return Dictionary(
      document.all("circle", "point").map { circle in
        let name = String(circle.text.prefix { $0 != ":" })
        return (name, axes.value([circle.number("cx") ?? .nan, circle.number("cy") ?? .nan]))
      }
    ) { first, _ in first }
  }

  private func expect(_ place: SIMD2<Double>?, _ x: Double, _ y: Double) throws {
    let place = try #require(place)
    #expect(Tolerance.drawnChromaticity.allows(largest(abs(place.x - x), abs(place.y - y))), "\(place), not \(x), \(y)")
  }

  @Test func `points are drawn where they are, from arguments and from lines`() throws {
    let result = try Tool.run(
      "plot", "--point", "0.30,0.32,a, b", "--point", "-", input: "# lamps\n\n0.41 0.39 warm white\n0.2,0.7,green\r\n")
    #expect(result.status == 0, "\(result.errors)")
    let points = try points(result.output)
    #expect(points.count == 3)
    try expect(points["a, b"], 0.30, 0.32)
    try expect(points["warm white"], 0.41, 0.39)
    try expect(points["green"], 0.2, 0.7)
    let uniform = try self.points(Tool.run("plot", "--uv", "--zoom", "--point", "0.3127,0.3290,D65").output)
    // CIE 1960 u, v of D65, as published.
    try expect(uniform["D65"], 0.1978, 0.3122)
  }

  @Test func `a profile's outline is the edge of what its gains make neutral`() throws {
    let file = try ScratchFile([])
    let result = try Tool.run("plot", "--profile", profile, "--output", file.path)
    #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
    let (document, axes) = try drawing(String(contentsOf: file.url, encoding: .utf8))
    let device = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: URL(filePath: profile))))
    // The ends of a line are where its last chord crosses the spectral locus.
    let outline = try document.all("path", "outline").dropLast().flatMap {
      try #require(DrawnAxes.places($0)).dropFirst().dropLast()
    }
    #expect(outline.count > 100)
    for place in outline.map(axes.value) {
      let gains = try device.characterization.gains(for: Chromaticity(x: place.x, y: place.y))
      let largest = max(gains.red, gains.green, gains.blue)
      #expect(Tolerance.drawnLegalGain.allows(abs(largest / device.gainRange.maximum - 1)), "\(gains) at \(place)")
    }
    #expect(document.all("text", "key").contains { $0.text.hasPrefix(device.identity.description) })
  }

  @Test func `a white map's lights are those that profile show prints`() throws {
    let file = try ScratchFile([])
    let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json")
    let made = try Tool.run("calibrate", "sensitivities", camera.path(percentEncoded: false), "--output", file.path)
    #expect(made.status == 0, "\(made.errors)")
    let lights = try #require(Tool.run("profile", "show", file.path, "--json").object()["lights"]?.array)
    let drawn = try points(Tool.run("plot", "--profile", file.path).output)
    #expect(lights.count == 3 && drawn.count == lights.count)
    for light in lights {
      let temperature = try #require(light["temperature"]?.number)
      let place = try Chromaticity(TemperatureAndTint(temperature: temperature, duv: light["duv"]?.number ?? 0))
      try expect(drawn["\(Int(temperature.rounded())) K"], place.x, place.y)
    }
  }

  @Test func `what is no light is refused with what would have been right`() throws {
    for point in ["0.3", "0.3,abc", "-0.1,0.3", "0.3,0", "0.9,0.2", "nan,0.3", ""] {
      let result = try Tool.run("plot", "--point", point)
      #expect(result.status == 64 && result.output.isEmpty)
      #expect(result.message == "--point \(MessagesTests.noLight(point))")
    }
    let line = try Tool.run("plot", "--point", "-", input: "0.3,0.3\n0.3 zero\n")
    #expect(line.status == 65 && line.message == "standard input, line 2: \(MessagesTests.noLight("0.3 zero"))")
    #expect(try Tool.run("plot", "--point", "-", input: String(repeating: "0", count: 5000)).status == 65)
  }
}

import Colorimetry
import DeviceProfiles
import Foundation
import ICCProfiles
import TestSupport
import Testing
import ToolSupport
import WhiteBalance

@Suite struct ReportPageTests {
  private let camera = repositoryRoot.appending(path: "Data/cameras/Canon_EOS_5D_Mark_II_380_780_5.json")
    .path(percentEncoded: false)

  /// The page as a browser's parser has it; refused where it needs anything beside itself.
  private func page(_ file: ScratchFile) throws -> XMLDocumentText {
    let text = try String(contentsOf: file.url, encoding: .utf8)
    for outside in ["<script", "http:", "https:", "src=", "href=", "url(", "@import"] {
      #expect(!text.contains(outside), "\(outside)")
    }
    return try XMLDocumentText(text)
  }

  private func two(_ number: Double) -> String { String(format: "%.2f", number) }

  private func calibrated(_ report: ScratchFile, _ profile: ScratchFile) throws -> JSONValue {
    let tungsten = try readings(.a)
    let daylight = try readings(.d65) { _, rows in
      rows[4] = [rows[4][0], "1", "80", "1"]
      rows.append(["<script>alert(1)</script>", "10", "20", "30"])
    }
    let made = try Tool.run(
      "calibrate", "chart", tungsten.path, "--light", "A", daylight.path, "--light", "D65", "--output",
      profile.path, "--model", "<b>&\"EOS\"", "--report", report.path, "--json")
    #expect(made.status == 0, "\(made.errors)")
    return try made.object()
  }

  @Test func `the page says by how much each light's colours differ, alone, with the matrix, and left out`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    let lights = try #require(try calibrated(report, profile)["lights"]?.array)
    let page = try page(report)
    #expect(lights.count == 2)
    for light in lights {
      let difference = try #require(light["difference"])
      let numbers = try ["before", "after", "leaveOneOut", "largest"].map { try two(#require(difference[$0]?.number)) }
      let text =
        "differ by \(numbers[0]) with white balance alone, by \(numbers[1]) with the matrix, and by \(numbers[2]) where"
      #expect(page.all("p").contains { $0.text.contains(text) }, "\(text)")
      #expect(page.all("tr").contains { $0.text == "largest of a patch" + numbers[3] }, "\(numbers)")
    }
  }

  @Test func `every patch is on the page with its numbers, and what was left out with its reason`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    let json = try calibrated(report, profile)
    let page = try page(report)
    #expect(page.all("h1").first?.text == "Calibration of <b>&\"EOS\"")
    let items = page.all("li", "patch")
    let lights = try #require(json["lights"]?.array)
    let patches = lights.flatMap { $0["patches"]?.array ?? [] }
    #expect(items.count == patches.count && patches.count == 24 + 23)
    for (item, patch) in zip(items, patches) {
      let numbers = ["before", "after", "leaveOneOut"].map { patch[$0]?.number.map(two) ?? "–" }
      #expect(item.text == (patch["name"]?.text ?? "") + numbers.joined())
    }
    let excluded = lights.flatMap { $0["excluded"]?.array ?? [] }
    #expect(excluded.map { $0["name"]?.text } == ["<script>alert(1)</script>", "A5"])
    let leftOut = excluded.compactMap { $0["message"]?.text }
    let warnings = try #require(page.all("ul", "warnings").first).text
    #expect(leftOut.count == 2 && leftOut.allSatisfy(warnings.contains), "\(warnings)")
    let rows = page.all("tr").map(\.text)
    for light in lights {
      let leaveOneOut = try #require(light["difference"]?["leaveOneOut"]?.number)
      let condition = try #require(light["conditionNumber"]?.number)
      #expect(rows.contains("CIEDE2000, leave one out\(two(leaveOneOut))"), "\(rows)")
      let times = String(format: "%.1f", condition)
      #expect(rows.contains("condition number, the largest growth of noise\(times)"), "\(rows)")
    }
  }

  /// So that a phone scrolls the table and not the page.
  @Test func `every table has a box of its own to scroll in`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    _ = try calibrated(report, profile)
    let text = try String(contentsOf: report.url, encoding: .utf8)
    let tables = text.split(separator: "<table").dropLast()
    #expect(tables.count == 3)
    #expect(tables.allSatisfy { $0.hasSuffix("<div class=\"wide\">") } && text.contains(".wide { overflow-x: auto; }"))
  }

  /// Published by the chart's maker for a display of D65, row by row, without cyan, which sRGB does not have.
  private static let published: [(String, [Int])] = [
    ("A1", [115, 82, 68]), ("A2", [194, 150, 130]), ("A3", [98, 122, 157]), ("A4", [87, 108, 67]),
    ("A6", [103, 189, 170]), ("B1", [214, 126, 44]), ("B2", [80, 91, 166]), ("B3", [193, 90, 99]),
    ("B4", [94, 60, 108]), ("B5", [157, 188, 64]), ("B6", [224, 163, 46]), ("C2", [70, 148, 73]),
    ("C3", [175, 54, 60]),
    ("C4", [231, 199, 31]), ("C5", [187, 86, 149]), ("D1", [243, 243, 242]), ("D2", [200, 200, 200]),
    ("D3", [160, 160, 160]), ("D4", [122, 122, 121]), ("D5", [85, 85, 85]), ("D6", [52, 52, 52]),
  ]

  @Test func `the reference's half of a swatch has the colour that the chart's maker publishes`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    _ = try calibrated(report, profile)
    let elements = try page(report).elements
    // The second chart's, under D65.
    let first = try #require(elements.lastIndex { $0.name == "h2" && $0.text == "Patches under D65" })
    var colors: [String: [Int]] = [:]
    for (index, element) in elements.enumerated() where index > first && element.has("swatch") {
      let style = elements[index + 2].attributes["style"] ?? ""
      let digits = Array(style.suffix(6))
      let name = try #require(elements[index...].first { $0.has("name") }).text
      colors[name] = stride(from: 0, to: 6, by: 2).compactMap { Int(String(digits[$0..<$0 + 2]), radix: 16) }
    }
    for (name, published) in Self.published {
      let color = try #require(colors[name])
      for (channel, expected) in zip(color, published) {
        #expect(
          Tolerance.publishedPatchColor.allows(Double(abs(channel - expected))), "\(name): \(color), \(published)")
      }
    }
  }

  @Test func `the curves are the profile's gains, and the shaded part its calibrated range`() throws {
    let (report, file) = (try ScratchFile([]), try ScratchFile([]))
    _ = try calibrated(report, file)
    let elements = try page(report).elements
    let axes = try #require(DrawnAxes(elements, numbers: ("kelvins", "gains")))
    let profile = try DeviceProfile(iccBytes: [UInt8](Data(contentsOf: file.url)))
    // The axis is even in mired: between 2000 K and 10 000 K at 500 and 100.
    let (left, right) = (axes.drawn([2000, 0]).x, axes.drawn([10_000, 0]).x)
    func mired(_ x: Double) -> Double { 500 - 400 * (x - left) / (right - left) }
    for (name, channel) in [("red", \WhiteBalanceGains.red), ("green", \.green), ("blue", \.blue)] {
      let curve = try #require(elements.first { $0.has("gain", name) && !$0.has("sample") })
      let places = try #require(DrawnAxes.places(curve))
      #expect(places.count > 90)
      for place in places {
        let light = TemperatureAndTint(temperature: 1e6 / mired(place.x), duv: 0)
        let gain = try profile.characterization.gains(for: light)[keyPath: channel]
        #expect(Tolerance.drawnGain.allows(abs(axes.value(place).y - gain)), "\(name) at \(light.temperature) K")
      }
    }
    let band = try #require(elements.first { $0.has("calibrated") })
    let (x, width) = (try #require(band.number("x")), try #require(band.number("width")))
    for (drawn, temperature) in [(mired(x), 2856.0), (mired(x + width), 6504)] {
      #expect(Tolerance.drawnRange.allows(abs(drawn - 1e6 / temperature)), "\(drawn)")
    }
  }

  @Test func `a check's page has the residual of each light and an arrow to where it was found`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    _ = try calibrated(report, profile)
    let led = try readings(.ledB3)
    let checked = try Tool.run(
      "profile", "check", profile.path, "--chart", led.path, "--light", "LED-B3", "--report", report.path, "--json")
    #expect(checked.status == 0, "\(checked.errors)")
    let json = try checked.object()
    let page = try page(report)
    let mired = try #require(json["residual"]?["mired"]?.number)
    let row = try #require(page.all("tr").first { $0.text.hasPrefix("LED-B3") })
    let residual = String(format: "%+.2f", mired).replacing("-", with: "−")
    #expect(row.text.contains(residual), "\(row.text)")
    // The errors that the profile states for this light.
    let stated = try #require(json["stated"]?.numbers)
    let errors = String(format: "(%.1f mired, Duv %.4f)", stated["mired"] ?? .nan, stated["duv"] ?? .nan)
    let said = page.elements.filter { $0.text.contains("stated standard errors") }
    #expect(said.contains { $0.text.contains(errors) }, "\(errors)")
    let patches = try #require(json["patches"]?.array)
    #expect(patches.count == 24)
    for patch in patches {
      let difference = try #require(patch["difference"]?.number)
      let text = "\(patch["name"]?.text ?? "")\(two(difference))"
      #expect(page.all("li", "patch").contains { $0.text == text })
    }
    let axes = try #require(DrawnAxes(page.elements, numbers: ("x", "y")))
    let arrow = try #require(page.all("path", "residual").first)
    let ends = try #require(DrawnAxes.places(arrow))
    let truth = Chromaticity(CIEIlluminant.ledB3.distribution)
    let caption = try #require(page.all("figcaption").first).text
    let scale = try #require(caption.split(separator: " ").compactMap { Double($0) }.last)
    let found = (axes.value(ends[1]) - [truth.x, truth.y]) / scale + [truth.x, truth.y]
    let x = try #require(json["found"]?["x"]?.number)
    let y = try #require(json["found"]?["y"]?.number)
    #expect(Tolerance.drawnChromaticity.allows(largest(abs(found.x - x), abs(found.y - y))))
  }

  @Test func `a white map's page has every lamp, the worst first`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--output", profile.path, "--report", report.path, "--json")
    #expect(made.status == 0, "\(made.errors)")
    let json = try made.object()
    #expect(json["report"]?.text == report.path)
    let page = try page(report)
    let lamps = page.all("tr").filter { $0.text.hasPrefix("CIE ") }
    #expect(lamps.count == 36)
    let worst = try #require(json["lampErrors"]?["worst"]?.text)
    #expect(lamps.first?.text.hasPrefix(worst) == true)
    #expect(page.all("circle", "point").count == 36)
    // Nothing is judged, so there is no verdict.
    #expect(page.all("p", "verdict passed").isEmpty && page.all("p", "verdict").isEmpty)
    let warnings = (json["warnings"]?.array ?? []).compactMap { $0["message"]?.text }
    #expect(!warnings.isEmpty && page.all("ul", "warnings").first?.text == warnings.joined())
  }

  @Test func `half of a white map's lamps are within the median, two of three within the standard error`() throws {
    let (report, profile) = (try ScratchFile([]), try ScratchFile([]))
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--output", profile.path, "--report", report.path, "--json")
    let errors = try #require(try made.object()["lampErrors"])
    // The name of a lamp, and beside it how far it is off: in u', v', in mired and in Duv.
    let cells = try page(report).elements.filter { ["th", "td"].contains($0.name) }.map(\.text)
    let lamps = cells.indices.filter { cells[$0].hasPrefix("CIE ") }
    #expect(lamps.count == 36)
    for (column, key, rounding) in [(2, "mired", 0.005), (3, "duv", 0.000_005)] {
      let sizes = lamps.map { abs(Double(cells[$0 + column].replacing("−", with: "-")) ?? .nan) }
      func share(within name: String) throws -> Double {
        let limit = try #require(errors[key]?[name]?.number) + rounding
        return Double(sizes.count { $0 <= limit }) / Double(sizes.count)
      }
      let middle = sizes.sorted()[17...18].reduce(0, +) / 2
      #expect(abs(try #require(errors[key]?["median"]?.number) - middle) <= rounding, "\(key)")
      // A lamp just beyond it may be printed like one within.
      #expect(try (0.66...0.73).contains(share(within: "standardError")), "\(key)")
    }
  }

  @Test func `a page does not take the place of the profile`() throws {
    let file = try ScratchFile([])
    let made = try Tool.run(
      "calibrate", "sensitivities", camera, "--output", file.path, "--report", file.path)
    #expect(made.status == 64)
    let checked = try Tool.run(
      "profile", "check", file.path, "--chart", "a.ti3", "--light", "A", "--report", file.path)
    #expect(checked.status == 64)
    #expect(try Data(contentsOf: file.url).isEmpty)
  }
}

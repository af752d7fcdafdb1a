import Colorimetry
import Diagrams
import TestSupport
import Testing

@Suite struct ChromaticityDiagramTests {
  typealias Diagram = ChromaticityDiagram

  static let kinds: [(Diagram.Space, Diagram.Window)] = [
    (.xy, .whole), (.xy, .lights), (.uv, .whole), (.uv, .lights),
  ]

  private func read(_ diagram: Diagram) throws -> (XMLDocumentText, DrawnAxes) {
    let document = try XMLDocumentText(diagram.svgFile(title: "diagram"))
    return (document, try #require(DrawnAxes(document.elements, numbers: ("x", "y"))))
  }

  private func place(_ light: Chromaticity, _ space: Diagram.Space) -> SIMD2<Double> {
    let uniform = UniformChromaticity(light)
    return space == .xy ? [light.x, light.y] : [uniform.u, uniform.v]
  }

  private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { ((a - b) * (a - b)).sum().squareRoot() }

  private func center(_ circle: XMLDocumentText.Element) -> SIMD2<Double> {
    [circle.number("cx") ?? .nan, circle.number("cy") ?? .nan]
  }

  @Test(arguments: kinds) func `points lie where the numbers beside the axes say`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    expectLaw(within: .drawnPlace, count: 5) { draws in
      Chromaticity(x: draws.number(in: 0.05...0.7), y: draws.number(in: 0.05...0.3))
    } law: { light in
      let series = Diagram.Series(points: [.init(light, label: "here")])
      let (document, axes) = try read(Diagram(space: space, window: window, series: [series]))
      let point = try #require(document.all("circle", "point").first)
      return distance(center(point), axes.drawn(place(light, space)))
    }
  }

  @Test(arguments: kinds) func `y rises upwards, and both axes have one scale, within the drawing`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let (document, axes) = try read(Diagram(space: space, window: window))
    let (zero, one) = (axes.drawn([0, 0]), axes.drawn([1, 1]))
    #expect(one.x > zero.x && one.y < zero.y)
    #expect(Tolerance.drawnScale.allows(abs((one.x - zero.x) / (zero.y - one.y) - 1)))
    let lines = try document.all("line", "grid").map { try #require(DrawnAxes.places($0)) }
    let (upright, level) = (lines.filter { $0[0].x == $0[1].x }, lines.filter { $0[0].y == $0[1].y })
    #expect(upright.count > 1 && level.count > 1)
    for line in upright { #expect(level.allSatisfy { ($0[0].x...$0[1].x).contains(line[0].x) }) }
    for line in level { #expect(upright.allSatisfy { ($0[0].y...$0[1].y).contains(line[0].y) }) }
  }

  @Test(arguments: kinds) func `a number stands beside its line of the grid`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let elements = try read(Diagram(space: space, window: window)).0.elements
    var count = 0
    for (line, text) in zip(elements, elements.dropFirst()) where line.has("grid") && text.has("tick") {
      let axis = text.has("x") ? "x" : "y"
      let distance = abs(try #require(text.number(axis)) - (try #require(line.number(axis + "1"))))
      // Half the height of a line of text, whose place is where its letters stand.
      #expect(distance <= 7, "\(text.text)")
      count += 1
    }
    #expect(count > 4)
  }

  @Test(arguments: kinds) func `published places of wavelengths and illuminants`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let (document, axes) = try read(Diagram(space: space, window: window))
    // CIE 15:2018, tables T.3 and T.4, to four decimals.
    var published = [
      "A": Chromaticity(x: 0.4476, y: 0.4074), "D65": Chromaticity(x: 0.3127, y: 0.3290),
      "D50": Chromaticity(x: 0.3457, y: 0.3585), "E": Chromaticity(x: 0.3333, y: 0.3333),
    ]
    if window == .whole {
      published["520 nm"] = Chromaticity(x: 0.0743, y: 0.8338)
      published["700 nm"] = Chromaticity(x: 0.7347, y: 0.2653)
      published["480 nm"] = Chromaticity(x: 0.0913, y: 0.1327)
    } else {
      published["FL2"] = Chromaticity(x: 0.3721, y: 0.3751)
      published["FL11"] = Chromaticity(x: 0.3805, y: 0.3769)
    }
    for (name, light) in published {
      let mark = try #require(document.all("circle").first { $0.text == name || $0.text.hasPrefix("\(name): ") })
      #expect(Tolerance.drawnPublishedPlace.allows(distance(center(mark), axes.drawn(place(light, space)))), "\(name)")
    }
  }

  @Test(arguments: kinds) func `an isotherm has one temperature and stays within a Duv of 0.05`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let (document, axes) = try read(Diagram(space: space, window: window))
    // The last is the legend's; the one before it in the whole window is that of infinity, beside which no light is.
    let isotherms = document.all("path", "isotherm").dropLast(window == .whole ? 2 : 1)
    #expect(isotherms.count >= 9)
    let labels = document.all("text", "kelvin").compactMap { Double($0.text.dropLast(2)) }
    var temperatures: [Double] = []
    for isotherm in isotherms {
      let ends = try #require(DrawnAxes.places(isotherm)).map(axes.value)
      let lights = try [0.1, 0.5, 0.9].map { share in
        let place = ends[0] + (ends[1] - ends[0]) * share
        let uniform =
          space == .uv
          ? UniformChromaticity(u: place.x, v: place.y)
          : UniformChromaticity(Chromaticity(x: place.x, y: place.y))
        return try TemperatureAndTint(uniform)
      }
      #expect(lights.allSatisfy { (-0.05...0.05).contains($0.duv) })
      for light in lights { #expect(Tolerance.drawnMired.allows(abs(light.mired - lights[1].mired)), "\(lights)") }
      temperatures.append(lights[1].mired)
    }
    #expect(labels.count >= 5)
    for label in labels {
      #expect(temperatures.contains { Tolerance.drawnMired.allows(abs($0 - 1e6 / label)) }, "\(label) K")
    }
  }

  @Test(arguments: kinds) func `an isotherm ends at a Duv of 0.05, or where colours end`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let (document, axes) = try read(Diagram(space: space, window: window))
    var reached = 0
    for isotherm in document.all("path", "isotherm").dropLast(window == .whole ? 2 : 1) {
      for end in try #require(DrawnAxes.places(isotherm)).map(axes.value) {
        let uniform =
          space == .uv ? UniformChromaticity(u: end.x, v: end.y) : UniformChromaticity(Chromaticity(x: end.x, y: end.y))
        let light = Chromaticity(uniform)
        // No colour has a negative z = 1 - x - y.
        #expect(light.x + light.y <= 1 + Tolerance.drawnChromaticity.limit, "\(light)")
        let beyond = abs(try TemperatureAndTint(uniform).duv) - 0.05
        #expect(Tolerance.drawnDuv.allows(beyond))
        if Tolerance.drawnDuv.allows(-beyond) { reached += 1 }
      }
    }
    // Colours reach that far below the locus at every temperature, and above it from 4000 K on.
    #expect(reached >= 12)
  }

  @Test func `an arrow goes from the truth to the estimate, longer by the stated factor`() throws {
    expectLaw(within: .drawnPlace, count: 5) { draws in
      Diagram.Residual(
        truth: Chromaticity(x: draws.number(in: 0.3...0.4), y: draws.number(in: 0.3...0.4)),
        estimate: Chromaticity(x: draws.number(in: 0.3...0.4), y: draws.number(in: 0.3...0.4)), name: "lamp")
    } law: { residual in
      let diagram = Diagram(
        window: .lights, series: [.init(points: [.init(residual.truth)], residuals: [residual])], residualScale: 0.5)
      let (document, axes) = try read(diagram)
      let arrow = try #require(document.all("path", "residual").first)
      let ends = try #require(DrawnAxes.places(arrow))
      let (from, to) = (place(residual.truth, .xy), place(residual.estimate, .xy))
      return max(distance(ends[0], axes.drawn(from)), distance(ends[1], axes.drawn((from + to) / 2)))
    }
  }

  @Test func `the factor of arrows makes nine of ten fit a tenth of the width`() {
    func scale(_ lengths: [Double]) -> Double {
      let truth = Chromaticity(x: 0.35, y: 0.35)
      let residuals = lengths.map {
        Diagram.Residual(truth: truth, estimate: Chromaticity(x: 0.35 + $0, y: 0.35), name: "")
      }
      return Diagram(window: .lights, series: [.init(residuals: residuals)]).residualScale
    }
    // The window of lights is 0.32 wide.
    #expect(scale([0.0031]) == 10 && scale([0.0033]) == 5 && scale([0.2]) == 1 && scale([1e-9]) == 1000)
    #expect(scale([]) == 1000 && scale([.nan]) == 1000)
    #expect(scale(Array(repeating: 0.003, count: 19) + [0.1]) == 10)
    for count in [9, 18, 27, 63] {
      let rest = Array(repeating: 0.003, count: count)
      #expect(scale(rest + Array(repeating: 0.03, count: count / 9)) == 10, "\(count)")
      #expect(scale(rest + Array(repeating: 0.03, count: count / 9 + 1)) == 1, "\(count)")
    }
    #expect(scale(Array(repeating: 0.003, count: 17) + [0.03, 0.03, 0.03]) == 1)
  }

  @Test(arguments: kinds) func `labels hide no others and no points`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let lights = [(0.31, 0.33), (0.313, 0.331), (0.44, 0.40), (0.445, 0.41), (0.38, 0.37)]
    let series = Diagram.Series(
      points: lights.enumerated().map { .init(Chromaticity(x: $1.0, y: $1.1), label: "lamp \($0)") })
    // Where the label of each lamp would be, were it alone.
    let neighbours = Diagram.Series(points: lights.map { .init(Chromaticity(x: $0.0 + 0.03, y: $0.1)) })
    let (document, _) = try read(Diagram(space: space, window: window, series: [series, neighbours]))
    let texts = document.all("text", "label")
    #expect(texts.filter { $0.text.hasPrefix("lamp") }.count == lights.count)
    // A narrow letter's width and the height of capitals, in type of 14.
    let (letterWidth, capitalHeight) = (7.0, 10.0)
    func overlap(_ a: XMLDocumentText.Element, _ b: XMLDocumentText.Element) -> Bool {
      guard let ax = a.number("x"), let ay = a.number("y"), let bx = b.number("x"), let by = b.number("y") else {
        return true
      }
      return abs(ax - bx) < letterWidth * Double(a.text.count + b.text.count) / 2 && abs(ay - by) < capitalHeight
    }
    for (index, text) in texts.enumerated() {
      for other in texts[(index + 1)...] { #expect(!overlap(text, other), "\(text.text) and \(other.text)") }
      let (x, y) = (try #require(text.number("x")), try #require(text.number("y")))
      for point in document.all("circle", "point").map(center) {
        let halfWidth = letterWidth * Double(text.text.count) / 2
        let isHidden = abs(point.x - x) < halfWidth && (y - capitalHeight...y).contains(point.y)
        #expect(!isHidden, "\(text.text) hides \(point)")
      }
    }
  }

  /// The lights are those of a profile and of a card close to one of them, beside the CIE's illuminants.
  @Test(arguments: kinds) func `a label is nearest to its own mark, or has a line to it that crosses no other`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let card = Diagram.Series(points: [.init(Chromaticity(x: 0.34, y: 0.36), label: "card")])
    let profile = Diagram.Series(
      points: try [2856, 5001, 6503].map { kelvin in
        let light =
          kelvin < 4000
          ? try Chromaticity(TemperatureAndTint(temperature: kelvin, duv: 0))
          : try Chromaticity.daylight(temperature: kelvin)
        return Diagram.Point(light, label: "\(Int(kelvin)) K")
      })
    let (document, _) = try read(Diagram(space: space, window: window, series: [card, profile]))
    let circles = document.all("circle", "point") + document.all("circle", "illuminant")
    let leaders = document.all("path", "leader").compactMap(DrawnAxes.places)
    let labels = document.all("text", "label").filter { !$0.has("kelvin") && !$0.has("wavelength") }
    #expect(labels.count >= 4)
    for label in labels {
      let own = try #require(circles.first { $0.text.hasPrefix("\(label.text):") }, "\(label.text)")
      // The width and height of letters in type of 14.
      let half = SIMD2(8.4 * Double(label.text.count), 10) / 2
      let middle = SIMD2(try #require(label.number("x")), try #require(label.number("y")) - half.y)
      func distance(to circle: XMLDocumentText.Element) -> Double {
        let way = center(circle) - middle
        let nearest = SIMD2(min(max(way.x, -half.x), half.x), min(max(way.y, -half.y), half.y))
        return self.distance(way, nearest)
      }
      // Marks with a radius of 4 that cover each other are one to the eye.
      let others = circles.filter { self.distance(center($0), center(own)) > 8 }
      if let leader = leaders.first(where: { self.distance($0[0], center(own)) < 0.1 }) {
        for other in others {
          let (way, toOther) = (leader[1] - leader[0], center(other) - leader[0])
          let along = min(max((way * toOther).sum() / (way * way).sum(), 0), 1)
          #expect(self.distance(way * along, toOther) > 3, "the line of \(label.text) crosses \(other.text)")
        }
      } else {
        let nearer = others.filter { distance(to: $0) <= distance(to: own) }.map(\.text)
        #expect(nearer.isEmpty, "\(label.text): \(nearer)")
      }
    }
  }

  /// Programs that ignore SVG's paint-order draw the stroke of a text over its letters.
  @Test(arguments: kinds) func `a label has no stroke, and its halo is an element before it`(
    space: Diagram.Space, window: Diagram.Window
  ) throws {
    let series = Diagram.Series(points: [.init(Chromaticity(x: 0.38, y: 0.37), label: "lamp")])
    let texts = try read(Diagram(space: space, window: window, series: [series])).0.all("text")
    let labels = texts.indices.filter { texts[$0].has("label") }
    #expect(labels.count > 9)
    for index in labels {
      let (halo, label) = (texts[index - 1], texts[index])
      #expect(halo.has("halo") && halo.text == label.text)
      #expect(halo.number("x") == label.number("x") && halo.number("y") == label.number("y"))
    }
    #expect(!Diagram().svgFile(title: "").contains("paint-order"))
  }

  @Test func `an illuminant gives way to a named point that lies on it`() throws {
    func hasD65(_ point: Diagram.Point) throws -> Bool {
      try read(Diagram(series: [.init(points: [point])])).0.all("circle", "illuminant").contains {
        $0.text.hasPrefix("D65:")
      }
    }
    #expect(try !hasD65(.init(.d65, label: "display")))
    // A pixel aside, the dots would still cover each other.
    #expect(try !hasD65(.init(Chromaticity(x: 0.3137, y: 0.329), label: "display")))
    #expect(try hasD65(.init(Chromaticity(x: 0.34, y: 0.34), label: "display")))
    #expect(try hasD65(.init(.d65)) && hasD65(.init(.a, label: "lamp")))
  }

  @Test func `an interrupted outline is not closed, a whole one is`() throws {
    let corners = Self.corners
    let whole = try read(Diagram(series: [.init(outline: corners)])).0.all("path", "outline")
    #expect(whole.count == 1 && whole[0].attributes["d"]?.hasSuffix("Z") == true)
    let outline = corners[..<3] + [nil] + corners[1...] + [nil, nil]
    let cut = try read(Diagram(series: [.init(outline: Array(outline))])).0.all("path", "outline")
    #expect(cut.count == 2 && cut.allSatisfy { $0.attributes["d"]?.hasSuffix("Z") == false })
  }

  @Test func `an interrupted outline goes on from its last corner to its first`() throws {
    let corners = Self.corners
    let outline = [corners[0], corners[1], nil, corners[2], corners[3]]
    let (document, axes) = try read(Diagram(series: [.init(outline: outline)]))
    let paths = document.all("path", "outline")
    #expect(paths.count == 1)
    let path = try #require(paths.first)
    let drawn = try #require(DrawnAxes.places(path))
    let expected = [2, 3, 0, 1].compactMap { corners[$0] }.map { axes.drawn(place($0, .xy)) }
    #expect(drawn.count == 4 && zip(drawn, expected).allSatisfy { Tolerance.drawnPlace.allows(distance($0, $1)) })
  }

  @Test func `an outline ends at the spectral locus and the line of purples`() throws {
    // Published ends of the spectral locus: CIE 15:2018, table T.4.
    let (violet, red) = (Chromaticity(x: 0.1741, y: 0.0050), Chromaticity(x: 0.7347, y: 0.2653))
    func purple(_ x: Double) -> Double { violet.y + (x - violet.x) * (red.y - violet.y) / (red.x - violet.x) }
    let inside = [Chromaticity(x: 0.3, y: 0.3), Chromaticity(x: 0.4, y: 0.3)]
    let outline = inside + [Chromaticity(x: 0.4, y: 0.02), Chromaticity(x: 0.3, y: 0.02)]
    let (document, axes) = try read(Diagram(series: [.init(outline: outline)]))
    let paths = document.all("path", "outline")
    #expect(paths.allSatisfy { $0.attributes["d"]?.hasSuffix("Z") == false })
    let lines = try paths.map { try #require(DrawnAxes.places($0)).map(axes.value) }
    let ends = lines.flatMap { $0 }.filter { $0.y < 0.29 }.sorted { $0.x < $1.x }
    #expect(ends.count == 2)
    for (end, x) in zip(ends, [0.3, 0.4]) {
      #expect(Tolerance.drawnChromaticity.allows(distance(end, [x, purple(x)])), "\(end)")
    }
    let none = try read(Diagram(series: [.init(outline: outline.map { Chromaticity(x: $0.x + 0.5, y: $0.y + 0.2) })])).0
    #expect(none.all("path", "outline").isEmpty)
  }

  private static let corners: [Chromaticity?] =
    [(0.2, 0.2), (0.5, 0.2), (0.5, 0.4), (0.3, 0.5)].map { Chromaticity(x: $0.0, y: $0.1) }

  @Test func `what comes from files stays text, and strange numbers are drawn as well as they can be`() throws {
    let hostile = "</text><script>&\u{0}\""
    let series = Diagram.Series(
      name: hostile, points: [.init(.d65, label: hostile), .init(Chromaticity(x: .nan, y: 1e300), label: "?")],
      residuals: [.init(truth: .d65, estimate: Chromaticity(x: .infinity, y: 0), name: hostile)],
      outline: [Chromaticity(x: 1e300, y: -.infinity)])
    for (space, window) in Self.kinds {
      let svg = Diagram(space: space, window: window, series: [series]).svgFile(title: hostile)
      #expect(!svg.contains("<script"))
      let document = try XMLDocumentText(svg)
      #expect(document.all("text", "label").contains { $0.text == "</text><script>&\u{FFFD}\"" })
    }
  }
}

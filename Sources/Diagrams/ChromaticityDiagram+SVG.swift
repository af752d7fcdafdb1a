internal import Colorimetry

extension ChromaticityDiagram {
  /// Returns an SVG file without a fixed size: it fills the width that it is given.
  ///
  /// - Parameter title: The text alternative of the diagram.
  public func svgFile(title: String) -> String {
    let (box, children) = content(title)
    let root = Markup(
      "svg", ["xmlns": "http://www.w3.org/2000/svg", "class": "diagram", "viewBox": box, "role": "img"],
      [Markup("style", Self.styleSheet)] + children)
    return "\(root)\n"
  }

  /// Returns an SVG element for an HTML page that includes the ``styleSheet``.
  ///
  /// - Parameter title: The text alternative of the diagram.
  package func svg(title: String) -> Markup {
    let (box, children) = content(title)
    return Markup("svg", ["class": "diagram", "viewBox": box, "role": "img"], children)
  }

  private func content(_ title: String) -> (box: String, children: [Markup]) {
    let frame = frame
    let legend = legend(below: frame.bottom + DiagramFrame.margin.bottom)
    let (width, height) = (decimal(DiagramFrame.width, 0), decimal(legend.bottom, 0))
    // A nested view in the same units clips what lies outside the window, without an id that two diagrams could share.
    let (left, top) = (decimal(frame.left, 2), decimal(frame.top, 2))
    let (across, down) = (decimal(frame.right - frame.left, 2), decimal(frame.bottom - frame.top, 2))
    let plot = Markup(
      "svg",
      [
        "x": left, "y": top, "width": across, "height": down, "viewBox": "\(left) \(top) \(across) \(down)",
        "overflow": "hidden",
      ], background(frame) + drawing(frame) + labels(frame))
    let ground = Markup("rect", ["class": "ground", "width": width, "height": height])
    return ("0 0 \(width) \(height)", [Markup("title", title), ground] + frame.grid + [plot] + legend.marks)
  }

  // MARK: - Lines and marks

  private func background(_ frame: DiagramFrame) -> [Markup] {
    func line(_ name: String, _ lights: [Chromaticity], closes: Bool = false) -> Markup {
      Markup("path", ["class": name, "d": Self.path(lights.map(frame.position), closes: closes)])
    }
    var marks = [line("spectral", DiagramLoci.spectral, closes: true)]
    marks += DiagramLoci.isothermTemperatures(window).map { line("isotherm", DiagramLoci.isotherm($0)) }
    marks.append(line("planckian", DiagramLoci.planckian))
    marks.append(line("daylight", DiagramLoci.daylight))
    if window == .whole {
      marks += DiagramLoci.namedWavelengths.map {
        Self.circle(
          frame.position(DiagramLoci.monochromatic($0)), radius: Self.dotRadius, class: "dot", title: "\($0) nm")
      }
    }
    marks += illuminants(frame).map {
      Self.circle(
        frame.position($0.light), radius: Self.illuminantRadius, class: "illuminant", title: title($0.name, $0.light))
    }
    return marks
  }

  private func drawing(_ frame: DiagramFrame) -> [Markup] {
    var marks: [Markup] = []
    for (index, series) in series.enumerated() {
      let color = "series\(index % Self.colorCount)"
      marks += DiagramLoci.outline(series.outline).map { part in
        Markup(
          "path",
          [
            "class": "outline \(color)",
            "d": Self.path(part.map(frame.position), closes: part.count > 1 && part[0] == part[part.count - 1]),
          ])
      }
      let radius = series.points.count > Self.manyPoints ? Self.smallRadius : Self.radius
      marks += series.points.map {
        Self.circle(
          frame.position($0.chromaticity), radius: radius, class: "point \(color)",
          title: title($0.label, $0.chromaticity))
      }
      marks += series.residuals.compactMap { arrow($0, frame, color) }
    }
    return marks
  }

  /// The radii of points, in units of the drawing. Points are smaller where there are many.
  private static let radius = 4.0
  private static let smallRadius = 2.5
  private static let manyPoints = 12
  /// The radius of an illuminant's mark.
  private static let illuminantRadius = 3.5
  /// The radius of a dot on the spectral locus.
  private static let dotRadius = 2.0
  /// The distance from a locus within which a label would hide it.
  private static let halfLine = 1.5

  private func title(_ name: String, _ light: Chromaticity) -> String {
    let (place, axes) = (space.place(light), space.axes)
    let text = "\(axes.horizontal) \(decimal(place.x, 4)), \(axes.vertical) \(decimal(place.y, 4))"
    return name.isEmpty ? text : "\(name): \(text)"
  }

  /// Returns the shaft and head of an arrow, or `nil` where it is too short to see.
  private func arrow(_ residual: Residual, _ frame: DiagramFrame, _ color: String) -> Markup? {
    let from = frame.position(residual.truth)
    let way = (frame.position(residual.estimate) - from) * residualScale
    let length = (way * way).sum().squareRoot()
    guard length > Self.shortestArrow, length.isFinite else { return nil }
    let tip = from + way
    let back = way * (min(Self.headLength, length / 2) / length)
    let aside = SIMD2(-back.y, back.x) * Self.headWidth
    let head = [tip - back + aside, tip, tip - back - aside]
    return Markup(
      "path", ["class": "residual \(color)", "d": Self.path([from, tip]) + Self.path(head)],
      [Markup("title", "\(residual.name): found \(title("", residual.estimate))")])
  }

  /// The shortest arrow, in units of the drawing. Shorter ones are hidden by their point.
  private static let shortestArrow = 1.0
  private static let headLength = 7.0
  /// The width of the head, as a share of its length.
  private static let headWidth = 0.5

  private static func circle(_ place: SIMD2<Double>, radius: Double, class name: String, title: String) -> Markup {
    Markup(
      "circle",
      ["class": name, "cx": decimal(place.x, 2), "cy": decimal(place.y, 2), "r": decimal(radius, 1)],
      [Markup("title", title)])
  }

  private static func path(_ places: [SIMD2<Double>], closes: Bool = false) -> String {
    places.enumerated().map { "\($0 == 0 ? "M" : "L")\(decimal($1.x, 2)) \(decimal($1.y, 2))" }.joined()
      + (closes ? "Z" : "")
  }

  /// Returns the illuminants that no named point covers.
  private func illuminants(_ frame: DiagramFrame) -> [(name: String, light: Chromaticity)] {
    guard showsIlluminants else { return [] }
    let named = series.flatMap(\.points).filter { !$0.label.isEmpty }.map { frame.position($0.chromaticity) }
    return DiagramLoci.illuminants(window).filter { illuminant in
      let place = frame.position(illuminant.light)
      return named.allSatisfy { (($0 - place) * ($0 - place)).sum() > Self.radius * Self.radius }
    }
  }

  // MARK: - Labels

  private func labels(_ frame: DiagramFrame) -> [Markup] {
    var layout = LabelLayout(low: [frame.left, frame.top], high: [frame.right, frame.bottom])
    let illuminants = illuminants(frame)
    for line in [DiagramLoci.planckian, DiagramLoci.daylight] {
      for light in line { layout.reserve(frame.position(light), radius: Self.halfLine) }
    }
    for illuminant in illuminants { layout.reserve(frame.position(illuminant.light), radius: Self.illuminantRadius) }
    for series in series {
      for point in series.points { layout.reserve(frame.position(point.chromaticity), radius: Self.radius) }
    }
    var marks: [Markup] = []
    func label(_ text: String, _ light: Chromaticity, isRequired: Bool) {
      let point = frame.position(light)
      guard let place = layout.place(text, beside: point, isRequired: isRequired) else { return }
      if !place.isNear {
        marks.insert(Markup("path", ["class": "leader", "d": Self.path([point, place.middle])]), at: 0)
      }
      marks += DiagramFrame.label(text, at: place.middle)
    }
    let named = series.flatMap(\.points).filter { !$0.label.isEmpty }
    for (index, point) in named.prefix(Self.mostLabels).enumerated() {
      label(
        Self.shortened(point.label, to: Self.longestLabel), point.chromaticity,
        isRequired: index < Self.requiredLabels)
    }
    for illuminant in illuminants { label(illuminant.name, illuminant.light, isRequired: false) }
    return marks + isothermLabels(frame, &layout) + (window == .whole ? wavelengthLabels(frame, &layout) : [])
  }

  /// Labels each isotherm as close to an end as there is room.
  private func isothermLabels(_ frame: DiagramFrame, _ layout: inout LabelLayout) -> [Markup] {
    DiagramLoci.isothermTemperatures(window).flatMap { temperature -> [Markup] in
      let ends = DiagramLoci.isotherm(temperature).map(frame.position)
      guard ends.count == 2 else { return [] }
      let text = temperature.isInfinite ? "∞" : "\(decimal(temperature, 0)) K"
      for (end, other) in [(ends[1], ends[0]), (ends[0], ends[1])] {
        for share in stride(from: 0, to: Self.labelledShare, by: 0.02) {
          let place = layout.place(
            text, beside: end + (other - end) * share, directions: [Self.outwards(end - other)], gaps: [4])
          if let place { return DiagramFrame.label(text, at: place.middle, kind: " kelvin") }
        }
      }
      return []
    }
  }

  /// The share of an isotherm from its end that may carry the label. The middle is where lights are.
  private static let labelledShare = 0.4

  private func wavelengthLabels(_ frame: DiagramFrame, _ layout: inout LabelLayout) -> [Markup] {
    let middle = frame.position(.e)
    return DiagramLoci.namedWavelengths.flatMap { wavelength in
      let point = frame.position(DiagramLoci.monochromatic(wavelength))
      // The last has the unit for all.
      let text = wavelength == DiagramLoci.namedWavelengths.last ? "\(wavelength) nm" : "\(wavelength)"
      let place = layout.place(
        text, beside: point, directions: [Self.outwards(point - middle)], gaps: [5])
      return place.map { DiagramFrame.label(text, at: $0.middle, kind: " wavelength") } ?? []
    }
  }

  /// Returns the vector scaled so that its longer component is 1.
  private static func outwards(_ way: SIMD2<Double>) -> SIMD2<Double> { way / max(abs(way.x), abs(way.y)) }

  /// The largest number of labels. Nobody reads more, and each is compared with the others for room.
  private static let mostLabels = 200
  private static let requiredLabels = 40
  private static let longestLabel = 24
  private static let longestKey = 58

  private static func shortened(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count - 1) + "…" : text
  }

  // MARK: - Legend

  private func legend(below top: Double) -> (marks: [Markup], bottom: Double) {
    var marks: [Markup] = []
    var y = top + 6
    func key(_ text: String, x: Double, _ mark: Markup) {
      marks.append(mark)
      marks.append(Markup("text", ["class": "key", "x": decimal(x + 34, 2), "y": decimal(y + 5, 2)], text))
    }
    func line(_ name: String, x: Double) -> Markup {
      Markup("path", ["class": name, "d": Self.path([[x, y], [x + 26, y]])])
    }
    let left = DiagramFrame.margin.left
    key("black bodies", x: left, line("planckian", x: left))
    key("CIE daylight", x: left + 140, line("daylight", x: left + 140))
    key("Duv up to ±0.05", x: left + 280, line("isotherm", x: left + 280))
    y += Self.legendStep
    for (index, series) in series.enumerated() where !series.name.isEmpty {
      let color = "series\(index % Self.colorCount)"
      let mark =
        series.outline.isEmpty
        ? Markup(
          "circle",
          ["class": "point \(color)", "cx": decimal(left + 13, 2), "cy": decimal(y, 2), "r": decimal(Self.radius, 0)])
        : line("outline \(color)", x: left)
      key(Self.shortened(series.name, to: Self.longestKey), x: left, mark)
      y += Self.legendStep
    }
    return (marks, y - 4)
  }

  private static let legendStep = 21.0
}

internal import Colorimetry

/// The mapping from chromaticities to the drawing, with the same scale on both axes.
struct DiagramFrame {
  let space: ChromaticityDiagram.Space
  /// The corners of the window, in the diagram's coordinates.
  let lower, upper: SIMD2<Double>
  /// The distance between lines of the grid.
  let step: Double

  /// The width of the drawing, in its own units. A phone shows about two units in three as a pixel, and a desktop
  /// screen more than one pixel a unit.
  static let width = 520.0
  static let fontSize = 14.0
  static let margin = (left: 54.0, right: 18.0, top: 8.0, bottom: 42.0)

  init(_ diagram: ChromaticityDiagram) {
    space = diagram.space
    var (lower, upper): (SIMD2<Double>, SIMD2<Double>)
    switch (diagram.space, diagram.window) {
    case (.xy, .whole): (lower, upper) = ([-0.07, -0.04], [0.80, 0.90])
    case (.xy, .lights): (lower, upper) = ([0.23, 0.23], [0.55, 0.46])
    case (.uv, .whole): (lower, upper) = ([-0.05, -0.02], [0.68, 0.42])
    case (.uv, .lights): (lower, upper) = ([0.16, 0.26], [0.34, 0.38])
    }
    step = diagram.window == .whole ? 0.1 : 0.05
    let drawn = diagram.series.flatMap { series in
      series.points.map(\.chromaticity) + series.residuals.map(\.truth)
    }
    let pad = Self.pad * (upper.x - lower.x)
    for place in drawn.map(diagram.space.place) where place.x.isFinite && place.y.isFinite {
      lower = pointwiseMin(lower, place - pad)
      upper = pointwiseMax(upper, place + pad)
    }
    // The u and v of a chromaticity that no light has may have any size.
    (self.lower, self.upper) = (pointwiseMax(lower, [-1, -1]), pointwiseMin(upper, [4, 4]))
  }

  /// The padding about points near the edge, as a share of the window's width.
  private static let pad = 0.04

  private var scale: Double { (Self.width - Self.margin.left - Self.margin.right) / (upper.x - lower.x) }
  var left: Double { Self.margin.left }
  var right: Double { Self.width - Self.margin.right }
  var top: Double { Self.margin.top }
  var bottom: Double { top + scale * (upper.y - lower.y) }

  /// Returns the point of the drawing, from its top left.
  func position(_ place: SIMD2<Double>) -> SIMD2<Double> {
    [left + scale * (place.x - lower.x), bottom - scale * (place.y - lower.y)]
  }

  func position(_ light: Chromaticity) -> SIMD2<Double> { position(space.place(light)) }

  /// The grid with its numbers, and the names of the axes.
  var grid: [Markup] {
    var lines: [Markup] = []
    func line(_ from: SIMD2<Double>, _ to: SIMD2<Double>) -> Markup {
      Markup(
        "line",
        [
          "class": "grid", "x1": decimal(from.x, 2), "y1": decimal(from.y, 2), "x2": decimal(to.x, 2),
          "y2": decimal(to.y, 2),
        ])
    }
    let decimals = step < 0.1 ? 2 : 1
    for value in ticks(lower.x, upper.x) {
      let x = position([value, lower.y]).x
      lines.append(line([x, top], [x, bottom]))
      lines.append(Self.text(decimal(value, decimals), at: [x, bottom + 11], class: "tick x"))
    }
    for value in ticks(lower.y, upper.y) {
      let y = position([lower.x, value]).y
      lines.append(line([left, y], [right, y]))
      lines.append(Self.text(decimal(value, decimals), at: [left - 20, y], class: "tick y"))
    }
    lines.append(Self.text(space.axes.horizontal, at: [(left + right) / 2, bottom + 30], class: "axis"))
    lines.append(Self.text(space.axes.vertical, at: [7, (top + bottom) / 2], class: "axis"))
    return lines
  }

  private func ticks(_ low: Double, _ high: Double) -> [Double] {
    stride(from: (low / step).rounded(.up), through: (high / step).rounded(.down), by: 1).map { $0 * step }
  }

  /// Returns a text centred at a point.
  static func text(_ text: String, at place: SIMD2<Double>, class name: String) -> Markup {
    Markup(
      "text", ["class": name, "x": decimal(place.x, 2), "y": decimal(place.y + middle * fontSize, 2)], text)
  }

  /// Returns a text centred at a point, behind it the same text in a wide stroke of the background, which keeps lines
  /// off the letters.
  ///
  /// SVG's paint-order does this in one element, but some programs ignore it and draw the stroke over the letters.
  static func label(_ text: String, at place: SIMD2<Double>, kind: String = "") -> [Markup] {
    ["halo", "label\(kind)"].map { Self.text(text, at: place, class: $0) }
  }

  /// The distance from the middle of a line of text down to its baseline, as a share of the font size.
  private static let middle = 0.35
}

import Colorimetry
import DeviceProfiles
import Diagrams
import WhiteBalance

/// A diagram of a device's gains for black bodies from 2000 to 10 000 K, evenly in mired, with its calibrated range.
struct GainDiagram {
  let profile: DeviceProfile

  /// The range of the axis, in mired.
  private static let mired = 100.0...500.0
  /// The distance between neighbouring points of a curve, in mired: less than five units of the drawing.
  private static let miredStep = 4.0
  /// The least gain that the axis reaches.
  private static let leastCeiling = 2.0
  /// The ratio of the axis's end to the largest gain that it shows. It keeps the curve of that gain off the edge.
  private static let headroom = 1.05
  /// The temperatures of the axis, in kelvin.
  private static let kelvins = [2000.0, 2500, 3000, 4000, 5000, 6500, 10_000]
  private static let size = (width: 520.0, height: 300.0)
  private static let (left, right, top, bottom) = (50.0, 494.0, 10.0, 254.0)
  private static let channels: [(name: String, gain: @Sendable (WhiteBalanceGains) -> Double)] = [
    ("red", { $0.red }), ("green", { $0.green }), ("blue", { $0.blue }),
  ]

  private static func x(_ mired: Double) -> Double {
    let share = (self.mired.upperBound - mired) / (self.mired.upperBound - self.mired.lowerBound)
    return left + (right - left) * share
  }

  /// Returns the gains for a black body; `nil` where the device has none.
  private func gains(_ mired: Double) -> WhiteBalanceGains? {
    try? profile.characterization.gains(for: TemperatureAndTint(temperature: 1e6 / mired, duv: 0))
  }

  var figure: Markup {
    let places = stride(from: Self.mired.upperBound, through: Self.mired.lowerBound, by: -Self.miredStep)
    let sampled = places.map { mired in (mired: mired, gains: gains(mired)) }
    let maximum = profile.gainRange.maximum
    let largest = sampled.compactMap { $0.gains }.map { max($0.red, $0.green, $0.blue) }.max() ?? maximum
    // Gains far above the maximum are cut off. The diagram only needs to show that they go on.
    let ceiling = min(max(largest, Self.leastCeiling), 2 * maximum) * Self.headroom
    func y(_ gain: Double) -> Double { Self.bottom - (Self.bottom - Self.top) * gain / ceiling }
    var marks = [
      Markup(
        "rect",
        ["class": "ground", "width": decimal(Self.size.width, 0), "height": decimal(Self.size.height, 0)])
    ]
    marks += calibrated
    marks += Self.grid(ceiling, y)
    var inside: [Markup] = []
    if maximum < ceiling {
      inside.append(Self.line("limit", [[Self.left, y(maximum)], [Self.right, y(maximum)]]))
    }
    for channel in Self.channels {
      for run in sampled.split(whereSeparator: { $0.gains == nil }) {
        inside.append(
          Self.line(
            "gain \(channel.name)",
            run.compactMap { sample in sample.gains.map { [Self.x(sample.mired), y(channel.gain($0))] } }))
      }
    }
    marks.append(Self.clipped(inside))
    marks += Self.legend
    let drawing = Markup(
      "svg",
      [
        "class": "diagram curve", "viewBox": "0 0 \(decimal(Self.size.width, 0)) \(decimal(Self.size.height, 0))",
        "role": "img",
      ], [Markup("title", "Gains over temperature")] + marks)
    return ReportPage.figure(drawing, caption(largest))
  }

  private func caption(_ largest: Double) -> String {
    let range = profile.characterization.calibratedTemperatures.map { range in
      range.lowerBound == range.upperBound
        ? " The bar marks the one light that it was calibrated at; every other is extrapolated."
        : " The shaded part is the range that it was calibrated in, "
          + "\(decimal(range.lowerBound, 0)) to \(decimal(range.upperBound, 0)) K; beyond it this extrapolates."
    }
    let limit =
      largest > profile.gainRange.maximum
      ? " The dashed line is the largest gain that the device can apply, \(decimal(profile.gainRange.maximum, 2))." : ""
    return "The gains for black bodies, scaled so that the least is 1. The axis is even in mired." + (range ?? "")
      + limit
  }

  private var calibrated: [Markup] {
    guard let range = profile.characterization.calibratedTemperatures else { return [] }
    func place(_ kelvin: Double) -> Double {
      Self.x(min(max(1e6 / kelvin, Self.mired.lowerBound), Self.mired.upperBound))
    }
    let (low, high) = (place(range.lowerBound), place(range.upperBound))
    let width = max(high - low, Self.leastBand)
    return [
      Markup(
        "rect",
        [
          "class": "calibrated", "x": decimal(min(low, Self.right - width), 2), "y": decimal(Self.top, 2),
          "width": decimal(width, 2), "height": decimal(Self.bottom - Self.top, 2),
        ])
    ]
  }

  /// The least width of the shaded part, so that a single light is visible.
  private static let leastBand = 3.0

  private static func grid(_ ceiling: Double, _ y: (Double) -> Double) -> [Markup] {
    var marks: [Markup] = []
    for kelvin in kelvins {
      let x = x(1e6 / kelvin)
      marks.append(line("grid", [[x, top], [x, bottom]]))
      marks.append(text("tick kelvins", "\(decimal(kelvin, 0))", x: x, y: bottom + 20))
    }
    let step = [0.5, 1, 2, 5, 10].first { ceiling / $0 <= mostSteps } ?? ceiling / mostSteps
    for gain in stride(from: 0, through: ceiling, by: step) {
      marks.append(line("grid", [[left, y(gain)], [right, y(gain)]]))
      marks.append(text("tick gains", decimal(gain, step < 1 ? 1 : 0), x: left - 18, y: y(gain) + 5))
    }
    return marks
  }

  private static let mostSteps = 8.0

  private static var legend: [Markup] {
    let y = size.height - 9
    return channels.enumerated().flatMap { index, channel -> [Markup] in
      let x = left + 90 * Double(index)
      return [
        line("gain \(channel.name) sample", [[x, y - 5], [x + 26, y - 5]]),
        Markup("text", ["class": "key", "x": decimal(x + 34, 2), "y": decimal(y, 2)], channel.name),
      ]
    } + [Markup("text", ["class": "axis", "x": decimal(right - 18, 2), "y": decimal(y, 2)], "kelvin")]
  }

  // MARK: - Parts

  private static func clipped(_ marks: [Markup]) -> Markup {
    let (x, y) = (decimal(left, 0), decimal(top, 0))
    let (width, height) = (decimal(right - left, 0), decimal(bottom - top, 0))
    return Markup(
      "svg",
      [
        "x": x, "y": y, "width": width, "height": height, "viewBox": "\(x) \(y) \(width) \(height)",
        "overflow": "hidden",
      ], marks)
  }

  private static func line(_ name: String, _ places: [SIMD2<Double>]) -> Markup {
    let path = places.map { "\(decimal($0.x, 2)) \(decimal($0.y, 2))" }.joined(separator: "L")
    return Markup("path", ["class": name, "d": "M\(path)"])
  }

  private static func text(_ name: String, _ text: String, x: Double, y: Double) -> Markup {
    Markup("text", ["class": name, "x": decimal(x, 2), "y": decimal(y, 2)], text)
  }

  static let styleSheet = """

    .curve .calibrated { fill: #e4f0e8; }
    .curve .gain { stroke-width: 2.2px; }
    .curve .red { stroke: #d23b33; } .curve .green { stroke: #2a9250; } .curve .blue { stroke: #2f6fd0; }
    .curve .limit { stroke: #646b75; stroke-width: 1.5px; stroke-dasharray: 5 4; }
    @media (prefers-color-scheme: dark) {
    .curve .calibrated { fill: #1d3026; }
    .curve .red { stroke: #ff7066; } .curve .green { stroke: #4cc47a; } .curve .blue { stroke: #6ea4ff; }
    .curve .limit { stroke: #959ca6; }
    }

    """
}

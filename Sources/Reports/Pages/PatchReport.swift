import Calibration
import Colorimetry
import Diagrams

/// The patches of a chart on a report's page: the measured colours, the reference, and their differences.
struct PatchReport {
  /// The quantity that a bar shows.
  enum Kind: String, CaseIterable {
    case before, after, left

    var key: String {
      switch self {
      case .before: "white balance alone"
      case .after: "profile"
      case .left: "matrix of all other patches"
      }
    }
  }

  struct Patch {
    let name: String
    /// The colours, each relative to the white of its own light.
    let measured, reference: CIELab
    /// The differences in CIEDE2000; a value is `nil` where it is not known.
    let differences: [(kind: Kind, value: Double?)]
  }

  let patches: [Patch]
  let excluded: [ExcludedPatch]

  init(_ fit: ChartFit) {
    let white = TristimulusValues(fit.light.chromaticity)
    patches = fit.patches.map { patch in
      Patch(
        name: patch.name, measured: CIELab(patch.measured, white: white),
        reference: CIELab(patch.reference, white: white),
        differences: [
          (.before, patch.before), (.after, patch.after),
          (.left, patch.crossValidated.isFinite ? patch.crossValidated : nil),
        ])
    }
    excluded = fit.excluded
  }

  init(_ check: ChartCheck) {
    patches = check.patches.map {
      Patch(
        name: $0.name, measured: $0.measured, reference: $0.reference, differences: [(.after, $0.difference)])
    }
    excluded = check.excluded
  }

  var markup: [Markup] {
    var parts: [Markup] = []
    if !patches.isEmpty {
      let kinds = Kind.allCases.filter { kind in patches[0].differences.contains { $0.kind == kind } }
      parts.append(
        Markup(
          "p", ["class": "quiet"],
          "Left half measured, right half reference, as sRGB beside their own whites. The length of a bar is "
            + "proportional to the square root of the CIEDE2000 difference."))
      parts.append(
        Markup(
          "p", ["class": "keys"],
          kinds.map { kind in
            Markup("span", [:], [Markup("i", ["class": kind.rawValue], []), .text(kind.key)])
          }))
      let largest = patches.flatMap { $0.differences.compactMap(\.value) }.max() ?? 0
      parts.append(Markup("ul", ["class": "patches"], patches.map { Self.item($0, largest: max(largest, 1)) }))
    }
    if !excluded.isEmpty {
      parts.append(Markup("p", "Left out:"))
      parts.append(Markup("ul", [:], excluded.map { Markup("li", $0.description) }))
    }
    return parts
  }

  private static func item(_ patch: Patch, largest: Double) -> Markup {
    let halves = [patch.measured, patch.reference].map { color in
      Markup("span", ["style": "background: \(SRGBColor(color).hexadecimal)"], [])
    }
    let bars = patch.differences.map { kind, value in
      let share = 100 * ((value ?? 0) / largest).squareRoot()
      return Markup(
        "div", ["class": "bar"],
        [
          Markup(
            "span", ["class": "track"],
            [Markup("span", ["class": kind.rawValue, "style": "width: \(decimal(share, 1))%"], [])]),
          Markup("span", ["class": "number"], value.map { decimal($0, 2) } ?? "–"),
        ])
    }
    return Markup(
      "li", ["class": "patch"],
      [
        Markup("div", ["class": "swatch"], halves),
        Markup("div", [:], [Markup("div", ["class": "name"], patch.name)] + bars),
      ])
  }
}

import WhiteBalance

/// The errors that a profile states for itself.
package struct UncertaintyReport: Encodable {
  var mired, duv: Double
  /// The error that each mired outside of the calibrated temperatures adds; absent where it is not stated.
  var miredPerMired, duvPerMired: Double?
  /// The errors for each kind of light; absent where the profile does not distinguish kinds.
  var lights: [Kind]?

  /// The errors for one kind of light.
  package struct Kind: Encodable {
    /// The kind, a `LightKind`.
    var kind: String
    var nodes: [Node]
    /// The distance from the Planckian locus, in Duv, from which the errors grow, and their growth for each unit of Duv
    /// beyond it. The growth is added in quadrature.
    var edge, miredPerDuv, duvPerDuv: Double
  }
  /// The errors at a temperature in kelvin, one standard error each, and the range of Duv in which lights of the kind
  /// are familiar. Elsewhere the errors are 1.4 times as large. The range is empty, its lowest above its highest, where
  /// few lights were learnt. `duvBias` is the mean error of Duv, found minus true. `duv` is the error without it.
  package struct Node: Encodable { var temperature, mired, duv, lowestDuv, highestDuv, duvBias: Double }

  /// The uncertainty in phrases, with the digits that it justifies: first that of all lights, then that of each kind.
  let phrases: [String]
  /// The phrases as lines of a text.
  var text: String { phrases.joined(separator: "\n") }

  private enum CodingKeys: CodingKey { case mired, duv, miredPerMired, duvPerMired, lights }

  init(_ uncertainty: CharacterizationUncertainty) {
    (mired, duv) = (uncertainty.mired, uncertainty.duv)
    lights = uncertainty.lights.map { table in
      LightKind.allCases.compactMap { kind in
        table.kinds[kind].map { errors in
          Kind(
            kind: kind.rawValue,
            nodes: errors.nodes.map {
              Node(
                temperature: 1e6 / $0.reciprocalTemperature, mired: $0.mired, duv: $0.duv, lowestDuv: $0.lowestDuv,
                highestDuv: $0.highestDuv, duvBias: $0.duvBias)
            }, edge: errors.edge, miredPerDuv: errors.miredPerDuv, duvPerDuv: errors.duvPerDuv)
        }
      }
    }
    let kinds = LightKind.allCases.compactMap { kind -> String? in
      guard kind != .any, let mean = uncertainty.lights?.kinds[kind]?.rootMeanSquare else { return nil }
      return "\(kind.plural): \(fixed(mean.mired, 1)) mired, Duv \(fixed(mean.duv, 4))"
    }
    let near =
      "\(fixed(mired, 1)) mired, Duv \(fixed(duv, 4)), one standard error"
      + (lights == nil ? "" : " of any light")
    guard uncertainty.miredPerMired > 0 || uncertainty.duvPerMired > 0 else {
      phrases = [near] + kinds
      return
    }
    (miredPerMired, duvPerMired) = (uncertainty.miredPerMired, uncertainty.duvPerMired)
    let far =
      "; a light \(fixed(Self.farMired, 0)) mired outside of its lights has a further "
      + "\(fixed(Self.farMired * uncertainty.miredPerMired, 1)) mired and Duv "
      + "\(fixed(Self.farMired * uncertainty.duvPerMired, 4)), added in quadrature"
    phrases = [near + far] + kinds
  }

  /// The distance from D65 to 4000 K, in mired.
  private static let farMired = 100.0
}

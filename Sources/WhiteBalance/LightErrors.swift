package import Colorimetry
internal import RealModule

/// The errors of a characterization on lights of one kind, as functions of the light that it finds.
///
/// Between the nodes both standard errors are linear in the reciprocal temperature; beyond the first and the last they
/// are constant. They are larger by `unfamiliarFactor` for lights near which few of the kind were learnt. For lights
/// far from the Planckian locus, the Duv beyond `edge`, times `miredPerDuv` or `duvPerDuv`, is added in quadrature.
package struct LightErrors: Hashable, Sendable {
  /// The errors at one temperature.
  package struct Node: Codable, Hashable, Sendable {
    /// The reciprocal temperature, in mired.
    package let reciprocalTemperature: Double
    /// The standard errors of the reciprocal temperature, in mired, and of Duv.
    package let mired, duv: Double
    /// The range of Duv in which at least three lights of the kind were learnt; empty, the lowest above the highest,
    /// where fewer were.
    package let lowestDuv, highestDuv: Double
    /// The mean error of Duv, found minus true, of lights of the kind. `duv` is the error that remains without it.
    package let duvBias: Double

    enum CodingKeys: String, CodingKey {
      // JSON has the reciprocal temperature under this name.
      case reciprocalTemperature = "place"
      case mired, duv, lowestDuv, highestDuv, duvBias
    }

    /// Creates the errors at one temperature.
    ///
    /// - Parameters:
    ///   - reciprocalTemperature: The reciprocal temperature, in mired.
    ///   - mired: The standard error of the reciprocal temperature, in mired.
    ///   - duv: The standard error of Duv.
    ///   - lowestDuv: The lowest Duv near which lights were learnt.
    ///   - highestDuv: The highest.
    ///   - duvBias: The mean error of Duv, found minus true.
    package init(
      reciprocalTemperature: Double, mired: Double, duv: Double, lowestDuv: Double, highestDuv: Double,
      duvBias: Double = 0
    ) {
      (self.reciprocalTemperature, self.mired, self.duv) = (reciprocalTemperature, mired, duv)
      (self.lowestDuv, self.highestDuv, self.duvBias) = (lowestDuv, highestDuv, duvBias)
    }
  }

  /// The errors by temperature, at least one, ascending in mired.
  package let nodes: [Node]
  /// The distance from the Planckian locus, in Duv, from which the errors grow.
  package let edge: Double
  /// The growth of the errors of mired and of Duv, for each unit of Duv beyond `edge`.
  package let miredPerDuv, duvPerDuv: Double

  /// Creates the errors of a kind.
  ///
  /// - Parameters:
  ///   - nodes: The errors by temperature, at least one, ascending in mired.
  ///   - edge: The distance from the Planckian locus, in Duv, from which the errors grow.
  ///   - miredPerDuv: The growth of the error of mired for each unit of Duv beyond.
  ///   - duvPerDuv: The growth of the error of Duv for each unit of Duv beyond.
  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` where there is no node, they do not ascend, one
  ///   without learnt lights is between others, or an error is not between 0 and 1e6;
  ///   ``WhiteBalanceError/invalidDuvBias(_:)`` where a mean error is too large.
  package init(
    nodes: [Node], edge: Double, miredPerDuv: Double, duvPerDuv: Double
  ) throws(WhiteBalanceError) {
    let allowed = 0...CharacterizationUncertainty.largestError
    guard !nodes.isEmpty, edge >= 0, edge.isFinite, allowed.contains(miredPerDuv), allowed.contains(duvPerDuv) else {
      throw .invalidUncertainty(mired: miredPerDuv, duv: duvPerDuv)
    }
    for (index, node) in nodes.enumerated() {
      guard allowed.contains(node.mired), allowed.contains(node.duv), allowed.contains(node.reciprocalTemperature),
        node.lowestDuv.isFinite, node.highestDuv.isFinite,
        index == 0 || nodes[index - 1].reciprocalTemperature < node.reciprocalTemperature
      else { throw .invalidUncertainty(mired: node.mired, duv: node.duv) }
      guard abs(node.duvBias) <= Self.largestBias else { throw .invalidDuvBias(node.duvBias) }
    }
    // Between an empty range of Duv and another no range could be computed.
    if let first = nodes.firstIndex(where: \.hasLearnt), let last = nodes.lastIndex(where: \.hasLearnt),
      let gap = nodes[first...last].first(where: { !$0.hasLearnt })
    {
      throw .invalidUncertainty(mired: gap.mired, duv: gap.duv)
    }
    (self.nodes, self.edge, self.miredPerDuv, self.duvPerDuv) = (nodes, edge, miredPerDuv, duvPerDuv)
  }

  /// Returns the standard errors for a light.
  ///
  /// - Parameters:
  ///   - light: The light that the characterization found, without its mean error of Duv.
  ///   - growth: A factor by which the errors of the nodes are larger.
  /// - Returns: The standard errors of the reciprocal temperature, in mired, and of Duv.
  package func errors(at light: TemperatureAndTint, growth: Double = 1) -> (mired: Double, duv: Double) {
    let near = interpolated(at: light.mired)
    let factor = growth * (covers(light) ? 1 : Self.unfamiliarFactor)
    let beyond = max(0, abs(light.duv) - edge)
    return (
      .hypot(factor * near.mired, miredPerDuv * beyond), .hypot(near.scaledDuv(by: factor), duvPerDuv * beyond)
    )
  }

  /// The largest mean error of Duv. That of a kind of lamp is at most 0.0045, and that of the greenest lamp, of mercury
  /// vapour, is 0.017.
  package static let largestBias = 0.02

  /// The factor by which the errors are larger for a light that ``covers(_:)`` does not include.
  ///
  /// It was chosen on the lamps of IES TM-30 over 26 cameras, and lamps of NIST, RIT and the CIE confirm it. See
  /// Docs/Accuracy.md.
  package static let unfamiliarFactor = 1.4

  /// Returns whether lights of the kind were learnt near a light.
  package func covers(_ light: TemperatureAndTint) -> Bool {
    guard let learnt, (learnt.lowerBound - Self.reach...learnt.upperBound + Self.reach).contains(light.mired) else {
      return false
    }
    let near = interpolated(at: min(max(light.mired, learnt.lowerBound), learnt.upperBound))
    return near.lowestDuv <= light.duv && light.duv <= near.highestDuv
  }

  /// Returns how far a light is beyond the learnt temperatures: 0 up to ``reach`` beyond them, 1 from twice ``reach``
  /// on, and linear between. It is 1 where no temperatures were learnt.
  fileprivate func remoteness(of light: TemperatureAndTint) -> Double {
    guard let learnt else { return 1 }
    let distance = max(learnt.lowerBound - light.mired, light.mired - learnt.upperBound)
    return min(max(distance / Self.reach - 1, 0), 1)
  }

  /// The reciprocal temperatures, in mired, between which lights of the kind were learnt: those of the first and the
  /// last node with a range of Duv.
  private var learnt: ClosedRange<Double>? {
    let temperatures = nodes.filter(\.hasLearnt).map(\.reciprocalTemperature)
    return temperatures.first.flatMap { first in temperatures.last.map { first...$0 } }
  }

  /// The distance beyond the temperatures that were learnt, in mired, at which lights still count as near.
  private static let reach = 40.0

  /// Returns the node at a reciprocal temperature, in mired.
  package func interpolated(at mired: Double) -> Node {
    guard let above = nodes.firstIndex(where: { $0.reciprocalTemperature >= mired }) else {
      return nodes[nodes.count - 1]
    }
    guard above > 0 else { return nodes[0] }
    let (low, high) = (nodes[above - 1], nodes[above])
    let part = (mired - low.reciprocalTemperature) / (high.reciprocalTemperature - low.reciprocalTemperature)
    func between(_ value: (Node) -> Double) -> Double { value(low) * (1 - part) + value(high) * part }
    return Node(
      reciprocalTemperature: mired, mired: between(\.mired), duv: between(\.duv), lowestDuv: between(\.lowestDuv),
      highestDuv: between(\.highestDuv), duvBias: between(\.duvBias))
  }

  /// Returns these errors multiplied by factors, and with independent errors added.
  package func scaled(
    mired: Double, duv: Double, addingMired: Double = 0, duv addingDuv: Double = 0
  ) throws(WhiteBalanceError) -> LightErrors {
    try LightErrors(
      nodes: nodes.map {
        Node(
          reciprocalTemperature: $0.reciprocalTemperature,
          mired: Self.rounded(.hypot($0.mired * mired, addingMired), Steps.ofMired),
          duv: Self.rounded(.hypot($0.scaledDuv(by: duv), addingDuv), Steps.ofDuv), lowestDuv: $0.lowestDuv,
          highestDuv: $0.highestDuv, duvBias: $0.duvBias)
      }, edge: edge, miredPerDuv: Self.rounded(miredPerDuv * mired, Steps.ofMiredPerDuv),
      duvPerDuv: Self.rounded(duvPerDuv * duv, Steps.ofDuvPerDuv))
  }

  /// Returns these errors with the mean errors of Duv counted as errors. It is for a characterization that may or may
  /// not have these mean errors, so that they cannot be corrected.
  package func countingBiases() throws(WhiteBalanceError) -> LightErrors {
    try LightErrors(
      nodes: nodes.map {
        Node(
          reciprocalTemperature: $0.reciprocalTemperature, mired: $0.mired,
          duv: Self.rounded(.hypot($0.duv, $0.duvBias), Steps.ofDuv),
          lowestDuv: $0.lowestDuv, highestDuv: $0.highestDuv)
      }, edge: edge, miredPerDuv: miredPerDuv, duvPerDuv: duvPerDuv)
  }

  /// Returns these errors with independent ones added that depend on the temperature.
  ///
  /// The same lights are familiar. Nodes that are added beyond the temperatures that were learnt have an empty range of
  /// Duv.
  ///
  /// - Parameters:
  ///   - temperatures: The reciprocal temperatures, in mired, at which nodes are added.
  ///   - errors: The errors that are added at a reciprocal temperature, and the mean error of Duv.
  package func adding(
    at temperatures: [Double], _ errors: (_ mired: Double) -> (mired: Double, duv: Double, duvBias: Double)
  ) throws(WhiteBalanceError) -> LightErrors {
    let learnt = learnt
    return try LightErrors(
      nodes: Set(nodes.map(\.reciprocalTemperature) + temperatures.filter { $0 > 0 }).sorted().map { mired in
        let (own, added) = (interpolated(at: mired), errors(mired))
        let range = learnt?.contains(mired) == true ? (own.lowestDuv, own.highestDuv) : Self.emptyRange
        return Node(
          reciprocalTemperature: mired, mired: Self.rounded(.hypot(own.mired, added.mired), Steps.ofMired),
          duv: Self.rounded(.hypot(own.duv, added.duv), Steps.ofDuv), lowestDuv: range.0, highestDuv: range.1,
          duvBias: Self.rounded(own.duvBias + added.duvBias, Steps.ofDuv))
      }, edge: edge, miredPerDuv: miredPerDuv, duvPerDuv: duvPerDuv)
  }

  /// A range of Duv in which no light is.
  private static let emptyRange = (1.0, -1.0)

  /// Returns `value` rounded to a multiple of 1 / `steps`. This keeps profiles short, and is finer than the errors are
  /// known.
  private static func rounded(_ value: Double, _ steps: Double) -> Double {
    let rounded = (value * steps).rounded() / steps
    return rounded.isFinite ? rounded : value
  }

  /// The numbers of steps in a unit of what profiles keep: errors of mired and Duv, and their growth for each unit of
  /// Duv. The smallest errors of the study are 0.3 mired and a Duv of 0.00013.
  private enum Steps {
    static let ofMired = 1e4
    static let ofDuv = 1e7
    static let ofMiredPerDuv = 100.0
    static let ofDuvPerDuv = 1e4
  }
}

extension LightErrors.Node {
  /// Whether lights of the kind were learnt near the node's temperature.
  fileprivate var hasLearnt: Bool { lowestDuv <= highestDuv }

  /// Returns the error of Duv of a characterization that errs `factor` times as much.
  ///
  /// Its mean error is larger by the same factor. Only `duvBias` is corrected, so the rest, `(factor - 1) * duvBias`,
  /// counts as an error.
  fileprivate func scaledDuv(by factor: Double) -> Double { .hypot(factor * duv, (factor - 1) * duvBias) }
}

extension LightErrors {
  /// The root mean squares of the nodes between 2500 and 7200 K, the temperatures of lamps.
  package var rootMeanSquare: (mired: Double, duv: Double) {
    let lamps = nodes.filter { (Self.lampMired).contains($0.reciprocalTemperature) }
    let shown = lamps.isEmpty ? nodes : lamps
    func mean(_ value: (Node) -> Double) -> Double {
      (shown.reduce(0) { $0 + value($1) * value($1) } / Double(shown.count)).squareRoot()
    }
    return (mean(\.mired), mean(\.duv))
  }

  private static var lampMired: ClosedRange<Double> { 139...400 }
}

/// The errors of a characterization for each kind of light.
package struct LightErrorTable: Hashable, Sendable {
  /// The errors for each kind, including ``LightKind/any``.
  package let kinds: [LightKind: LightErrors]
  /// The errors of ``LightKind/any``.
  package let ofAny: LightErrors

  /// Creates a table.
  ///
  /// - Parameter kinds: The errors of each kind; those of ``LightKind/any`` must be among them.
  /// - Throws: ``WhiteBalanceError/invalidUncertainty(mired:duv:)`` where they are not, and
  ///   ``WhiteBalanceError/invalidDuvBias(_:)`` where they have a mean error of Duv.
  package init(_ kinds: [LightKind: LightErrors]) throws(WhiteBalanceError) {
    guard let ofAny = kinds[.any] else { throw .invalidUncertainty(mired: .infinity, duv: .infinity) }
    if let bias = ofAny.nodes.map(\.duvBias).first(where: { $0 != 0 }) { throw .invalidDuvBias(bias) }
    (self.kinds, self.ofAny) = (kinds, ofAny)
  }

  /// Returns `kind` if its errors are known, otherwise ``LightKind/any``.
  package func known(_ kind: LightKind) -> LightKind { kinds[kind] == nil ? .any : kind }

  /// Returns the standard errors for a light that was found.
  ///
  /// Daylight differs from other kinds in two ways.
  ///
  /// * A low sun shines through much ozone, which absorbs yellow light. Its Duv is below that of usual skies, and
  ///   cameras find it less exactly. So the errors grow below a usual Duv, but not beyond those of light of any kind.
  /// * The sun at the horizon differs from the skies that were learnt. So beyond the temperatures at which daylight was
  ///   learnt the errors grow until they are at least those of light of any kind. Black bodies, in contrast, have one
  ///   law at all temperatures.
  ///
  /// - Parameters:
  ///   - light: The light that the characterization found, without its mean error of Duv.
  ///   - kind: The kind of the light. Where its errors are not known, they are those of any light.
  /// - Returns: The standard errors of the reciprocal temperature, in mired, and of Duv.
  package func errors(at light: TemperatureAndTint, kind: LightKind) -> (mired: Double, duv: Double) {
    let ofAnyKind = ofAny.errors(at: light)
    guard let own = kinds[kind] else { return ofAnyKind }
    let atUsualDuv = own.errors(at: light)
    guard kind == .daylight else { return atUsualDuv }
    let growth = Double.hypot(1, Self.growthBelow * max(Self.usualDuv - light.duv, 0))
    let (grown, remoteness) = (own.errors(at: light, growth: growth), own.remoteness(of: light))
    func combined(_ atUsualDuv: Double, _ grown: Double, _ ofAnyKind: Double) -> Double {
      let limited = min(grown, max(atUsualDuv, ofAnyKind))
      return (limited * limited + remoteness * max(ofAnyKind * ofAnyKind - limited * limited, 0)).squareRoot()
    }
    return (
      combined(atUsualDuv.mired, grown.mired, ofAnyKind.mired), combined(atUsualDuv.duv, grown.duv, ofAnyKind.duv)
    )
  }

  /// The Duv below which the errors of daylight grow, and their growth for each unit of Duv below it. At a distance d
  /// below, the errors are multiplied by √(1 + (`growthBelow` · d)²).
  ///
  /// Five of six skies that were measured at Granada have a larger Duv, and so have the skies of the model SPECTRL2
  /// with the sun at least 20 degrees high. The errors of the five learnt skies of Granada with a Duv below -0.002 need
  /// a `growthBelow` of 280 to 1200 for mired, and of 150 to 820 for Duv. SPECTRL2's skies with the sun 6 degrees high
  /// need 360 for mired with matrices.
  private static let (usualDuv, growthBelow) = (0.001, 500.0)

  /// Returns the table with the mean errors of Duv counted as errors.
  package func countingBiases() throws(WhiteBalanceError) -> LightErrorTable {
    var counted: [LightKind: LightErrors] = [:]
    for (kind, errors) in kinds { counted[kind] = try errors.countingBiases() }
    return try LightErrorTable(counted)
  }

  /// Returns these errors multiplied by a factor for each kind, and with independent errors added to all.
  package func scaled(
    addingMired: Double = 0, duv: Double = 0, by factor: (LightKind) -> (mired: Double, duv: Double)
  ) throws(WhiteBalanceError) -> LightErrorTable {
    var scaled: [LightKind: LightErrors] = [:]
    for (kind, errors) in kinds {
      let factor = factor(kind)
      scaled[kind] = try errors.scaled(
        mired: factor.mired, duv: factor.duv, addingMired: addingMired, duv: duv)
    }
    return try LightErrorTable(scaled)
  }
}

internal import Colorimetry
internal import WhiteBalance

/// The kinds of light that charts or gray cards were read under, and what they change in the errors of matrices.
///
/// A matrix is exact for the light of its chart. The matrix of a chart under a lamp therefore finds a black body as far
/// off as the matrix of a chart under a black body finds that lamp, to the other side. So the mean errors of two kinds
/// of light subtract, and what remains of their errors adds in squares. These errors are in
/// ``StudiedLightErrors/matrices``, and were learnt from charts under A and D65.
/// `Tests/Benchmarks/run stated-errors charts` prints how often they hold, and Docs/Methods/WhitePreservingFit.md has
/// the rule.
struct LightErrorsOfCharts {
  /// A chart's light: its reciprocal temperature, in mired, and its kind.
  typealias Light = (mired: Double, kind: LightKind)

  /// The lights of the charts, ascending in mired.
  private let lights: [Light]
  /// The errors of charts under black bodies and daylight.
  private let ofSmooth: LightErrorTable

  init(_ fits: [ChartFit]) throws(WhiteBalanceError) {
    try self.init(lights: fits.map { ($0.light.temperatureAndTint.mired, Self.kind(of: $0.light)) })
  }

  init(lights: [Light]) throws(WhiteBalanceError) {
    self.lights = lights.sorted { $0.mired < $1.mired }
    ofSmooth = try StudiedLightErrors.matrices.get()
  }

  /// Returns the kind of a chart's light: that of the lamp with the most similar spectrum, or any where only the
  /// chromaticity is known.
  ///
  /// A phosphor LED whose own peak is violet counts as light of any kind, because profiles err differently on it than
  /// on LEDs with a blue peak.
  static func kind(of light: CalibrationLight) -> LightKind {
    guard let spectrum = light.spectrum, let teller = try? LightKindTeller.shared.get() else { return .any }
    let kind = teller.kind(of: spectrum)
    return kind == .phosphorLED && isViolet(spectrum) ? .any : kind
  }

  /// Whether the strongest light below 500 nm is violet.
  private static func isViolet(_ spectrum: SpectralDistribution) -> Bool {
    let values = spectrum.values(atNanometers: violetAndBlue)
    return (values.indices.max { values[$0] < values[$1] } ?? 0) < longestViolet - violetAndBlue.lowerBound
  }

  /// The wavelengths, in nanometres, among which the peak of an LED's chip is looked for.
  private static let violetAndBlue = 380...499
  /// The wavelength, in nanometres, below which a peak is violet: the middle between the CIE's violet LEDs, at 410 to
  /// 425 nm (V1, V2), and its blue ones, at 440 to 465 nm.
  private static let longestViolet = 432

  /// The errors by kind of light and temperature.
  ///
  /// - Throws: ``/WhiteBalance/WhiteBalanceError/invalidUncertainty(mired:duv:)``, which the library's own numbers
  ///   never cause.
  func table() throws(WhiteBalanceError) -> LightErrorTable {
    guard lights.contains(where: { !$0.kind.isSmooth }) else { return ofSmooth }
    let places = ofSmooth.ofAny.nodes.map(\.reciprocalTemperature)
    // The weight of a chart's matrix has a corner at the light of that chart. A node is added there, because the mean
    // error of Duv must be 0 at that light. Light of any kind has no mean error, so it needs no such node.
    let corners = lights.map(\.mired)
    var kinds: [LightKind: LightErrors] = [:]
    for (kind, errors) in ofSmooth.kinds {
      kinds[kind] = try errors.adding(at: kind == .any ? places : places + corners) { place in
        added(to: kind, at: place)
      }
    }
    return try LightErrorTable(kinds)
  }

  /// The error, in mired, that the charts' lights add to the mean error of any light.
  var addedMired: Double {
    lights.map(\.kind).filter { Self.adds($0, to: .any) }.compactMap { ofSmooth.kinds[$0]?.rootMeanSquare.mired }.max()
      ?? 0
  }

  /// Returns the errors that the lights of the charts add to those of a kind at a reciprocal temperature, and the
  /// change of the mean error of Duv. Each chart counts by the weight of its matrix there.
  private func added(to kind: LightKind, at place: Double) -> (mired: Double, duv: Double, duvBias: Double) {
    var sum = (mired: 0.0, duv: 0.0, duvBias: 0.0)
    for (index, light) in lights.enumerated() {
      guard let own = ofSmooth.kinds[light.kind]?.interpolated(at: place) else { continue }
      let weight = weight(ofChart: index, at: place)
      if Self.adds(light.kind, to: kind) { sum.mired += weight * own.mired }
      sum.duv += weight * Self.share(ofDuvOf: light.kind, in: kind) * own.duv
      if kind.isSmooth || Self.isOfAlikeLamps(kind) { sum.duvBias -= weight * own.duvBias }
    }
    return sum
  }

  /// Returns the weight, 0 to 1, of one chart's matrix in the matrix at a reciprocal temperature. Matrices are blended
  /// linearly between neighbouring charts.
  private func weight(ofChart index: Int, at place: Double) -> Double {
    let own = lights[index].mired
    let next = place < own ? index - 1 : index + 1
    // Beyond the first and the last light the matrix is theirs.
    guard place != own, lights.indices.contains(next) else { return 1 }
    return max(0, 1 - (place - own) / (lights[next].mired - own))
  }

  /// Whether a chart under a light of `kind` makes the errors on lights of `other` larger than a chart under a smooth
  /// light does.
  ///
  /// Phosphor LEDs are alike, as fluorescent lamps are, and most lamps that errors of any light were learnt from are of
  /// these kinds.
  private static func adds(_ kind: LightKind, to other: LightKind) -> Bool {
    switch kind {
    case .daylight, .incandescent: false
    case .phosphorLED, .fluorescent: other != kind && other != .any
    case .any: other != .any
    case .mixedLED, .discharge: true
    }
  }

  /// The share of a chart's lamp's error of Duv that is added to the errors on lights of another kind.
  ///
  /// Cameras err partly alike on all lamps, and this part cancels.
  private static func share(ofDuvOf kind: LightKind, in other: LightKind) -> Double {
    if kind.isSmooth { return 0 }
    if other == .any { return kind == .mixedLED ? 1 : 0 }
    if other.isSmooth || !isOfAlikeLamps(kind) { return 1 }
    return other != kind && isOfAlikeLamps(other) ? notCancelled : 0
  }

  /// The share that does not cancel between phosphor LEDs and fluorescent lamps. It was chosen with
  /// `Tests/Benchmarks/run stated-errors charts`. With charts under one of these kinds, the errors of Duv of the other
  /// are stated 0.8 to 1.9 times as large as they are.
  private static let notCancelled = 0.5

  /// Whether a profile errs alike on the lamps of a kind, so that several of them say little more of it than one
  /// (`UnitRefinementTests`).
  static func isOfAlikeLamps(_ kind: LightKind) -> Bool { kind == .phosphorLED || kind == .fluorescent }
}

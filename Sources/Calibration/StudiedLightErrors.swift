internal import WhiteBalance

/// The errors of lights of each kind, over measured cameras.
///
/// The errors of lamps and of any light come from about 160 lamps and skies of IES TM-30, Osram and equatorialskies on
/// rawtoaces-data's cameras. They are local root mean squares around each node. They were scaled on held-out lamps and
/// cameras: two thirds of the lamps are within one standard error, and 95 % within two. Each half of the lamps and of
/// the cameras tested the other half.
///
/// The kinds of lamps were then scaled once more, with ``/WhiteBalance/LightErrors/unfamiliarFactor`` applied, so that
/// 0.68 of all measured lamps are within one stated error and 0.95 within two, as nearly as one scale can. The lamps are
/// TM-30's, RIT's and LSPDD's. `Tests/Benchmarks/run stated-errors left-out` shows that these scales hold on lamps and
/// cameras from which they are not learnt, `stated-errors` prints the shares by set, and `LightErrorTests` checks them
/// on the repository's lamps and skies.
///
/// The errors of daylight come from skies that were measured at Granada and Stanford. Every second block of
/// measurements was learnt (`Tests/Benchmarks/lights-of-clones`). Those of charts were scaled once more, as those of
/// lamps were, on all of Granada's skies and on Stanford's of the repository. Blue skies are found too purple and too
/// warm, because they differ from the CIE's daylight; the errors include this.
///
/// A white map finds daylight and filament lamps as such where their kind is known
/// (``/WhiteBalance/DeviceCharacterization/specialized(for:)``), and its errors of these kinds are of lights found so.
/// The errors of filament lamps were chosen on the lamps of TM-30, RIT and NIST. A light hotter than 3700 K is no
/// familiar filament lamp, because tungsten melts at 3695 K.
enum StudiedLightErrors {
  /// The errors of white maps learnt from the CIE's lamps.
  ///
  /// Such maps find phosphor LEDs and fluorescent lamps too green, by a Duv of 0.0005 to 0.0022, because lamps of other
  /// kinds have the same neutrals. `Tests/Benchmarks/run stated-errors biases` prints these means too, from the same
  /// lamps as those of ``matrices``.
  static let whiteMaps = Result { () throws(WhiteBalanceError) in try table { ($0.maps, $0.biases.maps) } }

  /// The errors of matrices from charts under A and D65. Charts under other lights, or under more of them, change these
  /// errors by up to a tenth.
  ///
  /// Matrices have not seen lamps, and find nearly all of them too green. `Tests/Benchmarks/run stated-errors biases`
  /// prints the mean errors of Duv of phosphor LEDs and fluorescent lamps, and the errors that remain without them, for
  /// TM-30's lamps of odd number and RIT's. The means of mixed LEDs and discharge lamps are smaller than the scatter of
  /// these lamps, and are part of the errors.
  static let matrices = Result { () throws(WhiteBalanceError) in try table { ($0.matrices, $0.biases.matrices) } }

  /// The errors near one temperature.
  private struct Node {
    /// The reciprocal temperature, in mired.
    let reciprocalTemperature: Double
    /// The range of Duv in which lights were learnt, in ten thousandths.
    let learnt: ClosedRange<Double>
    /// The errors of white maps and of matrices, in mired and ten thousandths of Duv.
    let maps, matrices: (mired: Double, duv: Double)
    /// The mean errors of Duv of white maps and of matrices, in ten thousandths.
    let biases: (maps: Double, matrices: Double)
  }

  /// The errors of one kind of light.
  private struct Kind {
    let nodes: [Node]
    let edge, miredPerDuv, duvPerDuv: Double
  }

  /// Returns the errors near a temperature, in the units of ``Node``.
  private static func node(
    _ reciprocalTemperature: Double, _ learnt: ClosedRange<Double>, maps: (Double, Double), matrices: (Double, Double),
    biases: (Double, Double) = (0, 0)
  ) -> Node {
    Node(
      reciprocalTemperature: reciprocalTemperature, learnt: learnt, maps: maps, matrices: matrices, biases: biases)
  }

  /// Returns the table of white maps or of matrices.
  private static func table(
    _ errors: (Node) -> ((mired: Double, duv: Double), bias: Double)
  ) throws(WhiteBalanceError) -> LightErrorTable {
    var table: [LightKind: LightErrors] = [:]
    for (kind, studied) in kinds {
      table[kind] = try LightErrors(
        nodes: studied.nodes.map { node in
          let ((mired, duv), bias) = errors(node)
          return LightErrors.Node(
            reciprocalTemperature: node.reciprocalTemperature, mired: mired, duv: duv * 1e-4,
            lowestDuv: node.learnt.lowerBound * 1e-4,
            highestDuv: node.learnt.upperBound * 1e-4, duvBias: bias * 1e-4)
        }, edge: studied.edge, miredPerDuv: studied.miredPerDuv, duvPerDuv: studied.duvPerDuv)
    }
    return try LightErrorTable(table)
  }

  /// The studied errors by kind of light.
  private static let kinds: [LightKind: Kind] = [
    .any: Kind(
      nodes: [
        node(45, -25...35, maps: (4.61, 20.7), matrices: (4.97, 14.5)),
        node(70, -25...45, maps: (3.88, 21.3), matrices: (4.27, 18.4)),
        node(105, -15...60, maps: (4.72, 36.6), matrices: (3.43, 44.7)),
        node(140, -30...138, maps: (5.02, 36.4), matrices: (3.66, 47.7)),
        node(180, -31...138, maps: (5.92, 26.4), matrices: (5.61, 44.3)),
        node(220, -129...115, maps: (10.7, 29.1), matrices: (11.7, 43.3)),
        node(260, -129...115, maps: (12.7, 29.5), matrices: (14.3, 41.9)),
        node(300, -89...136, maps: (14, 22.8), matrices: (14.7, 42.6)),
        node(340, -89...136, maps: (13, 20.2), matrices: (13.1, 29.7)),
        node(380, -61...112, maps: (12.4, 16.4), matrices: (12.3, 22.7)),
        node(450, -30...30, maps: (23.3, 27.9), matrices: (23.5, 39.6)),
        node(520, -30...30, maps: (35.5, 35), matrices: (35.4, 31.6)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .daylight: Kind(
      nodes: [
        node(45, 2...102, maps: (3, 19), matrices: (3.08, 9.68)),
        node(70, 1...80, maps: (2.1, 16), matrices: (2.46, 8.8)),
        node(105, 0...80, maps: (1.4, 12), matrices: (1.76, 7.66)),
        node(140, -15...61, maps: (0.72, 6.7), matrices: (1.08, 5.28)),
        node(160, -12...61, maps: (0.55, 4), matrices: (0.678, 3.87)),
        node(180, -9...62, maps: (0.52, 2.4), matrices: (0.466, 3.08)),
        node(205, 10...40, maps: (0.67, 2.6), matrices: (0.748, 3.08)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .incandescent: Kind(
      nodes: [
        node(310, -30...30, maps: (0.33, 1.33), matrices: (0.481, 1.66)),
        node(340, -34...32, maps: (0.3, 1.3), matrices: (0.391, 1.55)),
        node(370, -34...32, maps: (0.3, 1.3), matrices: (0.405, 1.71)),
      ], edge: 0.001, miredPerDuv: 1000, duvPerDuv: 0.65),
    .phosphorLED: Kind(
      nodes: [
        node(160, -21...101, maps: (8.96, 19.4), matrices: (8.2, 30.6), biases: (4.6, 39.9)),
        node(220, -44...93, maps: (9.56, 19), matrices: (8.76, 29.5), biases: (12.7, 44.3)),
        node(280, -63...84, maps: (8.5, 17.1), matrices: (8.26, 22.6), biases: (9.4, 35.9)),
        node(330, -79...112, maps: (7.25, 17.9), matrices: (7.55, 14.9), biases: (6.5, 28.1)),
        node(370, -72...112, maps: (6.72, 17.7), matrices: (7.05, 14.2), biases: (4.4, 20.8)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .mixedLED: Kind(
      nodes: [
        node(150, -20...30, maps: (9.88, 29), matrices: (9.77, 36.1)),
        node(220, -39...31, maps: (14.8, 24), matrices: (15.6, 34.8)),
        node(280, -41...93, maps: (17.2, 20.3), matrices: (18.4, 33.3)),
        node(320, -48...140, maps: (18.7, 19.3), matrices: (20, 30.4)),
        node(360, -48...140, maps: (20.1, 19.9), matrices: (21.4, 26.8)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .fluorescent: Kind(
      nodes: [
        node(130, 1...135, maps: (2.61, 11.1), matrices: (3.23, 18.2), biases: (10.1, 35.9)),
        node(200, -91...135, maps: (3.86, 18.4), matrices: (4.45, 19.5), biases: (15.7, 40.2)),
        node(250, -117...115, maps: (5.08, 21.7), matrices: (5.93, 17.9), biases: (22.3, 42)),
        node(300, -117...91, maps: (6.6, 20.5), matrices: (7.32, 17.6), biases: (20.9, 42.2)),
        node(340, -52...47, maps: (8.01, 22.1), matrices: (8.17, 16.9), biases: (19.4, 37.4)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .discharge: Kind(
      nodes: [
        node(140, -33...95, maps: (10.7, 60.5), matrices: (9.55, 59.3)),
        node(240, -70...95, maps: (11.2, 33.9), matrices: (11.6, 31.6)),
        node(330, -70...32, maps: (13.6, 24.9), matrices: (12.8, 25.1)),
        node(450, -51...26, maps: (22.5, 24.4), matrices: (19.2, 28.4)),
        node(520, -34...32, maps: (25.9, 26.6), matrices: (22.2, 25.9)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.5),
  ]

  /// The mean squared errors of white maps on the bundled lamps, in mired and Duv, each relative to the squared error
  /// that ``whiteMaps`` states for the lamp, over the cameras of the study.
  ///
  /// They differ from 1 because the bundled lamps are fewer than those of the study, and other ones.
  static let bundledSquares: [LightKind: (mired: Double, duv: Double)] = [
    .any: (0.864, 1.02),
    .phosphorLED: (1.46, 1.6),
    .mixedLED: (1.19, 1.33),
    .fluorescent: (1.07, 0.746),
    .discharge: (1.96, 1.37),
  ]
}

internal import WhiteBalance

/// The errors of lights of each kind, over measured cameras.
///
/// The errors of lamps and of any light come from about 160 lamps and skies of IES TM-30, Osram and equatorialskies on
/// rawtoaces-data's cameras. They are local root mean squares around each node. They were scaled on held-out lamps and
/// cameras: two thirds of the lamps are within one standard error, and 95 % within two. Each half of the lamps and of
/// the cameras tested the other half.
///
/// The kinds of lamps were then scaled once more, with ``/WhiteBalance/LightErrors/unfamiliarFactor`` applied, on
/// TM-30's lamps of odd number and the repository's; TM-30's of even number and LSPDD's check them.
/// `Tests/Benchmarks/run stated-errors` prints the shares on these and other sets, and `LightErrorTests` checks them on
/// the repository's lamps and skies.
///
/// The errors of daylight come from skies that were measured at Granada and Stanford. Every second block of
/// measurements was learnt, and the others check it (`Tests/Benchmarks/lights-of-clones`). Blue skies are found too
/// purple and too warm, because they differ from the CIE's daylight; the errors include this.
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
  /// lamps as those of ``matrices``. The errors of Duv of fluorescent lamps are 0.9 of those that were chosen before
  /// the means were subtracted.
  static let whiteMaps = Result { () throws(WhiteBalanceError) in try table { ($0.maps, $0.biases.maps) } }

  /// The errors of matrices from charts under A and D65. Charts under other lights, or under more of them, change these
  /// errors by up to a tenth.
  ///
  /// Matrices have not seen lamps, and find nearly all of them too green. `Tests/Benchmarks/run stated-errors biases`
  /// prints the mean errors of Duv of phosphor LEDs and fluorescent lamps, and the errors that remain without them, for
  /// TM-30's lamps of odd number and RIT's. Those that remain are multiplied by 0.88 here, because their distribution
  /// is not normal: for both kinds this is between the factor that holds two thirds of these lamps within one error and
  /// the one that holds 95 % within two. The means of mixed LEDs and discharge lamps are smaller than the scatter of
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
        node(45, 2...102, maps: (3, 19), matrices: (3.5, 11)),
        node(70, 1...80, maps: (2.1, 16), matrices: (2.8, 10)),
        node(105, 0...80, maps: (1.4, 12), matrices: (2, 8.7)),
        node(140, -15...61, maps: (0.72, 6.7), matrices: (1.23, 6)),
        node(160, -12...61, maps: (0.55, 4), matrices: (0.77, 4.4)),
        node(180, -9...62, maps: (0.52, 2.4), matrices: (0.53, 3.5)),
        node(205, 10...40, maps: (0.67, 2.6), matrices: (0.85, 3.5)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .incandescent: Kind(
      nodes: [
        node(310, -30...30, maps: (0.33, 1.33), matrices: (0.481, 1.66)),
        node(340, -34...32, maps: (0.3, 1.3), matrices: (0.391, 1.55)),
        node(370, -34...32, maps: (0.3, 1.3), matrices: (0.405, 1.71)),
      ], edge: 0.001, miredPerDuv: 1000, duvPerDuv: 0.65),
    .phosphorLED: Kind(
      nodes: [
        node(160, -21...101, maps: (8.96, 22), matrices: (8.54, 34.4), biases: (4.6, 39.9)),
        node(220, -44...93, maps: (9.56, 21.6), matrices: (9.12, 33.1), biases: (12.7, 44.3)),
        node(280, -63...84, maps: (8.5, 19.4), matrices: (8.6, 25.4), biases: (9.4, 35.9)),
        node(330, -79...112, maps: (7.25, 20.3), matrices: (7.86, 16.7), biases: (6.5, 28.1)),
        node(370, -72...112, maps: (6.72, 20.1), matrices: (7.34, 16), biases: (4.4, 20.8)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .mixedLED: Kind(
      nodes: [
        node(150, -20...30, maps: (10.4, 30.5), matrices: (10.5, 41)),
        node(220, -39...31, maps: (15.6, 25.3), matrices: (16.8, 39.5)),
        node(280, -41...93, maps: (18.1, 21.4), matrices: (19.8, 37.8)),
        node(320, -48...140, maps: (19.7, 20.3), matrices: (21.5, 34.6)),
        node(360, -48...140, maps: (21.2, 20.9), matrices: (23, 30.5)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .fluorescent: Kind(
      nodes: [
        node(130, 1...135, maps: (2.61, 11.1), matrices: (3.33, 20.9), biases: (10.1, 35.9)),
        node(200, -91...135, maps: (3.86, 18.4), matrices: (4.59, 22.4), biases: (15.7, 40.2)),
        node(250, -117...115, maps: (5.08, 21.7), matrices: (6.11, 20.6), biases: (22.3, 42)),
        node(300, -117...91, maps: (6.6, 20.5), matrices: (7.55, 20.2), biases: (20.9, 42.2)),
        node(340, -52...47, maps: (8.01, 22.1), matrices: (8.42, 19.4), biases: (19.4, 37.4)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
    .discharge: Kind(
      nodes: [
        node(140, -33...95, maps: (11.3, 63), matrices: (10.5, 64.5)),
        node(240, -70...95, maps: (11.8, 35.3), matrices: (12.8, 34.4)),
        node(330, -70...32, maps: (14.3, 25.9), matrices: (14.1, 27.3)),
        node(450, -51...26, maps: (23.7, 25.4), matrices: (21.1, 30.9)),
        node(520, -34...32, maps: (27.3, 27.7), matrices: (24.4, 28.2)),
      ], edge: 0.01, miredPerDuv: 300, duvPerDuv: 0.6),
  ]

  /// The mean squared errors of white maps on the bundled lamps, in mired and Duv, each relative to the squared error
  /// that ``whiteMaps`` states for the lamp, over the cameras of the study.
  ///
  /// They differ from 1 because the bundled lamps are fewer than those of the study, and other ones.
  static let bundledSquares: [LightKind: (mired: Double, duv: Double)] = [
    .any: (0.864, 1.02),
    .phosphorLED: (1.46, 1.24),
    .mixedLED: (1.07, 1.2),
    .fluorescent: (1.07, 0.746),
    .discharge: (1.77, 1.26),
  ]
}

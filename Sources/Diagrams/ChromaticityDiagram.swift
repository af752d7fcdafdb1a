public import Colorimetry

/// The CIE chromaticity diagram with the spectral, Planckian and daylight loci, isotherms, standard illuminants, and what
/// is drawn into it.
public struct ChromaticityDiagram: Hashable, Sendable {
  /// The coordinates of the diagram.
  public enum Space: Hashable, Sendable {
    /// CIE 1931 x, y.
    case xy
    /// CIE 1960 u, v, in which isotherms stand upright on the Planckian locus.
    case uv
  }

  public enum Window: Hashable, Sendable {
    /// All colours, and all that is drawn.
    case whole
    /// From candles to blue sky, and all that is drawn.
    case lights
  }

  public struct Point: Hashable, Sendable {
    public var chromaticity: Chromaticity
    /// Beside the point; empty for none.
    public var label: String

    public init(_ chromaticity: Chromaticity, label: String = "") {
      self.chromaticity = chromaticity
      self.label = label
    }
  }

  /// From where a light is to where it was found.
  public struct Residual: Hashable, Sendable {
    public var truth, estimate: Chromaticity
    /// Of the light, told where a pointer rests on the arrow.
    public var name: String

    public init(truth: Chromaticity, estimate: Chromaticity, name: String) {
      self.truth = truth
      self.estimate = estimate
      self.name = name
    }
  }

  /// What is drawn in one colour.
  public struct Series: Hashable, Sendable {
    /// In the legend; empty for none.
    public var name: String
    public var points: [Point]
    public var residuals: [Residual]
    /// A closed line; `nil` where it is interrupted.
    public var outline: [Chromaticity?]

    public init(
      name: String = "", points: [Point] = [], residuals: [Residual] = [], outline: [Chromaticity?] = []
    ) {
      self.name = name
      self.points = points
      self.residuals = residuals
      self.outline = outline
    }
  }

  public var space: Space
  public var window: Window
  /// Whether the CIE's standard illuminants are drawn.
  public var showsIlluminants: Bool
  public var series: [Series]
  /// How many times longer residuals are drawn than they are.
  public var residualScale: Double

  /// - Parameter residualScale: without it, the largest of 1, 2, 5, 10 … 1000 with which nine of ten residuals are
  ///   drawn no longer than a tenth of the diagram's width.
  public init(
    space: Space = .xy, window: Window = .whole, showsIlluminants: Bool = true, series: [Series] = [],
    residualScale: Double? = nil
  ) {
    self.space = space
    self.window = window
    self.showsIlluminants = showsIlluminants
    self.series = series
    self.residualScale = 1
    self.residualScale = residualScale ?? fittingScale
  }

  private var fittingScale: Double {
    let lengths = series.flatMap(\.residuals).map { residual in
      let way = space.place(residual.estimate) - space.place(residual.truth)
      return (way * way).sum().squareRoot()
    }.filter(\.isFinite).sorted()
    // One bad lamp of many must not make all other arrows vanish.
    let long = lengths.isEmpty ? 0 : lengths[Int(Self.fittedShare * Double(lengths.count))]
    let room = Self.residualShare * (frame.upper.x - frame.lower.x)
    return Self.scales.last { $0 * long <= room } ?? 1
  }

  private static let residualShare = 0.1
  private static let fittedShare = 0.9
  private static let scales: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

  var frame: DiagramFrame { DiagramFrame(self) }
}

extension ChromaticityDiagram.Space {
  func place(_ light: Chromaticity) -> SIMD2<Double> {
    switch self {
    case .xy: return [light.x, light.y]
    case .uv:
      let uniform = UniformChromaticity(light)
      return [uniform.u, uniform.v]
    }
  }

  var axes: (horizontal: String, vertical: String) {
    switch self {
    case .xy: ("x", "y")
    case .uv: ("u", "v")
    }
  }
}

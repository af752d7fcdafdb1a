public import Colorimetry

/// The CIE chromaticity diagram with the spectral, Planckian and daylight loci, isotherms, standard illuminants, and
/// series of lights.
public struct ChromaticityDiagram: Hashable, Sendable {
  /// The coordinates of the diagram.
  public enum Space: Hashable, Sendable {
    /// CIE 1931 x, y.
    case xy
    /// CIE 1960 u, v, in which isotherms are perpendicular to the Planckian locus.
    case uv
  }

  /// The part of the diagram that is drawn.
  public enum Window: Hashable, Sendable {
    /// All colours, and the points and true lights of the series. Outlines and arrows do not widen the window.
    case whole
    /// The lights from candles to blue sky, and the points and true lights of the series. Outlines and arrows do not
    /// widen the window.
    case lights
  }

  /// A light that is drawn as a point.
  public struct Point: Hashable, Sendable {
    /// The chromaticity of the light.
    public var chromaticity: Chromaticity
    /// The text beside the point; empty for none.
    public var label: String

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - chromaticity: The chromaticity of the light.
    ///   - label: The text beside the point; empty for none.
    public init(_ chromaticity: Chromaticity, label: String = "") {
      self.chromaticity = chromaticity
      self.label = label
    }
  }

  /// The error of a light that was found, drawn as an arrow from the true light.
  public struct Residual: Hashable, Sendable {
    /// The true light, and the light that was found.
    public var truth, estimate: Chromaticity
    /// The name of the light, shown where a pointer rests on the arrow.
    public var name: String

    /// Creates a residual from the true light, the light that was found, and a name.
    public init(truth: Chromaticity, estimate: Chromaticity, name: String) {
      self.truth = truth
      self.estimate = estimate
      self.name = name
    }
  }

  /// Points, residuals and an outline that are drawn in one colour.
  public struct Series: Hashable, Sendable {
    /// The name in the legend; empty for none.
    public var name: String
    /// The lights that are drawn as points.
    public var points: [Point]
    /// The errors that are drawn as arrows.
    public var residuals: [Residual]
    /// The corners of a closed line, which is interrupted at `nil` and where it leaves the spectral locus.
    public var outline: [Chromaticity?]

    /// Creates a series.
    ///
    /// - Parameters:
    ///   - name: The name in the legend; empty for none.
    ///   - points: The lights that are drawn as points.
    ///   - residuals: The errors that are drawn as arrows.
    ///   - outline: The corners of a closed line, which is interrupted at `nil` and where it leaves the spectral locus.
    public init(
      name: String = "", points: [Point] = [], residuals: [Residual] = [], outline: [Chromaticity?] = []
    ) {
      self.name = name
      self.points = points
      self.residuals = residuals
      self.outline = outline
    }
  }

  /// The coordinates of the diagram.
  public var space: Space
  /// The part of the diagram that is drawn.
  public var window: Window
  /// Whether the CIE's standard illuminants are drawn.
  public var showsIlluminants: Bool
  /// The series, in the order of their colours.
  public var series: [Series]
  /// The factor by which residuals are lengthened.
  public var residualScale: Double

  /// Creates a diagram.
  ///
  /// - Parameters:
  ///   - space: The coordinates of the diagram.
  ///   - window: The part of the diagram that is drawn.
  ///   - showsIlluminants: Whether the CIE's standard illuminants are drawn.
  ///   - series: The series, in the order of their colours.
  ///   - residualScale: The factor by which residuals are lengthened. `nil` chooses the largest of 1, 2, 5, 10 … 1000
  ///     at which nine of ten residuals are no longer than a tenth of the diagram's width.
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
    // One bad lamp of ten must not make all other arrows vanish.
    let long = lengths.dropLast(lengths.count / Self.fewestWithLonger).last ?? 0
    let room = Self.residualShare * (frame.upper.x - frame.lower.x)
    return Self.scales.last { $0 * long <= room } ?? 1
  }

  private static let residualShare = 0.1
  /// The number of residuals of which one may be longer.
  private static let fewestWithLonger = 10
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

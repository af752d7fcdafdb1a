extension ChromaticityDiagram {
  /// The style sheet of diagrams, for a light and a dark background. A page that holds diagrams includes it once.
  ///
  /// It uses no variables, because programs other than browsers do not support them. The colours of the series are
  /// after those of Okabe and Ito, which colour-blind people can tell apart; some are darker or lighter, for contrast
  /// with the background.
  package static let styleSheet = """
    .diagram { font-family: system-ui, sans-serif; font-size: 14px; }
    .diagram text { text-anchor: middle; fill: #33373d; }
    .diagram .ground { fill: #ffffff; }
    .diagram .key { text-anchor: start; }
    .diagram .tick, .diagram .wavelength, .diagram .kelvin { fill: #6a7078; }
    .diagram .axis { font-style: italic; }
    .diagram .halo { fill: #ffffff; stroke: #ffffff; stroke-width: 3px; stroke-linejoin: round; }
    .diagram path, .diagram line { fill: none; stroke-linejoin: round; }
    .diagram .grid { stroke: #e6e8eb; stroke-width: 1px; }
    .diagram .spectral { fill: #8a9099; fill-opacity: 0.1; stroke: #8a9099; stroke-width: 1.5px; }
    .diagram .isotherm { stroke: #b4b9c0; stroke-width: 1px; }
    .diagram .leader { stroke: #6a7078; stroke-width: 0.8px; }
    .diagram .planckian { stroke: #23272e; stroke-width: 2px; }
    .diagram .daylight { stroke: #3d85c6; stroke-width: 2px; stroke-dasharray: 6 3; }
    .diagram .dot { fill: #8a9099; }
    .diagram .illuminant { fill: #ffffff; stroke: #23272e; stroke-width: 1.5px; }
    .diagram .outline { stroke-width: 1.5px; stroke-dasharray: 2 2; }
    .diagram .residual { stroke-width: 1.6px; }
    .diagram .point { stroke: #ffffff; stroke-width: 1px; }
    .diagram .series0 { stroke: #d55e00; } .diagram .point.series0 { fill: #d55e00; }
    .diagram .series1 { stroke: #0072b2; } .diagram .point.series1 { fill: #0072b2; }
    .diagram .series2 { stroke: #009e73; } .diagram .point.series2 { fill: #009e73; }
    .diagram .series3 { stroke: #c0659a; } .diagram .point.series3 { fill: #c0659a; }
    .diagram .series4 { stroke: #b8860b; } .diagram .point.series4 { fill: #b8860b; }
    @media (prefers-color-scheme: dark) {
    .diagram text { fill: #d8dce2; }
    .diagram .ground { fill: #15181c; }
    .diagram .tick, .diagram .wavelength, .diagram .kelvin { fill: #959ca6; }
    .diagram .halo { fill: #15181c; stroke: #15181c; }
    .diagram .grid { stroke: #2a2f36; }
    .diagram .isotherm { stroke: #565d67; }
    .diagram .planckian { stroke: #eceff3; }
    .diagram .daylight { stroke: #6fa8dc; }
    .diagram .illuminant { fill: #15181c; stroke: #eceff3; }
    .diagram .series0 { stroke: #f08033; } .diagram .point.series0 { fill: #f08033; }
    .diagram .series1 { stroke: #56b4e9; } .diagram .point.series1 { fill: #56b4e9; }
    .diagram .series2 { stroke: #2fc79a; } .diagram .point.series2 { fill: #2fc79a; }
    .diagram .series3 { stroke: #e094bf; } .diagram .point.series3 { fill: #e094bf; }
    .diagram .series4 { stroke: #e6b84c; } .diagram .point.series4 { fill: #e6b84c; }
    }
    """

  /// The number of colours. Further series start again with the first.
  static let colorCount = 5
}

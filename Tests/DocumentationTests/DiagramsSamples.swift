import Colorimetry
import Diagrams
import Testing

/// The Swift of Diagrams' page.
@Suite struct DiagramsSamples {
  @Test func `the landing page`() {
    let diagram = ChromaticityDiagram(
      window: .lights,
      series: [.init(name: "measured", points: [.init(Chromaticity(x: 0.34, y: 0.36), label: "card")])])
    let svg = diagram.svgFile(title: "A gray card")
    print(svg.utf8.count)
    #expect(svg.contains("card"))
  }
}

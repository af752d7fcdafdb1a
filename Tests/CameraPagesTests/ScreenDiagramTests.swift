import Colorimetry
import Diagrams
import Testing
import WhiteBalance

@testable import CameraPages

@Suite struct ScreenDiagramTests {
  @Test func `the edge of the legal lights is drawn as far as they are colours, as in reports`() throws {
    let camera = try MatrixCharacterization(lights: [.init(temperature: 6500, matrix: TypicalCamera.matrix)])
    let range = try GainRange(maximum: 8)
    let lights = ScreenDiagram(camera, range, []).edge.joined().map { Chromaticity(x: $0[0], y: $0[1]) }
    #expect(!lights.isEmpty && lights.allSatisfy(DiagramLoci.isColor))
    // Some have positive X, Y and Z and lie beyond the spectral locus.
    let corners = range.edge(steps: 8).compactMap { try? camera.chromaticity(for: $0) }
    #expect(corners.contains { $0.isReal && !DiagramLoci.isColor($0) })
  }
}

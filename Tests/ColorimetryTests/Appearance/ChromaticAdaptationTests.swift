import Colorimetry
import TestSupport
import Testing

@Suite struct ChromaticAdaptationTests {
  private func white(_ draws: inout Draws) -> Chromaticity {
    let light = draws.temperatureAndTint(in: 2500...20_000, duv: -0.02...0.01)
    return (try? Chromaticity(light)) ?? .e
  }

  private func distance(_ one: Matrix3x3, _ other: Matrix3x3) -> Double {
    zip(one.entries, other.entries).map { abs($0 - $1) }.largest() ?? .infinity
  }

  /// Figures of B. Lindbloom, for the whites of ASTM E308.
  @Test func `Bradford's matrix from D65 to D50 is the published one`() throws {
    let d65 = Chromaticity(TristimulusValues(x: 0.95047, y: 1, z: 1.08883))
    let d50 = Chromaticity(TristimulusValues(x: 0.96422, y: 1, z: 0.82521))
    let published = Matrix3x3(
      rows: [1.0478112, 0.0228866, -0.0501270], [0.0295424, 0.9904844, -0.0170491], [-0.0092345, 0.0150436, 0.7521316])
    let matrix = try ChromaticAdaptation.bradford.matrix(from: d65, to: d50)
    #expect(Tolerance.publishedBradford.allows(distance(matrix, published)))
  }

  @Test(arguments: ChromaticAdaptation.allCases)
  func `equal energy has equal responses, as the matrices are scaled`(adaptation: ChromaticAdaptation) {
    let responses = adaptation.matrix * SIMD3(1, 1, 1)
    #expect(Tolerance.coneSums.allows(responses.largest() - 1))
    #expect(Tolerance.rounding.allows(1 - responses.min()))
  }

  @Test(arguments: ChromaticAdaptation.allCases)
  func `a white becomes the other white`(adaptation: ChromaticAdaptation) {
    expectLaw(within: .adaptation) { draws in
      (white(&draws), white(&draws))
    } law: { one, other in
      let adapted = try TristimulusValues(one).adapted(from: one, to: other, by: adaptation)
      let expected = TristimulusValues(other)
      return largest(abs(adapted.x - expected.x), abs(adapted.y - expected.y), abs(adapted.z - expected.z))
    }
  }

  @Test(arguments: ChromaticAdaptation.allCases)
  func `by way of a third white is the same, and back again is nothing`(adaptation: ChromaticAdaptation) {
    expectLaw(within: .adaptation) { draws in
      (white(&draws), white(&draws), white(&draws))
    } law: { one, two, three in
      let direct = try adaptation.matrix(from: one, to: three)
      let stepped = try adaptation.matrix(from: two, to: three) * adaptation.matrix(from: one, to: two)
      let nothing = try adaptation.matrix(from: two, to: one) * adaptation.matrix(from: one, to: two)
      return largest(distance(direct, stepped), distance(nothing, .identity))
    }
  }

  @Test func `what no light has is no white`() {
    let none = Chromaticity(x: 0.7, y: 0.7)
    #expect(throws: ColorimetryError.notReal(none)) { try ChromaticAdaptation.cat16.matrix(from: none, to: .d65) }
    #expect(throws: ColorimetryError.notReal(none)) { try ChromaticAdaptation.cat16.matrix(from: .d65, to: none) }
    // A violet to which a sharpened response is negative.
    let violet = Chromaticity(x: 0.17, y: 0.005)
    #expect(throws: ColorimetryError.whiteTooSaturated(violet)) {
      try ChromaticAdaptation.bradford.matrix(from: violet, to: .d65)
    }
  }
}

import Colorimetry
import TestSupport
import Testing

@Suite struct PlanckianTableTests {
  @Test func `the table's polynomials follow the definition`() {
    var worst = (point: 0.0, tangent: 0.0)
    // Twice in every segment, and both ends.
    for place in Array(stride(from: 0, to: PlanckianPlace.highest, by: 0.45)) + [PlanckianPlace.highest] {
      let locus = PlanckianDefinition.jet(mired: PlanckianPlace.mired(place: place))
      let frame = PlanckianFrame(place: place)
      let point = frame.point(across: 0).uniform
      worst.point = largest(worst.point, abs(point.u - locus.point.x), abs(point.v - locus.point.y))
      worst.tangent = largest(
        worst.tangent, abs(frame.tangentU - locus.unitTangent.x), abs(frame.tangentV - locus.unitTangent.y))
    }
    #expect(Tolerance.pointOfDefinition.allows(worst.point), "\(worst)")
    #expect(Tolerance.tangentOfDefinition.allows(worst.tangent), "\(worst)")
  }

  @Test func `neighbouring segments agree where they meet`() {
    var worst = 0.0
    for seam in stride(from: 0.5, to: PlanckianPlace.highest, by: 1) {
      let below = PlanckianFrame(place: seam.nextDown).point(across: 0)
      let above = PlanckianFrame(place: seam.nextUp).point(across: 0)
      worst = largest(worst, abs(below.u - above.u), abs(below.v - above.v))
    }
    #expect(Tolerance.seam.allows(worst), "\(worst)")
  }

  @Test(.enabled(if: Python.has("mpmath"), "python3 with mpmath is not installed"))
  func `the committed table is what its script makes`() throws {
    try Python.run(script: "Tests/Oracle/make-planckian-table", arguments: ["--check"])
  }
}

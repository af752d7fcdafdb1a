import Colorimetry
import Foundation
import TestSupport
import Testing

@Suite struct PlanckianTableTests {
  @Test func `the table's polynomials follow the definition`() {
    var worst = (warm: 0.0, cold: 0.0)
    // Twice in every segment, and both ends.
    for place in Array(stride(from: 0, to: PlanckianPlace.highest, by: 0.45)) + [PlanckianPlace.highest] {
      let mired = PlanckianPlace.mired(place: place)
      let locus = PlanckianDefinition.jet(mired: mired)
      let frame = PlanckianFrame(place: place)
      let point = frame.point(across: 0).uniform
      let error = max(
        abs(point.u - locus.point.x), abs(point.v - locus.point.y), abs(frame.tangentU - locus.unitTangent.x),
        abs(frame.tangentV - locus.unitTangent.y))
      if mired <= 1000 { worst.warm = max(worst.warm, error) } else { worst.cold = max(worst.cold, error) }
    }
    #expect(Tolerance.tableAgainstDefinition.allows(worst.warm), "\(worst)")
    #expect(Tolerance.tableBelow1000K.allows(worst.cold), "\(worst)")
  }

  @Test func `neighbouring segments agree where they meet`() {
    var worst = (warm: 0.0, cold: 0.0)
    for seam in stride(from: 0.5, to: PlanckianPlace.highest, by: 1) {
      let below = PlanckianFrame(place: seam.nextDown).point(across: 0)
      let above = PlanckianFrame(place: seam.nextUp).point(across: 0)
      let jump = max(abs(below.u - above.u), abs(below.v - above.v))
      if seam <= 64 { worst.warm = max(worst.warm, jump) } else { worst.cold = max(worst.cold, jump) }
    }
    #expect(Tolerance.seam.allows(worst.warm), "\(worst)")
    #expect(Tolerance.tableBelow1000K.allows(worst.cold), "\(worst)")
  }

  @Test(.enabled(if: Python.has("mpmath"), "python3 with mpmath is not installed"))
  func `the committed table is what its script makes`() throws {
    let made = FileManager.default.temporaryDirectory.appending(path: "PlanckianTable-\(UUID().uuidString).swift")
    defer { try? FileManager.default.removeItem(at: made) }
    try Python.run(script: "Tests/Oracle/make-planckian-table", arguments: [made.path(percentEncoded: false)])
    let committed = repositoryRoot.appending(path: "Sources/Colorimetry/PlanckianTable.swift")
    #expect(try Data(contentsOf: made) == Data(contentsOf: committed), "run Tests/Oracle/make-planckian-table")
  }
}

import Colorimetry
import TestSupport
import Testing

@Suite struct ColorDifferenceTests {
  private func color(_ draws: inout Draws) -> CIELab {
    CIELab(
      lightness: draws.number(in: 0...100), a: draws.number(in: -100...100, edges: [0]),
      b: draws.number(in: -100...100, edges: [0]))
  }

  @Test func `CIEDE2000 has the published difference of all 34 pairs, both ways`() throws {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/ciede2000-sharma2005.csv")
    #expect(table.rows.count == 34)
    for row in table.rows {
      let one = CIELab(lightness: row[0], a: row[1], b: row[2])
      let other = CIELab(lightness: row[3], a: row[4], b: row[5])
      #expect(Tolerance.publishedDifference.allows(abs(one.differenceCIEDE2000(from: other) - row[6])), "\(row)")
      #expect(Tolerance.publishedDifference.allows(abs(other.differenceCIEDE2000(from: one) - row[6])), "\(row)")
    }
  }

  @Test func `a difference is the same both ways, and none from itself`() {
    expectLaw(within: .difference) { draws in
      (color(&draws), color(&draws))
    } law: { one, other in
      largest(
        abs(one.differenceCIEDE2000(from: other) - other.differenceCIEDE2000(from: one)),
        one.differenceCIEDE2000(from: one))
    }
  }

  @Test func `chroma is the distance from gray`() {
    #expect(CIELab(lightness: 50, a: 3, b: -4).chroma == 5)
  }
}

import Colorimetry
import Foundation
import TestSupport
import Testing

/// A difference that shrinks, grows or disappears fails, here and in Docs/Accuracy.md.
@Suite struct KnownDifferencesTests {
  @Test(arguments: try KnownDifference.all())
  func `another program differs from the definition by what is stated`(row: KnownDifference) throws {
    let ours = try TemperatureAndTint(row.chromaticity)
    let theirs = try row.answer()
    let what: Comment = "\(row.testDescription): \(row.program) \(row.askedVersion) answers \(theirs), ours is \(ours)"
    guard row.difference != "none" else {
      #expect(theirs.temperature == nil, what)
      return
    }
    let stated = try #require(Double(row.difference), what)
    let difference =
      switch row.unit {
      case .kelvin: try #require(theirs.temperature, what) - ours.temperature
      case .duv: try #require(theirs.duv, what) - ours.duv
      }
    try #require(stated != 0, "no difference is known: take the row out. \(what)")
    #expect(Tolerance.statedDifference.allows(abs(difference / stated - 1)), "by \(difference). \(what)")
  }

  @Test(arguments: try KnownDifference.all().filter(\.isAsked))
  func `a program that can be asked answers what is recorded`(row: KnownDifference) throws {
    let theirs = try row.answer()
    let what: Comment = "\(row.testDescription): \(row.program) \(row.askedVersion) answers \(theirs)"
    for (now, recorded) in [(theirs.temperature, row.recorded.temperature), (theirs.duv, row.recorded.duv)] {
      guard let now, let recorded else {
        #expect(now == nil && recorded == nil, what)
        continue
      }
      #expect(Tolerance.recordedAnswer.allows(abs(now / recorded - 1)), what)
    }
  }

  @Test(arguments: try KnownDifference.all())
  func `ours is the definition's`(row: KnownDifference) throws {
    let ours = try TemperatureAndTint(row.chromaticity)
    let point = UniformChromaticity(row.chromaticity)
    let mired = PlanckianDefinition.nearestMired(u: point.u, v: point.v)
    let locus = PlanckianDefinition.jet(mired: mired)
    let duv = ((SIMD2(point.u, point.v) - locus.point) * locus.unitNormal).sum()
    #expect(Tolerance.mired.allows(abs(ours.mired - mired)), "\(row.testDescription): \(ours), \(1e6 / mired) K")
    #expect(Tolerance.duv.allows(abs(ours.duv - duv)), "\(row.testDescription): \(ours), Duv \(duv)")
  }

  /// In a Python that has colour-science and luxpy; the script names the versions.
  @Test(.enabled(if: Python.has("colour, luxpy"), "python3 with colour-science and luxpy is not installed"))
  func `colour-science and luxpy answer what is recorded`() throws {
    try Python.run(script: "Tests/Oracle/make-known-differences", arguments: ["--check"])
  }

  @Test func `Docs Accuracy states every known difference and no other`() throws {
    let rows = try KnownDifference.all()
    let programs = ["LittleCMS", "Adobe DNG SDK", "colour-science", "luxpy"]
    for program in programs { #expect(rows.contains { $0.program == program }, "\(program)") }

    let text = try String(contentsOf: repositoryRoot.appending(path: "Docs/Accuracy.md"), encoding: .utf8)
    let sections = text.components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("Known differences from others\n") })
    let table = section.split(separator: "\n").filter { $0.hasPrefix("|") }.dropFirst(2).map(String.init)
    #expect(table == rows.map(\.line), "should be:\n\(rows.map(\.line).joined(separator: "\n"))")
  }
}

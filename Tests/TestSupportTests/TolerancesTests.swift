import Foundation
import TestSupport
import Testing

/// Every tolerance stands in TestSupport/Tolerances, with its unit and its cause.
@Suite struct TolerancesTests {
  private static let tests = repositoryRoot.appending(path: "Tests")
  /// Files that are no tests: the table itself and the code that tests share, programs for measuring speed, and others'
  /// implementations. This file has examples.
  private static let others = ["TestSupport/", "Benchmarks/", "Oracle/", "TestSupportTests/TolerancesTests.swift"]

  /// The comparisons in a line that have a tolerance of their own: with a negative power of ten, or of a distance with
  /// any number.
  private static func literals(in line: some StringProtocol) -> [String] {
    // Few lines compare anything, and an expression takes a hundred times as long.
    guard line.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }),
      ["e-", "abs("].contains(where: line.contains)
    else { return [] }
    let text = String(line)
    let forms = [/(?:^|[^-])[<>]=? [^,"]*[0-9]e-[0-9]/, /[0-9]e-[0-9]+\)* [<>]/, /abs\(.*\) <=? -?[0-9]/]
    return forms.flatMap { form in text.matches(of: form).map { String(text[$0.range]) } }
  }

  /// Whether a line takes the largest of errors by a `max` that may drop a NaN.
  private static func mayDropNaN(_ line: some StringProtocol) -> Bool {
    // Few lines take a largest value, and an expression takes a hundred times as long.
    guard line.contains("max(") else { return false }
    let forms = ["max(abs(", "max(worst", "abs($0 - $1) }.max()", ".max() - "]
    return forms.contains(where: line.contains) || String(line).contains(/\ max\([a-z.]+, abs\(/)
      || String(line).contains(/allows\(max\([a-z.]+, [a-z.]+\)/)
  }

  @Test func `no test has a tolerance of its own, or a largest error that may drop a NaN`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).filter { file in
      // The fuzzers' and the benchmarks' dependencies may be there.
      file.hasSuffix(".swift") && !file.contains("/.build/") && !Self.others.contains { file.hasPrefix($0) }
    }
    #expect(files.count > 100)
    for file in files {
      let text = try String(contentsOf: Self.tests.appending(path: file), encoding: .utf8)
      for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        let found = Self.literals(in: line)
        // An expectation for each of the lines would take longer than the search in them.
        if !found.isEmpty { Issue.record("Tests/\(file), line \(index + 1): \(found)") }
        if Self.mayDropNaN(line) { Issue.record("Tests/\(file), line \(index + 1): take TestSupport's largest") }
      }
    }
  }

  /// Otherwise the table would state the causes of laws that are gone.
  @Test func `every tolerance of the table is one of a law`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.tests.path).filter { $0.hasSuffix(".swift") }
    let texts = try files.map { file in
      (file: file, text: try String(contentsOf: Self.tests.appending(path: file), encoding: .utf8))
    }
    let declared = texts.filter { $0.file.hasPrefix("TestSupport/Tolerances/") }
      .flatMap { $0.text.matches(of: /static let (\w+) = Tolerance\(/).map { String($0.1) } }
    let used = Set(texts.flatMap { $0.text.matches(of: /\.(\w+)/).map { String($0.1) } })
    #expect(declared.count > 100 && declared.filter { !used.contains($0) } == [])
  }

  @Test(arguments: [
    "#expect(error < 1e-9)", "#expect(error <= 4 * other + 1e-12)", "#expect(1e-6 > error)", "&& -1e-6 <= error",
    "#expect(abs(found - 5200) < 50)", "#expect(abs(a / b - 1) <= 0.02)", "return max(abs(x), abs(y)) < 0.5",
    "  < 1e-3",
  ])
  func `a tolerance is found in any comparison`(line: String) {
    #expect(Self.literals(in: line).count == 1)
  }

  @Test(arguments: [
    "let light = [1e-3, 2e-3]", "func law() -> Double { 1e-9 }", "#expect(Tolerance.exact.allows(abs(a - b)))",
    "#expect(abs(a) < abs(b))", "#expect(error < 0.02)", "zip(a, b).map { $0 * 1e-3 }",
  ])
  func `what is no tolerance is let be`(line: String) {
    #expect(Self.literals(in: line).isEmpty)
  }
}

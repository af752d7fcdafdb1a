import CLittleCMS
import Colorimetry
import TestSupport
import Testing

/// A row of Tests/ReferenceData/known-differences.csv: a light that another program answers otherwise than the library.
struct KnownDifference: Sendable, CustomTestStringConvertible {
  /// Temperature in kelvin and Duv; nil where there is none.
  struct Answer: CustomStringConvertible {
    let temperature, duv: Double?

    var description: String {
      let texts = [temperature.map { "\($0) K" }, duv.map { "Duv \($0)" }].compactMap(\.self)
      return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
    }
  }

  let program, version, function, light: String
  let chromaticity: Chromaticity
  /// The answer of the other program, as it was recorded.
  let recorded: Answer
  /// As the row states it, theirs - ours; "none" where the program has no answer.
  let difference: String
  let unit: Unit
  let cause: String

  enum Unit: String {
    case kelvin = "K"
    case duv = "Duv"
  }

  static func all() throws -> [KnownDifference] {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/known-differences.csv")
    return try zip(table.texts, table.rows).map { texts, numbers in
      try #require(texts.count == table.columns.count, "a comma in a text? \(texts)")
      return KnownDifference(
        program: texts[0], version: texts[1], function: texts[2], light: texts[3],
        chromaticity: Chromaticity(x: numbers[4], y: numbers[5]),
        recorded: Answer(temperature: Double(texts[6]), duv: Double(texts[7])),
        difference: texts[8], unit: try #require(Unit(rawValue: texts[9])), cause: texts[10])
    }
  }

  // MARK: - The program's answer

  /// Whether the program can be asked from here, or has written down its answers.
  var isAsked: Bool { ["LittleCMS", "Adobe DNG SDK"].contains(program) }

  /// The program's answer now where it can be asked from here; otherwise what it answered to the script.
  func answer() throws -> Answer {
    switch program {
    case "LittleCMS": Self.littleCMS(chromaticity)
    case "Adobe DNG SDK": try Self.dng(x: chromaticity.x, y: chromaticity.y)
    default: recorded
    }
  }

  /// The version that `answer()` asks.
  var askedVersion: String {
    guard program == "LittleCMS" else { return version }
    let number = cmsGetEncodedCMMversion()
    return "\(number / 1000).\(number % 1000 / 10)"
  }

  private static func littleCMS(_ chromaticity: Chromaticity) -> Answer {
    var white = cmsCIExyY(x: chromaticity.x, y: chromaticity.y, Y: 1)
    var kelvin = 0.0
    let isAnswered = cmsTempFromWhitePoint(&kelvin, &white) != 0
    return Answer(temperature: isAnswered ? kelvin : nil, duv: nil)
  }

  /// Adobe's own code wrote these answers down: Tests/Oracle/make-dng-temperatures.
  private static func dng(x: Double, y: Double) throws -> Answer {
    let table = try ReferenceTable(repositoryPath: "Tests/ReferenceData/dng-temperatures.csv")
    let row = try #require(table.rows.first { $0[0] == x && $0[1] == y }, "the SDK was not asked for x \(x), y \(y)")
    // DNG's tint is 3000 times Duv.
    return Answer(temperature: row[2], duv: row[3] / 3000)
  }

  // MARK: - Text

  var testDescription: String { "\(program) \(version), \(function): \(light), \(unit.rawValue)" }

  /// The row's line in Docs/Accuracy.md.
  var line: String {
    let cells = ["\(program) \(version)", "`\(function)`", light, differenceText, cause]
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private var differenceText: String {
    guard difference != "none" else { return "no answer" }
    let isNegative = difference.hasPrefix("-")
    var digits = isNegative ? String(difference.dropFirst()) : difference
    if digits.count > 4, digits.allSatisfy(\.isWholeNumber) {
      digits.insert(" ", at: digits.index(digits.endIndex, offsetBy: -3))
    }
    return "\(isNegative ? "−" : "+")\(digits) \(unit.rawValue)"
  }
}

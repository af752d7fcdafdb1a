import Foundation

/// Results go to standard output, everything else to standard error.
enum Output {
  static func line(_ text: String) {
    print(text)
  }

  static func error(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }

  /// One JSON object on a line.
  static func line(_ report: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no infinity, and an infinite temperature is a result.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do { print(String(decoding: try encoder.encode(report), as: UTF8.self)) } catch {
      preconditionFailure("a report of texts and numbers cannot fail to encode: \(error)")
    }
  }
}

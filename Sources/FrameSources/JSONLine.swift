internal import Foundation

/// Values as `wbcal` prints them and its camera page receives them: one JSON object on one line.
package enum JSONLine {
  /// Returns the JSON of a value, without a line break.
  ///
  /// - Precondition: `value` consists of texts, truth values and numbers, so that encoding cannot fail.
  package static func bytes(of value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // JSON has no infinity, and an infinite temperature is a result.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    do { return [UInt8](try encoder.encode(value)) } catch {
      preconditionFailure("texts and numbers cannot fail to encode: \(error)")
    }
  }

  static func text(of value: some Encodable) -> String { String(decoding: bytes(of: value), as: UTF8.self) }
}

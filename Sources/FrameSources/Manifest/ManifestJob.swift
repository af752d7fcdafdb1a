import Foundation

/// One line of a manifest: a source, its options as the command line has them, and a name of the caller's.
package struct ManifestLine: Decodable, Sendable {
  package var id: Value?
  package var source: String
  package var options: [String: Value]?

  /// A text, a number or a truth value.
  package enum Value: Decodable, Hashable, Sendable {
    case text(String)
    case whole(Int)
    case number(Double)
    case isOn(Bool)

    package init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let value = try? container.decode(Bool.self) {
        self = .isOn(value)
      } else if let value = try? container.decode(Int.self) {
        self = .whole(value)
      } else if let value = try? container.decode(UInt64.self) {
        // An id may be a number of 64 bits.
        self = .text("\(value)")
      } else if let value = try? container.decode(Double.self) {
        self = .number(value)
      } else {
        self = .text(try container.decode(String.self))
      }
    }

    package var text: String {
      switch self {
      case .text(let text): text
      case .whole(let value): "\(value)"
      case .number(let value): "\(value)"
      case .isOn(let value): "\(value)"
      }
    }
  }

  /// The options as arguments, in the order of their names.
  package var arguments: [String] {
    (options ?? [:]).sorted { $0.key < $1.key }.flatMap { name, value in
      switch value {
      case .isOn(true): ["--\(name)"]
      // It takes back a flag of the command line.
      case .isOn(false): ["--\(name)=false"]
      default: ["--\(name)", value.text]
      }
    }
  }
}

/// A source to measure, or the reason why a line names none.
package enum ManifestJob: Hashable, Sendable {
  case measure(source: String, arguments: [String], id: String?)
  case fault(String, id: String?)

  /// Reads a line of a manifest.
  package init(_ line: [UInt8]) {
    do {
      let parsed = try JSONDecoder().decode(ManifestLine.self, from: Data(line))
      self = .measure(source: parsed.source, arguments: parsed.arguments, id: parsed.id?.text)
    } catch DecodingError.typeMismatch(_, let context) where context.codingPath.count > 1 {
      let named = try? JSONDecoder().decode(NamedLine.self, from: Data(line))
      let place = context.codingPath.map(\.stringValue).joined(separator: ".")
      self = .fault("\(place) must be a text, a number, or true or false", id: named?.id?.text)
    } catch {
      // The name alone may be right, and tells whose fault it is.
      let named = try? JSONDecoder().decode(NamedLine.self, from: Data(line))
      self = .fault(
        "the line is not one JSON object with a source, such as {\"id\": \"a\", \"source\": \"a.dng\", "
          + "\"options\": {\"black\": 64}}", id: named?.id?.text)
    }
  }

  private struct NamedLine: Decodable {
    var id: ManifestLine.Value?
  }
}

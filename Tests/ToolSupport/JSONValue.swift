/// A JSON document. `JSONSerialization` will not do: it reads some numbers to a neighbouring double.
package indirect enum JSONValue: Decodable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  package var keys: Set<String> {
    if case .object(let members) = self { Set(members.keys) } else { [] }
  }

  /// The keys of the object and of all objects in it.
  package var allKeys: Set<String> {
    switch self {
    case .object(let members): members.values.reduce(keys) { $0.union($1.allKeys) }
    case .array(let values): values.reduce([]) { $0.union($1.allKeys) }
    default: []
    }
  }

  package var number: Double? { if case .number(let value) = self { value } else { nil } }
  package var text: String? { if case .text(let value) = self { value } else { nil } }
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  package var array: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  /// The codes of an object's reasons or warnings; none where it has none.
  package func codes(_ key: String) -> [String] { self[key]?.array?.compactMap { $0["code"]?.text } ?? [] }

  /// The words of an object's warnings.
  package func messages(_ key: String) -> [String] { self[key]?.array?.compactMap { $0["message"]?.text } ?? [] }

  /// The members of an object of numbers.
  package var numbers: [String: Double]? {
    guard case .object(let members) = self else { return nil }
    return members.compactMapValues(\.number)
  }
}

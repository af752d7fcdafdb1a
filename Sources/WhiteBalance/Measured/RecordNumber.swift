/// A number as it stands in a record: a number, or the text of one that is not finite.
package struct RecordNumber: Codable {
  package let value: Double

  private static let texts = ["Infinity": Double.infinity, "-Infinity": -.infinity, "NaN": .nan]

  package init(value: Double) { self.value = value }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { value = try container.decode(Double.self) } catch {
      guard let text = try? container.decode(String.self), let named = Self.texts[text] else { throw error }
      value = named
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isFinite {
      try container.encode(value)
    } else {
      try container.encode(value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
    }
  }
}

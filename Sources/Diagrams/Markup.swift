internal import NumericalMethods

/// A piece of SVG or HTML that is also well-formed XML.
///
/// Text and attribute values are escaped when they are written, so that text from a file stays text.
package struct Markup: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case text(String)
    case element(String, [Attribute], [Markup])
  }

  private struct Attribute: Hashable, Sendable {
    let name, value: String
  }

  private let content: Content

  private init(_ content: Content) { self.content = content }

  /// Creates an element.
  ///
  /// - Parameters:
  ///   - name: The name of the element. It is not escaped.
  ///   - attributes: The attributes. Their names are not escaped.
  ///   - children: The contents of the element.
  package init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []) {
    content = .element(name, attributes.map { Attribute(name: $0.key, value: $0.value) }, children)
  }

  /// Creates an element with attributes and a text.
  package init(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String) {
    self.init(name, attributes, [.text(text)])
  }

  /// Creates an element with a text and no attributes.
  package init(_ name: String, _ text: String) { self.init(name, [:], [.text(text)]) }

  /// Returns a piece of text.
  package static func text(_ text: String) -> Markup { Markup(.text(text)) }

  /// The elements that are written without an end tag when they are empty. HTML requires the end tag of others.
  private static let childless: Set<String> = ["br", "circle", "line", "meta", "path", "rect"]

  private func write(to output: inout String) {
    switch content {
    case .text(let text): output += Self.escaped(text)
    case .element(let name, let attributes, let children):
      output += "<\(name)"
      for attribute in attributes { output += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
      if Self.childless.contains(name), children.isEmpty {
        output += "/>"
        return
      }
      output += ">"
      for child in children { child.write(to: &output) }
      output += "</\(name)>"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      // XML cannot represent these characters.
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Markup: CustomStringConvertible {
  /// The markup as text.
  package var description: String {
    var output = ""
    write(to: &output)
    return output
  }
}

/// Returns `value` with a fixed number of decimals, 0 to 9, and without an exponent, as all SVG readers understand it.
///
/// Values beyond ±1e9 are clamped, and NaN becomes 0.
package func decimal(_ value: Double, _ decimals: Int) -> String { value.fixed(decimals: decimals) }

/// A piece of SVG or HTML that is well formed as XML too. Text and attributes are escaped when they are written, so that
/// what comes from a file stays text.
public struct Markup: Hashable, Sendable {
  private enum Content: Hashable, Sendable {
    case text(String)
    case element(String, [Attribute], [Markup])
  }

  private struct Attribute: Hashable, Sendable {
    let name, value: String
  }

  private let content: Content

  private init(_ content: Content) { self.content = content }

  /// - Parameter name: of the element, as is; so are the attributes' names.
  public init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ children: [Markup] = []) {
    content = .element(name, attributes.map { Attribute(name: $0.key, value: $0.value) }, children)
  }

  public init(_ name: String, _ attributes: KeyValuePairs<String, String>, _ text: String) {
    self.init(name, attributes, [.text(text)])
  }

  public init(_ name: String, _ text: String) { self.init(name, [:], [.text(text)]) }

  public static func text(_ text: String) -> Markup { Markup(.text(text)) }

  /// Elements that end where they begin; others keep their end when empty, as HTML needs it.
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
      // What XML has no way to write.
      case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Markup: CustomStringConvertible {
  public var description: String {
    var output = ""
    write(to: &output)
    return output
  }
}

/// `value` with so many decimals, 0 to 9: a text without an exponent, which is what SVG's readers agree on. Values beyond
/// 1e9, and those that are no number, are written as the nearest end, 0 for NaN.
public func decimal(_ value: Double, _ decimals: Int) -> String {
  let scale = (0..<decimals).reduce(1) { scale, _ in 10 * scale }
  let largest = 1e9
  let bounded = value.isNaN ? 0 : min(max(value, -largest), largest)
  let digits = Int((bounded * Double(scale)).rounded())
  let sign = digits < 0 ? "-" : ""
  guard decimals > 0 else { return "\(digits)" }
  let fraction = String(digits.magnitude % UInt(scale))
  return "\(sign)\(digits.magnitude / UInt(scale))." + String(repeating: "0", count: decimals - fraction.count)
    + fraction
}

import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document of XML as another program reads it: all of its elements in their order, flat.
public struct XMLDocumentText {
  public struct Element {
    public let name: String
    public let attributes: [String: String]
    /// Its own and that of the elements within.
    public fileprivate(set) var text = ""

    public func number(_ attribute: String) -> Double? { attributes[attribute].flatMap { Double($0) } }
    public func has(_ names: String...) -> Bool {
      Set(names).isSubset(of: Set((attributes["class"] ?? "").split(separator: " ").map(String.init)))
    }
  }

  public let elements: [Element]

  /// - Throws: what the parser says where the text is not well formed.
  public init(_ text: String) throws {
    let reader = Reader()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    elements = reader.elements
  }

  public func all(_ name: String, _ class: String...) -> [Element] {
    elements.filter { element in element.name == name && `class`.allSatisfy { element.has($0) } }
  }

  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [Element] = []
    private var open: [Int] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String] = [:]
    ) {
      open.append(elements.count)
      elements.append(Element(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      for index in open { elements[index].text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      open.removeLast()
    }
  }
}

/// The coordinates of a drawing, as its grid and the numbers beside it tell a reader.
public struct DrawnAxes {
  private let x, y: (drawn: [Double], value: [Double])

  /// - Parameter classes: of the numbers along the horizontal and the vertical axis.
  public init?(_ elements: [XMLDocumentText.Element], numbers classes: (x: String, y: String)) {
    var (x, y): (([Double], [Double]), ([Double], [Double])) = (([], []), ([], []))
    for (line, text) in zip(elements, elements.dropFirst()) where line.has("grid") {
      guard let value = Double(text.text), let drawn = Self.places(line) else { continue }
      if text.has(classes.x) {
        x.0.append(drawn[0].x)
        x.1.append(value)
      } else if text.has(classes.y) {
        y.0.append(drawn[0].y)
        y.1.append(value)
      }
    }
    guard x.0.count > 1, y.0.count > 1 else { return nil }
    (self.x, self.y) = ((x.0, x.1), (y.0, y.1))
  }

  /// Where a place of the axes is drawn, by the first and the last line of the grid.
  public func drawn(_ place: SIMD2<Double>) -> SIMD2<Double> {
    func along(_ axis: (drawn: [Double], value: [Double]), _ value: Double) -> Double {
      let last = axis.value.count - 1
      let share = (value - axis.value[0]) / (axis.value[last] - axis.value[0])
      return axis.drawn[0] + share * (axis.drawn[last] - axis.drawn[0])
    }
    return [along(x, place.x), along(y, place.y)]
  }

  /// The way back of ``drawn(_:)``.
  public func value(_ drawn: SIMD2<Double>) -> SIMD2<Double> {
    let (zero, one) = (self.drawn([0, 0]), self.drawn([1, 1]))
    return (drawn - zero) / (one - zero)
  }

  /// The ends of a line, or the places of a path.
  public static func places(_ element: XMLDocumentText.Element) -> [SIMD2<Double>]? {
    if let x1 = element.number("x1"), let y1 = element.number("y1"), let x2 = element.number("x2"),
      let y2 = element.number("y2")
    {
      return [[x1, y1], [x2, y2]]
    }
    guard let path = element.attributes["d"] else { return nil }
    return path.split(whereSeparator: "MLZ".contains).map { place in
      let numbers = place.split(separator: " ").compactMap { Double($0) }
      return numbers.count == 2 ? [numbers[0], numbers[1]] : [.nan, .nan]
    }
  }
}

package import Diagrams

extension ChromaticityDiagram.Point {
  /// Reads a light from each line: x, y, and an optional label. Blank lines and lines that begin with `#` are skipped.
  ///
  /// - Throws: ``PointLineError`` for the first wrong line, and `UnreadableLines` where the reading fails.
  package static func points(of lines: LineReader) throws -> [Self] {
    var points: [Self] = []
    var count = 0
    try lines.forEachLine { line in
      count += 1
      guard case .text(let bytes) = line else { throw PointLineError(line: count, fault: .tooLong) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { return }
      guard let point = Self(text) else { throw PointLineError(line: count, fault: .noLight(text)) }
      guard points.count < mostPoints else { throw PointLineError(line: count, fault: .tooMany) }
      points.append(point)
    }
    return points
  }

  /// The largest number of points in a diagram.
  static var mostPoints: Int { 100_000 }
}

/// The reason why a line has no light for a diagram.
package struct PointLineError: Error, Hashable {
  /// The kinds of reasons.
  package enum Fault: Hashable {
    case tooLong
    /// The text is not a light.
    case noLight(String)
    /// The diagram is full.
    case tooMany
  }

  /// The number of the line, from 1.
  package let line: Int
  package let fault: Fault

  package init(line: Int, fault: Fault) { (self.line, self.fault) = (line, fault) }
}

extension PointLineError: CustomStringConvertible {
  package var description: String { "line \(line): \(fault)" }
}

extension PointLineError.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLong: "longer than \(LineReader.longest) bytes"
    case .noLight(let text):
      "'\(text.prefix(60))': not a light; it must be x,y or x,y,label, of x at least 0, y at least "
        + "\(ChromaticityDiagram.Point.leastY) and a sum of at most 1"
    case .tooMany: "more than \(ChromaticityDiagram.Point.mostPoints) points cannot be told apart"
    }
  }
}

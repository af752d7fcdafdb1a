import Colorimetry

extension ChromaticityDiagram.Point {
  /// Reads "x,y", "x,y,label", or the same with spaces between the words; fails where that is no light.
  package init?(_ text: String) {
    let separator: (Character) -> Bool = text.contains(",") ? { $0 == "," } : { $0.isWhitespace }
    let parts = text.split(maxSplits: 2, omittingEmptySubsequences: !text.contains(","), whereSeparator: separator)
      .map { $0.drop(while: \.isWhitespace) }.map { part in
        part.dropLast(part.reversed().prefix(while: \.isWhitespace).count)
      }
    guard parts.count >= 2, !text.utf8.contains(0), let x = Double(parts[0]), let y = Double(parts[1]) else {
      return nil
    }
    let light = Chromaticity(x: x, y: y)
    guard light.isReal, y >= Self.leastY else { return nil }
    self.init(light, label: parts.count > 2 ? String(parts[2]) : "")
  }

  /// The least y of a light in a diagram. The spectral locus ends above it, and lights below it would stretch the
  /// diagram of u and v.
  package static var leastY: Double { 0.001 }
}

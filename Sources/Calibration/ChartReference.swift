public import Colorimetry

/// The measured colours of a chart's patches.
public struct ChartReference: Hashable, Sendable {
  /// What is known of a patch's colour.
  public enum Color: Hashable, Sendable {
    /// By wavelength, 0 to 1: holds under any light.
    case reflectance(SpectralDistribution)
    /// Relative to a perfect white of Y = 1 under one light.
    case tristimulus(TristimulusValues)
  }

  public struct Patch: Hashable, Sendable {
    public let name: String
    public let color: Color

    public init(name: String, color: Color) {
      self.name = name
      self.color = color
    }
  }

  public let name: String
  /// Row by row from the top left, where the chart is a grid.
  public let patches: [Patch]
  /// Patches in a row; absent where the chart is no grid.
  public let columns: Int?
  /// The light of the patches' XYZ, where the file says it: Lab is under D50 by convention.
  public let white: Chromaticity?

  /// - Throws: ``CalibrationError/noReference(_:)`` for no patch, ``CalibrationError/repeatedPatch(_:file:)`` for a name
  ///   that two patches have.
  public init(
    name: String, patches: [Patch], columns: Int? = nil, white: Chromaticity? = nil
  ) throws(CalibrationError) {
    guard !patches.isEmpty else { throw .noReference(name) }
    var seen: Set<String> = []
    for patch in patches where !seen.insert(PatchName.normalized(patch.name)).inserted {
      throw .repeatedPatch(patch.name, file: name)
    }
    self.name = name
    self.patches = patches
    self.white = white
    self.columns =
      columns.flatMap { $0 > 0 && patches.count.isMultiple(of: $0) ? $0 : nil }
      ?? PatchName.columns(patches.map(\.name))
  }
}

/// Patches are named by people: "a1", "A1" and "A01" are one patch.
enum PatchName {
  static func normalized(_ name: String) -> String {
    var result = ""
    var number = ""
    for character in name.uppercased() + " " {
      if character.isASCII && character.isNumber {
        number.append(character)
        continue
      }
      let digits = number.drop { $0 == "0" }
      if !number.isEmpty { result += digits.isEmpty ? "0" : digits }
      number = ""
      if !character.isWhitespace { result.append(character) }
    }
    return result
  }

  /// How many columns a grid of names A1, A2 … B1 … has, row by row; `nil` where the names are no grid.
  static func columns(_ names: [String]) -> Int? {
    let letters = names.map { $0.first.map { String($0).uppercased() } ?? "" }
    let columns = letters.prefix { $0 == letters[0] }.count
    guard columns > 1, columns < names.count, names.count.isMultiple(of: columns) else { return nil }
    for (index, name) in names.enumerated() {
      guard letters[index] == letters[index / columns * columns], Int(name.dropFirst()) == index % columns + 1 else {
        return nil
      }
    }
    return columns
  }
}

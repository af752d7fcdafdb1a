public import Colorimetry

/// The measured colours of a chart's patches.
public struct ChartReference: Hashable, Sendable {
  /// The colour of a patch, for any light or for one.
  public enum Color: Hashable, Sendable {
    /// The reflectance as a function of wavelength, 0 to 1, which holds under any light.
    case reflectance(SpectralDistribution)
    /// The tristimulus values under one light, relative to a perfect white of Y = 1.
    case tristimulus(TristimulusValues)
  }

  /// A patch of the chart.
  public struct Patch: Hashable, Sendable {
    /// The name of the patch.
    public let name: String
    /// The colour of the patch.
    public let color: Color

    /// Creates a patch.
    public init(name: String, color: Color) {
      self.name = name
      self.color = color
    }
  }

  /// The name of the reference, for messages.
  public let name: String
  /// The patches, row by row from the top left where the chart is a grid.
  public let patches: [Patch]
  /// The number of patches in a row, or `nil` where the chart is not a grid.
  public let columns: Int?
  /// The light of the patches' XYZ, or `nil` where the file does not state it. Lab that states none is under D50 by
  /// convention.
  public let white: Chromaticity?

  /// Creates a reference.
  ///
  /// - Parameters:
  ///   - name: The name of the reference, for messages.
  ///   - patches: The patches, at least one, with different names.
  ///   - columns: The number of patches in a row. `nil` derives it from names such as A1 and B2, if they form a grid. A
  ///     number that is not above 0, or does not divide the number of patches, counts as `nil`.
  ///   - white: The light of the patches' XYZ, or `nil` where it is not known.
  /// - Throws: ``CalibrationError/noReference(_:)`` where there is no patch, or
  ///   ``CalibrationError/repeatedPatch(_:file:)`` where two patches have the same name.
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

/// The normal form of patch names, in which "a1", "A1", "A 1" and "A01" are the same patch. White space between two
/// numbers stays.
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
      if !number.isEmpty {
        if result.last?.isNumber == true { result += " " }
        result += digits.isEmpty ? "0" : digits
      }
      number = ""
      if !character.isWhitespace { result.append(character) }
    }
    return result
  }

  /// Returns the number of columns of a grid with the names A1, A2 … B1 …, row by row, or `nil` where the names form no
  /// grid.
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

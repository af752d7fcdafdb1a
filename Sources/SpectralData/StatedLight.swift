/// The facts that the file of a meter or a program states about its light, in addition to the spectrum.
public struct StatedLight: Hashable, Sendable {
  /// The correlated colour temperature, in kelvin; `nil` where the file does not state it.
  public let temperature: Double?
  /// The distance from the Planckian locus in CIE 1960 u, v; `nil` where the file does not state it.
  public let duv: Double?

  /// Creates a statement, or `nil` where it has no value. A value that is not finite is none.
  init?(temperature: Double?, duv: Double?) {
    let temperature = temperature.flatMap { $0.isFinite ? $0 : nil }
    let duv = duv.flatMap { $0.isFinite ? $0 : nil }
    guard temperature != nil || duv != nil else { return nil }
    (self.temperature, self.duv) = (temperature, duv)
  }

  /// The lights that lines such as `Tcp [K],3262` state, for each column of values.
  struct Lines {
    private var temperatures: [Double?] = []
    private var duvs: [Double?] = []

    /// Reads a line if its first field is the name of a temperature or a Duv.
    mutating func take(_ fields: [String]) {
      guard let name = fields.first.map(StatedLight.plain) else { return }
      let values = fields.dropFirst().map(StatedLight.number)
      if StatedLight.temperatureNames.contains(name), temperatures.isEmpty {
        temperatures = values
      } else if StatedLight.isDuv(name), duvs.isEmpty {
        duvs = values
      }
    }

    /// Returns the statements about each of `count` columns; `nil` for a column about which the file states nothing.
    func columns(_ count: Int) -> [StatedLight?] {
      (0..<count).map { column in
        StatedLight(
          temperature: column < temperatures.count ? temperatures[column] : nil,
          duv: column < duvs.count ? duvs[column] : nil)
      }
    }
  }

  /// Returns the number of a text, which may have kelvin as its unit.
  private static func number(_ text: String) -> Double? {
    Double(text) ?? (text.hasSuffix("K") ? Double(text.dropLast().filter { $0 != " " }) : nil)
  }

  /// Returns the name without its unit, in lower case.
  private static func plain(_ name: String) -> String {
    String(name.prefix { $0 != "[" && $0 != "(" }).split(separator: " ").joined(separator: " ").lowercased()
  }

  /// The names of a temperature: "Tcp" of Sekonic and Konica Minolta, "CCT" of UPRtek and others.
  private static let temperatureNames: Set = ["tcp", "cct"]

  /// Returns whether a name is one of Duv.
  ///
  /// Sekonic writes a triangle from a Japanese character set before "uv". A file that was saved in another character
  /// set has other characters there, which are no letters of ASCII.
  private static func isDuv(_ name: String) -> Bool {
    let mark = name.dropLast(2)
    return duvNames.contains(name)
      || name.hasSuffix("uv") && (1...2).contains(mark.count) && !mark.contains(where: \.isASCII)
  }

  /// The names of Duv in files whose character set is known.
  private static let duvNames: Set = ["duv", "delta uv", "\u{22bf}uv", "\u{394}uv", "\u{2206}uv", "dist_uv_planck"]
}

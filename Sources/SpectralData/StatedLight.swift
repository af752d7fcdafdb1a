/// The facts that the file of a meter or of a program states of its light, beside the spectrum.
public struct StatedLight: Hashable, Sendable {
  /// The correlated colour temperature, in kelvin; `nil` where the file does not state it.
  public let temperature: Double?
  /// The distance from the Planckian locus in CIE 1960 u, v; `nil` where the file does not state it.
  public let duv: Double?

  /// Creates a statement, or `nil` where there is neither.
  init?(temperature: Double?, duv: Double?) {
    guard temperature != nil || duv != nil else { return nil }
    (self.temperature, self.duv) = (temperature, duv)
  }

  /// The light that fields of a line such as `Tcp [K],3262` state, for each column of values.
  struct Lines {
    private var temperatures: [Double?] = []
    private var duvs: [Double?] = []

    /// Takes a line in, if its first field is the name of a temperature or a Duv.
    mutating func take(_ fields: [String]) {
      guard let name = fields.first.map(StatedLight.plain) else { return }
      let values = fields.dropFirst().map { Double($0) }
      if StatedLight.temperatureNames.contains(name), temperatures.isEmpty {
        temperatures = values
      } else if StatedLight.duvNames.contains(name), duvs.isEmpty {
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

  /// The name without its unit, in lower case.
  static func plain(_ name: String) -> String {
    String(name.prefix { $0 != "[" }).split(separator: " ").joined(separator: " ").lowercased()
  }

  /// "Tcp" is the name of Sekonic and Konica Minolta, "CCT" that of UPRtek and others.
  static let temperatureNames: Set = ["tcp", "cct"]
  /// Sekonic writes a triangle of Japanese text before "uv".
  static let duvNames: Set = ["duv", "delta uv", "\u{22bf}uv", "\u{394}uv", "\u{2206}uv", "dist_uv_planck"]
}

extension SpectralDistribution {
  /// Returns the light that people call by a name, or `nil` where no light has it.
  ///
  ///     try SpectralDistribution.light(named: "FL11")
  ///     try SpectralDistribution.light(named: "daylight:5200")
  ///
  /// - Parameter name: An illuminant of CIE 15, in upper or lower case, such as `D65`, `A`, `E`, `FL11` or `LED-B3`; a
  ///   temperature in kelvin of a black body, such as `2856` or `2856K`; or `daylight:` and a temperature in kelvin.
  /// - Throws: ``ColorimetryError`` where the temperature is one that the light cannot have.
  package static func light(named name: String) throws(ColorimetryError) -> SpectralDistribution? {
    if let illuminant = illuminant(named: name.uppercased()) { return illuminant }
    if let kelvin = kelvin(name[...]) { return try .planck(temperature: kelvin) }
    let daylight = "daylight:"
    guard name.lowercased().hasPrefix(daylight), let kelvin = kelvin(name.dropFirst(daylight.count)) else { return nil }
    return try .daylight(temperature: kelvin)
  }

  /// Returns an illuminant of CIE 15. FL11 is also known as F11. All names, such as LED-RGB1 and LED-BH1, are upper
  /// case.
  private static func illuminant(named name: String) -> SpectralDistribution? {
    if let illuminant = CIEIlluminant(rawValue: name) { return illuminant.distribution }
    if name.hasPrefix("F"), let illuminant = CIEIlluminant(rawValue: "FL" + name.dropFirst()) {
      return illuminant.distribution
    }
    switch name {
    case "D55": return try? .daylight(temperature: 5500 * renamedDaylight)
    case "D75": return try? .daylight(temperature: 7500 * renamedDaylight)
    case "E": return try? SpectralDistribution(wavelengths: [300, 830], values: [1, 1])
    default: return nil
    }
  }

  /// The daylights D55 and D75 are named by the temperature scale of 1931. Source: CIE 15:2018, section 4.1.2.
  private static let renamedDaylight = 1.4388 / 1.4380

  /// Reads "5200" and "5200K".
  private static func kelvin(_ text: Substring) -> Double? {
    Double(text.last == "K" || text.last == "k" ? text.dropLast() : text)
  }
}

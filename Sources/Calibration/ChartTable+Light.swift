internal import Colorimetry

// The light that a file states for its XYZ and Lab.
extension ChartTable {
  /// Returns the white of the illuminant that the file names, or `nil` where it names none.
  ///
  /// CGATS's weighting functions are pairs of a name and a value, such as "ILLUMINANT, D65" and "OBSERVER, 2 degree".
  /// The other pairs do not affect colours and are ignored. X-Rite's programs have keywords of their own for the two.
  func namedWhite() throws(ChartTableError) -> Chromaticity? {
    let words = (keywords[CGATSWords.weighting] ?? "").split(separator: ",", omittingEmptySubsequences: false)
    var white: Chromaticity?
    for (name, value) in zip(words, words.dropFirst()) {
      switch name.uppercased().filter({ !$0.isWhitespace }) {
      case "ILLUMINANT": white = try self.white(named: value, in: CGATSWords.weighting)
      case "OBSERVER": try checkObserver(value, in: CGATSWords.weighting)
      default: break
      }
    }
    let (light, observer) = ("ILLUMINATION_NAME", "OBSERVER_ANGLE")
    if let angle = keywords[observer] { try checkObserver(angle[...], in: observer) }
    guard let name = keywords[light] else { return white }
    let own = try self.white(named: name[...], in: light)
    guard white == nil || white == own else {
      throw unknown(light, "the light of \(CGATSWords.weighting), '\(keywords[CGATSWords.weighting] ?? "")'")
    }
    return own
  }

  private func white(named name: Substring, in keyword: String) throws(ChartTableError) -> Chromaticity {
    guard let white = Self.whites[name.uppercased().filter { !$0.isWhitespace }] else {
      throw unknown(keyword, "one of the CIE's illuminants, such as D50, D65, A, F11 or LED-B3")
    }
    return white
  }

  private func checkObserver(_ text: Substring, in keyword: String) throws(ChartTableError) {
    let numbers = text.split { !$0.isASCII || !$0.isNumber }
    guard !numbers.isEmpty, numbers.allSatisfy({ ["2", "1931"].contains($0) }) else {
      throw unknown(keyword, "the observer of 2 degrees, CIE 1931")
    }
  }

  /// Returns Argyll's white point of XYZ, or `nil` where the file states none.
  func argyllWhite() throws(ChartTableError) -> Chromaticity? {
    let keyword = "ILLUMINANT_WHITE_POINT_XYZ"
    guard let text = keywords[keyword] else { return nil }
    let xyz = text.split(separator: " ").compactMap { Double($0) }
    guard xyz.count == 3, xyz.allSatisfy({ $0 > 0 && $0.isFinite }) else {
      throw unknown(keyword, "X, Y and Z of a light, above 0")
    }
    return Chromaticity(TristimulusValues(x: xyz[0] / xyz[1], y: 1, z: xyz[2] / xyz[1]))
  }

  private func unknown(_ keyword: String, _ expected: String) -> ChartTableError {
    .statedLight(keyword: keyword, value: keywords[keyword] ?? "", expected: expected, file: name)
  }

  /// The CIE's illuminants by their names in capitals. CGATS calls the fluorescent ones F1 to F12.
  private static let whites: [String: Chromaticity] = {
    var whites = ["D55": Chromaticity.d55, "D75": .d75]
    for illuminant in CIEIlluminant.allCases {
      let (name, white) = (illuminant.rawValue, Chromaticity(illuminant.distribution))
      whites[name] = white
      if name.hasPrefix("FL") { whites["F" + name.dropFirst(2)] = white }
    }
    return whites
  }()
}

import Colorimetry
import TestSupport
import Testing

@testable import Calibration

@Suite struct ChartReferenceTests {
  /// A fluorescent lamp, a greener and a redder light: none has its white from daylight or a black body.
  @Test(arguments: [
    Chromaticity(x: 0.3721, y: 0.3751), Chromaticity(x: 0.31, y: 0.36), Chromaticity(x: 0.5, y: 0.4),
  ])
  func `under a light without a spectrum a white patch has the light's colour`(chromaticity: Chromaticity) throws {
    let white = try SpectralDistribution(wavelengths: [360, 830], values: [1, 1])
    let reference = try ChartReference(name: "white", patches: [.init(name: "A1", color: .reflectance(white))])
    let light = try CalibrationLight(name: "lamp", chromaticity: chromaticity)
    let (colors, assumptions) = try reference.colors(under: light)
    let expected = TristimulusValues(chromaticity)
    let miss = colors[0] - SIMD3(expected.x, expected.y, expected.z)
    #expect(Tolerance.adaptation.allows(largest(miss.largest(), (-miss).largest())), "\(miss)")
    #expect(assumptions == [.assumedSpectrum(temperature: light.temperatureAndTint.temperature)])
  }

  // MARK: - The light that a file states

  private static let weighting = """
    WEIGHTING_FUNCTION "ILLUMINANT, D65"
    WEIGHTING_FUNCTION "OBSERVER, 2 degree"
    """

  private static func d65() throws -> CalibrationLight {
    try CalibrationLight(name: "D65", spectrum: CIEIlluminant.d65.distribution)
  }

  /// A ColorChecker under D65 as a file with these statements, in XYZ or in Lab relative to a white.
  private static func file(_ statements: String, lab white: TristimulusValues? = nil) throws -> ChartReference {
    let reference = ChartReference.colorChecker24
    let rows = zip(reference.patches, try reference.colors(under: d65()).colors).map { patch, color in
      guard let white else { return "\(patch.name) \(100 * color.x) \(100 * color.y) \(100 * color.z)" }
      let lab = CIELab(TristimulusValues(color), white: white)
      return "\(patch.name) \(lab.lightness) \(lab.a) \(lab.b)"
    }
    let fields = white == nil ? "XYZ_X XYZ_Y XYZ_Z" : "LAB_L LAB_A LAB_B"
    let text = """
      CTI3
      \(statements)
      BEGIN_DATA_FORMAT
      SAMPLE_ID \(fields)
      END_DATA_FORMAT
      BEGIN_DATA
      \(rows.joined(separator: "\n"))
      END_DATA

      """
    return try ChartTable(CGATSFile(fileBytes: Array(text.utf8)), name: "x.cie").reference()
  }

  /// D55 and 4600 K are so near to D50 that grays look neutral under either.
  @Test(arguments: [2856, 4600, 5500, 5600, 6504, 7500])
  func `XYZ of an unnamed light are under the light that makes the grays most neutral`(temperature: Double) throws {
    func xyz(under light: SpectralDistribution) throws -> ChartReference {
      let patches = ChartReference.colorChecker24.patches.compactMap { patch -> ChartReference.Patch? in
        guard case .reflectance(let reflectance) = patch.color else { return nil }
        return .init(name: patch.name, color: .tristimulus(TristimulusValues(of: reflectance, under: light)))
      }
      return try ChartReference(name: "XYZ", patches: patches)
    }
    let spectrum: SpectralDistribution =
      try temperature < 4000 ? .planck(temperature: temperature) : .daylight(temperature: temperature)
    let light = try CalibrationLight(name: "lamp", spectrum: spectrum)
    let d50 = CIEIlluminant.d50.distribution
    #expect(try xyz(under: d50).colors(under: light).assumptions == [.adaptedReference(from: Chromaticity(d50))])
    #expect(try xyz(under: spectrum).colors(under: light).assumptions == [])
  }

  @Test(arguments: [(CIEIlluminant.d65, CIEIlluminant.d50), (.d50, .d65), (.a, .d65), (.d65, .a)])
  func `XYZ that are for another light than the reference states are refused`(
    own: CIEIlluminant, stated: CIEIlluminant
  ) throws {
    func reference(white: CIEIlluminant) throws -> ChartReference {
      let patches = ChartReference.colorChecker24.patches.compactMap { patch -> ChartReference.Patch? in
        guard case .reflectance(let reflectance) = patch.color else { return nil }
        return .init(
          name: patch.name, color: .tristimulus(TristimulusValues(of: reflectance, under: own.distribution)))
      }
      return try ChartReference(name: "XYZ", patches: patches, white: Chromaticity(white.distribution))
    }
    let light = try CalibrationLight(name: "lamp", spectrum: own.distribution)
    _ = try reference(white: own).colors(under: light)
    let error = #expect(throws: CalibrationError.self) { try reference(white: stated).colors(under: light) }
    guard case .referenceLight("XYZ", let chroma, let likely, let least)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(likely == light.chromaticity && chroma > 3 * least, "\(chroma), \(least)")
  }

  @Test func `patches have one name where their numbers are the same, and not where spaces alone part them`() throws {
    func reference(_ names: String...) throws -> ChartReference {
      try ChartReference(
        name: "x.cie",
        patches: names.map { ChartReference.Patch(name: $0, color: .tristimulus(TristimulusValues([0.5, 0.5, 0.5]))) })
    }
    #expect(try reference("1 11", "11 1", "1 1 1", "111").patches.count == 4)
    for (one, same) in [("A1", "a 01"), ("1 11", "01  11"), ("A1 1", "A1 01")] {
      #expect(throws: CalibrationError.repeatedPatch(same, file: "x.cie")) { try reference(one, same) }
    }
  }

  /// Bradford's responses to such a light are not all positive.
  @Test func `a light that colours cannot be adapted to is refused by its name`() throws {
    let chromaticity = try Chromaticity(TemperatureAndTint(temperature: 2500, duv: 0.019))
    let light = try CalibrationLight(name: "saturated", chromaticity: chromaticity)
    let error = #expect(throws: CalibrationError.self) {
      try ChartReference.colorChecker24.colors(under: light)
    }
    guard case .light("saturated", _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the light that a reference states does not matter to reflectances`() throws {
    let patches = ChartReference.colorChecker24.patches
    for white in [CIEIlluminant.d50, .a] {
      let stating = try ChartReference(name: "x", patches: patches, white: Chromaticity(white.distribution))
      let (colors, assumptions) = try stating.colors(under: Self.d65())
      #expect(try colors == ChartReference.colorChecker24.colors(under: Self.d65()).colors && assumptions == [])
    }
  }

  @Test func `XYZ under the light itself are not adapted, whatever the light is`() throws {
    let chromaticity = try Chromaticity(TemperatureAndTint(temperature: 2500, duv: 0.019))
    let light = try CalibrationLight(name: "saturated", chromaticity: chromaticity)
    let white = TristimulusValues(chromaticity)
    let reference = try ChartReference(
      name: "white", patches: [.init(name: "A1", color: .tristimulus(white))], white: chromaticity)
    let (colors, assumptions) = try reference.colors(under: light)
    #expect(colors == [SIMD3(white.x, white.y, white.z)] && assumptions == [])
  }

  private static func expectOwnColors(_ reference: ChartReference) throws {
    let (colors, assumptions) = try reference.colors(under: d65())
    #expect(assumptions == [])
    for (color, own) in zip(colors, try ChartReference.colorChecker24.colors(under: d65()).colors) {
      let miss = color - own
      #expect(Tolerance.adaptation.allows(largest(miss.largest(), (-miss).largest())), "\(miss)")
    }
  }

  @Test func `XYZ and Lab under the light that the file states are the chart's colours under that light`() throws {
    let white = TristimulusValues(try Self.d65().chromaticity)
    try Self.expectOwnColors(Self.file(Self.weighting))
    try Self.expectOwnColors(Self.file(Self.weighting, lab: white))
    let under = CalibrationWarning.adaptedReference(from: try Self.d65().chromaticity)
    let d50 = try CalibrationLight(name: "D50", spectrum: CIEIlluminant.d50.distribution)
    #expect(try Self.file(Self.weighting, lab: white).colors(under: d50).assumptions == [under])
  }

  /// Argyll's Lab is relative to D50 under any light.
  @Test func `XYZ and Lab of Argyll are under its white point`() throws {
    let white = TristimulusValues(try Self.d65().chromaticity)
    let statement = "ILLUMINANT_WHITE_POINT_XYZ \"\(100 * white.x) 100 \(100 * white.z)\""
    try Self.expectOwnColors(Self.file(statement))
    try Self.expectOwnColors(Self.file(statement, lab: TristimulusValues(.d50)))
    // Argyll's own digits of D65, which are not quite those of the CIE.
    let digits = try Self.file("ILLUMINANT_WHITE_POINT_XYZ \"95.106486 100.000000 108.844025\"")
    #expect(try digits.colors(under: Self.d65()).assumptions == [])
  }

  @Test(arguments: [
    ("WEIGHTING_FUNCTION", "ILLUMINANT, candle"), ("WEIGHTING_FUNCTION", "OBSERVER, 10 degree"),
    ("WEIGHTING_FUNCTION", "OBSERVER, CIE 1931 10 degree"), ("WEIGHTING_FUNCTION", "OBSERVER, two"),
    ("OBSERVER_ANGLE", "10"), ("ILLUMINATION_NAME", "candle"),
    ("ILLUMINANT_WHITE_POINT_XYZ", "95.1 100"), ("ILLUMINANT_WHITE_POINT_XYZ", "95.1 0 108.8"),
    ("ILLUMINANT_WHITE_POINT_XYZ", "95.1 100 nan"),
  ])
  func `a light or an observer that is not known is refused by name`(keyword: String, value: String) throws {
    let error = #expect(throws: ChartTableError.self) { try Self.file("\(keyword) \"\(value)\"") }
    guard case .statedLight(keyword, value, _, "x.cie")? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the names of lights and of the observer are those of CGATS`() throws {
    for (text, light) in [
      ("ILLUMINANT,F11", CIEIlluminant.fl11), ("ILLUMINANT, a", .a), ("OBSERVER,2, ILLUMINANT, D50", .d50),
      ("FILTER, no, OBSERVER, CIE 1931, ILLUMINANT, LED-B3", .ledB3),
      ("OBSERVER, CIE 1931 2 degree, ILLUMINANT, D65", .d65), ("OBSERVER, 2 degree (CIE 1931), ILLUMINANT, A", .a),
    ] {
      #expect(try Self.file("WEIGHTING_FUNCTION \"\(text)\"").white == Chromaticity(light.distribution), "\(text)")
    }
    #expect(try Self.file("WEIGHTING_FUNCTION \"OBSERVER, 2 degree\"").white == nil)
    // X-Rite's words for the same.
    let words = "ILLUMINATION_NAME \"D65\"\nOBSERVER_ANGLE \"2\""
    #expect(try Self.file(words).white == Chromaticity(CIEIlluminant.d65.distribution))
  }
}

internal import Colorimetry

extension ChartReference {
  /// Returns the patches' XYZ under `light`, relative to a white of Y = 1, and the assumptions that were needed.
  ///
  /// - Throws: ``CalibrationError/light(name:_:)`` where colours cannot be adapted to so saturated a light, or
  ///   ``CalibrationError/referenceLight(_:chroma:under:_:)`` where the XYZ are not those under the light that is stated.
  func colors(
    under light: CalibrationLight
  ) throws(CalibrationError) -> (colors: [SIMD3<Double>], assumptions: [CalibrationWarning]) {
    func adaptation(from white: Chromaticity) throws(CalibrationError) -> Matrix3x3 {
      do throws(ColorimetryError) {
        return try ChromaticAdaptation.bradford.matrix(from: white, to: light.chromaticity)
      } catch { throw .light(name: light.name, error) }
    }
    var assumptions: [CalibrationWarning] = []
    var fromSource = Matrix3x3.identity
    if let source = try tristimulusWhite(under: light), source != light.chromaticity {
      fromSource = try adaptation(from: source)
      let distance = max(abs(source.x - light.chromaticity.x), abs(source.y - light.chromaticity.y))
      if distance > Self.digitsOfWhite { assumptions.append(.adaptedReference(from: source)) }
    }
    let spectrum = light.spectrum ?? Self.likelySpectrum(temperature: light.temperatureAndTint.temperature)
    var toLight = Matrix3x3.identity
    let hasReflectance = patches.contains { if case .reflectance = $0.color { true } else { false } }
    if hasReflectance, light.spectrum == nil {
      assumptions.append(.assumedSpectrum(temperature: light.temperatureAndTint.temperature))
      toLight = try adaptation(from: Chromaticity(spectrum))
    }
    let colors = patches.map { patch -> SIMD3<Double> in
      switch patch.color {
      case .reflectance(let reflectance):
        toLight * TristimulusValues(of: reflectance, under: spectrum).vector
      case .tristimulus(let values):
        fromSource * values.vector
      }
    }
    return (colors, assumptions)
  }

  /// Returns daylight from 4000 K, where the CIE's begins, and a black body below.
  private static func likelySpectrum(temperature: Double) -> SpectralDistribution {
    if let daylight = try? SpectralDistribution.daylight(temperature: temperature) { return daylight }
    let hot = max(temperature, PlanckianLocus.lowestTemperature)
    guard let blackBody = try? SpectralDistribution.planck(temperature: hot) else {
      preconditionFailure("a black body of \(hot) K has a spectrum")
    }
    return blackBody
  }

  /// Returns the light that XYZ without a stated light refer to: `light` itself, D50 or D65, whichever makes
  /// the grays most neutral; `nil` where no patch has XYZ.
  ///
  /// Files of charts usually hold XYZ under D50 without saying so. A stated light must be that of the XYZ.
  private func tristimulusWhite(under light: CalibrationLight) throws(CalibrationError) -> Chromaticity? {
    let colors = patches.compactMap { patch -> TristimulusValues? in
      if case .tristimulus(let values) = patch.color { values } else { nil }
    }
    guard !colors.isEmpty else { return nil }
    // This is the mean chroma of the most neutral patches, if `white` were the white.
    func chroma(_ white: Chromaticity) -> Double {
      let chromas = colors.map { CIELab($0, white: TristimulusValues(white)).chroma }.sorted()
      let count = min(Self.grayCount, chromas.count)
      return chromas.prefix(count).reduce(0, +) / Double(count)
    }
    let usual = [CIEIlluminant.d50, .d65].map { Chromaticity($0.distribution) }
    // The first of equals is the given light.
    let likely = ([light.chromaticity] + usual).min { chroma($0) < chroma($1) } ?? light.chromaticity
    guard let white else { return likely }
    let (stated, least) = (chroma(white), chroma(likely))
    guard stated <= Self.largestChroma || least > Self.grayChroma else {
      throw .referenceLight(name, chroma: stated, under: likely, least)
    }
    return white
  }

  /// The distance in x, y below which two whites are the same light's. Programs round those of D50 and D65 to digits of
  /// their own.
  private static let digitsOfWhite = 5e-4
  /// The chroma of grays, in CIELAB, above which they are not those under the light that a reference states, if they
  /// have at most `grayChroma` under another one. The grays of a ColorChecker have 1 or less. With XYZ under one of D50
  /// and D65 that are said to be under the other they have 9 or 10.
  private static let (largestChroma, grayChroma) = (6.0, 3.0)
  /// The number of grays that every chart has.
  private static let grayCount = 4
}

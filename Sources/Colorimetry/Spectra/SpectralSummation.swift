// Source: CIE 15:2018, section 7.1: sums at 1 nm from 360 to 830 nm. A distribution on another grid is interpolated
// linearly.
extension TristimulusValues {
  /// Creates the tristimulus values of a light: its power summed with the CIE 1931 2° observer from 360 to 830 nm at 1
  /// nm. The unit is that of the light's values times nanometres.
  public init(_ light: SpectralDistribution) {
    self.init(weightedSum: light.values(atNanometers: CIE1931Observer.nanometers))
  }

  /// Creates the tristimulus values of a surface under a light, relative to a white that reflects all of it. Y is the
  /// surface's luminous reflectance, 0 to 1.
  ///
  /// They are not finite where the light has no luminance.
  public init(of reflectance: SpectralDistribution, under light: SpectralDistribution) {
    let power = light.values(atNanometers: CIE1931Observer.nanometers)
    let reflected = zip(power, reflectance.values(atNanometers: CIE1931Observer.nanometers)).map { $0 * $1 }
    let values = TristimulusValues(weightedSum: reflected)
    let white = TristimulusValues(weightedSum: power).y
    self.init(x: values.x / white, y: values.y / white, z: values.z / white)
  }

  /// Creates the sum over the observer.
  ///
  /// - Parameter power: The power at each wavelength of the observer.
  private init(weightedSum power: [Double]) {
    let sum = zip(CIE1931Observer.colorMatching, power).reduce(SIMD3<Double>.zero) { $0 + $1.0 * $1.1 }
    self.init(x: sum.x, y: sum.y, z: sum.z)
  }
}

extension Chromaticity {
  /// Creates the chromaticity of a light. It is not finite where the light has no power from 360 to 830 nm.
  public init(_ light: SpectralDistribution) {
    self.init(TristimulusValues(light))
  }
}

extension CIE1931Observer {
  fileprivate static let nanometers = firstWavelength...(firstWavelength + colorMatching.count - 1)
}

public import Colorimetry

/// How much a device's red, green and blue give for light of each wavelength, lens and filters included.
public struct SpectralSensitivities: Hashable, Sendable {
  /// Response per unit of power and nanometre, in one scale for the three.
  public let red, green, blue: SpectralDistribution

  public init(red: SpectralDistribution, green: SpectralDistribution, blue: SpectralDistribution) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// The device's response to `light`, directly or from a surface: the light's neutral where `reflectance` is absent.
  ///
  /// Sums at 1 nm over the wavelengths of the sensitivities, as the CIE does for its observer. A light that is not
  /// measured over all of them gives too little; a channel that gets none responds with 0.
  ///
  /// - Parameter reflectance: of the surface, 0 to 1; white where absent.
  public func response(to light: SpectralDistribution, reflectance: SpectralDistribution? = nil) -> LinearRGB {
    func sum(_ channel: SpectralDistribution) -> Double {
      let range = Int(channel.wavelengths[0])...Int(channel.wavelengths[channel.wavelengths.count - 1])
      var products = zip(channel.values(atNanometers: range), light.values(atNanometers: range)).map { $0 * $1 }
      if let reflectance { products = zip(products, reflectance.values(atNanometers: range)).map { $0 * $1 } }
      return products.reduce(0, +)
    }
    return LinearRGB(red: sum(red), green: sum(green), blue: sum(blue))
  }
}

public import Colorimetry

/// The responses of a device's red, green and blue channels to light of each wavelength, with lens and filters
/// included.
public struct SpectralSensitivities: Codable, Hashable, Sendable {
  /// The response of each channel per unit of power and nanometre, on one common scale.
  public let red, green, blue: SpectralDistribution

  /// Creates sensitivities from those of the three channels, on one common scale.
  public init(red: SpectralDistribution, green: SpectralDistribution, blue: SpectralDistribution) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Returns the device's response to `light`, seen directly or from a surface.
  ///
  /// The products are summed at 1 nm over the wavelengths of the sensitivities, as the CIE does for its observer. A
  /// light that is not measured over all of them counts as 0 elsewhere, so its response comes out too small.
  ///
  /// - Parameters:
  ///   - light: The spectrum of the light, in any unit of power per nanometre.
  ///   - reflectance: The reflectance of the surface, 0 to 1; `nil` for white.
  /// - Returns: The response, which is the light's neutral where `reflectance` is `nil`.
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

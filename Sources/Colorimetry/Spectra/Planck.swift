internal import RealModule

extension SpectralDistribution {
  /// Returns the spectrum of a black body by Planck's law, from 300 to 830 nm at 1 nm, normalized to 100 at 560 nm.
  ///
  /// - Parameter temperature: The temperature in kelvin, for c2 = 1.4388e-2 m K; `infinity` is allowed.
  /// - Throws: ``ColorimetryError/temperatureOutOfRange(_:)`` below 500 K.
  public static func planck(temperature: Double) throws(ColorimetryError) -> SpectralDistribution {
    guard temperature >= PlanckianLocus.lowestTemperature else { throw .temperatureOutOfRange(temperature) }
    return planck(
      mired: 1e6 / temperature, secondRadiationConstant: SecondRadiationConstant.cie15.inNanometerMegakelvin)
  }

  /// Returns the spectrum of a black body.
  ///
  /// - Parameter secondRadiationConstant: The constant c2 in nm x megakelvin.
  static func planck(mired: Double, secondRadiationConstant: Double) -> SpectralDistribution {
    // This is Planck's law without the factor of temperature, x / (e^x - 1) / wavelength⁴, which also holds at infinite
    // temperature.
    func radiance(_ wavelength: Double) -> Double {
      let x = secondRadiationConstant * mired / wavelength
      return (x > 0 ? x / Double.expMinusOne(x) : 1) / (wavelength * wavelength * wavelength * wavelength)
    }
    let scale = 100 / radiance(560)
    return SpectralDistribution(table: (300...830).map { scale * radiance(Double($0)) }, firstWavelength: 300)
  }
}

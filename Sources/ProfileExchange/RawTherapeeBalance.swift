public import Colorimetry
package import DeviceProfiles
public import WhiteBalance

/// A white balance in RawTherapee's form, to type into its sliders: whole kelvin, and a factor of green.
///
/// ``/Colorimetry/RawTherapeeTemperatureAndGreen`` describes a light by the same definition for the CIE 1931 observer,
/// without a camera. Its numbers differ from these.
///
/// RawTherapee computes gains from the two by one matrix of the camera. It converts the light to linear sRGB, divides
/// green by the factor, converts back to XYZ, and applies the matrix. The light is a black body up to 4000 K and
/// daylight above, as the CIE 1964 10° observer of RawTherapee's table sees it. That table lacks the row of 560 nm, so
/// from there on each wavelength has the functions of the next one. See Docs/Exchange.md, "Raw developers".
public struct RawTherapeeBalance: Hashable, Sendable {
  /// The temperature in kelvin, on RawTherapee's scale.
  public let temperature: Int
  /// The factor of green.
  public let green: Double

  /// Finds the numbers from which RawTherapee computes these gains. It fails where there are none.
  ///
  /// - Parameters:
  ///   - gains: The gains of the raw samples, in any scale.
  ///   - matrix: The matrix from XYZ to the camera that RawTherapee uses, see ``DNGColorTags/rawTherapeeMatrix``.
  public init?(gains: WhiteBalanceGains, matrix: Matrix3x3) {
    guard let neutral = try? gains.neutral() else { return nil }
    let wanted = Self.toSRGB * (matrix.inverse * neutral.vector)
    guard wanted.x > 0, wanted.y > 0, wanted.sum().isFinite else { return nil }
    func ratio(_ temperature: Int) -> Double {
      let light = Self.light(temperature: temperature)
      return light.z / light.x
    }
    // Blue over red rises with the temperature, except for a step down at 4000 K, near which two temperatures are
    // possible.
    var (low, high) = (Self.temperatures.lowerBound, Self.temperatures.upperBound)
    let target = wanted.z / wanted.x
    guard ratio(low) <= target, target <= ratio(high) else { return nil }
    while high - low > 1 {
      let middle = (low + high) / 2
      if ratio(middle) > target { high = middle } else { low = middle }
    }
    temperature = abs(ratio(low) - target) < abs(ratio(high) - target) ? low : high
    let light = Self.light(temperature: temperature)
    green = (light.y / light.x) / (wanted.y / wanted.x)
    guard Self.greens.contains(green) else { return nil }
  }

  /// Returns the gains that RawTherapee computes from the two numbers, green 1.
  public func gains(matrix: Matrix3x3) -> WhiteBalanceGains {
    var light = Self.light(temperature: temperature)
    light.y /= green
    let neutral = matrix * (Self.toSRGB.inverse * light)
    return WhiteBalanceGains(red: neutral.y / neutral.x, green: 1, blue: neutral.y / neutral.z)
  }

  /// The contents of a processing profile (`.pp3`) that sets only the white balance.
  public var processingProfile: String {
    """
    [Version]
    AppVersion=5.9
    Version=349

    [White Balance]
    Enabled=true
    Setting=Custom
    Temperature=\(temperature)
    Green=\((green * 1e6).rounded() / 1e6)
    Equal=1
    TemperatureBias=0
    StandardObserver=TEN_DEGREES

    """
  }

  /// Returns the linear sRGB of a light.
  private static func light(temperature: Int) -> SIMD3<Double> {
    let kelvin = Double(temperature)
    let spectrum: SpectralDistribution
    do throws(ColorimetryError) {
      spectrum = try temperature <= hottestBlackBody ? .planck(temperature: kelvin) : .daylight(temperature: kelvin)
    } catch { preconditionFailure("\(kelvin) K: \(error)") }
    var sum = SIMD3<Double>.zero
    let functions = CIE1964Observer.colorMatching
    for (index, value) in functions.enumerated() {
      let wavelength = CIE1964Observer.firstWavelength + index * CIE1964Observer.step
      guard wavelength != missingWavelength else { continue }
      let taken = wavelength < missingWavelength ? wavelength : wavelength - CIE1964Observer.step
      sum += spectrum.value(at: Double(taken)) * value
    }
    return toSRGB * (sum / sum.y)
  }

  /// The legal temperatures, in kelvin. RawTherapee's range ends at 60 000 K, but its scale above 25 000 K is not
  /// published.
  package static let temperatures = 1500...25_000
  /// The factors of green that every RawTherapee accepts. The newest take up to 100, others up to 10.
  static let greens = 0.02...10.0
  /// The highest temperature, in kelvin, at which the light is a black body.
  private static let hottestBlackBody = 4000
  /// The wavelength, in nanometres, of the missing row in RawTherapee's table.
  private static let missingWavelength = 560

  /// The matrix from XYZ to linear sRGB with seven decimals, as programs of dcraw's family have it.
  private static let toSRGB = Matrix3x3(
    rows: [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560], [0.0556434, -0.2040259, 1.0572252])
}

extension DeviceProfile {
  /// Returns RawTherapee's processing profile for the camera under a black body, for DNGs with this profile's colours.
  ///
  /// - Parameter temperature: The black body's temperature, in kelvin.
  /// - Returns: The contents of the `.pp3`, and the warnings of ``WhiteBalancePresets``.
  /// - Throws: ``ExchangeError`` where the profile cannot be written as a DNG's colours, would not see the light, or
  ///   has gains for which RawTherapee has no numbers.
  package func rawTherapeeProfile(
    temperature: Double
  ) throws(ExchangeError) -> (text: String, warnings: [ExchangeWarning]) {
    let presets = try WhiteBalancePresets(self, temperatures: [temperature])
    let matrix = try colorTags(of: .dng).0.rawTherapeeMatrix
    guard let preset = presets.presets.first,
      let balance = RawTherapeeBalance(gains: preset.balance.gains, matrix: matrix)
    else { throw .noRawTherapeeBalance(temperature: temperature) }
    return (balance.processingProfile, presets.warnings)
  }
}

extension DNGColorTags {
  /// The matrix from XYZ to the camera that RawTherapee takes from a DNG: that of the second light, unless it is
  /// illuminant A.
  ///
  /// RawTherapee applies neither CameraCalibration nor AnalogBalance, and no third light.
  ///
  /// - Throws: ``ExchangeError/missingTag(_:needed:)`` where there is no light.
  public var rawTherapeeMatrix: Matrix3x3 {
    get throws(ExchangeError) {
      guard let first = lights.first else { throw Self.noLight }
      return lights.count > 1 && lights[1].illuminant != DNGIlluminant.standardA
        ? lights[1].colorMatrix : first.colorMatrix
    }
  }
}

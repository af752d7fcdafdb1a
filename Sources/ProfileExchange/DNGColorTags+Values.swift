public import Colorimetry
public import RawFrames
public import WhiteBalance

extension DNGColorTags {
  /// A light source with a temperature, by its number in EXIF and DNG.
  ///
  /// Source: EXIF 2.3, LightSource.
  public enum Illuminant: Int, CaseIterable, Hashable, Sendable {
    /// Daylight, 5500 K.
    case daylight = 1
    /// A fluorescent lamp, 4150 K.
    case fluorescent = 2
    /// A tungsten lamp, 2850 K.
    case tungsten = 3
    /// A flash, 5500 K.
    case flash = 4
    /// Fine weather, 5500 K.
    case fineWeather = 9
    /// A cloudy sky, 6500 K.
    case cloudy = 10
    /// Shade, 7500 K.
    case shade = 11
    /// A daylight fluorescent lamp, 5700 to 7100 K.
    case daylightFluorescent = 12
    /// A day white fluorescent lamp, 4600 to 5500 K.
    case dayWhiteFluorescent = 13
    /// A cool white fluorescent lamp, 3800 to 4500 K.
    case coolWhiteFluorescent = 14
    /// A white fluorescent lamp, 3250 to 3800 K.
    case whiteFluorescent = 15
    /// A warm white fluorescent lamp, 2600 to 3250 K.
    case warmWhiteFluorescent = 16
    /// CIE standard illuminant A; 2850 K in DNG.
    case standardLightA = 17
    /// Standard light B; 5500 K in DNG.
    case standardLightB = 18
    /// Standard light C; 6500 K in DNG.
    case standardLightC = 19
    /// CIE D55.
    case d55 = 20
    /// CIE D65.
    case d65 = 21
    /// CIE D75.
    case d75 = 22
    /// CIE D50.
    case d50 = 23
    /// An ISO studio tungsten lamp, 3200 K.
    case isoStudioTungsten = 24
  }

  /// Creates the tags of a camera from numbers, such as those in a datasheet.
  ///
  /// - Parameters:
  ///   - model: The model of the camera.
  ///   - lights: The tags for each light, one to three. Without one ``characterization()``, ``rawTherapeeMatrix`` and
  ///     ``dcpBytes()`` throw.
  ///   - analogBalance: The gains that the camera has multiplied the samples by; `nil` for none.
  ///   - asShotNeutral: The neutral of the frame in a DNG.
  ///   - levels: The black and white levels of a DNG.
  public init(
    model: String?, lights: [CalibratedLight], analogBalance: LinearRGB? = nil, asShotNeutral: LinearRGB? = nil,
    levels: SampleLevels? = nil
  ) {
    self.model = model
    self.lights = lights
    self.analogBalance = analogBalance
    self.asShotNeutral = asShotNeutral
    self.levels = levels
    isCalibrationOfProfile = true
    renderingTags = []
  }
}

extension DNGColorTags.CalibratedLight {
  /// Creates the tags for a light of EXIF, at its temperature. Where EXIF gives a range of temperatures, as for
  /// fluorescent lamps, it is the middle of the range.
  ///
  /// - Parameters:
  ///   - illuminant: The light source.
  ///   - colorMatrix: The matrix from XYZ to the reference camera.
  ///   - forwardMatrix: The matrix from white-balanced device RGB to XYZ under D50.
  ///   - cameraCalibration: The matrix from the reference camera to this unit; `nil` for the reference camera itself.
  public init(
    illuminant: DNGColorTags.Illuminant, colorMatrix: Matrix3x3, forwardMatrix: Matrix3x3? = nil,
    cameraCalibration: Matrix3x3? = nil
  ) {
    self.init(
      illuminant: illuminant.rawValue, temperature: DNGIlluminant.temperatures[illuminant.rawValue],
      white: nil, colorMatrix: colorMatrix, forwardMatrix: forwardMatrix, cameraCalibration: cameraCalibration)
  }
}

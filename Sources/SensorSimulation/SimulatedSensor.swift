public import RawFrames
public import WhiteBalance

/// A linear sensor with a colour mosaic, after the model of EMVA 1288: Poisson-distributed photoelectrons, normally
/// distributed read noise, one gain to raw values, and quantization.
///
/// The model excludes dark current, differences of the black level between samples, crosstalk, and a nonlinear
/// response. See Docs/Methods/SensorModel.md.
public struct SimulatedSensor: Hashable, Sendable {
  /// The spectral sensitivities of the sensor.
  public let sensitivities: SpectralSensitivities
  /// The pixel format of its frames.
  public let format: PixelFormat
  /// The black and white levels of its frames. Values are cut off at the white level.
  public let levels: SampleLevels
  /// The number of electrons in a sample at the white level: the pixel's capacity at the lowest ISO, and half of it at
  /// twice the ISO. Where the levels differ, it is that of the channel with the largest range from black to white.
  public let fullWell: Double
  /// The standard deviation of a sample in the dark before quantization, in electrons.
  public let readNoise: Double
  /// The differences between the samples that are the same in every frame.
  public let fixedPattern: FixedPattern

  /// The range of the full well, in electrons. Its limit keeps whole electrons exact in a `Double`, with room for light
  /// far beyond white.
  static let fullWells = 1.0...1e9

  /// Creates a sensor.
  ///
  /// - Parameters:
  ///   - sensitivities: The spectral sensitivities of the sensor.
  ///   - format: The pixel format of its frames, with a Bayer pattern.
  ///   - levels: The black and white levels of its frames.
  ///   - fullWell: The number of electrons in a sample at the white level, 1 to 1e9.
  ///   - readNoise: The standard deviation of a sample in the dark, in electrons, 0 to 1e9.
  ///   - fixedPattern: The differences between the samples.
  /// - Throws: ``SimulationError`` where the format has no colours or cannot hold the white level, or a number is out
  ///   of range.
  public init(
    _ sensitivities: SpectralSensitivities, format: PixelFormat, levels: SampleLevels, fullWell: Double,
    readNoise: Double, fixedPattern: FixedPattern = .none
  ) throws(SimulationError) {
    guard format.bayerPattern != nil else { throw .noColors(format.fourCC) }
    do throws(RawFrameError) { try levels.check(for: format) } catch { throw .frame(error) }
    guard Self.fullWells.contains(fullWell) else { throw .fullWell(fullWell) }
    guard (0...Self.fullWells.upperBound).contains(readNoise) else { throw .readNoise(readNoise) }
    self.sensitivities = sensitivities
    self.format = format
    self.levels = levels
    self.fullWell = fullWell
    self.readNoise = readNoise
    self.fixedPattern = fixedPattern
  }

  /// The raw values for each electron: EMVA 1288's system gain K, one for all channels.
  ///
  /// The levels of the channels are offsets and limits of their values. A gain for each would be a white balance.
  public var gain: Double { levels.range / fullWell }
}

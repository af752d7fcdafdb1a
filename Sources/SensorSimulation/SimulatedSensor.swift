public import RawFrames
public import WhiteBalance

/// A linear sensor with a colour mosaic, by the model of EMVA 1288: photoelectrons by Poisson's law, read noise by a normal
/// one, one gain to raw values, and quantisation.
///
/// Not in the model: dark current, differences of the black level from sample to sample, crosstalk, and a response that
/// bends. See Docs/Methods/SensorModel.md.
public struct SimulatedSensor: Hashable, Sendable {
  public let sensitivities: SpectralSensitivities
  public let format: PixelFormat
  /// Values are cut off at the white level.
  public let levels: SampleLevels
  /// Electrons in a sample at the white level: those of the pixel at the lowest ISO, half as many at twice the ISO.
  public let fullWell: Double
  /// The standard deviation of a sample in the dark before quantisation, in electrons.
  public let readNoise: Double
  public let fixedPattern: FixedPattern

  /// The limit keeps whole electrons exact in a `Double`, with room for light far beyond white.
  static let fullWells = 1.0...1e9

  /// - Throws: ``SimulationError`` where the format has no colours or cannot hold the white level, or a number is outside
  ///   its range.
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

  /// Raw values for each electron: EMVA 1288's system gain K.
  public var gain: BayerValues<Double> {
    BayerValues { (levels.white[$0] - levels.black[$0]) / fullWell }
  }
}

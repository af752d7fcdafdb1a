import ArgumentParser
import Calibration
import CommandOutput
import RawFrames
import Reports
import SensorSimulation
import SpectralData
import WhiteBalance

/// The options with the simulated sensor.
struct SensorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The camera: a file with the columns wavelength, red, green and blue, or the JSON of rawtoaces. Default: a Canon EOS "
        + "5D Mark II.",
      valueName: "file"))
  var sensitivities: String?

  @Option(help: ArgumentHelp("The pixel format, by its V4L2 code.", valueName: "code"))
  var format = "RG10"

  @Option(parsing: .unconditional, help: .width)
  var width = 640

  @Option(parsing: .unconditional, help: .height)
  var height = 480

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Bytes from one row to the next; without padding if not given.", valueName: "bytes"))
  var stride: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The black level, or four: red, green beside red, green beside blue, blue. A sixteenth of the format's range if not "
        + "given.",
      valueName: "level"),
    transform: LevelArgument.read)
  var black: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The value at which samples are cut off, or four. The format's largest if not given.", valueName: "level"),
    transform: LevelArgument.read)
  var white: LevelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Electrons in a sample at the white level; doubling the ISO halves it.", valueName: "electrons"))
  var fullWell = 5000.0

  @Option(parsing: .unconditional, help: ArgumentHelp("Read noise.", valueName: "electrons"))
  var readNoise = 3.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much the samples' responses differ: one standard deviation.", valueName: "share"))
  var nonUniformity = 0.0

  @Option(parsing: .unconditional, help: ArgumentHelp("Samples that are always white.", valueName: "share"))
  var hot = 0.0

  @Option(parsing: .unconditional, help: ArgumentHelp("Samples that are always black.", valueName: "share"))
  var dead = 0.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Which specimen of the camera: it has these hot and dead samples; 1 if not given.", valueName: "number"),
    transform: UInt64.read)
  var unit: UInt64 = 1

  /// The default black level, as a share of the format's values: 64 of 1024.
  private static let blackShare = 1.0 / 16

  func sensor(_ camera: SpectralSensitivities) throws -> SimulatedSensor {
    let pixelFormat = try PixelFormat(option: format)
    let full = SampleLevels(fullRangeOf: pixelFormat)
    let levels: SampleLevels
    do throws(RawFrameError) {
      levels = try SampleLevels(
        black: black?.values ?? BayerValues(repeating: Double(pixelFormat.maximumSample + 1) * Self.blackShare),
        white: white?.values ?? full.white)
    } catch { throw Failure(.usage, "--black, --white: \(error)") }
    do throws(SimulationError) {
      return try SimulatedSensor(
        camera, format: pixelFormat, levels: levels, fullWell: fullWell, readNoise: readNoise,
        fixedPattern: FixedPattern(responseNonUniformity: nonUniformity, hot: hot, dead: dead, unit: unit))
    } catch { throw Failure(.usage, error.description) }
  }

  /// Returns the camera of the option, or the bundled one.
  func camera() throws -> (SpectralSensitivities, warnings: [Note]) {
    guard let sensitivities else {
      do throws(SpectralDataError) {
        return (
          try SpectralSensitivities(fileBytes: BundledFile.cameraJSON), []
        )
      } catch { preconditionFailure("the bundled camera: \(error)") }
    }
    let read = try SpectralFile.sensitivities(sensitivities)
    do throws(SensitivityError) { try read.0.checkOrder() } catch {
      throw Failure(.badData, "\(sensitivities): \(error)")
    }
    return read
  }
}

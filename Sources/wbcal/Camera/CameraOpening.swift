import ArgumentParser
import CameraControl
public import CameraDevices
import Colorimetry
import CommandOutput
import DeviceProfiles
import GrayCard
import RawFrames
import Reports
import WhiteBalance

/// The options for opening a camera.
struct CameraOpening: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The pixel format, by its V4L2 code, such as RG10; the one it is set to, or its deepest Bayer format.",
      valueName: "code"))
  var format: String?

  @Option(parsing: .unconditional, help: .width) var width: Int?
  @Option(parsing: .unconditional, help: .height) var height: Int?
  @Option(help: .gainLaw, transform: ImageSensor.GainLaw.read) var gainLaw: ImageSensor.GainLaw?

  @Option(parsing: .unconditional, help: .delay) var delay: Int?

  func validate() throws {
    if let delay, !CameraOptions.delays.contains(delay) {
      throw ValidationError("--delay", delay, mustBe: CameraOptions.delays)
    }
    guard (width == nil) == (height == nil) else { throw ValidationError("--width and --height need each other") }
  }

  /// Opens the camera of this name.
  ///
  /// - Parameter profile: The camera's profile; `nil` where its colours do not matter.
  func open(_ camera: String, profile: DeviceProfile?) throws -> Camera {
    try Self.camera(camera, profile: profile, options: try options)
  }

  /// The options of the camera.
  var options: CameraOptions {
    get throws {
      var options = CameraOptions()
      options.format = try format.map(PixelFormat.init(option:))
      options.gainLaw = gainLaw
      options.pipelineDelay = delay
      if let width, let height { options.size = FrameSize(width: width, height: height) }
      return options
    }
  }

  /// Opens the camera of this name.
  ///
  /// - Parameter profile: The camera's profile; `nil` where its colours do not matter.
  static func camera(
    _ name: String, profile: DeviceProfile?, options: CameraOptions = CameraOptions()
  ) throws -> Camera {
    try camera(device: try NamedCamera.open(name), profile: profile, options: options)
  }

  /// Opens a camera on a device.
  ///
  /// - Parameter profile: The camera's profile; `nil` where its colours do not matter.
  static func camera(
    device: any CameraBackend, profile: DeviceProfile?, options: CameraOptions
  ) throws -> Camera {
    do throws(CameraError) {
      return try Camera(device: device, profile: profile ?? .unknown, options: options)
    } catch { throw Failure(error) }
  }
}

extension ImageSensor.GainLaw: ExplainedArgument {
  static let form = "hyperbolic:N, proportional:N, decibels:N or points:CODE=GAIN,…, such as hyperbolic:256"

  init?(argument: String) { self.init(argument) }
}

extension ArgumentHelp {
  /// The help for the argument that names a camera.
  static let camera = ArgumentHelp(
    "The camera, such as /dev/video0, sensor:imx219, or simulated:.", valueName: "camera")

  /// The help for the option with the law of gain codes.
  static let gainLaw = ArgumentHelp(
    "What the codes of the camera's gain do, as wbcal camera calibrate-gain prints it, such as hyperbolic:256.",
    valueName: "law")

  /// The help for the option with the delay of changes.
  static let delay = ArgumentHelp(
    "The number of frames that a change takes, as wbcal camera measure-delay prints it. Default: the known number of "
      + "the sensor, else 2.",
    valueName: "frames")
}

extension Note {
  /// Returns the warning about a test pattern.
  static func testPattern(by camera: Camera) -> Note? {
    guard camera.intrusion == .testPattern else { return nil }
    return Note(Code.testPattern, "a test pattern is on, so the frame is not what the camera sees; set test_pattern=0")
  }

  /// Returns the warning about frames whose levels are not known and are taken as the full range of the format.
  static func blackAssumed(by camera: Camera) -> Note? {
    guard camera.blackOrigin == .assumed else { return nil }
    return Note(.blackAssumed, "black level assumed to be 0; give a --profile that has one for this format")
  }
}

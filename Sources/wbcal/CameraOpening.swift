import ArgumentParser
import DeviceProfiles

#if os(Linux)
  import CameraControl
  import Colorimetry
  import RawFrames
  import SystemPackage
  import VideoCapture
  import WhiteBalance
#endif

/// A camera to be opened, and as what.
struct CameraOpening: ParsableArguments {
  @Argument(help: "The camera, such as /dev/video0.")
  var camera: String

  @Option(
    help: ArgumentHelp(
      "The pixel format, by its V4L2 code, such as RG10; the one it is set to, or its deepest Bayer format.",
      valueName: "code"))
  var format: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("Samples in a row.", valueName: "samples"))
  var width: Int?

  @Option(parsing: .unconditional, help: ArgumentHelp("Rows.", valueName: "rows"))
  var height: Int?

  func validate() throws {
    guard (width == nil) == (height == nil) else { throw ValidationError("--width and --height need each other") }
  }

  #if os(Linux)
    /// - Parameter profile: `nil` for work to which the camera's colours do not matter.
    func open(_ profile: DeviceProfile?) throws -> Camera {
      var options = CameraOptions()
      do throws(RawFrameError) {
        options.format = try format.map { code throws(RawFrameError) in try PixelFormat(code) }
      } catch { throw Failure(.usage, "--format: \(error)") }
      if let width, let height { options.size = FrameSize(width: width, height: height) }
      do throws(CameraError) {
        return try Camera(path: FilePath(camera), profile: profile ?? Self.unknownProfile, options: options)
      } catch { throw Failure(error) }
    }

    /// The camera is asked for nothing that depends on it.
    static var unknownProfile: DeviceProfile {
      let matrix = Matrix3x3(diagonal: [1, 1, 1])
      do throws(WhiteBalanceError) {
        return DeviceProfile(
          identity: DeviceIdentity(model: "unknown"),
          characterization: .matrices(
            try MatrixCharacterization(lights: [.init(temperature: 6500, matrix: matrix)])), provenance: "unknown")
      } catch { preconditionFailure("one matrix that has an inverse is a characterization: \(error)") }
    }
  #endif
}

#if os(Linux)
  extension Failure {
    init(_ error: CameraError) {
      switch error.reason {
      case .capture(let reason): self.init(CaptureError(device: error.device, reason: reason))
      case .monochrome, .levels, .conversion: self.init(.badData, error.description)
      case .option, .gainsOutOfRange, .chromaticityOutOfRange, .modeNotSupported, .outOfRange, .notSupported,
        .calibration,
        .bracketCount, .mixedBracket:
        self.init(.usage, error.description)
      case .unplugged, .notLockedForConfiguration, .notRunning, .noFrame, .cancelled:
        self.init(.deviceFailed, error.description)
      }
    }
  }
#endif

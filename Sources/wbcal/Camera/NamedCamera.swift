import CameraControl
import CameraDevices
import Colorimetry
import CommandOutput
import Foundation
import SensorSimulation
import SpectralData
import WhiteBalance

#if os(Linux)
  import VideoCapture
#endif

/// The names of cameras on the command line: a device node, an image sensor, or a simulated camera.
///
/// A sensor is `sensor:imx219`, or `imx219` where only a camera is possible. A simulated camera is `simulated:`, which
/// may be followed by its scene: `simulated:?light=A&brightness=0.5`.
enum NamedCamera {
  private static let simulated = "simulated:"

  /// Returns whether `name` is that of a camera and not of a file.
  ///
  /// A link to a device counts as the device, and so does `video0` in its folder.
  static func isCamera(_ name: String) -> Bool {
    if [simulated, "sensor:"].contains(where: name.hasPrefix) { return true }
    if name.hasPrefix("/dev/") { return !isFile(name) }
    return node(name) != nil
  }

  /// Returns whether a path in `/dev` is that of a file or a pipe, as in `/dev/shm` and `/dev/fd`.
  private static func isFile(_ path: String) -> Bool {
    let place = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: place) else {
      // A node that is absent is a camera that is not plugged in. Other folders there have no cameras.
      return path.dropFirst("/dev/".count).contains("/") && !path.hasPrefix("/dev/v4l/")
    }
    return attributes[.type] as? FileAttributeType != .typeCharacterSpecial
  }

  /// Returns the path of the device node behind a relative path or a link.
  private static func node(_ name: String) -> String? {
    let path = URL(fileURLWithPath: name).resolvingSymlinksInPath().path
    return ["/dev/video", "/dev/media"].contains(where: path.hasPrefix) ? path : nil
  }

  /// Opens the camera with this name.
  static func open(_ name: String) throws -> any CameraBackend {
    guard !name.isEmpty else {
      throw Failure(.noInput, "the name of a camera is empty; it must be one such as /dev/video0 or \(simulated)")
    }
    if name.hasPrefix(simulated) { return try simulatedCamera(name) }
    if name == simulated.dropLast() {
      throw Failure(.usage, "\(name): the simulated camera is called \(simulated), with a colon")
    }
    #if os(Linux)
      // A name that is not a path is a sensor's.
      let path = name.hasPrefix("/") ? name : node(name) ?? name
      do throws(CameraDeviceError) { return try ConnectedCameras.camera(named: path) } catch { throw Failure(error) }
    #else
      throw Failure(
        .deviceFailed, "\(name): cameras can be used on Linux alone, through V4L2; elsewhere use \(simulated)")
    #endif
  }

  /// Returns a simulated camera with the sensor of `wbcal simulate` and of the bundled sample, so that their profiles
  /// fit it.
  private static func simulatedCamera(_ name: String) throws -> SimulatedCamera {
    var setup = SimulatedCamera.Setup()
    do throws(SpectralDataError) {
      setup.sensitivities = try SpectralSensitivities(fileBytes: BundledFile.cameraJSON)
    } catch { preconditionFailure("the bundled camera: \(error)") }
    for (key, value) in try settings(name) {
      switch key {
      case "light": setup.light = try LightArgument(value, option: "\(name): light").spectrum
      case "brightness":
        guard let number = Double(value), number > 0, number.isFinite else {
          throw Failure(.usage, "\(name): a brightness of '\(value)'; it must be a number above 0, such as 0.5")
        }
        setup.brightness = number
      default: throw Failure(.usage, "\(name): there is no '\(key)'; \(forms)")
      }
    }
    do throws(SimulationError) { return try SimulatedCamera(setup, name: name) } catch {
      throw Failure(.usage, "\(name): \(error)")
    }
  }

  private static let forms = "it must be \(simulated), or \(simulated)?light=A&brightness=0.5"

  private static func settings(_ name: String) throws -> [(key: String, value: String)] {
    let query = name.dropFirst(simulated.count)
    guard !query.isEmpty else { return [] }
    guard query.first == "?" else { throw Failure(.usage, "\(name): \(forms)") }
    var keys: Set<String> = []
    return try query.dropFirst().split(separator: "&", omittingEmptySubsequences: false).map { part in
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard words.count == 2 else { throw Failure(.usage, "\(name): \(forms)") }
      guard keys.insert(words[0]).inserted else { throw Failure(.usage, "\(name): '\(words[0])' is there twice") }
      return (words[0], words[1])
    }
  }
}

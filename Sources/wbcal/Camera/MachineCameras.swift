import CameraDevices
import CommandOutput
import Reports

#if os(Linux)
  import VideoCapture
#endif

/// The cameras that are connected to this machine.
enum MachineCameras {
  typealias Found = Result<ListedCamera, CameraDeviceError>

  /// Returns the name of the only camera that gives raw frames.
  static func theOnlyOne() throws -> String {
    let found = try found(all: false)
    let cameras = found.compactMap { try? $0.get() }
    let raw = cameras.filter { !$0.rawFormats.isEmpty }
    if raw.count == 1 { return raw[0].device }
    if let first = raw.first {
      let names = raw.map { "\($0.device) (\($0.card))" }.joined(separator: ", ")
      throw Failure(.usage, "\(raw.count) cameras give raw frames: \(names); name one of them, such as \(first.device)")
    }
    for case .failure(let error) in found { throw Failure(error) }
    let why =
      cameras.isEmpty
      ? whyNone
      : cameras.map { "\($0.device) has only \($0.otherFormats.joined(separator: ", "))" }.joined(separator: ", ")
    throw Failure(.deviceFailed, "no camera gives raw frames: \(why); simulated: is one that every machine has")
  }

  #if os(Linux)
    /// Returns each camera as `camera list` prints it, or the reason why it cannot be opened.
    ///
    /// - Parameter all: Whether nodes that belong to a camera of several parts are included.
    static func found(all: Bool) throws -> [Found] {
      ConnectedCameras.all(includingSensorNodes: all).map { camera in
        camera.flatMap { device in Found { () throws(CameraDeviceError) in try ListedCamera(device) } }
      }
    }

    static var whyNone: String {
      CaptureDevice.allPaths.isEmpty ? "there is no /dev/video*" : "none of /dev/video* is one"
    }
  #else
    static func found(all: Bool) throws -> [Found] {
      throw Failure(.deviceFailed, "cameras can be found on Linux alone, through V4L2; elsewhere name simulated:")
    }

    static let whyNone = "they are found on Linux alone"
  #endif
}

package import CameraControl
internal import FrameSources
internal import RawFrames
package import SystemPackage

extension FileDescriptor {
  /// Writes the rows of a camera's frame with their padding.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - camera: The name of the camera in messages.
  /// - Throws: ``Failure`` where the camera states a stride that no reader accepts, or the system's error.
  package func write(_ frame: CameraFrame, of camera: String) throws {
    let bytes: [UInt8]
    do throws(RawFrameError) { bytes = try frame.frame.paddedBytes(limit: SourceFile.largest) } catch {
      throw Failure(.deviceFailed, "\(camera.asLabel) \(error)")
    }
    try writeAll(bytes)
  }
}

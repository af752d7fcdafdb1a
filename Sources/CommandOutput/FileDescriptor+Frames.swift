package import CameraControl
internal import FrameSources
internal import RawFrames
package import SystemPackage

extension FileDescriptor {
  /// Writes the rows of a camera's frame with their padding.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - camera: The name by which messages call the camera.
  /// - Throws: ``Failure`` where the camera states a stride with which nothing is read again, or an error of the system.
  package func write(_ frame: CameraFrame, of camera: String) throws {
    let bytes: [UInt8]
    do throws(RawFrameError) { bytes = try frame.frame.paddedBytes(limit: SourceFile.largest) } catch {
      throw Failure(.deviceFailed, "\(camera): \(error)")
    }
    try writeAll(bytes)
  }
}

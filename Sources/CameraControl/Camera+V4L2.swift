#if os(Linux)
  internal import CameraDevices
  public import DeviceProfiles
  public import SystemPackage
  internal import VideoCapture

  extension Camera {
    /// Opens a camera of Linux's V4L2, and leaves its controls as they are.
    ///
    /// - Parameters:
    ///   - path: The device node, such as `/dev/video0`.
    ///   - profile: The device's profile. `ICCProfiles` reads it from a file.
    ///   - options: The options that the camera is opened with.
    /// - Throws: ``CameraError`` where it cannot be opened or has no raw format.
    public convenience init(
      path: FilePath, profile: DeviceProfile, options: CameraOptions = CameraOptions()
    ) throws(CameraError) {
      let device: V4L2Camera
      do throws(CameraDeviceError) { device = try V4L2Camera(path: path) } catch { throw CameraError(error) }
      try self.init(device: device, profile: profile, options: options)
    }
  }
#endif

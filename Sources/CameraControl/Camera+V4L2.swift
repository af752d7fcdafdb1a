#if os(Linux)
  internal import CameraDevices
  public import DeviceProfiles
  public import SystemPackage
  internal import VideoCapture

  extension Camera {
    /// Opens a camera of Linux's V4L2, and leaves its controls as they are.
    ///
    /// - Parameters:
    ///   - path: A video node such as `/dev/video0`, a media node such as `/dev/media0` of one sensor, or a sensor's name such as
    ///     `imx219`. Where a sensor is behind the node, the camera is made of its parts.
    ///   - profile: The device's profile. `ICCProfiles` reads it from a file.
    ///   - options: The options that the camera is opened with.
    /// - Throws: ``CameraError`` where it cannot be opened or has no raw format.
    public convenience init(
      path: String, profile: DeviceProfile, options: CameraOptions = CameraOptions()
    ) throws(CameraError) {
      let device: any CameraBackend
      do throws(CameraDeviceError) { device = try ConnectedCameras.camera(named: path) } catch {
        throw CameraError(error)
      }
      try self.init(device: device, profile: profile, options: options)
    }

    /// Opens a camera of Linux's V4L2 by a `FilePath` in place of a text.
    ///
    /// - Parameters:
    ///   - path: The name of a node or a sensor.
    ///   - profile: The device's profile.
    ///   - options: The options that the camera is opened with.
    /// - Throws: ``CameraError`` where it cannot be opened or has no raw format.
    public convenience init(
      path: FilePath, profile: DeviceProfile, options: CameraOptions = CameraOptions()
    ) throws(CameraError) {
      try self.init(path: path.string, profile: profile, options: options)
    }
  }
#endif

#if os(Linux)
  internal import CameraDevices
  public import DeviceProfiles
  public import SystemPackage
  internal import VideoCapture

  extension Camera {
    /// Opens a V4L2 camera, and leaves its controls as they are.
    ///
    /// - Parameters:
    ///   - path: A video node such as `/dev/video0`, a media node such as `/dev/media0` of one sensor, or the name of a
    ///     sensor such as `imx219`. Where a sensor is behind the node, the camera consists of the sensor and the
    ///     devices after it.
    ///   - profile: The device's profile. `ICCProfiles` reads it from a file.
    ///   - options: The options of the camera.
    /// - Throws: ``CameraError`` where the device cannot be opened or has no raw format.
    public convenience init(
      path: String, profile: DeviceProfile, options: CameraOptions = CameraOptions()
    ) throws(CameraError) {
      let device: any CameraBackend
      do throws(CameraDeviceError) { device = try ConnectedCameras.camera(named: path) } catch {
        throw CameraError(error)
      }
      try self.init(device: device, profile: profile, options: options)
    }

    /// Opens a V4L2 camera, and leaves its controls as they are.
    ///
    /// - Parameters:
    ///   - path: A node or the name of a sensor.
    ///   - profile: The device's profile.
    ///   - options: The options of the camera.
    /// - Throws: ``CameraError`` where the device cannot be opened or has no raw format.
    public convenience init(
      path: FilePath, profile: DeviceProfile, options: CameraOptions = CameraOptions()
    ) throws(CameraError) {
      try self.init(path: path.string, profile: profile, options: options)
    }
  }
#endif

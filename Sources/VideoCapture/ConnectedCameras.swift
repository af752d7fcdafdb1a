#if os(Linux)
  public import CameraDevices
  internal import SystemPackage

  /// The cameras that are connected to this machine.
  ///
  ///     for case .success(let device) in ConnectedCameras.all() {
  ///       print(device.name, device.identity.card)
  ///     }
  public enum ConnectedCameras {
    /// Returns each camera once, or why it cannot be opened: those of several parts by their sensors, then all others.
    ///
    /// Nodes for metadata or output, which a card has beside that of its camera, are left out. Opening changes nothing on a device.
    ///
    /// - Parameter hasNodesOfSensors: Whether the nodes of cameras of several parts come by themselves as well.
    public static func all(hasNodesOfSensors: Bool = false) -> [Result<any CameraBackend, CameraDeviceError>] {
      let others = CaptureDevice.allPaths.filter { hasNodesOfSensors || !SensorCamera.nodes.contains($0.string) }
      let nodes = others.map { path in
        Result<any CameraBackend, CameraDeviceError> { () throws(CameraDeviceError) in try V4L2Camera(path: path) }
      }
      let cameras = nodes.filter { node in
        if case .failure(let error) = node, case .notACamera = error.fault { return false }
        return true
      }
      return SensorCamera.all().map { .success($0) } + cameras
    }

    /// Opens the camera that a name stands for: of several parts where there is a sensor behind it, else the node itself.
    ///
    /// - Parameter name: A video node such as `/dev/video0`, a media node such as `/dev/media0` of one sensor, or a sensor's name such as
    ///   `imx219`, with or without `sensor:` before it.
    /// - Throws: ``/CameraDevices/CameraDeviceError`` where there is no such camera, where a name stands for several, or where it may not be opened.
    public static func camera(named name: String) throws(CameraDeviceError) -> any CameraBackend {
      let kernel = LinuxKernel()
      do throws(CaptureError) {
        if name.hasPrefix("/dev/media") { return try SensorCamera.sole(of: name, kernel) }
        if name.contains("/") {
          if let camera = try SensorCamera.behind(name, kernel) { return camera }
          return V4L2Camera(try CaptureDevice(path: FilePath(name), kernel: kernel))
        }
        let prefix = SensorCamera.prefix
        return try SensorCamera.named(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name, kernel)
      } catch { throw CameraDeviceError(error) }
    }
  }
#endif

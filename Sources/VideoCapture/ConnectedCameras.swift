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
  }
#endif

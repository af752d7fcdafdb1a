#if os(Linux)
  public import CameraDevices
  internal import SystemPackage

  /// The cameras that are connected to this machine.
  ///
  ///     for case .success(let device) in ConnectedCameras.all() {
  ///       print(device.name, device.identity.card)
  ///     }
  public enum ConnectedCameras {
    /// Returns each camera once, or the reason why it cannot be opened.
    ///
    /// Cameras of several parts come first, under the names of their sensors. The nodes for metadata and output that a
    /// camera may have are left out. A media device that cannot be opened is included, because it may have a sensor.
    /// Opening changes nothing on a device.
    ///
    /// - Parameter includingSensorNodes: Whether the nodes of cameras of several parts are included on their own as
    ///   well.
    public static func all(includingSensorNodes: Bool = false) -> [Result<any CameraBackend, CameraDeviceError>] {
      all(includingSensorNodes: includingSensorNodes, LinuxKernel())
    }

    package static func all(
      includingSensorNodes: Bool = false, _ kernel: any VideoKernel
    ) -> [Result<any CameraBackend, CameraDeviceError>] {
      let (sensors, nodes) = SensorCamera.all(kernel)
      let others = CaptureDevice.paths(in: "/dev", kernel).filter { includingSensorNodes || !nodes.contains($0.string) }
      let cameras = others.map { path in
        Result<any CameraBackend, CameraDeviceError> { () throws(CameraDeviceError) in
          do throws(CaptureError) { return V4L2Camera(try CaptureDevice(path: path, kernel: kernel)) } catch {
            throw CameraDeviceError(error)
          }
        }
      }
      return sensors
        + cameras.filter { node in
          if case .failure(let error) = node, case .notACamera = error.fault { return false }
          return true
        }
    }

    /// Opens the camera that a name stands for. A node with a sensor behind it gives a camera of several parts.
    ///
    /// - Parameter name: A video node such as `/dev/video0`, a media node such as `/dev/media0` of one sensor, or the
    ///   name of a sensor such as `imx219`, with or without the prefix `sensor:`.
    /// - Throws: ``/CameraDevices/CameraDeviceError`` where there is no such camera, where a name stands for several,
    ///   or where it may not be opened.
    public static func camera(named name: String) throws(CameraDeviceError) -> any CameraBackend {
      try camera(named: name, LinuxKernel())
    }

    package static func camera(
      named name: String, _ kernel: any VideoKernel
    ) throws(CameraDeviceError) -> any CameraBackend {
      if name.hasPrefix("/dev/media") { return try SensorCamera.sole(of: name, kernel) }
      if name.contains("/") {
        if let camera = try SensorCamera.behind(name, kernel) { return camera }
        do throws(CaptureError) { return V4L2Camera(try CaptureDevice(path: FilePath(name), kernel: kernel)) } catch {
          throw CameraDeviceError(error)
        }
      }
      let prefix = SensorCamera.prefix
      return try SensorCamera.named(name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name, kernel)
    }
  }
#endif

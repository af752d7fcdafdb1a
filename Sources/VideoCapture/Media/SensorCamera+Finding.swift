#if os(Linux)
  internal import CameraDevices
  internal import SystemPackage

  extension SensorCamera {
    /// The prefix of a sensor's name where a path is possible as well, as in `sensor:imx219`.
    static let prefix = "sensor:"

    /// Returns the cameras of all sensors that can be set, and the paths of all nodes of their media devices.
    ///
    /// Each camera has its sensor's name. A camera that cannot be opened is an error, and so is a media device that
    /// cannot be opened, because it may have a sensor.
    static func all(
      _ kernel: any VideoKernel
    ) -> (cameras: [Result<any CameraBackend, CameraDeviceError>], nodes: Set<String>) {
      var (cameras, nodes): ([Result<any CameraBackend, CameraDeviceError>], Set<String>) = ([], [])
      for device in graphs(kernel) {
        switch device {
        case .failure(let error): cameras.append(.failure(CameraDeviceError(error)))
        case .success(let (media, graph)):
          let sensors = graph.entities.filter { $0.function == .sensor && $0.node != nil }
          if !graph.ways.isEmpty { nodes.formUnion(graph.entities.compactMap(\.node)) }
          cameras += sensors.map { sensor in
            Result { () throws(CameraDeviceError) in try camera(of: sensor, media, graph, kernel) }
          }
        }
      }
      return (cameras, nodes)
    }

    /// Returns the graphs of all media devices, or the errors of reading them.
    private static func graphs(_ kernel: any VideoKernel) -> [Result<(MediaDevice, MediaGraph), CaptureError>] {
      MediaDevice.paths(kernel).map { path in
        Result { () throws(CaptureError) in
          let media = try MediaDevice(path: path, kernel: kernel)
          return (media, try media.graph())
        }
      }
    }

    /// Returns the camera of a sensor, under the sensor's name unless the caller gave another.
    private static func camera(
      of sensor: MediaGraph.Entity, _ media: MediaDevice, _ graph: MediaGraph, named name: String? = nil,
      _ kernel: any VideoKernel
    ) throws(CameraDeviceError) -> SensorCamera {
      let name = name ?? prefix + sensor.name
      do throws(CaptureError) {
        guard sensor.node != nil else { throw media.handle.error(.noSensorNode(sensor: sensor.name)) }
        guard let way = graph.way(from: sensor) else { throw media.handle.error(.noWay(sensors: [sensor.name])) }
        return try SensorCamera(name: name, media, graph, way, kernel)
      } catch { throw CameraDeviceError(error, of: name) }
    }

    /// Returns the camera of the only sensor of a media device.
    static func sole(of path: String, _ kernel: any VideoKernel) throws(CameraDeviceError) -> SensorCamera {
      let (media, graph): (MediaDevice, MediaGraph)
      do throws(CaptureError) {
        media = try MediaDevice(path: FilePath(path), kernel: kernel)
        graph = try media.graph()
      } catch { throw CameraDeviceError(error) }
      let ways = graph.ways
      guard let way = ways.first else {
        let sensors = graph.entities.filter { $0.function == .sensor && $0.node != nil }
        throw CameraDeviceError(media.handle.error(.noWay(sensors: sensors.map(\.name))))
      }
      guard ways.count == 1 else {
        throw CameraDeviceError(media.handle.error(.noSensor(path, sensors: ways.map(\.sensor.name))))
      }
      return try camera(of: way.sensor, media, graph, named: path, kernel)
    }

    /// Returns the camera whose frames a node gives, or `nil` where the node has no sensor that can be set behind it.
    static func behind(_ path: String, _ kernel: any VideoKernel) throws(CameraDeviceError) -> SensorCamera? {
      // The path may be a symbolic link to the node.
      let number = kernel.deviceNumber(of: path)
      var failure: CaptureError?
      for device in graphs(kernel) {
        guard case .success(let (media, graph)) = device else {
          if case .failure(let error) = device { failure = failure ?? error }
          continue
        }
        let own = graph.entities.compactMap(\.node).first {
          $0 == path || number != nil && kernel.deviceNumber(of: $0) == number
        }
        guard let own, let way = graph.way(to: own) else { continue }
        do throws(CaptureError) { return try SensorCamera(name: path, media, graph, way, kernel) } catch {
          throw CameraDeviceError(error, of: path)
        }
      }
      // A node whose formats are those of its graph cannot stream on its own.
      if let failure, let node = try? CaptureDevice(path: FilePath(path), kernel: kernel), node.isSetByGraph {
        throw CameraDeviceError(failure, of: path)
      }
      return nil
    }

    /// Returns the camera of the sensor with this name or this model in a media device of this machine.
    static func named(_ name: String, _ kernel: any VideoKernel) throws(CameraDeviceError) -> SensorCamera {
      var sensors: [(entity: MediaGraph.Entity, media: MediaDevice, graph: MediaGraph)] = []
      var failure: CaptureError?
      for device in graphs(kernel) {
        switch device {
        case .failure(let error): failure = failure ?? error
        case .success(let (media, graph)):
          sensors += graph.entities.filter { $0.function == .sensor }.map { ($0, media, graph) }
        }
      }
      let wanted = name.lowercased()
      let exact = sensors.filter { $0.entity.name.lowercased() == wanted }
      let fitting = exact.isEmpty ? sensors.filter { $0.entity.name.lowercased().hasPrefix(wanted + " ") } : exact
      guard let found = fitting.first, fitting.count == 1, !wanted.isEmpty else {
        // The sensor may be behind a media device that cannot be opened.
        if fitting.isEmpty, let failure { throw CameraDeviceError(failure, of: prefix + name) }
        let names = sensors.map(\.entity).filter { $0.node != nil }.map(\.name)
        throw CameraDeviceError(CaptureError(device: FilePath(name), reason: .noSensor(name, sensors: names)))
      }
      return try camera(of: found.entity, found.media, found.graph, kernel)
    }
  }
#endif

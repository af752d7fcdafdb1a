#if os(Linux)
  internal import SystemPackage

  extension SensorCamera {
    /// The word before a sensor's name where a path could stand as well, as in `sensor:imx219`.
    static let prefix = "sensor:"

    /// The sensors of this machine that have a way to a node, each as a camera that is named by its sensor. A media device that may not be
    /// opened is left out.
    static func all(_ kernel: any VideoKernel = LinuxKernel()) -> [SensorCamera] {
      found(kernel).compactMap { media, graph, way in
        try? SensorCamera(name: prefix + way.sensor.name, media, graph, way, kernel)
      }
    }

    /// The paths of all nodes of media devices in which a sensor has a way to a node.
    static var nodes: Set<String> {
      Set(found(LinuxKernel()).flatMap { _, graph, _ in graph.entities.compactMap(\.node) })
    }

    private static func found(_ kernel: any VideoKernel) -> [(MediaDevice, MediaGraph, MediaGraph.Way)] {
      MediaDevice.paths(kernel).flatMap { path -> [(MediaDevice, MediaGraph, MediaGraph.Way)] in
        guard let media = try? MediaDevice(path: path, kernel: kernel), let graph = try? media.graph() else {
          return []
        }
        return graph.ways.map { (media, graph, $0) }
      }
    }

    static func sole(of path: String, _ kernel: any VideoKernel) throws(CaptureError) -> SensorCamera {
      let media = try MediaDevice(path: FilePath(path), kernel: kernel)
      let graph = try media.graph()
      let ways = graph.ways
      guard let way = ways.first else {
        throw media.handle.error(
          .noWay(sensors: graph.entities.filter { $0.function == .sensor && $0.node != nil }.map(\.name)))
      }
      guard ways.count == 1 else { throw media.handle.error(.noSensor(path, sensors: ways.map(\.sensor.name))) }
      return try SensorCamera(name: path, media, graph, way, kernel)
    }

    /// The camera whose frames a node gives, or `nil` where no sensor that can be set is behind it.
    static func behind(_ path: String, _ kernel: any VideoKernel) throws(CaptureError) -> SensorCamera? {
      // The node may have been named by a link.
      let number = kernel.deviceNumber(of: path)
      for node in MediaDevice.paths(kernel) {
        guard let media = try? MediaDevice(path: node, kernel: kernel), let graph = try? media.graph() else { continue }
        let own = graph.entities.compactMap(\.node).first {
          $0 == path || number != nil && kernel.deviceNumber(of: $0) == number
        }
        guard let own, let way = graph.way(to: own) else { continue }
        return try SensorCamera(name: path, media, graph, way, kernel)
      }
      return nil
    }

    static func named(_ name: String, _ kernel: any VideoKernel) throws(CaptureError) -> SensorCamera {
      let all = found(kernel)
      func matches(_ condition: (String) -> Bool) -> [(MediaDevice, MediaGraph, MediaGraph.Way)] {
        all.filter { condition($0.2.sensor.name.lowercased()) }
      }
      let wanted = name.lowercased()
      let exact = matches { $0 == wanted }
      let fitting = exact.isEmpty ? matches { $0.hasPrefix(wanted + " ") } : exact
      guard let (media, graph, way) = fitting.first, fitting.count == 1, !wanted.isEmpty else {
        throw CaptureError(device: FilePath(name), reason: .noSensor(name, sensors: all.map(\.2.sensor.name)))
      }
      return try SensorCamera(name: prefix + way.sensor.name, media, graph, way, kernel)
    }
  }
#endif

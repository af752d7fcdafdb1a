#if os(Linux)
  internal import CVideo4Linux
  internal import SystemPackage

  /// An open media device: its graph, as the kernel describes it, and the switches of its links.
  ///
  /// ``Subdevice`` makes the other requests about a camera of several parts.
  struct MediaDevice: Sendable {
    /// A media device's description of itself.
    struct Information: Hashable, Sendable {
      let driver, model, bus: String
    }

    let handle: DeviceHandle
    let information: Information
    private let kernel: any VideoKernel

    init(path: FilePath, kernel: any VideoKernel) throws(CaptureError) {
      let handle = try DeviceHandle(path: path, kernel: kernel)
      var answer = media_device_info()
      if let errno = handle.attempt(.mediaDeviceInformation, &answer) {
        throw errno == .inappropriateIOCTLForDevice
          ? handle.error(.notAMediaDevice) : CaptureError(path, .mediaDeviceInformation, errno)
      }
      self.handle = handle
      self.kernel = kernel
      information = Information(driver: text(answer.driver), model: text(answer.model), bus: text(answer.bus_info))
    }

    /// The paths of the media nodes in `/dev`, by number.
    static func paths(_ kernel: any VideoKernel) -> [FilePath] { kernel.nodes("media", in: "/dev") }

    // MARK: - The graph

    /// The number of times that the graph is read. If a part is plugged in between the two requests, the answer
    /// outgrows its buffer and both are repeated.
    private static let mostReadings = 8
    /// The largest number of entities, interfaces, pads or links, beyond any real graph.
    private static let mostObjects: UInt32 = 65535

    func graph() throws(CaptureError) -> MediaGraph {
      for _ in 0..<Self.mostReadings {
        if let graph = try read() { return graph }
      }
      throw CaptureError(handle.path, .mediaTopology, .noSpace)
    }

    private func read() throws(CaptureError) -> MediaGraph? {
      var request = media_v2_topology()
      try handle.perform(.mediaTopology, &request)
      var size = cv4l_graph_size()
      cv4l_unpack_topology(&request, &size)
      guard max(size.entities, size.interfaces, size.pads, size.links) <= Self.mostObjects else {
        throw CaptureError(handle.path, .mediaTopology, .noSpace)
      }
      var entities = [media_v2_entity](repeating: media_v2_entity(), count: Int(size.entities))
      var interfaces = [media_v2_interface](repeating: media_v2_interface(), count: Int(size.interfaces))
      var pads = [media_v2_pad](repeating: media_v2_pad(), count: Int(size.pads))
      var links = [media_v2_link](repeating: media_v2_link(), count: Int(size.links))
      let errno = entities.withUnsafeMutableBufferPointer { entities in
        interfaces.withUnsafeMutableBufferPointer { interfaces in
          pads.withUnsafeMutableBufferPointer { pads in
            links.withUnsafeMutableBufferPointer { links in
              cv4l_pack_topology(
                &size, entities.baseAddress, interfaces.baseAddress, pads.baseAddress, links.baseAddress, &request)
              return handle.attempt(.mediaTopology, &request)
            }
          }
        }
      }
      if errno == .noSpace { return nil }
      if let errno { throw CaptureError(handle.path, .mediaTopology, errno) }
      return graph(entities, interfaces, pads, links)
    }

    private func graph(
      _ entities: [media_v2_entity], _ interfaces: [media_v2_interface], _ pads: [media_v2_pad],
      _ links: [media_v2_link]
    ) -> MediaGraph {
      let parts = entities.map { entry in
        var (entry, part) = (entry, cv4l_entity())
        cv4l_unpack_entity(&entry, &part)
        return part
      }
      let ports = pads.map { entry in
        var (entry, pad) = (entry, cv4l_pad())
        cv4l_unpack_pad(&entry, &pad)
        return MediaGraph.Pad(
          id: pad.id, entity: pad.entity, index: Int(pad.index), isSource: pad.flags & UInt32(MEDIA_PAD_FL_SOURCE) != 0)
      }
      let connections = links.map { entry in
        var (entry, link) = (entry, cv4l_link())
        cv4l_unpack_link(&entry, &link)
        return link
      }
      let nodes = Dictionary(
        interfaces.map { entry in
          var (entry, interface) = (entry, cv4l_interface())
          cv4l_unpack_interface(&entry, &interface)
          return (interface.id, DeviceNumber(major: interface.major, minor: interface.minor))
        }, uniquingKeysWith: { first, _ in first })
      func ofType(_ type: UInt32) -> [cv4l_link] { connections.filter { $0.flags & Self.linkType == type } }
      let paths = paths(of: Set(nodes.values))
      var node: [UInt32: String] = [:]
      for link in ofType(Self.interfaceLink) { node[link.sink] = nodes[link.source].flatMap { paths[$0] } }
      var helpers: [UInt32: [UInt32]] = [:]
      for link in ofType(Self.ancillaryLink) { helpers[link.source, default: []].append(link.sink) }
      // Opening a node may wake its device up, so the nodes of graphs without a sensor are not opened.
      let pads = Dictionary(grouping: ports, by: \.entity)
      let hasSensor = parts.contains { part in
        MediaGraph.Function(part.function, givesFrames: false) == .sensor && node[part.id] != nil
      }
      var routes: [UInt32: [MediaGraph.Route]] = [:]
      for part in parts where hasSensor && part.function != MediaGraph.Function.node {
        guard pads[part.id]?.contains(where: \.isSource) ?? false, let path = node[part.id] else { continue }
        routes[part.id] = (try? Subdevice(path: FilePath(path), kernel: kernel))?.routes()
      }
      return MediaGraph(
        entities: parts.map { part in
          let givesFrames = hasSensor && part.function == MediaGraph.Function.node && givesFrames(node[part.id])
          return MediaGraph.Entity(
            id: part.id, name: text(part.name), function: MediaGraph.Function(part.function, givesFrames: givesFrames),
            node: node[part.id])
        }, pads: ports,
        links: ofType(Self.dataLink).map { link in
          MediaGraph.Link(
            source: link.source, sink: link.sink, isEnabled: link.flags & UInt32(MEDIA_LNK_FL_ENABLED) != 0,
            isImmutable: link.flags & UInt32(MEDIA_LNK_FL_IMMUTABLE) != 0)
        }, helpers: helpers, routes: routes)
    }

    /// The kinds of links are in the highest bits of their flags. Source: Linux, include/uapi/linux/media.h.
    private static let (linkType, dataLink, interfaceLink, ancillaryLink) =
      (UInt32(0xf000_0000), UInt32(0), UInt32(0x1000_0000), UInt32(0x2000_0000))

    /// Returns whether a node gives frames, as it reports. A node that cannot be opened counts as one, so that opening
    /// it later gives the caller the reason.
    private func givesFrames(_ node: String?) -> Bool {
      guard let node else { return false }
      do throws(CaptureError) { _ = try CaptureDevice(path: FilePath(node), kernel: kernel) } catch {
        if case .notACaptureDevice = error.reason { return false }
      }
      return true
    }

    /// The nodes of devices by their numbers.
    private func paths(of numbers: Set<DeviceNumber>) -> [DeviceNumber: String] {
      var paths: [DeviceNumber: String] = [:]
      for name in kernel.names(in: "/dev") where name.hasPrefix("video") || name.hasPrefix("v4l-subdev") {
        let path = "/dev/\(name)"
        // A link to a node has the node's device number. The node's name is shorter or comes first.
        if let number = kernel.deviceNumber(of: path), numbers.contains(number) {
          paths[number] = [paths[number], path].compactMap(\.self).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        }
      }
      return paths
    }

    // MARK: - Links

    /// Switches a link on or off.
    func switchLink(_ link: MediaGraph.Link, in graph: MediaGraph, on isEnabled: Bool) throws(CaptureError) {
      guard let source = graph.pad(link.source), let sink = graph.pad(link.sink) else { return }
      var request = media_link_desc()
      cv4l_pack_link_setup(
        source.entity, UInt16(source.index), sink.entity, UInt16(sink.index), isEnabled ? 1 : 0, &request)
      try handle.perform(.setUpLink, &request)
    }
  }

  /// An open part of a media device, for the formats of its pads.
  struct Subdevice: Sendable {
    /// The format of a pad.
    struct Format: Hashable, Sendable {
      var code: BusCode
      var size: FrameSize
    }

    let handle: DeviceHandle

    /// Opens a part.
    ///
    /// - Parameter hasStreams: Whether the pads have streams, as ``routes()`` reports. The kernel accepts the number of
    ///   a stream only from a program that has declared support for streams.
    init(path: FilePath, kernel: any VideoKernel, hasStreams: Bool = false) throws(CaptureError) {
      handle = try DeviceHandle(path: path, kernel: kernel)
      guard hasStreams else { return }
      var request = cv4l_client_capability(capabilities: CV4L_CLIENT_KNOWS_STREAMS)
      try handle.perform(.setClientCapabilities, &request)
    }

    /// Returns the routes of frames in the driver's order, or `nil` where the kernel or the part has no streams.
    func routes() -> [MediaGraph.Route]? {
      var entries = [cv4l_route](repeating: cv4l_route(), count: Self.mostRoutes)
      var request = cv4l_routing()
      let errno = entries.withUnsafeMutableBufferPointer { entries in
        cv4l_pack_routing(entries.baseAddress, UInt32(entries.count), &request)
        return handle.attempt(.getRouting, &request)
      }
      guard errno == nil else { return nil }
      return entries.prefix(Int(request.count)).filter { $0.flags & CV4L_ROUTE_ACTIVE != 0 }.map { route in
        MediaGraph.Route(
          sink: Int(route.sink_pad), sinkStream: Int(route.sink_stream), source: Int(route.source_pad),
          sourceStream: Int(route.source_stream))
      }
    }

    /// The largest number of routes in one request. Source: Linux, v4l2-ioctl.c.
    private static let mostRoutes = 256

    func format(ofPad pad: Int, stream: Int = 0) throws(CaptureError) -> Format {
      var request = Self.request(pad, stream)
      try handle.perform(.getPadFormat, &request)
      return Format(request.format)
    }

    /// Sets the format of a stream of a pad.
    ///
    /// - Returns: The format that the driver chose.
    @discardableResult
    func setFormat(_ format: Format, ofPad pad: Int, stream: Int = 0) throws(CaptureError) -> Format {
      var request = Self.request(pad, stream)
      // Other settings, such as the colour space, are kept.
      try handle.perform(.getPadFormat, &request)
      request.format.code = format.code.rawValue
      request.format.width = UInt32(clamping: format.size.width)
      request.format.height = UInt32(clamping: format.size.height)
      try handle.perform(.setPadFormat, &request)
      return Format(request.format)
    }

    /// Returns the codes that a pad can have; empty where the driver does not list them.
    func codes(ofPad pad: Int, stream: Int = 0) throws(CaptureError) -> [BusCode] {
      let entries = try handle.list(.enumerateBusCodes) { index in
        var entry = v4l2_subdev_mbus_code_enum()
        entry.pad = UInt32(pad)
        entry.index = index
        entry.which = V4L2_SUBDEV_FORMAT_ACTIVE.rawValue
        cv4l_set_code_stream(&entry, UInt32(stream))
        return entry
      }
      return (entries ?? []).map { BusCode(rawValue: $0.code) }
    }

    /// Returns the sizes that a pad can have with a code, or `nil` where the driver does not list them.
    func sizes(ofPad pad: Int, stream: Int = 0, _ code: BusCode) throws(CaptureError) -> FrameSizes? {
      let entries = try handle.list(.enumeratePadSizes) { index in
        var entry = v4l2_subdev_frame_size_enum()
        entry.pad = UInt32(pad)
        entry.index = index
        entry.code = code.rawValue
        entry.which = V4L2_SUBDEV_FORMAT_ACTIVE.rawValue
        cv4l_set_size_stream(&entry, UInt32(stream))
        return entry
      }
      guard let entries, let first = entries.first else { return nil }
      func least(_ entry: v4l2_subdev_frame_size_enum) -> FrameSize {
        FrameSize(width: Int(entry.min_width), height: Int(entry.min_height))
      }
      func greatest(_ entry: v4l2_subdev_frame_size_enum) -> FrameSize {
        FrameSize(width: Int(entry.max_width), height: Int(entry.max_height))
      }
      if entries.count == 1, least(first) != greatest(first), first.min_width <= first.max_width,
        first.min_height <= first.max_height
      {
        return .range(from: least(first), through: greatest(first), step: FrameSize(width: 1, height: 1))
      }
      return .discrete(entries.map(greatest))
    }

    private static func request(_ pad: Int, _ stream: Int) -> v4l2_subdev_format {
      var request = v4l2_subdev_format()
      request.which = V4L2_SUBDEV_FORMAT_ACTIVE.rawValue
      request.pad = UInt32(pad)
      cv4l_set_format_stream(&request, UInt32(stream))
      return request
    }
  }

  extension Subdevice.Format {
    fileprivate init(_ format: v4l2_mbus_framefmt) {
      code = BusCode(rawValue: format.code)
      size = FrameSize(width: Int(format.width), height: Int(format.height))
    }
  }
#endif

#if os(Linux)
  internal import RawFrames
  internal import SystemPackage

  /// The parts on the way of a sensor's frames, all open, with their original settings.
  ///
  /// It sets the formats of pads one after another, and restores what it has set.
  struct SensorPath: ~Copyable, Sendable {
    /// The graph when it was last read. Other programs switch its links too.
    private var graph: MediaGraph
    let way: MediaGraph.Way
    let node: CaptureDevice
    let sensor: Subdevice
    /// The sensor's pad from which the frames come.
    private let pad: Int
    private let media: MediaDevice
    private let kernel: any VideoKernel
    private var parts: [UInt32: Subdevice]
    private var found = Found()

    /// The settings from before a change, in the order in which they are restored: formats follow one another from the
    /// sensor on.
    private struct Found: Sendable {
      var links: [MediaGraph.Link] = []
      var pads: [(entity: MediaGraph.Entity, pad: Int, stream: Int, format: Subdevice.Format)] = []
      var nodes: [(path: String, fourCC: FourCC, size: FrameSize)] = []
    }

    init(_ media: MediaDevice, _ graph: MediaGraph, _ way: MediaGraph.Way, _ kernel: any VideoKernel)
      throws(CaptureError)
    {
      guard let sensorNode = way.sensor.node, let node = way.node.node, let first = graph.pad(way.links[0].source)
      else {
        throw media.handle.error(.noWay(sensors: [way.sensor.name]))
      }
      let hasStreams = graph.routes[way.sensor.id] != nil
      let sensor = try Subdevice(path: FilePath(sensorNode), kernel: kernel, hasStreams: hasStreams)
      let opened = try CaptureDevice(path: FilePath(node), kernel: kernel)
      (self.media, self.graph, self.way, self.kernel) = (media, graph, way, kernel)
      (self.sensor, pad, parts) = (sensor, first.index, [way.sensor.id: sensor])
      self.node = opened
    }

    /// Returns whether the sensor's format differs from the original one. It is the same after a format was refused.
    func isSensorChanged() -> Bool {
      guard let original = found.pads.first(where: { $0.entity.id == way.sensor.id }) else { return false }
      let present = try? sensorFormat()
      return present != original.format
    }

    // MARK: - The sensor

    func sensorFormat() throws(CaptureError) -> Subdevice.Format {
      try sensor.format(ofPad: pad, stream: way.streams[0])
    }

    func sensorCodes() throws(CaptureError) -> [BusCode] { try sensor.codes(ofPad: pad, stream: way.streams[0]) }

    func sensorSizes(_ code: BusCode) throws(CaptureError) -> FrameSizes? {
      try sensor.sizes(ofPad: pad, stream: way.streams[0], code)
    }

    // MARK: - Setting

    /// Throws where a program uses the camera.
    ///
    /// A driver may allow to set a sensor that streams to another program, and so end that program's frames or change
    /// their size.
    mutating func checkIdle() throws(CaptureError) {
      try media.handle.checkUnlocked()
      try node.checkIdle()
      graph = try media.graph()
      for link in graph.linksFed(by: way.sensor) where !way.links.contains(where: link.joins) {
        guard let part = graph.pad(link.sink).flatMap({ graph.entity($0.entity) }), part.function == .captureNode,
          let path = part.node, let other = try? CaptureDevice(path: FilePath(path), kernel: kernel)
        else { continue }
        try other.checkIdle()
      }
    }

    /// Sets the sensor's format.
    ///
    /// - Returns: The format that the sensor chose.
    mutating func setSensor(_ format: Subdevice.Format) throws(CaptureError) -> Subdevice.Format {
      try set(format, way.sensor, pad, way.streams[0])
    }

    /// Sets all parts after the sensor to the sensor's format, and the node to `format`.
    mutating func setUp(_ format: PixelFormat) throws(CaptureError) {
      graph = try media.graph()
      for wanted in way.links {
        guard let link = graph.links.first(where: wanted.joins), !link.isEnabled else { continue }
        // A sink takes the frames of one source.
        for other in graph.links where other.sink == link.sink && other.isEnabled && !other.isImmutable {
          try switchLink(other, on: false)
        }
        try switchLink(link, on: true)
      }
      let first = try sensorFormat()
      var formats = [way.links[0].source: first]
      for (place, link) in way.links.enumerated() {
        guard let source = formats[link.source], let sink = graph.pad(link.sink), let part = graph.entity(sink.entity),
          part.id != way.node.id
        else { break }
        let took = try set(source, part, sink.index, way.streams[place])
        guard took == source else { throw changed(source, part, sink, took) }
        try passOn(source, through: part, behind: place, to: &formats)
      }
      let last = way.links.last.flatMap { formats[$0.source] } ?? first
      try Self.set(node, way.node.node ?? "", format.fourCC, last.size, &found)
      setRest(from: formats)
    }

    private mutating func switchLink(_ link: MediaGraph.Link, on isEnabled: Bool) throws(CaptureError) {
      do throws(CaptureError) { try media.switchLink(link, in: graph, on: isEnabled) } catch {
        throw refused(graph.pad(link.sink).flatMap { graph.entity($0.entity) } ?? way.sensor, error)
      }
      found.links.append(link)
    }

    /// Sets the sources of a part to the format of its sink, as far as the part does not change frames.
    private mutating func passOn(
      _ format: Subdevice.Format, through part: MediaGraph.Entity, behind place: Int,
      to formats: inout [UInt32: Subdevice.Format]
    ) throws(CaptureError) {
      for source in graph.pads(of: part.id) where source.isSource {
        guard way.links[place + 1].source == source.id else {
          formats[source.id] = try? subdevice(part)?.format(ofPad: source.index)
          continue
        }
        let took = try set(format, part, source.index, way.streams[place + 1])
        // A part may cut frames, but frames of another code are not the sensor's.
        guard took.code == format.code else { throw changed(format, part, source, took) }
        formats[source.id] = took
      }
    }

    private func changed(
      _ format: Subdevice.Format, _ part: MediaGraph.Entity, _ pad: MediaGraph.Pad, _ took: Subdevice.Format
    ) -> CaptureError {
      media.handle.error(
        .padRefused(
          entity: part.name, pad: pad.index, asked: format.code, format.size, took: took.code, took.size))
    }

    /// Sets the other parts that the sensor feeds, because a driver may check them as well.
    ///
    /// Parts that cannot be set are left for the driver to judge.
    private mutating func setRest(from known: [UInt32: Subdevice.Format]) {
      var formats = known
      for link in graph.linksFed(by: way.sensor) where !way.links.contains(where: link.joins) {
        guard let source = formats[link.source], let sink = graph.pad(link.sink), let part = graph.entity(sink.entity),
          part.function != .other(MediaGraph.Function.node)
        else { continue }
        if part.function == .captureNode {
          guard let path = part.node, let other = try? CaptureDevice(path: FilePath(path), kernel: kernel),
            let present = try? other.presentFormat()
          else { continue }
          try? Self.set(other, path, present.fourCC, source.size, &found)
        } else {
          _ = try? set(source, part, sink.index, 0)
          // Each part chooses the format of its sources, so it is asked.
          for out in graph.pads(of: part.id) where out.isSource {
            if let format = try? subdevice(part)?.format(ofPad: out.index) { formats[out.id] = format }
          }
        }
      }
    }

    private mutating func subdevice(_ part: MediaGraph.Entity) throws(CaptureError) -> Subdevice? {
      if let open = parts[part.id] { return open }
      guard let path = part.node else { return nil }
      let open = try Subdevice(path: FilePath(path), kernel: kernel, hasStreams: graph.routes[part.id] != nil)
      parts[part.id] = open
      return open
    }

    private mutating func set(
      _ format: Subdevice.Format, _ part: MediaGraph.Entity, _ pad: Int, _ stream: Int
    ) throws(CaptureError) -> Subdevice.Format {
      // A part without a node of its own follows its neighbours.
      guard let subdevice = try subdevice(part) else { return format }
      let before = try subdevice.format(ofPad: pad, stream: stream)
      guard before != format else { return format }
      let took: Subdevice.Format
      do throws(CaptureError) { took = try subdevice.setFormat(format, ofPad: pad, stream: stream) } catch {
        throw refused(part, error)
      }
      if !found.pads.contains(where: { $0.entity.id == part.id && $0.pad == pad && $0.stream == stream }) {
        found.pads.append((part, pad, stream, before))
      }
      return took
    }

    private static func set(
      _ node: borrowing CaptureDevice, _ path: String, _ fourCC: FourCC, _ size: FrameSize, _ found: inout Found
    ) throws(CaptureError) {
      let before = try node.presentFormat()
      guard before.fourCC != fourCC || before.size != size else { return }
      try node.setPresentFormat(fourCC, size)
      if !found.nodes.contains(where: { $0.path == path }) { found.nodes.append((path, before.fourCC, before.size)) }
    }

    private func refused(_ part: MediaGraph.Entity, _ error: CaptureError) -> CaptureError {
      switch error.reason {
      case .requestFailed(let request, let errno):
        media.handle.error(.partRefused(entity: part.name, request, errno))
      case .busy(let request, _):
        media.handle.error(.partRefused(entity: part.name, request, .resourceBusy, programs: programs))
      default: error
      }
    }

    /// The other programs that have any part of the camera open, as far as the user may see them.
    private var programs: [String] {
      let users = DeviceUsers(kernel: kernel)
      let paths = [media.handle.path] + graph.entities.compactMap(\.node).map { FilePath($0) }
      var programs: [String] = []
      for program in paths.flatMap(users.programs) where !programs.contains(program) { programs.append(program) }
      return programs
    }

    // MARK: - Putting back

    /// Restores the original settings, as many as possible.
    mutating func putBack() {
      for (part, pad, stream, format) in found.pads {
        _ = try? subdevice(part)?.setFormat(format, ofPad: pad, stream: stream)
      }
      for (path, fourCC, size) in found.nodes {
        if path == way.node.node {
          try? node.setPresentFormat(fourCC, size)
        } else if let other = try? CaptureDevice(path: FilePath(path), kernel: kernel) {
          try? other.setPresentFormat(fourCC, size)
        }
      }
      for link in found.links.reversed() { try? media.switchLink(link, in: graph, on: link.isEnabled) }
      found = Found()
    }
  }
#endif

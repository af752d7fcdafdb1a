/// The parts of a media device with their pads, and the links between them.
///
/// It is a value, so that ways through it can be found without a kernel.
package struct MediaGraph: Hashable, Sendable {
  /// A part of a media device: a sensor, a lens, a receiver, a capture node.
  package struct Entity: Hashable, Sendable, Identifiable {
    /// The kernel's number of the part.
    package let id: UInt32
    /// The kernel's name of the part, such as `imx219 10-0010`.
    package let name: String
    /// The purpose of the part.
    package let function: Function
    /// The path of the node for the part's settings, or `nil` where it has none.
    package let node: String?

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - id: The kernel's number of the part.
    ///   - name: The kernel's name of the part.
    ///   - function: The purpose of the part.
    ///   - node: The path of its node, or `nil` where it has none.
    package init(id: UInt32, name: String, function: Function, node: String?) {
      (self.id, self.name, self.function, self.node) = (id, name, function, node)
    }
  }

  /// The purpose of a part, as far as it matters here. Source: Linux kernel documentation, "Types and flags used to
  /// represent the media graph elements".
  package enum Function: Hashable, Sendable {
    /// An image sensor.
    case sensor
    /// A lens.
    case lens
    /// A node that gives frames.
    case captureNode
    /// Anything else, by the kernel's number.
    case other(UInt32)

    /// Creates the function from the kernel's number.
    ///
    /// - Parameters:
    ///   - number: The kernel's number.
    ///   - givesFrames: Whether the node of the part gives frames. The kernel has one number for the nodes of frames,
    ///     of statistics and of parameters.
    package init(_ number: UInt32, givesFrames: Bool) {
      switch number {
      case 0x20001: self = .sensor
      case 0x20003: self = .lens
      case Self.node where givesFrames: self = .captureNode
      default: self = .other(number)
      }
    }

    /// The kernel's number for every kind of node.
    package static let node: UInt32 = 0x10001
  }

  /// A connector of a part, through which frames come in or go out.
  package struct Pad: Hashable, Sendable, Identifiable {
    /// The kernel's number of the pad.
    package let id: UInt32
    /// The number of the part that the pad belongs to.
    package let entity: UInt32
    /// The index of the pad among those of its part, from 0.
    package let index: Int
    /// Whether frames go out.
    package let isSource: Bool

    /// Creates a pad.
    ///
    /// - Parameters:
    ///   - id: The kernel's number of the pad.
    ///   - entity: The number of the part that the pad belongs to.
    ///   - index: The index of the pad among those of its part, from 0.
    ///   - isSource: Whether frames go out.
    package init(id: UInt32, entity: UInt32, index: Int, isSource: Bool) {
      (self.id, self.entity, self.index, self.isSource) = (id, entity, index, isSource)
    }
  }

  /// A connection through which frames go from one pad to another.
  package struct Link: Hashable, Sendable {
    /// The numbers of the pads from which and to which frames go.
    package let source, sink: UInt32
    /// Whether frames go through the connection now.
    package let isEnabled: Bool
    /// Whether the connection cannot be switched.
    package let isImmutable: Bool

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - source: The number of the pad from which frames come.
    ///   - sink: The number of the pad to which they go.
    ///   - isEnabled: Whether frames go through the connection now.
    ///   - isImmutable: Whether the connection cannot be switched.
    package init(source: UInt32, sink: UInt32, isEnabled: Bool, isImmutable: Bool) {
      (self.source, self.sink, self.isEnabled, self.isImmutable) = (source, sink, isEnabled, isImmutable)
    }

    /// Returns whether another connection joins the same pads. It may have been switched meanwhile.
    func joins(_ other: Link) -> Bool { source == other.source && sink == other.sink }
  }

  /// A route within a part by which frames go from a stream of a sink to a stream of a source.
  package struct Route: Hashable, Sendable {
    /// The indices of the pads among those of the part, from 0, and the numbers of their streams.
    package let sink, sinkStream, source, sourceStream: Int

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - sink: The index of the pad where frames come in.
    ///   - sinkStream: The stream within that pad.
    ///   - source: The index of the pad where frames go out.
    ///   - sourceStream: The stream within that pad.
    package init(sink: Int, sinkStream: Int, source: Int, sourceStream: Int) {
      (self.sink, self.sinkStream, self.source, self.sourceStream) = (sink, sinkStream, source, sourceStream)
    }
  }

  /// The parts, in the kernel's order.
  package let entities: [Entity]
  /// The pads of all parts.
  package let pads: [Pad]
  /// The connections of pads.
  package let links: [Link]
  /// The numbers of auxiliary parts, such as a sensor's lens, by the number of the part that they serve.
  package let helpers: [UInt32: [UInt32]]
  /// The routes of frames within parts, by the parts' numbers, in the drivers' order.
  ///
  /// A part without an entry has no streams: frames go from each of its sinks to each of its sources.
  package let routes: [UInt32: [Route]]

  /// Creates a graph.
  ///
  /// - Parameters:
  ///   - entities: The parts.
  ///   - pads: The pads of all parts.
  ///   - links: The connections of pads.
  ///   - helpers: The numbers of auxiliary parts, by the number of the part that they serve.
  ///   - routes: The routes of frames within parts that have streams, by the parts' numbers.
  package init(
    entities: [Entity], pads: [Pad], links: [Link], helpers: [UInt32: [UInt32]] = [:], routes: [UInt32: [Route]] = [:]
  ) {
    (self.entities, self.pads, self.links, self.helpers, self.routes) = (entities, pads, links, helpers, routes)
  }

  /// Returns the part that has this number.
  package func entity(_ id: UInt32) -> Entity? { entities.first { $0.id == id } }

  /// Returns the pad that has this number.
  package func pad(_ id: UInt32) -> Pad? { pads.first { $0.id == id } }

  /// Returns the pads of a part, by their indices.
  package func pads(of entity: UInt32) -> [Pad] { pads.filter { $0.entity == entity }.sorted { $0.index < $1.index } }
}

// MARK: - Ways

extension MediaGraph {
  /// The way of frames from a sensor to the node that gives them.
  package struct Way: Hashable, Sendable {
    /// The sensor, at which the way begins.
    package let sensor: Entity
    /// The connections along it, from the sensor to the node; at least one.
    package let links: [Link]
    /// The number of the frames' stream in each connection; 0 where there are no streams.
    package let streams: [Int]
    /// The node that gives the frames, at which the way ends.
    package let node: Entity
    /// The sensor's lens, or `nil` where none is known.
    package let lens: Entity?
  }

  /// The ways of all sensors that can be set and are connected to a node, in the order of the parts.
  package var ways: [Way] { entities.filter { $0.function == .sensor && $0.node != nil }.compactMap(way(from:)) }

  /// Returns the shortest way from a sensor to a node, or `nil` where there is none.
  ///
  /// Connections that are on are preferred to those that would have to be switched on, because another program may have
  /// chosen them.
  package func way(from sensor: Entity) -> Way? {
    for usable in [{ (link: Link) in link.isEnabled }, { (link: Link) in link.isEnabled || !link.isImmutable }] {
      if let way = shortest(from: sensor, along: links.filter(usable)) { return way }
    }
    return nil
  }

  /// Returns the way whose node has this path.
  package func way(to path: String) -> Way? {
    ways.first { $0.node.node == path }
      ?? entities.lazy.filter { $0.function == .sensor && $0.node != nil }
      .compactMap { shortest(from: $0, along: links.filter(\.isEnabled), to: path) }.first
  }

  /// A stream at a pad, and the way by which frames reached it.
  private struct Place {
    let pad: UInt32
    let stream: Int
    let links: [Link]
    let streams: [Int]
  }

  private func shortest(from sensor: Entity, along links: [Link], to path: String? = nil) -> Way? {
    var reached: Set<[Int]> = []
    var edge = sources(of: sensor.id).map { Place(pad: $0.pad, stream: $0.stream, links: [], streams: []) }
    while !edge.isEmpty {
      var next: [Place] = []
      for place in edge {
        for link in links where link.source == place.pad {
          guard let sink = pad(link.sink), let part = entity(sink.entity), part.id != sensor.id,
            reached.insert([Int(sink.id), place.stream]).inserted
          else { continue }
          let (taken, streams) = (place.links + [link], place.streams + [place.stream])
          if part.function == .captureNode, let node = part.node, path.map({ $0 == node }) ?? true {
            return Way(sensor: sensor, links: taken, streams: streams, node: part, lens: lens(of: sensor))
          }
          next += sources(of: part.id, from: (sink.index, place.stream)).map {
            Place(pad: $0.pad, stream: $0.stream, links: taken, streams: streams)
          }
        }
      }
      edge = next
    }
    return nil
  }

  /// Returns the pads and streams by which frames leave a part.
  ///
  /// The frames came in by a stream of a sink, or the part makes them where the sink is `nil`. A sensor with streams
  /// has its picture in the first; the others hold metadata.
  private func sources(
    of part: UInt32, from sink: (index: Int, stream: Int)? = nil
  ) -> [(pad: UInt32, stream: Int)] {
    let sources = pads(of: part).filter(\.isSource)
    guard let routes = routes[part] else { return sink?.stream ?? 0 == 0 ? sources.map { ($0.id, 0) } : [] }
    let taken = sink.map { sink in routes.filter { $0.sink == sink.index && $0.sinkStream == sink.stream } }
    return (taken ?? Array(routes.prefix(1))).compactMap { route in
      sources.first { $0.index == route.source }.map { ($0.id, route.sourceStream) }
    }
  }

  /// Returns the lens that the kernel assigns to a sensor, or the only lens where there is only one sensor.
  private func lens(of sensor: Entity) -> Entity? {
    let named = (helpers[sensor.id] ?? []).compactMap(entity).first { $0.function == .lens && $0.node != nil }
    if let named { return named }
    let (sensors, lenses) = (entities.filter { $0.function == .sensor }, entities.filter { $0.function == .lens })
    return sensors.count == 1 && lenses.count == 1 && lenses[0].node != nil ? lenses[0] : nil
  }

  /// Returns the connections that carry a sensor's frames now, each after those that feed it.
  ///
  /// Some drivers check all of them before they start, and not only those of the way.
  package func linksFed(by sensor: Entity) -> [Link] {
    var (fed, seen): ([Link], Set<UInt32>) = ([], [sensor.id])
    var edge = [sensor.id]
    while let entity = edge.first {
      edge.removeFirst()
      for pad in pads(of: entity) where pad.isSource {
        for link in links where link.source == pad.id && link.isEnabled {
          fed.append(link)
          if let sink = self.pad(link.sink), seen.insert(sink.entity).inserted { edge.append(sink.entity) }
        }
      }
    }
    return fed
  }
}

#if os(Linux)
  import CVideo4Linux
  import Dispatch
  import RawFrames
  import SystemPackage

  @testable import VideoCapture

  /// A media device, `/dev/media0`, with its parts and their nodes: each says what a test wants it to say, and what it
  /// was set to is remembered.
  ///
  /// Unchecked, because each test has its own and uses it from one thread.
  final class FakeMediaDevice: VideoKernel, @unchecked Sendable {
    struct Part {
      let name: String
      var function: UInt32
      /// The path of its node; `nil` for a part without one.
      var node: String?
      /// Whether frames go out of each of its pads.
      var pads: [Bool]
      /// The formats of the streams of its pads.
      var formats: [Place: Subdevice.Format]
      /// The routes within it, and whether frames take them; `nil` for a part without streams.
      var routes: [(route: MediaGraph.Route, isActive: Bool)]?
      /// Returns the format that it takes in place of one that a pad is set to.
      var accept: (_ pad: Int, Subdevice.Format) -> Result<Subdevice.Format, Errno> = { .success($1) }
      /// Its controls, and, of a node, the rest.
      var driver: FakeDriver.State
      var openFailure: Errno?
    }

    struct Place: Hashable, Comparable {
      let pad: Int
      var stream = 0

      static func < (left: Place, right: Place) -> Bool { (left.pad, left.stream) < (right.pad, right.stream) }
    }

    struct Link: Hashable {
      let source, sink: UInt32
      var flags: UInt32
      var isEnabled: Bool { flags & UInt32(MEDIA_LNK_FL_ENABLED) != 0 }
    }

    var parts: [Part] = []
    var links: [Link] = []
    /// The descriptors whose users have said that they know streams.
    private var streamers: Set<Int32> = []
    /// The links whose switching fails, by the number of the pad at their end.
    var refusals: [UInt32: Errno] = [:]
    /// How often the graph is larger than its own answer to how large it is.
    var growths = 0
    var openFailure: Errno?
    /// Whether it knows the requests of a media device.
    var isMedia = true
    /// The files that other programs have open, by the programs' numbers.
    var others: [UInt32: (program: String, path: String)] = [:]
    /// The paths that are open, by descriptor.
    private(set) var open: [Int32: String] = [:]
    private var descriptors: Int32 = 100
    private var memory: Set<UnsafeMutableRawPointer> = []

    /// The settings: the state of each link, and the formats of pads and nodes.
    var settings: [String] {
      links.map { "\($0.source)-\($0.sink) \($0.isEnabled)" }
        + parts.flatMap { part in
          part.formats.sorted { $0.key < $1.key }.map {
            "\(part.name) \($0.key.pad)/\($0.key.stream) \($0.value.code) \($0.value.size)"
          }
        }
        + parts.filter { isVideo($0) }.map { "\($0.name) \($0.driver.fourCC) \($0.driver.width)" }
    }

    /// Whether all that was opened is closed.
    var isAtRest: Bool { open.isEmpty && memory.isEmpty }

    static let format = Subdevice.Format(code: BusCode(rawValue: 0x300f), size: FrameSize(width: 64, height: 32))
    private static let sensor: UInt32 = 0x20001
    static let bridge: UInt32 = 0x30001

    // MARK: - What it is made of

    @discardableResult
    func add(
      _ name: String, _ function: UInt32, node: String?, sinks: Int, sources: Int, capabilities: Int32? = nil
    ) throws -> UInt32 {
      let pads = Array(repeating: false, count: sinks) + Array(repeating: true, count: sources)
      let size = Self.format.size
      let driver = try FakeDriver("RG10", width: size.width, height: size.height) {
        $0.isObedient = true
        if let capabilities { $0.capabilities = UInt32(bitPattern: capabilities | V4L2_CAP_STREAMING) }
      }
      let formats = pads.indices.map { (Place(pad: $0), Self.format) }
      parts.append(
        Part(
          name: name, function: function, node: node, pads: pads,
          formats: capabilities == nil ? Dictionary(uniqueKeysWithValues: formats) : [:], driver: driver.state))
      return UInt32(parts.count)
    }

    func addSensor(_ name: String = "imx219 10-0010", node: String? = "/dev/v4l-subdev0") throws -> UInt32 {
      let sensor = try add(name, Self.sensor, node: node, sinks: 0, sources: 1)
      return sensor
    }

    func addNode(_ name: String, _ path: String, _ capabilities: Int32 = V4L2_CAP_VIDEO_CAPTURE) throws -> UInt32 {
      let isSource = capabilities == V4L2_CAP_META_OUTPUT
      return try add(
        name, MediaGraph.Function.node, node: path, sinks: isSource ? 0 : 1, sources: isSource ? 1 : 0,
        capabilities: capabilities)
    }

    func link(_ source: UInt32, _ pad: Int, _ sink: UInt32, _ sinkPad: Int, on: Bool = true, fixed: Bool = false) {
      links.append(
        Link(
          source: Self.pad(source, pad), sink: Self.pad(sink, sinkPad),
          flags: UInt32((on ? MEDIA_LNK_FL_ENABLED : 0) | (fixed ? MEDIA_LNK_FL_IMMUTABLE : 0))))
    }

    static func pad(_ part: UInt32, _ index: Int) -> UInt32 { part * 100 + UInt32(index) }

    /// Gives a part streams.
    func route(_ part: UInt32, _ routes: [(route: MediaGraph.Route, isActive: Bool)]) {
      let index = Int(part) - 1
      parts[index].routes = routes
      for (route, _) in routes {
        parts[index].formats[Place(pad: route.sink, stream: route.sinkStream)] = Self.format
        parts[index].formats[Place(pad: route.source, stream: route.sourceStream)] = Self.format
      }
    }

    private func isVideo(_ part: Part) -> Bool { part.function == MediaGraph.Function.node }

    // MARK: - Paths

    private static let path = "/dev/media0"

    func names(in folder: String) -> [String] {
      switch folder {
      case "/dev": return ["media0"] + parts.compactMap { $0.node.map { String($0.dropFirst("/dev/".count)) } }
      case "/proc": return ["self"] + others.keys.map { "\($0)" }
      default: return others.keys.contains { folder == "/proc/\($0)/fd" } ? ["3"] : []
      }
    }

    func target(ofLink path: String) -> String? {
      if path == "/proc/self" { return "1" }
      return others.first { path == "/proc/\($0.key)/exe" }?.value.program
    }

    func deviceNumber(of path: String) -> DeviceNumber? {
      if let other = others.first(where: { path == "/proc/\($0.key)/fd/3" }) {
        return deviceNumber(of: other.value.path)
      }
      if path == Self.path { return DeviceNumber(major: 240, minor: 0) }
      return parts.firstIndex { $0.node == path }.map { DeviceNumber(major: 81, minor: UInt32($0)) }
    }

    func isCharacterDevice(_ path: String) -> Int32 {
      deviceNumber(of: path) == nil ? -Errno.noSuchFileOrDirectory.rawValue : 1
    }

    func open(_ path: String) -> Int32 {
      let failure = path == Self.path ? openFailure : parts.first { $0.node == path }?.openFailure
      if let failure { return -failure.rawValue }
      descriptors += 1
      open[descriptors] = path
      return descriptors
    }

    func close(_ descriptor: Int32) {
      open[descriptor] = nil
      streamers.remove(descriptor)
    }

    // MARK: - Requests

    func control(_ descriptor: Int32, _ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      guard let path = open[descriptor] else { return -Errno.badFileDescriptor.rawValue }
      guard let index = parts.firstIndex(where: { $0.node == path }) else { return serveGraph(code, argument) }
      if let failure = parts[index].driver.failures[code], failure.times > 0 {
        parts[index].driver.failures[code]?.times -= 1
        return -failure.errno.rawValue
      }
      return isVideo(parts[index])
        ? parts[index].driver.serve(code, argument) : servePads(index, code, argument, descriptor)
    }

    private func serveGraph(_ code: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
      guard isMedia else { return -Errno.inappropriateIOCTLForDevice.rawValue }
      switch code {
      case cv4l_media_device_info:
        let answer = argument.assumingMemoryBound(to: media_device_info.self)
        put("fake-media", &answer.pointee.driver)
        put("A fake board", &answer.pointee.model)
        return 0
      case cv4l_media_topology: return tellGraph(argument)
      case cv4l_media_setup_link: return switchLink(argument.assumingMemoryBound(to: media_link_desc.self).pointee)
      default: return -Errno.inappropriateIOCTLForDevice.rawValue
      }
    }

    private func switchLink(_ request: media_link_desc) -> Int32 {
      let source = Self.pad(request.source.entity, Int(request.source.index))
      let sink = Self.pad(request.sink.entity, Int(request.sink.index))
      guard let index = links.firstIndex(where: { $0.source == source && $0.sink == sink }) else {
        return -Errno.invalidArgument.rawValue
      }
      if let errno = refusals[sink] { return -errno.rawValue }
      let isOn = request.flags & UInt32(MEDIA_LNK_FL_ENABLED) != 0
      if isOn == links[index].isEnabled { return 0 }
      if links[index].flags & UInt32(MEDIA_LNK_FL_IMMUTABLE) != 0 { return -Errno.invalidArgument.rawValue }
      // As drivers do whose inputs take one source each.
      if isOn, links.contains(where: { $0.sink == sink && $0.isEnabled }) { return -Errno.resourceBusy.rawValue }
      links[index].flags ^= UInt32(MEDIA_LNK_FL_ENABLED)
      return 0
    }

    private func servePads(
      _ index: Int, _ code: UInt, _ argument: UnsafeMutableRawPointer, _ descriptor: Int32
    ) -> Int32 {
      switch code {
      case cv4l_subdev_g_fmt, cv4l_subdev_s_fmt:
        return serveFormat(index, argument, isSetting: code == cv4l_subdev_s_fmt, descriptor)
      case cv4l_subdev_enum_mbus_code:
        let answer = argument.assumingMemoryBound(to: v4l2_subdev_mbus_code_enum.self)
        let codes: [UInt32] = [0x300f, 0x3014]
        guard codes.indices.contains(Int(answer.pointee.index)) else { return -Errno.invalidArgument.rawValue }
        answer.pointee.code = codes[Int(answer.pointee.index)]
        return 0
      case cv4l_subdev_s_client_cap where parts[index].routes != nil:
        streamers.insert(descriptor)
        return 0
      case cv4l_subdev_g_routing: return tellRoutes(index, argument.assumingMemoryBound(to: cv4l_routing.self))
      default: return parts[index].driver.serveControls(code, argument)
      }
    }

    private func serveFormat(
      _ index: Int, _ argument: UnsafeMutableRawPointer, isSetting: Bool, _ descriptor: Int32
    ) -> Int32 {
      let request = argument.assumingMemoryBound(to: v4l2_subdev_format.self)
      // As the kernel does: streams are for those who know them.
      // Their number stands behind the format (linux/v4l2-subdev.h).
      let stream = streamers.contains(descriptor) ? argument.load(fromByteOffset: 56, as: UInt32.self) : 0
      let place = Place(pad: Int(request.pointee.pad), stream: Int(stream))
      guard var format = parts[index].formats[place] else { return -Errno.invalidArgument.rawValue }
      if isSetting {
        let size = FrameSize(width: Int(request.pointee.format.width), height: Int(request.pointee.format.height))
        let asked = Subdevice.Format(code: BusCode(rawValue: request.pointee.format.code), size: size)
        switch parts[index].accept(place.pad, asked) {
        case .failure(let errno): return -errno.rawValue
        case .success(let taken): format = taken
        }
        parts[index].formats[place] = format
      }
      request.pointee.format.code = format.code.rawValue
      request.pointee.format.width = UInt32(format.size.width)
      request.pointee.format.height = UInt32(format.size.height)
      return 0
    }

    private func tellRoutes(_ index: Int, _ answer: UnsafeMutablePointer<cv4l_routing>) -> Int32 {
      guard let routes = parts[index].routes else { return -Errno.inappropriateIOCTLForDevice.rawValue }
      let room = UnsafeMutablePointer<cv4l_route>(bitPattern: UInt(answer.pointee.routes))
      for (place, (route, isActive)) in routes.enumerated() where place < Int(answer.pointee.room) {
        room?[place] = cv4l_route(
          sink_pad: UInt32(route.sink), sink_stream: UInt32(route.sinkStream), source_pad: UInt32(route.source),
          source_stream: UInt32(route.sourceStream), flags: isActive ? 1 : 0, reserved: (0, 0, 0, 0, 0))
      }
      answer.pointee.count = UInt32(routes.count)
      return 0
    }

    // MARK: - The graph, in the kernel's packed structures (linux/media.h)

    private func tellGraph(_ request: UnsafeMutableRawPointer) -> Int32 {
      let pads = parts.enumerated().flatMap { index, part in
        part.pads.enumerated().map { ($0.offset, UInt32(index + 1), $0.element) }
      }
      let nodes = parts.indices.filter { parts[$0].node != nil }
      let counts = [parts.count, nodes.count, pads.count, links.count + nodes.count].map { UInt32($0) }
      // Numbers and addresses of entities, interfaces, pads and links stand behind the version, 16 bytes for each.
      let places = (0..<4).map { 8 + 16 * $0 }
      let rooms = places.map { request.loadUnaligned(fromByteOffset: $0 + 8, as: UInt64.self) }
      if rooms.allSatisfy({ $0 == 0 }) {
        for (place, count) in zip(places, counts) {
          request.storeBytes(of: count, toByteOffset: place, as: UInt32.self)
        }
        return 0
      }
      if growths > 0 {
        growths -= 1
        return -Errno.noSpace.rawValue
      }
      let starts = rooms.map { UnsafeMutableRawPointer(bitPattern: UInt($0)) }
      func write(_ kind: Int, _ index: Int, _ size: Int, _ words: [(offset: Int, value: UInt32)]) {
        for word in words {
          starts[kind]?.storeBytes(of: word.value, toByteOffset: index * size + word.offset, as: UInt32.self)
        }
      }
      for (index, part) in parts.enumerated() {
        write(0, index, 96, [(0, UInt32(index + 1)), (68, part.function)])
        starts[0]?.advanced(by: index * 96 + 4).copyMemory(from: Array(part.name.utf8), byteCount: part.name.utf8.count)
      }
      for (place, index) in nodes.enumerated() {
        write(1, place, 112, [(0, UInt32(5000 + index)), (48, 81), (52, UInt32(index))])
        write(
          3, links.count + place, 40,
          [(4, UInt32(5000 + index)), (8, UInt32(index + 1)), (12, UInt32(MEDIA_LNK_FL_INTERFACE_LINK))])
      }
      for (place, (index, part, isSource)) in pads.enumerated() {
        let flags = UInt32(isSource ? MEDIA_PAD_FL_SOURCE : MEDIA_PAD_FL_SINK)
        write(2, place, 32, [(0, Self.pad(part, index)), (4, part), (8, flags), (12, UInt32(index))])
      }
      for (place, link) in links.enumerated() {
        write(3, place, 40, [(4, link.source), (8, link.sink), (12, link.flags)])
      }
      return 0
    }

    // MARK: - Waiting and mapping

    var now: Duration { .zero }

    func wait(for event: DispatchSemaphore, limit: Duration) -> Bool { preconditionFailure("nobody waits for threads") }

    /// No frame comes.
    func wait(_ descriptor: Int32, milliseconds: Int32, trouble: inout Bool) -> Int32 { 0 }

    func map(_ descriptor: Int32, length: Int, offset: UInt32, address: inout UnsafeMutableRawPointer?) -> Int32 {
      let room = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
      memory.insert(room)
      address = room
      return 0
    }

    func unmap(_ address: UnsafeMutableRawPointer, length: Int) {
      memory.remove(address)
      address.deallocate()
    }
  }

  extension FakeMediaDevice {
    /// A sensor, a receiver and a node in a row, all of them set alike.
    static func board() throws -> FakeMediaDevice {
      let device = FakeMediaDevice()
      let sensor = try device.addSensor()
      let receiver = try device.add("csi2", bridge, node: "/dev/v4l-subdev1", sinks: 1, sources: 1)
      let node = try device.addNode("capture", "/dev/video0")
      device.link(sensor, 0, receiver, 0)
      device.link(receiver, 1, node, 0)
      return device
    }

    /// An image signal processor as rkisp1's: its statistics are one link away, its frames two.
    static func processor() throws -> FakeMediaDevice {
      let device = FakeMediaDevice()
      let sensor = try device.addSensor()
      let processor = try device.add("isp", bridge, node: "/dev/v4l-subdev1", sinks: 2, sources: 2)
      let resizer = try device.add("resizer", bridge, node: "/dev/v4l-subdev2", sinks: 1, sources: 1)
      let statistics = try device.addNode("stats", "/dev/video0", V4L2_CAP_META_CAPTURE)
      let parameters = try device.addNode("params", "/dev/video1", V4L2_CAP_META_OUTPUT)
      let node = try device.addNode("mainpath", "/dev/video2")
      device.link(sensor, 0, processor, 0)
      device.link(parameters, 0, processor, 1, fixed: true)
      device.link(processor, 3, statistics, 0, fixed: true)
      device.link(processor, 2, resizer, 0)
      device.link(resizer, 1, node, 0, fixed: true)
      return device
    }
  }
#endif

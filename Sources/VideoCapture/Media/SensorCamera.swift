#if os(Linux)
  public import CameraDevices
  public import RawFrames
  internal import Synchronization

  /// A camera of several parts behind a media device as one: the sensor has the exposure and the gain, the lens has the focus, and a node
  /// gives the frames.
  ///
  /// Formats are set on every pad between sensor and node when a stream starts, and put back when it stops.
  public final class SensorCamera: CameraBackend {
    /// The name by which the camera was opened.
    public let name: String
    /// The sensor's name, the media device's driver, and where it is.
    public let identity: CaptureDeviceIdentity
    /// The facts known of the sensor beside what its driver tells.
    public let sensor: ImageSensor?
    /// The clock by which nearly every driver dates its frames: the system's monotonic one.
    public let clock: any CameraClock
    /// The way of the frames, from the sensor to the node.
    package let way: MediaGraph.Way

    private struct State: ~Copyable, Sendable {
      var path: SensorPath
      /// What was asked for last, or `nil` for what the node has.
      var wanted: PixelFormat?
      /// The blanking to come back to after a long exposure.
      var blanking: Int64?
      /// The exposure and blanking before the sensor's format was changed, which makes the driver choose others.
      var found: (exposure: Int64?, blanking: Int64?)?
      var isStreaming = false
      var isSubscribed = false
    }

    private let controlPorts: SensorControls
    private let state: Mutex<State>

    init(
      name: String, _ media: MediaDevice, _ graph: MediaGraph, _ way: MediaGraph.Way, _ kernel: any VideoKernel
    ) throws(CaptureError) {
      let path = try SensorPath(media, graph, way, kernel)
      let ports = try SensorControls(way, kernel)
      self.name = name
      self.way = way
      sensor = ImageSensor(named: way.sensor.name)
      identity = CaptureDeviceIdentity(
        driver: media.information.driver, card: way.sensor.name, bus: media.information.bus,
        kernelVersion: path.node.identity.kernelVersion)
      clock = path.node.clock
      controlPorts = ports
      let height = try path.sensor.format(ofPad: path.pad).size.height
      let blanking = try ports.frame(height: height)?.blanking
      state = Mutex(State(path: path, blanking: blanking))
    }

    deinit { putBack() }

    private func ask<Result>(
      _ body: (inout State) throws(CaptureError) -> Result
    ) throws(CameraDeviceError) -> Result {
      do throws(CaptureError) {
        return try state.withLock { (state) throws(CaptureError) in try body(&state) }
      } catch { throw noticing(CameraDeviceError(error)) }
    }

    /// Returns the error. Where the sensor is gone, its lens is let go.
    fileprivate func noticing(_ error: CameraDeviceError) -> CameraDeviceError {
      if case .gone = error.fault { controlPorts.letGoOfLens() }
      return error
    }

    // MARK: - Formats

    /// The formats that the node can make of what the sensor offers.
    public func formats() throws(CameraDeviceError) -> [CaptureFormat] {
      try ask { state throws(CaptureError) in
        var formats: [CaptureFormat] = []
        for code in try state.path.sensor.codes(ofPad: state.path.pad) where code.isRaw {
          for format in try state.path.node.formats(of: code)
          where !formats.contains(where: { $0.fourCC == format.fourCC }) {
            formats.append(format)
          }
        }
        return formats
      }
    }

    /// The sizes that the sensor offers.
    public func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try ask { state throws(CaptureError) in
        guard let code = try Self.code(of: format, state) else { return nil }
        return try state.path.sensor.sizes(ofPad: state.path.pad, code)
      }
    }

    /// Returns the code by which the sensor's frames come to the node for a format. The node may make wider samples of them.
    private static func code(of format: PixelFormat, _ state: borrowing State) throws(CaptureError) -> BusCode? {
      var codes: [BusCode] = []
      for code in try state.path.sensor.codes(ofPad: state.path.pad) where code.isRaw {
        if try state.path.node.formats(of: code).contains(where: { $0.fourCC == format.fourCC }) { codes.append(code) }
      }
      return codes.first { $0 == format.busCode } ?? codes.first
    }

    /// The format of the next stream: what the sensor is set to, as the node gives it.
    public func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
      try ask { state throws(CaptureError) in try Self.format(state) }
    }

    private static func format(_ state: borrowing State) throws(CaptureError) -> ActiveFormat {
      let sensor = try state.path.sensor.format(ofPad: state.path.pad)
      let offered = try state.path.node.formats(of: sensor.code).compactMap(\.pixelFormat)
      let present = try state.path.node.presentFormat().fourCC
      let likely = [state.wanted, try? PixelFormat(present), offered.first].compactMap(\.self).first(
        where: offered.contains)
      guard let format = likely else { throw state.path.node.handle.error(.noRawFormat(offered: [present])) }
      return try state.path.node.answer(to: format, sensor.size)
    }

    @discardableResult
    public func setFormat(
      _ format: PixelFormat, size: FrameSize, match: SizeMatch
    ) throws(CameraDeviceError) -> ActiveFormat {
      try ask { state throws(CaptureError) in
        try state.path.checkIdle()
        let before = try state.path.sensor.format(ofPad: state.path.pad)
        guard let code = try Self.code(of: format, state) else {
          throw state.path.node.handle.error(
            .formatRefused(format.fourCC, chosen: try state.path.node.presentFormat().fourCC))
        }
        try remember(&state, height: before.size.height)
        let asked = Subdevice.Format(code: code, size: size)
        let took = try state.path.setSensor(asked)
        do throws(CaptureError) {
          guard took.code == code else {
            // A sensor that is read in other directions has another order of colours.
            let chosen = took.code.pixelFormats.first?.fourCC ?? FourCC(rawValue: 0)
            throw state.path.node.handle.error(.formatRefused(format.fourCC, chosen: chosen))
          }
          guard match == .nearest || took.size == size else {
            throw state.path.node.handle.error(.sizeRefused(size, chosen: took.size))
          }
          let wanted = state.wanted
          state.wanted = format
          do throws(CaptureError) {
            let active = try Self.format(state)
            try keepExposure(&state, height: took.size.height)
            return active
          } catch {
            state.wanted = wanted
            throw error
          }
        } catch {
          // What is refused leaves the camera as it was.
          _ = try? state.path.setSensor(before)
          throw error
        }
      }
    }

    /// Remembers exposure and blanking before the sensor's format is changed for the first time.
    private func remember(_ state: inout State, height: Int) throws(CaptureError) {
      guard state.found == nil else { return }
      let frame = try controlPorts.frame(height: height)
      state.found = (try? controlPorts.value(of: .exposure), frame?.blanking)
    }

    /// A driver that changes its format may shorten the exposure: it is set again, with frames that are long enough.
    private func keepExposure(_ state: inout State, height: Int) throws(CaptureError) {
      state.blanking = try controlPorts.frame(height: height)?.blanking
      guard let exposure = state.found?.exposure, try controlPorts.value(of: .exposure) != exposure,
        let control = try controlPorts.control(.exposure, height: height)
      else { return }
      _ = try controlPorts.set(
        [(.exposure, control.nearestLegalValue(to: exposure))], height: height, leastBlanking: state.blanking)
    }

    /// By the sensor's pixel rate and the length of its lines and frames, or else the node's own.
    public func frameInterval() throws(CameraDeviceError) -> FrameInterval? {
      try ask { state throws(CaptureError) in
        let size = try state.path.sensor.format(ofPad: state.path.pad).size
        guard let rate = try? controlPorts.value(of: .pixelRate),
          let blank = try? controlPorts.value(of: .horizontalBlanking),
          let lines = try? controlPorts.value(of: .verticalBlanking),
          let denominator = UInt32(exactly: rate),
          let numerator = UInt32(exactly: (Int64(size.width) + blank) * (Int64(size.height) + lines)),
          let interval = FrameInterval(numerator: numerator, denominator: denominator)
        else { return try state.path.node.frameInterval() }
        return interval
      }
    }

    // MARK: - Controls

    public func controls() throws(CameraDeviceError) -> [CaptureControl] {
      try ask { state throws(CaptureError) in try controlPorts.all(height: Self.height(state)) }
    }

    public func control(_ id: ControlID) throws(CameraDeviceError) -> CaptureControl? {
      try ask { state throws(CaptureError) in try controlPorts.control(id, height: Self.height(state)) }
    }

    public func value(of id: ControlID) throws(CameraDeviceError) -> Int64 {
      try ask { _ throws(CaptureError) in try controlPorts.value(of: id) }
    }

    @discardableResult
    public func set(_ values: KeyValuePairs<ControlID, Int64>) throws(CameraDeviceError) -> [Int64] {
      try ask { state throws(CaptureError) in
        let height = try Self.height(state)
        for (id, _) in values where state.isStreaming {
          // Some drivers refuse a flip while frames come and change the order of colours all the same.
          guard let control = try controlPorts.control(id, height: height), control.flags.contains(.modifiesLayout)
          else {
            continue
          }
          throw state.path.sensor.handle.error(.control(control, .grabbed))
        }
        let done = try controlPorts.set(
          values.map { ($0.key, $0.value) }, height: height, leastBlanking: state.blanking)
        // Who sets the blanking says how long frames are to be.
        if let own = values.first(where: { $0.key == .verticalBlanking }) { state.blanking = own.value }
        return done
      }
    }

    private static func height(_ state: borrowing State) throws(CaptureError) -> Int {
      try state.path.sensor.format(ofPad: state.path.pad).size.height
    }

    public func changedControls() throws(CameraDeviceError) -> Set<ControlID> {
      try ask { state throws(CaptureError) in
        if !state.isSubscribed { try controlPorts.subscribe() }
        state.isSubscribed = true
        return try controlPorts.changed()
      }
    }

    // MARK: - Streaming

    public func stream(bufferCount: Int) throws(CameraDeviceError) -> any CameraStream {
      let stream: V4L2Stream
      do throws(CameraDeviceError) {
        stream = try ask { state throws(CaptureError) in
          try state.path.checkIdle()
          let height = try Self.height(state)
          try remember(&state, height: height)
          let format = try Self.format(state)
          try state.path.setUp(format.pixelFormat)
          let stream = V4L2Stream(try state.path.node.stream(bufferCount: bufferCount), name)
          state.isStreaming = true
          return stream
        }
      } catch {
        putBack()
        throw error
      }
      return SensorStream(stream, of: self)
    }

    /// Sets formats, and what a driver changes along with them, as they were found.
    fileprivate func putBack() {
      state.withLock { state in
        state.isStreaming = false
        let isSensorChanged = state.path.isSensorChanged
        state.path.putBack()
        if isSensorChanged, let found = state.found, let height = try? Self.height(state) {
          if let blanking = found.blanking {
            _ = try? controlPorts.set([(.verticalBlanking, blanking)], height: height, leastBlanking: nil)
            state.blanking = blanking
          }
          if let exposure = found.exposure {
            _ = try? controlPorts.set([(.exposure, exposure)], height: height, leastBlanking: nil)
          }
        }
        state.found = nil
      }
    }
  }

  /// A camera of several parts that is running.
  private final class SensorStream: CameraStream {
    private let stream: V4L2Stream
    private let camera: SensorCamera
    var bufferCount: Int { stream.bufferCount }

    init(_ stream: V4L2Stream, of camera: SensorCamera) {
      (self.stream, self.camera) = (stream, camera)
    }

    func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
      do throws(CameraDeviceError) { return try stream.nextFrame(timeout: timeout) } catch {
        throw camera.noticing(error)
      }
    }

    func stop() {
      stream.stop()
      camera.putBack()
    }
  }
#endif

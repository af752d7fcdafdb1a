#if os(Linux)
  public import CameraDevices
  public import RawFrames
  internal import Synchronization
  internal import SystemPackage

  /// A camera of several parts behind a media device.
  ///
  /// The sensor has the exposure and the gain, the lens has the focus, and a node gives the frames. When a stream
  /// starts, the format is set on every pad between sensor and node; when it stops, the old formats are restored. The
  /// next stream has the format, the exposure and the blanking of the one before.
  public final class SensorCamera: CameraBackend {
    /// The name by which the camera was opened.
    public let name: String
    /// The sensor's name, the media device's driver, and its place in the machine.
    public let identity: CaptureDeviceIdentity
    /// The known facts about the sensor that its driver does not report.
    public let sensor: ImageSensor?
    /// The system's monotonic clock, with which nearly every driver dates its frames.
    public let clock: any CameraClock
    /// The way of the frames, from the sensor to the node.
    package let way: MediaGraph.Way

    /// The paths of the media device and of all nodes of its parts.
    package let graphNodes: [String]

    private struct State: ~Copyable, Sendable {
      var path: SensorPath
      /// The format that was set last; `nil` to keep that of the node and the sensor.
      var wanted: (format: PixelFormat, sensor: Subdevice.Format)?
      /// The blanking to return to after a long exposure, in lines.
      var blanking: Int64?
      /// The timing before the first change of the sensor's format. The driver changes it along with the format.
      var found: Timing?
      /// The timing of the last stream, for the next one; `nil` where the sensor still has it, or another program has
      /// set it.
      var kept: Timing?
      var isStreaming = false
      var isSubscribed = false
    }

    /// The settings that a driver changes along with its sensor's format.
    private struct Timing {
      var exposure: Int64?
      var blanking: Int64?
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
      graphNodes = [media.handle.path.string] + graph.entities.compactMap(\.node)
      sensor = ImageSensor(named: way.sensor.name)
      identity = CaptureDeviceIdentity(
        driver: media.information.driver, card: way.sensor.name, bus: media.information.bus,
        driverVersion: path.node.identity.driverVersion)
      clock = path.node.clock
      controlPorts = ports
      let height = try path.sensorFormat().size.height
      let blanking = try ports.frame(height: height)?.blanking
      state = Mutex(State(path: path, blanking: blanking))
    }

    deinit { putBack() }

    private func ask<Result>(
      _ body: (inout State) throws(CaptureError) -> Result
    ) throws(CameraDeviceError) -> Result {
      do throws(CaptureError) {
        return try state.withLock { (state) throws(CaptureError) in try body(&state) }
      } catch { throw noticing(CameraDeviceError(explained(error), of: name)) }
    }

    /// Returns the error, with its likely cause where it is one with which drivers report a sensor that does not
    /// respond.
    ///
    /// A node that starts its stream makes the sensor's driver start the sensor.
    private func explained(_ error: CaptureError) -> CaptureError {
      let (request, errno): (CaptureRequest, Errno)
      switch error.reason {
      case .requestFailed(let failed, let cause), .controlFailed(_, _, let failed, let cause):
        (request, errno) = (failed, cause)
      default: return error
      }
      guard Self.silence.contains(errno), request == .streamOn || error.device.string == way.sensor.node else {
        return error
      }
      return CaptureError(
        device: error.device, reason: .sensorSilent(sensor: way.sensor.name, request, errno))
    }

    /// The errors of a bus on which no device responds.
    ///
    /// Source: Linux kernel documentation, "I2C/SMBus Fault Codes". Drivers of sensors turn them into `EIO`.
    private static let silence: Set<Errno> = [.ioError, .noSuchAddressOrDevice, .timedOut, Errno(rawValue: 121)]

    /// Returns the error. If the sensor is gone, its lens is closed.
    fileprivate func noticing(_ error: CameraDeviceError) -> CameraDeviceError {
      if case .gone = error.fault { controlPorts.letGoOfLens() }
      return error
    }

    // MARK: - Formats

    /// Returns the formats that the node can make of the sensor's.
    public func formats() throws(CameraDeviceError) -> [CaptureFormat] {
      try ask { state throws(CaptureError) in
        var formats: [CaptureFormat] = []
        for code in try state.path.sensorCodes() where code.isRaw {
          for format in try state.path.node.formats(of: code)
          where !formats.contains(where: { $0.fourCC == format.fourCC }) {
            formats.append(format)
          }
        }
        return formats
      }
    }

    /// Returns the sizes that the sensor offers.
    public func frameSizes(for format: PixelFormat) throws(CameraDeviceError) -> FrameSizes? {
      try ask { state throws(CaptureError) in
        guard let code = try Self.code(of: format, state) else { return nil }
        return try state.path.sensorSizes(code)
      }
    }

    /// Returns the bus code of the sensor's frames for a format of the node, which may widen samples.
    private static func code(of format: PixelFormat, _ state: borrowing State) throws(CaptureError) -> BusCode? {
      var codes: [BusCode] = []
      for code in try state.path.sensorCodes() where code.isRaw {
        if try state.path.node.formats(of: code).contains(where: { $0.fourCC == format.fourCC }) { codes.append(code) }
      }
      return codes.first { $0 == format.busCode } ?? codes.first
    }

    /// Returns the format of the next stream at the node.
    public func currentFormat() throws(CameraDeviceError) -> ActiveFormat {
      try ask { state throws(CaptureError) in try Self.format(state) }
    }

    private static func format(_ state: borrowing State) throws(CaptureError) -> ActiveFormat {
      let sensor = try sensorFormat(state)
      let offered = try state.path.node.formats(of: sensor.code).compactMap(\.pixelFormat)
      let present = try state.path.node.presentFormat().fourCC
      let likely = [state.wanted?.format, try? PixelFormat(present), offered.first].compactMap(\.self).first(
        where: offered.contains)
      guard let format = likely else { throw state.path.node.handle.error(.noRawFormat(offered: [present])) }
      return try state.path.node.answer(to: format, sensor.size)
    }

    /// Returns the sensor's format in the next stream. Where only the order of colours differs from the one that was
    /// set, it is the present one, because flips change the order.
    private static func sensorFormat(_ state: borrowing State) throws(CaptureError) -> Subdevice.Format {
      let present = try state.path.sensorFormat()
      guard let wanted = state.wanted?.sensor else { return present }
      return wanted.size == present.size && wanted.code.isAlikeButForOrder(present.code) ? present : wanted
    }

    @discardableResult
    public func setFormat(
      _ format: PixelFormat, size: FrameSize, match: SizeMatch
    ) throws(CameraDeviceError) -> ActiveFormat {
      try ask { state throws(CaptureError) in
        try state.path.checkIdle()
        let before = try state.path.sensorFormat()
        guard let code = try Self.code(of: format, state) else {
          throw state.path.node.handle.error(
            .formatRefused(format.fourCC, chosen: try state.path.node.presentFormat().fourCC))
        }
        let timing = try timing(height: before.size.height)
        state.found = state.found ?? timing
        let wanted = state.wanted
        do throws(CaptureError) {
          let took = try state.path.setSensor(Subdevice.Format(code: code, size: size))
          guard took.code == code else {
            // Flips change the order of colours.
            let chosen = took.code.pixelFormats.first?.fourCC ?? FourCC(rawValue: 0)
            throw state.path.node.handle.error(.formatRefused(format.fourCC, chosen: chosen))
          }
          guard match == .nearest || took.size == size else {
            throw state.path.node.handle.error(.sizeRefused(size, chosen: took.size))
          }
          state.wanted = (format, took)
          let active = try Self.format(state)
          try keepExposure(state.kept?.exposure ?? timing.exposure, &state)
          state.kept = nil
          return active
        } catch {
          // If the format is refused, the camera keeps its own.
          state.wanted = wanted
          _ = try? state.path.setSensor(before)
          set(timing, &state)
          throw error
        }
      }
    }

    private func timing(height: Int) throws(CaptureError) -> Timing {
      Timing(
        exposure: try? controlPorts.value(of: .exposure), blanking: try controlPorts.frame(height: height)?.blanking)
    }

    /// Restores the exposure from before a change of the format, because a driver may have shortened it.
    ///
    /// Frames become long enough for it.
    private func keepExposure(_ exposure: Int64?, _ state: inout State) throws(CaptureError) {
      let height = try Self.height(state)
      state.blanking = try controlPorts.frame(height: height)?.blanking
      guard let exposure, try controlPorts.value(of: .exposure) != exposure,
        let control = try controlPorts.control(.exposure, height: height)
      else { return }
      _ = try controlPorts.set(
        [(.exposure, control.nearestLegalValue(to: exposure))], height: height, leastBlanking: state.blanking)
    }

    /// Sets blanking and exposure as far as the driver allows. If one fails, the other is still set.
    private func set(_ timing: Timing, _ state: inout State) {
      guard let height = try? Self.height(state) else { return }
      if let blanking = timing.blanking {
        _ = try? controlPorts.set([(.verticalBlanking, blanking)], height: height, leastBlanking: nil)
        state.blanking = blanking
      }
      if let exposure = timing.exposure {
        _ = try? controlPorts.set([(.exposure, exposure)], height: height, leastBlanking: nil)
      }
    }

    /// Returns the interval from the sensor's pixel rate and the length of its lines and frames, or else the node's
    /// own.
    public func frameInterval() throws(CameraDeviceError) -> FrameInterval? {
      try ask { state throws(CaptureError) in
        let size = try state.path.sensorFormat().size
        guard let rate = try? controlPorts.value(of: .pixelRate),
          let blank = try? controlPorts.value(of: .horizontalBlanking),
          let lines = try? controlPorts.value(of: .verticalBlanking),
          let interval = FrameInterval(
            lines: Int64(size.height), verticalBlanking: lines, pixels: Int64(size.width), horizontalBlanking: blank,
            rate: rate)
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
          // Some drivers refuse a flip during a stream, and still change the order of colours.
          guard let control = try controlPorts.control(id, height: height), control.flags.contains(.modifiesLayout)
          else {
            continue
          }
          throw state.path.sensor.handle.error(.control(control, .grabbed))
        }
        let done = try controlPorts.set(
          values.map { ($0.key, $0.value) }, height: height, leastBlanking: state.blanking)
        if values.contains(where: { $0.key == .exposure }) { state.kept?.exposure = nil }
        if values.contains(where: { $0.key == .verticalBlanking }) { state.kept?.blanking = nil }
        // A caller who sets the blanking decides how long frames are.
        if let own = values.first(where: { $0.key == .verticalBlanking }) { state.blanking = own.value }
        return done
      }
    }

    private static func height(_ state: borrowing State) throws(CaptureError) -> Int {
      try state.path.sensorFormat().size.height
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
      // One lock covers the whole start, so that a second start sees the first one completed.
      let stream = try ask { state throws(CaptureError) in
        // Nothing has been set yet, so a failure here needs no restoring, and a running stream keeps its formats.
        try state.path.checkIdle()
        do throws(CaptureError) {
          let timing = try timing(height: Self.height(state))
          state.found = state.found ?? timing
          try setSensorAgain(&state, timing)
          try state.path.setUp(Self.format(state).pixelFormat)
          let count = CaptureDevice.legalBufferCount(near: bufferCount)
          let stream = V4L2Stream(try state.path.node.stream(bufferCount: count), name)
          (state.isStreaming, state.kept) = (true, nil)
          return stream
        } catch {
          putBack(&state)
          throw error
        }
      }
      return SensorStream(stream, of: self)
    }

    /// Gives the sensor the format that was set, and the timing of the stream before.
    private func setSensorAgain(_ state: inout State, _ present: Timing) throws(CaptureError) {
      let wanted = try Self.sensorFormat(state)
      if try state.path.sensorFormat() != wanted {
        let timing = Timing(
          exposure: state.kept?.exposure ?? present.exposure, blanking: state.kept?.blanking ?? present.blanking)
        // A start that fails restores the sensor, and the next one has this timing.
        state.kept = timing
        let took = try state.path.setSensor(wanted)
        guard took.size == wanted.size else {
          throw state.path.node.handle.error(.sizeRefused(wanted.size, chosen: took.size))
        }
        set(timing, &state)
      }
    }

    /// Restores the formats, and the settings that a driver changes along with them.
    fileprivate func putBack() { state.withLock { putBack(&$0) } }

    private func putBack(_ state: inout State) {
      let wasStreaming = state.isStreaming
      if wasStreaming {
        // The blanking is the one to return to: the exposure that is restored after it lengthens frames by itself.
        state.kept = Timing(exposure: try? controlPorts.value(of: .exposure), blanking: state.blanking)
      }
      state.isStreaming = false
      let isSensorChanged = state.path.isSensorChanged()
      state.path.putBack()
      // After a start that failed, the next one still needs what is kept.
      if isSensorChanged, let found = state.found { set(found, &state) } else if wasStreaming { state.kept = nil }
      state.found = nil
    }
  }

  /// A running camera of several parts.
  private final class SensorStream: CameraStream {
    private let stream: V4L2Stream
    private let camera: SensorCamera
    private let hasStopped = Atomic(false)
    var bufferCount: Int { stream.bufferCount }

    init(_ stream: V4L2Stream, of camera: SensorCamera) {
      (self.stream, self.camera) = (stream, camera)
    }

    func nextFrame(timeout: Duration) throws(CameraDeviceError) -> CapturedFrame {
      do throws(CameraDeviceError) { return try stream.nextFrame(timeout: timeout) } catch {
        throw camera.noticing(error)
      }
    }

    /// Stops the camera. A second call must not restore the formats of the stream that came after.
    func stop() {
      guard !hasStopped.exchange(true, ordering: .acquiringAndReleasing) else { return }
      stream.stop()
      camera.putBack()
    }

    deinit { stop() }
  }
#endif

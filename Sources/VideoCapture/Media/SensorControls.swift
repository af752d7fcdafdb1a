#if os(Linux)
  internal import Synchronization
  internal import SystemPackage

  /// The controls of a camera of several parts: those of the sensor, the lens and the node.
  ///
  /// The driver limits a sensor's exposure to the length of its frames, which depends on the blanking. Here, the
  /// exposure has the range of the longest frames, and the blanking follows it. The blanking is never shorter than it
  /// was set.
  final class SensorControls: Sendable {
    private final class Port: Sendable {
      let device: CaptureDevice

      init(_ path: FilePath, _ kernel: any VideoKernel) throws(CaptureError) {
        device = try CaptureDevice(part: path, kernel: kernel)
      }
    }

    private let sensor: Port
    private let node: Port?
    private let lens: Mutex<Port?>
    /// The sensor comes first, so that it provides the controls that several parts have.
    private var ports: [Port] { [sensor, lens.withLock(\.self), node].compactMap(\.self) }

    init(_ way: MediaGraph.Way, _ kernel: any VideoKernel) throws(CaptureError) {
      func port(_ part: MediaGraph.Entity?) throws(CaptureError) -> Port? {
        guard let path = part?.node else { return nil }
        return try Port(FilePath(path), kernel)
      }
      // `SensorPath` has checked before that the sensor has a node.
      guard let sensor = try port(way.sensor) else { preconditionFailure("\(way.sensor.name) has no node") }
      self.sensor = sensor
      lens = Mutex(try port(way.lens))
      node = try port(way.node)
    }

    /// Closes the lens of a sensor that is gone. While a program has the lens open, Linux gives it no node when the
    /// sensor returns.
    func letGoOfLens() { lens.withLock { $0 = nil } }

    /// Makes a request to a part. If the lens alone is gone, it is closed, there is no answer, and the sensor goes on
    /// without it.
    private func asking<Answer>(
      _ port: Port, _ body: (Port) throws(CaptureError) -> Answer
    ) throws(CaptureError) -> Answer? {
      do throws(CaptureError) { return try body(port) } catch {
        guard case .deviceGone = error.reason, lens.withLock({ $0 === port }) else { throw error }
        letGoOfLens()
        return nil
      }
    }

    // MARK: - Asking

    /// Returns all controls of the sensor, the lens and the node.
    func all(height: Int) throws(CaptureError) -> [CaptureControl] {
      var (known, all): (Set<ControlID>, [CaptureControl]) = ([], [])
      for port in ports {
        let controls = try asking(port) { (port) throws(CaptureError) in try port.device.controls() }
        for control in controls ?? [] where known.insert(control.id).inserted {
          all.append(port === sensor ? try extended(control, height: height) : control)
        }
      }
      return all
    }

    func control(_ id: ControlID, height: Int) throws(CaptureError) -> CaptureControl? {
      guard let port = try port(of: id), let control = try port.device.control(id) else { return nil }
      return port === sensor ? try extended(control, height: height) : control
    }

    func value(of id: ControlID) throws(CaptureError) -> Int64 {
      guard let port = try port(of: id) else { throw sensor.device.handle.error(.noControl(id)) }
      return try port.device.value(of: id)
    }

    private func port(of id: ControlID) throws(CaptureError) -> Port? {
      for port in ports {
        let control = try asking(port) { (port) throws(CaptureError) in try port.device.control(id) }
        if let control, control != nil { return port }
      }
      return nil
    }

    private func extended(_ control: CaptureControl, height: Int) throws(CaptureError) -> CaptureControl {
      guard control.id == .exposure, let frame = try frame(height: height) else { return control }
      let longest = frame.longestExposure(height: height)
      guard longest > control.range.upperBound else { return control }
      var extended = control
      extended.range = control.range.lowerBound...longest
      return extended
    }

    // MARK: - Setting

    /// Sets controls, those of a part in one request. All values are checked before any is set.
    ///
    /// - Parameters:
    ///   - height: The rows of a frame.
    ///   - leastBlanking: The least blanking to return to, in lines; `nil` to leave it as it is.
    func set(
      _ values: [(id: ControlID, value: Int64)], height: Int, leastBlanking: Int64?
    ) throws(CaptureError) -> [Int64] {
      var targets: [(port: Port, id: ControlID, value: Int64)] = []
      for (id, value) in values {
        guard let port = try port(of: id), let control = try control(id, height: height) else {
          throw sensor.device.handle.error(.noControl(id))
        }
        if let fault = control.fault(setting: value) { throw port.device.handle.error(.control(control, fault)) }
        targets.append((port, id, value))
      }
      for port in ports {
        let own = targets.filter { $0.port === port }.map { (id: $0.id, value: $0.value) }
        guard !own.isEmpty else { continue }
        let lines = port === sensor ? own.first { $0.id == .exposure }?.value : nil
        try setTogether(own, lines: lines, of: port, height: height, leastBlanking)
      }
      var done: [Int64] = []
      for (port, id, value) in targets {
        let control = try port.device.control(id)
        done.append(
          control.map { $0.isWriteOnly || $0.kind == .button } ?? true ? value : try port.device.value(of: id))
      }
      return done
    }

    private func setTogether(
      _ own: [(id: ControlID, value: Int64)], lines: Int64?, of port: Port, height: Int, _ leastBlanking: Int64?
    ) throws(CaptureError) {
      guard let lines, let frame = try frame(height: height) else {
        try port.device.set(own)
        return
      }
      let given = own.first { $0.id == .verticalBlanking }?.value
      let blanking = given ?? frame.blanking(for: lines, height: height, least: leastBlanking ?? frame.blanking)
      // The driver clamps an exposure that does not fit into its frame. So frames are lengthened before, and shortened
      // after.
      if blanking > frame.blanking { try port.device.set(.verticalBlanking, to: blanking) }
      do throws(CaptureError) { try port.device.set(own.filter { $0.id != .verticalBlanking }) } catch {
        // Frames that stayed long would slow the camera down. The first error is the one that says what is wrong.
        if blanking > frame.blanking { _ = try? port.device.set(.verticalBlanking, to: frame.blanking) }
        throw error
      }
      if blanking < frame.blanking { try port.device.set(.verticalBlanking, to: blanking) }
    }

    /// Returns the length of frames, or `nil` where the blanking cannot be set.
    func frame(height: Int) throws(CaptureError) -> FrameLength? {
      guard let blanking = try sensor.device.control(.verticalBlanking), blanking.kind == .integer,
        !blanking.isReadOnly,
        let exposure = try sensor.device.control(.exposure), exposure.kind == .integer
      else { return nil }
      return FrameLength(
        blanking: try sensor.device.value(of: .verticalBlanking), range: blanking.range, step: blanking.step,
        longestExposure: exposure.range.upperBound, height: height)
    }

    // MARK: - Changes by others

    func subscribe() throws(CaptureError) {
      for port in ports { try asking(port) { (port) throws(CaptureError) in try port.device.subscribeToChanges() } }
    }

    func changed() throws(CaptureError) -> Set<ControlID> {
      var changed: Set<ControlID> = []
      for port in ports {
        let own = try asking(port) { (port) throws(CaptureError) in try port.device.changedControls() }
        changed.formUnion(own ?? [])
      }
      return changed
    }
  }
#endif

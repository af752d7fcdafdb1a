internal import CameraDevices
internal import DeviceProfiles
internal import Dispatch
internal import GrayCard
package import Metering
internal import RawFrames
internal import Synchronization

// All of this runs on the meter's queue.
extension CameraMeter {
  // MARK: - Scans

  /// The seconds that a scan's limit on the camera's clock adds to its limit on the frames' time.
  ///
  /// The camera's clock ends a scan where no frames come or their time stands still.
  private static let clockMargin = 1.0

  private var clockLimit: Double { settings.timeLimit + Self.clockMargin }

  func begin(_ scan: Scan, about point: MeteringPoint, lockDuration: Double) {
    guard kept.state.withLock({ $0.scansToCome.remove(scan.number) }) != nil else {
      return scan.continuation.resume(returning: .failure(.cancelled))
    }
    let (replaced, before, setByHand, locked) = kept.state.withLock { state in
      let replaced = (state.scan?.quantities ?? []).subtracting(scan.quantities)
      return (
        replaced, state.settingsBefore.filter { replaced.contains($0.key) }, state.setByHandBefore,
        scan.quantities.filter { state.meter.scene.status(of: $0) == .locked }
      )
    }
    do throws(CameraError) { try keepSettings(for: scan.quantities) } catch {
      // Nothing has changed: a scan in progress goes on, and what is locked stays so.
      kept.state.withLock { $0.failure = error }
      return scan.continuation.resume(returning: .failure(.camera(error)))
    }
    do throws(CameraError) {
      try takeOver(scan.quantities)
      for settings in before.values { try camera.restore(settings) }
      camera.state.withLock { $0.setByHand.formUnion(setByHand.intersection(replaced)) }
      dateSettings()
    } catch {
      // The automatic modes of some quantities may be off already. What was locked stays so if it can be restored.
      let found = kept.state.withLock { $0.settingsBefore }
      var stopped = scan.quantities.subtracting(locked)
      for (quantity, settings) in found where scan.quantities.contains(quantity) {
        do throws(CameraError) { try camera.restore(settings) } catch { stopped.insert(quantity) }
      }
      kept.state.withLock { state in
        state.failure = error
        state.change { $0.stop(stopped, because: .deviceFailed) }
      }
      finishScan()
      return scan.continuation.resume(returning: .failure(.camera(error)))
    }
    let begun: Result<Scan?, MeteringError> = kept.state.withLock { state in
      do throws(MeteringError) {
        try state.change { (meter) throws(MeteringError) in
          try meter.scan(scan.quantities, lockDuration: lockDuration)
        }
      } catch { return .failure(error) }
      let before = state.scan
      (state.scan, state.point, state.failure, state.setInScan) = (scan, point, nil, [:])
      state.deadline = camera.now + .seconds(clockLimit)
      return .success(before)
    }
    switch begun {
    case .failure(let error): return scan.continuation.resume(returning: .failure(.metering(error)))
    case .success(let before): before?.continuation.resume(returning: .failure(.superseded))
    }
    follow()
  }

  /// Notes the settings to which a cancelled scan returns. Quantities that the meter follows need none. For quantities
  /// of a scan in progress, the settings from before that scan stay.
  ///
  /// - Throws: ``CameraError`` where the device does not report the settings of a locked quantity, which must be
  ///   restored. Other quantities without known settings stay as the scan leaves them.
  private func keepSettings(for quantities: Set<MeteringQuantity>) throws(CameraError) {
    let (scanned, scene, followed, before, setByHandBefore) = kept.state.withLock {
      ($0.scan?.quantities ?? [], $0.meter.scene, $0.meter.measuredQuantities, $0.settingsBefore, $0.setByHandBefore)
    }
    let setByHand = camera.state.withLock(\.setByHand).union(setByHandBefore.intersection(scanned))
    var settings = before.filter { scanned.contains($0.key) }
    for quantity in quantities.subtracting(scanned).subtracting(followed) {
      if scene.status(of: quantity) == .locked {
        settings[quantity] = try camera.currentSettings(of: [quantity])
      } else {
        settings[quantity] = try? camera.currentSettings(of: [quantity])
      }
    }
    let found = settings
    kept.state.withLock { ($0.settingsBefore, $0.setByHandBefore) = (found, setByHand) }
  }

  /// Switches the device's automatic modes off, because they would work against the meter.
  private func takeOver(_ quantities: Set<MeteringQuantity>) throws(CameraError) {
    try camera.takeOver(quantities)
    camera.state.withLock { $0.setByHand.subtract(quantities) }
  }

  /// Takes quantities over to follow them.
  func follow(_ quantities: Set<MeteringQuantity>) throws(CameraError) {
    try takeOver(quantities)
    dateSettings()
  }

  /// Notes that the settings have changed now: frames from before are not measured.
  private func dateSettings() { kept.state.withLock { $0.lastChange = camera.lastChange } }

  func cancel(_ number: Int) {
    typealias Cancelled = (
      scan: Scan, lens: Double?, settings: [MeteringQuantity: CameraSettings], setByHand: Set<MeteringQuantity>,
      setInScan: Set<MeteringQuantity>
    )
    let cancelled: Cancelled? = kept.state.withLock { state in
      guard let scan = state.scan, scan.number == number else { return nil }
      state.scan = nil
      let lens = state.change { $0.cancelScan() }
      // What a caller has set meanwhile stays, and is held as at any other time.
      for (quantity, isAutomatic) in state.setInScan { state.giveUp(quantity, isAutomatic: isAutomatic) }
      return (scan, lens, state.settingsBefore, state.setByHandBefore, Set(state.setInScan.keys))
    }
    guard let (scan, lens, settings, setByHand, setInScan) = cancelled else { return }
    camera.state.withLock { $0.setByHand.formUnion(setByHand.intersection(scan.quantities).union(setInScan)) }
    do throws(CameraError) {
      for quantity in scan.quantities.subtracting(setInScan) {
        if let found = settings[quantity] { try camera.restore(found) }
      }
      if let lens, settings[.focus] == nil, !setInScan.contains(.focus) { try moveLens(to: lens) }
    } catch { fail(error) }
    dateSettings()
    scan.continuation.resume(returning: .failure(.cancelled))
  }

  private func endOverdueScan() {
    let now = camera.now
    kept.state.withLock { state in
      guard state.scan != nil, now >= state.deadline else { return }
      state.change { $0.endScan(after: clockLimit) }
    }
    finishScan()
  }

  /// Notifies the callers that wait for the scan.
  func finishScan() {
    let over: (scan: Scan, scene: MeteringScene)? = kept.state.withLock { state in
      guard let scan = state.scan, !state.meter.isScanning else { return nil }
      state.scan = nil
      return (scan, state.meter.scene)
    }
    guard let (scan, scene) = over else { return }
    guard !scan.isTakenOver else { return scan.continuation.resume(returning: .failure(.superseded)) }
    var reasons: [MeteringQuantity: MeteringReason] = [:]
    for quantity in scan.quantities where scene.status(of: quantity) == .diverged {
      reasons[quantity] = scene.reason(of: quantity)
    }
    scan.continuation.resume(returning: reasons.isEmpty ? .success(scene) : .failure(.notConverged(reasons)))
  }

  // MARK: - Frames

  /// Starts to take the camera's frames, unless the meter already does.
  func follow() {
    watchCamera()
    kept.state.withLock { state in
      guard state.observer == nil else { return }
      state.meter.beginRun()
      state.observer = camera.observe(settingOn: queue) { [weak camera, weak kept] event in
        guard let camera, let kept else { return }
        CameraMeter(camera, kept).receive(event)
      }
    }
  }

  /// Has the camera tell the meter when it starts, and when it is unplugged.
  func watchCamera() {
    camera.watchLife(for: ObjectIdentifier(kept)) { [weak camera, weak kept] event in
      guard let camera, let kept else { return }
      let meter = CameraMeter(camera, kept)
      switch event {
      case .started: meter.later { if $0.awaitsFrames { $0.follow() } }
      case .unplugged: meter.later { $0.endUnplugged() }
      }
    }
  }

  /// Runs `body` on the queue. Pending work keeps neither the camera nor the meter alive.
  func later(_ body: @escaping @Sendable (CameraMeter) -> Void) {
    queue.async { [weak camera, weak kept] in
      guard let camera, let kept else { return }
      body(CameraMeter(camera, kept))
    }
  }

  /// Passes an event from the capture thread to the queue without waiting.
  ///
  /// Where the queue is slow, a newer frame replaces the one that has not been handled.
  private func receive(_ event: FrameEvent) {
    switch event {
    case .frame(let frame, let lastChange):
      let wasEmpty = kept.inbox.withLock { inbox in
        defer { inbox = Arrival(frame: frame, lastChange: lastChange) }
        return inbox == nil
      }
      if wasEmpty { later { $0.takeNewest() } }
    case .silence: later { $0.endOverdueScan() }
    case .end: later { $0.endFrames() }
    }
  }

  private func takeNewest() {
    if let arrival = kept.inbox.withLock({ $0.take() }) { take(arrival.frame, after: arrival.lastChange) }
    endOverdueScan()
  }

  private func take(_ frame: CameraFrame, after lastChange: Int) {
    let time = frame.timestamp / .seconds(1)
    if kept.state.withLock({ $0.meter.skip(frameAt: time, sequence: frame.sequence) }) { return }
    let unmeteredBefore = camera.state.withLock { $0.unmeteredBefore }
    let (mode, point, measured, isStale) = kept.state.withLock { state in
      (
        state.mode, state.point, state.meter.measuredQuantities,
        lastChange < max(state.lastChange, unmeteredBefore)
      )
    }
    let reader = MeteringReader(mode: mode, point: point, limits: limits)
    let metering = self.metering(
      frame, reader, measured, isTrusted: frame.isTrusted && !isStale && !measured.isEmpty)
    perform(kept.state.withLock { state in state.change { $0.update(with: metering) } })
    finishScan()
  }

  /// Returns the facts about a frame that the meter uses. For a frame that is not trusted only the time counts.
  package func metering(
    _ frame: CameraFrame, _ reader: MeteringReader, _ measured: Set<MeteringQuantity>, isTrusted: Bool
  ) -> MeteringFrame {
    let time = frame.timestamp / .seconds(1)
    guard isTrusted,
      let card = try? reader.measurement(
        of: SourceFrame(frame.frame), on: camera.knownProfile, appliedGains: frame.appliedGains)
    else {
      return MeteringFrame(time: time, sequence: frame.sequence, isTrusted: false, card: .refused([]))
    }
    var metering = MeteringFrame(
      card.reading, levels: frame.frame.levels, time: time, sequence: frame.sequence,
      appliedGains: frame.appliedGains, sharpness: measured.contains(.focus) ? reader.sharpness(of: frame.frame) : nil,
      exposureRoom: camera.exposureRoom)
    if kept.state.withLock({ $0.meter.needsLensPosition }) {
      metering.lensPosition = camera.lensPosition.map(Double.init)
    }
    return metering
  }

  private func perform(_ actions: MeteringActions) {
    guard !actions.isEmpty else { return }
    var others = actions
    others.lensPosition = nil
    do throws(CameraError) {
      try camera.perform(others)
      if let position = actions.lensPosition { try moveLens(to: position) }
      kept.state.withLock { ($0.lastChange, $0.failuresInARow, $0.failure) = (camera.lastChange, 0, nil) }
    } catch { noteFailure(error) }
  }

  /// Notes that a request failed. What is measured ends where the device cannot do as asked, or fails too often.
  private func noteFailure(_ error: CameraError) {
    let failureCount = kept.state.withLock { state in
      state.failure = error
      state.failuresInARow += 1
      // A part of the request may have changed the camera.
      state.lastChange = camera.lastChange
      return state.failuresInARow
    }
    guard case .device(.failed) = error.reason, failureCount < Self.mostFailuresInARow else { return fail(error) }
    kept.state.withLock { state in state.change { $0.noteFailedRequest() } }
  }

  /// The number of requests in a row that a device may fail. Webcams lose single ones on a busy USB; the next trusted
  /// frame leads to the same request again.
  private static let mostFailuresInARow = 3

  /// Moves the lens. A lens that is gone ends its own focus alone.
  private func moveLens(to position: Double) throws(CameraError) {
    do throws(CameraError) { try camera.perform(MeteringActions(lensPosition: position)) } catch {
      guard case .device(.noControl) = error.reason else { throw error }
      kept.state.withLock { state in state.change { $0.stop([.focus], because: .unsupported) } }
    }
  }

  func fail(_ error: CameraError) {
    let scan = kept.state.withLock { state in
      defer { state.scan = nil }
      (state.failure, state.failuresInARow) = (error, 0)
      state.change { $0.stop($0.measuredQuantities, because: .deviceFailed) }
      return state.scan
    }
    scan?.continuation.resume(returning: .failure(.camera(error)))
  }

  /// Handles the unplugging of a camera. While it runs, the end of its frames follows.
  func endUnplugged() {
    if camera.isRunning { follow() } else { endFrames() }
  }

  /// Handles the end of frames: the camera has stopped or is unplugged.
  private func endFrames() {
    kept.state.withLock { $0.observer = nil }
    // Meanwhile the camera may have been started again, and a scan may have begun.
    guard !camera.isRunning else { return follow() }
    fail(camera.reasonNotToRun)
    guard !camera.isConnected else { return }
    let consumers = kept.state.withLock { state in
      state.change { $0.stop(Set(MeteringQuantity.allCases), because: .deviceFailed) }
      defer { state.consumers = [:] }
      return state.consumers
    }
    for consumer in consumers.values { consumer.finish() }
  }
}

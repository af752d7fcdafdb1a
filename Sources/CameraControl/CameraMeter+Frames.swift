#if os(Linux)
  internal import DeviceProfiles
  internal import Dispatch
  internal import GrayCard
  internal import Metering
  internal import RawFrames
  internal import Synchronization
  internal import VideoCapture

  // On the meter's queue.
  extension CameraMeter {
    // MARK: - Scans

    /// Beside the limit in the frames' time: it is the wall clock's that ends a scan where no frames come, or their clock stands.
    private static let wallClockMargin = 1.0

    func begin(_ scan: Scan, about point: MeteringPoint, lockDuration: Double, leavingOut: Set<MeteringQuantity>) {
      guard state.withLock({ $0.scansToCome.remove(scan.number) }) != nil else {
        return scan.continuation.resume(returning: .failure(.cancelled))
      }
      do throws(CameraError) { try camera.takeOver(scan.quantities) } catch {
        state.withLock { state in
          state.failure = error
          state.change { $0.stop(scan.quantities, because: .deviceFailed) }
        }
        finishScan()
        return scan.continuation.resume(returning: .failure(.camera(error)))
      }
      let begun: Result<Scan?, MeteringError> = state.withLock { state in
        do throws(MeteringError) {
          try state.change { (meter) throws(MeteringError) in
            try meter.scan(scan.quantities, lockDuration: lockDuration)
          }
        } catch { return .failure(error) }
        let before = state.scan
        (state.scan, state.point, state.failure) = (scan, point, nil)
        return .success(before)
      }
      switch begun {
      case .failure(let error): return scan.continuation.resume(returning: .failure(.metering(error)))
      case .success(let before): before?.continuation.resume(returning: .failure(.superseded))
      }
      follow()
      let limit = settings.timeLimit + Self.wallClockMargin
      queue.asyncAfter(deadline: .now() + limit) { [weak self] in self?.end(scan.number, after: limit) }
    }

    func cancel(_ number: Int) {
      let cancelled: (scan: Scan, actions: MeteringActions)? = state.withLock { state in
        guard let scan = state.scan, scan.number == number else { return nil }
        state.scan = nil
        return (scan, state.change { $0.cancelScan() })
      }
      guard let cancelled else { return }
      perform(cancelled.actions)
      cancelled.scan.continuation.resume(returning: .failure(.cancelled))
    }

    /// On the wall clock.
    private func end(_ number: Int, after seconds: Double) {
      state.withLock { state in
        guard state.scan?.number == number else { return }
        state.change { $0.endScan(after: seconds) }
      }
      finishScan()
    }

    /// Tells who waits for a scan that is over.
    func finishScan() {
      let over: (scan: Scan, scene: MeteringScene)? = state.withLock { state in
        guard let scan = state.scan, !state.meter.isScanning else { return nil }
        state.scan = nil
        return (scan, state.meter.scene)
      }
      guard let (scan, scene) = over else { return }
      var reasons: [MeteringQuantity: MeteringReason] = [:]
      for quantity in scan.quantities where scene.status(of: quantity) == .diverged {
        reasons[quantity] = scene.reason(of: quantity)
      }
      scan.continuation.resume(returning: reasons.isEmpty ? .success(scene) : .failure(.notConverged(reasons)))
    }

    // MARK: - Frames

    /// Takes the camera's frames from now on, where it does not already.
    func follow() {
      let frames = camera.frames
      state.withLock { state in
        guard state.loop == nil else { return }
        state.loop = Task.detached { [weak self, queue] in
          for await frame in frames {
            // The meter is held while a frame is looked at, not while one is waited for.
            let isOver = await withCheckedContinuation { continuation in
              queue.async { [weak self] in
                self?.take(frame)
                continuation.resume(returning: self == nil)
              }
            }
            if isOver { return }
          }
          queue.async { [weak self] in self?.endFrames() }
        }
      }
    }

    private func take(_ frame: CameraFrame) {
      let (mode, point, measured, isStale) = state.withLock { state in
        defer { state.skipsFrame = false }
        return (state.mode, state.point, state.meter.measuredQuantities, state.skipsFrame)
      }
      let reader = MeteringReader(mode: mode, point: point, estimator: GrayCardEstimator(limits: limits))
      let metering = self.metering(
        frame, reader, measured, isTrusted: frame.isTrusted && !isStale && !measured.isEmpty)
      perform(state.withLock { state in state.change { $0.update(with: metering) } })
      finishScan()
    }

    /// What the frame tells; of one that is not trusted only its time counts.
    private func metering(
      _ frame: CameraFrame, _ reader: MeteringReader, _ measured: Set<MeteringQuantity>, isTrusted: Bool
    ) -> MeteringFrame {
      let time = frame.timestamp / .seconds(1)
      guard isTrusted, let reading = try? reader.reading(of: frame.frame) else {
        return MeteringFrame(time: time, sequence: frame.sequence, isTrusted: false, card: .refused([]))
      }
      let judged = reading.judged(
        on: camera.profile.characterization, limits: limits, appliedGains: frame.appliedGains)
      return MeteringFrame(
        judged, levels: frame.frame.levels, time: time, sequence: frame.sequence, appliedGains: frame.appliedGains,
        sharpness: measured.contains(.focus) ? reader.sharpness(of: frame.frame) : nil,
        exposureRoom: camera.exposureRoom)
    }

    private func perform(_ actions: MeteringActions) {
      guard !actions.isEmpty else { return }
      do throws(CameraError) {
        try camera.perform(actions)
        // The stream of frames holds one, which may be older than the change.
        state.withLock { $0.skipsFrame = true }
      } catch { fail(error) }
    }

    private func fail(_ error: CameraError) {
      let scan = state.withLock { state in
        defer { state.scan = nil }
        state.failure = error
        state.change { $0.stop($0.measuredQuantities, because: .deviceFailed) }
        return state.scan
      }
      scan?.continuation.resume(returning: .failure(.camera(error)))
    }

    /// The camera has stopped, or is unplugged.
    private func endFrames() {
      state.withLock { $0.loop = nil }
      // It may have been started again meanwhile, and a scan have begun.
      guard !camera.isRunning else { return follow() }
      fail(camera.isConnected ? camera.failure ?? camera.error(.notRunning) : camera.error(.unplugged))
      guard !camera.isConnected else { return }
      let consumers = state.withLock { state in
        state.change { $0.stop(Set(MeteringQuantity.allCases), because: .deviceFailed) }
        defer { state.consumers = [:] }
        return state.consumers
      }
      for consumer in consumers.values { consumer.finish() }
    }
  }
#endif

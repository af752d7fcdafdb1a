internal import CameraDevices
internal import Dispatch
public import Metering
internal import Synchronization

// A meter takes requests on any thread, and carries them out on its queue.

extension CameraMeter {
  /// Measures the card at `center` from the next frame on, sets the device by it, and locks the result.
  ///
  /// - Parameters:
  ///   - center: The position of the card; `nil` for the middle of the frame.
  ///   - surface: The name of the preview that `center` refers to, among ``surfaces``; `nil` for the first.
  ///   - lockDuration: The duration of the lock, in seconds of the frames' time. Then the camera follows the scene.
  ///     With 0, a negative number or infinity the lock does not expire.
  ///   - exposure: Whether to meter the exposure.
  ///   - focus: Whether to meter the focus.
  ///   - whiteBalance: Whether to meter the white balance.
  ///   - throwIfUnsupported: Whether to throw for a quantity that the device cannot set. Otherwise the quantity is left
  ///     out, and the scene has the reason.
  /// - Returns: The scene, with the quantities locked.
  /// - Throws: ``CameraMeterError``, for example ``CameraMeterError/notConverged(_:)`` after
  ///   ``/Metering/MeterSettings/timeLimit``, or ``CameraMeterError/cancelled`` where the task was cancelled.
  ///   After a scan that was cancelled or could not begin, quantities that were locked are locked again, and the others
  ///   have the settings from before it, automatic modes too, unless the meter followed them. The same holds for
  ///   quantities of a scan whose place another takes, where the other does not meter them.
  @discardableResult
  public func scan(
    center: MeteringPoint? = nil, surface: String? = nil, lockDuration: Double = 6, exposure: Bool = true,
    focus: Bool = true, whiteBalance: Bool = true, throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) -> CameraScene {
    if let surface, !surfaces.contains(surface) { throw .unknownSurface(surface, known: surfaces) }
    return try await scan(
      MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance), center: center,
      lockDuration: lockDuration,
      throwIfUnsupported: throwIfUnsupported)
  }

  /// Measures the card at `center` like ``scan(center:surface:lockDuration:exposure:focus:whiteBalance:throwIfUnsupported:)``.
  @discardableResult
  package func scan(
    _ asked: Set<MeteringQuantity>, center: MeteringPoint?, lockDuration: Double = 6, throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) -> CameraScene {
    guard !lockDuration.isNaN else { throw .metering(.lockDurationNotANumber) }
    try checkSettings()
    let quantities = try supported(asked, throwIfUnsupported: throwIfUnsupported)
    try checkFrames(for: quantities)
    let number = kept.state.withLock { state in
      state.lastScan += 1
      state.scansToCome.insert(state.lastScan)
      return state.lastScan
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let scan = Scan(number: number, quantities: quantities, continuation: continuation)
        queue.async { self.begin(scan, about: center ?? .center, lockDuration: lockDuration) }
      }
    } onCancel: {
      // The number is removed at once, so that a scan still in the queue does not begin.
      kept.state.withLock { _ = $0.scansToCome.remove(number) }
      queue.async { self.cancel(number) }
    }
    return try result.get()
  }

  /// Locks the device as it is, and switches its automatic modes off.
  ///
  /// - Parameters:
  ///   - duration: The duration of the lock, in seconds of the frames' time. Then the camera follows the scene. With 0,
  ///     a negative number or infinity the lock does not expire.
  ///   - exposure: Whether to lock the exposure.
  ///   - focus: Whether to lock the focus.
  ///   - whiteBalance: Whether to lock the white balance.
  ///   - throwIfUnsupported: Whether to throw for a quantity that the device cannot set.
  /// - Throws: ``CameraMeterError``, for example where the lock is to expire and the camera does not run.
  public func lock(
    duration: Double = -1, exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true,
    throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) {
    try await lock(
      MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance), duration: duration,
      throwIfUnsupported: throwIfUnsupported)
  }

  /// Locks quantities like ``lock(duration:exposure:focus:whiteBalance:throwIfUnsupported:)``.
  package func lock(
    _ asked: Set<MeteringQuantity>, duration: Double, throwIfUnsupported: Bool = false
  ) async throws(CameraMeterError) {
    try await onQueue { self.lockOnQueue(asked, duration: duration, throwIfUnsupported: throwIfUnsupported) }
  }

  /// Locks like ``lock(duration:exposure:focus:whiteBalance:throwIfUnsupported:)``, and blocks the calling thread until
  /// then.
  ///
  /// It is for the end of a program, where nothing can be awaited.
  package func lockAtOnce(_ asked: Set<MeteringQuantity>) throws(CameraMeterError) {
    try queue.sync { self.lockOnQueue(asked, duration: -1, throwIfUnsupported: false) }.get()
  }

  /// Follows the scene: measures it, and sets the device when the scene departs from the settings.
  ///
  /// - Parameters:
  ///   - exposure: Whether to follow with the exposure.
  ///   - focus: Whether to follow with the focus.
  ///   - whiteBalance: Whether to follow with the white balance.
  /// - Throws: ``CameraMeterError``.
  public func unlock(
    exposure: Bool = true, focus: Bool = true, whiteBalance: Bool = true
  ) async throws(CameraMeterError) {
    try await unlock(MeteringQuantity.set(exposure: exposure, focus: focus, whiteBalance: whiteBalance))
  }

  /// Follows the scene with quantities like ``unlock(exposure:focus:whiteBalance:)``.
  package func unlock(_ asked: Set<MeteringQuantity>) async throws(CameraMeterError) {
    try await onQueue { self.unlockOnQueue(asked) }
  }

  /// Makes a person's change to the camera, and gives up the quantity that it changes, so that the meter does not set
  /// it again, now or when a lock expires.
  ///
  /// The meter makes no change of its own meanwhile. A change that throws leaves the meter as it was: a scan goes on,
  /// and a lock expires at its time. ``Camera/meter`` also gives up what is changed without this;
  /// another meter does not.
  ///
  /// - Parameters:
  ///   - quantity: The quantity.
  ///   - isAutomatic: Whether the change leaves the quantity to an automatic mode of the camera,
  ///     which is not called locked.
  ///   - change: The change, which may wait for the device.
  package func giveUp<Value: Sendable>(
    _ quantity: MeteringQuantity, isAutomatic: Bool, with change: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let result: Result<Value, any Error> = await withCheckedContinuation { continuation in
      queue.async {
        let result = Result { try change() }
        if case .success = result { self.leave(quantity, isAutomatic: isAutomatic) }
        continuation.resume(returning: result)
      }
    }
    return try result.get()
  }

  // MARK: - On the queue

  private func onQueue(
    _ body: @escaping @Sendable () -> Result<Void, CameraMeterError>
  ) async throws(CameraMeterError) {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: body()) }
    }
    try result.get()
  }

  private func lockOnQueue(
    _ asked: Set<MeteringQuantity>, duration: Double, throwIfUnsupported: Bool
  ) -> Result<Void, CameraMeterError> {
    do throws(CameraMeterError) {
      // This check comes before any change to the device.
      guard !duration.isNaN else { throw .metering(.lockDurationNotANumber) }
      let quantities = try supported(asked, throwIfUnsupported: throwIfUnsupported)
      // A lock expires by the frames' time, so it needs frames.
      let runsOut = duration > 0 && duration.isFinite
      if runsOut { try checkFrames(for: quantities) }
      try take(over: quantities)
      // A lock begins with the first frame that comes.
      if runsOut { follow() }
      try take(quantities) { (meter) throws(MeteringError) in try meter.lock(quantities, duration: duration) }
      finishScan()
      return .success(())
    } catch { return .failure(error) }
  }

  private func unlockOnQueue(_ asked: Set<MeteringQuantity>) -> Result<Void, CameraMeterError> {
    do throws(CameraMeterError) {
      try checkSettings()
      let quantities = try supported(asked, throwIfUnsupported: false)
      try checkFrames(for: quantities)
      try take(over: quantities)
      try take(quantities) { (meter) throws(MeteringError) in try meter.unlock(quantities) }
      follow()
      finishScan()
      return .success(())
    } catch { return .failure(error) }
  }

  /// Makes a request of the meter, and takes its quantities from a scan in progress.
  private func take(
    _ quantities: Set<MeteringQuantity>, by request: (inout Meter) throws(MeteringError) -> Void
  ) throws(CameraMeterError) {
    let failure: MeteringError? = kept.state.withLock { state in
      do throws(MeteringError) {
        try state.change(request)
        state.takeFromScan(quantities)
        return nil
      } catch { return error }
    }
    if let failure { throw .metering(failure) }
  }

  private func leave(_ quantity: MeteringQuantity, isAutomatic: Bool) {
    kept.state.withLock { state in
      switch state.meter.scene.reason(of: quantity) {
      case .notMetered, .unsupported, .deviceFailed: return
      default: break
      }
      state.giveUp(quantity, isAutomatic: isAutomatic)
      state.takeFromScan([quantity])
      state.lastChange = camera.lastChange
    }
    finishScan()
  }

  // MARK: - Following without a request

  /// Follows the quantities that the camera's options name, unless a caller has set them or made a request.
  ///
  /// This ends with a run and begins again with the next.
  func followByItself() {
    later { meter in
      let camera = meter.camera
      guard camera.isRunning else { return }
      let idle = camera.options.continuousMetering.intersection(meter.supportedQuantities)
        .subtracting(camera.state.withLock { $0.setByHand })
        .subtracting(camera.balance.knowsGains ? [] : [.whiteBalance])
        .filter { [.notMetered, .deviceFailed].contains(meter.scene.reason(of: $0)) }
      guard !idle.isEmpty else { return }
      if case .failure(.camera(let error)) = meter.unlockOnQueue(idle) { meter.fail(error) }
    }
  }

  /// Whether frames are needed even if nothing is measured: a lock expires by their time, and their end is the end of
  /// ``scenes``.
  var awaitsFrames: Bool {
    kept.state.withLock { state in
      let scene = state.meter.scene
      return !state.consumers.isEmpty || MeteringQuantity.allCases.contains { scene.lockExpiry(of: $0) != nil }
    }
  }

  // MARK: - Checks

  private func checkSettings() throws(CameraMeterError) {
    do throws(MeteringError) { try settings.check() } catch { throw .metering(error) }
  }

  private func supported(
    _ asked: Set<MeteringQuantity>, throwIfUnsupported: Bool
  ) throws(CameraMeterError) -> Set<MeteringQuantity> {
    // An unplugged camera is reported first: it lacks more than the quantities asked for.
    do throws(CameraError) { try camera.checkConnection() } catch { throw .camera(error) }
    let missing = asked.subtracting(supportedQuantities)
    guard !asked.isEmpty else { throw .metering(.nothingToMeter) }
    if !missing.isEmpty, throwIfUnsupported || missing == asked {
      throw .notSupported(MeteringQuantity.allCases.filter(missing.contains))
    }
    kept.state.withLock { state in state.change { $0.stop(missing, because: .unsupported) } }
    return asked.subtracting(missing)
  }

  /// Checks that frames come, and for white balance that the gains that the device has applied to them are known.
  private func checkFrames(for quantities: Set<MeteringQuantity>) throws(CameraMeterError) {
    guard camera.isRunning else { throw .camera(camera.reasonNotToRun) }
    guard quantities.contains(.whiteBalance) else { return }
    do throws(CameraError) { try camera.checkGains() } catch { throw .camera(error) }
  }

  private func take(over quantities: Set<MeteringQuantity>) throws(CameraMeterError) {
    do throws(CameraError) { try follow(quantities) } catch { throw .camera(error) }
  }
}

extension MeteringQuantity {
  /// Returns the set of the quantities whose flag is true.
  package static func set(exposure: Bool, focus: Bool, whiteBalance: Bool) -> Set<MeteringQuantity> {
    Set((exposure ? [.exposure] : []) + (focus ? [.focus] : []) + (whiteBalance ? [.whiteBalance] : []))
  }
}

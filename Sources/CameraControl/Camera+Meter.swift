public import Metering
internal import Synchronization

#if canImport(Combine)
  public import Combine
#endif

/// Exposure, focus and white balance as the camera's meter knows them.
public typealias CameraScene = MeteringScene

extension Camera {
  /// The meter of the camera, shared by all callers; `nil` where the camera is unplugged.
  ///
  /// The camera keeps the meter and its locks from the first access on, even while no caller holds it. While the camera
  /// runs, the meter follows the scene as after ``CameraMeter/unlock(exposure:focus:whiteBalance:)``, with the
  /// quantities in ``CameraOptions/continuousMetering``. Once a caller has set a quantity on the camera, the meter no
  /// longer changes it, until a scan or an unlock asks for it. If the meter is reading an earlier frame at that moment,
  /// it may set the quantity once more.
  public var meter: CameraMeter? {
    guard isConnected else { return nil }
    let made = CameraMeter(self)
    let (meter, isFirst) = state.withLock { state in
      let isFirst = state.meter == nil
      // A meter that a caller holds is returned again, so that all callers have the same object.
      let meter = state.heldMeter ?? state.meter.map { CameraMeter(self, $0) } ?? made
      (state.meter, state.heldMeter) = (meter.kept, meter)
      return (meter, isFirst)
    }
    if isFirst { meter.followByItself() }
    return meter
  }

  /// Notes that a caller has set a quantity, so that the camera's meter no longer follows it.
  ///
  /// Changes by that meter itself do not count, nor do those of a bracket, which restores the exposure.
  ///
  /// - Parameters:
  ///   - quantity: The quantity.
  ///   - isAutomatic: Whether the caller has left the quantity to an automatic mode.
  func noteSetByHand(_ quantity: MeteringQuantity, isAutomatic: Bool = false) {
    let (meter, isBracketing) = state.withLock { ($0.meter, $0.isBracketing) }
    guard meter?.isOnQueue != true, !(isBracketing && quantity == .exposure) else { return }
    state.withLock { _ = $0.setByHand.insert(quantity) }
    meter?.giveUp(quantity, isAutomatic: isAutomatic)
  }

  /// The scene of the camera's meter; `nil` before the first access to ``meter``.
  public var scene: CameraScene? { state.withLock { $0.meter }?.scene }

  /// The scenes of the camera's meter: the present one and every later one.
  ///
  /// Read them from `values`, which works with Combine and without.
  public var scenePublisher: AnyPublisher<CameraScene, Never> {
    let meter = meter
    return AnyPublisher { meter?.scenes ?? AsyncStream { $0.finish() } }
  }

  /// The modes in which the meter can look at a point. A camera with colours has all modes.
  public var supportedMeteringModes: [MeteringMode] { isColor ? MeteringMode.allCases : [] }

  /// Takes a picture. Before it, the quantities that are neither converged nor locked are metered.
  ///
  /// Quantities that a caller has set on the camera are not metered, nor is white balance where the gains of the device
  /// are not known. A scan in progress ends as ``CameraMeterError/superseded``.
  ///
  /// - Parameter meterIfNeeded: Whether to meter before.
  /// - Returns: The next frame that surely has the meter's settings.
  /// - Throws: ``CameraMeterError`` where the camera or the metering fails.
  public func capturePicture(meterIfNeeded: Bool = true) async throws(CameraMeterError) -> CameraFrame {
    if meterIfNeeded {
      guard let meter else { throw .camera(error(.unplugged)) }
      let unsettled = meter.supportedQuantities.subtracting(state.withLock(\.setByHand))
        .subtracting(balance.knowsGains ? [] : [.whiteBalance])
        .filter { ![.converged, .locked].contains(meter.scene.status(of: $0)) }
        // If the meter follows the focus and has found no detail, a scan would find none either.
        .filter { meter.scene.reason(of: $0) != .noContrast || !meter.followedQuantities.contains($0) }
      if !unsettled.isEmpty { try await meter.scan(unsettled, center: meter.meteringPoint) }
    }
    do throws(CameraError) { return try await nextFrame() } catch { throw .camera(error) }
  }
}

#if canImport(Combine)
  extension AnyPublisher where Output: Sendable, Failure == Never {
    /// Creates a publisher of the values of streams. Each subscriber has its own stream.
    init(_ stream: @escaping @Sendable () -> AsyncStream<Output>) {
      self = Deferred {
        let stream = stream()
        // The first value may come before anybody reads, so the subject keeps it.
        nonisolated(unsafe) let subject = CurrentValueSubject<Output?, Never>(nil)
        let reading = Task {
          for await value in stream { subject.send(value) }
          subject.send(completion: .finished)
        }
        return subject.compactMap(\.self).handleEvents(receiveCancel: { reading.cancel() })
      }.eraseToAnyPublisher()
    }
  }
#else
  /// A sequence of values, for platforms without Combine and its publisher of this name.
  public struct AnyPublisher<Output: Sendable, Failure: Error>: AsyncSequence, Sendable {
    public typealias Element = Output
    private let stream: @Sendable () -> AsyncStream<Output>

    init(_ stream: @escaping @Sendable () -> AsyncStream<Output>) {
      self.stream = stream
    }

    /// The values from now on. Each reader has its own.
    public var values: AsyncStream<Output> { stream() }

    public func makeAsyncIterator() -> AsyncStream<Output>.Iterator { stream().makeAsyncIterator() }
  }
#endif

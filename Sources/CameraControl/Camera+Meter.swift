public import Metering
internal import Synchronization

#if canImport(Combine)
  public import Combine
#endif

/// Exposure, focus and white balance as the camera's meter knows them.
public typealias CameraScene = MeteringScene

extension Camera {
  /// The meter of the camera, the same one for all who ask; `nil` where the camera is unplugged.
  ///
  /// From the first time that somebody asks for it the camera keeps it, with its locks, whether anybody holds it or not. While the
  /// camera runs it follows the scene by itself, as after
  /// ``CameraMeter/unlock(exposure:focus:whiteBalance:)``, with what ``CameraOptions/continuousMetering`` names; but not with what
  /// somebody has set on the camera, until a scan or an unlocking asks for it.
  public var meter: CameraMeter? {
    guard isConnected else { return nil }
    let made = CameraMeter(self)
    let (meter, isFirst) = state.withLock { state in
      let isFirst = state.meter == nil
      // One that somebody holds is handed on, so that it is the same object.
      let meter = state.heldMeter ?? state.meter.map { CameraMeter(self, $0) } ?? made
      (state.meter, state.heldMeter) = (meter.kept, meter)
      return (meter, isFirst)
    }
    if isFirst { meter.followByItself() }
    return meter
  }

  /// Takes note that somebody has set a quantity, so that the camera's meter follows it no more by itself. Neither that meter
  /// itself is somebody, nor a bracket, which sets everything back.
  func noteSetByHand(_ quantity: MeteringQuantity) {
    let (meter, isBracketing) = state.withLock { ($0.meter, $0.isBracketing) }
    guard meter?.isOnQueue != true, !isBracketing else { return }
    state.withLock { _ = $0.setByHand.insert(quantity) }
    meter?.hold(quantity)
  }

  /// The scene of the camera's meter; `nil` where nobody has asked for the meter.
  public var scene: CameraScene? { state.withLock { $0.meter }?.scene }

  /// The scenes of the camera's meter: the present one, and each change. They are read from `values`, where Combine exists and
  /// elsewhere.
  public var scenePublisher: AnyPublisher<CameraScene, Never> {
    let meter = meter
    return AnyPublisher { meter?.scenes ?? AsyncStream { $0.finish() } }
  }

  /// Whether the meter can look at a point: it can at any for a camera with colours.
  public var supportedMeteringModes: [MeteringMode] { isColor ? MeteringMode.allCases : [] }

  /// Takes a picture. Where the meter does not hold or agree with the scene, it meters before: all but what somebody has set on the
  /// camera.
  ///
  /// - Parameter meterIfNeeded: Whether to meter before.
  /// - Returns: The next frame that surely has what the meter set.
  /// - Throws: ``CameraMeterError`` where the camera or the metering fails.
  public func capturePicture(meterIfNeeded: Bool = true) async throws(CameraMeterError) -> CameraFrame {
    if meterIfNeeded {
      guard let meter else { throw .camera(error(.unplugged)) }
      let unsettled = meter.supportedQuantities.subtracting(state.withLock(\.setByHand)).filter { quantity in
        ![.converged, .locked].contains(meter.scene.status(of: quantity))
      }
      if !unsettled.isEmpty {
        try await meter.scan(
          exposure: unsettled.contains(.exposure), focus: unsettled.contains(.focus),
          whiteBalance: unsettled.contains(.whiteBalance))
      }
    }
    do throws(CameraError) { return try await nextFrame() } catch { throw .camera(error) }
  }
}

#if canImport(Combine)
  extension AnyPublisher where Output: Sendable, Failure == Never {
    /// Creates a publisher of the values of streams, one for each subscriber.
    init(_ stream: @escaping @Sendable () -> AsyncStream<Output>) {
      self = Deferred {
        let stream = stream()
        // The first value is there before anybody reads, and is kept for the subscriber.
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
  /// Values that come one after another, in place of Combine's publisher where there is no Combine.
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

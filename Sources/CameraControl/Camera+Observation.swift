internal import Synchronization

extension Camera {
  /// Returns a property's value now and after each change, like key-value observing in AVFoundation.
  ///
  /// The property is read with every frame. A slow reader gets only the newest value. The stream ends when the camera
  /// stops.
  ///
  ///     for await iso in camera.values(of: { $0.iso }) { print(iso as Any) }
  ///
  /// - Parameter property: A function that reads a property of the camera, such as its ISO or its lens position.
  public func values<Value: Equatable & Sendable>(
    of property: @escaping @Sendable (Camera) -> Value
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let seen = SeenValue<Value>()
    let tell: @Sendable (Camera) -> Void = { camera in
      let value = property(camera)
      if seen.isNews(value) { continuation.yield(value) }
    }
    tell(self)
    let number = observe { [weak self] event in
      if let self { tell(self) }
      if case .end = event { continuation.finish() }
    }
    if let number { continuation.onTermination = { [weak self] _ in self?.removeObserver(number) } }
    return stream
  }
}

/// The last value that an observer was told.
private final class SeenValue<Value: Equatable & Sendable>: Sendable {
  private let last = Mutex<Value?>(nil)

  func isNews(_ value: Value) -> Bool {
    last.withLock { last in
      defer { last = value }
      return last != value
    }
  }
}

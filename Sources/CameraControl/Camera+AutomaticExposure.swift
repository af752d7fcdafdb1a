internal import CameraDevices
public import Metering
internal import RawFrames
internal import Synchronization

extension Camera {
  // MARK: - Target

  /// The bias of automatic exposure, in stops from middle gray, from -7 to 2.
  ///
  /// AVFoundation's range is -8 to 8. Below -7 and above 2 the mean of a frame that is black or white does not tell
  /// whether the bias is reached.
  public var exposureTargetBias: Float { state.withLock { $0.exposure.bias } }
  /// The least bias, in stops; 0 where the camera has no bias.
  public var minExposureTargetBias: Float { supportsBias ? Self.biases.lowerBound : 0 }
  /// The greatest bias, in stops; 0 where the camera has no bias.
  public var maxExposureTargetBias: Float { supportsBias ? Self.biases.upperBound : 0 }

  private static let biases: ClosedRange<Float> = -7...2

  /// A device that exposes automatically has its own target, which takes no bias.
  private var supportsBias: Bool { !exposure.hasAutomatic && exposure.range != nil }

  /// The distance of the last frame from the target, in stops. It is positive where the frame is too bright, and 0 for
  /// frames without colours.
  public var exposureTargetOffset: Float { state.withLock { $0.exposure.offset } }

  /// Sets the bias of automatic exposure.
  ///
  /// - Parameters:
  ///   - bias: The bias in stops; `nil` (``currentExposureTargetBias``) keeps the present one.
  ///   - completionHandler: A function that is called with the present time, because the next frame is already metered
  ///     with the bias.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, for a bias outside ``minExposureTargetBias`` to
  ///   ``maxExposureTargetBias``, or where the device's own automatic exposure has no bias.
  public func setExposureTargetBias(
    _ bias: Float?, completionHandler: (@Sendable (Duration?) -> Void)? = nil
  ) throws(CameraError) {
    try setBias(bias)
    // The next frame is already metered with the bias.
    completionHandler.map(handing)?(.success(nil))
  }

  /// Sets the bias of automatic exposure.
  ///
  /// - Returns: The present time, because the next frame is already metered with the bias.
  /// - Throws: ``CameraError`` as above.
  @discardableResult
  public func setExposureTargetBias(_ bias: Float?) async throws(CameraError) -> Duration {
    try setBias(bias)
    return now
  }

  private func setBias(_ bias: Float?) throws(CameraError) {
    try checkConfiguration()
    guard let bias else { return }
    guard supportsBias else { throw error(.notSupported(.exposureTargetBias)) }
    let range = Double(minExposureTargetBias)...Double(maxExposureTargetBias)
    guard range.contains(Double(bias)) else { throw error(.outOfRange(.exposureTargetBias, Double(bias), range)) }
    state.withLock { state in
      state.exposure.bias = bias
      state.exposure.isSettled = false
      state.exposure.quietFrames = 0
    }
  }

  /// Whether automatic exposure can be pointed at a place. The camera's own can; a device's cannot.
  public var isExposurePointOfInterestSupported: Bool { supportsBias }

  /// The point at which automatic exposure looks.
  ///
  /// Setting it needs ``lockForConfiguration()``. If setting fails, the point stays and ``failure`` has the reason.
  public var exposurePointOfInterest: MeteringPoint {
    get { state.withLock { $0.exposure.point } }
    set { attempt { () throws(CameraError) in try setExposurePointOfInterest(newValue) } }
  }

  /// Sets the point at which automatic exposure looks.
  ///
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, or where ``isExposurePointOfInterestSupported`` is
  ///   false.
  public func setExposurePointOfInterest(_ point: MeteringPoint) throws(CameraError) {
    try checkConfiguration()
    guard isExposurePointOfInterestSupported else { throw error(.notSupported(.pointOfInterest)) }
    state.withLock { $0.exposure.point = point }
  }

  // MARK: - On the capture thread

  func adjustExposure(by frame: CameraFrame) {
    let (mode, bias, point) = state.withLock { ($0.exposure.mode, $0.exposure.bias, $0.exposure.point) }
    guard isColor else { return }
    let offset = ExposureMeter.offset(of: frame.frame, around: point) - Double(bias)
    let isQuiet = abs(offset) < ExposureMeter.deadband
    let isNearest = !isQuiet && !exposure.hasAutomatic && self.isNearest(to: -offset)
    let isSettled = state.withLock { state in
      state.exposure.offset = Float(offset)
      state.exposure.quietFrames = isQuiet ? state.exposure.quietFrames + 1 : 0
      state.exposure.isSettled =
        exposure.hasAutomatic
        ? state.exposure.rest.isAtRest(offset, within: ExposureMeter.deadband)
        : isNearest || state.exposure.quietFrames >= ExposureMeter.settlingFrames
      return state.exposure.isSettled
    }
    guard mode.isAutomatic else { return }
    guard !exposure.hasAutomatic else {
      if isSettled, mode == .autoExpose { lockExposureAtRest() }
      return
    }
    _ = controlLock.withLockIfAvailable { _ in
      guard exposureMode == mode else { return }
      if isSettled {
        if mode == .autoExpose { state.withLock { $0.exposure.mode = .locked } }
      } else if !isQuiet {
        attemptAutomatically(.exposure) { () throws(CameraError) in _ = try change(byStops: -offset, mode: mode) }
      }
    }
  }

  /// Locks the exposure once the device, asked to expose once, has come to rest.
  private func lockExposureAtRest() {
    _ = controlLock.withLockIfAvailable { _ in
      guard exposureMode == .autoExpose else { return }
      attemptAutomatically(.exposure) { () throws(CameraError) in
        let done = try ask { device throws(CameraDeviceError) in
          try exposure.setAutomatic(false, device)
          return try exposure.current(device, baseISO: options.baseISO)
        }
        note(done, .locked)
      }
    }
  }
}

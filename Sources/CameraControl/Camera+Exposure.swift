internal import CameraDevices
internal import Metering
internal import RawFrames
internal import RealModule
internal import Synchronization

extension Camera {
  /// The modes of exposure, by AVFoundation's names.
  public enum ExposureMode: Int, CaseIterable, Hashable, Sendable {
    /// The exposure stays as it is.
    case locked
    /// Exposes once, then is ``locked``.
    case autoExpose
    /// Follows the light.
    case continuousAutoExposure
    /// The exposure has a duration and an ISO that a caller has set.
    case custom

    /// Whether the camera changes the exposure by itself.
    package var isAutomatic: Bool { self == .autoExpose || self == .continuousAutoExposure }
  }

  /// Keeps the present duration. AVFoundation has a number here.
  public static let currentExposureDuration: Duration? = nil
  /// Keeps the present ISO. AVFoundation has a number here.
  public static let currentISO: Float? = nil
  /// Keeps the present bias. AVFoundation has a number here.
  public static let currentExposureTargetBias: Float? = nil

  // MARK: - Modes

  /// Returns whether the camera has a mode.
  ///
  /// A device without an automatic mode of its own is exposed automatically by the camera's meter, if it has controls
  /// of exposure.
  public func isExposureModeSupported(_ mode: ExposureMode) -> Bool {
    switch mode {
    case .locked: !exposure.isAlwaysAutomatic
    case .custom: exposure.range != nil
    // Frames without colours do not show when the device's own exposure has come to rest.
    case .autoExpose:
      isColor && !exposure.isAlwaysAutomatic && (exposure.hasAutomatic || exposure.range != nil)
    case .continuousAutoExposure: exposure.hasAutomatic || exposure.range != nil && isColor
    }
  }

  /// The mode of exposure.
  ///
  /// Setting it needs ``lockForConfiguration()``. If setting fails, the mode stays and ``failure`` has the reason.
  public var exposureMode: ExposureMode {
    get { state.withLock { $0.exposure.mode } }
    set { attempt { () throws(CameraError) in try setExposureMode(newValue) } }
  }

  /// Whether automatic exposure has not yet reached its target. It is false where the frames have no colours, because
  /// the camera does not see the target there.
  public var isAdjustingExposure: Bool {
    isColor && state.withLock { $0.exposure.mode.isAutomatic && !$0.exposure.isSettled }
  }

  /// Sets the mode of exposure.
  ///
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, where the camera does not have the mode, or where
  ///   the device fails.
  public func setExposureMode(_ mode: ExposureMode) throws(CameraError) {
    try checkConfiguration()
    guard isExposureModeSupported(mode) else { throw error(.modeNotSupported("\(mode) exposure mode")) }
    try controlLock.withLock { (_: inout Void) throws(CameraError) in
      let done = try change { device throws(CameraDeviceError) in
        try exposure.setAutomatic(mode.isAutomatic && exposure.hasAutomatic, device)
        return try exposure.current(device, baseISO: options.baseISO)
      } orGoBack: { device throws(CameraDeviceError) in
        // The change failed, so the camera keeps its mode, and the device's automatic mode is switched back.
        if exposure.hasAutomatic { try exposure.setAutomatic(exposureMode.isAutomatic, device) }
      }
      note(done, mode)
    }
    noteSetByHand(.exposure, isAutomatic: mode.isAutomatic)
  }

  // MARK: - Values

  /// The duration of the exposure; `nil` where the device does not report it.
  public var exposureDuration: Duration? {
    state.withLock { $0.timeline.newest.exposure.duration }.map(Duration.seconds)
  }

  /// The ISO, relative to ``CameraOptions/baseISO``; `nil` where the device has no gain whose unit is known.
  public var iso: Float? { state.withLock { $0.timeline.newest.exposure.iso }.map(Float.init) }

  /// The durations that the device can expose for; `nil` where it has no control of the duration.
  package var exposureDurationRange: ClosedRange<Duration>? {
    exposure.duration.map { Duration.seconds($0.range.lowerBound)...Duration.seconds($0.range.upperBound) }
  }

  /// The ISOs that the device has, relative to ``CameraOptions/baseISO``.
  ///
  /// It is `nil` where the device has no gain whose unit is known.
  package var isoRange: ClosedRange<Float>? {
    exposure.gain.map { gain in
      Float(gain.range.lowerBound * options.baseISO)...Float(gain.range.upperBound * options.baseISO)
    }
  }

  /// Sets a duration and an ISO.
  ///
  /// The device rounds them to its own steps: ``exposureDuration`` and ``iso`` have the values that it uses.
  ///
  /// - Parameters:
  ///   - duration: A duration within the range of ``activeFormat``; `nil` (``currentExposureDuration``) keeps the
  ///     present one.
  ///   - iso: An ISO within the range of ``activeFormat``; `nil` (``currentISO``) keeps the present one.
  ///   - completionHandler: A function that is called as in ``setWhiteBalanceModeLocked(with:completionHandler:)``.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, for values out of range, where the device has no
  ///   control, or where it fails.
  public func setExposureModeCustom(
    duration: Duration?, iso: Float?, completionHandler: (@Sendable (Duration?) -> Void)? = nil
  ) throws(CameraError) {
    let wanted = try exposure(duration, iso)
    try setCustom(wanted, completionHandler.map(handing))
  }

  /// Sets a duration and an ISO, and waits for the first frame that has them.
  ///
  /// - Returns: The frame's timestamp, or the present time where the camera does not run.
  /// - Throws: ``CameraError`` as above, or where no frame comes in time.
  @discardableResult
  public func setExposureModeCustom(duration: Duration?, iso: Float?) async throws(CameraError) -> Duration {
    let wanted = try exposure(duration, iso)
    return try await timestamp { completion throws(CameraError) in try setCustom(wanted, completion) }
  }

  /// Returns the exposure asked for, after checking its range.
  func exposure(_ duration: Duration?, _ iso: Float?) throws(CameraError) -> FrameExposure {
    try checkConfiguration()
    guard isExposureModeSupported(.custom) else { throw error(.notSupported(.exposureDuration)) }
    var wanted = FrameExposure()
    if let duration {
      guard let range = exposure.duration?.range else { throw error(.notSupported(.exposureDuration)) }
      let seconds = duration / .seconds(1)
      try check(seconds, range, .exposureDuration)
      wanted.duration = seconds
    }
    if let iso {
      guard let range = isoRange, let gains = exposure.gain?.range else { throw error(.notSupported(.iso)) }
      guard range.contains(iso) else {
        throw error(.outOfRange(.iso, Double(iso), Double(range.lowerBound)...Double(range.upperBound)))
      }
      wanted.gain = min(max(Double(iso) / options.baseISO, gains.lowerBound), gains.upperBound)
    }
    return wanted
  }

  private func check(
    _ value: Double, _ range: ClosedRange<Double>, _ quantity: CameraQuantity
  ) throws(CameraError) {
    let rounding = ExposureControls.rounding
    guard value >= range.lowerBound * (1 - rounding), value <= range.upperBound * (1 + rounding) else {
      throw error(.outOfRange(quantity, value, range))
    }
  }

  func setCustom(_ wanted: FrameExposure, _ completion: Completion?) throws(CameraError) {
    let waits = try controlLock.withLock { (_: inout Void) throws(CameraError) -> Bool in
      try set(wanted, mode: .custom, completion)
    }
    noteSetByHand(.exposure)
    if !waits { completion?(.success(nil)) }
  }

  /// The caller must hold the control lock.
  @discardableResult
  private func set(
    _ wanted: FrameExposure, mode: ExposureMode, _ completion: Completion? = nil
  ) throws(CameraError) -> Bool {
    let done = try change { device throws(CameraDeviceError) in
      try exposure.apply(wanted, device)
      return try exposure.current(device, baseISO: options.baseISO)
    } orGoBack: { device throws(CameraDeviceError) in
      // The change failed, so the camera keeps its mode, and the device exposes by itself again.
      if exposure.hasAutomatic, exposureMode.isAutomatic {
        try exposure.setAutomatic(true, device)
      }
    }
    return note(done, mode, completion)
  }

  @discardableResult
  func note(_ exposure: FrameExposure, _ mode: ExposureMode, _ completion: Completion? = nil) -> Bool {
    state.withLock { state in
      state.exposure.mode = mode
      state.exposure.isSettled = false
      state.exposure.quietFrames = 0
      state.exposure.rest = RestDetector()
      var settings = state.timeline.newest
      settings.exposure = exposure
      return state.note(settings, timeout: options.frameTimeout, completion)
    }
  }

  // MARK: - More or less light

  /// The number of stops by which the camera can still expose darker and brighter; 0 where it has no control of
  /// exposure, and infinite while the device does not report its exposure.
  package var exposureRoom: ClosedRange<Double> {
    guard let range = exposure.range else { return 0...0 }
    guard let now = exposure.product(state.withLock { $0.timeline.newest.exposure }) else {
      return -Double.infinity...Double.infinity
    }
    // A device may be at an exposure of 0, from which it can only become brighter.
    let present = max(now, range.lowerBound)
    guard present > 0, present.isFinite else { return 0...0 }
    return min(Double.log2(range.lowerBound / present), 0)...max(Double.log2(range.upperBound / present), 0)
  }

  /// Increases the exposure by `stops`, or reduces it where `stops` is negative, as far as the device can.
  ///
  /// The duration grows up to the interval between frames, then the gain grows, and then the duration grows further.
  /// The mode becomes ``ExposureMode/custom``.
  ///
  /// - Returns: The change of the exposure that the device reports, in stops.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, where the device has no control, where it does not
  ///   report its exposure, or where it fails.
  @discardableResult
  package func changeExposure(byStops stops: Double) throws(CameraError) -> Double {
    try checkConfiguration()
    return try controlLock.withLock { (_: inout Void) throws(CameraError) -> Double in
      try change(byStops: stops, mode: .custom)
    }
  }

  /// The caller must hold the control lock.
  func change(byStops stops: Double, mode: ExposureMode) throws(CameraError) -> Double {
    guard let range = exposure.range else { throw error(.notSupported(.exposureDuration)) }
    let product = max(try manualProduct(), range.lowerBound)
    try set(split(product * Double.exp2(stops.isFinite ? stops : 0), within: range), mode: mode)
    let after = state.withLock { $0.timeline.newest.exposure }
    guard product > 0, let reached = exposure.product(after) else { return 0 }
    return Double.log2(reached / product)
  }

  private func split(_ product: Double, within range: ClosedRange<Double>) -> FrameExposure {
    let wanted = min(max(product, range.lowerBound), range.upperBound)
    let interval = frameInterval / .seconds(1)
    let split = exposure.split(wanted, longest: interval)
    // The exposure outlasts the interval between frames only where no gain is left.
    guard let reached = exposure.product(split), reached < wanted * Self.nearlyAll else { return split }
    return exposure.split(wanted, longest: .infinity)
  }

  /// Returns whether the device cannot come nearer to an exposure that is `stops` brighter, because its range ends or
  /// it has no finer step.
  func isNearest(to stops: Double) -> Bool {
    let room = exposureRoom
    guard (stops > 0 ? room.upperBound : -room.lowerBound) >= ExposureMeter.deadband else { return true }
    guard let range = exposure.range, let now = exposure.product(state.withLock { $0.timeline.newest.exposure }) else {
      return false
    }
    return exposure.product(exposure.onSteps(split(now * Double.exp2(stops), within: range))) == now
  }

  /// Switches the device's own automatic exposure off, and returns the duration times the gain that it then has.
  ///
  /// Another program may have switched it on. While it is on, many devices do not report their values. The caller must
  /// hold the control lock.
  private func manualProduct() throws(CameraError) -> Double {
    do throws(CameraError) {
      let present = try ask { device throws(CameraDeviceError) in
        try exposure.setAutomatic(false, device)
        return try exposure.current(device, baseISO: options.baseISO)
      }
      guard let product = exposure.product(present) else {
        throw self.error(
          .device(.failed("its automatic exposure stays on, so that its present exposure is not known; switch it off")))
      }
      return product
    } catch {
      readAnew()
      throw error
    }
  }

  /// The share of the wanted exposure, duration times gain, that counts as reached.
  private static let nearlyAll = 0.97
}

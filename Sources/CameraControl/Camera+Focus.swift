internal import CameraDevices
public import Metering
internal import RealModule
internal import Synchronization

extension Camera {
  /// The modes of focus, by AVFoundation's names.
  public enum FocusMode: Int, CaseIterable, Hashable, Sendable {
    /// The lens stays at its present position.
    case locked
    /// Focuses once, then is ``locked``.
    case autoFocus
    /// Follows the scene.
    case continuousAutoFocus
  }

  /// Keeps the present position of the lens.
  public static let currentLensPosition: Float? = nil

  /// Returns whether the device has a mode of focus.
  public func isFocusModeSupported(_ mode: FocusMode) -> Bool {
    switch mode {
    case .locked: true
    // Frames without colours do not show when focusing has come to rest.
    case .autoFocus: isColor && (focus.start || focus.continuous)
    case .continuousAutoFocus: focus.continuous
    }
  }

  /// Whether the lens can be moved.
  public var isLockingFocusWithCustomLensPositionSupported: Bool { focus.lens != nil }

  /// The mode of focus.
  ///
  /// Setting it needs ``lockForConfiguration()``. If setting fails, the mode stays and ``failure`` has the reason.
  public var focusMode: FocusMode {
    get { state.withLock { $0.focus.mode } }
    set { attempt { () throws(CameraError) in try setFocusMode(newValue) } }
  }

  /// Whether the device is searching for the focus. It is false where the frames have no colours, because the camera
  /// does not see there whether it has found it.
  public var isAdjustingFocus: Bool { isColor && state.withLock { $0.focus.mode != .locked && !$0.focus.isSettled } }

  /// Sets the mode of focus.
  ///
  /// A device that cannot focus once focuses continuously until the sharpness of its frames has come to rest, and is
  /// then locked.
  ///
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, where the camera does not have the mode, or where
  ///   the device fails.
  public func setFocusMode(_ mode: FocusMode) throws(CameraError) {
    try checkConfiguration()
    guard isFocusModeSupported(mode) else { throw error(.modeNotSupported("\(mode) focus mode")) }
    try controlLock.withLock { (_: inout Void) throws(CameraError) in
      try change { device throws(CameraDeviceError) in
        if mode != .autoFocus { try endSearch(device) }
        if focus.continuous { try device.set(.continuousAutoFocus, to: followsItself(in: mode) ? 1 : 0) }
        if mode == .autoFocus, focus.start { try device.set(.autoFocusStart, to: 1) }
      } orGoBack: { device throws(CameraDeviceError) in
        // The change failed, so the camera keeps its mode, and the device's automatic mode is switched back.
        if focus.continuous { try device.set(.continuousAutoFocus, to: followsItself(in: focusMode) ? 1 : 0) }
      }
      noteFocus(mode)
    }
    noteSetByHand(.focus, isAutomatic: mode != .locked)
  }

  /// Whether the device focuses continuously in a mode. One that cannot focus once does so for a single focus too.
  private func followsItself(in mode: FocusMode) -> Bool {
    mode == .continuousAutoFocus || mode == .autoFocus && !focus.start
  }

  /// The position of the lens from 0, the nearest, to 1, the farthest; `nil` where the device does not report it.
  ///
  /// V4L2 defines no unit for the position, only that larger values are nearer (Linux kernel documentation, "Camera
  /// Control Reference").
  public var lensPosition: Float? {
    guard let lens = focus.lens else { return nil }
    return (try? device.value(of: .focusAbsolute)).map { FocusControls.position($0, lens) }
  }

  /// Moves the lens and keeps it there.
  ///
  /// - Parameters:
  ///   - lensPosition: A position from 0 to 1; `nil` (``currentLensPosition``) keeps the present one.
  ///   - completionHandler: A function that is called as in ``setWhiteBalanceModeLocked(with:completionHandler:)``. The
  ///     lens may still be moving then: V4L2 does not report when it stops.
  /// - Throws: ``CameraError`` without ``lockForConfiguration()``, for a position out of range, where the device has no
  ///   control, or where it fails.
  public func setFocusModeLocked(
    lensPosition: Float?, completionHandler: (@Sendable (Duration?) -> Void)? = nil
  ) throws(CameraError) {
    try setFocus(lensPosition, completionHandler.map(handing))
  }

  /// Moves the lens, and waits for the first frame after the change.
  ///
  /// - Returns: The frame's timestamp, or the present time where the camera does not run.
  /// - Throws: ``CameraError`` as above, or where no frame comes in time.
  @discardableResult
  public func setFocusModeLocked(lensPosition: Float?) async throws(CameraError) -> Duration {
    try await timestamp { completion throws(CameraError) in try setFocus(lensPosition, completion) }
  }

  /// Throws for a position that the lens cannot have.
  func checkLens(_ position: Float) throws(CameraError) {
    guard focus.lens != nil else { throw error(.notSupported(.lensPosition)) }
    guard (0...1).contains(position) else { throw error(.outOfRange(.lensPosition, Double(position), 0...1)) }
  }

  private func setFocus(_ position: Float?, _ completion: Completion?) throws(CameraError) {
    try checkConfiguration()
    if let position { try checkLens(position) }
    let waits = try controlLock.withLock { (_: inout Void) throws(CameraError) -> Bool in
      try ask { device throws(CameraDeviceError) in
        try endSearch(device)
        let wasContinuous = focus.continuous && (try? device.value(of: .continuousAutoFocus)) == 1
        if focus.continuous { try device.set(.continuousAutoFocus, to: 0) }
        guard let position, let lens = focus.lens else { return }
        do throws(CameraDeviceError) { try device.set(.focusAbsolute, to: FocusControls.value(position, lens)) } catch {
          // The change failed, so the camera keeps its mode, and the device focuses by itself again.
          if wasContinuous { _ = try? device.set(.continuousAutoFocus, to: 1) }
          throw error
        }
      }
      return noteFocus(.locked, completion)
    }
    noteSetByHand(.focus)
    if !waits { completion?(.success(nil)) }
  }

  /// Ends the search of a device that focuses once, which would move the lens on.
  private func endSearch(_ device: any CameraBackend) throws(CameraDeviceError) {
    if focus.stop, focusMode == .autoFocus { try device.set(.autoFocusStop, to: 1) }
  }

  @discardableResult
  private func noteFocus(_ mode: FocusMode, _ completion: Completion? = nil) -> Bool {
    state.withLock { state in
      state.focus.mode = mode
      state.focus.isSettled = false
      state.focus.rest = RestDetector()
      return state.note(state.timeline.newest, timeout: options.frameTimeout, completion)
    }
  }

  /// Notices that focusing has come to rest, and locks it in the mode that focuses once. It runs on the capture thread.
  func adjustFocus(by frame: CameraFrame) {
    let mode = focusMode
    guard mode != .locked, let sharpness = MeteringReader(mode: .uniform).sharpness(of: frame.frame) else { return }
    let isSettled = state.withLock { state in
      // The contrast is in stops, because a change of the light leaves it as it is.
      let contrast = Double.log2(max(sharpness, FocusControls.leastSharpness))
      state.focus.isSettled = state.focus.rest.isAtRest(contrast, within: FocusControls.restingContrast)
      return state.focus.isSettled
    }
    guard isSettled, mode == .autoFocus, !isSearching else { return }
    _ = controlLock.withLockIfAvailable { _ in
      guard focusMode == .autoFocus else { return }
      attemptAutomatically(.focus) { () throws(CameraError) in
        try ask { device throws(CameraDeviceError) in
          if focus.continuous { try device.set(.continuousAutoFocus, to: 0) }
        }
        noteFocus(.locked)
      }
    }
  }

  /// Whether a device that can focus once reports that it is still searching.
  private var isSearching: Bool {
    guard focus.status else { return false }
    let status = try? ask { device throws(CameraDeviceError) in try device.value(of: .autoFocusStatus) }
    return (status ?? 0) & FocusControls.busy != 0
  }

  /// V4L2 devices take no point of focus.
  public var isFocusPointOfInterestSupported: Bool { false }

  /// The point at which the device focuses: always the center. Setting it fails, and ``failure`` has the reason.
  public var focusPointOfInterest: MeteringPoint {
    get { .center }
    set {
      attempt { () throws(CameraError) in
        try checkConfiguration()
        throw error(.notSupported(.pointOfInterest))
      }
    }
  }
}

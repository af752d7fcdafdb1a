#if os(Linux)
  internal import DeviceProfiles
  internal import Metering
  internal import RealModule
  internal import Synchronization
  internal import VideoCapture
  internal import WhiteBalance

  /// What a meter can do to a camera: its controls of exposure and focus, and its way to apply gains.
  struct MeterActuators: Sendable {
    private let exposure: ExposureControls
    private let automaticExposure: CaptureControl?
    private let focus: CaptureControl?
    private let continuousFocus: CaptureControl?
    let quantities: Set<MeteringQuantity>

    init(_ camera: Camera) throws(CameraError) {
      exposure = try camera.ask { device throws(CaptureError) in
        try ExposureControls(device, baseISO: camera.options.baseISO)
      }
      automaticExposure = try Self.settable(.autoExposure, camera)
      focus = try Self.settable(.focusAbsolute, camera)
      continuousFocus = try Self.settable(.continuousAutoFocus, camera)
      var quantities: Set<MeteringQuantity> = []
      if camera.isColor {
        quantities.insert(.whiteBalance)
        if exposure.duration ?? exposure.linearGain != nil { quantities.insert(.exposure) }
        if focus != nil { quantities.insert(.focus) }
      }
      self.quantities = quantities
    }

    private static func settable(_ id: ControlID, _ camera: Camera) throws(CameraError) -> CaptureControl? {
      let control = try camera.ask { device throws(CaptureError) in try device.control(id) }
      return control.flatMap { $0.isReadOnly ? nil : $0 }
    }

    /// Source: linux/v4l2-controls.h, `V4L2_EXPOSURE_MANUAL`.
    private static let manualExposure: Int64 = 1

    // MARK: - On the device

    /// Switches automatic modes off, where the device has them: it stays as it is.
    func takeOver(_ quantities: Set<MeteringQuantity>, _ camera: Camera) throws(CameraError) {
      if quantities.contains(.whiteBalance) {
        try camera.lockForConfiguration()
        defer { camera.unlockForConfiguration() }
        try camera.setWhiteBalanceMode(.locked)
      }
      if quantities.contains(.exposure), let automaticExposure {
        try set(automaticExposure.id, to: Self.manualExposure, camera)
      }
      if quantities.contains(.focus), let continuousFocus { try set(continuousFocus.id, to: 0, camera) }
    }

    func perform(_ actions: MeteringActions, _ camera: Camera) throws(CameraError) {
      if let stops = actions.exposureChange { try changeExposure(by: stops, camera) }
      if let position = actions.lensPosition, let focus {
        let range = focus.range
        let value = Double(range.lowerBound) + position * Double(range.upperBound - range.lowerBound)
        try set(focus.id, to: focus.legalValue(near: value), camera)
      }
      if let gains = actions.gains { try apply(gains, camera) }
    }

    /// Gains beyond the camera's range become those of the nearest light within it.
    private func apply(_ gains: LinearGains, _ camera: Camera) throws(CameraError) {
      var legal = gains
      if let range = try? GainRange(maximum: Double(camera.maxWhiteBalanceGain)),
        let fitted = try? camera.profile.characterization.fitted(gains, to: range, by: .nearestLight)
      {
        legal = fitted.gains
      }
      try camera.lockForConfiguration()
      defer { camera.unlockForConfiguration() }
      try camera.setWhiteBalanceModeLocked(with: camera.clamped(Camera.WhiteBalanceGains(legal)))
    }

    /// Notes the change, so that frames are not trusted before they have it.
    private func set(_ id: ControlID, to value: Int64, _ camera: Camera) throws(CameraError) {
      let now = try camera.controlLock.withLock { (_: inout Void) throws(CameraError) in
        try camera.ask { device throws(CaptureError) -> FrameExposure? in
          guard try device.value(of: id) != value else { return nil }
          try device.set(id, to: value)
          return try exposure.current(device)
        }
      }
      guard let now else { return }
      camera.state.withLock { state in
        var settings = state.timeline.newest
        settings.exposure = now
        state.note(settings)
      }
    }

    // MARK: - Exposure

    /// The longest exposure first, and gain for the rest: of the same signal, it has the least noise.
    private func changeExposure(by stops: Double, _ camera: Camera) throws(CameraError) {
      let now = try camera.ask { device throws(CaptureError) in try exposure.values(device) }
      let factor = Double.exp2(stops)
      guard let duration = exposure.duration, let oldDuration = now.duration else {
        if let gain = exposure.linearGain, let old = now.gain {
          try set(gain.id, to: gain.legalValue(near: Double(old) * factor), camera)
        }
        return
      }
      let gain = exposure.linearGain
      let gainFactor = gain.flatMap { gain in now.gain.map { Double($0) / Double(gain.range.lowerBound) } } ?? 1
      let wanted = Double(oldDuration) * gainFactor * factor
      let longest = longestDuration(camera)
      let newDuration = duration.legalValue(near: min(max(wanted, Double(duration.range.lowerBound)), longest))
      try set(duration.id, to: newDuration, camera)
      if let gain {
        let rest = wanted / Double(newDuration) * Double(gain.range.lowerBound)
        try set(gain.id, to: gain.legalValue(near: rest), camera)
      }
    }

    /// Longer than a frame lasts, a camera would have to slow down. In the control's units.
    private func longestDuration(_ camera: Camera) -> Double {
      guard let duration = exposure.duration else { return 0 }
      let interval = camera.state.withLock { $0.timeline.nominalInterval }
      let frame = interval / .seconds(1) / ExposureControls.durationUnit
      return min(Double(duration.range.upperBound), max(frame, Double(duration.range.lowerBound)))
    }

    /// How far the camera can still be changed, in stops.
    func exposureRoom(of now: FrameExposure, _ camera: Camera) -> ClosedRange<Double> {
      var (less, more) = (0.0, 0.0)
      if let duration = exposure.duration, let seconds = now.duration, seconds > 0 {
        let value = seconds / ExposureControls.durationUnit
        less += Double.log2(Double(max(duration.range.lowerBound, 1)) / value)
        more += Double.log2(longestDuration(camera) / value)
      }
      if let gain = exposure.linearGain, let factor = now.gain, factor > 0 {
        less += Double.log2(1 / factor)
        more += Double.log2(Double(gain.range.upperBound) / Double(gain.range.lowerBound) / factor)
      }
      return min(less, 0)...max(more, 0)
    }
  }

  extension ExposureControls {
    /// A gain whose values are in proportion to the signal: one that begins at 0 counts decibels, or what nobody knows.
    var linearGain: CaptureControl? {
      guard let gain, !gain.isReadOnly, gain.range.lowerBound > 0 else { return nil }
      return gain
    }

    func values(_ device: borrowing CaptureDevice) throws(CaptureError) -> (duration: Int64?, gain: Int64?) {
      var values: (duration: Int64?, gain: Int64?)
      if let duration { values.duration = try device.value(of: duration.id) }
      if let linearGain { values.gain = try device.value(of: linearGain.id) }
      return values
    }
  }
#endif
